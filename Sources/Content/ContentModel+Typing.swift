import Board
import Numbers
import Refresh

/// Keypads, and texts written on the keyboard that comes when an entry is tapped.
extension ContentModel {
  /// A key of a keypad was pressed.
  mutating func type(_ input: ControlInput, on card: Card, _ figure: ControlFigure, at place: PendingPosts.Place) {
    guard let pad = figure.pad, let key = pad.key(of: input),
      // What was sent has no answer yet.
      controls[place] == nil
    else { return }
    controls.forgetResult(at: place)
    if let digits = typed.type(key, length: pad.length, at: place, uptime: uptime) {
      set(.text(digits), on: card, figure, at: place)
    }
    tell(.unfinished(typed.hasSecrets))
    turnControls()
  }

  /// Nobody goes on with what is not finished.
  mutating func forgetSecrets() {
    guard typed.hasSecrets || typed.hasDrafts else { return }
    let wasWriting = typed.open
    typed.forgetSecrets()
    turnControls()
    if typed.open != wasWriting { publishDetail(isAnimated: false) }
  }

  /// An entry was tapped: the keys come.
  mutating func write(on card: Card, _ figure: ControlFigure, at place: PendingPosts.Place) {
    guard let entry = figure.entry else { return }
    let written = Writing(entry.isHidden ? "" : figure.valueLabel, isHidden: entry.isHidden, most: entry.most)
    let writing = typed.takeDraft(of: place, at: uptime) ?? written
    typed.forgetLeft()
    typed.open = TypedTexts.Open(
      place: place, title: card.title ?? "", keyboard: entry.keyboard, begun: written.text, writing: writing)
    showKeys(for: place)
  }

  /// A finger that was about to leave the page with the keys has kept it.
  mutating func writeOn(_ card: Card, at place: PendingPosts.Place) {
    if typed.comeBack(to: place) { showKeys(for: place) }
  }

  private mutating func showKeys(for place: PendingPosts.Place) {
    pages.open(place.detail ?? place.card)
    publishDetail(isAnimated: false)
    setChangeAlarm()
  }

  /// A key of the keyboard was pressed or held.
  mutating func write(_ keyboard: Keyboard, _ input: ControlInput) {
    guard var open = typed.open else { return }
    switch input {
    case .press(let part):
      guard keyboard.keys.indices.contains(part) else { return }
      if open.writing.press(keyboard.keys[part].action) { return send(open) }
    case .hold(let part):
      guard keyboard.keys.indices.contains(part) else { return }
      open.writing.hold(keyboard.keys[part].action, on: keyboard)
    case .type(let key): if open.writing.press(key) { return send(open) }
    case .slide, .swipe: return
    }
    typed.open = open
    if open.writing.isHidden { tell(.unfinished(typed.hasSecrets)) }
    publishDetail(isAnimated: false)
  }

  /// What was written is all.
  private mutating func send(_ open: TypedTexts.Open) {
    // No password is no password.
    if open.writing.isHidden, open.writing.text.isEmpty { return }
    typed.open = nil
    if open.writing.isHidden { tell(.unfinished(typed.hasSecrets)) }
    guard let detail = pages.detail else { return }
    if open.place.detail == nil {
      pages.open(nil)
      tell(.detail(nil, of: detail, isAnimated: false))
    } else {
      publishDetail(isAnimated: false)
    }
    let cards = open.place.detail == nil ? pages.shown.cards : pages.detailContent?.cards ?? []
    guard let card = cards.first(where: { $0.id == open.place.card }), case .control(let figure)? = card.figure else {
      return
    }
    // Nothing was written: what somebody else has meanwhile stays.
    if open.writing.text == open.begun, !figure.isForgetful { return }
    // It is so already.
    if figure.confirms(0, .text(open.writing.text)), !figure.isForgetful { return }
    typed.keepSent(open)
    set(.text(open.writing.text), on: card, figure, at: open.place)
    turnControls()
  }

  /// Asks for what was typed.
  private mutating func set(
    _ value: Value, on card: Card, _ figure: ControlFigure, at place: PendingPosts.Place
  ) {
    let wanted = typed.nextAsk()
    let nature = PendingControls.Nature(figure)
    if let request = answers.evaluator.request(
      of: place.card, page: place.page, inDetailOf: place.detail, setTo: value, at: moment),
      let text = request.confirm
    {
      controls.beginQuestion(at: place, wanted, value, of: nature)
      return ask(text, about: card, request, at: place)
    }
    controls.ask(wanted, value, isFinal: true, of: nature, at: place, uptime: uptime)
  }

  /// What the page shows on which a text is being written; nil when none is.
  func keysContent(inDetailOf detail: CardID) -> PageContent? {
    guard let open = typed.open, open.place.page == pages.current,
      open.place.detail ?? open.place.card == detail
    else { return nil }
    var content = PageContent(
      cards: [
        Card(id: CardID(place: -1), kind: .header, title: open.title),
        Card(id: CardID(place: -2), kind: .field, figure: .field(open.writing.masked)),
        Card(
          id: CardID(place: -3), kind: .keyboard, tap: .post,
          figure: .keyboard(Keyboard(open.keyboard, layer: open.writing.layer))),
      ], sources: [])
    content.shape.columns = [1]
    content.shape.isMirrored = shownLanguage.isRightToLeft ? true : board.pages[pages.current].shape.isMirrored
    content.shape.isWhole = true
    return content
  }

  /// How what a control sent has ended, where no data says it.
  ///
  /// - Parameter isRefusal: it was heard, and the answer is no.
  mutating func noteTyped(
    _ place: PendingPosts.Place, _ nature: PendingControls.Nature, isPublished: Bool, isDone: Bool, isRefusal: Bool
  ) {
    guard nature.isForgetful else { return }
    if isDone {
      // A broker takes wrong codes, too: each may be one.
      if isPublished, nature.isKeypad { typed.tried(place, uptime: uptime) } else { typed.accept(place) }
      controls.finish(place, saying: language.done, uptime: uptime)
    } else if isRefusal, nature.isKeypad {
      // The server has said no; what nobody heard, or could not be looked at, was not wrong.
      typed.refuse(place, uptime: uptime)
    }
  }
}

extension ControlFigure.Pad {
  /// The key that was pressed; nil for none of those there are.
  fileprivate func key(of input: ControlInput) -> TypingKey? {
    switch input {
    // A finger that rests on a key means it no less.
    case .press(let part), .hold(let part): keys.indices.contains(part) ? keys[part] : nil
    case .type(let key): keys.contains(key) ? key : nil
    case .slide, .swipe: nil
    }
  }
}
