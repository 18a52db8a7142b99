import Motion
import Panel
import Refresh
import Scene
import StubServer
import TestSupport
import Testing
import Vitrine

private let board = """
  board: Departures
  theme: {mode: dark, scale: 1}
  sources:
    list: {url: "${SERVER}/list.json", items: items, key: id, every: 20s}
  cards:
    - header: {title: "{$board}", trail: "{$list | count}"}
    - row: {each: list, title: "{name}", trail: "{at}"}
  """

private func list(_ rows: [(id: Int, at: String)]) -> StubReply {
  .reply(
    "{\"items\": ["
      + rows.map { "{\"id\": \($0.id), \"name\": \"Line \($0.id)\", \"at\": \"\($0.at)\"}" }.joined(separator: ", ")
      + "]}")
}

private let first = [(1, "17:50"), (2, "17:52"), (3, "17:55"), (4, "17:58"), (5, "18:01")]

/// A kiosk that shows the first list, and gets the second one 20 s after its beginning.
private func kiosk(_ stage: Stage, then rows: [(id: Int, at: String)]) throws -> VirtualKiosk {
  stage.server.on("/list.json", list(first), list(rows))
  var kiosk = try stage.kiosk(board)
  kiosk.play(seconds: 19.5 - kiosk.seconds)
  #expect(stage.server.requests("/list.json").count == 1)
  return kiosk
}

extension VirtualKiosk {
  /// Plays on until a frame is shown, and then for so long.
  fileprivate mutating func playIntoChange(for seconds: Double) {
    let frames = frameCount
    while frameCount == frames, self.seconds < 30 { play(seconds: 0.01) }
    play(seconds: seconds)
  }
}

/// 2 has gone, 6 has come before 4, 5 has overtaken it.
private let moved = [(1, "17:50"), (3, "17:55"), (6, "17:56"), (5, "17:57"), (4, "17:58")]

@Test func rowsMoveComeAndGo() throws {
  let stage = Stage()
  var kiosk = try kiosk(stage, then: moved)
  kiosk.playIntoChange(for: 0.06)
  expectGolden(try kiosk.picture(), "change-early")
  kiosk.play(seconds: 0.1)
  expectGolden(try kiosk.picture(), "change-middle")
  kiosk.play(seconds: 0.12)
  expectGolden(try kiosk.picture(), "change-late")
  kiosk.play(seconds: 1)
  expectGolden(try kiosk.picture(), "change-over")
}

/// In the end nothing of the way is left: the same picture as a kiosk that began with the second list.
@Test func theWayLeavesNoTrace() throws {
  let stage = Stage()
  var kiosk = try kiosk(stage, then: moved)
  kiosk.play(seconds: 3)
  let other = Stage()
  other.server.on("/list.json", list(moved))
  let fresh = try other.kiosk(board)
  #expect(differences(try kiosk.picture(), try fresh.picture()) == 0)
}

@Test func aChangedValueFadesInItsPlace() throws {
  let stage = Stage()
  var kiosk = try kiosk(stage, then: [(1, "17:50"), (2, "17:59"), (3, "17:55"), (4, "17:58"), (5, "18:01")])
  let before = pixels(of: try kiosk.picture())
  kiosk.playIntoChange(for: 0.1)
  let middle = try kiosk.picture()
  expectGolden(middle, "change-value")
  kiosk.play(seconds: 1)
  let after = pixels(of: try kiosk.picture())
  let half = pixels(of: middle)
  // On the way every pixel lies between the two pictures; where they agree, nothing moves.
  let between = half.indices.allSatisfy { index in
    [0, 8, 16].allSatisfy { shift in
      let (a, b) = (before[index] >> shift & 0xFF, after[index] >> shift & 0xFF)
      let now = half[index] >> shift & 0xFF
      return now + 1 >= min(a, b) && now <= max(a, b) + 1
    }
  }
  #expect(between)
  #expect(before != after)
}

/// A change is some twenty frames, then none.
@Test func aChangeEnds() throws {
  let stage = Stage()
  var kiosk = try kiosk(stage, then: moved)
  let frames = kiosk.frameCount
  kiosk.play(seconds: 2)
  let change = kiosk.frameCount - frames
  #expect(change >= 15 && change <= 40)
  // The same list again and again is no change.
  kiosk.play(seconds: 200)
  #expect(kiosk.frameCount == frames + change)
}

/// What time changes is there at once: a clock that fades every second would cost a panel its rest.
@Test func theClockDoesNotFade() throws {
  let stage = Stage()
  stage.server.on("/list.json", list(first))
  var kiosk = try stage.kiosk(
    board.replacing("trail: \"{$list | count}\"", with: "clock: seconds").replacing("20s", with: "1h"))
  kiosk.play(seconds: 3)
  let frames = kiosk.frameCount
  kiosk.play(seconds: 10)
  #expect(kiosk.frameCount - frames <= 21)
}

/// Whoever has scrolled sees the rows stay where they are while others come above.
@Test func newRowsAboveMoveNothing() throws {
  let stage = Stage()
  let rows = (0..<30).map { (id: $0, at: "18:00") }
  stage.server.on("/list.json", list(rows), list([(id: 90, at: "17:00"), (id: 91, at: "17:01")] + rows))
  var kiosk = try stage.kiosk(board.replacing(", trail: \"{$list | count}\"", with: ""))
  kiosk.schedule([.wheel(lines: 12, position: Point(x: 240, y: 200), time: kiosk.seconds)])
  kiosk.play(seconds: 19.5 - kiosk.seconds)
  let before = try kiosk.picture()
  let place = kiosk.offset
  kiosk.play(seconds: 0.7)
  #expect(kiosk.offset == place + 112)
  #expect(differences(before, try kiosk.picture()) == 0)
}
