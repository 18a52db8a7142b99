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
      return end(place, with: .failed("Not allowed", until: postTimer.now() + PostDesk.shown), &state)
    }
    guard let question = request.confirm else { return send(request, from: place, &state) }
    if let other = state.posts.asked { state.posts[other.place] = nil }
    state.posts[place] = .asked(request)
    let sheet = state.typesetter.question(
      question, action: card.kind == .button ? card.text ?? "OK" : "OK", tone: card.kind == .button ? card.tone : nil,
      panel: setup.options.mode.viewerSize, look: state.look)
    mailbox.post(
      .question(Question(pixmap: sheet.pixmap, yes: sheet.yes, no: sheet.no, radius: state.look.buttonRadius)))
  }

  /// Somebody has answered, or has gone away.
  func answered(_ isYes: Bool, _ state: inout ContentState) {
    guard let (place, request) = state.posts.asked else { return }
    state.posts[place] = nil
    if isYes { send(request, from: place, &state) }
  }

  private func send(_ request: PostRequest, from place: PostDesk.Place, _ state: inout ContentState) {
    state.posts[place] = .busy
    let body = FetchRequest.Body(bytes: Array((request.body?.reveal() ?? "").utf8))
    activity.begin(.fetch)
    fetcher.fetch(FetchRequest(request.url.reveal(), body: body, timeout: Self.postTimeout)) { [weak self] outcome in
      guard let self else { return }
      setup.admit { [self] in
        perform { state in self.take(outcome, of: place, &state) }
      }
      activity.end(.fetch)
    }
    publish(&state)
  }

  private func take(_ outcome: FetchOutcome, of place: PostDesk.Place, _ state: inout ContentState) {
    guard state.posts[place] == .busy else { return }
    let end = postTimer.now() + PostDesk.shown
    switch outcome {
    case .success, .notModified: self.end(place, with: .done("Done", until: end), &state)
    // "See other": done, and the answer is elsewhere. Source: RFC 9110, section 15.4.4.
    case .failure(let error) where error.kind == .status(303):
      self.end(place, with: .done("Done", until: end), &state)
    case .offline(let error): failed(error, "Offline", place, end, &state)
    case .timeout(let error): failed(error, "No answer", place, end, &state)
    case .failure(let error): failed(error, "Failed", place, end, &state)
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
    _ error: FetchError, _ word: String, _ place: PostDesk.Place, _ end: Double, _ state: inout ContentState
  ) {
    setup.log("post: \(error)")
    self.end(place, with: .failed(word, until: end), &state)
  }

  /// The card shows how it ended, for a while.
  private func end(_ place: PostDesk.Place, with result: PostDesk.State?, _ state: inout ContentState) {
    state.posts[place] = result
    publish(&state)
    awaitEndOfResults(&state)
  }

  private func awaitEndOfResults(_ state: inout ContentState) {
    postTimer.setAlarm(at: state.posts.nextEnd) { [weak self] in
      guard let self else { return }
      perform { state in
        state.posts.clear(at: self.postTimer.now())
        self.publish(&state)
        self.awaitEndOfResults(&state)
      }
    }
  }
}
