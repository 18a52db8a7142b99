public import Scene
public import Seeded
public import Touch

/// A touch panel with the faults of real ones: what it makes of a finger's path.
public struct TouchPanel: Sendable {
  /// For tables.
  public var name: String
  /// Reports of a moving finger per second.
  public var rate: Double
  /// By how much the time between two reports varies, as a share of it.
  public var jitter = 0.05
  /// So many reports come together, with the times of the last.
  public var batch = 1
  /// Chance that nothing is reported after a report for 20 to 120 ms.
  public var gaps = 0.0
  /// Positions are whole multiples of this, in pixels.
  public var quantum = 1.0
  /// Chance of a single report that is somewhere else altogether.
  public var glitches = 0.0
  /// From the last report to the lift, in seconds; at least one report's time.
  public var liftDelay = 0.0
  /// Chance that the lift is never reported.
  public var lostLifts = 0.0
  /// Chance that a second contact is reported beside the finger, for a while.
  public var doubles = 0.0

  /// A clean one.
  public init(_ name: String, rate: Double) {
    self.name = name
    self.rate = rate
  }

  /// What this panel reports of a finger, in the order it arrives; times are those of the reports, and of their arrival.
  ///
  /// - Parameters:
  ///   - start: microseconds.
  ///   - slot: of the finger.
  ///   - size: in whose pixels the stroke is.
  public func reports(
    of stroke: Stroke, from start: Int64, slot: Int, on size: PixelSize, _ random: inout SplitMix64
  ) -> [DeviceEvent] {
    func share(_ point: Point) -> Point {
      let x = (point.x / quantum).rounded() * quantum
      let y = (point.y / quantum).rounded() * quantum
      return Point(x: x / Double(size.width), y: y / Double(size.height))
    }
    var events: [DeviceEvent] = []
    func add(_ time: Double, _ action: DeviceEvent.Action) {
      events.append(DeviceEvent(device: 1, time: start + Int64((time * 1e6).rounded()), action))
    }
    let interval = 1 / rate
    // The finger lands between two scans.
    var time = random.double(0...interval)
    var last = share(stroke.position(at: time))
    add(time, .touchDown(slot: slot, last))
    let double = random.double(0...1) < doubles ? random.double(0...stroke.duration) : nil
    var isDoubled = false
    var held: [(Double, Point)] = []
    var lastReport = time
    while true {
      time += interval * (1 + random.double(-jitter...jitter))
      if random.double(0...1) < gaps { time += random.double(0.02...0.12) }
      guard time < stroke.duration else { break }
      var place = stroke.position(at: time)
      if random.double(0...1) < glitches {
        place.y += random.double(40...300) * (random.double(0...1) < 0.5 ? 1 : -1)
      }
      let next = share(place)
      // The kernel says nothing of what has not changed.
      if next != last { held.append((time, next)) }
      last = next
      if held.count >= batch || time + interval >= stroke.duration {
        for (index, report) in held.enumerated() {
          let stamp = time - 0.0005 * Double(held.count - 1 - index)
          add(max(stamp, lastReport + 0.0001), .touchMoved(slot: slot, report.1))
          lastReport = max(stamp, lastReport + 0.0001)
        }
        held.removeAll()
      }
      if let double, time > double, !isDoubled {
        isDoubled = true
        add(max(time, lastReport + 0.0002), .touchDown(slot: slot + 1, share(Point(x: place.x + 6, y: place.y))))
      }
    }
    // It notices at a scan that the finger has gone.
    let lift = max(time, lastReport + liftDelay)
    if isDoubled { add(lift - 0.0001, .touchUp(slot: slot + 1)) }
    if random.double(0...1) >= lostLifts { add(lift, .touchUp(slot: slot)) }
    return events.sorted { $0.time < $1.time }
  }
}

extension TouchPanel {
  /// Panels as they are sold, each with a fault or two: 8 to 200 Hz.
  public static let all: [TouchPanel] = {
    var panels: [TouchPanel] = []
    func add(_ name: String, _ rate: Double, _ change: (inout TouchPanel) -> Void = { _ in }) {
      var panel = TouchPanel(name, rate: rate)
      change(&panel)
      panels.append(panel)
    }
    for rate in [60.0, 75, 85, 100, 110, 120, 125, 140, 200] { add("\(Int(rate)) Hz", rate) }
    for rate in [60.0, 80, 100, 125] { add("\(Int(rate)) Hz, gaps", rate) { $0.gaps = 0.03 } }
    for rate in [60.0, 90, 120] {
      add("\(Int(rate)) Hz, coarse", rate) {
        $0.quantum = 4
        $0.jitter = 0.2
      }
    }
    for rate in [100.0, 125] { add("\(Int(rate)) Hz, in pairs", rate) { $0.batch = 2 } }
    add("100 Hz, glitches", 100) { $0.glitches = 0.002 }
    for delay in [0.060, 0.073, 0.100, 0.124] {
      add("100 Hz, lift after \(Int(delay * 1000)) ms", 100) { $0.liftDelay = delay }
    }
    for rate in [8.0, 10, 20, 25, 30, 40, 50] { add("\(Int(rate)) Hz", rate) }
    add("24 Hz, 42 ms", 1 / 0.042) { $0.jitter = 0.1 }
    add("100 Hz, lost lifts", 100) { $0.lostLifts = 0.1 }
    add("100 Hz, doubled", 100) { $0.doubles = 0.1 }
    return panels
  }()
}

extension SplitMix64 {
  /// Evenly distributed.
  mutating func double(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }
}
