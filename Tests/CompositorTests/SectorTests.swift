import Compositor
import Scene
import Testing

private let size = PixelSize(width: 41, height: 41)
private let center = Point(x: 20.3, y: 20.7)

/// A white square seen through a pie.
private func pie(start: Double, sweep: Double) -> Pixmap {
  let sector = Sector(center: center, start: start, sweep: sweep)
  return Compositor.render(
    Scene(
      size: size, background: .black,
      layers: [Layer(.fill(.white), frame: PixelRect(x: 0, y: 0, width: 41, height: 41), sector: sector)]))
}

private func levels(_ picture: Pixmap) -> [Int] {
  (0..<41 * 41).map { Int(picture.pixel(x: $0 % 41, y: $0 / 41).word & 255) }
}

@Test(arguments: Array(stride(from: -720.0, through: 720, by: 45)))
func aWholeTurnHasNoSeam(start: Double) {
  #expect(levels(pie(start: start, sweep: 360)).allSatisfy { $0 == 255 })
  #expect(levels(pie(start: start, sweep: 359.999)).allSatisfy { $0 >= 253 })
  #expect(levels(pie(start: start, sweep: 0)).allSatisfy { $0 == 0 })
}

/// A pie across 0 degrees is as solid there as one elsewhere, and the same whole turns further.
@Test func nothingHappensAtZero() {
  let pies = [-420.0, -60, 300, 660].map { levels(pie(start: $0, sweep: 120)) }
  for other in pies.dropFirst() { #expect(other == pies[0]) }
  for x in 24..<41 { #expect(pies[0][20 * 41 + x] == 255) }
}

/// Two pies that meet share the pixels on their edge between them.
@Test(arguments: [0.0, 17, 90, 123.4, 180, 270, 359.5])
func piesThatMeetMakeAWhole(edge: Double) {
  let (first, second) = (levels(pie(start: edge, sweep: 150)), levels(pie(start: edge + 150, sweep: 210)))
  let middle = 20 * 41 + 20
  for (index, (a, b)) in zip(first, second).enumerated() {
    // Three pieces meet in the pixels around the centre.
    let isNearMiddle = abs(index % 41 - middle % 41) <= 1 && abs(index / 41 - middle / 41) <= 1
    #expect(abs(a + b - 255) <= (isNearMiddle ? 64 : 3), "\(index % 41), \(index / 41)")
  }
}
