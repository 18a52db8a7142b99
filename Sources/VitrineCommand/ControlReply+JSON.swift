import Board
import Markup

extension ControlReply {
  /// As it came, to be written again.
  static func json(_ value: Value) -> JSON {
    switch value {
    case .null: .null
    case .bool(let flag): .flag(flag)
    case .number(let number), .date(let number): .number(number)
    case .text(let text): .text(text)
    case .list(let items): .list(items.map(json))
    case .record(let record): .object(record.names.map { JSON.Member($0, json(record[$0] ?? .null)) })
    }
  }
}
