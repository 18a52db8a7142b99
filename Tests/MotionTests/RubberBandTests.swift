import Motion
import TestSupport
import Testing

@Suite struct RubberBandTests {
  @Test(arguments: [(5.0, 2.74), (10, 5.47), (100, 52.02), (400, 178.98), (960, 340.65)])
  func extentsOfUIScrollView(travel: Double, extent: Double) {
    #expect(isNear(RubberBand(viewport: 960).extent(ofTravel: travel), extent, within: 0.01))
  }

  @Test(arguments: [(480.0, 230.0), (800, 208)])
  func anExtentOf100TakesLongTravel(viewport: Double, travel: Double) {
    #expect(isNear(RubberBand(viewport: viewport).travel(ofExtent: 100), travel, within: 0.5))
  }

  @Test func aTriggerOf35PercentTravel() {
    #expect(isNear(RubberBand(viewport: 1).extent(ofTravel: 0.35), 0.1614, within: 1e-4))
  }

  @Test func inverseAndSlopeAgreeWithExtent() {
    var random = SplitMix64(seed: 1)
    for _ in 0..<2000 {
      let band = RubberBand(viewport: random.double(40...2000))
      let x = random.double(0...10_000)
      let extent = band.extent(ofTravel: x)
      #expect(extent < band.viewport)
      if extent < 0.98 * band.viewport { #expect(isNear(band.travel(ofExtent: extent), x, within: 1e-6)) }
      let h = 1e-3
      let slope = (band.extent(ofTravel: x + h) - extent) / h
      #expect(isNear(band.slope(atTravel: x), slope, within: 1e-5))
    }
  }

  @Test func degenerateViewportsStayFinite() {
    let band = RubberBand(viewport: 0)
    #expect(band.extent(ofTravel: 1000) < 1)
    #expect(band.travel(ofExtent: 1000).isFinite)
    #expect(band.extent(ofTravel: -5) == 0)
  }

  @Test func rangeMapsBothWays() {
    var random = SplitMix64(seed: 2)
    for _ in 0..<1000 {
      let range = ScrollRange(header: random.double(0...100), content: random.double(0...3000), viewport: 600)
      let travel = random.double(-3000...6000)
      let offset = range.offset(ofTravel: travel)
      #expect(isNear(range.travel(ofOffset: offset), travel, within: 1e-6))
      #expect(range.contains(offset) == range.contains(travel))
    }
  }

  @Test func shortContentRestsInOnePlace() {
    let range = ScrollRange(content: 200, viewport: 600)
    #expect(range.lower == 0)
    #expect(range.upper == 0)
    #expect(!range.isScrollable)
  }
}
