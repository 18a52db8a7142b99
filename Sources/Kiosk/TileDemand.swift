import Motion
import Scene

/// Which tiles the queues are asked for, and how long the first picture waits for them.
struct TileDemand {
  /// Bytes of tiles kept for the pages.
  let budget: Int
  private let queue: TileQueue
  private var requests: [TileRequest] = []
  /// The last list of wanted tiles was one of a detail page.
  private var wasForDetail = false
  /// When the first picture is shown even if tiles are missing; nil before there is a page. Until then the panel keeps what it shows
  /// (a splash, the last picture): an empty page for a moment would look like a fault.
  private(set) var revealTime: Double?
  /// There has been a first picture.
  private(set) var isRevealed = false
  /// All of it comes anew, and is not here yet.
  private var isConcealed = false
  /// The panel keeps a picture of before.
  private var isOld = false

  /// How long the first picture waits for its tiles.
  static let revealDelay = 0.25

  init(queue: TileQueue, budget: Int) {
    self.queue = queue
    self.budget = budget
  }

  /// Whether there is a page, so that what changes may be seen to change.
  var hasPage: Bool { revealTime != nil }

  /// There is a page.
  mutating func pageHasCome(at time: Double) {
    if revealTime == nil, !isConcealed { revealTime = time + Self.revealDelay }
  }

  /// All of it comes anew, in another size: until it has, the panel keeps what it shows.
  mutating func conceal() {
    guard hasPage else { return }
    (isRevealed, isConcealed, isOld, revealTime) = (false, true, true, nil)
  }

  /// It has come, but for tiles.
  mutating func allHasCome(at time: Double) {
    guard isConcealed else { return }
    isConcealed = false
    pageHasCome(at: time)
  }

  /// A picture is drawn.
  mutating func reveal() { (isRevealed, isOld) = (true, false) }

  /// Whether something is done to a picture of before: what it means on the one that comes nobody has seen.
  func mustWait(_ input: InputEvent) -> Bool {
    guard isOld, !isRevealed else { return false }
    switch input {
    case .touch(let event): return event.phase == .down
    case .key, .typed, .wheel: return true
    case .pointer, .voice: return false
    }
  }

  /// Whether the first picture is shown now, with the tiles of this page or without.
  func mayReveal(_ view: PageView, at time: Double) -> Bool {
    revealTime.map { time >= $0 || view.isComplete(at: time) } ?? false
  }

  /// Tells the queues which tiles are needed next, if that has changed.
  mutating func update(_ navigation: inout Navigation, at time: Double) {
    let isOther = wasForDetail != navigation.isDetailInFront
    wasForDetail = navigation.isDetailInFront
    if navigation.appendWanted(at: time, anew: isOther, into: &requests) { queue.replace(with: &requests) }
  }

  /// The panel shows what there is.
  var isAtRest: Bool { isRevealed && hasPage && !isConcealed && !isOld }

  /// So it is from the beginning, where a moment of rest is gone on from.
  mutating func restAgain(at time: Double) {
    pageHasCome(at: time)
    reveal()
  }

  /// Nothing is wanted any more.
  func close() { queue.close() }
}

extension Navigation {
  /// Appends the tiles to raster next, of what is in front.
  ///
  /// - Returns: false when that has not changed since it was asked last; nothing was appended then.
  fileprivate mutating func appendWanted(
    at time: Double, anew isForced: Bool, into list: inout [TileRequest]
  ) -> Bool {
    guard isDetailInFront else { return deck.appendWanted(at: time, anew: isForced, into: &list) }
    let direction = front.direction(at: time)
    var isNew = isForced
    withFront { if $0.wantsAnew(at: time, direction: direction, reach: .around) { isNew = true } }
    guard isNew else { return false }
    front.appendWanted(at: time, direction: direction, reach: .around, into: &list)
    return true
  }
}
