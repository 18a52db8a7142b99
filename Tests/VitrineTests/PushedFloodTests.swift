import Kiosk
import Panel
import Scene
import Testing

@testable import Vitrine

/// A thousand messages a second through a real broker, on a panel in virtual time.
@Suite struct PushedFloodTests {
  /// What they cost is bounded by what a frame can show: ten times a second something is worked out, laid out and drawn, and the last one
  /// is on show.
  @Test(arguments: [30_000, 60_000, 120_000])
  func aThousandMessagesASecondAreTenPagesASecond(rate: Int) throws {
    let mode = DisplayMode(size: PixelSize(width: 800, height: 480), refreshMillihertz: rate)
    var pushed = try PushedKiosk(.broker, mode: mode, rows: 20, count: 1)
    let (pages, frames) = (pushed.kiosk.layoutGeneration, pushed.kiosk.frameCount)
    let begun = pushed.now
    var last = 0
    for _ in 0..<99 {
      pushed.flood((0..<100).map { last + 1 + $0 })
      last += 100
      pushed.play(until: pushed.now + 100_000_000)
    }
    // The last one comes as soon as it may.
    var patience = 100_000
    while !pushed.isSaid(last), patience > 0 {
      pushed.play(until: pushed.now + 100_000_000)
      patience -= 1
    }
    let isSaid = pushed.isSaid(last)
    #expect(isSaid, "the last one is lost")
    let seconds = Double(pushed.now - begun) / 1e9
    let made = pushed.kiosk.layoutGeneration - pages
    #expect(Double(made) <= 8 + 10 * seconds + 1, "\(made) pages in \(seconds) s")
    #expect(made > 20)
    let shown = pushed.kiosk.frameCount - frames
    #expect(Double(shown) <= seconds * Double(rate) / 1000, "\(shown) frames in \(seconds) s")
    // And then it rests: nothing is left to be done.
    pushed.play(until: pushed.now + 2_000_000_000)
    let (restingPages, restingFrames) = (pushed.kiosk.layoutGeneration, pushed.kiosk.frameCount)
    pushed.kiosk.play(seconds: 60)
    #expect(pushed.kiosk.layoutGeneration == restingPages && pushed.kiosk.frameCount == restingFrames)
  }
}
