import Board
import Fetch
package import Kiosk

/// Of what a board's mark is made.
extension BoardMark {
  /// The first eight bytes of a SHA-256 in hexadecimal digits; 0 where there is none.
  static func number(_ digest: String?) -> UInt64 { digest.flatMap { UInt64($0.prefix(16), radix: 16) } ?? 0 }

  /// The same of a file; 0 where there is none.
  static func number(of bytes: [UInt8]?) -> UInt64 { number(bytes.map { SHA256.hex($0) }) }

  /// What stands in a board's file, and in that of its theme.
  mutating func take(_ board: BoardFile, source: BoardSource) {
    self[.theme] = Self.number(of: board.themeFile.flatMap { try? Files.read($0, limit: 1 << 20) })
    let words = board.refresh.words
    let outcomes = [words.success, words.noChange, words.failure, words.offline, words.timeout, words.age]
    let said = [board.language.code] + outcomes
    self[.words] = Self.number(of: Array(said.joined(separator: "\u{0}").utf8))
  }

  /// Of a board as it is now: of its files, whatever they say.
  ///
  /// - Parameter style: the refresh style's file, where the board does not name it.
  package init(_ source: BoardSource, _ reading: BoardReading, style: String? = nil) throws(UserError) {
    self.init()
    self[.board] = Self.number(reading.digest)
    guard let board = reading.board else { return }
    take(board, source: source)
    if let path = style ?? source.styleFile(of: board) { self[.style] = Self.number(of: try? Files.read(path)) }
  }
}

extension BoardSource {
  /// The file a board's refresh style is of; nil where it is none.
  package func styleFile(of board: BoardFile) -> String? {
    switch StyleChoice(board.refresh.style ?? "") {
    case .builtIn: nil
    case .file(let path), .lottie(let path): beside(path)
    }
  }
}
