import Synchronization

/// What has been answered last, for others who ask the same before it is old.
final class RecentAnswers: Sendable {
  /// How many are kept.
  private static let most = 64

  private let answers = Mutex<[FetchRequest: FetchedContent]>([:])

  /// - Parameters:
  ///   - age: seconds at which it is too old; 0 has none do.
  ///   - now: of the clock that answers are dated by; one from later is none, for the clock was set.
  func answer(to request: FetchRequest, youngerThan age: Double, at now: Double) -> FetchedContent? {
    guard age > 0, let known = answers.withLock({ $0[request] }) else { return nil }
    let since = now - known.fetchedAt
    return since >= 0 && since < age ? known : nil
  }

  func take(_ content: FetchedContent, of request: FetchRequest) {
    // What lies on this machine is asked for in no time.
    guard case .web? = Address(request.address) else { return }
    answers.withLock { answers in
      answers[request] = content
      guard answers.count > Self.most else { return }
      if let oldest = answers.min(by: { $0.value.fetchedAt < $1.value.fetchedAt })?.key { answers[oldest] = nil }
    }
  }
}
