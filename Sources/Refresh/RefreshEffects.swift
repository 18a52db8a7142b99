extension RefreshMachine {
  /// What one event has led to, in order. The first few stand in place: a refresh takes nothing from the heap on the frame thread.
  public struct Effects: Sendable, RandomAccessCollection {
    private static let places = 6

    private var first = InlineArray<6, Effect>(repeating: .armed)
    private var firstCount = 0
    /// More than any event of a real refresh has led to.
    private var others: [Effect] = []

    /// Nothing to do.
    public init() {}

    /// Always 0.
    public var startIndex: Int { 0 }
    /// How many effects there are.
    public var endIndex: Int { firstCount + others.count }

    /// In the order they are to be carried out; 0 is the first.
    public subscript(position: Int) -> Effect {
      position < firstCount ? first[position] : others[position - firstCount]
    }

    mutating func append(_ effect: Effect) {
      if firstCount < Self.places {
        first[firstCount] = effect
        firstCount += 1
      } else {
        others.append(effect)
      }
    }
  }
}

extension RefreshMachine.Effects: Equatable, ExpressibleByArrayLiteral {
  /// In the order they are to be carried out.
  public init(arrayLiteral elements: RefreshMachine.Effect...) {
    self.init()
    for element in elements { append(element) }
  }

  public static func == (a: Self, b: Self) -> Bool { a.elementsEqual(b) }
}
