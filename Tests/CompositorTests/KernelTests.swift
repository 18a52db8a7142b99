import Scene
import TestSupport
import Testing

@testable import Compositor

/// Rows of every width up to 300, at a misalignment of some pixels, watched on both sides.
private struct Row {
  static let guardWord: UInt32 = 0xDEAD_BEEF
  var words: [UInt32]
  let lead: Int
  let count: Int

  init(_ count: Int, lead: Int, _ make: (Int) -> UInt32 = { _ in 0 }) {
    self.count = count
    self.lead = lead
    words = Array(repeating: Row.guardWord, count: lead) + (0..<count).map(make)
    words += Array(repeating: Row.guardWord, count: 9)
  }

  var pixels: [UInt32] { Array(words[lead..<lead + count]) }

  var areGuardsUntouched: Bool {
    words[..<lead].allSatisfy { $0 == Row.guardWord } && words[(lead + count)...].allSatisfy { $0 == Row.guardWord }
  }

  mutating func write(_ body: (TargetRow) -> Void) {
    unsafe words.withUnsafeMutableBytes { bytes in
      body(unsafe TargetRow(bytes.baseAddress! + lead * 4, count: count))
    }
  }

  func read(_ body: (SourceRow) -> Void) {
    unsafe words.withUnsafeBytes { bytes in body(unsafe SourceRow(bytes.baseAddress! + lead * 4, count: count)) }
  }
}

private func randomPixel(_ random: inout SplitMix64, isOpaque: Bool = false) -> UInt32 {
  let alpha = isOpaque ? 255 : random.pick([0, 255, random.int(0...255)])
  func channel() -> UInt32 { UInt32(random.int(0...alpha)) }
  return UInt32(alpha) << 24 | channel() << 16 | channel() << 8 | channel()
}

/// A channel-wise formula in floating point, rounded to nearest.
private func perChannel(_ words: [UInt32], _ formula: ([Double]) -> Double) -> UInt32 {
  var word: UInt32 = 0
  for shift: UInt32 in [24, 16, 8, 0] {
    let value = formula(words.map { Double($0 >> shift & 0xFF) })
    word |= UInt32(min(max(value.rounded(), 0), 255)) << shift
  }
  return word
}

private func alpha(_ word: UInt32) -> Double { Double(word >> 24) / 255 }

/// Runs a kernel out of place and in place and compares it with its formula.
///
/// Largest difference allowed: 1 for each division by 255 the kernel makes.
private func check(
  width: Int, lead: Int, isOpaque: Bool = false, blends: Bool = true, within bound: Int,
  kernel: (TargetRow, SourceRow, SourceRow) -> Void, formula: (_ source: UInt32, _ below: UInt32) -> UInt32
) {
  var random = SplitMix64(width * 31 + lead)
  let source = Row(width, lead: (lead + 3) % 8) { _ in randomPixel(&random, isOpaque: isOpaque) }
  let below = Row(width, lead: (lead + 5) % 8) { _ in randomPixel(&random, isOpaque: random.chance(1, in: 2)) }
  var out = Row(width, lead: lead)
  out.write { out in below.read { below in source.read { source in kernel(out, below, source) } } }
  var inPlace = below
  inPlace.write { row in
    source.read { source in kernel(row, unsafe SourceRow(UnsafeRawPointer(row.base), count: row.count), source) }
  }
  #expect(out.pixels == inPlace.pixels)
  #expect(out.areGuardsUntouched && inPlace.areGuardsUntouched)
  var worst = 0
  for i in 0..<width {
    worst = max(worst, distance(out.pixels[i], formula(source.pixels[i], below.pixels[i])))
    if blends, below.pixels[i] >> 24 == 255 { #expect(out.pixels[i] >> 24 == 255, "an opaque picture stays opaque") }
  }
  #expect(worst <= bound, "width \(width), lead \(lead)")
}

private let widths = Array(1...40) + Array(stride(from: 47, through: 300, by: 11)) + [255, 256, 257, 300]
private let alphas: [UInt32] = [1, 64, 127, 128, 254]

@Test(arguments: widths)
func blendKernelsFollowTheirFormulas(width: Int) {
  for lead in [0, 1, 2, 7] {
    check(width: width, lead: lead, blends: false, within: 0) { out, _, source in
      copyRow(out, source)
    } formula: { source, _ in
      source
    }
    check(width: width, lead: lead, within: 1) {
      overRow($0, $1, $2)
    } formula: { source, below in
      perChannel([source, below]) { $0[0] + $0[1] * (1 - alpha(source)) }
    }
    for weight in alphas {
      check(width: width, lead: lead, within: 2) {
        overRow($0, $1, $2, alpha: weight)
      } formula: { source, below in
        let share = Double(weight) / 255
        return perChannel([source, below]) { $0[0] * share + $0[1] * (1 - alpha(source) * share) }
      }
      check(width: width, lead: lead, isOpaque: true, within: 1) {
        mixRow($0, $1, $2, alpha: weight)
      } formula: { source, below in
        let share = Double(weight) / 255
        return perChannel([source, below]) { $0[0] * share + $0[1] * (1 - share) }
      }
      let color = Pixel(Color(red: 250, green: 3, blue: 128, alpha: UInt8(weight))).word
      check(width: width, lead: lead, within: 1) { out, below, _ in
        solidRow(out, below, color)
      } formula: { _, below in
        perChannel([color, below]) { $0[0] + $0[1] * (1 - alpha(color)) }
      }
    }
    check(width: width, lead: lead, blends: false, within: 0) { out, _, _ in
      fillRow(out, 0x1234_5678)
    } formula: { _, _ in
      0x1234_5678
    }
  }
}

@Test func arithmeticIsExactAtTheEnds() {
  for value in UInt32(0)...255 {
    let word = value << 24 | value << 16 | value << 8 | value
    #expect(scale(word, 255) == word)
    #expect(scale(word, 0) == 0)
    #expect(over(0, word) == word)
    for weight in UInt32(0)...255 {
      let exact = (Double(value * weight) / 255).rounded()
      #expect(scale(word, weight) & 0xFF == scale(word, weight) >> 24)
      #expect(abs(Int(scale(word, weight) & 0xFF) - Int(exact)) <= 1)
    }
  }
}

@Test(arguments: widths)
func packingRoundsToTheNearestLevel(width: Int) {
  var random = SplitMix64(width)
  let source = Row(width, lead: width % 8) { _ in randomPixel(&random, isOpaque: true) }
  for lead in [0, 1, 5] {
    var out = [UInt16](repeating: 0xBEEF, count: lead + width + 9)
    unsafe out.withUnsafeMutableBytes { bytes in
      let row = unsafe TargetRow565(bytes.baseAddress! + lead * 2, count: width)
      source.read { store565Row(row, $0) }
    }
    for (i, word) in source.pixels.enumerated() {
      func level(_ shift: UInt32, _ most: Double) -> Int { Int((Double(word >> shift & 0xFF) * most / 255).rounded()) }
      #expect(Int(out[lead + i]) == level(16, 31) << 11 | level(8, 63) << 5 | level(0, 31))
    }
    #expect(out[..<lead].allSatisfy { $0 == 0xBEEF } && out[(lead + width)...].allSatisfy { $0 == 0xBEEF })
  }
}

@Test(arguments: widths)
func ditheringFollowsTheMatrix(width: Int) {
  var random = SplitMix64(width)
  let table = DitherTable()
  let source = Row(width, lead: 2) { _ in randomPixel(&random, isOpaque: true) }
  for (x, y) in [(0, 0), (3, 5), (7, 2), (13, 9)] {
    var out = [UInt16](repeating: 0xBEEF, count: width + 9)
    unsafe out.withUnsafeMutableBytes { bytes in
      let row = unsafe TargetRow565(bytes.baseAddress!, count: width)
      source.read { store565Row(row, $0, table.thresholds(x: x, y: y)) }
    }
    for (i, word) in source.pixels.enumerated() {
      let threshold = DitherTable.threshold(x: (x + i) & 7, y: y & 7)
      func level(_ shift: UInt32, bits: Int) -> Int {
        let value = Int(word >> shift & 0xFF)
        return (value - value >> bits + threshold >> (bits - 2)) >> (8 - bits)
      }
      #expect(Int(out[i]) == level(16, bits: 5) << 11 | level(8, bits: 6) << 5 | level(0, bits: 5))
    }
    #expect(out[width...].allSatisfy { $0 == 0xBEEF })
  }
}

@Test func ditherAveragesToTheColour() {
  for value in 0...255 {
    var sum = 0
    for y in 0..<8 {
      for x in 0..<8 {
        let threshold = DitherTable.threshold(x: x, y: y)
        let word = UInt32(value) &* 0x0001_0101 | 0xFF00_0000
        sum += Int(
          packed565(word, greenBlue: UInt16(threshold >> 4) << 8 | UInt16(threshold >> 3), red: UInt16(threshold >> 3))
            & 31)
      }
    }
    #expect(abs(Double(sum) / 64 - Double(value) * 31 / 255) < 0.15)
  }
}

@Test func sixteenBitPixelsSurviveTheRoundTrip() {
  let table = DitherTable()
  let all = (0...0xFFFF).map { UInt16($0) }
  var wide = [UInt32](repeating: 0, count: all.count)
  unsafe all.withUnsafeBytes { source in
    unsafe wide.withUnsafeMutableBytes { out in
      unsafe load565Row(
        TargetRow(out.baseAddress!, count: all.count), SourceRow565(source.baseAddress!, count: all.count))
    }
  }
  for (narrow, word) in zip(all, wide) where word != expanded565(narrow) || packed565(word) != narrow {
    Issue.record("\(narrow) became \(word)")
  }
  for (x, y) in [(0, 0), (1, 1), (5, 6), (7, 7)] {
    let dither = table.thresholds(x: x, y: y)
    for (narrow, word) in zip(all, wide)
    where packed565(word, greenBlue: dither.greenBlue[0], red: dither.red[0]) != narrow {
      Issue.record("\(narrow) is changed by dither")
    }
  }
}

/// The sampler against its own one-pixel formula, at any step, over a pixmap with a border.
@Test(arguments: 0..<60)
func samplingMatchesTheScalarFormula(seed: Int) {
  var random = SplitMix64(seed)
  let side = 24
  let pixmap = Pixmap(size: PixelSize(width: side, height: side), border: 1) { _, _ in
    Pixel(word: randomPixel(&random))
  }
  let width = random.int(1...80)
  let degrees = random.double(0...360)
  let step = Transform.rotation(degrees: degrees)
  let du = Int32(step.a * 12_000)
  let dv = Int32(step.b * 12_000)
  // Centred, so that 80 steps of at most 0.18 pixels stay inside.
  let u = Int32(side / 2) << 16 &- du &* Int32(width / 2)
  let v = Int32(side / 2) << 16 &- dv &* Int32(width / 2)
  let rows = kernelWidths.map { isWide in
    var out = Row(width, lead: seed % 8)
    out.write { unsafe sampleRow($0, pixmap.origin, pitch: pixmap.pitch, u: u, v: v, du: du, dv: dv, isWide: isWide) }
    return out
  }
  func tap(_ x: Int, _ y: Int) -> UInt32 { pixmap.pixel(x: x, y: y).word }
  for i in 0..<width {
    let x = Int(u &+ du &* Int32(i))
    let y = Int(v &+ dv &* Int32(i))
    let (column, row) = (x >> 16, y >> 16)
    let (fx, fy) = (Double(x >> 12 & 15) / 16, Double(y >> 12 & 15) / 16)
    let expected = perChannel([tap(column, row), tap(column + 1, row), tap(column, row + 1), tap(column + 1, row + 1)])
    {
      (($0[0] * (1 - fx) + $0[1] * fx) * (1 - fy) + ($0[2] * (1 - fx) + $0[3] * fx) * fy).rounded(.down)
    }
    #expect(rows.allSatisfy { $0.pixels[i] == expected })
  }
  #expect(rows.allSatisfy { $0.areGuardsUntouched })
}

/// A sector's coverage against the share of 16 x 16 points inside, away from the tip.
@Test(arguments: 0..<200)
func sectorCoverageIsArea(seed: Int) {
  var random = SplitMix64(seed)
  let size = PixelSize(width: 33, height: 29)
  let sector = Sector(
    center: Point(x: random.double(8...24), y: random.double(8...20)), start: random.double(-400...400),
    sweep: random.double(0.5...359.5))
  let scene = Scene(
    size: size, layers: [Layer(.fill(.white), frame: PixelRect(size), opacity: 255, sector: sector)])
  let canvas = drawn(scene)
  for y in 0..<size.height {
    for x in 0..<size.width {
      let dx = Double(x) + 0.5 - sector.center.x
      let dy = Double(y) + 0.5 - sector.center.y
      if dx * dx + dy * dy < 4 { continue }
      var inside = 0
      for sub in 0..<256 {
        let px = Double(x) + (Double(sub % 16) + 0.5) / 16 - sector.center.x
        let py = Double(y) + (Double(sub / 16) + 0.5) / 16 - sector.center.y
        var angle = (angle(px, py) - sector.start).truncatingRemainder(dividingBy: 360)
        if angle < 0 { angle += 360 }
        if angle <= sector.sweep { inside += 1 }
      }
      let share = Double(canvas[x, y] & 0xFF) / 255
      // An edge one pixel wide differs from the area by at most 1/16 on a diagonal; two close edges by twice that.
      #expect(abs(share - Double(inside) / 256) < 0.14, "seed \(seed) at \(x), \(y): \(sector)")
    }
  }
}
