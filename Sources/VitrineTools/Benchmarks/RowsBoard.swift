import Board
import Panel
import Refresh
import Vitrine

/// A board of so many rows, from a file: what the benchmarks scroll.
struct RowsBoard {
  private let board: BoardFile
  private let source: BoardSource
  private let scratch: ScratchDirectory

  init(rows count: Int) throws(UserError) {
    scratch = try ScratchDirectory()
    let records = (0..<count).map { "{\"id\": \($0), \"name\": \"Row \($0)\", \"value\": \($0 % 97)}" }
    try Files.write(Array("[\(records.joined(separator: ", "))]".utf8), to: scratch.path + "/rows.json")
    let text = """
      board: Bench
      sources: {rows: {url: "file://\(scratch.path)/rows.json", key: id}}
      cards:
        - header: {title: "{$board}"}
        - row: {each: rows, title: "{name}", subtitle: Second line, trail: "{value}"}
      """
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
