import Board
import Numbers
import Refresh

/// Controls: what a finger sets is shown at once and sent, and is what the data says within a bounded time.
extension ContentModel {
  /// A finger has done something to a control of the page on show, or of the detail page of a card.
  mutating func control(_ id: CardID, inDetailOf detail: CardID?, _ input: ControlInput) {
    if detail == Ease.symbol { return choose(id, input) }
    let cards =
      detail == nil ? pages.shown.cards : pages.detail == detail ? pages.detailContent?.cards ?? [] : []
    let place = PendingPosts.Place(page: pages.current, detail: detail, card: id)
    guard let card = cards.first(where: { $0.id == id }) else {
      if input.isFinal { controls.lift(from: place, uptime: uptime) }
      return turnControls()
    }
    switch card.figure {
    case .keyboard(let keyboard): write(keyboard, input)
    case .control(let figure) where figure.style == .keypad: type(input, on: card, figure, at: place)
    case .control(let figure) where figure.style == .entry:
      if case .press = input { write(on: card, figure, at: place) }
    case .control(let figure): set(card, figure, input, at: place)
    default: break
    }
  }

  private mutating func set(
    _ card: Card, _ figure: ControlFigure, _ input: ControlInput, at place: PendingPosts.Place
  ) {
    guard let wanted = figure.value(after: input) else { return }
    let value = figure.sent(wanted)
    if controls[place] == nil {
      // It is so already.
      if figure.isSame(wanted, figure.value) { return input.isFinal ? publish() : () }
      let request = answers.evaluator.request(
        of: place.card, page: place.page, inDetailOf: place.detail, setTo: value, at: moment)
      if let request, let text = request.confirm {
        // One question, once the finger has lifted.
        guard input.isFinal else { return }
        controls.beginQuestion(at: place, wanted, value, of: PendingControls.Nature(figure))
        return ask(text, about: card, request, at: place)
      }
    }
    controls.ask(
      wanted, value, isFinal: input.isFinal, of: PendingControls.Nature(figure), at: place, uptime: uptime)
    // A finger that rested before it lifted: all was done before, and nobody has looked at the data since.
    if input.isFinal, controls[place]?.isDone == true { fetchData(of: place) }
    turnControls()
  }

  /// What was done shows in the data.
  private mutating func fetchData(of place: PendingPosts.Place) {
    tell(.fetch(answers.ids(ofSources: pages.known[place.page]?.content.sources ?? [])))
  }

  /// Sends what is to be sent now, and takes back what has had its time.
  mutating func turnControls() {
    controls.clear(at: uptime)
    typed.clear(at: uptime)
    for late in controls.late(at: uptime) {
      giveUp(late.number, late.shown)
      let ended = controls.end(late.number, failure: language.noAnswer, uptime: uptime)
      if let ended { typed.giveBack(ended.place, at: uptime) }
    }
    for place in controls.unsettled(at: uptime) {
      controls.drop(place, saying: language.failed, uptime: uptime)
      tell(
        .log(
          "a control was set and its server said yes, but the data did not follow: for \(Int(clamping: PendingControls.settling)) s nothing has changed there; the control shows what the data says"
        ))
    }
    for (place, ask) in controls.due(at: uptime) { send(ask, from: place) }
    // What a finger sets is there, it does not come.
    publish(isByTime: true)
    alarms[.control] = [controls.nextTurn, typed.nextTurn(at: uptime)].compactMap(\.self).min()
  }

  private mutating func send(_ ask: PendingControls.Ask, from place: PendingPosts.Place) {
    guard
      let request = answers.evaluator.request(
        of: place.card, page: place.page, inDetailOf: place.detail, setTo: ask.value, at: moment)
    else {
      let missing = missingSettings(at: place)
      typed.giveBack(place, at: uptime)
      controls.drop(place, saying: outcome(language.failed, missing, at: place), uptime: uptime)
      return sayWhole(missing, at: place)
    }
    if case .post(let post) = request, !post.isAllowed {
      tell(.log(notAllowed(request)))
      typed.giveBack(place, at: uptime)
      return controls.drop(place, saying: language.notAllowed, uptime: uptime)
    }
    let number = posts.nextNumber()
    var isPublished = false
    if case .post(let post) = request { isPublished = post.isPublished }
    controls.send(number, shown: request.shown, isPublished: isPublished, from: place, uptime: uptime)
    tell(.send(number, request))
  }

  /// What a control has sent has ended.
  mutating func endControl(_ number: PendingPosts.Number, _ ending: PostEnding) {
    var failure: String?
    var said: String?
    var isRefusal = false
    switch ending {
    case .done: break
    case .failed(let trouble, let sentence, let words):
      said = controls.withoutSecrets(words, of: number)
      tell(.log(Self.line(sentence, said)))
      failure = word(for: trouble)
    case .refused(let sentence, let words):
      said = controls.withoutSecrets(words, of: number)
      tell(.log(Self.line(sentence, said)))
      (failure, isRefusal) = (language.failed, true)
    case .cancelled: failure = language.noAnswer
    }
    let shown = failure.map { word in controls.place(of: number).map { outcome(word, said, at: $0) } ?? word }
    if let (place, nature, isPublished) = controls.end(number, failure: shown, uptime: uptime) {
      noteTyped(place, nature, isPublished: isPublished, isDone: failure == nil, isRefusal: isRefusal)
      guard failure == nil else {
        typed.giveBack(place, at: uptime)
        sayWhole(said, at: place)
        return turnControls()
      }
      typed.forgetSent(from: place)
      fetchData(of: place)
    }
    turnControls()
  }

  /// How it ended, as the control there says it.
  private func outcome(_ word: String, _ said: String?, at place: PendingPosts.Place) -> String {
    let cards = place.detail == nil ? pages.shown.cards : pages.detailContent?.cards ?? []
    return cards.first { $0.id == place.card }?.kind.outcome(word, said) ?? word
  }
}
