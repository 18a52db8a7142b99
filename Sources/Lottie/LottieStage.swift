import Dispatch
package import Scene
import Synchronization

/// Where an animation's frames are drawn.
package protocol LottieDrawing: Sendable {
  /// Draws one frame and cuts off what is clear around it; to be called by one thread at a time.
  func frame(_ number: Int, size: PixelSize) -> LottieDrawn
}

/// What came of drawing a frame.
package enum LottieDrawn: Sendable {
  case drawn(LottieFrame)
  /// The library cannot read the document.
  case unread
  /// It was not drawn, and nothing more will be: why, in a sentence.
  case lost(String)
}

/// Draws at once, in the caller's thread: for a process that is ended by others when a frame does not come to an end.
package struct LottieHand: LottieDrawing {
  private let renderer: LottieRenderer?

  /// Reads the document.
  package init(_ file: LottieFile) { renderer = LottieRenderer(file) }

  package func frame(_ number: Int, size: PixelSize) -> LottieDrawn {
    renderer.map { .drawn(LottieFrame(cutting: $0.frames(number, size), size: size)) } ?? .unread
  }
}

/// Draws in a process that nobody watches: a queue of its own, because the library has loops that do not end.
///
/// `LottieCheck` refuses what is known to lead there. What it does not know costs this animation and nothing else: whoever waits for a
/// frame goes on after `limit`, and the thread is left to itself, for a thread that holds the library's locks cannot be ended. The same
/// document is not begun again in this process.
package final class LottieStage: LottieDrawing {
  typealias Draw = @Sendable (_ number: Int, _ size: PixelSize) -> [UInt32]

  /// For one frame: many times what one may take that is let in.
  private static let limit = DispatchTimeInterval.seconds(2)
  /// Documents with a frame that did not end.
  private static let lost = Mutex<Set<[UInt8]>>([])

  private let queue = DispatchQueue(label: "vitrine.lottie", qos: .utility)
  private let document: [UInt8]
  private let open: @Sendable () -> Draw?
  private let wait: @Sendable (DispatchSemaphore) -> Bool
  /// Made by the first frame, on the queue.
  private let draw = Mutex<Draw?>(nil)

  /// With the library's own reading.
  package convenience init(_ file: LottieFile) { self.init(file, open: nil) }

  /// - Parameters:
  ///   - open: reads the document; nil when it cannot be read.
  ///   - wait: for a frame; false when it does not come.
  init(
    _ file: LottieFile, open: (@Sendable () -> Draw?)?,
    wait: @escaping @Sendable (DispatchSemaphore) -> Bool = { $0.wait(timeout: .now() + limit) == .success }
  ) {
    document = file.json
    self.open = open ?? { LottieRenderer(file)?.frames }
    self.wait = wait
  }

  /// Draws one frame and cuts off what is clear around it; to be called by one thread at a time.
  package func frame(_ number: Int, size: PixelSize) -> LottieDrawn {
    guard !Self.lost.withLock({ $0.contains(document) }) else {
      return .lost(Self.reason(frame: number))
    }
    let answer = Answer()
    queue.async { [self] in
      // Not under the lock: what does not end would keep it.
      let known = draw.withLock { $0 } ?? open()
      draw.withLock { $0 = known }
      answer.give(known.map { .drawn(LottieFrame(cutting: $0(number, size), size: size)) } ?? .unread)
    }
    if wait(answer.isThere), let frame = answer.frame { return frame }
    Self.lost.withLock { lost in
      // Boards that are edited for days leave their documents behind.
      if lost.count >= 16 { lost.removeAll() }
      lost.insert(document)
    }
    return .lost(Self.reason(frame: number))
  }

  static func reason(frame number: Int) -> String {
    "frame \(number) does not come to an end in the Lottie library, and nothing more of it is drawn; simplify it, dashes and large scales first"
  }

  private final class Answer: Sendable {
    let isThere = DispatchSemaphore(value: 0)
    private let given = Mutex<LottieDrawn?>(nil)

    var frame: LottieDrawn? { given.withLock { $0 } }

    func give(_ frame: LottieDrawn) {
      given.withLock { $0 = frame }
      isThere.signal()
    }
  }
}
