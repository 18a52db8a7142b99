import Compositor
import Numbers
import Panel

/// What the output is doing, each case with all that is known then.
enum OutputPhase<Card: ModesettingCard> {
  typealias Buffer = ScanoutBuffer<Card>

  /// A frame that is drawn, on its way to the glass.
  struct Frame {
    let buffer: Buffer
    let drawnAt: Nanoseconds
    /// How it lies on planes, with parts of the buffer over a page; nil when the buffer is all there is to see.
    var planes: PlaneFrame?
  }

  /// Nothing can be shown. The output is the one that shows again once it can, if its card is still open.
  case dark(KMSState.Darkness, Output<Card>?)
  /// The frame on the glass is the last one drawn.
  case idle(Output<Card>)
  /// A frame waits until the kernel has done with the one before.
  case drawing(Output<Card>, Frame, retry: Nanoseconds)
  /// The kernel has a frame whose flip has not come.
  case committed(Output<Card>, Frame, token: UInt64, since: Nanoseconds)
  /// A flip never came: its buffer may be on the glass or not, and the next frame sets the mode anew.
  case lost(Output<Card>, Buffer)
  case failed(String, Output<Card>?)

  var output: Output<Card>? {
    switch self {
    case .dark(_, let output), .failed(_, let output): output
    case .idle(let output), .drawing(let output, _, _), .committed(let output, _, _, _), .lost(let output, _): output
    }
  }

  /// The frame under way, if there is one.
  var frame: (Output<Card>, Frame)? {
    switch self {
    case .drawing(let output, let frame, _), .committed(let output, let frame, _, _): (output, frame)
    default: nil
    }
  }

  /// Whether frames can be shown.
  var isActive: Bool {
    switch self {
    case .dark, .failed: false
    default: true
    }
  }

  var isSuspended: Bool { if case .dark(.suspended, _) = self { true } else { false } }

  /// When something has to be done although nothing happens.
  var deadline: Nanoseconds? {
    switch self {
    case .drawing(_, _, let retry): retry
    case .committed(let output, _, _, let since): since + output.patience
    default: nil
    }
  }

  /// For those who look on.
  var state: KMSState {
    switch self {
    case .dark(let darkness, _): .dark(darkness)
    case .idle: .idle
    case .drawing(_, _, let retry): .drawing(retry: retry)
    case .committed(_, _, let token, let since): .committed(token: token, since: since)
    case .lost: .lost
    case .failed(let reason, _): .failed(reason)
    }
  }
}

/// What the connector gives the panel.
enum PanelSignal {
  /// What was there before this program: the first frame may take over the mode that runs.
  case found
  /// Unknown: the next frame sets the mode.
  case unknown
  /// The mode is set.
  case set
  /// None: the panel sleeps until the next frame, which sets the mode.
  case off
  /// The mode is set, and the panel cannot be turned off: a black frame is as dark as it gets.
  case alwaysOn

  var needsModeset: Bool {
    switch self {
    case .found, .unknown, .off: true
    case .set, .alwaysOn: false
    }
  }

  /// Whether the panel was turned off, or that was tried.
  var isOff: Bool { self == .off || self == .alwaysOn }

  /// What is on the glass is no longer known.
  mutating func forget() {
    switch self {
    case .set: self = .unknown
    case .alwaysOn: self = .off
    case .found, .unknown, .off: break
    }
  }

  /// The mode that runs is not the one that was found.
  mutating func giveUpTakeover() { if self == .found { self = .unknown } }

  /// Another panel, or another mode of it: on, but not set.
  mutating func restart() { if self != .found { self = .unknown } }

  /// Turning it off was refused; it is not tried again.
  mutating func cannotTurnOff() { self = needsModeset ? .off : .alwaysOn }
}

/// What has become of the frames so far.
struct FrameHistory {
  /// How many have reached the glass.
  private(set) var flips: UInt64 = 0
  /// Numbers the frames handed to the kernel.
  private(set) var token: UInt64 = 0
  var sequence = FlipSequence()
  /// What the last one changed, in panel pixels.
  private(set) var damage = Region()
  private(set) var lostInARow = 0
  private(set) var refusedInARow = 0

  init() { damage.reserveCapacity(64) }

  mutating func setDamage(_ next: Region) {
    damage.replace(with: next)
    damage.limit(to: KMSTiming.mostClips)
  }

  mutating func nextToken() -> UInt64 {
    token += 1
    return token
  }

  /// - Returns: the number of this flip.
  mutating func flipped() -> UInt64 {
    flips += 1
    return flips
  }

  mutating func lost() { lostInARow += 1 }
  mutating func refused() { refusedInARow += 1 }

  /// The panel has taken a frame.
  mutating func recovered() {
    lostInARow = 0
    refusedInARow = 0
  }
}

/// Counts of vertical blanks, which the kernel's events carry in 32 bits.
struct FlipSequence {
  private(set) var last: UInt64 = 0
  private var repeats = 0

  /// Several flips in a row counted nothing: there is no vertical blank.
  var standsStill: Bool { repeats >= 3 }

  mutating func extend(_ number: UInt32) -> UInt64 {
    let step = number &- UInt32(truncatingIfNeeded: last)
    repeats = step == 0 ? repeats + 1 : 0
    // A step backwards is a counter that began again.
    last = step < 1 << 31 ? last + UInt64(step) : UInt64(number)
    return last
  }

  mutating func restart(at number: UInt64) -> UInt64 {
    last = number
    repeats = 0
    return last
  }
}
