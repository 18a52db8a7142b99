package import Markup
import Numbers

extension JSON {
  /// A value; what is no number is null, and a date its seconds.
  package init(_ value: Board.Value) {
    self =
      switch value {
      case .null: .null
      case .bool(let flag): .flag(flag)
      case .number(let number): number.isFinite ? .number(NumberFormat.plain(number)) : .null
      case .date(let time): .number(NumberFormat.plain(time))
      case .text(let text): .text(text)
      case .list(let items): .list(items.map { JSON($0) })
      case .record(let record): .object(record.names.map { Member($0, JSON(record[$0] ?? .null)) })
      }
  }
}

/// Values as JSON, indented.
enum JSONText {
  static func text(_ value: Value) -> String { JSON(value).page }
}
