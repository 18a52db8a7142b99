import Board
import Numbers

/// Values written as JSON, as short as they can be.
enum LottieJSON {
  /// Fields of the document that are passed on; fonts, metadata and what tools add is not.
  private static let rootFields = ["v", "fr", "ip", "op", "w", "h", "ddd", "assets", "layers"]

  static func written(_ document: Value) -> [UInt8] {
    guard case .record(let record) = document else { return [] }
    var text: [UInt8] = []
    append(.record(Record(rootFields.compactMap { name in record[name].map { (name, $0) } })), to: &text)
    return text
  }

  /// Depth is bounded by `LottieCheck`.
  private static func append(_ value: Value, to text: inout [UInt8]) {
    switch value {
    case .null: text += "null".utf8
    case .bool(let flag): text += (flag ? "true" : "false").utf8
    case .number(let number), .date(let number):
      // Within a million, as was looked at before.
      text += (number == number.rounded() ? String(Int(clamping: number)) : "\(number)").utf8
    case .text(let string): append(string, to: &text)
    case .list(let items):
      text.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        append(item, to: &text)
      }
      text.append(UInt8(ascii: "]"))
    case .record(let record):
      text.append(UInt8(ascii: "{"))
      for (index, name) in order(record).enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        append(name, to: &text)
        text.append(UInt8(ascii: ":"))
        switch (name, record[name]) {
        // Only flat layers come here; one that does not say so is taken for a solid one, and then not turned.
        case ("ddd", _): append(.number(0), to: &text)
        case ("i", .record(let ease)?), ("o", .record(let ease)?): append(.record(timed(ease)), to: &text)
        case (_, let value): append(value ?? .null, to: &text)
        }
      }
      text.append(UInt8(ascii: "}"))
    }
  }

  /// An easing whose time never runs back: outside of 0 to 1 the library's search for it leaves the curve, and what it finds is as large
  /// as may be.
  private static func timed(_ ease: Record) -> Record {
    func clamped(_ value: Value) -> Value {
      switch value {
      case .number(let number): .number(min(max(number, 0), 1))
      case .list(let items): .list(items.map(clamped))
      default: value
      }
    }
    return Record(ease.names.map { ($0, $0 == "x" ? clamped(ease[$0] ?? .null) : ease[$0] ?? .null) })
  }

  /// The library reads a shape from its `ty` on, and a layer's transform by the `ddd` before it; JSON knows no order, and not every
  /// tool keeps to this one.
  private static func order(_ record: Record) -> [String] {
    if case .record? = record["ks"], case .number? = record["ty"] {
      return ["ddd", "ty"] + record.names.filter { $0 != "ddd" && $0 != "ty" }
    }
    return record["ty"] == nil ? record.names : ["ty"] + record.names.filter { $0 != "ty" }
  }

  private static func append(_ string: String, to text: inout [UInt8]) {
    text.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
      // Names are the only texts; a control character in one means nothing.
      case 0..<0x20: text.append(UInt8(ascii: " "))
      default: text.append(byte)
      }
    }
    text.append(UInt8(ascii: "\""))
  }
}
