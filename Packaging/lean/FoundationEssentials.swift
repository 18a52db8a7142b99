// What swift-argument-parser takes from Foundation: two types. Linked in the place of it, for the 4 MB that come with the real ones
// (calendars, attributed strings, files). The command's whole description (`--experimental-dump-help`) is written with it.

/// An error with a sentence for people.
public protocol LocalizedError: Error {
  /// What happened; nil where the error's own description is to be shown.
  var errorDescription: String? { get }
}

extension LocalizedError {
  public var errorDescription: String? { nil }
}

/// The bytes of something encoded.
public struct Data: Sendable {
  fileprivate let bytes: [UInt8]
}

extension String {
  /// How a text is written down as bytes.
  public enum Encoding: Sendable {
    case utf8
  }

  /// The text of these bytes; nil where they are none.
  public init?(data: Data, encoding: Encoding) {
    self.init(validating: data.bytes, as: UTF8.self)
  }
}

/// Writes what can be encoded as JSON: RFC 8259.
public final class JSONEncoder {
  /// How it is laid out.
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// A line for each value, two spaces deeper in each object and array.
    public static let prettyPrinted = OutputFormatting(rawValue: 1)
    /// Members by the order of their names; else as they were encoded.
    public static let sortedKeys = OutputFormatting(rawValue: 2)
  }

  public var outputFormatting: OutputFormatting = []

  public init() {}

  /// Throws what the value throws, and an `EncodingError` for a number that is none.
  public func encode<T: Encodable>(_ value: T) throws -> Data {
    let slot = Slot()
    try value.encode(to: ValueEncoder(slot: slot, codingPath: []))
    var text = ""
    slot.write(to: &text, formatting: outputFormatting, depth: 0)
    return Data(bytes: Array(text.utf8))
  }
}

/// The place of one value, filled while it is encoded.
private final class Slot {
  enum Content {
    case nothing
    /// As it stands in the text.
    case word(String)
    case array([Slot])
    case object([(name: String, slot: Slot)])
  }

  var content = Content.nothing

  /// A new place at the end of an array; there, as in an object, what was encoded there before is kept.
  func appended() -> Slot {
    let slot = Slot()
    var slots: [Slot] = if case .array(let slots) = content { slots } else { [] }
    slots.append(slot)
    content = .array(slots)
    return slot
  }

  /// The place of a member.
  func member(_ name: String) -> Slot {
    let slot = Slot()
    var members: [(name: String, slot: Slot)] = if case .object(let members) = content { members } else { [] }
    members.removeAll { $0.name == name }
    members.append((name, slot))
    content = .object(members)
    return slot
  }

  func write(to text: inout String, formatting: JSONEncoder.OutputFormatting, depth: Int) {
    let isPretty = formatting.contains(.prettyPrinted)
    func list(_ open: String, _ close: String, _ count: Int, item: (Int) -> Void) {
      text += open
      for index in 0..<count {
        if index > 0 { text += "," }
        if isPretty { text += "\n" + String(repeating: "  ", count: depth + 1) }
        item(index)
      }
      if isPretty, count > 0 { text += "\n" + String(repeating: "  ", count: depth) }
      text += close
    }
    switch content {
    case .nothing: text += "{}"
    case .word(let word): text += word
    case .array(let slots):
      list("[", "]", slots.count) { slots[$0].write(to: &text, formatting: formatting, depth: depth + 1) }
    case .object(let members):
      let members = formatting.contains(.sortedKeys) ? members.sorted { $0.name < $1.name } : members
      list("{", "}", members.count) { index in
        text += quoted(members[index].name) + (isPretty ? " : " : ":")
        members[index].slot.write(to: &text, formatting: formatting, depth: depth + 1)
      }
    }
  }
}

/// A text between its marks.
private func quoted(_ text: String) -> String {
  var word = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": word += "\\\(scalar)"
    case "\n": word += "\\n"
    case "\u{0}"..."\u{1F}":
      let digits = String(scalar.value, radix: 16)
      word += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: word.unicodeScalars.append(scalar)
    }
  }
  return word + "\""
}

private struct ValueEncoder: Encoder {
  let slot: Slot
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .object = slot.content {} else { slot.content = .object([]) }
    return KeyedEncodingContainer(Members<Key>(slot: slot, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .array = slot.content {} else { slot.content = .array([]) }
    return Items(slot: slot, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(slot: slot, codingPath: codingPath) }
}

/// Fills one place, whatever the value is.
private struct Single: SingleValueEncodingContainer {
  let slot: Slot
  let codingPath: [any CodingKey]

  func encodeNil() { slot.content = .word("null") }
  func encode(_ value: Bool) { slot.content = .word(value ? "true" : "false") }
  func encode(_ value: String) { slot.content = .word(quoted(value)) }
  func encode(_ value: Double) throws { try number(value) }
  func encode(_ value: Float) throws { try number(value) }
  func encode(_ value: Int) { whole(value) }
  func encode(_ value: Int8) { whole(value) }
  func encode(_ value: Int16) { whole(value) }
  func encode(_ value: Int32) { whole(value) }
  func encode(_ value: Int64) { whole(value) }
  func encode(_ value: UInt) { whole(value) }
  func encode(_ value: UInt8) { whole(value) }
  func encode(_ value: UInt16) { whole(value) }
  func encode(_ value: UInt32) { whole(value) }
  func encode(_ value: UInt64) { whole(value) }
  func encode<T: Encodable>(_ value: T) throws {
    try value.encode(to: ValueEncoder(slot: slot, codingPath: codingPath))
  }

  private func whole<T: BinaryInteger>(_ value: T) { slot.content = .word(String(value)) }

  private func number<T: BinaryFloatingPoint & LosslessStringConvertible>(_ value: T) throws {
    guard value.isFinite else {
      throw EncodingError.invalidValue(
        value, EncodingError.Context(codingPath: codingPath, debugDescription: "JSON has no such number."))
    }
    slot.content = .word(String(value))
  }
}

/// Fills an array, one place after the other.
private struct Items: UnkeyedEncodingContainer {
  let slot: Slot
  let codingPath: [any CodingKey]
  var count: Int { if case .array(let slots) = slot.content { slots.count } else { 0 } }
  private var next: Single { Single(slot: slot.appended(), codingPath: codingPath) }
  private var nextEncoder: ValueEncoder { ValueEncoder(slot: slot.appended(), codingPath: codingPath) }

  func encodeNil() { next.encodeNil() }
  func encode<T: Encodable>(_ value: T) throws { try next.encode(value) }

  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    nextEncoder.container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nextEncoder.unkeyedContainer() }
  func superEncoder() -> any Encoder { nextEncoder }
}

/// Fills an object, by its members' names.
private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let slot: Slot
  let codingPath: [any CodingKey]

  private func encoder(_ name: String) -> ValueEncoder {
    ValueEncoder(slot: slot.member(name), codingPath: codingPath)
  }

  func encodeNil(forKey key: Key) { Single(slot: slot.member(key.stringValue), codingPath: codingPath).encodeNil() }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try value.encode(to: encoder(key.stringValue))
  }

  func nestedContainer<Inner: CodingKey>(keyedBy type: Inner.Type, forKey key: Key) -> KeyedEncodingContainer<Inner> {
    encoder(key.stringValue).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder(key.stringValue).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder("super") }
  func superEncoder(forKey key: Key) -> any Encoder { encoder(key.stringValue) }
}
