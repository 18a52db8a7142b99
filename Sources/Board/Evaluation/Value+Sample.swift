extension Value {
  /// The value in a line of at most 60 characters, for somebody who looks at data rather than at a board.
  public func sample(at moment: Moment) -> String {
    switch self {
    case .null: return "null"
    case .bool(let flag): return flag ? "true" : "false"
    case .number(let number): return NumberFormat.plain(number)
    case .date(let time): return DateFormat.text("%Y-%m-%d %H:%M:%S", at: time, in: moment)
    case .text(let text):
      let line = text.map { $0.isNewline ? " " : $0 }
      return line.count <= 60 ? String(line) : String(line.prefix(59)) + "…"
    case .list(let items): return "a list of \(items.count)"
    case .record(let record): return "a record of " + record.names.prefix(6).joined(separator: ", ")
    }
  }
}
