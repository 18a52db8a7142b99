import Panel
import Scene
import TestSupport
import Testing

/// What comes by itself finds the panel at rest, or in the middle of a change: the frame that holds it is seen within two refreshes,
/// whatever the moment, on a thread that wakes late. Each of them where frames take up to a quarter of a refresh, and 99 of 100 where they
/// take up to half of one, which is more at times than those before let expect.
@Test(
  arguments: [
    24_000, 25_000, 30_000, 48_000, 50_000, 59_940, 60_000, 72_000, 75_000, 90_000, 100_000, 119_880, 120_000,
  ], [2, 4] as [Nanoseconds])
func aFrameThatIsWantedIsSeenWithinTwoRefreshes(rate: Int, part: Nanoseconds) {
  let mode = DisplayMode(size: PixelSize(width: 800, height: 480), refreshMillihertz: rate)
  var panel = PanelSimulation(claimed: mode, period: mode.period, seed: UInt64(rate))
  panel.drawCost = { random in Nanoseconds.random(in: 300_000...(mode.period / part), using: &random) }
  panel.lateness = { random in Nanoseconds.random(in: 0...250_000, using: &random) }
  var random = SplitMix64(seed: UInt64(rate))
  var waits: [Nanoseconds] = []
  for _ in 0..<2000 {
    // Shorter and longer than the phase of the vertical blank is known for.
    panel.rest(.random(in: 0...3_000_000_000, using: &random))
    let (wanted, first) = (panel.now, panel.frames.count)
    // Some frames of a change, or only the one.
    let survived = panel.move(until: wanted + mode.period * .random(in: 3...8, using: &random))
    #expect(survived && panel.frames.count > first)
    if panel.frames.indices.contains(first) { waits.append(panel.frames[first].shown - wanted) }
  }
  waits.sort()
  let worst = waits[part == 4 ? waits.count - 1 : waits.count * 99 / 100]
  #expect(worst <= 2 * mode.period, "\(Double(worst) / Double(mode.period)) refreshes")
}
