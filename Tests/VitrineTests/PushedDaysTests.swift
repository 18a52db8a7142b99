import Kiosk
import Panel
import Scene
import Seeded
import Status
import Testing

@testable import Vitrine

/// Thirty virtual days of the whole program with a source that pushes: it says something now and then, is quiet for hours, and its way
/// breaks once a day, mostly for seconds.
@Suite struct PushedDaysTests {
  /// Seconds after which what a way brought counts as old once it has fallen, and until that is to be said.
  private static let (promise, limit) = (30.0, 40.0)

  @Test(arguments: [PushedWay.events, .broker])
  func aWayThatBreaksIsTroubleWhenItStaysBroken(way: PushedWay) throws {
    var random = SplitMix64(seed: 30)
    let mode = DisplayMode(size: PixelSize(width: 160, height: 120))
    var pushed = try PushedKiosk(way, mode: mode, rows: 1, count: 2)
    for day in 0..<30 {
      var alarms: [String] = []
      for _ in 0..<6 {
        pushed.kiosk.play(seconds: .random(in: 600...7000, using: &random))
        alarms += pushed.kiosk.status().troubles.map(\.sentence)
      }
      let hasCome = pushed.say(1)
      try #require(hasCome)
      for _ in 0..<6 {
        pushed.kiosk.play(seconds: .random(in: 600...7000, using: &random))
        alarms += pushed.kiosk.status().troubles.map(\.sentence)
      }
      let hasFallen = pushed.breakDown()
      try #require(hasFallen)
      let isLong = day % 5 == 4
      let outage = isLong ? Double.random(in: 60...1800, using: &random) : .random(in: 0...7, using: &random)
      let fell = pushed.kiosk.seconds
      var named: Double?
      while pushed.kiosk.seconds < fell + outage {
        pushed.kiosk.play(seconds: 0.5)
        let troubles = pushed.kiosk.status().troubles
        let since = pushed.kiosk.seconds - fell
        if troubles.isEmpty {
          #expect(since < Self.limit, "day \(day): not named after \(since) s")
        } else {
          named = named ?? since
          #expect(troubles.map(\.cause) == [.dataStale] && troubles[0].subject == "x" && since > Self.promise)
          #expect(troubles[0].sentence.contains(": "), "without a reason: \(troubles[0].sentence)")
        }
      }
      #expect((named != nil) == isLong, "day \(day): broken for \(outage) s, named after \(named ?? -1)")
      pushed.mend()
      let mended = pushed.kiosk.seconds
      var isWell = false
      // Its next try is a minute away at most.
      while pushed.kiosk.seconds < mended + 70 {
        pushed.kiosk.play(seconds: 0.5)
        let troubles = pushed.kiosk.status().troubles
        if isWell || !isLong { alarms += troubles.map(\.sentence) }
        isWell = isWell || troubles.isEmpty
      }
      #expect(isWell, "day \(day)")
      #expect(alarms.isEmpty, "day \(day): \(alarms.prefix(3))")
    }
  }
}
