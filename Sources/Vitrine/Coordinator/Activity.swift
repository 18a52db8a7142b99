import Dispatch

/// Counts what the queues are doing, so that virtual time can wait for them instead of sleeping.
final class Activity: Sendable {
  enum Kind: Sendable {
    /// Computing, or reading a file: ends by itself.
    case work
    /// Finding out how high cards are that nobody sees yet: work that may be left out.
    case measuring
    /// Waiting for a server.
    case fetch
    /// Waiting for a server's picture.
    case picture
  }

  /// Nobody looks at what is measured behind the first panels.
  let leavesMeasuring: Bool
  private let work = DispatchGroup()
  private let measuring = DispatchGroup()
  private let fetches = DispatchGroup()
  private let pictures = DispatchGroup()

  func begin(_ kind: Kind) { group(kind).enter() }
  func end(_ kind: Kind) { group(kind).leave() }

  /// Whether anything of this kind is under way at this moment.
  func isUnderWay(_ kind: Kind) -> Bool { group(kind).wait(timeout: .now()) == .timedOut }

  init(leavesMeasuring: Bool = false) { self.leavesMeasuring = leavesMeasuring }

  /// Blocks until nothing of this kind is under way; of work, until all is measured, too, unless that is left out.
  func wait(_ kind: Kind) {
    group(kind).wait()
    guard kind == .work, !leavesMeasuring else { return }
    // It ends in other work.
    repeat {
      measuring.wait()
      work.wait()
    } while isUnderWay(.measuring) || isUnderWay(.work)
  }

  /// Blocks until every picture asked for is here, or known not to come; work under way may first have to ask.
  func waitForPictures() {
    repeat {
      wait(.work)
      wait(.picture)
      wait(.work)
    } while pictures.wait(timeout: .now()) == .timedOut
  }

  /// Blocks until everything asked for has been answered and taken in: work under way may first have to ask, and answers may ask for
  /// more.
  func waitForAnswers() {
    repeat {
      wait(.work)
      wait(.fetch)
      waitForPictures()
    } while fetches.wait(timeout: .now()) == .timedOut
  }

  private func group(_ kind: Kind) -> DispatchGroup {
    switch kind {
    case .work: work
    case .measuring: measuring
    case .fetch: fetches
    case .picture: pictures
    }
  }
}
