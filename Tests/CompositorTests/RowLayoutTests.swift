import Scene
import TestSupport
import Testing

@testable import Compositor

/// How the rows of a scene's first strip are composed on a panel turned by 90 degrees.
private func steps(
  _ scene: Scene, panel: PixelSize, format: PixelFormat = .xrgb8888, columns: Range<Int>? = nil
) -> [(last: Run.Last, step: Run.Step, count: Int)] {
  let canvas = Canvas(panel, format)
  var list = DisplayList()
  list.lower(scene, panel: panel, orientation: .degrees90)
  var cutter = CellCutter()
  cutter.begin(list, within: PixelRect(canvas.size))
  var composer = RowComposer(width: panel.width, format: format)
  var found: [(last: Run.Last, step: Run.Step, count: Int)] = []
  composer.begin(canvas.surface, list, isStreaming: true)
  let columns = columns ?? 0..<panel.width
  cutter.compose(
    PixelRect(x: columns.lowerBound, y: 0, width: columns.count, height: panel.height), list, composer)
  composer.end()
  for index in 0..<cutter.runs.count {
    found.append((cutter.runs[index].last, cutter.runs[index].step, cutter.runs[index].count))
  }
  return withExtendedLifetime(canvas) { found }
}

private let panel = PixelSize(width: 400, height: 3)
private let viewer = PixelSize(width: 3, height: 400)

private func card(_ height: Int, _ format: Pixmap.Format = .argb8888) -> Pixmap {
  Pixmap(size: PixelSize(width: viewer.width, height: height), isOpaque: true) { x, y in
    // Each row and each column is another, with 16 bits too.
    Pixel(word: 0xFF00_0000 | UInt32((x * 64 + y) & 0xFF) * 0x01_0101)
  }.converted(orientation: .degrees90, format: format)
}

@Test func cardsAreJoined() {
  var scene = Scene(size: viewer)
  scene.add(.pixmap(card(150), x: 0, y: 0))
  scene.add(.pixmap(card(250), x: 0, y: 150))
  #expect(steps(scene, panel: panel).count { $0.step == .join && $0.count == 16 } == 1)
  scene.add(.fill(.black, PixelRect(viewer), opacity: 0.25))
  #expect(steps(scene, panel: panel).count { $0.step == .joinTinted } == 1)
  let long = PixelSize(width: 1200, height: 3)
  var page = Scene(size: PixelSize(width: 3, height: 1200))
  page.add(.pixmap(card(590), x: 0, y: 0))
  page.add(.pixmap(card(610), x: 0, y: 590))
  page.add(.fill(.black, PixelRect(page.size), opacity: 0.25))
  #expect(steps(page, panel: long).count { $0.step == .joinTinted } == 1)
  #expect(steps(page, panel: long, format: .xbgr8888).count { $0.step == .joinTinted } == 0)
}

@Test func aCardOfLessThanALineIsJoined() {
  var scene = Scene(size: viewer)
  // On this panel the last card is the first: 394 columns end ten columns into a line, and six fill it.
  scene.add(.pixmap(card(6), x: 0, y: 0))
  scene.add(.pixmap(card(394), x: 0, y: 6))
  let found = steps(scene, panel: panel)
  #expect(found.map(\.step) == [.copyLines, .join], "\(found)")
}

@Test func theEndsOfADamagedAreaAreStoredWithoutBeingStaged() {
  var scene = Scene(size: viewer)
  scene.add(.pixmap(card(400), x: 0, y: 0))
  let found = steps(scene, panel: panel, columns: 100..<300)
  #expect(found.map(\.step) == [.cached, .copyLines, .cached], "\(found)")
  #expect(found.map(\.count) == [12, 176, 12])
}

@Test func oneColorOverAnotherIsOneColor() {
  var scene = Scene(size: viewer, background: .white)
  let low = PixelRect(x: 0, y: 0, width: 3, height: 200)
  scene.add(.fill(.black, low, opacity: 0.5))
  #expect(steps(scene, panel: panel).map(\.last) == [.fill, .fill])
  scene.add(.fill(Color(rgb: 0x804020), PixelRect(viewer)))
  scene.add(.fill(.black, low, opacity: 0.5))
  #expect(steps(scene, panel: panel).map(\.last) == [.fill, .fill])
}

/// A colour below a layer has the pixels of a picture of that colour below it.
@Test(arguments: [Orientation.degrees0, .degrees90], [0.2, 0.8])
func colorsAreBlendedAsPixelsAre(orientation: Orientation, opacity: Double) {
  // Large enough for what is repeated.
  let size = PixelSize(width: 261, height: 147)
  let soft = Pixmap(size: PixelSize(width: 61, height: 12)) { x, y in
    Pixel(Color(red: UInt8(x * 4), green: 9, blue: UInt8(y * 9), alpha: UInt8(255 - x * 4)))
  }.converted(orientation: orientation)
  let header = Pixmap(size: PixelSize(width: 61, height: 14), isOpaque: true) { x, y in
    Pixel(word: 0xFF00_0000 | UInt32(x * 1031 + y * 77_777))
  }.converted(orientation: orientation)
  func picture(_ below: Layer...) -> [UInt32] {
    var scene = Scene(size: size, background: Color(rgb: 0x28_64C8))
    for layer in below { scene.add(layer) }
    scene.add(.fill(Color(rgb: 0x11_7F03), PixelRect(x: 0, y: 0, width: 261, height: 20), opacity: opacity))
    scene.add(.pixmap(soft, x: 0, y: 2, opacity: opacity))
    scene.add(.pixmap(header, x: 0, y: 16, opacity: opacity))
    scene.add(.pixmap(soft, x: 0, y: 33))
    let canvas = Canvas(orientation.turn(size), .xrgb8888)
    var compositor = Compositor(size: canvas.size, format: .xrgb8888, orientation: orientation)
    _ = compositor.draw(scene, on: canvas, age: 0)
    return canvas.words
  }
  let plain = Pixmap(size: size, isOpaque: true) { _, _ in Pixel(word: 0xFF28_64C8) }.converted(
    orientation: orientation)
  let pixels = picture(.pixmap(plain, x: 0, y: 0))
  #expect(picture() == pixels)
  #expect(picture(.fill(Color(rgb: 0x28_64C8), PixelRect(size))) == pixels)
}

/// Cards over more colours than a strip has rows for are what each is by itself.
@Test(arguments: [true, false])
func manyColorsBelowCardsOfOneStrip(isStreaming: Bool) {
  let glass = card(40)
  func column(_ cards: Range<Int>, _ seen: Int) -> [UInt32] {
    var scene = Scene(size: viewer)
    for index in cards {
      let place = PixelRect(x: 0, y: index * 40, width: 3, height: 40)
      scene.add(.fill(Color(rgb: UInt32(index) * 0x14_0A05), place))
      scene.add(.pixmap(glass, x: 0, y: place.y0, opacity: 0.5))
    }
    let canvas = Canvas(panel, .xrgb8888)
    _ = compose(scene, panel, into: canvas, isStreaming: isStreaming)
    return (seen..<(seen + 40)).map { canvas[panel.width - 1 - $0, 1] }
  }
  for index in 0..<10 { #expect(column(0..<10, index * 40) == column(index..<(index + 1), index * 40)) }
}

@Test func patternsAreRepeated() {
  let pattern = Pixmap(size: PixelSize(width: 3, height: 16)) { x, y in Pixel(word: UInt32(x + y) * 0x0101_0101) }
  var scene = Scene(size: viewer)
  scene.add(.fill(.white, PixelRect(viewer)))
  scene.add(Layer(.pattern(pattern, phaseX: 0, phaseY: 0), frame: PixelRect(viewer)))
  #expect(steps(scene, panel: panel).contains { $0.last == .repeated })
  // A small one is composed.
  var small = Scene(size: viewer)
  small.add(.fill(.white, PixelRect(x: 0, y: 0, width: 3, height: 60)))
  small.add(
    Layer(.pattern(pattern, phaseX: 0, phaseY: 0), frame: PixelRect(x: 0, y: 0, width: 3, height: 60)))
  #expect(!steps(small, panel: panel).contains { $0.last == .repeated })
}

/// Cards of all lengths beside each other, more than a processor foresees.
private func manyCards(_ count: Int, _ format: Pixmap.Format = .argb8888) -> (scene: Scene, panel: PixelSize) {
  let heights = (0..<count).map { [80, 31, 97, 7, 160, 64][$0 % 6] }
  let length = heights.reduce(0, +)
  var scene = Scene(size: PixelSize(width: viewer.width, height: length))
  var y = 0
  for height in heights {
    scene.add(.pixmap(card(height, format), x: 0, y: y))
    y += height
  }
  scene.add(.fill(.black, PixelRect(x: 0, y: 300, width: 3, height: 500), opacity: 0.4))
  return (scene, PixelSize(width: length, height: viewer.width))
}

private func compose(_ scene: Scene, _ panel: PixelSize, into canvas: Canvas, isStreaming: Bool) -> [Int] {
  var list = DisplayList()
  list.lower(scene, panel: panel, orientation: .degrees90)
  var cutter = CellCutter()
  cutter.begin(list, within: PixelRect(canvas.size))
  var composer = RowComposer(width: panel.width, format: canvas.format)
  composer.begin(canvas.surface, list, isStreaming: isStreaming)
  cutter.compose(PixelRect(panel), list, composer)
  composer.end()
  return (0..<cutter.bands.count).map { cutter.bands[$0] }
}

@Test(arguments: [PixelFormat.xrgb8888, .xbgr8888, .rgb565, .rgb565Dithered], [0, 64 - 12])
func bandsAreTheSamePixels(format: PixelFormat, offset: Int) {
  let (scene, panel) = manyCards(40, format.bytesPerPixel == 2 ? .rgb565 : .argb8888)
  // Whole lines from one row to the next, so that all rows have the same runs.
  let padding = -(panel.width * format.bytesPerPixel) & 63
  let streamed = Canvas(panel, format, padding: padding, offset: 64 + offset)
  let cached = Canvas(panel, format, padding: padding, offset: 64 + offset)
  let bands = compose(scene, panel, into: streamed, isStreaming: true)
  #expect(compose(scene, panel, into: cached, isStreaming: false).count == 1)
  // Swapped pixels of short cards are staged, and the stage is one row's.
  #expect(format == .xbgr8888 ? bands.count == 1 : bands.count > 2, "\(bands)")
  #expect(bands == bands.sorted())
  var differences = 0
  for y in 0..<panel.height {
    for x in 0..<panel.width where streamed[x, y] != cached[x, y] { differences += 1 }
  }
  #expect(differences == 0)
}

@Test func aFewCardsAreOneBand() {
  let (scene, panel) = manyCards(6)
  let canvas = Canvas(panel, .xrgb8888, padding: -(panel.width * 4) & 63)
  #expect(compose(scene, panel, into: canvas, isStreaming: true).count == 1)
}

/// A page under a tinted header of this height.
private func tinted(_ height: Int, _ format: Pixmap.Format = .argb8888) -> Scene {
  var scene = Scene(size: viewer)
  scene.add(.pixmap(card(400, format), x: 0, y: 0))
  scene.add(.fill(.black, PixelRect(x: 0, y: 0, width: 3, height: height), opacity: 0.25))
  return scene
}

@Test func whatBeginsAndEndsWithHalfALineIsNotStaged() {
  let halves = steps(tinted(104), panel: panel)
  #expect(halves.map(\.step) == [.streamed, .copyLines] || halves.map(\.step) == [.copyLines, .streamed], "\(halves)")
  #expect(halves.map(\.count).sorted() == [104, 296])
  #expect(steps(tinted(100), panel: panel).contains { $0.step == .staged })
}

@Test(arguments: [PixelFormat.xrgb8888, .xbgr8888, .rgb565, .rgb565Dithered])
func whereverACellEndsThePixelsAreTheSame(format: PixelFormat) {
  let padding = -(panel.width * format.bytesPerPixel) & 63
  for height in 1..<panel.width {
    let scene = tinted(height, format.bytesPerPixel == 2 ? .rgb565 : .argb8888)
    let streamed = Canvas(panel, format, padding: padding, offset: 64)
    let cached = Canvas(panel, format, padding: padding, offset: 64)
    _ = compose(scene, panel, into: streamed, isStreaming: true)
    _ = compose(scene, panel, into: cached, isStreaming: false)
    var differences = 0
    for y in 0..<panel.height {
      for x in 0..<panel.width where streamed[x, y] != cached[x, y] { differences += 1 }
    }
    #expect(differences == 0, "\(height)")
  }
}
