import Board
import Panel
import Refresh
import Vitrine

/// A board of so many rows, from a file: what the benchmarks scroll.
struct RowsBoard {
  private let board: BoardFile
  private let source: BoardSource
  private let scratch: ScratchDirectory

  /// - Parameter columns: of the page, each with its share of the rows; nil leaves it to the page.
  init(rows count: Int, columns: Int? = nil) throws(UserError) {
    scratch = try ScratchDirectory()
    let records = (0..<count).map { "{\"id\": \($0), \"name\": \"Row \($0)\", \"value\": \($0 % 97)}" }
    try Files.write(Array("[\(records.joined(separator: ", "))]".utf8), to: scratch.path + "/rows.json")
    let all = columns ?? 1
    let lists = (0..<all).map { column in
      let (first, end) = (count * column / all, count * (column + 1) / all)
      let place = columns == nil ? "" : ", in: \(column + 1)"
      return "  - row: {each: rows, skip: \(first), limit: \(max(end - first, 1))\(place)"
        + ", title: \"{name}\", subtitle: Second line, trail: \"{value}\"}"
    }
    let layout = columns.map { "layout: {columns: [\(Array(repeating: "1", count: $0).joined(separator: ", "))]}\n" }
    let text = """
      board: Bench
      sources: {rows: {url: "file://\(scratch.path)/rows.json", key: id}}
      cards:
        - header: {title: "{$board}"}
      """ + "\n" + lists.joined(separator: "\n") + "\n" + (layout ?? "")
    source = BoardSource(path: nil)
    let reading = source.parse(Array(text.utf8), parts: .builtIn)
    guard let board = reading.board else {
      throw UserError.bug("the benchmark's board was refused: \(reading.diagnostics.first?.description ?? "no reason")")
    }
    self.board = board
  }

  func kiosk(options: PanelOptions) -> VirtualKiosk {
    VirtualKiosk(board: board, source: source, options: options, start: 0) { _ in }
  }
}
