/// The sources and `let` values that cards read, directly or through other `let` values.
struct Names {
  private(set) var sources: Set<String> = []
  private(set) var lets: Set<String> = []

  init(_ cards: [CardTemplate], in board: BoardFile) {
    self.init(reading: cards.reduce(into: []) { $0.formUnion($1.globals) }, in: board)
  }

  /// - Parameter globals: the names that are read, with a `$` before them.
  init(reading globals: Set<String>, in board: BoardFile) {
    var found = globals
    // From the last to the first: each reads only what stands above it.
    for binding in board.lets.reversed() where found.contains(binding.name) {
      lets.insert(binding.name)
      binding.expression.forEachGlobal { name, _ in found.insert(name) }
    }
    // A selection shows what its source has brought.
    for source in board.sources.reversed() where found.contains(source.name) {
      sources.insert(source.name)
      if let origin = source.origin { found.insert(origin) }
      // A pull asks anew for what it asks with.
      found.formUnion(source.inputs)
    }
  }
}

extension BoardFile {
  /// The sources that what stands on a card comes from: those its keys read, through `let` values, selections and whatever those read.
  ///
  /// - Parameters:
  ///   - lists: what is repeated around it: the group it stands in, the card whose detail page it is on.
  ///   - page: index in `pages`.
  package func origins(of card: CardTemplate, within lists: [CardTemplate.Each?], page: Int) -> Set<String> {
    var found: Set<String> = card.globals
    for list in lists.compactMap(\.self) { found.formUnion(list.globals) }
    while true {
      let names = Names(reading: found, in: self)
      var all = found.union(names.sources).union(names.lets)
      for binding in lets where all.contains(binding.name) { all.formUnion(binding.expression.globals) }
      for source in sources where all.contains(source.name) {
        for expression in source.expressions { all.formUnion(expression.globals) }
      }
      if all.contains("page"), pages.indices.contains(page) {
        all.formUnion((pages[page].title?.expressions ?? []).flatMap(\.globals))
      }
      guard all.count > found.count else { return names.sources }
      found = all
    }
  }
}

extension CardTemplate {
  /// Whether anything on it is of the item it is shown for.
  package var readsItem: Bool {
    if case .list(let list)? = each, list.readsItem { return true }
    return expressions.contains { $0.readsItem }
  }
}

extension CardTemplate.Each {
  fileprivate var globals: Set<String> {
    switch self {
    case .source(let name): [name]
    case .list(let list): Set(list.globals)
    }
  }
}

/// The names of a list of cards, and of each.
struct CardNames {
  let all: Names
  private let sources: [Set<String>]

  init(_ cards: [CardTemplate], in board: BoardFile) {
    all = Names(cards, in: board)
    sources = cards.map { Names([$0], in: board).sources }
  }

  /// Sources that a card's data may come from; none for a card that is not in the list.
  func sources(ofCard place: Int) -> Set<String> { sources.indices.contains(place) ? sources[place] : [] }
}

extension CardTemplate {
  /// Every `$name` of the card, and the source it repeats over.
  fileprivate var globals: Set<String> {
    var names: Set<String> = []
    if let each { names.formUnion(each.globals) }
    for expression in expressions { expression.forEachGlobal { name, _ in names.insert(name) } }
    for card in cards { names.formUnion(card.globals) }
    return names
  }

  /// Everything the card evaluates, but what it repeats over.
  var expressions: [Expression] {
    var expressions = [condition, when] + tones.map(\.condition)
    for template in [group, title, subtitle, trail, badge, text, image, endImage, alt, icon] {
      expressions += template?.expressions ?? []
    }
    expressions += figure?.expressions ?? []
    expressions += tap?.expressions ?? []
    return expressions.compactMap(\.self)
  }
}
