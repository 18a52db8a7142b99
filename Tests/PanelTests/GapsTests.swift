import Panel
import Testing

@Test func gapsAreCountedWhereTheyLie() {
  var gaps = Gaps()
  #expect(gaps.longest == 0)
  #expect(gaps.withheld(from: 0, to: 1_000, on: 0) == 0)
  gaps.add(from: 100, to: 200, on: 0)
  gaps.add(from: 300, to: 700, on: 0)
  gaps.add(from: 0, to: 1_000, on: 1)
  #expect(gaps.longest == 1_000)
  #expect(gaps.withheld(from: 0, to: 1_000, on: 0) == 500)
  #expect(gaps.withheld(from: 150, to: 400, on: 0) == 150)
  #expect(gaps.withheld(from: 200, to: 300, on: 0) == 0)
  #expect(gaps.withheld(from: 400, to: 450, on: 1) == 50)
  #expect(gaps.withheld(from: 0, to: 1_000, on: 2) == 0)
}

@Test func processorsAreWatchedOnlyWithPriority() {
  // Without permission there is no watch; with it, what it has seen lies in the past.
  guard let watch = ProcessorWatch() else { return }
  #expect(watch.gaps.withheld(from: 0, to: .max, on: -1) == 0)
  #expect(ProcessorWatch.current >= 0)
}
