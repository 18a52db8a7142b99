public import Board
import Formats
import Icons

/// The files a board names outright: data of its sources, pictures of its cards, icons of its pages.
extension BoardSource {
  /// Warnings of those that are not there, may not be read, or are no pictures. A file may come later, and is then shown: none of
  /// them is an error.
  ///
  /// Addresses with values in them are known only once there is data.
  ///
  /// - Throws: when there is no board file.
  public func doubtfulFiles() throws(UserError) -> [Diagnostic] { try namedFiles { doubt($0, $1) } }

  /// Those that are not there, for whom they will not be there later either.
  ///
  /// - Throws: when there is no board file.
  package func missingFiles() throws(UserError) -> [Diagnostic] {
    try namedFiles { node, key in
      guard let file = file(of: node), !Files.exists(file) else { return nil }
      return Diagnostic(.error, file: name, mark: node.mark, message: "\"\(key)\": there is no file \(file)")
    }
  }

  /// What is said of each, in the order of the file.
  private func namedFiles(_ say: (Node, String) -> Diagnostic?) throws(UserError) -> [Diagnostic] {
    if isBuiltIn { return [] }
    let bytes = try self.bytes()
    guard let root = try? YAML.parse(bytes, file: name) else { return [] }
    var named: [(key: String, value: Node)] = []
    for source in root["sources"]?.entries ?? [] {
      if let url = source.value["url"] { named.append(("url", url)) }
      if let authority = source.value["ca"] { named.append(("ca", authority)) }
    }
    if let style = root["refresh"]?["style"], case .scalar(let name, _) = style.content, name.contains(".") {
      named.append(("style", style))
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
    return named.flatMap { key, value in (value.items.isEmpty ? [value] : value.items).compactMap { say($0, key) } }
      .sorted { $0.mark < $1.mark }
  }

  /// The path of a file that is named outright.
  private func file(of node: Node) -> String? {
    guard case .scalar(let text, _) = node.content, !text.isEmpty, !text.contains("{"), !text.contains("://"),
      !text.lowercased().hasPrefix("file:/"), text.programSource == nil
    else { return nil }
    return beside(text)
  }

  private func doubt(_ node: Node, _ key: String) -> Diagnostic? {
    guard let file = file(of: node), case .scalar(let text, _) = node.content else { return nil }
    let problem: String
    if !Files.exists(file), key != "style", key != "ca", Self.isHost(text) {
      problem = "there is no file \(file); in front of the address of a server https:// or http:// is missing"
    } else if !Files.exists(file), key == "icon", !text.contains(where: { $0 == "." || $0 == "/" }) {
      let isIcon = Icon(text) != nil
      problem =
        "a page's icon is a picture's file or address, such as pictures/\(text).svg\(isIcon ? ", and none of those that cards name" : "")"
    } else if !Files.exists(file) {
      problem = "there is no file \(file) that can be read; it is shown once it is there"
    } else if key == "logo" || key == "image" || key == "icon",
      let bytes = try? Files.read(file, limit: Artwork.maximumBytes),
      let found = Artwork.problem(with: bytes, named: file, isLoose: true)
    {
      problem = found
    } else {
      return nil
    }
    return Diagnostic(.warning, file: name, mark: node.mark, message: "\"\(key)\": \(problem)")
  }
}

extension BoardSource {
  /// Whether a path begins as the addresses of servers do: `example.org/x`, `localhost:8080`, `192.168.1.9/api`.
  private static func isHost(_ text: String) -> Bool {
    guard let first = text.split(separator: "/", omittingEmptySubsequences: false).first, !first.isEmpty,
      !first.hasPrefix(".")
    else { return false }
    let name = first.split(separator: ":", omittingEmptySubsequences: false)
    let labels = name[0].split(separator: ".", omittingEmptySubsequences: false)
    guard labels.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" } }) else {
      return false
    }
    if name.count == 2, !name[1].isEmpty, name[1].allSatisfy(\.isNumber) { return true }
    // A file's name alone may have a dot in it; behind a directory's there is seldom one.
    return name.count == 1 && labels.count >= 2 && first.count < text.count
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
