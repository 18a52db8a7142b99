import Board
import Content
import Markup
import Numbers
import Scene
import Vitrine

/// What is to be known of a card somebody points at.
struct Inspection: Sendable {
  var panel: Int
  var hit: PanelGlass.Hit
  /// Pixels per dp, and millimetres of a pixel.
  var scale: Double
  var millimetres: Double
  /// What a finger needs, in millimetres.
  var target: Double
  var card: Card
  /// What the card was made from; nil for what no file says.
  var lines: Lines?
  var sources: [KioskReport.Source]

  /// A card's place in the file.
  struct Lines: Sendable {
    /// From 1.
    var first: Int
    var column: Int
    var texts: [String]
  }

  /// - Parameter now: seconds since 1970.
  func json(path: String?, at now: Double) -> [JSON.Member] {
    let frame = hit.frame
    func length(_ pixels: Int) -> JSON {
      [
        "px": .number(Double(pixels)), "dp": .number(Double(pixels) / scale),
        "mm": .number(Double(pixels) * millimetres),
      ]
    }
    let least = Double(min(frame.width, frame.height)) * millimetres
    let text = lines?.texts.joined(separator: "\n") ?? ""
    let used = sources.filter { text.contains($0.name) }
    return [
      .init("panel", .number(Double(panel))), .init("kind", .text(card.kind.rawValue)),
      .init("item", card.id.key.map { .text($0) } ?? .null),
      .init(
        "frame", .list([frame.x0, frame.y0, frame.width, frame.height].map { .number(Double($0)) })),
      .init("width", length(frame.width)), .init("height", length(frame.height)),
      .init("isTappable", .flag(hit.isTappable)), .init("least", .number(least)), .init("target", .number(target)),
      .init("path", path.map { .text($0) } ?? .null),
      .init("line", lines.map { .number(Double($0.first)) } ?? .null),
      .init("column", lines.map { .number(Double($0.column)) } ?? .null),
      .init("text", .text(text)),
      .init(
        "values", .list(card.shownTexts.map { ["key": .text($0.key), "value": .text($0.text)] })),
      .init(
        "sources",
        .list(
          used.map { source in
            [
              "name": .text(source.name), "age": source.updated.map { .number(max(now - $0, 0)) } ?? .null,
              "problems": .list(source.problems.map { .text($0) }),
            ]
          })),
    ]
  }
}

extension Card {
  /// What is written on it, by the keys of the board file.
  fileprivate var shownTexts: [(key: String, text: String)] {
    let texts: [(String, String?)] = [
      ("title", title), ("subtitle", subtitle), ("trail", trail), ("badge", badge), ("text", text), ("clock", clock),
      ("alt", alt), ("icon", icon), ("tone", tone?.rawValue), ("image", image?.url),
    ]
    return texts.compactMap { key, text in text.map { (key, $0) } }
  }
}

extension Inspection.Lines {
  /// The lines of a card: from its first key to the next line that is indented no further.
  init(of mark: Mark, in file: [String]) {
    // Fits: lines are counted from 1.
    let start = min(max(mark.line - 1, 0), max(file.count - 1, 0))
    func indentation(_ line: String) -> Int { line.prefix { $0 == " " }.count }
    var end = start + 1
    let own = file.indices.contains(start) ? indentation(file[start]) : 0
    while file.indices.contains(end), file[end].allSatisfy({ $0 == " " }) || indentation(file[end]) > own { end += 1 }
    let texts = file.indices.contains(start) ? Array(file[start..<end]) : []
    self.init(first: mark.line, column: mark.column, texts: texts.map { String($0.dropFirst(own)) })
  }
}

extension BoardFile {
  /// The template a card was made from.
  func template(of id: CardID, page: Int, inDetail: Bool) -> CardTemplate? {
    let list = inDetail ? detail : pages.indices.contains(page) ? pages[page].cards : []
    guard let group = id.group else { return list.indices.contains(id.place) ? list[id.place] : nil }
    guard list.indices.contains(group.place) else { return nil }
    let inner = list[group.place].cards
    return inner.indices.contains(id.place) ? inner[id.place] : list[group.place]
  }
}
