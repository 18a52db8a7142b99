import Icons
import Markup
import Numbers
import Scene

extension CardTemplate {
  /// Appends the cards this template becomes: none, one, or one per item with headings between groups.
  ///
  /// - Parameter place: index of the template in its list, for the cards' identity.
  func evaluate(_ place: Int, _ evaluation: inout Evaluation, into cards: inout [Card]) {
    guard isThere(&evaluation) else { return }
    if kind == .group { return group(place, &evaluation, into: &cards) }
    if isOneForAll { return oneForAll(place, &evaluation, into: &cards) }
    guard each != nil else {
      if let card = card(CardID(place: place), &evaluation) { cards.append(card) }
      return
    }
    let (items, keys) = items(&evaluation)
    if case .agenda(let agenda)? = figure, group == nil {
      days(of: agenda, items, keys, place, &evaluation, into: &cards)
    } else if let every {
      slideshow(items, every: every, place, &evaluation, into: &cards)
    } else {
      list(items, keys, place, &evaluation, into: &cards)
    }
  }

  /// Whether it has its hours, and its condition holds.
  func isThere(_ evaluation: inout Evaluation) -> Bool {
    if let hours {
      evaluation.note(hours.nextChange(after: evaluation.moment))
      guard hours.contains(evaluation.moment) else { return false }
    }
    return when.map { evaluation.isTrue($0) } ?? true
  }

  /// There is no card where nothing is to be drawn.
  var vanishesWithoutValues: Bool {
    switch kind {
    case .chart, .forecast, .range: true
    default: false
    }
  }

  /// The item with a key; nil when there is none now. A card that does not repeat has the item it stands in.
  func item(_ key: String?, _ evaluation: inout Evaluation) -> Value? {
    guard let key else { return evaluation.item }
    let (items, keys) = items(&evaluation)
    guard let wanted = keys.firstIndex(of: key) else { return nil }
    guard expressions.contains(where: { $0.names("index") }) else { return items[wanted] }
    var index: Int?
    let outer = evaluation.item
    forEachShown(items, &evaluation) { position, evaluation in if position == wanted { index = evaluation.index } }
    (evaluation.item, evaluation.index) = (outer, index)
    return items[wanted]
  }

  /// What the card repeats over. The item stays as it was.
  func items(_ evaluation: inout Evaluation) -> (items: [Value], keys: [String]) {
    switch each {
    case .source(let name):
      guard case .source(let records)? = evaluation.globals[name] else { return ([], []) }
      return (records.items, records.keys)
    case .list(let expression):
      if case .global(let name, _) = expression, case .source(let records)? = evaluation.globals[name] {
        return (records.items, records.keys)
      }
      let outer = evaluation.item
      defer { evaluation.item = outer }
      let value = evaluation.value(expression)
      let items: [Value] =
        switch value {
        case .list(let items): items
        case .null: []
        default: [value]
        }
      let records = SourceRecords(
        value: .list(items), keys: evaluation.keys(of: items, by: nil), nextChange: nil)
      return (items, records.keys)
    case nil: return ([], [])
    }
  }

  private func list(
    _ items: [Value], _ keys: [String], _ place: Int, _ evaluation: inout Evaluation, into cards: inout [Card]
  ) {
    let most = evaluation.wantsHeads && kind == .row && items.count > Self.longList ? Self.headRows * columns : .max
    if condition == nil { cards.reserveCapacity(cards.count + min(items.count, limit ?? .max, Bounds.cards, most)) }
    var heading: String?
    let first = cards.count
    var isHeadDue = true
    forEachShown(items, &evaluation, most: most) { position, evaluation in
      guard cards.count < Bounds.cards else {
        evaluation.leavesOutCards = true
        return
      }
      guard let card = card(CardID(place: place, key: keys[position]), &evaluation) else { return }
      if let group, case let text = evaluation.text(group), text != heading {
        heading = text
        // Without words it is a line: an item of no group does not stand under another's heading.
        cards.append(Card(id: CardID(place: place, key: keys[position], isHeading: true), kind: .section, title: text))
        isHeadDue = true
      }
      if isHeadDue, kind == .table, columns == 1 {
        cards.append(head(place, keys[position], evaluation.moment.language))
      }
      isHeadDue = false
      cards.append(card)
    }
    // A few departures explain themselves.
    if kind == .departure, group == nil, columns == 1, cards.count - first >= Self.headedDepartures {
      // Fits: cards have come behind `first`.
      cards.insert(head(place, cards[first].id.key ?? "", evaluation.moment.language), at: first)
    }
    // Fits: as many cards as there were before, or more.
    if kind == .range { Self.giveScale(to: &cards[first...], in: evaluation.moment.language) }
  }

  private static let headedDepartures = 4

  /// Items from which on a list is so long that its first rows can be shown before the others are evaluated, and how many those are in
  /// each of its columns: more than any panel shows. Rows alone: tables, departures and ranges have columns and scales that follow from all of them.
  static let longList = 5_000
  static let headRows = 1_000

  /// What stands over the columns of its list.
  ///
  /// - Parameter key: of the item it stands over; the heading of its group has that, too.
  private func head(_ place: Int, _ key: String, _ language: Language) -> Card {
    var heads = [language.lineHead, language.destinationHead, language.platformHead, language.dueHead]
    if case .table(let table)? = figure { heads = table.columns.map(\.head) }
    return Card(id: CardID(place: place, key: key + "\u{1}", isHeading: true), kind: kind, figure: .head(heads))
  }

  /// One card whose picture is the one whose turn it is; which one follows from the time alone.
  private func slideshow(
    _ items: [Value], every: Double, _ place: Int, _ evaluation: inout Evaluation, into cards: inout [Card]
  ) {
    var shown: [Int] = []
    forEachShown(items, &evaluation) { position, _ in shown.append(position) }
    guard !shown.isEmpty else { return }
    let turn = (evaluation.moment.time / every).rounded(.down)
    if shown.count > 1 { evaluation.note((turn + 1) * every) }
    let count = Double(shown.count)
    let remainder = turn - (turn / count).rounded(.down) * count
    let index = min(max(Int(clamping: remainder), 0), shown.count - 1)
    evaluation.item = items[shown[index]]
    guard var card = card(CardID(place: place), &evaluation) else { return }
    if shown.count > 1, let image {
      // Fits: the next of more than one.
      evaluation.item = items[shown[(index + 1) % shown.count]]
      card.upcoming = evaluation.picture(image, focus)
    }
    cards.append(card)
  }

  /// Calls `body` with the position of every item that `where`, `skip` and `limit` leave, which is the evaluation's item then.
  ///
  /// - Parameter most: of them; the evaluation is told when there would be more.
  func forEachShown(
    _ items: [Value], _ evaluation: inout Evaluation, most: Int = .max, _ body: (Int, inout Evaluation) -> Void
  ) {
    var skipped = 0
    var count = 0
    defer { evaluation.index = nil }
    for position in items.indices {
      if let limit, count == limit { return }
      if count == most {
        evaluation.goesOn = true
        return
      }
      guard evaluation.spend(1) else { return }
      evaluation.item = items[position]
      evaluation.index = count
      if let condition, !evaluation.isTrue(condition) { continue }
      if skipped < skip {
        skipped += 1
        continue
      }
      count += 1
      body(position, &evaluation)
    }
  }

  /// The card for the evaluation's item; nil when nothing is left of it.
  ///
  /// - Parameter figure: of all its items, for a card that stands for them.
  func card(_ id: CardID, _ evaluation: inout Evaluation, figure made: Figure? = nil) -> Card? {
    var card = Card(
      id: id, kind: kind, ratio: ratio, fit: fit, isFilled: isFilled, columns: columns, tap: tap?.action)
    card.keepsRatio = keepsRatio
    card.announce = announce
    if let title { card.title = evaluation.text(title) }
    if let subtitle { card.subtitle = evaluation.text(subtitle) }
    if let trail {
      card.trail = evaluation.text(trail)
      card.isTrailTime = trail.isTime
    }
    if let badge { card.badge = evaluation.text(badge) }
    if let text { card.text = evaluation.text(text, isCode: kind == .qr) }
    if let image {
      var picture = evaluation.picture(image, focus)
      if isLive, let address = picture?.url { picture?.isLive = WebAddress.isWeb(address) }
      card.image = picture
    }
    if let endImage { card.endImage = evaluation.picture(endImage) }
    if let alt { card.alt = evaluation.text(alt) ?? (alt.constant == nil ? nil : "") }
    if let icon { card.icon = evaluation.text(icon).flatMap { Icon($0)?.name } }
    switch clock {
    case .minutes:
      card.clock = DateFormat.text(
        evaluation.moment.language.timeFormat, at: evaluation.moment.time, in: evaluation.moment)
      evaluation.note(evaluation.moment.nextMinute)
    case .seconds:
      card.clock = DateFormat.text(
        evaluation.moment.language.preciseTimeFormat, at: evaluation.moment.time, in: evaluation.moment)
      evaluation.note(evaluation.moment.nextSecond)
    case nil: break
    }
    card.figure = made ?? figure?.evaluate(&evaluation)
    guard card.hasContent else { return nil }
    // Of a month with items it is that of their days.
    if made == nil || kind == .forecast || each == nil { card.tone = tone(&evaluation) }
    if card.tone == nil, case .gauge(let gauge)? = card.figure { card.tone = gauge.tone }
    return card
  }

  /// The first whose condition holds.
  func tone(_ evaluation: inout Evaluation) -> Card.Tone? {
    tones.first { rule in rule.condition.map { evaluation.isTrue($0) } ?? true }?.tone
  }
}

extension Template {
  /// One of its values is a time, and says so by its filter.
  fileprivate var isTime: Bool {
    expressions.contains { expression in
      if case .filtered(_, let filter, _) = expression {
        filter == .time || filter == .date || filter == .ago
      } else {
        false
      }
    }
  }
}

extension Card {
  /// Something is left to show. An image card is its picture, a code what it holds; a number without a value is one that is missed.
  fileprivate var hasContent: Bool {
    switch kind {
    case .image: image != nil
    case .number, .own, .gauge, .clock, .toggle, .slider, .stepper, .choice, .keypad, .entry, .field, .keyboard: true
    case .chart, .forecast, .range, .month: figure != nil
    case .table: if case .table(let table)? = figure { table.cells.contains { $0 != nil } } else { false }
    case .group: false
    case .button, .qr: text != nil
    case .agenda, .departure: title != nil || subtitle != nil || badge != nil
    case .header, .section, .row, .hero, .text:
      title != nil || subtitle != nil || trail != nil || badge != nil || text != nil || image != nil || clock != nil
        || icon != nil
    }
  }
}

extension Evaluation {
  /// The picture a template names; none when that is a file of this machine and a server has said which.
  ///
  /// - Parameter focus: its subject, in shares of its sides; the middle where nobody says.
  fileprivate mutating func picture(_ template: Template, _ focus: Point? = nil) -> ImageReference? {
    guard let address = wholeText(template) else { return nil }
    let isLocal = !WebAddress.isWeb(address)
    if isLocal, !trustsFiles, template.knownText.isEmpty {
      hasRefusedFile = true
      return nil
    }
    var picture = ImageReference(url: address)
    if let focus { picture.focus = focus }
    return picture
  }
}
