import Panel
import Scene
import StubServer
import Testing
import Vitrine

private func board(_ cards: String) -> String {
  """
  board: Station
  theme: {mode: dark, scale: 1}
  sources:
    list: {url: "${SERVER}/list.json", key: id, every: 7d, keep: 30d}
  cards:
  \(cards)
  """
}

/// Every pixel of the glass.
private func pixels(_ kiosk: borrowing VirtualKiosk) throws -> [UInt32] {
  let picture = try kiosk.picture()
  return (0..<picture.size.height).flatMap { y in
    (0..<picture.size.width).map { x in picture.pixel(x: x, y: y).word }
  }
}

/// The stage's clock stands at 17:42:00; the ferry leaves in ten and a half minutes.
@Test func minutesCountDownBetweenFetches() throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(#"[{"id": 1, "to": "Pier", "due": \#(1_778_262_120 + 630)}]"#))
  var kiosk = try stage.kiosk(board("  - departure: {each: list, line: F1, to: \"{to}\", due: due}"))
  let ten = try pixels(kiosk)
  let frames = kiosk.frameCount
  kiosk.play(seconds: 29)
  #expect(try pixels(kiosk) == ten)
  #expect(kiosk.frameCount == frames)
  // Half a minute on there are less than ten left. The row never blinks: what is seen is the old minute or the new.
  var seen: Set<[UInt32]> = []
  kiosk.play(seconds: 0.9)
  for _ in 0..<36 {
    kiosk.play(seconds: 1.0 / 60)
    seen.insert(try pixels(kiosk))
  }
  let nine = try pixels(kiosk)
  #expect(nine != ten)
  #expect(seen == [ten, nine])
  // Every minute once more, and no frame for nothing.
  let before = kiosk.frameCount
  kiosk.play(seconds: 240)
  #expect((4...12).contains(kiosk.frameCount - before))
  #expect(stage.server.requests("/list.json").count == 1)
}

@Test func aBoardWithoutAClockIsNeverWoken() throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(#"[{"id": 1, "name": "Harbour pool", "value": 19.5, "course": [1, 4, 2]}]"#))
  var kiosk = try stage.kiosk(
    board(
      """
        - header: {title: "{$board}"}
        - number: {each: list, label: "{name}", value: "{value}", unit: °C, spark: course}
        - chart: {each: list, points: course}
        - qr: {text: "https://example.org"}
        - button: {text: Call, post: "${SERVER}/call"}
      """))
  kiosk.settle()
  let (frames, turns) = (kiosk.frameCount, kiosk.turnCount)
  kiosk.play(seconds: 86_400)
  #expect(kiosk.frameCount == frames)
  // The board file is looked at every hour; nothing else happens all day.
  #expect(kiosk.turnCount - turns <= 2 + 2 * 24)
}

/// An hour of a board with two clocks of minutes, looked at in halves of a second.
@Test func aMinuteClockWakesOnceAMinute() throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply("[]"))
  var kiosk = try stage.kiosk(
    board("  - header: {title: \"{$board}\", subtitle: \"{$now | date('%H:%M')}\", clock: true}"))
  kiosk.settle()
  // The minute begins in the middle of one half.
  kiosk.play(seconds: 0.25)
  var wakes = 0
  let frames = kiosk.frameCount
  for _ in 0..<7200 {
    let turns = kiosk.turnCount
    kiosk.play(seconds: 0.5)
    // One turn is what playing itself takes.
    if kiosk.turnCount - turns > 1 { wakes += 1 }
  }
  // Once more, the board file is looked at.
  #expect((60...61).contains(wakes), "woken \(wakes) times")
  #expect((60...120).contains(kiosk.frameCount - frames))
}
