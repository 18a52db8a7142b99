import Scene
import TestSupport
import Testing

@testable import Compositor

/// Runs a kernel over a page of 16-bit pixels and compares it with its pixel; a guard stands on both sides of what is written.
private func check(
  _ below: [UInt16], _ source: [UInt32], lead: Int,
  kernel: (TargetRow565, SourceRow565, SourceRow) -> Void, pixel: (_ below: UInt32, _ source: UInt32) -> UInt32
) {
  let mark: UInt16 = 0xDEAD
  var out = [UInt16](repeating: mark, count: lead + below.count + 9)
  unsafe out.withUnsafeMutableBytes { out in
    unsafe below.withUnsafeBytes { below in
      unsafe source.withUnsafeBytes { source in
        let count = below.count / 2
        unsafe kernel(
          TargetRow565(out.baseAddress! + lead * 2, count: count), SourceRow565(below.baseAddress!, count: count),
          SourceRow(source.baseAddress!, count: count))
      }
    }
  }
  #expect(out[..<lead].allSatisfy { $0 == mark } && out[(lead + below.count)...].allSatisfy { $0 == mark })
  let wrong = below.indices.first { index in
    out[lead + index] != packed565(pixel(expanded565(below[index]), source[index]))
  }
  if let wrong { Issue.record("width \(below.count), lead \(lead): pixel \(wrong) over \(below[wrong])") }
}

private func noise(_ random: inout SplitMix64, isOpaque: Bool) -> UInt32 {
  let alpha = isOpaque ? 255 : random.pick([0, 255, random.int(0...255)])
  func channel() -> UInt32 { UInt32(random.int(0...alpha)) }
  return UInt32(alpha) << 24 | channel() << 16 | channel() << 8 | channel()
}

private func checkAll(_ below: [UInt16], lead: Int, alpha: UInt32, _ random: inout SplitMix64) {
  let color = alpha == 0 ? 0 : scale(0xFF40_FF81, alpha)
  let pixels = below.map { _ in noise(&random, isOpaque: false) }
  let opaque = below.map { _ in noise(&random, isOpaque: true) }
  for isWide in kernelWidths {
    check(below, pixels, lead: lead) { out, below, _ in
      solid565Row(out, below, color, isWide: isWide)
    } pixel: { below, _ in
      over(color, below)
    }
    check(below, pixels, lead: lead) {
      over565Row($0, $1, $2, isWide: isWide)
    } pixel: { below, source in
      over(source, below)
    }
    check(below, opaque, lead: lead) {
      mix565Row($0, $1, $2, alpha: alpha, isWide: isWide)
    } pixel: { below, source in
      mix(source, alpha, below, 255 - alpha)
    }
  }
}

@Test(arguments: [0, 1, 64, 127, 128, 204, 254, 255] as [UInt32])
func everyPixelOfAPageIsBlendedAlike(alpha: UInt32) {
  var random = SplitMix64(Int(alpha))
  checkAll((0...UInt16.max).map { $0 }, lead: 0, alpha: alpha, &random)
}

@Test(arguments: 1...100)
func pagesAreBlendedAtEveryWidth(width: Int) {
  var random = SplitMix64(width)
  for lead in 0..<8 {
    let below = (0..<width).map { _ in UInt16(random.int(0...0xFFFF)) }
    checkAll(below, lead: lead, alpha: UInt32(random.int(0...255)), &random)
  }
}

/// Every colour there is in 16 bits, and every level of a channel in 32, in vectors against single pixels, from every column on.
@Test(arguments: kernelWidths)
func pagesAreUnpackedAndPackedAlike(isWide: Bool) {
  let page = (0...UInt16.max).map { $0 }
  for lead in 0..<17 {
    var out = [UInt32](repeating: 0, count: page.count - lead)
    unsafe out.withUnsafeMutableBytes { out in
      unsafe page.withUnsafeBytes { page in
        let count = out.count / 4
        unsafe load565Row(
          TargetRow(out.baseAddress!, count: count), SourceRow565(page.baseAddress! + lead * 2, count: count),
          isWide: isWide)
      }
    }
    #expect(out.indices.allSatisfy { out[$0] == expanded565(page[lead + $0]) })
  }
  let table = DitherTable()
  for column in 0..<8 {
    let row = column * 3
    var words: [UInt32] = []
    for index in 0..<(256 * 9 + column) {
      let level = UInt32(index & 0xFF)
      words.append(level &* 0x07_0001 & 0xFF_00FF | ((level &* 11 &+ 5) & 0xFF) << 8 | UInt32(index / 9) << 24)
    }
    var nearest = [UInt16](repeating: 0, count: words.count)
    var dithered = nearest
    var copied = nearest
    let thresholds = table.thresholds(x: column, y: row)
    unsafe words.withUnsafeBytes { words in
      let source = unsafe SourceRow(words.baseAddress!, count: words.count / 4)
      unsafe nearest.withUnsafeMutableBytes { out in
        unsafe store565Row(TargetRow565(out.baseAddress!, count: source.count), source, isWide: isWide)
      }
      unsafe dithered.withUnsafeMutableBytes { out in
        unsafe store565Row(TargetRow565(out.baseAddress!, count: source.count), source, thresholds, isWide: isWide)
      }
    }
    unsafe nearest.withUnsafeBytes { nearest in
      unsafe copied.withUnsafeMutableBytes { out in
        unsafe copy565Row(
          TargetRow565(out.baseAddress!, count: words.count), SourceRow565(nearest.baseAddress!, count: words.count),
          isWide: isWide)
      }
    }
    #expect(words.indices.allSatisfy { nearest[$0] == packed565(words[$0]) })
    #expect(copied == nearest)
    for index in words.indices {
      let threshold = UInt16(DitherTable.threshold(x: column + index, y: row & 7))
      let greenBlue = (threshold >> 4) << 8 | threshold >> 3
      #expect(dithered[index] == packed565(words[index], greenBlue: greenBlue, red: threshold >> 3))
    }
  }
}

/// One layer over a page is blended in one pass; a clear picture over both keeps the compositor from that, and changes no pixel.
@Test(arguments: 0..<120)
func layersOverPagesAreTheSame(seed: Int) {
  var random = SplitMix64(seed)
  let viewer = PixelSize(width: random.int(1...700), height: random.int(1...40))
  let orientation = random.pick(Orientation.allCases)
  func pixmap(_ size: PixelSize, isOpaque: Bool) -> Pixmap {
    var words: [UInt32] = []
    for _ in 0..<size.area { words.append(noise(&random, isOpaque: isOpaque)) }
    return Pixmap(size: size, isOpaque: isOpaque) { x, y in Pixel(word: words[y * size.width + x]) }
  }
  let page = pixmap(viewer, isOpaque: true).converted(orientation: orientation, format: .rgb565)
  var scene = Scene(size: viewer, background: .white)
  scene.add(.pixmap(page, x: random.int(-9...9), y: random.int(-9...9)))
  func area() -> PixelRect {
    PixelRect(
      x: random.int(0...viewer.width), y: random.int(0...9), width: random.int(1...viewer.width),
      height: random.int(1...40))
  }
  scene.add(.fill(Color(rgb: 0x203040), area(), opacity: random.double(0.1...0.9)))
  let size = PixelSize(width: random.int(1...400), height: random.int(1...20))
  let top = pixmap(size, isOpaque: random.chance(1, in: 2)).converted(orientation: orientation)
  scene.add(.pixmap(top, x: random.int(0...200), y: random.int(0...30), opacity: random.pick([1, 0.8])))
  var hindered = scene
  hindered.add(
    .pixmap(Pixmap(size: viewer) { _, _ in Pixel(word: 0) }.converted(orientation: orientation), x: 0, y: 0))
  let padding = random.pick([0, 4, 64])
  for isStreaming in [true, false] {
    func frame(_ scene: Scene) -> [UInt32] {
      let canvas = Canvas(orientation.turn(viewer), .rgb565, padding: padding, offset: 64)
      var compositor = Compositor(size: canvas.size, format: .rgb565, orientation: orientation)
      compositor.isStreaming = isStreaming
      _ = compositor.draw(scene, on: canvas, age: 0)
      #expect(canvas.isPaddingUntouched())
      return canvas.words
    }
    #expect(frame(scene) == frame(hindered), "\(orientation), \(viewer)")
  }
}
