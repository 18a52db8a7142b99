import Panel
import Scene
import Status

/// What the frame loop knows of the glass, by what the display has said: never what was meant to be there.
struct GlassProof {
  /// No frame was wanted at the last turn, and none was on its way.
  private(set) var isAtRest = false
  /// When a frame last came to the glass, seconds; nil before the first.
  private(set) var lastFlip: Double?
  /// Since when a frame is wanted or under way and none has come, seconds; nil while none is.
  private(set) var pendingSince: Double?
  /// The scene described last is the one on the glass.
  private var isPictureThere = false
  /// Who wants the picture, once there is one.
  private var takers: [GlassTaker] = []

  /// A turn has found that there is nothing to be shown, or that there is.
  mutating func rests(_ isAtRest: Bool, at now: Nanoseconds) {
    self.isAtRest = isAtRest
    if isAtRest { pendingSince = nil } else if pendingSince == nil { pendingSince = Double(now) / 1e9 }
  }

  /// The display has shown the frame drawn last.
  mutating func flipped(at time: Double, showing scene: Scene) {
    lastFlip = time
    pendingSince = nil
    isPictureThere = true
    for take in takers { take(scene) }
    takers.removeAll()
  }

  /// Another scene is being described, or nothing on the glass is known any more.
  mutating func forgetPicture() { isPictureThere = false }

  /// Hands the picture over as soon as what was described last is on the glass.
  mutating func give(_ scene: Scene, to take: @escaping GlassTaker) {
    if isPictureThere { take(scene) } else { takers.append(take) }
  }
}

extension PanelStatus.Glass {
  /// What display and scheduler have counted.
  init(_ condition: DisplayCondition, _ statistics: FrameStatistics) {
    self.init()
    switch condition.darkness {
    case nil: state = .ready
    case .noPanel: state = .noPanel
    case .taken: state = .taken
    case .lent: state = .lent
    }
    (lost, lostInARow) = (condition.lost, condition.lostInARow)
    (framesDrawn, flips, refused) = (statistics.framesDrawn, statistics.framesShown, statistics.framesRefused)
    missed.lateWake = statistics.missedByLateWake
    missed.longDraw = statistics.missedByLongDraw
    missed.lateFlip = statistics.missedByLateFlip
    missed.waiting = statistics.missedByWaiting
  }
}
