import Board
import Content
import Markup
import Preview
import Vitrine

/// What the page sets, asks and is told beside the panels.
extension Studio {
  /// Carries out what a page has set.
  func set(_ order: StudioOrder) {
    var renewed: String?
    let (old, new) = change { conditions in
      switch order {
      case .clock(let text):
        let now = WallClock.system().now()
        let time = text.isEmpty ? nil : now.instant(text)
        conditions.shift = time.map { $0 - now.time } ?? 0
      case .size(let size): conditions.size = size
      case .language(let code): conditions.language = code.isEmpty ? nil : code
      case .distance(let distance): conditions.distance = distance
      case .network(let name, let network):
        conditions.network[name] = network
        renewed = name
      case .data(let name, let figure):
        conditions.data[name] = figure
        renewed = name
      default: break
      }
    }
    if let renewed { sources.renew(renewed) }
    if new.needsNewKiosk(after: old) {
      for panel in panels { panel.restart() }
    } else if new.language != old.language {
      for panel in panels { panel.restage() }
    } else if new.shift != old.shift {
      for panel in panels { panel.showAnew() }
    }
    tellConditions()
  }

  /// Tells how everything is that can be set.
  func tellConditions() {
    let conditions = conditions
    server.tell(
      "conditions",
      [
        .init("shift", .number(conditions.shift)), .init("size", .number(conditions.size)),
        .init("language", conditions.language.map { .text($0) } ?? .null),
        .init("languages", .list(Language.codes.map { .text($0) })),
        .init("distance", conditions.distance.map { .number($0) } ?? .null),
        .init("networks", .list(Conditions.Network.allCases.map { .text($0.rawValue) })),
        .init("figures", .list(Conditions.Figure.allCases.map { .text($0.rawValue) })),
        .init(
          "network",
          .object(conditions.network.sorted { $0.key < $1.key }.map { .init($0.key, .text($0.value.rawValue)) })),
        .init(
          "data", .object(conditions.data.sorted { $0.key < $1.key }.map { .init($0.key, .text($0.value.rawValue)) })),
      ])
  }

  /// Tells how the sources stand.
  func tellSources() {
    let list = (board?.sources ?? []).map { source -> JSON in
      let known = sources.known(source.name)
      return [
        "name": .text(source.name), "isSelection": .flag(source.origin != nil),
        "items": source.items.map { .text("\($0)") } ?? .null,
        "time": known.compactMap(\.time).min().map { .number($0) } ?? .null,
        "problem": known.compactMap(\.problem).first.map { .text($0) } ?? .null,
      ]
    }
    server.tell("sources", [.init("list", .list(list))])
    for name in shownTrees() { later { [self] in showTree(of: name) } }
  }

  /// Tells what a source said last: each under a topic of its own, for pages look at different ones.
  func showTree(of name: String) {
    let values = sources.known(name).compactMap(\.value)
    server.tell("tree \(name)", [.init("source", .text(name)), .init("answers", .list(values.map(SourceTree.json)))])
  }

  /// Tells what an expression comes to on the first item of a source, with all sources of the board around it.
  func attempt(_ text: String, on name: String) {
    let items = (board?.sources.first { $0.name == name }?.items)
    let answer = sources.known(name).compactMap(\.value).first ?? .null
    let list = items.map { $0.tried(on: answer, at: clock.now()) } ?? answer
    let item: Value = if case .list(let values) = list { values.first ?? .null } else { list }
    var evaluator = board.map { BoardEvaluator($0) }
    for source in board?.sources ?? [] where source.origin == nil {
      let known = sources.known(source.name)
      evaluator?.update(source.name, answers: known.compactMap(\.value), at: known.compactMap(\.time).min() ?? 0)
    }
    let (value, problem) = SourceTree.tried(text, on: item, with: &evaluator, at: clock.now())
    server.tell(
      "tried",
      [
        .init("source", .text(name)), .init("expression", .text(text)), .init("value", value),
        .init("problem", problem.map { .text($0) } ?? .null),
      ])
  }

  /// Tells what is at a share of a panel's picture, or that nothing is.
  func inspect(_ number: Int, at spot: StudioSpot) {
    let path = setup.source.path
    // Where the file has mistakes, the lines are those of the board on show: the page tells what the file has in their place.
    let shown = shownText.map { Array($0.utf8) } ?? path.flatMap { try? Files.read($0, limit: 4 << 20) } ?? []
    panel(number)?.inspect(spot, file: BoardText(shown)) { [self] inspection in
      let found =
        inspection?.json(path: path.map { Files.absolute($0) }, at: clock.now().time)
        ?? [.init("panel", .number(Double(number))), .init("frame", .null)]
      server.tell("inspected", found + [.init("turn", .number(Double(nextInspection())))])
    }
  }
}
