import Board
import Motion
import Panel
import Refresh
import Scene
import StubServer
import TestSupport
import Testing
import Vitrine

private let minuteBoard = Stage.listBoard.replacing("every: 1h", with: "every: 1m")

@Test func theChipIsThereOnlyWhileDataIsOlderThanTwiceItsInterval() throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<30)), .reply(500, "down"))
  var kiosk = try stage.kiosk(minuteBoard)
  let fresh = try kiosk.picture()
  kiosk.play(seconds: 119)
  #expect(stage.server.requests("/list.json").count > 2)
  #expect(kiosk.showsStaleChip == false)
  kiosk.play(seconds: 2)
  #expect(kiosk.showsStaleChip == true)
  expectGolden(try kiosk.picture(), "stale")
  kiosk.play(seconds: 300)
  #expect(kiosk.showsStaleChip == true)
  stage.server.on("/list.json", .reply(Stage.items(0..<30)))
  // At most a minute lies between two tries.
  kiosk.play(seconds: 61)
  #expect(kiosk.showsStaleChip == false)
  let again = try kiosk.picture()
  #expect(differences(fresh, again) == 0)
}

@Test func dataThatIsUnchangedIsFresh() throws {
  let stage = Stage()
  stage.server.on("/list.json", .versioned(etag: "\"1\"", Stage.items(0..<30)))
  var kiosk = try stage.kiosk(minuteBoard)
  for _ in 0..<10 {
    kiosk.play(seconds: 60)
    #expect(kiosk.showsStaleChip == false)
  }
  #expect(stage.server.requests("/list.json").count >= 10)
}

/// Trouble says how old is what is still on show: the words of the moment, rastered behind the glass.
@Test(arguments: [(40.0, "just-now"), (330, "minutes"), (5400, "time")])
func troubleSaysWhenTheDataCame(after age: Double, name: String) throws {
  let stage = Stage()
  stage.server.on("/list.json", .reply(Stage.items(0..<30)), .reply(500, "down"))
  var kiosk = try stage.kiosk(Stage.listBoard.replacing("every: 1h", with: "every: 1d"), answers: .after(0.6))
  kiosk.play(seconds: age)
  kiosk.schedule([.key(.refresh, time: kiosk.seconds + 0.05)])
  kiosk.play(seconds: 1.5)
  #expect(kiosk.refreshPhase.outcome == .failure)
  expectGolden(try kiosk.picture(), "trouble-\(name)")
}
