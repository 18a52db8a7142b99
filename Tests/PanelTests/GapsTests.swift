import Panel
import Testing

@Test func gapsAreCountedWhereTheyLie() {
  var gaps = Gaps()
  #expect(gaps.longest == 0)
  #expect(gaps.withheld(from: 0, to: 1_000, on: 0) == 0)
  let step = ProcessorWatch.step
  gaps.add(from: 10 * step, to: 20 * step, on: 0)
  gaps.add(from: 30 * step, to: 70 * step, on: 0)
  gaps.add(from: step, to: 100 * step, on: 1)
  #expect(gaps.longest == 99 * step)
  #expect(gaps.withheld(from: 0, to: 100 * step, on: 0) == 50 * step)
  #expect(gaps.withheld(from: 15 * step, to: 40 * step, on: 0) == 15 * step)
  #expect(gaps.withheld(from: 30 * step, to: 35 * step, on: 0) == 5 * step)
  // What is not there takes no time, however near the next is.
  #expect(gaps.withheld(from: 20 * step, to: 30 * step, on: 0) == 0)
  #expect(gaps.withheld(from: 40 * step, to: 45 * step, on: 1) == 5 * step)
  #expect(gaps.withheld(from: 0, to: 100 * step, on: 2) == 0)
}
