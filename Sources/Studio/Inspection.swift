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
  /// Where it stands in the file; nil for what no file says.
  var lines: CardLines?
  /// What the card was made from.
  var sources: [KioskReport.Source]

  /// - Parameter now: seconds since 1970.
  func json(path: String?, at now: Double) -> [JSON.Member] {
    let frame = hit.frame
    func length(_ pixels: Int) -> JSON {
      [
        "px": .number(Double(pixels)), "dp": .number(Double(pixels) / scale),
        "mm": .number(Double(pixels) * millimetres),
      ]
    }
    let least = Double(hit.least) * millimetres
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
      .init("text", .text(lines?.texts.joined(separator: "\n") ?? "")),
      .init(
        "values",
        .list(
          card.values(at: Set(lines?.written.keys.map { $0 } ?? [])).map { key, text in
            ["key": .text(key), "value": .text(text), "written": lines?.written[key].map { .text($0) } ?? .null]
          })),
      .init(
        "sources",
        .list(
          sources.map { source in
            [
              "name": .text(source.name), "age": source.updated.map { .number(max(now - $0, 0)) } ?? .null,
              "problems": .list(source.problems.map { .text($0) }),
            ]
          })),
    ]
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

  /// The sources a card was made from.
  ///
  /// - Parameter opened: the card whose detail page it is on; nil for one of the page itself.
  func origins(of id: CardID, page: Int, opened: CardID?) -> Set<String> {
    guard let card = template(of: id, page: page, inDetail: opened != nil) else { return [] }
    let list = opened != nil ? detail : pages.indices.contains(page) ? pages[page].cards : []
    var around: [CardTemplate.Each?] = []
    if let group = id.group, list.indices.contains(group.place) { around.append(list[group.place].each) }
    if let opened, card.readsItem || id.group != nil {
      around.append(template(of: opened, page: page, inDetail: false)?.each)
      if let group = opened.group, pages[page].cards.indices.contains(group.place) {
        around.append(pages[page].cards[group.place].each)
      }
    }
    return origins(of: card, within: around, page: page)
  }
}
