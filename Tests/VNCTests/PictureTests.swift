import CZlib
import Scene
import Seeded
import Testing

@testable import VNC

/// How viewers want their pixels.
private let formats: [ViewerFormat] = [
  .own,
  ViewerFormat(
    bits: 32, isBigEndian: true, red: .init(most: 255, shift: 24), green: .init(most: 255, shift: 16),
    blue: .init(most: 255, shift: 8)),
  ViewerFormat(
    bits: 32, isBigEndian: false, red: .init(most: 1023, shift: 20), green: .init(most: 1023, shift: 10),
    blue: .init(most: 1023, shift: 0)),
  ViewerFormat(
    bits: 16, isBigEndian: false, red: .init(most: 31, shift: 11), green: .init(most: 63, shift: 5),
    blue: .init(most: 31, shift: 0)),
  ViewerFormat(
    bits: 8, isBigEndian: false, red: .init(most: 7, shift: 5), green: .init(most: 7, shift: 2),
    blue: .init(most: 3, shift: 0)),
]

/// A picture of areas with few colours and with many.
private func canvas(_ size: PixelSize, seed: UInt64) -> Canvas {
  var canvas = Canvas()
  canvas.begin(size)
  canvas.put(picture(size, seed: seed), at: (0, 0))
  return canvas
}

private func picture(_ size: PixelSize, seed: UInt64) -> Pixmap {
  var chance = SplitMix64(seed: seed)
  let kinds = (0..<64).map { _ in [1, 2, 3, 4, 5, 16, 17, 4000].randomElement(using: &chance) ?? 1 }
  return Pixmap(size: size, isOpaque: true) { x, y in
    let colours = kinds[(x / 64 + 3 * (y / 64)) & 63]
    let colour = UInt32.random(in: 0..<UInt32(colours), using: &chance) &* 0x9E37_79B1
    return Pixel(word: 0xFF00_0000 | colour & 0xFF_FFFF)
  }
}

/// Reads what was written, as RFC 6143, section 7.7.6 has it.
private struct Reader {
  var bytes: ArraySlice<UInt8>
  let format: ViewerFormat

  mutating func pixel(_ width: Int) -> UInt32 {
    defer { bytes = bytes.dropFirst(width) }
    let part = format.isBigEndian ? Array(bytes.prefix(width)) : bytes.prefix(width).reversed()
    let value = part.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let isHigh = width == 3 && format.red.shift == 24
    return isHigh ? value << 8 : value
  }

  mutating func tiles(_ area: PixelRect, _ store: (_ x: Int, _ y: Int, _ value: UInt32) -> Void) {
    for top in stride(from: area.y0, to: area.y1, by: 64) {
      for left in stride(from: area.x0, to: area.x1, by: 64) {
        let tile = PixelRect(x: left, y: top, width: 64, height: 64).intersection(area)
        let kind = Int(bytes.removeFirst())
        let colours = (0..<kind).map { _ in pixel(format.compactWidth) }
        let bits = kind < 2 ? 0 : kind == 2 ? 1 : kind <= 4 ? 2 : 4
        for y in tile.y0..<tile.y1 {
          var place = 0
          for x in tile.x0..<tile.x1 {
            switch kind {
            case 0: store(x, y, pixel(format.compactWidth))
            case 1: store(x, y, colours[0])
            default:
              let byte = bytes[bytes.startIndex + place / 8]
              store(x, y, colours[Int(byte >> UInt8(8 - bits - place % 8)) & (1 << bits - 1)])
              place += bits
            }
          }
          bytes = bytes.dropFirst((place + 7) / 8)
        }
      }
    }
  }
}

@Suite struct PictureTests {
  @Test(arguments: formats)
  func aFormatComesBackFromItsBytes(format: ViewerFormat) {
    #expect(ViewerFormat(format.bytes) == format)
  }

  @Test func coloursAreTheNearestThereAre() {
    for word in [0xFF00_0000, 0xFFFF_FFFF, 0xFF12_3456] as [UInt32] {
      #expect(ViewerFormat.own.value(word) == word & 0xFF_FFFF)
      #expect(formats[1].value(word) == word << 8)
    }
    #expect(formats[3].value(0xFFFF_FFFF) == 0xFFFF && formats[4].value(0xFFFF_FFFF) == 0xFF)
    #expect(formats[2].value(0xFFFF_0000) == 1023 << 20 && formats[3].value(0xFF04_0404) == 1 << 5)
    #expect(formats.map(\.compactWidth) == [3, 3, 4, 2, 1])
  }

  @Test(arguments: formats, [UInt64(1), 2, 3])
  func tilesAreThePicture(format: ViewerFormat, seed: UInt64) {
    let canvas = canvas(PixelSize(width: 150, height: 140), seed: seed)
    for area in [PixelRect(canvas.size), PixelRect(x: 10, y: 65, width: 77, height: 3)] {
      var reader = Reader(bytes: TileEncoder(format).tiles(of: area, in: canvas)[...], format: format)
      var seen = 0
      reader.tiles(area) { x, y, value in
        seen += 1
        if value != format.value(canvas.words[y * 150 + x]) { Issue.record("\(x), \(y)") }
      }
      #expect(seen == area.area && reader.bytes.isEmpty)
      var raw = Reader(bytes: TileEncoder(format).raw(area, in: canvas)[...], format: format)
      for y in area.y0..<area.y1 {
        for x in area.x0..<area.x1 { #expect(raw.pixel(format.width) == format.value(canvas.words[y * 150 + x])) }
      }
    }
  }

  @Test func aStreamGoesOnFromPartToPart() throws {
    let deflater = try #require(Deflater())
    var stream = unsafe z_stream()
    #expect(unsafe inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK)
    defer { unsafe _ = inflateEnd(&stream) }
    for length in [1, 0, 70_000, 3] {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
      var packed = deflater.compress(bytes)
      var unpacked = [UInt8](repeating: 0, count: length + 1)
      let left = unsafe packed.withUnsafeMutableBufferPointer { source in
        unsafe unpacked.withUnsafeMutableBufferPointer { sink in
          unsafe (stream.next_in, stream.avail_in) = (source.baseAddress, UInt32(source.count))
          unsafe (stream.next_out, stream.avail_out) = (sink.baseAddress, UInt32(sink.count))
          unsafe _ = inflate(&stream, Z_SYNC_FLUSH)
          return unsafe (Int(stream.avail_in), Int(stream.avail_out))
        }
      }
      #expect(left == (0, 1) && unpacked.prefix(length) == bytes[...], "each part can be read at once")
    }
  }

  // MARK: What is new

  @Test func onlyTilesWithAnotherPixelAreNew() {
    let size = PixelSize(width: 200, height: 130)
    var canvas = canvas(size, seed: 1)
    #expect(canvas.news(since: [UInt64](repeating: 0, count: 12), in: PixelRect(size)) == [PixelRect(size)])
    let seen = canvas.noting([UInt64](repeating: 0, count: 12), sent: PixelRect(size))
    #expect(canvas.news(since: seen, in: PixelRect(size)).isEmpty)
    // The same once more is nothing new.
    canvas.put(picture(size, seed: 1), at: (0, 0))
    #expect(canvas.news(since: seen, in: PixelRect(size)).isEmpty)
    canvas.put(
      Pixmap(size: PixelSize(width: 2, height: 2), isOpaque: true) { _, _ in Pixel(word: 0xFF01_0203) }, at: (63, 63))
    #expect(
      canvas.news(since: seen, in: PixelRect(size)) == [PixelRect(x: 0, y: 0, width: 128, height: 128)])
    #expect(
      canvas.news(since: seen, in: PixelRect(x: 60, y: 0, width: 10, height: 20))
        == [PixelRect(x: 60, y: 0, width: 10, height: 20)])
    // Who has been sent a part of a tile has not seen it.
    let partly = canvas.noting(seen, sent: PixelRect(x: 0, y: 0, width: 100, height: 130))
    #expect(
      canvas.news(since: partly, in: PixelRect(size)) == [PixelRect(x: 64, y: 0, width: 64, height: 128)])
  }

  /// Whatever changes, and whatever is asked for: what is sent makes the viewer's picture ours.
  @Test(arguments: 0..<30)
  func aViewersPictureBecomesOurs(seed: UInt64) {
    var chance = SplitMix64(seed: seed)
    let size = PixelSize(
      width: Int.random(in: 1...300, using: &chance), height: Int.random(in: 1...300, using: &chance))
    var canvas = canvas(size, seed: seed)
    var theirs = [UInt32](repeating: 0, count: size.area)
    var seen = [UInt64](repeating: 0, count: canvas.changes.count)
    func area() -> PixelRect {
      let (x, y) = (Int.random(in: 0..<size.width, using: &chance), Int.random(in: 0..<size.height, using: &chance))
      return PixelRect(
        x: x, y: y, width: Int.random(in: 1...size.width - x, using: &chance),
        height: Int.random(in: 1...size.height - y, using: &chance))
    }
    for step in 0..<20 {
      let changed = area()
      canvas.put(picture(changed.size, seed: seed &+ UInt64(step)), at: (changed.x0, changed.y0))
      let wanted = step == 19 ? PixelRect(size) : area()
      for part in canvas.news(since: seen, in: wanted) {
        #expect(wanted.contains(part))
        for y in part.y0..<part.y1 {
          for x in part.x0..<part.x1 { theirs[y * size.width + x] = canvas.words[y * size.width + x] }
        }
      }
      seen = canvas.noting(seen, sent: wanted)
    }
    #expect(theirs == canvas.words)
  }

  @Test func whatDoesNotFitIsLeftOut() {
    var canvas = Canvas()
    canvas.put(picture(PixelSize(width: 5, height: 5), seed: 1), at: (0, 0))
    #expect(canvas.isEmpty)
    canvas.begin(PixelSize(width: 9000, height: 1))
    #expect(canvas.isEmpty)
    canvas.begin(PixelSize(width: 5, height: 5))
    let before = canvas.change
    canvas.put(picture(PixelSize(width: 5, height: 5), seed: 1), at: (1, 0))
    canvas.put(picture(PixelSize(width: 1, height: 1), seed: 1), at: (-1, 0))
    #expect(canvas.change == before && canvas.words.allSatisfy { $0 == 0xFF00_0000 })
    canvas.clear()
    #expect(canvas.isEmpty && canvas.news(since: [], in: PixelRect(x: 0, y: 0, width: 9, height: 9)).isEmpty)
  }
}
