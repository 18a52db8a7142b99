import Motion
import Panel
import Scene
import Testing

private func touches(_ script: ScriptedTouch) -> [TouchEvent] {
  script.events.compactMap { event in
    if case .touch(let touch) = event { touch } else { nil }
  }
}

@Test(arguments: [60.0, 100, 240])
func scriptedFingersMoveEvenlyAtTheirRate(rate: Double) {
  var script = ScriptedTouch(start: 2, rate: rate)
  script.flick(from: Point(x: 10, y: 20), to: Point(x: 10, y: 320), over: 0.5)
  let events = touches(script)
  #expect(events.count == Int(rate / 2) + 2)
  #expect(events.first?.phase == .down && events.last?.phase == .up)
  #expect(events.dropFirst().dropLast().allSatisfy { $0.phase == .motion })
  #expect(zip(events, events.dropFirst().dropLast()).allSatisfy { abs($1.time - $0.time - 1 / rate) < 1e-9 })
  #expect(events.allSatisfy { abs($0.position.y - (20 + 600 * ($0.time - 2))) < 1e-6 && $0.position.x == 10 })
  #expect(script.time == 2.5)
}

/// Each finger goes on from where it is itself.
@Test func scriptedFingersDoNotMixUp() {
  var script = ScriptedTouch(start: 0, rate: 10)
  script.down(Point(x: 20, y: 780), contact: 1)
  script.down(Point(x: 100, y: 100))
  script.move(to: Point(x: 100, y: 300), over: 0.2)
  script.up()
  script.up(contact: 1)
  let events = touches(script)
  #expect(events.filter { $0.contact == 1 }.map(\.position) == Array(repeating: Point(x: 20, y: 780), count: 2))
  #expect(events.filter { $0.contact == 0 }.map(\.position.y) == [100, 200, 300, 300])
}

@Test func aScriptedTapWaitsBetweenDownAndUp() {
  var script = ScriptedTouch(start: 1)
  script.wait(0.5)
  script.tap(Point(x: 3, y: 4), hold: 0.25, contact: 2)
  script.cancel(contact: 2)
  let events = touches(script)
  #expect(events.map(\.phase) == [.down, .up, .cancel])
  #expect(events.map(\.time) == [1.5, 1.75, 1.75])
  #expect(events.map(\.contact) == [2, 2, 2])
  #expect(events.allSatisfy { $0.position == Point(x: 3, y: 4) })
}

@Test func aFingerLeftDownGoesOnFromWhereItIs() {
  var script = ScriptedTouch(start: 1, rate: 10, finger: Point(x: 100, y: 0))
  script.move(to: Point(x: 0, y: 0), over: 0.2)
  #expect(touches(script).map(\.position.x) == [50, 0])
}
