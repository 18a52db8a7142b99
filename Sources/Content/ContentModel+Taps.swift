import Board
import Numbers
import Refresh

/// What taps do: detail pages, other pages, and what is sent: asked first if the board wants it, sent once, and the result shown on
/// the card.
extension ContentModel {
  /// A card of the page on show was tapped, or one of the detail page of a card.
  mutating func tap(_ id: CardID, inDetailOf detail: CardID?) {
    if id == Ease.symbol { return openEase() }
    if detail == Ease.symbol { return choose(id, .press(part: 0)) }
    let cards =
      detail == nil ? pages.shown.cards : pages.detail == detail ? pages.detailContent?.cards ?? [] : []
    guard let card = cards.first(where: { $0.id == id }) else { return }
    switch card.tap {
    case .post where card.kind == .entry:
      writeOn(card, at: PendingPosts.Place(page: pages.current, detail: detail, card: id))
    case .detail where detail == nil:
      pages.open(id)
      publishDetail(isAnimated: false)
      setChangeAlarm()
    case .page(let title): showPage(title)
    case .post where !card.kind.isControl: post(card, PendingPosts.Place(page: pages.current, detail: detail, card: id))
    case .detail, .post, .back, nil: break
    }
  }

  /// Turns to the page of a title; one that is not on offer now stays away.
  private mutating func showPage(_ title: String) {
    for number in pages.offer ?? [] where answers.evaluator.content(page: number, at: moment).title == title {
      return tell(.showPage(number))
    }
  }

  /// A card that sends was tapped.
  private mutating func post(_ card: Card, _ place: PendingPosts.Place) {
    switch posts[place] {
    // One is under way.
    case .asked, .busy: return
    // How the last one went may still be read there.
    case .done, .failed, nil: break
    }
    guard
      let request = answers.evaluator.request(
        of: place.card, page: place.page, inDetailOf: place.detail, at: moment)
    else {
      guard let missing = missingSettings(at: place) else { return }
      return end(place, with: .failed(language.failed, said: missing, until: uptime + PendingPosts.shown))
    }
    if case .post(let post) = request, !post.isAllowed {
      tell(.log(notAllowed(request)))
      return end(place, with: .failed(language.notAllowed, said: nil, until: uptime + PendingPosts.shown))
    }
    guard let text = request.confirm else { return send(request, from: place) }
    ask(text, about: card, request, at: place)
  }

  /// Why what leads there is not sent.
  func notAllowed(_ request: TapRequest) -> String {
    let missing = board.allowed.flatMap(\.missingSettings).joined(separator: ", ")
    let allowance = missing.isEmpty ? "" : ", as far as it is known: it lacks \(missing)"
    return
      "\(request.shown): not sent; no source of the board has its data from there, and \"allow\" does not name it\(allowance)"
  }

  /// Tells the log which settings a card needs to send.
  ///
  /// - Returns: them, for people; nil when it lacks none.
  mutating func missingSettings(at place: PendingPosts.Place) -> String? {
    let missing = answers.evaluator.missingSettings(
      of: place.card, page: place.page, inDetailOf: place.detail, at: moment)
    guard !missing.isEmpty else { return nil }
    let names = missing.joined(separator: ", ")
    tell(.log("post: not sent, for \(names) is not there; it is sent once the board is read with it"))
    return "\(language.failed): \(names)"
  }

  /// Asks before something is done.
  mutating func ask(_ text: String, about card: Card, _ request: TapRequest, at place: PendingPosts.Place) {
    if let other = posts.asked { posts[other.place] = nil }
    posts[place] = .asked(request)
    let isButton = card.kind == .button
    tell(
      .ask(
        PostQuestion(
          text: text, subject: card.title, action: (isButton ? card.text : nil) ?? language.ok, cancel: language.cancel,
          tone: isButton ? card.tone : nil)))
  }

  /// Somebody has answered, or has gone away.
  mutating func answerQuestion(_ isYes: Bool) {
    guard let (place, request) = posts.asked else { return }
    posts[place] = nil
    if !isYes { typed.giveBack(place, at: uptime) }
    if controls.endQuestion(at: place, isYes: isYes, uptime: uptime) { return turnControls() }
    if isYes { send(request, from: place) }
  }

  private mutating func send(_ request: TapRequest, from place: PendingPosts.Place) {
    tell(.send(posts.begin(at: place, shown: request.shown, uptime: uptime), request))
    postsChanged()
  }

  mutating func endPost(_ number: PendingPosts.Number, _ ending: PostEnding) {
    guard let place = posts.place(of: number) else { return endControl(number, ending) }
    let until = uptime + PendingPosts.shown
    switch ending {
    case .done:
      end(place, with: .done(language.done, until: until))
      // What was done shows in the data.
      tell(.fetch(answers.ids(ofSources: pages.known[place.page]?.content.sources ?? [])))
    case .failed(let trouble, let sentence, let said):
      tell(.log(Self.line(sentence, said)))
      end(place, with: .failed(word(for: trouble), said: said, until: until))
      sayWhole(said, at: place)
    case .refused(let sentence, let said):
      tell(.log(Self.line(sentence, said)))
      end(place, with: .failed(language.failed, said: said, until: until))
      sayWhole(said, at: place)
    case .cancelled: end(place, with: nil)
    }
  }

  /// For the log: what came back, and the server's own words for it.
  static func line(_ sentence: String, _ said: String?) -> String {
    said.map { "\(sentence): \"\($0)\"" } ?? sentence
  }

  /// What the card there has no room for stands at the edge of the panel.
  mutating func sayWhole(_ said: String?, at place: PendingPosts.Place) {
    let cards = place.detail == nil ? pages.shown.cards : pages.detailContent?.cards ?? []
    guard let said, place.page == pages.current, place.detail == nil || place.detail == pages.detail,
      let card = cards.first(where: { $0.id == place.card }), said.count > card.kind.roomForOutcome
    else { return }
    say(said, for: PendingPosts.shownWhole, .bad)
  }

  func word(for trouble: RefreshOutcome) -> String {
    switch trouble {
    case .offline: language.offline
    case .timeout: language.noAnswer
    case .success, .noChange, .failure: language.failed
    }
  }

  /// The card shows how it ended, for a while.
  private mutating func end(_ place: PendingPosts.Place, with result: PendingPosts.State?) {
    posts[place] = result
    postsChanged()
  }

  private mutating func postsChanged() {
    publish()
    alarms[.post] = posts.nextEnd
  }

  /// Some have waited long enough, or their results have been shown long enough.
  mutating func endLatePosts() {
    posts.clear(at: uptime)
    for late in posts.late(at: uptime) {
      giveUp(late.number, late.shown)
      posts[late.place] = .failed(language.noAnswer, said: nil, until: uptime + PendingPosts.shown)
    }
    postsChanged()
  }

  /// Waits no longer for the answer to a post.
  mutating func giveUp(_ post: Int, _ shown: String) {
    tell(.cancelPost(post))
    let patience = Int(clamping: PendingPosts.patience)
    tell(.log("\(shown): no answer within \(patience) s; whether it was done shows in the data"))
  }
}
