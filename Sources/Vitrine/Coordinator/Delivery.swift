import Dispatch
import Kiosk
import Panel
import Scene
import Synchronization

/// The way of messages to the frame thread, and of what they carried back from it.
///
/// Pages and pictures stay here too until the frame thread has let go of them, so that it never is the last to hold one: to give back a
/// page of 5,000 cards takes it a millisecond, and a tile goes back to the kernel by a system call that may wait for other threads.
final class Delivery: Sendable {
  /// When somebody looks what has come back.
  enum Moment: Sendable, Hashable {
    /// Much is out.
    case soon
    /// Everything that fades away has faded, and the panel is at rest.
    case later
  }

  /// Has something done at a moment, on another thread than the frame's.
  typealias Schedule = @Sendable (Moment, @escaping @Sendable () -> Void) -> Void

  /// Where the frame thread finds what was posted.
  let mailbox = Mailbox<KioskMessage>()
  private let lent = Mutex(Lent())
  private let schedule: Schedule

  private struct Lent {
    var pages: [KioskPage] = []
    var pixmaps: [Pixmap] = []
    /// Of refresh controls, whose parts nobody can count, the last is kept, and those before it until the look after the next.
    var controls: [RefreshControl] = []
    /// How many of them the last look has seen.
    var seenControls = 0
    /// How many may be out before somebody looks which have come back.
    var limit = Delivery.slack
    /// Somebody will look at what has come back, and once more if anything happens until then.
    var isLookDue = false
    var isLookWanted = false

    var count: Int { pages.count + pixmaps.count }
  }

  /// That have come back and still take memory while the panel moves, at most about.
  private static let slack = 8

  init(schedule: @escaping Schedule = Delivery.onItsQueue()) { self.schedule = schedule }

  private static func onItsQueue() -> Schedule {
    let queue = DispatchQueue(label: "vitrine.returns", qos: .utility)
    return { moment, look in
      switch moment {
      case .soon: queue.async(execute: look)
      case .later: queue.asyncAfter(deadline: .now() + .seconds(1), execute: look)
      }
    }
  }

  /// Hands a message over; any thread but the frame's.
  func post(_ message: KioskMessage) {
    lend(message)
    mailbox.post(message)
    expectReturns()
  }

  /// The frame thread is about to let go of something. Not to be called on it: it would wait for whoever looks.
  func expectReturns() {
    let mustAsk = lent.withLock { lent in
      guard lent.count > 0 || lent.controls.count > 1 else { return false }
      lent.isLookWanted = lent.isLookDue
      defer { lent.isLookDue = true }
      return !lent.isLookDue
    }
    if mustAsk { lookLater() }
  }

  private func lookLater() {
    schedule(.later) { [weak self] in
      guard let self else { return }
      takeBack()
      let (_, mustAsk) = lent.withLock { lent in
        let old = lent.controls.dropLast().prefix(lent.seenControls)
        lent.controls.removeFirst(old.count)
        lent.seenControls = lent.controls.count
        defer { lent.isLookWanted = false }
        lent.isLookDue = lent.isLookWanted || lent.controls.count > 1
        return (old, lent.isLookDue)
      }
      if mustAsk { lookLater() }
    }
  }

  /// What has been lent and not been given back yet.
  var lentCount: Int { lent.withLock { $0.count + $0.controls.count } }

  /// Gives back what nobody but this holds any more.
  private func takeBack() {
    // Their memory goes when this returns: not under the lock.
    let _ = lent.withLock { lent in
      let returned = (Self.unshared(of: &lent.pages), Self.unshared(of: &lent.pixmaps))
      lent.limit = lent.count + Self.slack
      return returned
    }
  }

  private func lend(_ message: KioskMessage) {
    let (pages, pixmaps) = message.lent
    let isMuch = lent.withLock { lent in
      Self.add(pages, to: &lent.pages)
      Self.add(pixmaps, to: &lent.pixmaps)
      if case .refreshControl(let control) = message { lent.controls.append(control) }
      defer { if lent.count > lent.limit { lent.limit = .max } }
      return lent.count > lent.limit
    }
    if isMuch { schedule(.soon) { [weak self] in self?.takeBack() } }
  }

  /// Something that is out already is not lent again: held twice, it would never seem to have come back.
  private static func add<Object: AnyObject>(_ new: [Object], to objects: inout [Object]) {
    for object in new where !objects.contains(where: { $0 === object }) { objects.append(object) }
  }

  /// Removes what is held by the array alone, in no order.
  private static func unshared<Object: AnyObject>(of objects: inout [Object]) -> [Object] {
    var returned: [Object] = []
    var index = 0
    while index < objects.count {
      if isKnownUniquelyReferenced(&objects[index]) {
        objects.swapAt(index, objects.count - 1)
        returned.append(objects.removeLast())
      } else {
        index += 1
      }
    }
    return returned
  }
}

extension KioskMessage {
  /// What it carries of much memory.
  fileprivate var lent: (pages: [KioskPage], pixmaps: [Pixmap]) {
    switch self {
    case .pages(let offers): (offers.compactMap(\.page), offers.compactMap(\.icon))
    case .page(let page, _, _): ([page], [])
    case .detail(let page?, _, _): ([page], [])
    case .tile(let pixmap, _), .notice(let pixmap?), .staleChip(let pixmap?, _), .refreshSprite(let pixmap?, _):
      ([], [pixmap])
    case .question(let question?): ([], [question.pixmap])
    default: ([], [])
    }
  }
}
