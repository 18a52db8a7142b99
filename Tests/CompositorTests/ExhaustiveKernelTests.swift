import Scene
import TestSupport
import Testing

@testable import Compositor

// Vector kernels against the one-pixel arithmetic in whole numbers, bit for bit: every width, every alignment, every alpha.

/// Whether kernels are to be wide: both where the processor can, and the baseline alone elsewhere.
let kernelWidths = hasWideRows ? [false, true] : [false]

/// Pixels in memory of their own, at a chosen number of pixels past a multiple of 64 bytes, with a guard on both sides.
@safe
private final class Strip {
  let count: Int
  let lead: Int
  private let memory: UnsafeMutableRawBufferPointer
  private static let guardByte: UInt8 = 0x5A

  init(_ count: Int, lead: Int = 0, _ make: (Int) -> UInt32 = { _ in 0 }) {
    self.count = count
    self.lead = lead
    unsafe memory = .allocate(byteCount: (lead + count + 32) * 4, alignment: 64)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: Strip.guardByte)
    for index in 0..<count { self[index] = make(index) }
  }

  deinit { unsafe memory.deallocate() }

  subscript(index: Int) -> UInt32 {
    get { unsafe memory.load(fromByteOffset: (lead + index) * 4, as: UInt32.self) }
    set { unsafe memory.storeBytes(of: newValue, toByteOffset: (lead + index) * 4, as: UInt32.self) }
  }

  var source: SourceRow { unsafe SourceRow(memory.baseAddress! + lead * 4, count: count) }
  func target<Stores>(_: Stores.Type) -> Target<Stores> { unsafe Target(memory.baseAddress! + lead * 4, count: count) }

  /// The same memory as pixels of 16 bits, twice as many.
  var source565: SourceRow565 { unsafe SourceRow565(memory.baseAddress! + lead * 4, count: 2 * count) }
  var target565: TargetRow565 { unsafe TargetRow565(memory.baseAddress! + lead * 4, count: 2 * count) }
  func pixel565(_ index: Int) -> UInt16 { UInt16(truncatingIfNeeded: self[index / 2] >> UInt32(index % 2 * 16)) }

  var areGuardsUntouched: Bool {
    unsafe memory[..<(lead * 4)].allSatisfy { $0 == Strip.guardByte }
      && memory[((lead + count) * 4)...].allSatisfy { $0 == Strip.guardByte }
  }
}

/// A kernel and what it does to one pixel.
private struct Kernel {
  var name: String
  var cached: (Target<CachedStores>, SourceRow, SourceRow) -> Void
  var streamed: (Target<StreamedStores>, SourceRow, SourceRow) -> Void
  var pixel: (_ below: UInt32, _ source: UInt32) -> UInt32

  /// As they are everywhere, and as they are where the processor has wider vectors.
  static func all(alpha: UInt32) -> [Kernel] { kernelWidths.flatMap { all(alpha: alpha, isWide: $0) } }

  private static func all(alpha: UInt32, isWide: Bool) -> [Kernel] {
    let color = scale(0xFF96_05FA, alpha)
    return [
      Kernel(name: "copy") {
        copyRow($0, $2, isWide: isWide)
      } streamed: {
        copyRow($0, $2, isWide: isWide)
      } pixel: {
        $1
      },
      Kernel(name: "fill") { out, _, _ in
        fillRow(out, color, isWide: isWide)
      } streamed: { out, _, _ in
        fillRow(out, color, isWide: isWide)
      } pixel: { _, _ in
        color
      },
      Kernel(name: "solid") { out, below, _ in
        solidRow(out, below, color, isWide: isWide)
      } streamed: { out, below, _ in
        solidRow(out, below, color, isWide: isWide)
      } pixel: { below, _ in
        over(color, below)
      },
      Kernel(name: "over") {
        overRow($0, $1, $2, isWide: isWide)
      } streamed: {
        overRow($0, $1, $2, isWide: isWide)
      } pixel: {
        over($1, $0)
      },
      Kernel(name: "fade") {
        overRow($0, $1, $2, alpha: alpha, isWide: isWide)
      } streamed: {
        overRow($0, $1, $2, alpha: alpha, isWide: isWide)
      } pixel: {
        over(scale($1, alpha), $0)
      },
      Kernel(name: "mix") {
        mixRow($0, $1, $2, alpha: alpha, isWide: isWide)
      } streamed: {
        mixRow($0, $1, $2, alpha: alpha, isWide: isWide)
      } pixel: {
        mix($1 | 0xFF00_0000, alpha, $0, 255 - alpha)
      },
    ]
  }

  /// Runs it from and to rows at the given places and compares every pixel.
  func check(_ below: Strip, _ source: Strip, lead: Int) {
    let out = Strip(below.count, lead: lead)
    cached(out.target(CachedStores.self), below.source, source.source)
    compare(out, below, source)
    guard lead % 16 == 0, below.count % 16 == 0 else { return }
    let past = Strip(below.count, lead: lead)
    streamed(past.target(StreamedStores.self), below.source, source.source)
    compare(past, below, source)
  }

  private func compare(_ out: Strip, _ below: Strip, _ source: Strip) {
    var firstWrong: Int?
    for index in 0..<out.count where out[index] != pixel(below[index], source[index]) {
      firstWrong = index
      break
    }
    if let firstWrong { Issue.record("\(name), width \(out.count), lead \(out.lead): pixel \(firstWrong)") }
    #expect(out.areGuardsUntouched)
  }
}

private func noise(_ random: inout SplitMix64, isOpaque: Bool = false) -> UInt32 {
  let alpha = isOpaque ? 255 : random.pick([0, 255, random.int(0...255)])
  func channel() -> UInt32 { UInt32(random.int(0...alpha)) }
  return UInt32(alpha) << 24 | channel() << 16 | channel() << 8 | channel()
}

/// Every width, and with it every alignment of the three rows against a line of the cache.
@Test(arguments: 1...300)
func kernelsEqualTheirPixelAtEveryWidth(width: Int) {
  var random = SplitMix64(width)
  let belows = (0..<16).map { lead in Strip(width, lead: lead) { _ in noise(&random) } }
  let sources = (0..<16).map { lead in Strip(width, lead: lead) { _ in noise(&random, isOpaque: true) } }
  let kernels = Kernel.all(alpha: UInt32(random.int(0...255)))
  for lead in 0..<16 {
    for (index, kernel) in kernels.enumerated() {
      kernel.check(belows[(lead * 7 + index) % 16], sources[(lead * 3 + width) % 16], lead: lead)
    }
  }
}

/// Every alpha over every level of what is below.
@Test(arguments: 0...255)
func kernelsEqualTheirPixelAtEveryAlpha(alpha: Int) {
  let levels = Strip(256) { UInt32($0) | UInt32(255 - $0) << 8 | UInt32($0 ^ 0x55) << 16 | UInt32($0) << 24 }
  for kernel in Kernel.all(alpha: UInt32(alpha)) {
    // What is above: every level too, once in step with what is below and once against it.
    for turn in [0, 97] {
      let source = Strip(256) { index in
        let level = UInt32((index * (turn == 0 ? 1 : 3) + turn) & 0xFF)
        return kernel.name == "mix" || kernel.name == "copy" ? 0xFF00_0000 | level &* 0x1_0101 : scale(~0, level)
      }
      kernel.check(levels, source, lead: 0)
    }
  }
  // A source of this alpha over every level: the OVER of pixmaps.
  let solid = Strip(256) { _ in scale(0xFFFF_8001, UInt32(alpha)) }
  for kernel in Kernel.all(alpha: 255) where kernel.name != "mix" { kernel.check(levels, solid, lead: 0) }
}

/// Every share of a byte, in vectors and alone, against the stated formula.
@Test func everyShareIsTakenAlike() {
  for weight in UInt32(0)...255 {
    let lanes = Channels(repeating: UInt16(weight))
    for first in stride(from: UInt32(0), to: 256, by: 8) {
      var words = Pixels()
      for lane in 0..<8 { words[lane] = (first + UInt32(lane)) &* 0x0101_0101 }
      let scaled = scale(words, lanes)
      for lane in 0..<8 {
        let level = first + UInt32(lane)
        let expected = (level * (weight + 1)) >> 8
        if weight < 255, share(words, lessThanAll: lanes &+ 1)[lane] != scaled[lane] {
          Issue.record("\(level), \(weight)")
        }
        if scaled[lane] != expected &* 0x0101_0101 || scale(words[lane], weight) != scaled[lane] {
          Issue.record("\(level) times \(weight)")
        }
        let rounded = (level * weight * 2 + 255) / 510
        if max(expected, rounded) - min(expected, rounded) > 1 { Issue.record("\(level) times \(weight) is off") }
      }
    }
  }
}

/// A line in which two rows meet, at every column, in vectors against single pixels; with every alpha over both.
@Test(arguments: 0...16)
func joinsEqualTheirPixels(boundary: Int) {
  var random = SplitMix64(boundary)
  let (left, right) = (Strip(16, lead: 5) { _ in noise(&random) }, Strip(16, lead: 3) { _ in noise(&random) })
  for alpha in 0...255 {
    let color = alpha == 0 ? 0 : scale(0xFF40_FF81, UInt32(alpha))
    let out = Strip(16, lead: 0)
    joinRow(out.target(StreamedStores.self), left.source, right.source, at: UInt32(boundary), color)
    let plain = Strip(16, lead: 0)
    joinRow(plain.target(StreamedStores.self), left.source, right.source, at: UInt32(boundary))
    for index in 0..<16 {
      let expected = index < boundary ? left[index] : right[index]
      #expect(plain[index] == expected)
      #expect(out[index] == over(color, expected))
    }
    #expect(out.areGuardsUntouched && plain.areGuardsUntouched)
  }
}

/// A period again and again, from every column of it on.
@Test(arguments: 1...300)
func periodsAreRepeatedFromEveryColumn(width: Int) {
  var random = SplitMix64(width)
  let words = (0..<64).map { _ in noise(&random) }
  let period = Strip(128) { words[$0 % 64] }
  let narrow = Strip(64) { words[$0 % 32] }
  for (phase, isWide) in (0..<64).flatMap({ phase in kernelWidths.map { (phase, $0) } }) {
    let out = Strip(width, lead: (phase + width) % 16)
    periodRow(out.target(CachedStores.self), period.source, from: phase, isWide: isWide)
    #expect((0..<width).allSatisfy { out[$0] == words[(phase + $0) % 64] }, "from column \(phase)")
    let past = Strip(width)
    periodRow(past.target(StreamedStores.self), period.source, from: phase, isWide: isWide)
    #expect((0..<width).allSatisfy { past[$0] == words[(phase + $0) % 64] }, "streamed from column \(phase)")
    let out565 = Strip(width, lead: (phase + width) % 16)
    periodRow(out565.target565, narrow.source565, from: phase, isWide: isWide)
    #expect((0..<(2 * width)).allSatisfy { out565.pixel565($0) == narrow.pixel565((phase + $0) % 64) }, "from \(phase)")
    #expect(out.areGuardsUntouched && past.areGuardsUntouched && out565.areGuardsUntouched)
  }
}

/// Pixels through a sector, wide and not, against the stated coverage of each: slices of every kind, edges near and far, ahead and behind.
@Test(arguments: 1...120)
func sectorsEqualTheirPixels(width: Int) {
  var random = SplitMix64(width)
  for round in 0..<24 {
    let sweep = random.pick([random.double(0.5...89), random.double(90...180), random.double(181...359)])
    let sector = Sector(
      center: Point(x: random.double(-20...140), y: random.double(-20...20)), start: random.double(-360...360),
      sweep: sweep)
    guard
      case .slice(let mask) = SectorMask.extent(
        of: sector, orientation: .degrees0, viewer: PixelSize(width: 128, height: 16))
    else { return }
    let (lead, x, y) = (random.int(0...15), random.int(-40...40), random.int(-40...40))
    let alpha = UInt32(random.pick([255, random.int(0...255)]))
    let (below, source) = (
      Strip(width, lead: random.int(0...15)) { _ in noise(&random) }, Strip(width, lead: lead) { _ in noise(&random) }
    )
    for isWide in kernelWidths {
      let out = Strip(width, lead: round % 16)
      sectorRow(
        out.target(CachedStores.self), below.source, source.source, mask, alpha: alpha, x: x, y: y, isWide: isWide)
      let past = Strip(width)
      sectorRow(
        past.target(StreamedStores.self), below.source, source.source, mask, alpha: alpha, x: x, y: y, isWide: isWide)
      for index in 0..<width {
        let share = mask.coverage(x: x + index, y: y)
        let expected = over(scale(source[index], (share * alpha + 255) >> 8), below[index])
        if out[index] != expected || past[index] != expected {
          Issue.record("\(sector), wide \(isWide), from \(x), \(y): pixel \(index) of \(width)")
          break
        }
      }
      #expect(out.areGuardsUntouched && past.areGuardsUntouched)
    }
  }
}

extension SectorMask {
  /// Of a pixel, 0...255, as it is stated: the lesser of its two edges', or what they have too much together.
  fileprivate func coverage(x: Int, y: Int) -> UInt32 {
    let (s, e) = (
      min(max(Int(distance(start, x: x, y: y)) >> 6, 0), 255), min(max(Int(distance(end, x: x, y: y)) >> 6, 0), 255)
    )
    let share = isThin ? max(s + e - 255, 0) : min(s, e)
    return UInt32(isInverted ? 255 - share : share)
  }
}

/// Rows of small pictures, of which some pixels are copied twice, and none beside them is touched.
@Test(arguments: 1...120)
func smallPicturesAreCopied(width: Int) {
  var random = SplitMix64(width)
  for isWide in kernelWidths {
    let (rows, pitch, sourcePitch) = (5, width + random.int(0...9), width + random.int(0...20))
    let source = Strip(sourcePitch * rows, lead: random.int(0...15)) { _ in noise(&random) }
    let out = Strip(pitch * rows, lead: random.int(0...15)) { _ in 0x0BAD_CAFE }
    unsafe copyPictureRows(
      out.target(CachedStores.self).base, pitch: pitch * 4, ahead: random.pick([0, pitch * 8]), source.source.base,
      pitch: sourcePitch * 4, ahead: 0, count: width, rows: rows, isWide: isWide)
    for index in 0..<(pitch * rows) {
      let (row, column) = (index / pitch, index % pitch)
      let expected = column < width ? source[row * sourcePitch + column] : 0x0BAD_CAFE
      if out[index] != expected { Issue.record("width \(width), row \(row), column \(column)") }
    }
    #expect(out.areGuardsUntouched)
  }
}

@Test(arguments: [8, 16, 24, 64, 72, 96, 104, 128, 200])
func linesAreCopied(count: Int) {
  var random = SplitMix64(count)
  let source = Strip(count, lead: 7) { _ in noise(&random) }
  let out = Strip(count, lead: 0)
  copyLines(out.target(StreamedStores.self), source.source)
  for index in 0..<count { #expect(out[index] == source[index]) }
  #expect(out.areGuardsUntouched)
}
