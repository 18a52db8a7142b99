public import Board
import Formats

/// The files a board names outright: data of its sources, pictures of its cards, icons of its pages.
extension BoardSource {
  /// Warnings of those that are not there, or may not be read. A file may come later, and is then shown: none of them is an error.
  ///
  /// Addresses with values in them are known only once there is data.
  ///
  /// - Throws: when there is no board file.
  public func missingFiles() throws(UserError) -> [Diagnostic] {
    guard let path, let root = try? YAML.parse(try Files.read(path, limit: 4 << 20), file: name) else { return [] }
    var named: [(key: String, value: Node)] = []
    for source in root["sources"]?.entries ?? [] {
      if let url = source.value["url"] { named.append(("url", url)) }
    }
    let pages = root["pages"]?.items ?? []
    for page in pages {
      if let icon = page["icon"] { named.append(("icon", icon)) }
    }
    for cards in [root["cards"], root["detail"]] + pages.map({ $0["cards"] }) {
      // A card is a mapping with one key, its kind.
      for card in (cards?.items ?? []).compactMap(\.entries.first?.value) {
        for key in ["logo", "image"] {
          if let picture = card[key] { named.append((key, picture)) }
        }
      }
    }
    return named.flatMap { key, value in (value.items.isEmpty ? [value] : value.items).compactMap { missing($0, key) } }
      .sorted { $0.mark < $1.mark }
  }

  private func missing(_ node: Node, _ key: String) -> Diagnostic? {
    guard case .scalar(let text, _) = node.content, !text.isEmpty, !text.contains("{"), !text.contains("://"),
      !Files.exists(beside(text))
    else { return nil }
    return Diagnostic(
      .warning, file: name, mark: node.mark,
      message: "\"\(key)\": there is no file \(beside(text)) that can be read; it is shown once it is there")
  }
}

extension Node {
  /// Of a mapping; none of anything else.
  fileprivate var entries: [Entry] { if case .mapping(let entries) = content { entries } else { [] } }
  /// Of a sequence; none of anything else.
  fileprivate var items: [Node] { if case .sequence(let items) = content { items } else { [] } }
  /// The value of a mapping's key.
  subscript(_ key: String) -> Node? { entries.first { $0.key == key }?.value }
}
