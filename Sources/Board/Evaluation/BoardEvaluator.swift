import Numbers
public import Refresh
import Scene

/// A board and its data: what every page shows at a moment.
///
/// A value; whoever holds it feeds answers in and asks for pages, on one queue.
public struct BoardEvaluator: Sendable {
  /// As read from its file.
  public let board: BoardFile
  var states: [SourceState]
  let positions: [String: Int]
  private let bounds: Bounds
  /// Of pages that have been shown, by their place in the board.
  private var names: [Int: CardNames] = [:]

  /// What one source has brought so far.
  struct SourceState {
    var answers: [Value] = []
    /// Bytes of memory they take, by `Value.cost`.
    var cost = 0
    /// When they last came, or were last said to be unchanged; nil when never.
    var fetched: Double?
    /// How it was last asked in vain, since it last answered.
    var trouble: SourceTrouble?
    var records = SourceRecords.none
    var isDirty = false
    /// It pushes, and the way it comes by stands: what it said last holds, however long ago that was.
    var isOpen = false
    /// Names of the sources its shaping reads.
    var reads: Set<String> = []
  }

  /// A board without data yet.
  ///
  /// - Parameter bounds: how much memory the values of all sources may take together.
  public init(_ board: BoardFile, bounds: Bounds = .standard) {
    self.board = board
    self.bounds = bounds
    states = board.sources.map { source in
      var state = SourceState()
      let expressions =
        [source.items, source.columns, source.condition, source.order?.expression, source.key]
        + source.with.map(\.expression)
      for expression in expressions { expression?.forEachGlobal { name, _ in state.reads.insert(name) } }
      if let origin = source.origin { state.reads.insert(origin) }
      return state
    }
    positions = Dictionary(board.sources.enumerated().map { ($1.name, $0) }) { first, _ in first }
  }

  /// Takes what a source's addresses answered, in the order of `urls`; names that are no source are ignored.
  ///
  /// - Parameter time: when the answers came; seconds since 1970 UTC.
  /// - Returns: why they are not taken: with what the other sources have brought, they would be more than a board may hold. What the
  ///   source brought before stays, with its age. Nil when they are taken.
  @discardableResult
  public mutating func update(_ source: String, answers: [Value], at time: Double) -> BoundExceeded? {
    guard let position = positions[source] else { return nil }
    let cost = answers.reduce(0) { $0 + $1.cost }
    let others = states.reduce(0) { $0 + $1.cost } - states[position].cost
    // A source that takes less than before is let in, whatever the others take.
    if cost > states[position].cost, others + cost > bounds.board {
      states[position].trouble = SourceTrouble(outcome: .failure)
      return .board(found: cost, others: others, bound: bounds.board)
    }
    states[position].answers = answers
    states[position].cost = cost
    states[position].fetched = time
    states[position].trouble = nil
    states[position].isDirty = true
    return nil
  }

  /// From now on nothing is known of what a source has brought.
  public mutating func forget(_ source: String) {
    guard let position = positions[source] else { return }
    states[position].answers = []
    (states[position].cost, states[position].fetched, states[position].isDirty) = (0, nil, true)
  }

  /// Takes note that a source was asked in vain: where there is nothing to show of it, the page says why.
  ///
  /// - Parameter isKeepers: why is the affair of whoever keeps the panel: a password is missing, or was refused, or a file is not there.
  public mutating func fail(_ source: String, with outcome: RefreshOutcome, isKeepers: Bool = false) {
    guard let position = positions[source] else { return }
    states[position].trouble = SourceTrouble(outcome: outcome, isKeepers: isKeepers)
  }

  /// Takes note that a source's answers are unchanged as of `time`.
  public mutating func confirm(_ source: String, at time: Double) {
    guard let position = positions[source], states[position].fetched != nil else { return }
    states[position].fetched = time
    states[position].trouble = nil
  }

  /// Takes note whether the way stands that a source pushes by. When it has fallen, what it said last held until now.
  public mutating func setOpen(_ source: String, _ isOpen: Bool, at time: Double) {
    guard let position = positions[source], states[position].isOpen != isOpen else { return }
    states[position].isOpen = isOpen
    // What counts as too old changes with it.
    states[position].isDirty = true
    if isOpen { states[position].trouble = nil } else { confirm(source, at: time) }
  }

  /// Whether what a source has brought is shown without a word about its age or about trouble.
  public func isFresh(_ source: String, at moment: Moment) -> Bool {
    guard let position = positions[source], let fetched = states[position].fetched, states[position].trouble == nil
    else {
      return false
    }
    return states[position].isOpen
      || moment.time <= fetched + min(2 * board.sources[position].every, board.sources[position].keep)
        && !Freshness.isAhead(fetched, of: moment.time)
  }

  /// Takes over what these sources have brought to the evaluator of another version of the board.
  public mutating func adopt(_ sources: Set<String>, from other: BoardEvaluator) {
    for name in sources {
      guard let position = positions[name], let old = other.positions[name] else { continue }
      states[position].answers = other.states[old].answers
      states[position].cost = other.states[old].cost
      states[position].fetched = other.states[old].fetched
      states[position].trouble = other.states[old].trouble
      states[position].isOpen = other.states[old].isOpen
      states[position].isDirty = true
    }
  }

  /// Everything a page shows.
  ///
  /// - Parameters:
  ///   - page: index in `board.pages`.
  ///   - wantsHeads: of lists of thousands of rows the first ones do; the content says whether there are more.
  public mutating func content(page: Int, at moment: Moment, wantsHeads: Bool = false) -> PageContent {
    guard board.pages.indices.contains(page) else { return PageContent(cards: [], sources: []) }
    let cards = board.pages[page].cards
    let names = names[page] ?? CardNames(cards, in: board)
    self.names[page] = names
    // Which part of a page is on show follows from how many there are.
    let wantsHeads = wantsHeads && !board.pages[page].shape.isPaged
    var content = content(cards, names, page: board.pages[page], item: .null, at: moment, wantsHeads: wantsHeads)
    content.shape = board.pages[page].shape
    if content.shape.isPaged {
      let turn = (moment.time / PageShape.turnLength).rounded(.down)
      content.shape.turn = Int(clamping: turn)
      content.nextChange = min(content.nextChange ?? .infinity, (turn + 1) * PageShape.turnLength)
    }
    return content
  }

  /// What the detail page shows of the item whose card was tapped; nil when the item is gone.
  ///
  /// - Parameters:
  ///   - id: of a card of `page` with a `tap` of `detail`.
  ///   - page: index in `board.pages`.
  public mutating func detail(of id: CardID, page: Int, at moment: Moment) -> PageContent? {
    guard let (card, item, _) = template(of: id, page: page, at: moment) else { return nil }
    var content = content(
      board.detail, CardNames(board.detail, in: board), page: board.pages[page], item: item,
      from: Names([card], in: board).sources, at: moment)
    content.shape.isMirrored = board.pages[page].shape.isMirrored
    return content
  }

  /// The template a card has come from, the item it shows now, and an evaluation to go on with; nil when the item is gone.
  mutating func template(
    of id: CardID, page: Int, inDetailOf detail: CardID? = nil, at moment: Moment
  ) -> (card: CardTemplate, item: Value, evaluation: Evaluation)? {
    var outer = Value.null
    if let detail {
      guard let (_, item, _) = template(of: detail, page: page, at: moment) else { return nil }
      outer = item
    }
    guard board.pages.indices.contains(page) else { return nil }
    let cards = detail == nil ? board.pages[page].cards : board.detail
    let place = id.group?.place ?? id.place
    guard cards.indices.contains(place) else { return nil }
    var card = cards[place]
    var evaluation = evaluation(for: Names([card], in: board), page: board.pages[page], at: moment)
    evaluation.item = outer
    evaluation.tapped = outer
    if let group = id.group {
      guard let item = card.item(group.key, &evaluation), card.cards.indices.contains(id.place) else { return nil }
      (evaluation.item, evaluation.tapped, evaluation.index) = (item, item, nil)
      card = card.cards[id.place]
    }
    guard let item = card.item(id.key, &evaluation) else { return nil }
    return (card, item, evaluation)
  }

  /// The pages on offer at a moment, as indices in `board.pages`, and when the offer changes next.
  ///
  /// Never empty, for an empty panel would look like a fault: where there is none it is the first whose hours these are, and between the hours
  /// of all the one whose hours begin next.
  public mutating func offeredPages(at moment: Moment) -> (pages: [Int], nextChange: Double?) {
    var next: Double?
    var coming: (page: Int, start: Double)?
    var (pages, unwanted): ([Int], [Int]) = ([], [])
    for (number, page) in board.pages.enumerated() {
      if let hours = page.hours {
        let change = hours.nextChange(after: moment)
        next = min(next ?? .infinity, change)
        guard hours.contains(moment) else {
          // Outside its hours the next of their ends is a start.
          if change < coming?.start ?? .infinity { coming = (number, change) }
          continue
        }
      }
      let (isWanted, change) = isWanted(page, at: moment)
      if let change { next = min(next ?? .infinity, change) }
      if isWanted { pages.append(number) } else { unwanted.append(number) }
    }
    return (pages.isEmpty ? [unwanted.first ?? coming?.page ?? 0] : pages, next)
  }

  /// Whether a page's condition holds, and when that changes by time alone.
  private mutating func isWanted(_ page: Page, at moment: Moment) -> (Bool, nextChange: Double?) {
    guard let condition = page.when else { return (true, nil) }
    var names: Set<String> = []
    condition.forEachGlobal { name, _ in names.insert(name) }
    var evaluation = evaluation(for: Names(reading: names, in: board), page: page, at: moment)
    let isWanted = evaluation.isTrue(condition)
    return (isWanted, evaluation.nextChange)
  }

  /// The address of the picture a page has in the row of pages; nil for none.
  public func icon(ofPage page: Int, at moment: Moment) -> String? {
    guard board.pages.indices.contains(page), let icon = board.pages[page].icon else { return nil }
    var evaluation = Evaluation(moment: localized(moment), globals: ["board": .value(title(at: moment))])
    return evaluation.wholeText(icon)
  }

  /// When the oldest data of these sources came, or was last said to be unchanged; seconds since 1970 UTC, nil when none of them
  /// has any.
  public func oldestAnswer(of sources: [String]) -> Double? {
    let known = sources.compactMap { positions[$0] }.map { states[$0] }
    // What pushes is as it is now.
    let old = known.filter { !$0.isOpen }.compactMap(\.fetched).min()
    return old ?? known.compactMap(\.fetched).max()
  }

  /// The moment in the board's language.
  public func localized(_ moment: Moment) -> Moment {
    var local = Moment(time: moment.time, zone: moment.zone, language: board.language)
    local.zones = board.zones
    return local
  }

  // MARK: Pages

  private mutating func content(
    _ cards: [CardTemplate], _ cardNames: CardNames, page: Page, item: Value, from origin: Set<String> = [],
    at moment: Moment, wantsHeads: Bool = false
  ) -> PageContent {
    let names = cardNames.all
    var evaluation = evaluation(for: names, page: page, at: moment)
    evaluation.wantsHeads = wantsHeads
    evaluation.item = item
    evaluation.tapped = item
    var content = PageContent(cards: [], sources: [])
    var silent = silentSources(names.sources)
    var told: Set<String> = []
    let remote = Set(board.sources.filter(\.isRemote).map(\.name))
    for remark in evaluation.takeRemarks() { content.problems.append("\"let\": \(remark)") }
    for (place, card) in cards.enumerated() {
      evaluation.item = item
      let first = content.cards.count
      // All that comes of it, headings and a word of what is missing too.
      defer {
        if let column = card.column {
          // Fits: an index of its own.
          for index in content.cards.indices.dropFirst(first) { content.cards[index].column = column }
        }
      }
      // A sheet of days is one, whatever stands on it.
      // A heading does not stand over nothing.
      // Fits: there is one before any but the first.
      let isHeaded =
        place > 0 && cards[place - 1].kind == .section
        && content.cards.last?.id.place == place - 1
      if case .source(let name)? = card.each, card.kind != .month, let trouble = silent[name] {
        // One card for a source, however many repeat over it.
        if !told.contains(name) || isHeaded, card.isThere(&evaluation) {
          told.insert(name)
          content.cards.append(Card(missing: trouble, at: place, in: page.language ?? board.language))
        }
        continue
      }
      evaluation.trustsFiles =
        cardNames.sources(ofCard: place).isDisjoint(with: remote) && origin.isDisjoint(with: remote)
      evaluation.hasRefusedFile = false
      evaluation.leavesOutCards = false
      let isCut = evaluation.isCut { card.evaluate(place, &$0, into: &content.cards) }
      // What is drawn of a source's values has no place of its own without them, as a list has none without items.
      if content.cards.count == first, card.vanishesWithoutValues,
        let name = cardNames.sources(ofCard: place).filter({ silent[$0] != nil }).min(), let trouble = silent[name],
        card.isThere(&evaluation)
      {
        if !told.contains(name) || isHeaded {
          content.cards.append(Card(missing: trouble, at: place, in: page.language ?? board.language))
        }
        told.insert(name)
      }
      if evaluation.hasRefusedFile {
        content.problems.append(
          "card \(place + 1), \"\(card.kind.rawValue)\": a server's data names a file of this machine as its picture; it is not shown. If it shall be, write its directory into the board, as in image: \"pictures/{name}\""
        )
      }
      if evaluation.leavesOutCards {
        content.problems.append(
          "card \(place + 1), \"\(card.kind.rawValue)\": a page shows \(Bounds.cards) cards at most, and the rest of its items is left out; show fewer with \"limit\" or \"where\""
        )
      }
      for remark in evaluation.takeRemarks() {
        content.problems.append("card \(place + 1), \"\(card.kind.rawValue)\": \(remark)")
      }
      if isCut {
        content.problems.append(
          "card \(place + 1), \"\(card.kind.rawValue)\": \(Evaluation.tooMuch(evaluation.heaviest?.expression))")
      }
      if card.each == nil, let every = card.every, content.cards.count > first, let image = content.cards[first].image {
        let turn = (moment.time / every).rounded(.down)
        content.pictureTurns[image.url] = turn
        evaluation.note((turn + 1) * every)
      }
    }
    if case .text(let title)? = evaluation.globals["page"]?.value { content.title = title }
    content.sources = board.sources.map(\.name).filter(names.sources.contains)
    content.staleSince = staleSince(names.sources, &evaluation)
    let toldOf = Set(told.map(fetched))
    silent = silent.filter { !toldOf.contains(fetched($0.key)) }
    content.silence = silent.values.min { $0.outcome.gravity > $1.outcome.gravity }?.reason(in: board.language)
    for name in content.sources {
      guard let records = positions[name].map({ states[$0].records }) else { continue }
      if let next = records.nextChange { evaluation.note(next) }
      content.problems += records.remarks.map { "source \(name): \($0)" }
      if records.isCut { content.problems.append("source \(name): \(Evaluation.tooMuch(records.heaviest))") }
    }
    content.nextChange = evaluation.nextChange
    content.goesOn = evaluation.goesOn
    return content
  }

  /// An evaluation that knows the board's names as of now.
  mutating func evaluation(for names: Names, page: Page, at moment: Moment) -> Evaluation {
    let title = title(at: moment)
    shapeSources(title: title, at: moment)
    var local = localized(moment)
    if let language = page.language {
      local.language = language
      local.language.hasLakhs = board.language.hasLakhs
    }
    var evaluation = Evaluation(moment: local)
    evaluation.globals["board"] = .value(title)
    evaluation.zones = board.zones
    for name in names.sources {
      if let position = positions[name] { evaluation.globals[name] = .source(states[position].records) }
    }
    let pageTitle = page.title.flatMap { evaluation.text($0) }
    evaluation.globals["page"] = .value(pageTitle.map(Value.text) ?? .null)
    for binding in board.lets where names.lets.contains(binding.name) {
      evaluation.globals[binding.name] = .value(evaluation.value(binding.expression))
    }
    return evaluation
  }

  /// What a source has come to: after `items`, `with`, `where`, `sort` and `limit`. Nil for a name that is no source.
  public mutating func records(of source: String, at moment: Moment) -> SourceRecords? {
    shapeSources(title: title(at: moment), at: moment)
    return positions[source].map { states[$0].records }
  }

  /// The same without its `where` and `limit`.
  func unconditional(_ source: String, at moment: Moment) -> SourceRecords? {
    guard let position = positions[source] else { return nil }
    var open = board.sources[position]
    (open.condition, open.limit) = (nil, nil)
    if let origin = open.origin.flatMap({ positions[$0] }) {
      return open.selection(of: states[origin].records, globals: [:], at: localized(moment))
    }
    guard !states[position].answers.isEmpty else { return nil }
    return open.shape(states[position].answers, globals: [:], at: localized(moment))
  }

  func title(at moment: Moment) -> Value {
    var evaluation = Evaluation(moment: localized(moment))
    return board.title.flatMap { evaluation.text($0) }.map(Value.text) ?? .null
  }

  /// Shapes again what has new answers, what time has changed, and what reads either.
  private mutating func shapeSources(title: Value, at moment: Moment) {
    var changed: Set<String> = []
    for i in states.indices {
      let source = board.sources[i]
      let state = states[i]
      let isDue = state.records.nextChange.map { $0 <= moment.time } ?? false
      guard state.isDirty || isDue || !state.reads.isDisjoint(with: changed) else { continue }
      var globals: [String: Evaluation.Global] = ["board": .value(title)]
      for other in states.indices[..<i] where state.reads.contains(board.sources[other].name) {
        globals[board.sources[other].name] = .source(states[other].records)
      }
      if let origin = source.origin.flatMap({ positions[$0] }) {
        states[i].records = source.selection(of: states[origin].records, globals: globals, at: localized(moment))
      } else {
        states[i].records = source.records(
          state.answers, fetched: state.fetched, isOpen: state.isOpen, globals: globals, at: localized(moment))
      }
      states[i].isDirty = false
      changed.insert(source.name)
    }
  }

  /// The source that is fetched for a source: itself, unless it is a selection of another one.
  public func fetched(_ name: String) -> String {
    var name = name
    // Each is made of one above it: there are no circles.
    while let position = positions[name], let origin = board.sources[position].origin { name = origin }
    return name
  }

  /// Sources that have nothing to show, and were asked in vain.
  private func silentSources(_ names: Set<String>) -> [String: SourceTrouble] {
    var silent: [String: SourceTrouble] = [:]
    for name in names {
      guard let position = positions[name], case .null = states[position].records.value else { continue }
      let own = positions[fetched(name)].flatMap { states[$0].trouble }
      // What it asks with has not come either.
      let inputs = board.sources[position].inputs.lazy.compactMap {
        positions[fetched($0)].flatMap { states[$0].trouble }
      }
      silent[name] = own ?? inputs.first
    }
    return silent
  }

  /// From when the oldest data is that is older than twice its interval; nil when all is fresh.
  private func staleSince(_ names: Set<String>, _ evaluation: inout Evaluation) -> String? {
    var oldest: Double?
    for name in names {
      guard let position = positions[name], let fetched = states[position].fetched, !states[position].isOpen else {
        continue
      }
      // Nothing of what is too old is shown.
      guard evaluation.moment.time < fetched + board.sources[position].keep else { continue }
      let limit = fetched + 2 * board.sources[position].every
      let isAhead = Freshness.isAhead(fetched, of: evaluation.moment.time)
      if isAhead { evaluation.note(after: fetched - Freshness.slack) }
      if evaluation.moment.time > limit || isAhead {
        oldest = min(oldest ?? .infinity, fetched)
      } else {
        evaluation.note(after: limit)
      }
    }
    guard let oldest else { return nil }
    return Freshness.stamp(oldest, at: evaluation.moment)
  }
}

extension Source {
  /// Items as they are shown: none once they are older than `keep`.
  fileprivate func records(
    _ answers: [Value], fetched: Double?, isOpen: Bool, globals: [String: Evaluation.Global], at moment: Moment
  ) -> SourceRecords {
    guard let fetched, isOpen || moment.time < fetched + keep && !Freshness.isUnknown(fetched, at: moment.time) else {
      return .none
    }
    let records = shape(answers, globals: globals, at: moment)
    return isOpen ? records : records.changing(by: fetched + keep)
  }
}
