import Numbers
public import Scene
import Synchronization

/// One frame of an animation: what of it is not clear, and where that lies.
public struct LottieFrame: Sendable, Hashable {
  /// Nil when nothing is seen.
  public var pixmap: Pixmap?
  /// Of the pixmap's corner in the whole frame, pixels.
  public var x: Int
  /// Of the pixmap's upper edge in the whole frame, pixels.
  public var y: Int

  /// Clear pixels around the pixmap.
  package static let border = 2

  /// For the parameters see the properties.
  package init(pixmap: Pixmap?, x: Int, y: Int) {
    self.pixmap = pixmap
    self.x = x
    self.y = y
  }
}

/// The frames of an animation at the size they are shown at, drawn ahead and kept: the file never changes.
///
/// At most `budget` bytes: when all frames need more, every second is left out, or three of four, and so on. Clear margins are cut off,
/// and equal frames are kept once. The frame thread takes the nearest frame that is ready and waits for nothing; the lock is held for a
/// few loads, and on Linux it lends its holder the priority of whoever waits.
public final class LottieFrames: Sendable {
  /// Bytes of pixels kept unless told otherwise: 16 MB.
  public static let budget = 16 << 20
  /// Nanoseconds a frame may take to draw; slower animations are refused.
  static let patience = 250_000_000

  /// What is drawn.
  public let file: LottieOutline
  /// Of a whole frame.
  public let size: PixelSize
  private let budget: Int
  private let stage: Mutex<(any LottieDrawing)?>
  private let state: Mutex<State>
  /// Of the loop: shown when no frame is ready and none will be.
  package let first: LottieFrame

  private struct State: Sendable {
    /// Nil while a frame is not drawn, or left out.
    var frames: [LottieFrame?]
    /// How many had been drawn before each of them.
    var places: [Int]
    var drawn = 0
    var bytes = 0
    var isComplete = false
    /// Every how many frames one is there.
    var stride: Int
    /// Why no more is drawn, and who wants to know.
    var lost: String?
    var whenLost: (@Sendable (String) -> Void)?
  }

  /// - Parameters:
  ///   - height: pixels.
  ///   - clock: nanoseconds of a clock that only goes forward.
  /// - Throws: when the library cannot read the file, draws it too slowly, or would draw so far away that it might not come back.
  public convenience init(
    _ file: LottieFile, height: Int, budget: Int = LottieFrames.budget, clock: () -> Int
  ) throws(LottieRefusal) {
    try self.init(file, height: height, budget: budget, clock: clock, on: LottieStage(file) as any LottieDrawing)
  }

  /// - Parameter stage: where it is drawn.
  package convenience init(
    _ file: LottieFile, height: Int, budget: Int = LottieFrames.budget, clock: () -> Int, on stage: any LottieDrawing
  ) throws(LottieRefusal) {
    let size = Self.size(file.outline, height: height)
    if let reason = Self.refusal(file, size) { throw LottieRefusal(reasons: [reason]) }
    let began = clock()
    let first: LottieFrame
    switch stage.frame(file.outline.segments.loop.lowerBound, size: size) {
    case .drawn(let frame): first = frame
    case .unread:
      throw LottieRefusal(reasons: ["the Lottie library cannot read it; export it again, as Lottie JSON"])
    case .lost(let reason): throw LottieRefusal(reasons: [reason])
    }
    let cost = clock() - began
    guard cost <= Self.patience else {
      throw LottieRefusal(reasons: ["a frame takes \(cost / 1_000_000) ms to draw; simplify it"])
    }
    self.init(file.outline, height: height, budget: budget, first: first, on: stage)
  }

  /// - Parameters:
  ///   - first: the first frame of the loop, drawn already.
  ///   - stage: where the others are drawn.
  package init(
    _ file: LottieOutline, height: Int, budget: Int = LottieFrames.budget, first: LottieFrame,
    on stage: any LottieDrawing
  ) {
    self.file = file
    self.budget = budget
    size = Self.size(file, height: height)
    self.first = first
    self.stage = Mutex(stage)
    // Fits: an outline has one frame or more.
    state = Mutex(
      State(
        frames: Array(repeating: nil, count: file.frameCount), places: Array(repeating: 0, count: file.frameCount),
        stride: file.frameCount))
  }

  /// Of a frame, pixels.
  package static func size(_ file: LottieOutline, height: Int) -> PixelSize {
    PixelSize(width: max(Int(clamping: (Double(height) * file.ratio).rounded()), 1), height: height)
  }

  /// What is known to be too much before anything is drawn.
  private static func refusal(_ file: LottieFile, _ size: PixelSize) -> String? {
    let reach = file.reach * Double(size.height)
    if reach > LottieCheck.Limit.reach {
      return
        "something in it comes to lie \(LottieCheck.far(reach)) pixels away at this size; up to \(Int(clamping: LottieCheck.Limit.reach)) are drawn: make it smaller, or its scale, its copies or its lines"
    }
    let work = file.work * Double(size.area)
    if work > LottieCheck.Limit.work {
      return
        "all frames together paint \(LottieCheck.far(work / 1e6)) million pixels at this size; up to \(Int(clamping: LottieCheck.Limit.work / 1e6)) million are painted: make it shorter, or leave out layers, fills and copies"
    }
    return nil
  }

  /// Whether a frame did not come to an end: no more are drawn then, and what is ready is shown.
  public var isLost: Bool { state.withLock { $0.lost != nil } }

  /// Has somebody told, once, with a sentence about it.
  public func whenLost(_ tell: @escaping @Sendable (String) -> Void) {
    let lost = state.withLock { state in
      state.whenLost = tell
      return state.lost
    }
    if let lost { tell(lost) }
  }

  /// Every how many frames one is kept; a number only when `isComplete`.
  public var stride: Int { state.withLock { $0.stride } }

  /// Frames kept per second of the animation.
  public var rate: Double { file.rate / Double(stride) }

  /// Bytes of the frames that are ready.
  public var byteCount: Int { state.withLock { $0.bytes } }

  /// Whether all frames there will be are there.
  public var isComplete: Bool { state.withLock { $0.isComplete } }

  /// Draws the frames, coarsely first, as long as there is room for all of a step; then lets the library's document go. Takes as long as
  /// it takes; with a frame that never ends, until that is known.
  public func render() { render { _ in } }

  /// Tells how many are drawn, after each step: which they are is the same each time. `onlyFirst` where none can be.
  package func render(telling tell: (_ count: Int) -> Void) {
    defer { tell(state.withLock { $0.drawn == 0 && $0.lost != nil ? Self.onlyFirst : $0.drawn }) }
    stage.withLock { held in
      guard let stage = held else { return }
      var known: [Int: [LottieFrame]] = [:]
      var drawn = 0
      steps: for step in [256, 128, 64, 32, 16, 8, 4, 2, 1] {
        // Fits: the steps of the list, none of them 0.
        let missing = Swift.stride(from: 0, to: file.frameCount, by: step).filter {
          $0 % (2 * step) != 0 || step == 256
        }
        let bytes = state.withLock { $0.bytes }
        // What the frames so far have taken is what the next ones will take.
        if drawn > 0, bytes + bytes / drawn * missing.count > budget { break steps }
        for number in missing {
          let frame: LottieFrame
          switch stage.frame(number, size: size) {
          case .drawn(let drawn): frame = drawn
          case .unread:
            lose("frame \(number) cannot be drawn by the Lottie library, and nothing more of it is drawn")
            break steps
          case .lost(let reason):
            lose(reason)
            break steps
          }
          let hash = frame.contentHash
          let equal = known[hash]?.first { $0.hasSameContent(as: frame) }
          if equal == nil { known[hash, default: []].append(frame) }
          drawn += 1
          let isOver = state.withLock { state in
            if equal == nil { state.bytes += frame.pixmap?.byteCount ?? 0 }
            state.frames[number] = equal ?? frame
            state.places[number] = state.drawn
            state.drawn += 1
            return state.bytes > budget && drawn > 1
          }
          if isOver { break steps }
        }
        let count = state.withLock { state in
          state.stride = min(step, file.frameCount)
          return state.drawn
        }
        if !missing.isEmpty { tell(count) }
      }
      held = nil
      state.withLock { $0.isComplete = true }
    }
  }

  private func lose(_ reason: String) {
    let tell = state.withLock { state in
      state.lost = reason
      if state.frames.allSatisfy({ $0 == nil }) { state.frames[file.segments.loop.lowerBound] = first }
      return state.whenLost
    }
    tell?(reason)
  }

  /// The frame nearest to this one that is ready; nil before the first is.
  public func frame(nearest wanted: Double) -> LottieFrame? { frame(nearest: wanted, among: .max) }

  /// In place of how many are drawn: the loop's first one is shown, and no other will be.
  package static let onlyFirst = -1

  /// - Parameter count: of those that were drawn first; `onlyFirst` for none but the loop's.
  package func frame(nearest wanted: Double, among count: Int) -> LottieFrame? {
    if count == Self.onlyFirst { return first }
    return state.withLock { state in
      let last = state.frames.count - 1
      let index = min(max(Int(clamping: wanted.rounded()), 0), last)
      // Fits: each is compared with the first and the last.
      func ready(_ index: Int) -> LottieFrame? { state.places[index] < count ? state.frames[index] : nil }
      if let frame = ready(index) { return frame }
      for distance in 1...max(last, 1) {
        if index - distance >= 0, let frame = ready(index - distance) { return frame }
        if index + distance <= last, let frame = ready(index + distance) { return frame }
      }
      return nil
    }
  }
}

extension LottieFrame {
  /// What of a canvas is not clear.
  init(cutting canvas: [UInt32], size: PixelSize) {
    // Indices: a canvas has a word for each pixel of its size, and edges are of pixels found in it.
    var (left, top, right, bottom) = (size.width, size.height, 0, 0)
    for y in 0..<size.height {
      for x in 0..<size.width where canvas[y * size.width + x] != 0 {
        left = min(left, x)
        right = max(right, x + 1)
        top = min(top, y)
        bottom = max(bottom, y + 1)
      }
    }
    guard right > left else {
      self.init(pixmap: nil, x: 0, y: 0)
      return
    }
    let pixmap = Pixmap(size: PixelSize(width: right - left, height: bottom - top), border: Self.border) { x, y in
      Pixel(word: canvas[(top + y) * size.width + left + x])
    }
    self.init(pixmap: pixmap, x: left, y: top)
  }

  /// FNV-1a over the words of all rows.
  fileprivate var contentHash: Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    guard let pixmap else { return 0 }
    for y in 0..<pixmap.size.height {
      for x in 0..<pixmap.size.width {
        // Fits: 32 bits, made wider.
        hash = (hash ^ UInt64(pixmap.pixel(x: x, y: y).word)) &* 0x0000_0100_0000_01B3
      }
    }
    return Int(truncatingIfNeeded: hash)
  }

  fileprivate func hasSameContent(as other: LottieFrame) -> Bool {
    guard x == other.x, y == other.y, pixmap?.size == other.pixmap?.size else { return false }
    guard let pixmap, let theirs = other.pixmap else { return true }
    for y in 0..<pixmap.size.height {
      for x in 0..<pixmap.size.width where pixmap.pixel(x: x, y: y) != theirs.pixel(x: x, y: y) { return false }
    }
    return true
  }
}
