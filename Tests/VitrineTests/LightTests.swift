import Board
import Kiosk
import Motion
import Panel
import Refresh
import Scene
import Testing

@testable import Vitrine

private func board(_ settings: String) throws -> BoardFile {
  let text = settings + "\ntheme: {background: white, surface: white}\ncards:\n  - text: {text: Light}\n"
  return try #require(BoardSource(path: nil).parse(Array(text.utf8), parts: .builtIn).board)
}

private func ladder(_ settings: String) throws -> [String] {
  let idle = try #require(try board("idle: {after: 60s, \(settings)}").idle)
  return IdleLadder(idle).stages.map { "\($0.after) \($0.light)" }
}

@Test func offAloneBringsTheWholeLadder() throws {
  #expect(try ladder("off: 10m") == ["570.0 lit(0.3)", "600.0 black", "601.0 lampOff"])
}

@Test func rungsThatAreNamedReplaceTheUsualOnes() throws {
  #expect(
    try ladder("dim: 1m, black: 2m, off: 10m, standby: 1h")
      == ["60.0 lit(0.3)", "120.0 black", "601.0 lampOff", "3600.0 standby"])
  #expect(try ladder("dim: 1m") == ["60.0 lit(0.3)"])
  #expect(try ladder("do: top") == [])
}

/// A kiosk without sources in virtual time.
private func makeKiosk(_ settings: String, start: Double = 0) throws -> VirtualKiosk {
  var kiosk = VirtualKiosk(
    board: try board(settings), source: BoardSource(path: nil),
    options: PanelOptions(mode: DisplayMode(size: PixelSize(width: 64, height: 48))), start: start,
    log: { Issue.record("\($0)") })
  kiosk.settle()
  return kiosk
}

/// How bright the picture's corner is, 0...255.
private func brightness(_ kiosk: borrowing VirtualKiosk) -> Int {
  Int((kiosk.screenshot()?.pixel(x: 63, y: 47).word ?? 0) & 0xFF)
}

@Test func anUntouchedPanelClimbsTheLadderAndATouchLightsIt() throws {
  var kiosk = try makeKiosk("idle: {after: 60s, off: 100s}")
  let lit = brightness(kiosk)
  #expect(lit == 255)
  kiosk.play(seconds: 75)
  let dimmed = brightness(kiosk)
  #expect(abs(dimmed - 77) <= 1)
  kiosk.play(seconds: 30)
  let dark = brightness(kiosk)
  #expect(dark == 0)
  // Nothing wakes the thread in the dark.
  let (turns, frames) = (kiosk.turnCount, kiosk.frameCount)
  kiosk.play(seconds: 1000)
  let (laterTurns, laterFrames) = (kiosk.turnCount, kiosk.frameCount)
  #expect(laterTurns <= turns + 2)
  #expect(laterFrames == frames)
  var tap = ScriptedTouch(start: kiosk.seconds + 1)
  tap.tap(Point(x: 32, y: 24))
  kiosk.schedule(tap.events)
  kiosk.play(seconds: 2)
  let again = brightness(kiosk)
  #expect(again == 255)
}

@Test func theNightComesAndGoesByTheClock() throws {
  // 22:20 UTC.
  var kiosk = try makeKiosk("night: {at: \"22:30-06:30\", dim: 20%}", start: 22 * 3600 + 1200)
  let day = brightness(kiosk)
  kiosk.play(seconds: 601)
  let night = brightness(kiosk)
  kiosk.play(seconds: 8 * 3600)
  let morning = brightness(kiosk)
  #expect(day == 255 && morning == 255)
  #expect(abs(night - 51) <= 1)
}
