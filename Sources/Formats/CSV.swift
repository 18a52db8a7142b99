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
  ///   - note: takes what was read only in part, in a sentence.
  /// - Throws: when there is nothing in it.
  public static func parse(
    _ bytes: [UInt8], delimiter: Delimiter? = nil, charset: String? = nil, note: (String) -> Void = { _ in }
  ) throws(FormatError) -> Value {
    let text = TextEncoding.utf8(bytes, declared: charset.map { [$0] } ?? [])
    if Sniffer.isWebPage(text) {
      throw FormatError("the server sent a web page, not a table; check the address, and whether it asks for a login")
    }
    var reader = CSVReader(text, delimiter: UInt8(ascii: ","))
    let stated = reader.takeStatedDelimiter()
    reader.delimiter = delimiter?.byte ?? stated ?? likelyDelimiter(of: reader)
    guard let header = reader.row() else { throw FormatError("the answer is empty, not a table") }
    let names = fieldNames(header)
    var records: [Value] = []
    var longer = 0
    while records.count < rowLimit, let row = reader.row() {
      if row.count > names.count { longer += 1 }
      var record = Record()
      for (position, cell) in row.enumerated() where !cell.isEmpty {
        record[position < names.count ? names[position] : "column\(position + 1)"] = .text(cell)
      }
      if record.count > 0 { records.append(.record(record)) }
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

  private static func fieldNames(_ header: [String]) -> [String] {
    var names: [String] = []
    var taken: Set<String> = []
    for (position, cell) in header.enumerated() {
      var name = cell.isEmpty ? "column\(position + 1)" : fieldName(cell)
      var count = 2
      while taken.contains(name) {
        name = "\(fieldName(cell))_\(count)"
        count += 1
      }
      taken.insert(name)
      names.append(name)
    }
    return names
  }

  /// As an expression can say it: letters, digits and `_`, not a digit first.
  private static func fieldName(_ cell: String) -> String {
    var name = ""
    for scalar in cell.unicodeScalars {
      let isPart = scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal || scalar == "_"
      if isPart {
        name.unicodeScalars.append(scalar)
      } else if !name.hasSuffix("_") {
        name += "_"
      }
    }
    while name.hasSuffix("_"), name.count > 1 { name.removeLast() }
    return name.unicodeScalars.first?.properties.numericType == nil ? name : "_" + name
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
