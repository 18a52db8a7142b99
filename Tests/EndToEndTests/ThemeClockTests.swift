import Board
import Motion
import Panel
import Scene
import StubServer
import TestSupport
import Testing
import Vitrine

/// A theme that follows the clock: light by day, dark from 19:00 on.
private let board = Stage.listBoard.replacing("{mode: dark, scale: 1}", with: "{scale: 1}")

/// Two minutes before it is dark.
private let evening = Stage.start + 76 * 60

private func begin(_ stage: Stage, _ yaml: String = board, start: Double = evening) throws -> VirtualKiosk {
  stage.server.on("/list.json", .reply(Stage.items(0..<40)), .reply(500, "down"))
  return try stage.kiosk(yaml, start: start)
}

@Test func theLookChangesAtTheMinuteAndNothingElseDoes() throws {
  let stage = Stage()
  var kiosk = try begin(stage)
  kiosk.play({ $0.flick(from: Point(x: 240, y: 280), to: Point(x: 240, y: 120), over: 0.2) }, tail: 2)
  let offset = kiosk.offset
  #expect(offset > 100)
  expectGolden(try kiosk.picture(), "clock-light")
  kiosk.play(seconds: 119.9 - kiosk.seconds)
  let frames = kiosk.frameCount
  kiosk.play(seconds: 0.2)
  #expect(kiosk.frameCount > frames)
  expectGolden(try kiosk.picture(), "clock-between")
  kiosk.play(seconds: 1)
  expectGolden(try kiosk.picture(), "clock-dark")
  #expect(kiosk.offset == offset)
  #expect(stage.server.requests("/list.json").count == 1)
  #expect(stage.log.all == [])
  // What it has become is what a kiosk begun now looks like.
  var other = try begin(Stage(), start: evening + 3600)
  other.play({ $0.flick(from: Point(x: 240, y: 280), to: Point(x: 240, y: 120), over: 0.2) }, tail: 4)
  #expect(differences(try kiosk.picture(), try other.picture()) == 0)
  // Nothing goes on once it is dark.
  let settled = kiosk.frameCount
  kiosk.play(seconds: 600)
  #expect(kiosk.frameCount == settled)
}

@Test func theHoursAreTheBoards() throws {
  let stage = Stage()
  let yaml = board.replacing("{scale: 1}", with: "{scale: 1, dark: \"17:45-17:50\"}")
  var kiosk = try begin(stage, yaml, start: Stage.start)
  let light = Theme().colors(isDark: false).background
  let dark = Theme().colors(isDark: true).background
  for (minutes, color) in [(2.0, light), (4, dark), (7, dark), (9, light)] {
    kiosk.play(seconds: minutes * 60 - kiosk.seconds)
    #expect(try kiosk.picture().pixel(x: 4, y: 300) == Pixel(color), "\(minutes) min")
  }
}

/// A detail page that is open changes with the page behind it.
@Test func anOpenDetailPageChangesToo() throws {
  let stage = Stage()
  var kiosk = try begin(stage)
  kiosk.play({ $0.tap(Point(x: 240, y: 130)) }, tail: 1)
  // From one look to the other, all of it at once.
  kiosk.play(seconds: 120.1 - kiosk.seconds)
  expectGolden(try kiosk.picture(), "clock-detail-between")
  kiosk.play(seconds: 121 - kiosk.seconds)
  #expect(kiosk.showsDetail == true)
  #expect(try kiosk.picture().pixel(x: 4, y: 300) == Pixel(Theme().colors(isDark: true).background))
}

/// The clock waits for a pull that is under way.
@Test func aRefreshIsSeenToItsEnd() throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<40)))
  var kiosk = try stage.kiosk(board, answers: .after(3), start: evening)
  kiosk.play(seconds: 118)
  kiosk.schedule([.key(.refresh, time: kiosk.seconds + 0.05)])
  kiosk.play(seconds: 3)
  #expect(kiosk.refreshPhase.task != nil)
  #expect(try kiosk.picture().pixel(x: 4, y: 300) == Pixel(Theme().colors(isDark: false).background))
  kiosk.play(seconds: 6)
  #expect(kiosk.refreshPhase == .idle)
  #expect(try kiosk.picture().pixel(x: 4, y: 300) == Pixel(Theme().colors(isDark: true).background))
}
