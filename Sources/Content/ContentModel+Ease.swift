import Board

/// What somebody has chosen that makes the panel easier to use, and the page on which he chooses it.
extension ContentModel {
  /// What the frame thread and the typesetter are told: while it is chosen, a standing panel shows all of it low, where everybody reaches it.
  var shownEase: Ease {
    var shown = ease.chosen
    if pages.detail == Ease.symbol { shown.isLow = true }
    if !ease.isStanding { shown.isLow = false }
    return shown
  }

  /// The theme's colours at the moment, as somebody wants them.
  var wantedColors: Theme.Colors { ease.chosen.colors(board.theme.colors(at: moment)) }

  /// The symbol was pressed: its page comes, over a detail page too, which comes back behind it.
  mutating func openEase() {
    guard board.hasEase, pages.detail != Ease.symbol else { return }
    ease.behind = pages.detail
    pages.open(Ease.symbol)
    if !showEase() { publishDetail(isAnimated: false) }
    setChangeAlarm()
  }

  /// A detail page was closed.
  mutating func closeDetail() {
    let wasEase = pages.detail == Ease.symbol
    pages.open(wasEase ? ease.behind : nil)
    ease.behind = nil
    if wasEase, showEase() {
      // All of it has come anew.
    } else {
      publishDetail(isAnimated: false)
    }
    let wasHidden = typed.open?.writing.isHidden == true
    if !wasEase { typed.leave(at: uptime) }
    if wasHidden { tell(.unfinished(typed.hasSecrets)) }
  }

  /// What its page shows; nil for the detail page of another card.
  func easeContent(inDetailOf card: CardID) -> PageContent? {
    guard card == Ease.symbol else { return nil }
    let offer = Ease.Offer(hasLow: ease.isStanding, isAloud: mayBeHeard ? narrator.isOn : nil)
    let words = EaseWords(shownLanguage.code)
    var content = PageContent(cards: ease.chosen.cards(offer, words), sources: [])
    content.shape.columns = [1]
    content.shape.isWhole = true
    return content
  }

  /// Somebody has chosen something on its page.
  mutating func choose(_ card: CardID, _ input: ControlInput) {
    guard let choice = Ease.Choice(card), pages.detail == Ease.symbol else { return }
    if choice == .aloud {
      // It is so already.
      if case .swipe(towardsEnd: narrator.isOn) = input { return }
      if narrator.isOn { endSpeech() } else if mayBeHeard { beginSpeech() }
      return
    }
    if choice == .reset { endOverheardSpeech() }
    choose(ease.chosen.after(choice, input))
  }

  /// - Parameter next: the board as it is when nobody is there any more.
  mutating func choose(_ next: Ease) {
    guard next != ease.chosen else { return }
    ease.chosen = next
    if !showEase() { publishDetail(isAnimated: true) }
  }

  /// Has everything laid out as it is wanted now.
  ///
  /// - Returns: whether that is otherwise than before.
  mutating func showEase() -> Bool {
    guard pages.offer != nil, shownEase != ease.shown else { return false }
    ease.shown = shownEase
    tell(.ease(shownEase))
    colors = wantedColors
    tell(.colors(colors))
    pages.layOutAnew()
    publishNotice()
    ease.isAwaited = true
    publish()
    return true
  }

  /// Whether whoever stands before the panel is still there.
  mutating func stay(_ stay: Stay) {
    switch stay {
    case .ending:
      let words = EaseWords(shownLanguage.code)
      notices.stay = words.isThere
      say(words.isThere, isUrgent: true)
    case .goesOn:
      notices.stay = nil
      expectSilence()
    case .over:
      notices.stay = nil
      endOverheardSpeech()
      leaveEase()
      forgetSecrets()
      choose(Ease())
    case .unfinished:
      return forgetSecrets()
    }
    publishNotice()
  }

  /// What nobody has headphones for ends with whoever has begun it.
  private mutating func endOverheardSpeech() {
    if narrator.hasHeadphones != true { endSpeech() }
  }

  /// Its page closes, by itself.
  mutating func leaveEase() {
    guard pages.detail == Ease.symbol else { return }
    pages.open(nil)
    ease.behind = nil
    typed.leave(at: uptime)
    tell(.detail(nil, of: Ease.symbol, isAnimated: false))
  }
}

/// What makes the panel easier to use.
struct EaseState: Sendable {
  /// What somebody has chosen.
  var chosen = Ease()
  /// What was last told.
  var shown = Ease()
  /// The panel waits for what is laid out as it was told.
  var isAwaited = false
  /// Whose detail page lies behind the page on which it is chosen.
  var behind: CardID?
  /// The panel is higher than wide.
  let isStanding: Bool
}
