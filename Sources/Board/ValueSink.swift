/// Takes a value piece by piece, in the order of its text: nobody has to hold it whole who only passes it on.
///
/// Lists and records begin alike, since whoever reads them need not know how much follows.
public protocol ValueSink: AnyObject {
  /// A value, whole.
  func put(_ value: Value)
  /// A text.
  ///
  /// - Parameter text: well-formed UTF-8.
  func put(text: ArraySlice<UInt8>)
  /// A list or record begins; what follows, up to its close, is in it.
  func open()
  /// What was opened last is a list.
  func closeList()
  /// What was opened last is a record.
  ///
  /// - Parameter names: one for each value in it; of names that are equal, the last one's value stays.
  func closeRecord(_ names: ArraySlice<String>)
}

/// Makes a value of its pieces.
public final class ValueBuilder: ValueSink {
  // Indices: every closing follows an opening, which whoever is not trusted with that is asked for by `depth`.
  /// What is in the innermost list or record that is open, and at last the value itself.
  private var top: [Value] = []
  private var outer: [[Value]] = []
  private var maker = RecordMaker()
  /// How many values the last record had: the next one mostly has as many.
  private var room = 0

  /// Most records have less; where one has more, the next need not.
  private static let roomLimit = 64

  /// Nothing yet.
  public init() {}

  /// Lists and records that are open.
  public var depth: Int { outer.count }

  /// Values in what was opened last.
  public var count: Int { top.count }

  /// What came of the pieces; nil unless they are one value.
  public var value: Value? { outer.isEmpty && top.count == 1 ? top[0] : nil }

  /// A value, whole.
  public func put(_ value: Value) { top.append(value) }

  /// A text.
  public func put(text: ArraySlice<UInt8>) { top.append(.text(String(decoding: text, as: UTF8.self))) }

  /// A list or record begins.
  public func open() {
    outer.append(top)
    top = []
    if room > 0 { top.reserveCapacity(room) }
  }

  /// What was opened last is a list.
  public func closeList() { leave(.list(taken())) }

  /// What was opened last is a record.
  public func closeRecord(_ names: ArraySlice<String>) {
    room = min(top.count, Self.roomLimit)
    leave(.record(maker.record(names, taken())))
  }

  /// What was opened last is a record of a shape.
  ///
  /// - Returns: false when there is not one value for each name; nothing has happened then.
  public func closeRecord(_ shape: RecordShape) -> Bool {
    guard top.count == shape.count, depth > 0 else { return false }
    room = min(top.count, Self.roomLimit)
    guard let record = Record(shape, taken()) else { return false }
    leave(.record(record))
    return true
  }

  /// What is in the innermost, without room for more.
  private func taken() -> [Value] {
    top.capacity > top.count + max(1, top.count / 64) ? Array(top[...]) : top
  }

  private func leave(_ value: Value) {
    top = outer.removeLast()
    top.append(value)
  }
}
