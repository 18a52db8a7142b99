import Scene
import TestSupport
import Testing

@testable import Images
@testable import VitrineTools

private let size = PixelSize(width: 30, height: 20)

/// A sink in memory.
private final class Memory {
  var bytes: [UInt8] = []

  func store(_ new: [UInt8], _ offset: Int) {
    if offset == bytes.count {
      bytes += new
    } else {
      bytes.replaceSubrange(offset..<offset + new.count, with: new)
    }
  }
}

/// One frame as a player shows it.
private struct Shown: Equatable {
  var words: [UInt32]
  var milliseconds: Int
}

/// Plays an animated PNG by its specification, and checks its order and checksums on the way.
private func play(_ bytes: [UInt8]) throws -> (frames: [Shown], loops: Int, rects: [PixelRect]) {
  #expect(Fixture.repaired(bytes) == bytes, "every checksum is right")
  var chunks = PNGChunks(bytes)
  var types: [String] = []
  var ihdr: [UInt8] = []
  var canvas = [UInt32](repeating: 0, count: size.area)
  var frames: [Shown] = []
  var rects: [PixelRect] = []
  var control: [UInt8] = []
  // What stands before the first frame and counts for all.
  var common: [UInt8] = []
  var (count, loops, sequence) = (0, 0, 0)
  func number(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
  while let chunk = chunks.next() {
    types.append(chunk.type)
    let payload = Array(chunk.payload)
    switch chunk.type {
    case "IHDR": ihdr = payload
    case "PLTE", "tRNS": common += Fixture.chunk(chunk.type, payload)
    case "acTL": (count, loops) = (number(payload[0..<4]), number(payload[4..<8]))
    case "fcTL":
      #expect(number(payload[0..<4]) == sequence)
      sequence += 1
      control = payload
    case "IDAT", "fdAT":
      var data = payload
      if chunk.type == "fdAT" {
        #expect(number(payload[0..<4]) == sequence)
        sequence += 1
        data = Array(payload[4...])
      }
      let rect = PixelRect(
        x: number(control[12..<16]), y: number(control[16..<20]), width: number(control[4..<8]),
        height: number(control[8..<12]))
      #expect(control[24] == 0 && control[25] <= 1)
      #expect(PixelRect(size).contains(rect))
      let file =
        PNG.signature + Fixture.chunk("IHDR", Array(control[4..<12]) + Array(ihdr[8...]))
        + common + Fixture.chunk("IDAT", data) + Fixture.chunk("IEND", [])
      let part = try PNG.decode(file, named: "frame").words
      for y in 0..<rect.height {
        let start = (rect.y0 + y) * size.width + rect.x0
        for x in 0..<rect.width where control[25] == 0 || part[y * rect.width + x] != 0 {
          canvas[start + x] = part[y * rect.width + x]
        }
      }
      let delay = number(control[20..<22]) * 1000 / number(control[22..<24])
      frames.append(Shown(words: canvas, milliseconds: delay))
      rects.append(rect)
    default: break
    }
  }
  #expect(types.filter { $0 != "PLTE" && $0 != "tRNS" }.prefix(4) == ["IHDR", "acTL", "fcTL", "IDAT"])
  #expect(types.last == "IEND")
  #expect(count == frames.count)
  return (frames, loops, rects)
}

private func film(
  isOpaque: Bool, palette: Palette? = nil, loops: Int = 0, _ frames: [(Pixmap, Double)]
) -> [UInt8] {
  let memory = Memory()
  var writer = APNGWriter<Never>(size: size, isOpaque: isOpaque, palette: palette, loops: loops) {
    memory.store($0, $1)
  }
  for (frame, seconds) in frames { writer.append(frame, seconds: seconds) }
  writer.finish()
  return memory.bytes
}

@Test(arguments: [true, false])
func everyFrameComesBackExactly(isOpaque: Bool) throws {
  var random = SplitMix64(seed: 9)
  var words = [UInt32](repeating: 0xFF10_2030, count: size.area)
  var frames: [(Pixmap, Double)] = []
  for _ in 0..<25 {
    let x = Int.random(in: 0..<size.width, using: &random)
    let y = Int.random(in: 0..<size.height, using: &random)
    let color = Color(rgb: .random(in: 0...0xFFFFFF, using: &random))
    for row in y..<min(size.height, y + 4) {
      for column in x..<min(size.width, x + 5) {
        words[row * size.width + column] = Pixel(isOpaque ? color : color.opacity(0.5)).word
      }
    }
    let frame = words
    frames.append((Pixmap(size: size, isOpaque: isOpaque) { Pixel(word: frame[$1 * size.width + $0]) }, 0.04))
  }
  let (shown, loops, rects) = try play(film(isOpaque: isOpaque, loops: 3, frames))
  #expect(loops == 3)
  #expect(shown.map(\.words) == frames.map(\.0.words))
  #expect(shown.allSatisfy { $0.milliseconds == 40 })
  #expect(rects[0] == PixelRect(size))
  for rect in rects.dropFirst() { #expect(rect.width <= 5 && rect.height <= 4) }
}

/// A moving square over a still pattern: few colours come back exactly, many come back nearly.
@Test(arguments: [(1, 0), (40, 16)])
func aPaletteKeepsWhatColoursItCan(step: Int, most: Int) throws {
  let colors = (0..<size.area).map { Color(rgb: UInt32($0 % (step == 1 ? 200 : size.area) * step * 67)) }
  let frames = (0..<6).map { time in
    Pixmap(size: size, isOpaque: true) { x, y in
      x / 4 == time ? Pixel(.white) : Pixel(colors[y * size.width + x])
    }
  }
  let palette = Palette(of: frames)
  #expect(palette.colors.count <= 256 && palette.colors[0] == .clear)
  let (shown, _, rects) = try play(film(isOpaque: true, palette: palette, frames.map { ($0, 0.1) }))
  #expect(shown.count == 6 && rects.dropFirst().allSatisfy { $0.width == 8 })
  for (frame, found) in zip(frames, shown) {
    for (a, b) in zip(frame.words, found.words) {
      for shift in [UInt32(0), 8, 16] { #expect(abs(Int(a >> shift & 255) - Int(b >> shift & 255)) <= most) }
    }
  }
}

@Test func equalFramesBecomeOne() throws {
  let white = Pixmap(size: size, isOpaque: true) { _, _ in Pixel(.white) }
  let alsoWhite = Pixmap(size: size, isOpaque: true) { _, _ in Pixel(.white) }
  let black = Pixmap(size: size, isOpaque: true) { _, _ in Pixel(.black) }
  let (shown, _, _) = try play(film(isOpaque: true, [(white, 0.1), (alsoWhite, 0.2), (black, 0.3), (black, 0.4)]))
  #expect(shown == [Shown(words: white.words, milliseconds: 300), Shown(words: black.words, milliseconds: 700)])
}

@Test func delaysAddUp() throws {
  var frames: [(Pixmap, Double)] = []
  for index in 0..<60 {
    frames.append((Pixmap(size: size, isOpaque: true) { x, _ in Pixel(x == index % 30 ? .white : .black) }, 1.0 / 60))
  }
  let (shown, _, _) = try play(film(isOpaque: true, frames))
  #expect(shown.count == 60)
  #expect(shown.reduce(0) { $0 + $1.milliseconds } == 1000)
  #expect(shown.allSatisfy { $0.milliseconds == 16 || $0.milliseconds == 17 })
  try #require(shown.count == 60)
  let long = try play(film(isOpaque: true, [(frames[0].0, 600), (frames[1].0, 1e6)])).frames
  #expect(long.map(\.milliseconds) == [600_000, 6_553_500])
}

@Test func aFilmIsAStillPictureToOthers() throws {
  let frame = Pixmap(size: size, isOpaque: true) { x, y in Pixel(Color(rgb: UInt32(x * 1000 + y))) }
  let other = Pixmap(size: size, isOpaque: true) { _, _ in Pixel(.white) }
  let bytes = film(isOpaque: true, [(frame, 1), (other, 1)])
  #expect(try PNG.decode(bytes, named: "film.png").words == frame.words)
}

@Test func aFailingSinkStopsTheFilm() {
  struct Full: Error {}
  func record() throws {
    var writer = APNGWriter<Full>(size: size, isOpaque: true) { (_, offset) throws(Full) in
      if offset > 60 { throw Full() }
    }
    for level in 0..<3 {
      try writer.append(Pixmap(size: size, isOpaque: true) { _, _ in Pixel(Color(rgb: UInt32(level))) }, seconds: 1)
    }
    try writer.finish()
  }
  #expect(throws: Full.self) { try record() }
}
