import Motion
import Numbers
import Panel
import Scene
public import Vitrine

/// From finger to glass: fingers that move evenly, through the whole path, on the virtual panel in virtual time.
///
/// What it counts is ours alone: reports reach the path at the moment the device stamps them, and drawing takes no time. A real panel adds
/// its own: the device's scan, the time to draw (`vitrine bench`) and the panel's response.
public struct LatencyBenchmark: Sendable {
  /// One rate of the touch device, with or without resampling.
  public struct Result: Sendable {
    /// Reports of the touch device per second.
    public var rate: Double
    /// Whether touches were resampled to the frames.
    public var resamples: Bool
    /// From each report to the frame that first holds it, in milliseconds, ascending.
    public var latencies: [Double]
    /// The most frames that passed between a report and the frame that holds it: 1 is the very next one.
    public var mostFrames: Int
    /// How far the page is from the finger at the moment it is seen, in pixels: mean and worst.
    public var meanError: Double
    /// See `meanError`.
    public var worstError: Double
    /// The worst difference between a frame's step and the even one, in pixels.
    public var worstStep: Double

    /// What was measured, for people and programs.
    public var rows: [Benchmarks.Row] {
      let name = "\(Int(clamping: rate)) Hz \(resamples ? "resampled" : "as reported")"
      func row(_ what: String, _ value: Double, _ unit: String) -> Benchmarks.Row {
        Benchmarks.Row(name: "\(name): \(what)", value: value, unit: unit)
      }
      return [
        row("report to glass, least", latencies.first ?? .nan, "ms"),
        row("report to glass, median", latencies.isEmpty ? .nan : latencies[latencies.count / 2], "ms"),
        row("report to glass, p99", latencies.isEmpty ? .nan : latencies[latencies.count * 99 / 100], "ms"),
        row("vertical blanks until the report is seen, most", Double(mostFrames), ""),
        row("page behind the finger, mean", meanError, "px"),
        row("page behind the finger, worst", worstError, "px"),
        row("step off the even one, worst", worstStep, "px"),
      ]
    }
  }

  /// Pixels per second, steady.
  private static let speed = 1000.0
  private static let drags = 24
  /// Of the panel's height, which each drag goes over.
  private static let way = 0.6
  /// Seconds at both ends of a drag that are not counted.
  private static let settling = 0.12
  /// The first drags are not counted: the scheduler does not know yet what frames cost, and draws early.
  private static let warmUp = 4

  private let options: PanelOptions

  /// - Parameter options: the panel that is measured on.
  public init(options: PanelOptions) { self.options = options }

  /// Measures every rate with and without resampling; takes some seconds.
  public func run() throws(UserError) -> [Result] {
    let height = options.mode.viewerSize.height
    guard Self.way * Double(height) / Self.speed > Self.settling + 0.02 else {
      throw UserError(
        .input,
        "--latency follows a finger over the panel's height, and \(height) pixels are over before it is followed: 240 will do"
      )
    }
    let board = try RowsBoard(rows: 400)
    var results: [Result] = []
    for rate in [60.0, 100, 125, 250] {
      for resamples in [false, true] {
        var options = options
        options.resamplesTouch = resamples
        var kiosk = board.kiosk(options: options)
        results.append(measure(&kiosk, rate: rate, resamples: resamples, scale: kiosk.scale))
      }
    }
    return results
  }

  /// One drag: where the finger is, when it is there.
  private struct Drag {
    var start: Double
    var from: Double
    var to: Double
    var duration: Double
    var end: Double { start + duration }

    func finger(at time: Double) -> Double {
      from + (to - from) * min(max((time - start) / duration, 0), 1)
    }
  }

  private func measure(_ kiosk: inout VirtualKiosk, rate: Double, resamples: Bool, scale: Double) -> Result {
    let size = options.mode.viewerSize
    let low = Double(size.height) * 0.85
    let high = low - Double(size.height) * Self.way
    var touch = ScriptedTouch(start: kiosk.seconds + 0.1, rate: rate)
    var drags: [Drag] = []
    for number in 0..<Self.drags {
      let from = number.isMultiple(of: 2) ? low : high
      let to = number.isMultiple(of: 2) ? high : low
      touch.down(Point(x: Double(size.width) / 2, y: from))
      let drag = Drag(start: touch.time, from: from, to: to, duration: abs(to - from) / Self.speed)
      touch.move(to: Point(x: Double(size.width) / 2, y: to), over: drag.duration)
      drags.append(drag)
      // Still long enough to come to rest: no fling, and what the slop has swallowed shows.
      touch.wait(0.3)
      touch.up()
      // Another phase against the vertical blank each time.
      touch.wait(0.2 + 0.0037 * Double(number % 7))
    }
    kiosk.schedule(touch.events)
    var frames: [VirtualKiosk.Drawn] = []
    kiosk.measure(seconds: touch.time + 0.5 - kiosk.seconds) { frames.append($0) }
    let reports = touch.events.map(\.time)
    return evaluate(frames, drags, reports, rate: rate, resamples: resamples, scale: scale)
  }

  private func evaluate(
    _ frames: [VirtualKiosk.Drawn], _ drags: [Drag], _ reports: [Double], rate: Double, resamples: Bool, scale: Double
  ) -> Result {
    var result = Result(
      rate: rate, resamples: resamples, latencies: [], mostFrames: 0, meanError: 0, worstError: 0, worstStep: 0)
    let period = Double(options.mode.period) / 1e9
    var errors: [Double] = []
    for drag in drags.dropFirst(Self.warmUp) {
      // Past the slop and its easing in, before the finger stands.
      // Fits: no drag is shorter than what is left out of it.
      let steady = (drag.start + Self.settling - 0.02)...(drag.end - 0.02)
      guard let rest = frames.last(where: { $0.presentation > drag.end && $0.presentation < drag.end + 0.3 }) else {
        continue
      }
      let shown = frames.filter { steady.contains($0.presentation) }
      let places = shown.map { (rest.offset - $0.offset) * scale }
      for (frame, place) in zip(shown, places) {
        errors.append(abs(place - (drag.finger(at: frame.presentation) - drag.to)))
      }
      let even = Self.speed * period * (drag.to < drag.from ? -1 : 1)
      for (before, after) in zip(places, places.dropFirst()) {
        result.worstStep = max(result.worstStep, abs(after - before - even))
      }
      for report in reports where steady.contains(report) {
        guard let frame = frames.first(where: { $0.time >= report }) else { continue }
        result.latencies.append((frame.presentation - report) * 1e3)
        result.mostFrames = max(result.mostFrames, Int(clamping: ((frame.presentation - report) / period).rounded(.up)))
      }
    }
    result.latencies.sort()
    result.meanError = errors.reduce(0, +) / Double(max(errors.count, 1))
    result.worstError = errors.max() ?? 0
    return result
  }
}
