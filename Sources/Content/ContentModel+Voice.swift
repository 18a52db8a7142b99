import Board
import Refresh

/// The panel's voice: what is before the listener, what he moves to, and what changes meanwhile.
extension ContentModel {
  /// Seconds: longer than all that is said at once.
  private static let patience = 600.0
  /// Seconds before that when he is asked.
  private static let notice = 20.0
  /// Cards of which is said that they have changed, at once.
  private static let mostChanges = 3
  /// Cards of a page whose changes are noticed: what is said of each is kept.
  private static let mostWatched = 1000
  /// Cards read one after the other.
  private static let longestReading = 200

  private var words: SpokenWords { SpokenWords(shownLanguage.code) }
  private var sentences: SpokenSentences { SpokenSentences(shownLanguage.code) }

  /// Somebody listens to the panel, and this is what he does.
  mutating func listen(_ wish: Listening) {
    defer { expectSilence() }
    switch wish {
    case .help where narrator.isOn: readPage()
    case .help: if mayBegin { beginSpeech() }
    case .mute: endSpeech()
    case .headphones(let areIn):
      narrator.plug(areIn)
      guard board.speech != .off else { return }
      if areIn { beginSpeech() } else { endSpeech() }
    case .again: if let last = narrator.last { say(last.text, isUrgent: true) }
    case .louder(let steps):
      narrator.louder(by: steps)
      if let last = narrator.last { say(last.text, isUrgent: true) }
    case .faster(let steps):
      narrator.faster(by: steps)
      if let last = narrator.last { say(last.text, isUrgent: true) }
    case .attention(let attention): attend(attention)
    }
  }

  /// By a key: aloud only where the board allows that, or where no plug can be told.
  private var mayBegin: Bool {
    guard hasVoice else { return false }
    return switch board.speech {
    case .off: false
    case .headphones: narrator.hasHeadphones ?? true
    case .loudspeaker: true
    }
  }

  /// Aloud or to headphones, begun by a finger: there may be no key.
  var mayBeHeard: Bool { narrator.isOn || mayBegin }

  mutating func beginSpeech() {
    guard !narrator.isOn else { return }
    narrator.begin()
    tell(.hears(true))
    say(greeting, isUrgent: true)
    narrator.known = known
  }

  /// The board's name, and how one moves.
  private var greeting: String {
    let title = board.title?.constant.map { [$0] } ?? []
    return (title + [sentences.guide]).joined(separator: ". ")
  }

  /// What somebody hears before the cards: the greeting, and which page of how many this is.
  public var spokenBeginning: [String] {
    [board.speech == .off ? nil : greeting, pageNumber(pages.current, isDetail: pages.detail != nil)].compactMap(\.self)
  }

  /// What is said of the symbol behind which somebody makes the panel easier to use; nil without one.
  public var spokenSymbol: String? {
    guard board.hasEase else { return nil }
    let title = EaseWords(shownLanguage.code).title
    return Card(id: Ease.symbol, kind: .button, text: title, tap: .detail).spoken(words)?.line(words)
  }

  mutating func endSpeech() {
    guard narrator.isOn else { return }
    narrator.end()
    tell(.hears(false))
  }

  /// Another board may forbid it.
  mutating func adoptSpeech() {
    if narrator.isOn, !mayBegin { endSpeech() }
    if narrator.hasHeadphones == true, board.speech != .off { beginSpeech() }
  }

  /// Where no plug tells that somebody has gone, he is taken to have when nothing has been done for long.
  mutating func expectSilence() {
    narrator.isAsked = false
    alarms[.speech] = narrator.isOn && narrator.hasHeadphones != true ? uptime + Self.patience - Self.notice : nil
  }

  /// Nothing has been done for long: whoever listens is asked whether he is still there, and then taken to have gone.
  mutating func endUnheardSpeech() {
    guard narrator.isOn, narrator.hasHeadphones != true else { return }
    if narrator.isAsked { return endSpeech() }
    narrator.isAsked = true
    alarms[.speech] = uptime + Self.notice
    say(EaseWords(shownLanguage.code).isThere, isUrgent: true)
  }

  // MARK: What is before the listener

  private mutating func attend(_ next: Attention) {
    guard narrator.isOn else { return }
    let old = narrator.attend(next)
    if next.isAsking {
      if old?.isAsking != true { return sayQuestion() }
      if next.answer != old?.answer { sayAnswer(next.answer) }
      return
    }
    let isOtherPlace = old == nil || old?.page != next.page || old?.detail != next.detail || old?.isAsking == true
    let place = isOtherPlace ? whereabouts(next) : nil
    let target = next.place != old?.place || isOtherPlace ? next.place.flatMap { line(at: $0) } : nil
    let text = [place, target].compactMap(\.self).joined(separator: ". ")
    // What is said when it begins is not cut off by the first page.
    if !text.isEmpty { say(text, isUrgent: old != nil) }
  }

  /// Which page this is, and which of how many.
  private func whereabouts(_ attention: Attention) -> String? {
    let heading = uppermostCards.first { $0.kind == .header }?.spoken(words).map { $0.line(words) }
    let number = pageNumber(attention.page, isDetail: attention.detail != nil)
    let isEmpty = !uppermostCards.contains { $0.isHeard && $0.kind != .header }
    return [number, heading, isEmpty ? sentences.empty : nil].compactMap(\.self).joined(separator: ". ")
  }

  private func pageNumber(_ page: Int, isDetail: Bool) -> String? {
    let offer = pages.offer ?? []
    guard offer.count > 1, !isDetail else { return nil }
    return offer.firstIndex(of: page).map { sentences.page($0 + 1, of: offer.count) }
  }

  /// What the keys are on.
  private func line(at place: Attention.Place) -> String? {
    let cards = uppermostCards
    switch place {
    case .back: return cards.first?.spoken(words)?.line(words)
    case .symbol: return spokenSymbol
    case .card(let id, let part):
      guard let index = cards.firstIndex(where: { $0.id == id }) else { return nil }
      if let part, let name = cards[index].spoken(part: part, words, sentences) {
        return isOverheard(cards[index], in: cards) ? words.key : name
      }
      return cards[index].spoken(words, heads: Self.heads(above: index, in: cards))?.line(words)
    }
  }

  /// Whether it is a key of something nobody is to hear, and there may be somebody besides the listener.
  private func isOverheard(_ card: Card, in cards: [Card]) -> Bool {
    if narrator.hasHeadphones == true { return false }
    switch card.figure {
    case .control(let control): return control.style == .keypad
    case .keyboard:
      return cards.contains { if case .field(let writing)? = $0.figure { writing.isHidden } else { false } }
    default: return false
    }
  }

  /// What stands over the columns of the list a line belongs to.
  private static func heads(above index: Int, in cards: [Card]) -> [String] {
    // Fits: an index of one of them.
    for card in cards.prefix(index).reversed() {
      if case .head(let words)? = card.figure { return words }
      if card.kind != .table { break }
    }
    return []
  }

  private mutating func sayQuestion() {
    guard let question = narrator.question else { return }
    let parts = [question.subject, question.text, "\(question.action), \(question.cancel)"]
    say(parts.compactMap(\.self).joined(separator: ". "), isUrgent: true)
  }

  private mutating func sayAnswer(_ answer: Bool?) {
    guard let question = narrator.question, let answer else { return }
    say(answer ? question.action : question.cancel, isUrgent: true)
  }

  /// All of it, from where the keys are.
  private mutating func readPage() {
    let cards = uppermostCards
    var first = 0
    if case .card(let id, _)? = narrator.attention?.place { first = cards.firstIndex { $0.id == id } ?? 0 }
    var lines: [String] = []
    // Indices: of one of them, or 0, which is their end where there is none.
    for index in cards.indices[first...].prefix(Self.longestReading) {
      let heads = Self.heads(above: index, in: cards)
      if let line = cards[index].spoken(words, heads: heads)?.line(words) { lines.append(line) }
    }
    say(lines.isEmpty ? sentences.empty : lines.joined(separator: ".\n"), isUrgent: true)
  }

  /// - Parameter language: nil is that of the page on show.
  mutating func say(_ text: String, isUrgent: Bool, in language: Language? = nil) {
    guard narrator.isOn, !text.isEmpty else { return }
    let utterance = narrator.utterance(text, language: (language ?? shownLanguage).code, isUrgent: isUrgent)
    narrator.last = utterance
    tell(.say(utterance))
  }

  // MARK: What changes meanwhile

  private var known: Narrator.Known {
    let cards = Array(uppermostCards.prefix(Self.mostWatched)).spoken(words).map { ($0.card, $0) }
    return Narrator.Known(
      page: pages.current, detail: pages.detail, cards: Dictionary(cards, uniquingKeysWith: { first, _ in first }))
  }

  /// After an event: says what it has changed, of what matters. What the keys are on is heard whatever it says now; of the others what has
  /// become bad, or a warning.
  mutating func tellChanges() {
    for case .ask(let question) in turn.effects { narrator.question = question }
    guard narrator.isOn || isMirrored else { return }
    var isOther = narrator.known?.page != pages.current || narrator.known?.detail != pages.detail
    for effect in turn.effects {
      switch effect {
      case .page(_, let number, _): isOther = isOther || number == pages.current
      case .detail, .pages: isOther = true
      // Who stands before the panel can do nothing about the file.
      case .notice(let sentence, _, let isMark): sayNotice(isMark ? nil : sentence)
      case .refreshEnded(_, let outcome): sayOutcome(outcome)
      default: break
      }
    }
    guard isOther else { return }
    let now = known
    defer { narrator.known = now }
    guard let old = narrator.known, old.page == now.page, old.detail == now.detail else { return }
    var lines: [String] = []
    var others = 0
    var isUrgent = false
    for card in uppermostCards {
      // One that has just come had no tone before.
      guard let spoken = now.cards[card.id], spoken != old.cards[card.id] else { continue }
      if case .card(card.id, _)? = narrator.attention?.place {
        // By its name alone where that is all: a clock's minute is not worth a word.
        if spoken.role != .timer, spoken.role != .separator { lines.insert(spoken.change(words), at: 0) }
      } else if card.isAnnounced(spoken, after: old.cards[card.id]) {
        if lines.count < Self.mostChanges { lines.append(spoken.line(words)) } else { others += 1 }
      } else {
        continue
      }
      isUrgent = isUrgent || card.announce == .assertive
    }
    if others > 0 { lines.append(sentences.others(others)) }
    announce(lines.joined(separator: ". "), isUrgent: isUrgent)
  }

  /// Tells who listens, and who reads the panel elsewhere.
  private mutating func announce(_ text: String, isUrgent: Bool, in language: Language? = nil) {
    guard !text.isEmpty else { return }
    if isMirrored {
      announced = PanelMirror.Announcement(number: (announced?.number ?? 0) + 1, text: text, isUrgent: isUrgent)
    }
    say(text, isUrgent: isUrgent, in: language)
  }

  /// Once, however often it is shown anew; what asks whether somebody is there was said already.
  private mutating func sayNotice(_ sentence: String?) {
    guard sentence == nil || sentence != notices.stay, sentence != narrator.notice else { return }
    narrator.notice = sentence
    if let sentence { say(sentence, isUrgent: false, in: language) }
  }

  private mutating func sayOutcome(_ outcome: RefreshOutcome) {
    let text: String
    switch outcome {
    case .success, .noChange: text = sentences.updated
    case .offline: text = language.offline
    case .timeout: text = language.noAnswer
    case .failure: text = language.failed
    }
    announce(text, isUrgent: false, in: outcome.isTrouble ? language : nil)
  }
}

extension Card {
  /// Whether somebody is told who has it not before him: as the board says, or else that it has become bad, or a warning.
  fileprivate func isAnnounced(_ spoken: SpokenCard, after old: SpokenCard?) -> Bool {
    switch announce {
    case .off: false
    case .polite, .assertive: true
    case nil: spoken.tone != old?.tone && (spoken.tone == .bad || spoken.tone == .warn)
    }
  }
}
