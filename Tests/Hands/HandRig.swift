import Board
public import Kiosk
import Motion
import Refresh
public import Scene
import Seeded
import Touch

/// A page of equal rows without words, each a card that can be tapped and a tile.
public func plainPage(
  rows: Int, width: Int, rowHeight: Int = 100, generation: Int = 1, first: Int = 0, step: Int = 1,
  control: (_ index: Int, _ frame: PixelRect) -> KioskPage.Control? = { _, _ in nil }
) -> KioskPage {
  let frames = (0..<rows).map { PixelRect(x: 0, y: $0 * rowHeight, width: width, height: rowHeight) }
  return KioskPage(
    generation: generation,
    blocks: frames.enumerated().map { index, frame in
      KioskPage.Block(
        id: CardID(place: 0, key: "\(first + index * step)"), frame: frame, isTappable: true,
        control: control(index, frame))
    },
    tiles: frames.enumerated().map { index, frame in
      PageTile(
        key: TileKey(high: UInt64(rowHeight), low: UInt64(first + index * step)), frame: frame, block: index)
    }, header: nil, height: rows * rowHeight)
}

/// Any colours.
public let plainColors = KioskColors(
  background: .black, surface: .white, text: .white, isDark: true,
  refresh: RefreshTheme(
    background: .black, text: .white, muted: .white, accent: .white, good: .white, warn: .white, bad: .white,
    info: .white))

/// How a finger's reports are drawn: ours, and what to compare it with.
public enum Drawing: String, Sendable, CaseIterable {
  case ours
  /// As Android does it.
  case aosp
  /// Where it was last reported.
  case raw
}

/// What was seen of many strokes on one panel.
public struct HandScore: Sendable {
  /// Frames in which a finger was down and dragged.
  public var frames = 0
  /// Of them those in which the page moved by more than a pixel against everything the finger has done lately.
  public var backward = 0
  /// Of them those whose step was more than 24 pixels off the finger's own.
  public var uneven = 0
  /// Sum of the distances between the page and the finger at the moment a frame is seen, in pixels.
  public var error = 0.0
  public var flicks = 0
  public var lostFlings = 0
  public var wrongFlings = 0
  public var drags = 0
  public var spuriousFlings = 0
  public var taps = 0
  public var lostTaps = 0

  /// Nothing yet.
  public init() {}

  /// Mean distance, in pixels.
  public var meanError: Double { error / Double(max(frames, 1)) }

  public static func += (a: inout HandScore, b: HandScore) {
    a.frames += b.frames
    a.backward += b.backward
    a.uneven += b.uneven
    a.error += b.error
    a.flicks += b.flicks
    a.lostFlings += b.lostFlings
    a.wrongFlings += b.wrongFlings
    a.drags += b.drags
    a.spuriousFlings += b.spuriousFlings
    a.taps += b.taps
    a.lostTaps += b.lostTaps
  }
}

/// Hands on a panel, through the translator and the kiosk, at so many frames a second.
public struct HandRig: ~Copyable {
  /// Of the panel, pixels; a pixel is a dp.
  public static let size = PixelSize(width: 1280, height: 800)
  private static let rows = 2000
  private static let rowHeight = 100
  /// Before a frame is seen, what it shows is fixed.
  private static let lead = 0.003
  /// As long as the longest gap a panel makes: what the finger did within it may still be to be drawn.
  private static let memory = 0.15

  private let drawing: Drawing
  private let panel: TouchPanel
  private let period: Double
  private var kiosk: Kiosk
  private var translator: InputTranslator
  private var android = AOSPConsumer()
  private let asked = Asked()
  private var random: SplitMix64
  private var frame = 60
  /// What was seen so far.
  public private(set) var score = HandScore()

  private final class Asked {
    var taps = 0
  }

  /// - Parameter rate: frames a second.
  public init(_ panel: TouchPanel, drawing: Drawing = .ours, rate: Double = 60, seed: UInt64 = 1) {
    self.panel = panel
    self.drawing = drawing
    period = 1 / rate
    random = SplitMix64(seed: seed)
    let style = CompassStyle()
    kiosk = Kiosk(
      size: Self.size, scale: 1, colors: plainColors,
      control: RefreshControl(style: style, sprites: SpriteSet(style.sprites.map { _ in nil })),
      tileQueue: TileQueue {}, resamplesTouch: drawing == .ours
    ) { [asked] request in
      if case .tapped = request { asked.taps += 1 }
    }
    kiosk.receive(.page(plainPage(rows: Self.rows, width: Self.size.width, rowHeight: Self.rowHeight)), at: 0)
    translator = InputTranslator(area: TouchArea(size: Self.size))
    var events: [InputEvent] = []
    let device = InputDevice(name: panel.name, node: "event0", isTouchscreen: true)
    translator.translate(DeviceEvent(device: 1, time: 0, .added(device)), into: &events)
    kiosk.advance(to: 0.5)
  }

  private var now: Double { Double(frame) * period }

  /// Does so many things one after the other, and takes down what is seen of them.
  public mutating func play(strokes count: Int) {
    for number in 0..<count { play(Stroke.random(on: Self.size, &random), number: number) }
  }

  private mutating func play(_ stroke: Stroke, number: Int) {
    kiosk.receive(.scrollTo(pixel: Self.rows * Self.rowHeight / 2), at: now)
    for _ in 0..<4 { advance([]) }
    let start = now + random.double(0.01...0.05)
    // Another slot than the one before: a lift that was lost is not made good by the next landing.
    let reports = panel.reports(
      of: stroke, from: Int64((start * 1e6).rounded()), slot: (number % 2) * 4, on: Self.size, &random)
    let end = start + stroke.duration
    let lift = reports.last.map { Double($0.time) / 1e6 } ?? end
    let isLost = reports.last.map { $0.action != .touchUp(slot: (number % 2) * 4) } ?? true
    let taps = asked.taps
    var next = 0
    var places: [(time: Double, offset: Double)] = [(now, kiosk.offset)]
    while now < lift + 0.4 {
      var due: [DeviceEvent] = []
      while next < reports.count, Double(reports[next].time) / 1e6 <= now + period - Self.lead {
        due.append(reports[next])
        next += 1
      }
      advance(due)
      places.append((now, kiosk.offset))
    }
    switch stroke.meaning {
    case .tap:
      if isLost { break }
      score.taps += 1
      if asked.taps == taps { score.lostTaps += 1 }
    case .drag, .flick:
      look(at: stroke, from: start, to: min(end, lift), places)
      if isLost { break }
      // Of a flick that was over before it could be reported nobody knows.
      if stroke.meaning == .flick, !Self.isSeen(reports) { break }
      count(stroke, liftedAt: lift, places)
    }
    if isLost {
      // Somebody wonders, and tries again after a while.
      for _ in 0..<Int(1.2 / period) { advance([]) }
    }
  }

  /// Whether a contact was reported out of the slop of where it landed.
  private static func isSeen(_ reports: [DeviceEvent]) -> Bool {
    var landing: Point?
    for case .touchDown(_, let point) in reports.lazy.map(\.action) { landing = landing ?? point }
    guard let landing else { return false }
    return reports.contains { report in
      guard case .touchMoved(_, let point) = report.action else { return false }
      return abs(point.y - landing.y) * Double(size.height) > TouchMetrics(scale: 1).slop
    }
  }

  /// Ten fingers and a palm at once, each for itself; afterwards everything is as if nobody had been there.
  ///
  /// - Returns: what was wrong; nil when nothing was.
  public mutating func crowd() -> String? {
    kiosk.receive(.scrollTo(pixel: Self.rows * Self.rowHeight / 2), at: now)
    var reports: [DeviceEvent] = []
    let isTogether = random.double(0...1) < 0.5
    for slot in 0..<10 {
      let start = now + random.double(0...(isTogether ? 0.05 : 1))
      let stroke = Stroke.random(on: Self.size, &random)
      reports += panel.reports(of: stroke, from: Int64(start * 1e6), slot: 2 * slot, on: Self.size, &random)
    }
    // A palm says nothing for as long as it lies there, and is taken back.
    reports.append(DeviceEvent(device: 1, time: Int64(now * 1e6), .touchDown(slot: 40, Point(x: 0.9, y: 0.9))))
    reports.append(DeviceEvent(device: 1, time: Int64((now + 4) * 1e6), .touchCanceled(slot: 40)))
    reports.sort { $0.time < $1.time }
    var next = 0
    let end = now + 4 + InputTranslator.patience
    while now < end + 5 {
      var due: [DeviceEvent] = []
      while next < reports.count, Double(reports[next].time) / 1e6 <= now + period - Self.lead {
        due.append(reports[next])
        next += 1
      }
      advance(due)
    }
    if kiosk.isTouched { return "a finger is believed in that has gone" }
    if kiosk.needsFrame(at: now + period) { return "nobody is there, and the page does not rest" }
    return nil
  }

  private mutating func advance(_ reports: [DeviceEvent]) {
    frame += 1
    var events: [InputEvent] = []
    for report in reports { translator.translate(report, into: &events) }
    translator.advance(to: now, into: &events)
    if drawing == .aosp { events = android.consume(events, frame: now) }
    for event in events { kiosk.handle(event) }
    if kiosk.needsFrame(at: now) || kiosk.nextDeadline(after: now).map({ $0 <= now }) == true { kiosk.advance(to: now) }
  }

  /// Frames under the finger.
  private mutating func look(
    at stroke: Stroke, from start: Double, to end: Double, _ places: [(time: Double, offset: Double)]
  ) {
    guard let first = places.firstIndex(where: { abs($0.offset - places[0].offset) > 1e-9 }) else { return }
    let origin = stroke.position(at: 0).y
    let slop = TouchMetrics(scale: 1).slop
    let sign = places[first].offset > places[0].offset ? 1.0 : -1
    for index in max(first, 1)..<places.count where places[index].time <= end {
      let (before, place) = (places[index - 1], places[index])
      func finger(_ time: Double) -> Double { stroke.position(at: max(time - start, 0)).y }
      score.frames += 1
      // Up is positive, as offsets are.
      let page = place.offset - places[0].offset
      score.error += abs(page - (origin - finger(place.time) - sign * slop))
      let step = place.offset - before.offset
      if index > first, abs(step - (finger(before.time) - finger(place.time))) > 24 { score.uneven += 1 }
      guard abs(step) > 1 else { continue }
      // Did it move this way at all, of late?
      var hasMoved = false
      var time = before.time - Self.memory
      while time < place.time, !hasMoved {
        let moved = finger(time) - finger(time + 0.005)
        hasMoved = moved * step > 0 && abs(moved) > 0.02
        time += 0.005
      }
      if !hasMoved { score.backward += 1 }
    }
  }

  /// What became of it after the lift.
  private mutating func count(_ stroke: Stroke, liftedAt lift: Double, _ places: [(time: Double, offset: Double)]) {
    guard let at = places.firstIndex(where: { $0.time > lift + 0.02 }), let last = places.last else { return }
    let moved = last.offset - places[at].offset
    if stroke.meaning == .drag {
      score.drags += 1
      if abs(moved) > 4 { score.spuriousFlings += 1 }
    } else {
      score.flicks += 1
      if abs(moved) <= 4 {
        score.lostFlings += 1
      } else if moved * stroke.liftVelocity > 0 {
        score.wrongFlings += 1
      }
    }
  }
}
