import Compositor
import Scene
import TestSupport
import Testing

private let field = PixelRect(x0: 0, y0: 0, x1: 24, y1: 16)

private func pixels(_ region: Region) -> Set<Int> {
  var set: Set<Int> = []
  for rect in region.rects {
    for y in rect.y0..<rect.y1 {
      for x in rect.x0..<rect.x1 {
        let isNew = set.insert(y * 1000 + x).inserted
        #expect(isNew, "rectangles overlap")
      }
    }
  }
  return set
}

private func pixels(_ rect: PixelRect) -> Set<Int> { pixels(Region(rect)) }

private func randomRect(_ random: inout SplitMix64) -> PixelRect {
  let rect = PixelRect(
    x: random.int(-2...24), y: random.int(-2...16), width: random.int(-1...9), height: random.int(-1...7))
  return rect.intersection(field)
}

@Test(arguments: 0..<200)
func regionsAreSetsOfPixels(seed: Int) {
  var random = SplitMix64(seed)
  var region = Region()
  var set: Set<Int> = []
  for _ in 0..<20 {
    let rect = randomRect(&random)
    switch random.int(0...4) {
    case 0:
      region.subtract(rect)
      set.subtract(pixels(rect))
    case 1 where random.chance(1, in: 4):
      region.formIntersection(rect)
      set.formIntersection(pixels(rect))
    case 2:
      var other = Region(rect)
      other.formUnion(randomRect(&random))
      region.formUnion(other)
      set.formUnion(pixels(other))
    default:
      region.formUnion(rect)
      set.formUnion(pixels(rect))
    }
    #expect(pixels(region) == set)
    #expect(region.area == set.count)
    #expect(region.isEmpty == set.isEmpty)
    #expect(region.rects.indices.dropFirst().allSatisfy { isOrdered(region.rects[$0 - 1], region.rects[$0]) })
    let x = random.int(0...23)
    let y = random.int(0...15)
    #expect(region.contains(x: x, y: y) == set.contains(y * 1000 + x))
  }
}

private func isOrdered(_ a: PixelRect, _ b: PixelRect) -> Bool { (a.y0, a.x0) < (b.y0, b.x0) }

@Test(arguments: 0..<100)
func equalSetsHaveEqualRectangles(seed: Int) {
  var random = SplitMix64(seed)
  let rects = (0..<8).map { _ in randomRect(&random) }
  var forwards = Region()
  var backwards = Region()
  for rect in rects { forwards.formUnion(rect) }
  for rect in rects.reversed() { backwards.formUnion(rect) }
  #expect(forwards == backwards)
}

@Test(arguments: 0..<100, [1, 2, 5, 16])
func limitedRegionsOnlyGrow(seed: Int, count: Int) {
  var random = SplitMix64(seed)
  var region = Region()
  for _ in 0..<30 { region.formUnion(PixelRect(x: random.int(0...60), y: random.int(0...60), width: 3, height: 2)) }
  let before = pixels(region)
  let bounds = region.bounds
  region.limit(to: count)
  #expect(region.rects.count <= count)
  #expect(pixels(region).isSuperset(of: before))
  #expect(bounds.contains(region.bounds))
}

@Test func touchingRectanglesBecomeOne() {
  var region = Region(PixelRect(x: 0, y: 0, width: 4, height: 4))
  region.formUnion(PixelRect(x: 4, y: 0, width: 4, height: 4))
  region.formUnion(PixelRect(x: 0, y: 4, width: 8, height: 4))
  #expect(region.rects == [PixelRect(x: 0, y: 0, width: 8, height: 8)])
}
