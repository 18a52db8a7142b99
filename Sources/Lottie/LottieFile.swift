public import Board
import Numbers
import Scene

/// What an animation says of itself before anything is drawn.
public struct LottieOutline: Sendable, Hashable {
  /// Width to height.
  public let ratio: Double
  /// Frames from the first to the last; at least 1.
  public let frameCount: Int
  /// Frames per second.
  public let rate: Double
  /// From the file's markers; without them 30 % follow the finger, and all of it loops.
  public let segments: LottieSegments

  init(ratio: Double, frameCount: Int, rate: Double, segments: LottieSegments) {
    self.ratio = ratio
    self.frameCount = frameCount
    self.rate = rate
    self.segments = segments
  }

  /// As somebody else has read it: nil where no file that is let in would say so.
  package init?(reading ratio: Double, frameCount: Int, rate: Double, segments: LottieSegments) {
    let all = 0..<max(frameCount, 0)
    let parts = [segments.pull, segments.loop] + [segments.done, segments.fail].compactMap { $0 }
    // Fits: a constant, more than 1.
    guard ratio > 0, ratio <= LottieCheck.Limit.side, 1...Int(clamping: LottieCheck.Limit.frames) ~= frameCount,
      LottieCheck.Limit.rate.contains(rate),
      parts.allSatisfy({ !$0.isEmpty && all.contains($0.lowerBound) && $0.upperBound <= all.upperBound })
    else { return nil }
    self.init(ratio: ratio, frameCount: frameCount, rate: rate, segments: segments)
  }
}

/// A Lottie animation that has been looked through: nothing in it is unknown, unbounded or beyond what can be drawn.
public struct LottieFile: Sendable {
  /// What it says of itself.
  public let outline: LottieOutline
  /// How far from its origin anything is drawn, in heights of the document.
  let reach: Double
  /// How often all of it is painted over, all frames together.
  let work: Double
  /// The document written anew from what was checked, so that the library reads exactly that; ends with a zero.
  let json: [UInt8]

  /// - Parameter document: the file's JSON.
  /// - Throws: when the file cannot be drawn as its author meant it; every reason at once.
  public init(_ document: Value) throws(LottieRefusal) {
    var check = LottieCheck()
    let header = check.document(document)
    guard let header, check.reasons.isEmpty else { throw LottieRefusal(reasons: check.reasons) }
    let count = max(Int(clamping: (header.end - header.start).rounded(.up)), 1)
    outline = LottieOutline(
      ratio: header.width / header.height, frameCount: count, rate: header.rate,
      segments: LottieSegments(markers: header.markers, start: header.start, frames: count))
    reach = (check.reach + check.widest) / header.height
    work = check.work
    json = LottieJSON.written(document) + [0]
  }
}

/// Why a Lottie file is not drawn.
public struct LottieRefusal: Error, Sendable, Hashable {
  /// One sentence each: `uses expressions: layer "worm"`.
  public var reasons: [String]

  /// - Parameter reasons: one sentence each, all there are.
  public init(reasons: [String]) { self.reasons = reasons }
}

/// Which frames belong to which part of a refresh; frame 0 is the first of the file.
public struct LottieSegments: Sendable, Hashable {
  /// Follows the finger.
  public var pull: Range<Int>
  /// Repeats while refreshing.
  public var loop: Range<Int>
  /// Played once when data came; nil leaves that to the outcome's mark.
  public var done: Range<Int>?
  /// Played once when it did not.
  public var fail: Range<Int>?

  /// - Parameters:
  ///   - pull: frames that follow the finger.
  ///   - loop: frames that repeat while refreshing.
  ///   - done: frames played once when data came; nil leaves that to the outcome's mark.
  ///   - fail: the same when it did not.
  public init(pull: Range<Int>, loop: Range<Int>, done: Range<Int>? = nil, fail: Range<Int>? = nil) {
    self.pull = pull
    self.loop = loop
    self.done = done
    self.fail = fail
  }

  /// A marker of the file, in the file's own frame numbers.
  struct Marker: Hashable {
    var name: String
    var start: Double
    /// 0: up to the next marker, or the end.
    var length: Double
  }

  /// By the markers `pull`, `loop`, `done` and `fail`; without `pull` and `loop` the first 30 % follow the finger and the whole file
  /// loops.
  init(markers: [Marker], start: Double, frames: Int) {
    // Indices: there is a frame, and each part begins before it ends: `last` is more than `first`, and ends are taken that lie behind the
    // pull.
    var found: [String: Range<Int>] = [:]
    let sorted = markers.sorted { $0.start < $1.start }
    for (index, marker) in sorted.enumerated() where found[marker.name] == nil {
      let next = index + 1 < sorted.count ? sorted[index + 1].start : start + Double(frames)
      let end = marker.length > 0 ? marker.start + marker.length : next
      let first = min(max(Int(clamping: (marker.start - start).rounded()), 0), frames - 1)
      let last = min(max(Int(clamping: (end - start).rounded()), first + 1), frames)
      found[marker.name] = first..<last
    }
    done = found["done"]
    fail = found["fail"]
    let third = 0..<max(frames * 3 / 10, 1)
    switch (found["pull"], found["loop"]) {
    case (let pull?, let loop?): (self.pull, self.loop) = (pull, loop)
    case (let pull?, nil):
      let end = [done?.lowerBound, fail?.lowerBound, frames].compactMap { $0 }.filter { $0 > pull.upperBound }.min()
      self.pull = pull
      loop = end.map { pull.upperBound..<$0 } ?? pull
    case (nil, let loop?):
      pull = loop.lowerBound > 0 ? 0..<loop.lowerBound : loop
      self.loop = loop
    case (nil, nil):
      pull = third
      loop = 0..<frames
    }
  }
}
