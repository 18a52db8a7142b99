import Motion
import Scene
import TestSupport
import Testing

@Suite struct ScrollerPropertyTests {
  /// One random thing that can happen to a list.
  enum Act: CaseIterable {
    case touch, drag, lift, letGo, wheel, key, scroll, spring, intoContent, openHeader, closeHeader, insert, remove
    case grow, shrink
  }

  struct Storm {
    var random: SplitMix64
    var scroller: Scroller
    let viewport: Double
    var time = 0.0
    var travel = 0.0
    /// The farthest the upper end was since the content last rested.
    var highest: Double

    init(seed: UInt64) {
      random = SplitMix64(seed: seed)
      viewport = random.double(200...1200)
      let content = random.double(0...6000)
      scroller = Scroller(
        content: content, viewport: viewport, grid: PixelGrid(scale: 1.5), retainsMomentum: seed % 2 == 0)
      highest = scroller.range.upper
    }

    mutating func step() -> Act {
      time += random.double(0...1) < 0.1 ? random.double(0...3) : random.double(0...0.05)
      if scroller.settlesAt.map({ $0 <= time }) ?? true { highest = scroller.range.upper }
      highest = max(highest, scroller.range.upper)
      let act = Act.allCases.randomElement(using: &random) ?? .touch
      switch act {
      case .touch:
        travel = 0
        scroller.handle(.touch(mayPull: true), at: time)
      case .drag:
        // As far as a finger gets on the panel.
        travel = min(max(travel + random.double(-400...400), -viewport), viewport)
        scroller.handle(.drag(travel: travel), at: time)
      case .lift:
        scroller.handle(
          .lift(travel: travel, velocity: random.double(-9000...9000), rest: random.double(0...0.03)), at: time)
      case .letGo: scroller.handle(.letGo, at: time)
      case .wheel: scroller.handle(.wheel(lines: random.double(-10...10)), at: time)
      case .key:
        scroller.handle(
          .key([.up, .down, .pageUp, .pageDown, .home, .end].randomElement(using: &random) ?? .up), at: time)
      case .scroll: scroller.scroll(to: random.double(-1000...9000), at: time)
      case .spring: scroller.spring(to: scroller.range.lower, at: time)
      case .intoContent: scroller.releaseIntoContent(velocity: random.double(-9000...9000), at: time)
      case .openHeader: scroller.setHeader(0.1 * viewport, at: time)
      case .closeHeader: scroller.setHeader(0, at: time)
      case .insert: scroller.insertAbove(random.double(0...300), at: time)
      case .remove: scroller.insertAbove(-random.double(0...min(300, scroller.content)), at: time)
      case .grow: scroller.setContent(scroller.content + random.double(0...500), viewport: viewport, at: time)
      case .shrink: scroller.setContent(random.double(0...scroller.content), viewport: viewport, at: time)
      }
      return act
    }
  }

  @Test(arguments: 0..<40)
  func stormsStayFiniteInBoundsAndWithoutJumps(seed: UInt64) {
    var storm = Storm(seed: seed)
    for _ in 0..<400 {
      let before = storm.scroller
      let act = storm.step()
      let scroller = storm.scroller
      let time = storm.time
      let jump = scroller.position(at: time) - before.position(at: time)
      let low = -1.1 * storm.viewport
      let high = max(storm.highest, scroller.range.upper) + storm.viewport
      for ahead in [0, 0.016, 0.1, 0.5, 10] {
        let offset = scroller.position(at: time + ahead)
        #expect(offset.isFinite && scroller.velocity(at: time + ahead).isFinite)
        #expect(
          offset > low && offset < high,
          "\(act) \(before.phase) \(before.range) \(scroller.range) \(offset) \(storm.highest)")
      }
      switch act {
      case .touch, .intoContent:
        #expect(isNear(jump, 0, within: 1e-6), "\(act) \(before.phase) \(before.range)")
      case .letGo, .wheel, .key, .scroll, .spring, .openHeader, .closeHeader, .grow:
        // What is slower than the stop speed and this close to its target is there.
        #expect(abs(jump) <= Spring.tolerance, "\(act) \(before.phase) \(before.range)")
      case .insert:
        if before.content >= storm.viewport {
          #expect(isNear(jump, scroller.content - before.content, within: 0.5), "\(before.phase) \(before.range)")
        }
      case .lift:
        // A lift brings the finger's last travel along; let go, the content is where that leads.
        var dragged = before
        dragged.handle(.drag(travel: storm.travel), at: time)
        #expect(isNear(scroller.position(at: time), dragged.position(at: time), within: 1e-6))
      case .drag, .remove, .shrink:
        break
      }
    }
  }

  @Test(arguments: 40..<60)
  func anyOrderOfQuestionsGivesTheSameAnswers(seed: UInt64) {
    var storm = Storm(seed: seed)
    var random = SplitMix64(seed: seed)
    for _ in 0..<200 {
      _ = storm.step()
      let scroller = storm.scroller
      let times = (0..<8).map { _ in storm.time + random.double(-1...4) }
      let forwards = times.sorted().map { scroller.position(at: $0) }
      let backwards = times.sorted().reversed().map { scroller.position(at: $0) }
      #expect(forwards == backwards.reversed())
      #expect(times.map { scroller.position(at: $0) } == times.map { scroller.position(at: $0) })
    }
  }

  @Test(arguments: 60..<80)
  func motionEndsWhenItSaysAndWhereItSays(seed: UInt64) {
    var storm = Storm(seed: seed)
    for _ in 0..<300 {
      _ = storm.step()
      let scroller = storm.scroller
      guard let end = scroller.settlesAt else { continue }
      #expect(end.isFinite && end < storm.time + 12)
      #expect(scroller.position(at: end) == scroller.restingOffset)
      #expect(scroller.velocity(at: end) == 0)
      #expect(abs(scroller.position(at: end - 1e-9) - scroller.restingOffset) <= 0.51)
      #expect(scroller.range.contains(scroller.restingOffset))
    }
  }

  /// Between changes, position has no steps and velocity none but where the specification limits it.
  @Test(arguments: 80..<120)
  func coastsAreContinuous(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<25 {
      let viewport = random.double(300...1000)
      var scroller = Scroller(content: random.double(0...5000), viewport: viewport)
      scroller.scroll(to: random.double(0...5000), at: -10)
      let velocity = random.double(-8000...8000)
      scroller.flick(random.double(-900...900), velocity: velocity, at: 0)
      let returns = random.double(0...1) < 0.3
      if returns { scroller.releaseIntoContent(velocity: velocity, at: 0) }
      let entry = Spring.entryVelocity(8000, viewport: viewport)
      let end = scroller.settlesAt ?? 0
      let step = 0.0005
      var time = 0.0
      while time + step < end {
        let before = scroller.velocity(at: time)
        let after = scroller.velocity(at: time + step)
        let moved = scroller.position(at: time + step) - scroller.position(at: time)
        let error = abs(moved - (before + after) / 2 * step)
        // Faster than an edge lets in, or leaving the rubber band, velocity has a kink; otherwise only curvature is left.
        let kinks = returns || abs(before) > entry
        #expect(error < (kinks ? 8000 * step / 2 : 0.05))
        if !kinks { #expect(abs(after - before) < 250) }
        time += step
      }
    }
  }

  @Test(arguments: 120..<160)
  func velocityAtTheLiftIsTheFingers(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let viewport = random.double(300...1000)
    var scroller = Scroller(content: 5000, viewport: viewport)
    scroller.scroll(to: random.double(0...4000), at: -10)
    scroller.handle(.touch(mayPull: true), at: 0)
    let travel = random.double(-3000...3000)
    scroller.handle(.drag(travel: travel), at: 0.1)
    let before = scroller.position(at: 0.1)
    scroller.handle(.drag(travel: travel + 1e-4), at: 0.1)
    let slope = (scroller.position(at: 0.1) - before) / 1e-4
    scroller.handle(.drag(travel: travel), at: 0.1)
    let velocity = random.double(100...3000)
    scroller.handle(.lift(travel: travel, velocity: velocity), at: 0.1)
    #expect(isNear(scroller.position(at: 0.1), before, within: 1e-9))
    #expect(isNear(scroller.velocity(at: 0.1), slope * velocity, within: 0.1))
  }
}

/// The way from raw touches to rest, through recogniser, resampler and scroller, as the kiosk wires them.
struct Rig {
  var recognizer = GestureRecognizer(metrics: TouchMetrics(scale: 1))
  var scroller: Scroller

  mutating func take(_ event: TouchEvent) {
    let caught: Axis? = scroller.catchesTouch(at: event.time) ? .vertical : nil
    switch recognizer.handle(event, over: GestureTarget(axis: .vertical, caught: caught)) {
    case .touched: scroller.handle(.touch(mayPull: true), at: event.time)
    case .dragEnded(let lift):
      scroller.handle(.lift(travel: lift.travel, velocity: lift.velocity, rest: lift.rest), at: event.time)
    case .tapped, .released, .canceled, .service: scroller.handle(.letGo, at: event.time)
    case .dragBegan, nil: break
    }
  }

  mutating func frame(at time: Double) -> Double {
    let sample = time - TouchResampler.latency
    if let travel = recognizer.travel(at: sample) { scroller.handle(.drag(travel: travel), at: time) }
    return scroller.position(at: time)
  }
}

@Suite struct FrameRateTests {
  /// Several gestures in a row, some with two fingers; times in seconds.
  private func script(seed: UInt64) -> [TouchEvent] {
    var random = SplitMix64(seed: seed)
    let panels: [Double] = [60, 100, 125, 250]
    var events: [TouchEvent] = []
    var time = 0.1
    for gesture in 0..<6 {
      let panel = panels.randomElement(using: &random) ?? 100
      var y = random.double(100...600)
      var velocity = random.double(-3000...3000)
      let acceleration = random.double(-6000...6000)
      func add(_ phase: TouchEvent.Phase, _ contact: Int, _ y: Double) {
        events.append(TouchEvent(phase: phase, contact: contact, position: Point(x: 50, y: y.rounded()), time: time))
      }
      add(.down, 0, y)
      let second = gesture % 3 == 2
      if second {
        time += 0.03
        add(.down, 1, y + 200)
      }
      for _ in 0..<Int(random.double(3...30)) {
        time += 1 / panel
        y += velocity / panel
        velocity += acceleration / panel
        add(.motion, second ? 1 : 0, second ? y + 200 : y)
      }
      time += 0.004
      if second {
        add(.up, 1, y + 200)
        time += 0.01
        add(.up, 0, y)
      } else {
        add(.up, 0, y)
      }
      time += random.double(0.05...1)
    }
    return events
  }

  /// - Parameter frames: times of frames, increasing.
  private func run(_ events: [TouchEvent], frames: [Double]) -> Rig {
    var rig = Rig(scroller: makeScroller(content: 20_000, at: 6000))
    var next = 0
    for frame in frames {
      while next < events.count, events[next].time <= frame {
        rig.take(events[next])
        next += 1
      }
      #expect(rig.frame(at: frame).isFinite)
    }
    while next < events.count {
      rig.take(events[next])
      next += 1
    }
    return rig
  }

  @Test(arguments: 0..<30)
  func theEndDoesNotDependOnTheFrames(seed: UInt64) {
    let events = script(seed: seed)
    let without = run(events, frames: [])
    var random = SplitMix64(seed: seed + 1000)
    var stalling: [Double] = []
    var time = 0.0
    while time < 8 {
      time += random.double(0...1) < 0.05 ? 0.3 : random.double(0.004...0.03)
      stalling.append(time)
    }
    let sets = [
      (0..<480).map { Double($0) / 60 }, (0..<720).map { Double($0) / 90 }, (0..<240).map { 0.0031 + Double($0) / 30 },
      stalling,
    ]
    for frames in sets {
      let rig = run(events, frames: frames)
      #expect(rig.scroller.restingOffset == without.scroller.restingOffset)
      #expect(rig.scroller.settlesAt == without.scroller.settlesAt)
    }
  }

  @Test func aSteadyFingerMovesInEvenSteps() {
    var rig = Rig(scroller: makeScroller(content: 20_000, at: 6000))
    rig.take(TouchEvent(phase: .down, contact: 0, position: Point(x: 0, y: 700), time: 0))
    var last: Double?
    var reported = 1
    for frame in 1..<36 {
      let time = Double(frame) / 60
      while Double(reported) / 100 <= time {
        let at = Double(reported) / 100
        rig.take(TouchEvent(phase: .motion, contact: 0, position: Point(x: 0, y: 700 - 1000 * at), time: at))
        reported += 1
      }
      let shown = rig.frame(at: time)
      if let last, frame > 4 { #expect(isNear(shown - last, 1000.0 / 60, within: 1e-6)) }
      last = shown
    }
  }
}
