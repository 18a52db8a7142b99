import Scene
import TestSupport
import Testing

@testable import Images

/// Scales words with the resampler alone.
private func scale(
  _ source: PixelSize, to target: PixelSize, region: Rect? = nil, _ word: (Int, Int) -> UInt32
) -> [UInt32] {
  let whole = Rect(x: 0, y: 0, width: Double(source.width), height: Double(source.height))
  var resampler = Resampler(source: source, region: region ?? whole, target: target)
  for y in 0..<source.height {
    let row = (0..<source.width).map { word($0, y) }
    unsafe row.withUnsafeBufferPointer { unsafe resampler.push($0) }
  }
  return resampler.words
}

private func size(_ width: Int, _ height: Int) -> PixelSize { PixelSize(width: width, height: height) }

@Test(arguments: [
  (size(40, 30), size(7, 5)), (size(7, 5), size(40, 30)), (size(1, 1), size(9, 9)), (size(300, 1), size(10, 1)),
  (size(1, 300), size(1, 3)), (size(64, 64), size(63, 65)), (size(3, 3), size(1, 1)), (size(500, 2), size(2, 2)),
])
func constantStaysConstant(source: PixelSize, target: PixelSize) {
  for word: UInt32 in [0xFFFF_FFFF, 0, 0xFF12_34A6, 0x8040_2001, 0x0100_0001] {
    #expect(Set(scale(source, to: target) { _, _ in word }) == [word])
  }
}

/// The filter reaches nothing of what lies beside the picture; its edge is what is left.
@Test(arguments: [
  Rect(x: 40, y: 0, width: 7, height: 5), Rect(x: 1e6, y: -1e6, width: 7, height: 5),
  Rect(x: -3, y: 9, width: 1, height: 1),
]) func besideThePictureIsItsEdge(region: Rect) {
  #expect(Set(scale(size(7, 5), to: size(4, 3), region: region) { _, _ in 0xFF12_34A6 }) == [0xFF12_34A6])
}

@Test func sameSizeIsTheSamePicture() {
  var random = SplitMix64(seed: 1)
  let words = (0..<35 * 21).map { _ -> UInt32 in
    Pixel(Color(rgb: .random(in: 0...0xFFFFFF, using: &random)).opacity(.random(in: 0...1, using: &random))).word
  }
  #expect(scale(size(35, 21), to: size(35, 21)) { words[$1 * 35 + $0] } == words)
  // Cut out at whole pixels, still the same.
  let cut = scale(size(35, 21), to: size(20, 10), region: Rect(x: 5, y: 3, width: 20, height: 10)) {
    words[$1 * 35 + $0]
  }
  for y in 0..<10 { #expect(cut[y * 20..<y * 20 + 20] == words[(y + 3) * 35 + 5..<(y + 3) * 35 + 25]) }
}

/// A slope stays the same slope: every output pixel has the value of the place it shows.
@Test(arguments: [
  // Magnified by 3 from places where an output pixel lies exactly on a source pixel.
  (Rect(x: 10 + 1.0 / 3, y: 8 + 1.0 / 3, width: 8, height: 6), size(24, 18)),
  (Rect(x: 6, y: 6, width: 28, height: 28), size(28, 28)), (Rect(x: 9.5, y: 7.25, width: 20, height: 20), size(31, 47)),
  (Rect(x: 12, y: 12, width: 16, height: 16), size(8, 8)), (Rect(x: 10, y: 11, width: 20, height: 18), size(13, 11)),
])
func slopesAreKept(region: Rect, target: PixelSize) {
  let words = scale(size(40, 40), to: target, region: region) { x, y in
    0xFF00_0000 | UInt32(x * 6) << 16 | UInt32(y * 6) << 8
  }
  for y in 0..<target.height {
    for x in 0..<target.width {
      let word = words[y * target.width + x]
      let column = region.x + (Double(x) + 0.5) * region.width / Double(target.width) - 0.5
      let row = region.y + (Double(y) + 0.5) * region.height / Double(target.height) - 0.5
      #expect(abs(Double(word >> 16 & 255) - column * 6) <= 1.01)
      #expect(abs(Double(word >> 8 & 255) - row * 6) <= 1.01)
    }
  }
}

@Test func checkerboardBecomesGrey() {
  for shrunk in [8, 12, 16, 20] {
    let words = scale(size(64, 64), to: size(shrunk, shrunk)) {
      ($0 + $1).isMultiple(of: 2) ? 0xFFFF_FFFF : 0xFF00_0000
    }
    for word in words { #expect(abs(Int(word & 255) - 128) <= 6, "\(shrunk)") }
  }
}

/// Clear pixels have no colour that could darken the edge of a white shape.
@Test func edgesOfShapesKeepTheirColour() {
  for target in [size(5, 5), size(13, 9), size(70, 50)] {
    for word in scale(size(32, 32), to: target, { x, y in x > 10 && y > 7 && x + y < 50 ? 0xFFFF_FFFF : 0 }) {
      let alpha = word >> 24
      #expect(word == alpha * 0x0101_0101)
    }
  }
}

@Test func resultsArePremultiplied() {
  var random = SplitMix64(seed: 5)
  let words = (0..<400).map { _ in
    Pixel(Color(rgb: .random(in: 0...0xFFFFFF, using: &random)).opacity(.random(in: 0...1, using: &random))).word
  }
  for target in [size(9, 9), size(33, 41)] {
    for word in scale(size(20, 20), to: target, { words[$1 * 20 + $0] }) {
      #expect(max(word >> 16 & 255, word >> 8 & 255, word & 255) <= word >> 24)
    }
  }
}

/// A spot stays where it is: the centre of its light, in shares of the picture.
@Test(
  arguments: [ImageFormat.png, .jpeg, .webp], [size(60, 40), size(30, 20), size(17, 11), size(120, 80), size(190, 130)])
func nothingShifts(format: ImageFormat, target: PixelSize) throws {
  let source = size(120, 80)
  let picture: Fixture.Picture = { x, y in
    let dx = Double(x) + 0.5 - 41
    let dy = Double(y) + 0.5 - 33
    let level = UInt8(max(0, 250 - (dx * dx + dy * dy)))
    return Color(red: level, green: level, blue: level)
  }
  let bytes =
    switch format {
    case .png: Fixture.png(source, picture)
    case .jpeg: Fixture.jpeg(source, picture)
    case .webp, .gif, .svg: Fixture.webp(source, quality: 100, picture)
    }
  func centre(_ size: PixelSize, _ light: (Int, Int) -> Double) -> Point {
    var (sum, x, y) = (0.0, 0.0, 0.0)
    for row in 0..<size.height {
      for column in 0..<size.width {
        // Coding noise in the dark would pull at the centre.
        let value = max(0, light(column, row) - 12)
        sum += value
        x += value * (Double(column) + 0.5) / Double(size.width)
        y += value * (Double(row) + 0.5) / Double(size.height)
      }
    }
    return Point(x: x / sum, y: y / sum)
  }
  let pixmap = try ImageDecoder().decode(bytes, named: "spot", fitting: target, mode: .contain)
  let found = centre(pixmap.size) { Double(pixmap.pixel(x: $0, y: $1).word & 255) }
  let expected = centre(source) { Double(picture($0, $1).red) }
  #expect(abs(found.x - expected.x) * Double(pixmap.size.width) < 0.15)
  #expect(abs(found.y - expected.y) * Double(pixmap.size.height) < 0.15)
}

/// libturbojpeg and libwebp scale while they decode; the result is nearly what scaling afterwards would give.
@Test(arguments: [size(150, 100), size(100, 66), size(61, 40), size(33, 22), size(20, 13)])
func scalingWhileDecodingLooksTheSame(target: PixelSize) throws {
  let source = size(300, 200)
  let picture: Fixture.Picture = { x, y in
    Color(
      red: UInt8(x * 255 / 300), green: UInt8((x / 30 + y / 30).isMultiple(of: 2) ? 200 : 40), blue: UInt8(y))
  }
  let exact = try ImageDecoder().decode(Fixture.png(source, picture), named: "a", fitting: target, mode: .cover)
  for bytes in [Fixture.jpeg(source, quality: 98, picture), Fixture.webp(source, quality: 98, picture)] {
    let scaled = try ImageDecoder().decode(bytes, named: "b", fitting: target, mode: .cover)
    let error = zip(scaled.words, exact.words).reduce(0) { $0 + abs(Int($1.0 >> 8 & 255) - Int($1.1 >> 8 & 255)) }
    #expect(Double(error) / Double(target.area) < 9)
  }
}

@Test(arguments: [
  // source, frame, region x y width height
  (size(400, 300), size(200, 100), Rect(x: 0, y: 50, width: 400, height: 200)),
  (size(300, 400), size(100, 100), Rect(x: 0, y: 50, width: 300, height: 300)),
  (size(100, 100), size(400, 100), Rect(x: 0, y: 37.5, width: 100, height: 25)),
  (size(5, 5), size(5, 5), Rect(x: 0, y: 0, width: 5, height: 5)),
])
func coverCutsEqually(source: PixelSize, frame: PixelSize, region: Rect) {
  let placement = Placement(source: source, frame: frame, mode: .cover)
  #expect(placement.target == frame)
  #expect(placement.region == region)
}

@Test(arguments: [
  // focus in a picture twice as wide as its frame, and where the part that shows begins
  (Point(x: 0, y: 0), 0), (Point(x: 0.25, y: 1), 0), (Point(x: 0.3, y: 0.5), 20), (Point(x: 0.5, y: 0), 100),
  (Point(x: 0.7, y: 0.3), 180), (Point(x: 0.75, y: 0.5), 200), (Point(x: 1, y: 0), 200),
])
func theFocusStaysInSight(focus: Point, start: Double) {
  let placement = Placement(source: size(400, 200), frame: size(100, 100), mode: .cover, focus: focus)
  #expect(abs(placement.region.x - start) < 1e-9)
  #expect(placement.region.y == 0 && placement.region.width == 200 && placement.region.height == 200)
  let all = Placement(source: size(400, 200), frame: size(100, 100), mode: .contain, focus: focus)
  #expect(all.region == Rect(x: 0, y: 0, width: 400, height: 200))
}

/// However a picture was held: what is in a corner of the upright one is found where its pixels are stored.
@Test(arguments: EXIFOrientation.allCases)
func theFocusIsThatOfTheUprightPicture(turn: EXIFOrientation) {
  let stored = size(7, 5)
  let upright = turn.swapsAxes ? stored.transposed : stored
  let walk = turn.walk(over: stored)
  for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
    let index = walk.start + x * (upright.width - 1) * walk.right + y * (upright.height - 1) * walk.down
    let place = turn.stored(Point(x: Double(x), y: Double(y)))
    #expect(place == Point(x: Double(index % 7) / 6, y: Double(index / 7) / 4))
  }
}

@Test(arguments: [
  (size(400, 300), size(200, 100), size(133, 100)), (size(300, 400), size(100, 100), size(75, 100)),
  (size(8192, 1), size(100, 100), size(100, 1)), (size(1, 8192), size(100, 100), size(1, 100)),
  (size(10, 5), size(100, 100), size(100, 50)), (size(33, 33), size(7, 9), size(7, 7)),
])
func containShowsAll(source: PixelSize, frame: PixelSize, target: PixelSize) {
  let placement = Placement(source: source, frame: frame, mode: .contain)
  #expect(placement.target == target)
  #expect(placement.region == Rect(x: 0, y: 0, width: Double(source.width), height: Double(source.height)))
}

/// Every source and frame: the region lies in the picture, has the frame's shape, and the size is right.
@Test func placementsAreInside() {
  var random = SplitMix64(seed: 3)
  for _ in 0..<5000 {
    let source = size(.random(in: 1...8192, using: &random), .random(in: 1...8192, using: &random))
    let frame = size(.random(in: 1...3000, using: &random), .random(in: 1...3000, using: &random))
    let focus = Point(x: .random(in: 0...1, using: &random), y: .random(in: 0...1, using: &random))
    let cover = Placement(source: source, frame: frame, mode: .cover, focus: focus)
    #expect(cover.region.x <= focus.x * Double(source.width) + 1e-6)
    #expect(cover.region.x1 >= focus.x * Double(source.width) - 1e-6)
    #expect(cover.region.y <= focus.y * Double(source.height) + 1e-6)
    #expect(cover.region.y1 >= focus.y * Double(source.height) - 1e-6)
    #expect(cover.region.x >= 0 && cover.region.y >= 0)
    #expect(cover.region.x1 <= Double(source.width) + 1e-6 && cover.region.y1 <= Double(source.height) + 1e-6)
    let across = cover.region.width * Double(frame.height)
    let down = cover.region.height * Double(frame.width)
    #expect(abs(across - down) < 1e-6 * max(across, down))
    let contain = Placement(source: source, frame: frame, mode: .contain).target
    #expect(contain.width <= frame.width && contain.height <= frame.height)
    #expect(contain.width == frame.width || contain.height == frame.height)
  }
}

@Test(arguments: [ImageFormat.png, .jpeg, .webp])
func extremesDecode(format: ImageFormat) throws {
  for source in [size(1, 1), size(300, 1), size(1, 300), size(2, 3)] {
    let bytes =
      switch format {
      case .png: Fixture.png(source) { _, _ in .white }
      case .jpeg: Fixture.jpeg(source) { _, _ in .white }
      case .webp, .gif, .svg: Fixture.webp(source) { _, _ in .white }
      }
    for frame in [size(1, 1), size(50, 30), size(3, 40)] {
      let pixmap = try ImageDecoder().decode(bytes, named: "a", fitting: frame, mode: .cover)
      #expect(pixmap.size == frame)
      #expect(pixmap.words.allSatisfy { $0 == 0xFFFF_FFFF })
      #expect(try ImageDecoder().decode(bytes, named: "a", fitting: frame, mode: .contain).size.width <= frame.width)
    }
  }
}
