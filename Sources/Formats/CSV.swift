public import Board

/// Tables as spreadsheets write them: one record per line, named by the first.
public enum CSV {
  /// What stands between two cells; the words of a source's `delimiter:`.
  public enum Delimiter: String, Sendable, Hashable, CaseIterable {
    case comma = ","
    case semicolon = ";"
    case tab
    case bar = "|"

    var byte: UInt8 {
      switch self {
      case .comma: UInt8(ascii: ",")
      case .semicolon: UInt8(ascii: ";")
      case .tab: UInt8(ascii: "\t")
      case .bar: UInt8(ascii: "|")
      }
    }
  }

  /// Lines kept of one table, from its beginning.
  public static let rowLimit = 100_000
  /// Columns of a line that are read.
  public static let columnLimit = 1_000

  /// Reads a table into a list of records.
  ///
  /// The first line names the fields; what a name cannot hold becomes `_`, so that `Sold out` is `Sold_out`, and a column without a
  /// name is called by its number, as in `column3`. Cells are texts; an empty one is a field left out. Lines may have more or fewer
  /// cells than the first; empty ones are passed over. Quotes are RFC 4180's, and one that is never closed is a character like any other.
  ///
  /// - Parameters:
  ///   - delimiter: nil finds out: the one that most evenly divides the first lines.
  ///   - charset: from the Content-Type, when the server named one.
  ///   - account: what reading it draws from.
  ///   - note: takes what was read only in part, in a sentence.
  /// - Throws: when there is nothing in it, or more than one answer may hold.
  public static func parse(
    _ bytes: [UInt8], delimiter: Delimiter? = nil, charset: String? = nil, account: Account = Account(),
    note: (String) -> Void = { _ in }
  ) throws(FormatError) -> Value {
    try account.begin(bytes)
    let text = TextEncoding.utf8(bytes, declared: charset.map { [$0] } ?? [])
    if Sniffer.isWebPage(text) {
      throw FormatError("the server sent a web page, not a table; check the address, and whether it asks for a login")
    }
    var reader = CSVReader(text, delimiter: UInt8(ascii: ","))
    let stated = reader.takeStatedDelimiter()
    reader.delimiter = delimiter?.byte ?? stated ?? likelyDelimiter(of: reader)
    guard let header = reader.row() else { throw FormatError("the answer is empty, not a table") }
    let names = try CSVNames.names(header, account: account)
    var records: [Value] = []
    var maker = RecordMaker()
    var (rowNames, rowValues): ([String], [Value]) = ([], [])
    var longer = 0
    var start = reader.index
    while records.count < rowLimit, let row = reader.row() {
      try account.charge(steps: reader.index - start + row.count, at: reader.index)
      start = reader.index
      if row.count > names.count { longer += 1 }
      rowNames.removeAll(keepingCapacity: true)
      rowValues.removeAll(keepingCapacity: true)
      for (position, cell) in row.enumerated() where !cell.isEmpty {
        try account.charge(text: cell.utf8.count)
        rowNames.append(position < names.count ? names[position] : "column\(position + 1)")
        rowValues.append(.text(cell))
      }
      try account.charge(values: 1 + rowValues.count, at: reader.index)
      if !rowValues.isEmpty { records.append(.record(maker.record(rowNames[...], Array(rowValues[...])))) }
    }
    if longer > 0 {
      note(
        "\(longer) of \(records.count) lines have more cells than the first, which names them; check the delimiter, and quotes around cells that hold it"
      )
    }
    if reader.isBeyondQuotes { note("a quote is opened and never closed; it was read as a character like any other") }
    if records.count >= rowLimit { note("the table has more than \(rowLimit) lines; the first so many are shown") }
    return .list(records)
  }

  /// The delimiter by which most of the first lines have as many cells as the first one, and that first one the most.
  private static func likelyDelimiter(of reader: CSVReader) -> UInt8 {
    var best = (delimiter: Delimiter.comma.byte, share: 0.0, cells: 1)
    for delimiter in Delimiter.allCases {
      var probe = reader
      probe.delimiter = delimiter.byte
      guard let cells = probe.row()?.count, cells > 1 else { continue }
      var (alike, seen) = (1, 1)
      while seen < 20, let row = probe.row() {
        seen += 1
        if row.count == cells { alike += 1 }
      }
      let share = Double(alike) / Double(seen)
      if share > best.share || (share == best.share && cells > best.cells) { best = (delimiter.byte, share, cells) }
    }
    return best.delimiter
  }
}
