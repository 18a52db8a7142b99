import Board
import Formats
import Refresh

/// A theme in a file of its own, for many boards that look alike.
extension BoardSource {
  /// Puts the block of `theme: FILE` in the place of the file's path.
  ///
  /// - Returns: the board's nodes, what is wrong with the file, and its path; as they are for a theme that is no path: those are names.
  func withTheme(
    _ board: Node, parts: BoardParts
  ) -> (node: Node, mark: Mark?, diagnostics: [Diagnostic], path: String?) {
    guard case .mapping(var entries) = board.content, let place = entries.firstIndex(where: { $0.key == "theme" }),
      case .scalar(let path, _) = entries[place].value.content, path.contains(where: { $0 == "." || $0 == "/" })
    else { return (board, nil, [], nil) }
    let mark = entries[place].value.mark
    let file = beside(path)
    let (theme, diagnostics) = readTheme(file, at: mark, parts: parts)
    // What is wrong with it has been said with the file's own lines.
    entries[place].value = (theme ?? Node(.mapping([]), mark: mark)).moved(to: mark)
    return (Node(.mapping(entries), mark: board.mark, places: board.places), mark, diagnostics, file)
  }

  private func readTheme(_ path: String, at mark: Mark, parts: BoardParts) -> (Node?, [Diagnostic]) {
    let bytes: [UInt8]
    do throws(UserError) {
      bytes = try Files.read(path, limit: 1 << 20)
    } catch {
      return (nil, [Diagnostic(file: name, mark: mark, message: "\"theme\": \(error.description)")])
    }
    return Self.theme(in: bytes, file: path, parts: parts)
  }

  /// The theme a file holds, and what is wrong with it.
  static func theme(in bytes: [UInt8], file path: String, parts: BoardParts) -> (Node?, [Diagnostic]) {
    let (root, mistakes) = YAML.read(bytes, file: path)
    guard let theme = root else { return (nil, mistakes) }
    let key = Node.Entry(key: "theme", keyMark: theme.mark, value: theme)
    let cards = Node.Entry(key: "cards", keyMark: theme.mark, value: Node(.sequence([]), mark: theme.mark))
    let reading = BoardFile.read(Node(.mapping([key, cards]), mark: theme.mark), file: path, parts: parts) { _ in nil
    }
    return (
      reading.board == nil || !mistakes.isEmpty ? nil : theme,
      (reading.diagnostics + mistakes).sorted { $0.mark < $1.mark }
    )
  }
}

extension Node {
  /// The same, all of it at one place.
  fileprivate func moved(to mark: Mark) -> Node {
    switch content {
    case .scalar: Node(content, mark: mark)
    case .sequence(let items): Node(.sequence(items.map { $0.moved(to: mark) }), mark: mark)
    case .mapping(let entries):
      Node(
        .mapping(entries.map { Entry(key: $0.key, keyMark: mark, value: $0.value.moved(to: mark)) }), mark: mark)
    }
  }
}
