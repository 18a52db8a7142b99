/// How much an answer may hold and cost, and all answers of a board together: said here, once, for every format.
public struct Bounds: Sendable, Hashable {
  /// Of an answer as it came.
  public var bytes = 32 << 20
  /// Texts, numbers, lists and records of an answer, each cell of a table among them. Real services stay far below.
  public var values = 1_000_000
  /// Lists and records within each other; real services stay below 20.
  public var depth = 256
  /// Bytes of one text, of one name, or of one line of a calendar.
  public var text = 4 << 20
  /// Work of reading an answer. A step is a byte looked at, or a few of them; some hundred million take about a second.
  public var steps = 400_000_000
  /// Bytes of memory that the values of all sources of a board may take together, by `Value.cost`.
  public var board = 64 << 20

  /// Bytes of an answer on its way.
  public static let fetched = 32 << 20

  /// Cards of a page. Each takes some 1.5 KB, laid out, and a finger that wants to reach the last of them is not served by more.
  public static let cards = 100_000

  /// For real panels, which have little memory.
  public static let standard = Bounds()

  /// The usual bounds, to be changed one by one.
  public init() {}
}

/// What reading one answer has taken of its bounds so far. Every reader draws from it; it lives for one answer, on one thread.
public final class Account {
  /// What may be taken.
  public let bounds: Bounds
  /// Bytes of the answer.
  public var size = 0
  /// Work done, in `Bounds.steps`.
  public private(set) var steps = 0
  /// Values made.
  public private(set) var values = 0

  /// - Parameter bounds: what may be taken.
  public init(_ bounds: Bounds = .standard) { self.bounds = bounds }

  /// Takes steps; false when more are taken than there are.
  public func spend(_ steps: Int) -> Bool {
    self.steps += max(steps, 0)
    return self.steps <= bounds.steps
  }

  /// Takes values; false when more are taken than there are.
  public func add(values: Int) -> Bool {
    self.values += max(values, 0)
    return self.values <= bounds.values
  }
}

/// A bound that an answer is over: which one, what was found, and what to do.
public enum BoundExceeded: Error, Sendable, Hashable, CustomStringConvertible {
  case bytes(found: Int, bound: Int)
  /// `position`: how far the answer had been read, in bytes, of how many.
  case values(bound: Int, position: Int, of: Int)
  case depth(bound: Int)
  case text(found: Int, bound: Int)
  case steps(position: Int, of: Int)
  /// `source`: which is to be taken in, at how many bytes, beside how many of the others.
  case board(found: Int, others: Int, bound: Int)

  public var description: String {
    switch self {
    case .bytes(let found, let bound):
      "the answer has \(Self.size(found)), and \(Self.size(bound)) are read of one; ask the server for less of it"
    case .values(let bound, let position, let whole):
      "the answer holds more than \(bound) values: so many have come after \(Self.size(position)) of its \(Self.size(whole)); ask the server for fewer entries or fields"
    case .depth(let bound):
      "lists and objects are nested deeper than \(bound); ask the server for a simpler form of it"
    case .text(let found, let bound):
      "one text of the answer has \(Self.size(found)), and \(Self.size(bound)) are read of one; ask the server to leave it out"
    case .steps(let position, let whole):
      "the answer is more work than is done for one: it was read up to \(Self.size(position)) of its \(Self.size(whole)); ask the server for less of it"
    case .board(let found, let others, let bound):
      "its data would take \(Self.size(found)) of memory beside \(Self.size(others)) of the other sources, and all sources of a board may take \(Self.size(bound)); ask the server for fewer entries or fields"
    }
  }

  /// `5.3 MB`: as people say it.
  private static func size(_ bytes: Int) -> String { NumberFormat.bytes(Double(bytes), language: .english) }
}
