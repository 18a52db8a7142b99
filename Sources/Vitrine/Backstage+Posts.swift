import Board
import Fetch
import Kiosk
import Panel
import Synchronization
import Typesetting

/// What taps send: asked first if the board wants it, sent once, and the result shown on the card.
extension Backstage {
  /// Seconds until an answer counts as none.
  private static let postTimeout = 10.0

  /// A card that sends was tapped.
  func post(_ card: Card, _ place: PostDesk.Place, _ state: inout ContentState) {
    switch state.posts[place] {
    // One is under way, or has just been done.
    case .asked, .busy, .done: return
    case .failed, nil: break
    }
    guard
      let request = state.evaluator.post(
        of: place.card, page: place.page, inDetailOf: place.detail, at: setup.clock.now())
    else { return }
    guard request.isAllowed else {
      setup.log(
        "post to \(request.shown): not sent; no source of the board has its data from there, and \"allow\" does not name it"
      )
      let words = state.evaluator.board.language
      return end(place, with: .failed(words.notAllowed, until: postTimer.now() + PostDesk.shown), &state)
    }
    guard let question = request.confirm else { return send(request, from: place, &state) }
    if let other = state.posts.asked { state.posts[other.place] = nil }
    state.posts[place] = .asked(request)
    let words = state.evaluator.board.language
    let isButton = card.kind == .button
    let sheet = state.typesetter.question(
      question, about: card.title, action: (isButton ? card.text : nil) ?? words.ok, cancel: words.cancel,
      tone: isButton ? card.tone : nil,
      panel: setup.options.mode.viewerSize, look: state.look)
    delivery.post(
      .question(Question(pixmap: sheet.pixmap, yes: sheet.yes, no: sheet.no, radius: state.look.buttonRadius)))
  }

  /// Somebody has answered, or has gone away.
  func answered(_ isYes: Bool, _ state: inout ContentState) {
    guard let (place, request) = state.posts.asked else { return }
    state.posts[place] = nil
    if isYes { send(request, from: place, &state) }
  }

  private func send(_ request: PostRequest, from place: PostDesk.Place, _ state: inout ContentState) {
    let body = FetchRequest.Body(bytes: Array((request.body?.reveal() ?? "").utf8))
    let headers = Dictionary(request.headers.map { ($0.name, $0.value.reveal()) }, uniquingKeysWith: { $1 })
    activity.begin(.fetch)
    let ticket = fetcher.fetch(FetchRequest(request.url.reveal(), headers: headers, body: body)) {
      [weak self] outcome in
      guard let self else { return }
      setup.admit { [self] in
        perform { state in self.take(outcome, of: place, &state) }
      }
      activity.end(.fetch)
    }
    state.posts[place] = .busy(ticket, shown: request.shown, until: postTimer.now() + Self.postTimeout)
    publish(&state)
    awaitEnds(&state)
  }

  private func take(_ outcome: FetchOutcome, of place: PostDesk.Place, _ state: inout ContentState) {
    guard case .busy? = state.posts[place] else { return }
    let end = postTimer.now() + PostDesk.shown
    let words = state.evaluator.board.language
    switch outcome {
    case .success, .notModified: self.end(place, with: .done(words.done, until: end), &state)
    // "See other": done, and the answer is elsewhere. Source: RFC 9110, section 15.4.4.
    case .failure(let error) where error.kind == .status(303):
      self.end(place, with: .done(words.done, until: end), &state)
    case .offline(let error): failed("post: \(error)", words.offline, place, end, &state)
    case .timeout(let error): failed("post: \(error)", words.noAnswer, place, end, &state)
    case .failure(let error): failed("post: \(error)", words.failed, place, end, &state)
    case .cancelled: self.end(place, with: nil, &state)
    }
    // What was done shows in the data.
    guard case .done = state.posts[place] else { return }
    let names = Set(state.pages[place.page]?.shown.sources ?? [])
    let ids = state.evaluator.board.sources.filter { names.contains($0.name) }.flatMap { state.ids(of: $0) }
    awaited.expect(ids)
    loader.withLock { $0 }?.refresh(ids)
  }

  private func failed(
    _ line: String, _ word: String, _ place: PostDesk.Place, _ end: Double, _ state: inout ContentState
  ) {
    setup.log(line)
    self.end(place, with: .failed(word, until: end), &state)
  }

  /// The card shows how it ended, for a while.
  private func end(_ place: PostDesk.Place, with result: PostDesk.State?, _ state: inout ContentState) {
    state.posts[place] = result
    publish(&state)
    awaitEnds(&state)
  }

  /// Comes back when a post has waited long enough, or a result has been shown long enough.
  private func awaitEnds(_ state: inout ContentState) {
    postTimer.setAlarm(at: state.posts.nextEnd) { [weak self] in
      guard let self else { return }
      perform { state in
        let now = self.postTimer.now()
        state.posts.clear(at: now)
        for late in state.posts.late(at: now) {
          self.fetcher.cancel(late.ticket)
          let line =
            "post to \(late.shown): no answer within \(Int(Self.postTimeout)) s; whether it was done shows in the data"
          self.failed(line, state.evaluator.board.language.noAnswer, late.place, now + PostDesk.shown, &state)
        }
        self.publish(&state)
        self.awaitEnds(&state)
      }
    }
  }
}
