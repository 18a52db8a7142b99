import Motion
import Scene
import TestSupport
import Testing

@testable import Touch

/// Lifts that panels never report, and fingers that are quiet for other reasons.
@Suite struct LostLiftTests {
  private static let rates = [8.0, 10, 15, 20, 30, 50, 60, 85, 100, 125, 180, 240]

  /// A panel that reports at a rate, and what became of its contacts.
  private struct Bench {
    var translator = InputTranslator(area: TouchArea(size: PixelSize(width: 800, height: 480)))
    var events: [InputEvent] = []
    let interval: Int64

    init(rate: Double) {
      interval = Int64(1e6 / rate)
      let panel = InputDevice(name: "Panel", node: "event0", isTouchscreen: true)
      translator.translate(DeviceEvent(device: 1, time: 0, .added(panel)), into: &events)
    }

    mutating func send(_ action: DeviceEvent.Action, at time: Int64) {
      translator.translate(DeviceEvent(device: 1, time: time, action), into: &events)
    }

    /// A finger that goes up in steps of so many pixels, and where in time it was last reported.
    mutating func flick(
      slot: Int, from start: Int64, reports: Int, step: Double, jitter: Double = 0, _ random: inout SplitMix64
    ) -> Int64 {
      send(.touchDown(slot: slot, Point(x: 0.5, y: 0.9)), at: start)
      var time = start
      for report in 1...reports {
        time += Int64(Double(interval) * (1 + Double.random(in: -jitter...jitter, using: &random)))
        send(.touchMoved(slot: slot, Point(x: 0.5, y: 0.9 - Double(report) * step / 480)), at: time)
      }
      return time
    }

    mutating func takePhases() -> [TouchEvent.Phase] {
      defer { events = [] }
      return events.compactMap { if case .touch(let touch) = $0 { touch.phase } else { nil } }
    }
  }

  /// The next contact is alone at once: it begins as early as a hand can bring it, or after a few reports that are missing.
  @Test(arguments: rates) func afterALostLiftTheNextContactIsAlone(rate: Double) {
    var random = SplitMix64(seed: 3)
    for reports in 2...6 {
      for later in [0.0, 0.4, 1] {
        var bench = Bench(rate: rate)
        let last = bench.flick(slot: 0, from: 1_000_000, reports: reports, step: 40, jitter: 0.1, &random)
        _ = bench.takePhases()
        let next = last + max(Int64(Double(bench.interval) * 3.4), 61_000) + Int64(later * 300_000)
        bench.send(.touchDown(slot: 1, Point(x: 0.2, y: 0.5)), at: next)
        #expect(bench.takePhases() == [.cancel, .down])
        bench.send(.touchUp(slot: 1), at: next + 50_000)
        #expect(bench.takePhases() == [.up])
      }
    }
  }

  /// A second finger beside one that is reported is a second finger, wherever between two reports it lands; both are heard of.
  @Test(arguments: rates) func besideALivingFingerAnotherIsTheSecond(rate: Double) {
    var random = SplitMix64(seed: 4)
    for _ in 0..<60 {
      var bench = Bench(rate: rate)
      let last = bench.flick(
        slot: 0, from: 1_000_000, reports: Int.random(in: 1...8, using: &random), step: 40, jitter: 0.2, &random)
      _ = bench.takePhases()
      // A report may be missing.
      let next = last + Int64(Double(bench.interval) * Double.random(in: 0...2, using: &random))
      bench.send(.touchDown(slot: 1, Point(x: 0.2, y: 0.5)), at: next)
      bench.send(.touchMoved(slot: 0, Point(x: 0.5, y: 0.1)), at: next + 1000)
      bench.send(.touchMoved(slot: 1, Point(x: 0.2, y: 0.6)), at: next + 1000)
      bench.send(.touchUp(slot: 0), at: next + 90_000)
      bench.send(.touchUp(slot: 1), at: next + 90_000)
      #expect(bench.takePhases() == [.down, .motion, .motion, .up, .up])
    }
  }

  /// A finger that has come to rest is silent, and stays.
  @Test(arguments: rates) func besideARestingFingerAnotherIsTheSecond(rate: Double) {
    var random = SplitMix64(seed: 5)
    var bench = Bench(rate: rate)
    let last = bench.flick(slot: 0, from: 1_000_000, reports: 5, step: 40, &random) + bench.interval
    bench.send(.touchMoved(slot: 0, Point(x: 0.5, y: 0.481)), at: last)
    _ = bench.takePhases()
    bench.send(.touchDown(slot: 1, Point(x: 0.2, y: 0.5)), at: last + 900_000)
    #expect(bench.takePhases() == [.down])
  }

  /// Panels that are late with each lift are not taken to lose it.
  @Test(arguments: [Int64(73_000), 100_000, 124_000]) func aLateLiftIsNotLost(late: Int64) {
    var random = SplitMix64(seed: 6)
    var bench = Bench(rate: 100)
    for turn in 0..<4 {
      let last = bench.flick(slot: 0, from: Int64(turn + 1) * 1_000_000, reports: 5, step: 40, &random)
      bench.send(.touchUp(slot: 0), at: last + late)
    }
    let last = bench.flick(slot: 0, from: 9_000_000, reports: 5, step: 40, &random)
    _ = bench.takePhases()
    bench.send(.touchDown(slot: 1, Point(x: 0.2, y: 0.5)), at: last + late - 5_000)
    #expect(bench.takePhases() == [.down])
  }
}

/// What was learned of a device, by its name.
@Suite struct KnownPaceTests {
  private func pace(_ translator: inout InputTranslator, device: Int, name: String) -> ReportPace {
    var events: [InputEvent] = []
    let panel = InputDevice(name: name, node: "event0", isTouchscreen: true)
    for action in [
      .added(panel), .touchDown(slot: 0, Point(x: 0.5, y: 0.5)), .touchUp(slot: 0),
    ] as [DeviceEvent.Action] {
      translator.translate(DeviceEvent(device: device, time: 90_000_000, action), into: &events)
    }
    guard case .touch(let lift)? = events.last else { return ReportPace() }
    return lift.pace
  }

  /// A panel that is plugged in again, or that was there before this start, is known with its first lift.
  @Test func whatWasLearnedIsKnownAgain() {
    var random = SplitMix64(seed: 2)
    var translator = InputTranslator(area: TouchArea(size: PixelSize(width: 800, height: 480)))
    #expect(pace(&translator, device: 1, name: "Late") == ReportPace())
    var events: [InputEvent] = []
    for turn in 0..<4 {
      var time = Int64(100_000_000 + turn * 1_000_000)
      func send(_ action: DeviceEvent.Action) {
        translator.translate(DeviceEvent(device: 1, time: time, action), into: &events)
      }
      send(.touchDown(slot: 0, Point(x: 0.5, y: 0.9)))
      for report in 1...5 {
        time += 10_000 + Int64.random(in: -500...500, using: &random)
        send(.touchMoved(slot: 0, Point(x: 0.5, y: 0.9 - Double(report) * 0.1)))
      }
      time += 90_000
      send(.touchUp(slot: 0))
    }
    let learned = translator.paces["Late"] ?? ReportPace()
    #expect(abs(learned.interval - 0.01) < 0.001 && abs(learned.liftDelay - 0.09) < 0.001)
    translator.translate(DeviceEvent(device: 1, time: 200_000_000, .removed), into: &events)
    #expect(translator.paces == ["Late": learned])
    #expect(pace(&translator, device: 2, name: "Late") == learned)
    #expect(pace(&translator, device: 3, name: "Other") == ReportPace())
    var next = InputTranslator(area: TouchArea(size: PixelSize(width: 800, height: 480)), paces: translator.paces)
    #expect(pace(&next, device: 1, name: "Late") == learned && next.paces == ["Late": learned])
  }
}
