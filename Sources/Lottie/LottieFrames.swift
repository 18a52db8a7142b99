import Glibc
public import Scene
import Synchronization

/// The frames of an animation at the size they are shown at, drawn ahead and kept: the file never changes.
///
/// At most `budget` bytes: when all frames need more, every second is left out, or two of three, and so on. Equal frames are
/// kept once. The frame thread takes the nearest frame that is ready and waits for nothing; the lock is held for a few loads.
public final class LottieFrames: Sendable {
  public static let budget = 16 << 20
  /// Nanoseconds a frame may take to draw; slower animations are refused.
  static let patience = 250_000_000

  public let file: LottieFile
  public let size: PixelSize
  /// Every how many frames one is kept.
  public let stride: Int
  private let renderer: Mutex<LottieRenderer?>
  private let frames: Mutex<Frames>

  private struct Frames: Sendable {
    var pixmaps: [Pixmap?]
    var ready = 0
    var bytes = 0
  }

  /// - Parameters:
  ///   - height: pixels.
  ///   - clock: nanoseconds of a clock that only goes forward.
  /// - Throws: when the library cannot read the file, or draws it too slowly.
  public init(
    _ file: LottieFile, height: Int, budget: Int = LottieFrames.budget, clock: () -> Int
  ) throws(LottieRefusal) {
    self.file = file
    size = PixelSize(width: max(Int((Double(height) * file.ratio).rounded()), 1), height: height)
    guard let renderer = LottieRenderer(file) else {
      throw LottieRefusal(reasons: ["the Lottie library cannot read it; export it again, as Lottie JSON"])
    }
    let began = clock()
    let first = renderer.frame(file.segments.loop.lowerBound, size: size)
    let cost = clock() - began
    guard cost <= Self.patience else {
      throw LottieRefusal(reasons: ["a frame takes \(cost / 1_000_000) ms to draw; simplify it"])
    }
    let all = file.frameCount * first.byteCount
    stride = max((all + budget - 1) / budget, 1)
    let count = (file.frameCount + stride - 1) / stride
    self.renderer = Mutex(renderer)
    frames = Mutex(Frames(pixmaps: Array(repeating: nil, count: count)))
  }

  /// Frames kept per second of the animation.
  public var rate: Double { file.rate / Double(stride) }

  /// Bytes of the frames that are ready.
  public var byteCount: Int { frames.withLock { $0.bytes } }

  public var isComplete: Bool { frames.withLock { $0.ready == $0.pixmaps.count } }

  /// Draws what is missing, coarsely first, the pull before the rest; then lets the library's document go. Takes as long as it takes.
  public func render() {
    renderer.withLock { held in
      guard let renderer = held else { return }
      var seen: [Int: [Pixmap]] = [:]
      for index in order {
        if frames.withLock({ $0.pixmaps[index] }) != nil { continue }
        let drawn = renderer.frame(min(index * stride, file.frameCount - 1), size: size)
        let hash = drawn.contentHash
        let known = seen[hash]?.first { $0.hasSameContent(as: drawn) }
        if known == nil { seen[hash, default: []].append(drawn) }
        frames.withLock { frames in
          frames.pixmaps[index] = known ?? drawn
          frames.ready += 1
          if known == nil { frames.bytes += drawn.byteCount }
        }
      }
      held = nil
    }
  }

  /// Every 16th frame, then those between them, the pull's before the others.
  private var order: [Int] {
    let count = (file.frameCount + stride - 1) / stride
    let pull = file.segments.pull.lowerBound / stride...max((file.segments.pull.upperBound - 1) / stride, 0)
    var order: [Int] = []
    var isTaken = [Bool](repeating: false, count: count)
    func take(_ range: ClosedRange<Int>) {
      for step in [16, 8, 4, 2, 1] {
        for index in Swift.stride(from: range.lowerBound, through: min(range.upperBound, count - 1), by: step)
        where !isTaken[index] {
          isTaken[index] = true
          order.append(index)
        }
      }
    }
    take(pull)
    take(0...count - 1)
    return order
  }

  /// The frame nearest to this one that is ready; nil before the first is.
  public func frame(nearest frame: Double) -> Pixmap? {
    let wanted = frame / Double(stride)
    return frames.withLock { frames in
      let last = frames.pixmaps.count - 1
      let index = min(max(Int(wanted.rounded()), 0), last)
      if let pixmap = frames.pixmaps[index] { return pixmap }
      for distance in 1...max(last, 1) {
        if index - distance >= 0, let pixmap = frames.pixmaps[index - distance] { return pixmap }
        if index + distance <= last, let pixmap = frames.pixmaps[index + distance] { return pixmap }
      }
      return nil
    }
  }
}

extension Pixmap {
  /// FNV-1a over the words of all rows.
  fileprivate var contentHash: Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for row in 0..<storedSize.height {
      let words = unsafe (origin + row * pitch).assumingMemoryBound(to: UInt32.self)
      for column in 0..<storedSize.width {
        hash = unsafe (hash ^ UInt64(words[column])) &* 0x0000_0100_0000_01B3
      }
    }
    return Int(truncatingIfNeeded: hash)
  }

  fileprivate func hasSameContent(as other: Pixmap) -> Bool {
    guard size == other.size else { return false }
    for row in 0..<storedSize.height
    where unsafe memcmp(origin + row * pitch, other.origin + row * other.pitch, storedSize.width * 4) != 0 {
      return false
    }
    return true
  }
}
