public import Board
import Numbers

/// What an event of a value begins with, on the wire.
enum Tag {
  static let null: UInt8 = 0
  static let no: UInt8 = 1
  static let yes: UInt8 = 2
  static let number: UInt8 = 3
  static let text: UInt8 = 4
  static let date: UInt8 = 5
  /// A list or record begins.
  static let open: UInt8 = 6
  /// What was opened last is a list.
  static let list: UInt8 = 7
  /// What was opened last is a record of one of the lists of names so far, by its number. The number after the last is a new one, which follows.
  static let record: UInt8 = 8
  /// What is opened next has a name, which follows.
  static let name: UInt8 = 9
}

/// Writes a value as events, in parts: whoever takes them apart is done soon after whoever makes them.
public final class WireSink: ValueSink {
  /// Bytes a part has, or a few more: worth a packet, and soon full.
  static let partSize = 60 << 10

  private var wire: WireWriter
  private let part: ([UInt8]) -> Void
  private var known: [[String]: UInt32] = [:]
  /// The names used last in front.
  private var recent: [(names: [String], number: UInt32)] = []
  private var count: UInt32 = 0

  /// Records nest in each other, and take turns.
  private static let recentLimit = 4
  /// Records that all have names of their own share nothing.
  private static let knownLimit = 1_000

  /// - Parameter part: takes each part, whole events, in their order.
  public init(part: @escaping ([UInt8]) -> Void) {
    self.part = part
    wire = WireWriter(capacity: Self.partSize + Self.partSize / 8)
  }

  /// A value's events, as one.
  public static func bytes(of value: Value, capacity: Int = 0) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(capacity)
    let sink = WireSink { bytes += $0 }
    sink.put(value)
    sink.flush()
    return bytes
  }

  /// Hands over what has not been.
  public func flush() {
    guard !wire.bytes.isEmpty else { return }
    part(wire.bytes)
    wire.clear()
  }

  private func flushIfFull() {
    if wire.bytes.count >= Self.partSize { flush() }
  }

  /// A value, whole.
  public func put(_ value: Value) {
    var shapes: [ObjectIdentifier: UInt32] = [:]
    put(value, isInList: false, &shapes)
  }

  /// - Parameters:
  ///   - isInList: what it stands in is one, or is in one.
  ///   - shapes: of the records in the value, for as long as it holds them.
  private func put(_ value: Value, isInList: Bool, _ shapes: inout [ObjectIdentifier: UInt32]) {
    switch value {
    case .null: wire.put(Tag.null)
    case .bool(let isTrue): wire.put(isTrue ? Tag.yes : Tag.no)
    case .number(let number):
      wire.put(Tag.number)
      wire.put(number)
    case .text(let text):
      wire.put(Tag.text)
      wire.put(text)
    case .date(let seconds):
      wire.put(Tag.date)
      wire.put(seconds)
    case .list(let items):
      open()
      for item in items { put(item, isInList: true, &shapes) }
      closeList()
    case .record(let record):
      open()
      if isInList {
        for value in record.all { put(value, isInList: true, &shapes) }
      } else {
        for (name, value) in zip(record.names, record.all) {
          if value.holdsOthers { self.name(name) }
          put(value, isInList: false, &shapes)
        }
      }
      wire.put(Tag.record)
      let identity = record.shape.identity
      if let number = shapes[identity] { wire.put(number) } else { shapes[identity] = put(record.names[...]) }
    }
    flushIfFull()
  }

  /// A text.
  public func put(text: ArraySlice<UInt8>) {
    wire.put(Tag.text)
    wire.put(counted: text)
    flushIfFull()
  }

  /// What is opened next has this name.
  public func name(_ name: String) {
    wire.put(Tag.name)
    wire.put(name)
  }

  /// A list or record begins.
  public func open() { wire.put(Tag.open) }

  /// What was opened last is a list.
  public func closeList() {
    wire.put(Tag.list)
    flushIfFull()
  }

  /// What was opened last is a record.
  public func closeRecord(_ names: ArraySlice<String>) {
    wire.put(Tag.record)
    put(names)
    flushIfFull()
  }

  /// Writes which names, and them where they are new.
  ///
  /// - Returns: their number.
  @discardableResult private func put(_ names: ArraySlice<String>) -> UInt32 {
    for (place, candidate) in recent.enumerated() where candidate.names.elementsEqual(names) {
      // Fits: a place of theirs, and the one before it.
      if place > 0 { recent.swapAt(place, place - 1) }
      wire.put(candidate.number)
      return candidate.number
    }
    let list = Array(names)
    let number = known[list] ?? count
    wire.put(number)
    if number == count {
      wire.put(list)
      count += 1
      if known.count < Self.knownLimit { known[list] = number }
    }
    if recent.count == Self.recentLimit { recent.removeLast() }
    recent.insert((list, number), at: 0)
    return number
  }
}

extension Value {
  /// It is a list or a record.
  fileprivate var holdsOthers: Bool {
    switch self {
    case .list, .record: true
    default: false
    }
  }
}
