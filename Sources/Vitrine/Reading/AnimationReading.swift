import Board
import Formats
import Lottie
import Numbers
import Panel
import Reader
import Scene
import Synchronization

/// One Lottie file, and what is wanted of it.
struct AnimationReading: Sendable {
  /// Of the file: JSON, or a dotLottie archive.
  var bytes: [UInt8]
  /// Of the frames, pixels.
  var height: Int
  /// Which frame; nil for all that is known before one is drawn, and the first of its loop.
  var number: Int?

  /// Of the frames, pixels: no control is higher.
  static let highest = 1024

  /// What came of it.
  enum Outcome: Sendable {
    case begun(LottieOutline, LottieFrame)
    case drawn(LottieFrame)
    /// Sentences, without the file's name.
    case refused([String])
  }

  init(_ bytes: [UInt8], height: Int, number: Int? = nil) {
    self.bytes = bytes
    self.height = height
    self.number = number
  }

  /// Frames of one file, drawn in this process.
  static func frames(
    of bytes: [UInt8], height: Int, on stage: (LottieFile) -> any LottieDrawing
  ) throws(LottieRefusal) -> LottieFrames {
    let file = try file(bytes)
    return try LottieFrames(file, height: height, clock: { Int(MonotonicClock.now()) }, on: stage(file))
  }

  private static func file(_ bytes: [UInt8]) throws(LottieRefusal) -> LottieFile {
    let document: Value
    do throws(FormatError) {
      document = try JSON.parse(LottieArchive.isOne(bytes) ? LottieArchive.animation(in: bytes) : bytes)
    } catch {
      throw LottieRefusal(reasons: [error.description])
    }
    return try LottieFile(document)
  }
}

/// Draws what it is asked for in this process, and keeps the file it has read last: frames are asked for one by one.
final class AnimationDesk: Sendable {
  private struct Open: Sendable {
    var bytes: [UInt8]
    var outline: LottieOutline
    var stage: any LottieDrawing
  }

  private let open = Mutex<Open?>(nil)

  func answer(_ reading: AnimationReading) -> AnimationReading.Outcome {
    if let number = reading.number {
      let known = open.withLock { $0?.bytes == reading.bytes ? $0 : nil }
      // Fits: an outline has one frame or more.
      if let known, 0..<known.outline.frameCount ~= number {
        switch known.stage.frame(number, size: LottieFrames.size(known.outline, height: reading.height)) {
        case .drawn(let frame): return .drawn(frame)
        case .unread, .lost: return .refused(["frame \(number) cannot be drawn"])
        }
      }
    }
    do throws(LottieRefusal) {
      var opened: (any LottieDrawing)?
      let frames = try AnimationReading.frames(of: reading.bytes, height: reading.height) { file in
        let hand = LottieHand(file)
        opened = hand
        return hand
      }
      guard let opened else { return .refused([]) }
      let outline = frames.file
      open.withLock { $0 = Open(bytes: reading.bytes, outline: outline, stage: opened) }
      guard let number = reading.number else { return .begun(outline, frames.first) }
      // Fits: an outline has one frame or more.
      guard 0..<outline.frameCount ~= number else { return .refused(["there is no frame \(number)"]) }
      return answer(reading)
    } catch {
      return .refused(error.reasons)
    }
  }
}

extension AnimationReading {
  /// As a reader gets it.
  var job: Reader.Job {
    var wire = WireWriter()
    wire.put(count: height)
    wire.put((number == nil ? 0 : 1) as UInt8)
    wire.put(count: number ?? 0)
    return Reader.Job(kind: JobKind.animation.rawValue, head: wire.bytes, body: bytes)
  }

  /// As it came to a reader.
  init(head: [UInt8], body: [UInt8]) throws(WireError) {
    var wire = WireTaker(head)
    height = Int(try wire.number32())
    let isFrame = try wire.byte() == 1
    let number = Int(try wire.number32())
    guard 1...Self.highest ~= height else { throw WireError() }
    self.number = isFrame ? number : nil
    bytes = body
  }
}

extension AnimationReading.Outcome {
  /// As a reader sends it.
  var wire: [UInt8] {
    var wire = WireWriter()
    switch self {
    case .begun(let outline, let first):
      wire.put(0 as UInt8)
      wire.put(outline)
      wire.put(first)
    case .drawn(let frame):
      wire.put(1 as UInt8)
      wire.put(frame)
    case .refused(let reasons):
      wire.put(2 as UInt8)
      wire.put(reasons)
    }
    return wire.bytes
  }

  /// As it came from a reader, whatever that may be.
  init(wire bytes: [UInt8], height: Int, outline: LottieOutline?) throws(WireError) {
    var wire = WireTaker(bytes)
    switch (try wire.byte(), outline) {
    case (0, nil):
      let outline = try wire.outline()
      self = .begun(outline, try wire.frame(within: LottieFrames.size(outline, height: height)))
    case (1, let outline?): self = .drawn(try wire.frame(within: LottieFrames.size(outline, height: height)))
    case (2, _): self = .refused(try wire.texts())
    default: throw WireError()
    }
    guard wire.left == 0 else { throw WireError() }
  }
}

extension WireWriter {
  fileprivate mutating func put(_ outline: LottieOutline) {
    put(outline.ratio)
    put(count: outline.frameCount)
    put(outline.rate)
    put(outline.segments.pull)
    put(outline.segments.loop)
    put(outline.segments.done ?? 0..<0)
    put(outline.segments.fail ?? 0..<0)
  }

  private mutating func put(_ range: Range<Int>) {
    put(count: range.lowerBound)
    put(count: range.upperBound)
  }

  fileprivate mutating func put(_ frame: LottieFrame) {
    put(count: frame.x)
    put(count: frame.y)
    put((frame.pixmap == nil ? 0 : 1) as UInt8)
    if let pixmap = frame.pixmap { put(pixmap) }
  }
}

extension WireTaker {
  fileprivate mutating func outline() throws(WireError) -> LottieOutline {
    let ratio = try finite()
    let count = Int(try number32())
    let rate = try finite()
    let (pull, loop, done, fail) = (try range(), try range(), try range(), try range())
    let segments = LottieSegments(
      pull: pull, loop: loop, done: done.isEmpty ? nil : done, fail: fail.isEmpty ? nil : fail)
    guard let outline = LottieOutline(reading: ratio, frameCount: count, rate: rate, segments: segments) else {
      throw WireError()
    }
    return outline
  }

  private mutating func range() throws(WireError) -> Range<Int> {
    let (start, end) = (Int(try number32()), Int(try number32()))
    guard start <= end else { throw WireError() }
    // Fits: it ends where it starts, or behind it.
    return start..<end
  }

  fileprivate mutating func frame(within size: PixelSize) throws(WireError) -> LottieFrame {
    let (x, y) = (Int(try number32()), Int(try number32()))
    guard x <= size.width, y <= size.height else { throw WireError() }
    guard try byte() == 1 else { return LottieFrame(pixmap: nil, x: x, y: y) }
    let room = PixelSize(width: size.width - x, height: size.height - y)
    return LottieFrame(pixmap: try pixmap(upTo: room, border: LottieFrame.border), x: x, y: y)
  }
}

/// Has the frames drawn by a process without rights.
struct RemoteLottie: LottieDrawing {
  let bytes: [UInt8]
  let outline: LottieOutline
  let reader: Reader

  /// Frames of a file that a reader draws.
  static func frames(of bytes: [UInt8], height: Int, by reader: Reader) throws(LottieRefusal) -> LottieFrames {
    let outcome: AnimationReading.Outcome
    do throws(ReaderFailure) {
      outcome = try reader.ask(AnimationReading(bytes, height: height).job) { answer throws(WireError) in
        try AnimationReading.Outcome(wire: answer, height: height, outline: nil)
      }
    } catch {
      throw LottieRefusal(reasons: [error.description])
    }
    switch outcome {
    case .begun(let outline, let first):
      return LottieFrames(
        outline, height: height, first: first, on: RemoteLottie(bytes: bytes, outline: outline, reader: reader))
    case .refused(let reasons): throw LottieRefusal(reasons: reasons)
    case .drawn: throw LottieRefusal(reasons: ["its reader has lost its way"])
    }
  }

  func frame(_ number: Int, size: PixelSize) -> LottieDrawn {
    let (outline, height) = (outline, size.height)
    do throws(ReaderFailure) {
      let outcome = try reader.ask(AnimationReading(bytes, height: height, number: number).job) {
        answer throws(WireError) in
        try AnimationReading.Outcome(wire: answer, height: height, outline: outline)
      }
      if case .drawn(let frame) = outcome { return .drawn(frame) }
      return .lost("frame \(number) cannot be drawn by the Lottie library, and nothing more of it is drawn")
    } catch {
      return .lost("frame \(number) \(error.description); nothing more of it is drawn, simplify it")
    }
  }
}
