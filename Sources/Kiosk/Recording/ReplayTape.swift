import Motion
package import Panel
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
    /// Nil where keys were seen.
    var hash: UInt64?
    var layers: ArraySlice<UInt8> = []
  }

  private var items: [Item] = []
  private var place = 0
  private var now: Nanoseconds = 0
  private var isLast = false
  private var waits = 0
  private(set) var isActive = true
  private var hash = SceneHash()
  /// The frame that is being drawn is the one the record has next.
  private var numbers = PixmapNumbers()
  /// Those of the pictures of this turn's messages.
  var numbersToCome = PixmapNumbers()
  /// The refresh control is one of a file, which the record does not hold.
  var knowsStyle = true

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
  /// Of all frames that were late or missed.
  private(set) var verdicts: [(frame: Int, verdict: FrameVerdict)] = []

  /// - Parameter isLast: the record ends with it, maybe within it.
  func load(_ items: [Item], at now: Nanoseconds, isLast: Bool = false) {
    (self.items, self.now, self.isLast, place) = (items, now, isLast, 0)
  }

  var next: Item? { items.indices.contains(place) ? items[place] : nil }

  /// Everything of the turn was asked for.
  func finish() {
    numbers = numbersToCome
    if let next, stray == nil, !isLast { stray = "the record goes on with \(Self.name(next)), and the replay does not" }
  }

  private static func name(_ item: Item) -> String { String("\(item)".prefix(80)) }

  private func go(astray what: String) {
    guard stray == nil, !isLast else { return }
    stray = "the replay has \(what) where the record has \(next.map(Self.name) ?? "nothing")"
  }

  // MARK: What the loop asks

  func clock() -> Nanoseconds {
    guard case .clock(let time)? = next else {
      go(astray: "a reading of the clock")
      return now
    }
    place += 1
    now = max(now, time)
    return time
  }

  func countWaits() -> Int {
    if case .waited(let count)? = next {
      place += 1
      waits += count
    }
    return waits
  }

  func look() -> Bool {
    if case .active(let isActive)? = next {
      place += 1
      self.isActive = isActive
    }
    return isActive
  }

  func takeChange() -> DisplayChange? {
    guard case .change(let change)? = next else { return nil }
    place += 1
    return change
  }

  func takeFlip() -> Flip? {
    guard case .flip(let flip)? = next else { return nil }
    place += 1
    return flip
  }

  /// What people do at the beginning of a turn; taken off as they are handled.
  func inputs() -> [InputEvent] {
    items[min(place, items.count)...].prefix { if case .input = $0 { true } else { false } }.compactMap {
      if case .input(let input) = $0 { input } else { nil }
    }
  }

  /// What becomes of the frame that is being drawn.
  var fate: FrameFate {
    guard case .frame(let mark)? = next else {
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
    if case .input? = next { place += 1 } else { go(astray: "a touch") }
  }

  func resets() { if case .reset? = next { place += 1 } else { go(astray: "a reset") } }

  func judges(_ verdict: FrameVerdict) {
    verdicts.append((frames, verdict))
    guard case .verdict(let known)? = next else { return go(astray: "a late frame") }
    place += 1
    if known != verdict { go(astray: "another cause") }
  }

  func draws(
    _ scene: borrowing Scene, _ kiosk: borrowing Kiosk, for presentation: Nanoseconds, _ fate: FrameFate
  ) {
    guard case .frame(let mark)? = next else { return go(astray: "a frame") }
    place += 1
    frames += 1
    hash.take(scene, numbers)
    (lastHash, self.presentation) = (hash.whole, presentation)
    if mark.presentation != presentation { go(astray: "a frame for another moment") }
    let isOwn = knowsStyle || kiosk.refreshPhase == .idle && kiosk.offset >= 0
    guard let known = mark.hash, !kiosk.showsTyping, isOwn else { return }
    compared += 1
    guard known != hash.whole, difference == nil else { return }
    let pairs = zip(hash.layers, mark.layers)
    let layer =
      pairs.enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(hash.layers.count, mark.layers.count)
    let content = scene.layers.indices.contains(layer) ? "\(ReplayDifference.name(scene.layers[layer]))" : "none"
    difference = ReplayDifference(
      frame: frames, presentation: presentation, layer: layer, layers: hash.layers.count,
      recordedLayers: mark.layers.count, content: content)
  }
}

/// Where a replay shows something else than the panel did.
package struct ReplayDifference: Sendable, Hashable {
  /// Counts the frames of the record, from 1.
  package var frame: Int
  /// When it was to be seen; monotonic clock of the run.
  package var presentation: Nanoseconds
  /// The first layer that differs, from the back, from 0.
  package var layer: Int
  /// How many there are now, and how many there were.
  package var layers: Int
  package var recordedLayers: Int
  /// What that layer is now.
  package var content: String

  static func name(_ layer: Layer) -> String {
    let kind =
      switch layer.content {
      case .fill(let color, _): "a ground of \(color.red), \(color.green), \(color.blue)"
      case .pixmap(let pixmap, _, _): "a picture of \(pixmap.size.width)x\(pixmap.size.height)"
      case .image(let pixmap, _): "a sprite of \(pixmap.size.width)x\(pixmap.size.height)"
      case .pattern(let pixmap, _, _): "a pattern of \(pixmap.size.width)x\(pixmap.size.height)"
      case .beginGroup: "the beginning of a group"
      case .endGroup: "the end of a group"
      }
    return "\(kind) at \(layer.frame.x0),\(layer.frame.y0), \(layer.frame.width)x\(layer.frame.height)"
  }
}
