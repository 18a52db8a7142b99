import Motion
import Numbers
import Panel
import Recording
import Refresh
import Scene

/// One turn of a record, or what came between two, as it is handed to a loop that plays it again.
final class ReplayTape: FrameTape {
  // Many properties: what is to come, and what has come of it, which one loop asks and tells in turn.
  /// What a loop asks for, in the order it does.
  enum Item {
    case clock(Nanoseconds)
    case waited(Int)
    case active(Bool)
    case change(DisplayChange)
    case flip(Flip)
    case input(InputEvent)
    case frame(FrameMark)
    case reset
    case verdict(FrameVerdict)
  }

  /// What a record says of a frame.
  struct FrameMark {
    var fate: FrameFate
    var presentation: Nanoseconds
    var extent = FrameExtent.nothing
    /// Of just that.
    var hash: UInt64 = 0
    var layers: ArraySlice<UInt8> = []
  }

  private var items: [Item] = []
  private var place = 0
  private var now: Nanoseconds = 0
  private var isLast = false
  private var waits = 0
  private(set) var isActive = true
  private var hash = SceneHash()
  /// A frame without what tells where somebody is.
  private var bare = Scene(size: PixelSize(width: 1, height: 1))
  /// The frame that is being drawn is the one the record has next.
  private var numbers = PixmapNumbers()
  /// Those of the pictures of this turn's messages.
  var numbersToCome = PixmapNumbers()
  /// The refresh control is drawn as it was; else all is in doubt from where it is seen to the next moment of rest.
  var knowsStyle = true
  /// To the next moment of rest something else may be seen than was: not all that was typed is in the record.
  var isDoubtful = false

  /// Frames that were described so far.
  private(set) var frames = 0
  /// Those that were compared with the record.
  private(set) var compared = 0
  /// The first frame that is another than the record has.
  private(set) var difference: ReplayDifference?
  /// What has come otherwise than in the record, first.
  private(set) var stray: String?
  /// Of the frame described last.
  private(set) var lastHash: UInt64 = 0
  /// When the frame described last was to be seen.
  private(set) var presentation: Nanoseconds = 0
  /// Of all frames that were late or missed, with the layers that take longest where drawing did.
  private(set) var verdicts: [ReplayVerdict] = []
  /// Blanks that passed without a frame because none was wanted.
  private(set) var idleBlanks = 0
  private var lastFlip: (flip: Flip, isExplained: Bool)?
  /// Of the frame described last.
  private var lastLayers: [Layer] = []
  private var lastSize = PixelSize(width: 1, height: 1)
  /// The record is over, and the loop goes on in a time of its own.
  private(set) var isFree = false
  /// Frames since then.
  private(set) var freeFrames = 0

  /// - Parameter isLast: the record ends with it, maybe within it.
  func load(_ items: [Item], at now: Nanoseconds, isLast: Bool = false) {
    (self.items, self.now, self.isLast, place) = (items, now, isLast, 0)
  }

  var next: Item? { items.indices.contains(place) ? items[place] : nil }

  /// Takes the next item if it is of a kind; in doubt the next one of that kind in this turn, and what is before it is passed over.
  private func take<Value>(_ match: (Item) -> Value?) -> Value? {
    var ahead = place
    while items.indices.contains(ahead) {
      if let value = match(items[ahead]) {
        pass(to: ahead)
        place = ahead + 1
        return value
      }
      guard isDoubtful else { return nil }
      ahead += 1
    }
    return nil
  }

  /// What a replay in doubt does not come to has happened all the same.
  private func pass(to end: Int) {
    for item in items[place..<end] {
      switch item {
      case .frame: frames += 1
      case .verdict(let verdict): tell(verdict)
      case .flip(let flip): note(flip)
      case .waited(let count): waits += count
      case .active(let isActive): self.isActive = isActive
      default: break
      }
    }
    place = end
  }

  /// Everything of the turn was asked for.
  func finish() {
    numbers = numbersToCome
    if isDoubtful { return pass(to: items.count) }
    if let next, stray == nil, !isLast { stray = "the record goes on with \(Self.name(next)), and the replay does not" }
  }

  /// What is played from now on is as it was.
  func goOn() {
    (isDoubtful, isActive, numbers) = (false, true, numbersToCome)
  }

  private static func name(_ item: Item) -> String { String("\(item)".prefix(80)) }

  private func go(astray what: String) {
    guard stray == nil, !isLast, !isDoubtful else { return }
    stray = "the replay has \(what) where the record has \(next.map(Self.name) ?? "nothing")"
  }

  // MARK: What the loop asks

  func clock() -> Nanoseconds {
    guard let time = take({ if case .clock(let time) = $0 { time } else { nil } }) else {
      go(astray: "a reading of the clock")
      return now
    }
    now = max(now, time)
    return time
  }

  func countWaits() -> Int {
    if let count = take({ if case .waited(let count) = $0 { count } else { nil } }) { waits += count }
    return waits
  }

  func look() -> Bool {
    if let isActive = take({ if case .active(let isActive) = $0 { isActive } else { nil } }) {
      self.isActive = isActive
    }
    return isActive
  }

  func takeChange() -> DisplayChange? { take { if case .change(let change) = $0 { change } else { nil } } }

  func takeFlip() -> Flip? {
    let flip: Flip? = take { if case .flip(let flip) = $0 { flip } else { nil } }
    if let flip { note(flip) }
    return flip
  }

  /// Where blanks have passed since the last frame, and none of them is to blame for anything, none was wanted.
  private func note(_ flip: Flip) {
    defer { lastFlip = (flip, false) }
    guard let (last, isExplained) = lastFlip, !isExplained, flip.sequence > last.sequence else { return }
    // Of a panel that counts as it likes the sum is no number.
    idleBlanks = min(idleBlanks + Int(clamping: min(flip.sequence - last.sequence - 1, 1 << 40)), 1 << 40)
  }

  private func tell(_ verdict: FrameVerdict) {
    lastFlip?.isExplained = true
    verdicts.append(
      ReplayVerdict(
        frame: frames, verdict: verdict,
        layers: verdict.cause == .longDraw ? ReplayVerdict.heaviest(of: lastLayers, on: lastSize) : []))
  }

  /// From now on nothing comes from the record.
  func setFree(at now: Nanoseconds) {
    (isFree, isDoubtful, isActive) = (true, true, true)
    load([], at: now)
  }

  /// What people do at the beginning of a turn; taken off as they are handled.
  func inputs() -> [InputEvent] {
    items[min(place, items.count)...].prefix { if case .input = $0 { true } else { false } }.compactMap {
      if case .input(let input) = $0 { input } else { nil }
    }
  }

  /// What becomes of the frame that is being drawn.
  var fate: FrameFate {
    let ahead = items[min(place, items.count)...].first { if case .frame = $0 { true } else { !isDoubtful } }
    guard case .frame(let mark)? = ahead else {
      go(astray: "a frame")
      return .taken
    }
    return mark.fate
  }

  // MARK: What the loop tells

  func begins(_ facts: LoopFacts) {}
  func turns(at now: Nanoseconds) {}
  func reads(clock: Nanoseconds) {}
  func waited(_ count: Int) {}
  func looks(isActive: Bool) {}
  func changes(_ change: DisplayChange) {}
  func flips(_ flip: Flip) {}
  func receives(_ message: KioskMessage, _ kiosk: borrowing Kiosk, at now: Nanoseconds?) { numbers = numbersToCome }

  func handles(_ input: InputEvent, _ kiosk: borrowing Kiosk) {
    let isThere: Void? = take { if case .input = $0 { () } else { nil } }
    if isThere == nil { go(astray: "a touch") }
  }

  func resets() {
    let isThere: Void? = take { if case .reset = $0 { () } else { nil } }
    if isThere == nil { go(astray: "a reset") }
  }

  func judges(_ verdict: FrameVerdict) {
    // In doubt it is told what was, and not what has come of this.
    if isDoubtful { return }
    tell(verdict)
    guard let known = take({ if case .verdict(let known) = $0 { known } else { nil } }) else {
      return go(astray: "a late frame")
    }
    if known != verdict { go(astray: "another cause") }
  }

  var wantsRest: Bool { false }
  func rests(_ kiosk: inout Kiosk, _ scheduler: inout FrameScheduler, _ facts: LoopFacts) {}

  func draws(
    _ scene: borrowing Scene, _ kiosk: borrowing Kiosk, for presentation: Nanoseconds, _ fate: FrameFate
  ) {
    (lastLayers, lastSize) = (scene.layers, scene.size)
    if !knowsStyle, kiosk.showsRefresh { isDoubtful = true }
    if isFree { freeFrames += 1 }
    guard let mark = take({ if case .frame(let mark) = $0 { mark } else { nil } }) else {
      return go(astray: "a frame")
    }
    frames += 1
    hash.take(scene, numbers)
    (lastHash, self.presentation) = (hash.whole, presentation)
    if mark.presentation != presentation { go(astray: "a frame for another moment") }
    switch mark.extent {
    case .nothing: break
    case .whole: compare(mark, scene, kiosk)
    case .withoutHand:
      // Where on the keys somebody was is another place here.
      bare.size = scene.size
      kiosk.draw(into: &bare, showsHand: false)
      hash.take(bare, numbers)
      compare(mark, bare, kiosk)
    }
  }

  /// - Parameter scene: what was hashed.
  private func compare(_ mark: FrameMark, _ scene: borrowing Scene, _ kiosk: borrowing Kiosk) {
    let isSame = mark.hash == hash.whole
    // In doubt another picture says nothing, and neither does one of keys where a finger was between them: here it is on one. The same does.
    let isOfNoKeys = mark.extent == .whole && kiosk.showsTyping
    if isDoubtful || isOfNoKeys, !isSame { return }
    compared += 1
    guard !isSame, difference == nil else { return }
    let pairs = zip(hash.layers, mark.layers)
    let layer =
      pairs.enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(hash.layers.count, mark.layers.count)
    let content = scene.layers.indices.contains(layer) ? "\(ReplayDifference.name(scene.layers[layer]))" : "none"
    difference = ReplayDifference(
      frame: frames, presentation: presentation, layer: layer, layers: hash.layers.count,
      recordedLayers: mark.layers.count, content: content)
  }
}
