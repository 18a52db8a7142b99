import Dispatch
import Kiosk
import Panel
import Scene
import Synchronization

/// The way of messages to the frame thread, with deferred release of what they carry.
///
/// Pages and pictures stay here too until the frame thread has let go of them, so that it never is the last to hold one: to give back a
/// page of 5,000 cards takes it a millisecond, and a tile goes back to the kernel by a system call that may wait for other threads.
final class FrameOutbox: Sendable {
  /// How long until what the frame thread has let go of is released.
  enum Delay: Sendable, Hashable {
    /// Much is out.
    case soon
    /// Everything that fades away has faded, and the panel is at rest.
    case later
  }

  /// Has something done at a moment, on another thread than the frame's.
  typealias Schedule = @Sendable (Delay, @escaping @Sendable () -> Void) -> Void

  /// Where the frame thread finds what was posted.
  let mailbox = Mailbox<KioskMessage>()
  private let retained = Mutex(Retained())
  private let schedule: Schedule

  private struct Retained {
    var pages: [KioskPage] = []
    var pixmaps: [Pixmap] = []
    /// Of refresh controls, whose parts nobody can count, the last is kept, and those before it until the release after the next.
    var controls: [RefreshControl] = []
    /// How many of them there were at the last release.
    var seenControls = 0
    /// How many may be held before those are released that nobody else holds.
    var limit = FrameOutbox.slack
    /// A release is scheduled, and once more one if anything happens until then that does not belong to what it was scheduled for.
    var isReleaseDue = false
    /// When it was.
    var askedFor: UInt64 = 0
    var isReleaseWanted = false

    var count: Int { pages.count + pixmaps.count }
  }

  /// A page and its tiles come one after the other, and have the rest of the second to be in their places: a panel with a clock wakes once
  /// for both, and not again a second later.
  static let burst: UInt64 = 300_000_000

  /// That nobody else holds and that still take memory while the panel moves, at most about.
  private static let slack = 8

  /// What is laid out is written for records of what happens before it goes to the frame thread.
  private let sketches: Bool

  private let clock: @Sendable () -> UInt64
  /// Told the generations of pages that nobody asks for tiles of any more.
  private let pagesReleased = Mutex<(@Sendable ([Int]) -> Void)?>(nil)

  /// - Parameter clock: nanoseconds since any moment.
  init(
    sketches: Bool = false, clock: @escaping @Sendable () -> UInt64 = { DispatchTime.now().uptimeNanoseconds },
    schedule: @escaping Schedule = FrameOutbox.onItsQueue()
  ) {
    (self.sketches, self.clock, self.schedule) = (sketches, clock, schedule)
  }

  private static func onItsQueue() -> Schedule {
    let queue = DispatchQueue(label: "vitrine.releases", qos: .utility)
    return { delay, release in
      switch delay {
      case .soon: queue.async(execute: release)
      case .later: queue.asyncAfter(deadline: .now() + .seconds(1), execute: release)
      }
    }
  }

  /// Has somebody told the generations of pages whenever some have been released, on the thread that releases.
  func whenPagesAreReleased(_ body: @escaping @Sendable ([Int]) -> Void) { pagesReleased.withLock { $0 = body } }

  /// Hands a message over; any thread but the frame's.
  func post(_ message: KioskMessage) {
    retain(message)
    mailbox.post(message)
    expectReleases()
  }

  /// The frame thread is about to let go of something. Not to be called on it: it would wait for whoever releases.
  func expectReleases() {
    let now = clock()
    let mustAsk = retained.withLock { retained in
      guard retained.count > 0 || retained.controls.count > 1 else { return false }
      if retained.isReleaseDue {
        if now &- retained.askedFor > Self.burst { retained.isReleaseWanted = true }
        return false
      }
      (retained.isReleaseDue, retained.isReleaseWanted, retained.askedFor) = (true, false, now)
      return true
    }
    if mustAsk { releaseLater() }
  }

  private func releaseLater() {
    schedule(.later) { [weak self] in
      guard let self else { return }
      let now = clock()
      releaseUnshared()
      let (_, mustAsk) = retained.withLock { retained in
        let old = retained.controls.dropLast().prefix(retained.seenControls)
        retained.controls.removeFirst(old.count)
        retained.seenControls = retained.controls.count
        defer { retained.isReleaseWanted = false }
        retained.isReleaseDue = retained.isReleaseWanted || retained.controls.count > 1
        retained.askedFor = now
        return (old, retained.isReleaseDue)
      }
      if mustAsk { releaseLater() }
    }
  }

  /// How many are held, by this and maybe by the frame thread.
  var retainedCount: Int { retained.withLock { $0.count + $0.controls.count } }

  /// Releases what nobody but this holds any more.
  private func releaseUnshared() {
    // Their memory goes when this returns: not under the lock.
    let (pages, _) = retained.withLock { retained in
      let released = (Self.unshared(of: &retained.pages), Self.unshared(of: &retained.pixmaps))
      retained.limit = retained.count + Self.slack
      return released
    }
    if pages.isEmpty { return }
    pagesReleased.withLock { $0 }?(pages.map(\.generation))
  }

  private func retain(_ message: KioskMessage) {
    let (pages, pixmaps) = message.retained
    if sketches { for page in pages { page.makeSketch() } }
    let isMuch = retained.withLock { retained in
      Self.add(pages, to: &retained.pages)
      Self.add(pixmaps, to: &retained.pixmaps)
      if case .refreshControl(let control) = message { retained.controls.append(control) }
      defer { if retained.count > retained.limit { retained.limit = .max } }
      return retained.count > retained.limit
    }
    if isMuch { schedule(.soon) { [weak self] in self?.releaseUnshared() } }
  }

  /// Something that is out already is not retained again: held twice, it would never seem to have come back.
  private static func add<Object: AnyObject>(_ new: [Object], to objects: inout [Object]) {
    for object in new where !objects.contains(where: { $0 === object }) { objects.append(object) }
  }

  /// Removes what is held by the array alone, in no order.
  private static func unshared<Object: AnyObject>(of objects: inout [Object]) -> [Object] {
    var released: [Object] = []
    var index = 0
    while index < objects.count {
      if isKnownUniquelyReferenced(&objects[index]) {
        objects.swapAt(index, objects.count - 1)
        released.append(objects.removeLast())
      } else {
        index += 1
      }
    }
    return released
  }
}

extension KioskMessage {
  /// What it carries of much memory.
  fileprivate var retained: (pages: [KioskPage], pixmaps: [Pixmap]) {
    switch self {
    case .pages(let offers): (offers.compactMap(\.page), offers.compactMap(\.icon))
    case .page(let page, _, _): ([page], [])
    case .detail(let page?, _, _): ([page], [])
    case .tile(let pixmap, _), .notice(let pixmap?), .staleChip(let pixmap?, _), .refreshSprite(let pixmap?, _):
      ([], [pixmap])
    case .question(let question?): ([], [question.pixmap])
    case .ease(let ease): ([], ease.symbol.map { [$0] } ?? [])
    default: ([], [])
    }
  }
}
