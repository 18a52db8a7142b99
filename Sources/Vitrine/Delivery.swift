import Dispatch
import Kiosk
import Panel
import Scene
import Synchronization

/// The way of messages to the frame thread, and of what they carried back from it.
///
/// Pages and tiles stay here too until the frame thread has let go of them, so that it never is the last to hold one: to give back a
/// page of 5,000 cards takes it a millisecond, and a tile goes back to the kernel by a system call that may wait for other threads.
final class Delivery: Sendable {
  /// Where the frame thread finds what was posted.
  let mailbox = Mailbox<KioskMessage>()
  private let lent = Mutex(Lent())
  private let queue = DispatchQueue(label: "vitrine.returns", qos: .utility)

  private struct Lent {
    var pages: [KioskPage] = []
    var pixmaps: [Pixmap] = []
    /// How many may be out before somebody looks which have come back.
    var limit = Delivery.slack
    /// Somebody will look at what has come back, and once more if anything happens until then.
    var isLookDue = false
    var isLookWanted = false

    var count: Int { pages.count + pixmaps.count }
  }

  /// That have come back and still take memory while the panel moves, at most about.
  private static let slack = 8
  /// Until the frame thread has done with what it was given: everything that fades away has faded.
  private static let patience = DispatchTimeInterval.milliseconds(1_000)

  /// Hands a message over; any thread.
  func post(_ message: KioskMessage) {
    lend(message)
    mailbox.post(message)
  }

  /// Gives back what the frame thread no longer holds, a moment from now: it is about to let go of something. Not for the frame thread.
  func expectReturns() {
    let mustAsk = lent.withLock { lent in
      guard lent.count > 0 else { return false }
      lent.isLookWanted = lent.isLookDue
      defer { lent.isLookDue = true }
      return !lent.isLookDue
    }
    if mustAsk { lookLater() }
  }

  private func lookLater() {
    queue.asyncAfter(deadline: .now() + Self.patience) { [weak self] in
      guard let self else { return }
      takeBack()
      let mustAsk = lent.withLock { lent in
        defer { lent.isLookWanted = false }
        lent.isLookDue = lent.isLookWanted
        return lent.isLookDue
      }
      if mustAsk { lookLater() }
    }
  }

  /// Waits for those that look because much is out.
  func finishLooks() { queue.sync {} }

  /// What has been lent and not been given back yet.
  var lentCount: Int { lent.withLock { $0.count } }

  /// Gives back what nobody but this holds any more.
  func takeBack() {
    // Their memory goes when this returns: not under the lock.
    let _ = lent.withLock { lent in
      let returned = (Self.unshared(of: &lent.pages), Self.unshared(of: &lent.pixmaps))
      lent.limit = lent.count + Self.slack
      return returned
    }
  }

  private func lend(_ message: KioskMessage) {
    let (pages, pixmaps) = message.lent
    guard !pages.isEmpty || !pixmaps.isEmpty else { return }
    let isMuch = lent.withLock { lent in
      lent.pages += pages
      lent.pixmaps += pixmaps
      defer { if lent.count > lent.limit { lent.limit = .max } }
      return lent.count > lent.limit
    }
    if isMuch { queue.async { [weak self] in self?.takeBack() } }
    expectReturns()
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
