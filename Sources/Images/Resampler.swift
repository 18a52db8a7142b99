import Numbers
import Scene

/// Scales a picture with the Catmull-Rom cubic while its rows arrive, in premultiplied sRGB.
///
/// Columns are filtered as a row comes in; the few filtered rows that the next output row needs are kept in a ring. Memory is
/// therefore a few source rows, whatever the picture's height. At a scale of 1 every pixel comes out as it went in.
struct Resampler {
  // Indices: taps lie in the source, and in the ring by their remainder; it has as many rows as the longest run of taps. Rows come with
  // the width they were announced with.
  private let columns: FilterTaps
  private let rows: FilterTaps
  private let target: PixelSize
  /// The arriving row as blue, green, red, alpha.
  private var line: [SIMD4<Float>]
  /// Filtered rows; source row y is at y modulo `depth`.
  private var ring: [SIMD4<Float>]
  private let depth: Int
  /// The row that is being made.
  private var sums: [SIMD4<Float>]
  private var nextSource = 0
  private var nextTarget = 0
  /// The result, row after row without gaps: premultiplied `0xAARRGGBB`; whole after the last source row.
  private(set) var words: [UInt32]

  /// - Parameters:
  ///   - source: size of the arriving picture, in pixels.
  ///   - region: the part of it that is shown; the filter also reads around it.
  ///   - target: size of the result, in pixels.
  init(source: PixelSize, region: Rect, target: PixelSize) {
    columns = FilterTaps(source: source.width, start: region.x, length: region.width, target: target.width)
    rows = FilterTaps(source: source.height, start: region.y, length: region.height, target: target.height)
    self.target = target
    depth = rows.longest
    line = Array(repeating: .zero, count: source.width)
    // Fits: rows of the filter, as many as shrinking a bounded picture takes, of the target's width.
    ring = Array(repeating: .zero, count: depth * target.width)
    sums = Array(repeating: .zero, count: target.width)
    words = Array(repeating: 0, count: target.area)
  }

  /// A whole picture at once.
  ///
  /// - Parameter words: premultiplied `0xAARRGGBB`, row after row without gaps.
  static func resampled(_ words: [UInt32], size: PixelSize, region: Rect, target: PixelSize) -> [UInt32] {
    var resampler = Resampler(source: size, region: region, target: target)
    unsafe words.withUnsafeBufferPointer { words in
      for y in 0..<size.height {
        unsafe resampler.push(UnsafeBufferPointer(rebasing: words[y * size.width..<(y + 1) * size.width]))
      }
    }
    return resampler.words
  }

  /// A whole picture, or one that a codec has delivered scaled.
  ///
  /// - Parameter stored: the size that `placement` speaks of; nil when it is the same.
  static func resampled(
    _ words: [UInt32], size: PixelSize, of stored: PixelSize? = nil, to placement: Placement
  ) -> [UInt32] {
    let stored = stored ?? size
    let region = placement.region(
      scaledBy: Double(size.width) / Double(stored.width), Double(size.height) / Double(stored.height))
    return resampled(words, size: size, region: region, target: placement.target)
  }

  /// Takes the next source row, top to bottom.
  ///
  /// - Parameter row: the source's width of premultiplied words `0xAARRGGBB`.
  mutating func push(_ row: UnsafeBufferPointer<UInt32>) {
    let y = nextSource
    nextSource += 1
    guard nextTarget < target.height, y >= rows.first[nextTarget] else { return }
    // Fits: a filter has a tap at least.
    unsafe filterColumns(row, slot: y % depth)
    while nextTarget < target.height, rows.first[nextTarget] + rows.count[nextTarget] <= nextSource {
      filterRows()
      nextTarget += 1
    }
  }

  private mutating func filterColumns(_ row: UnsafeBufferPointer<UInt32>, slot: Int) {
    let width = target.width
    let columns = columns
    unsafe line.withUnsafeMutableBufferPointer { line in
      for x in columns.range {
        let word = unsafe row[x]
        let channels = SIMD4<UInt32>(word, word >> 8, word >> 16, word >> 24) & 0xFF
        unsafe line[x] = SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: channels))
      }
      unsafe ring.withUnsafeMutableBufferPointer { ring in
        unsafe columns.weights.withUnsafeBufferPointer { weights in
          for x in 0..<width {
            let first = columns.first[x]
            let base = x * columns.longest
            var sum = SIMD4<Float>.zero
            for tap in 0..<columns.count[x] { unsafe sum += line[first + tap] * weights[base + tap] }
            unsafe ring[slot * width + x] = sum
          }
        }
      }
    }
  }

  private mutating func filterRows() {
    let width = target.width
    let first = rows.first[nextTarget]
    unsafe ring.withUnsafeBufferPointer { ring in
      unsafe sums.withUnsafeMutableBufferPointer { sums in
        unsafe sums.update(repeating: .zero)
        for tap in 0..<rows.count[nextTarget] {
          let weight = rows.weights[nextTarget * rows.longest + tap]
          // Fits: a filter has a tap at least.
          let base = (first + tap) % depth * width
          for x in 0..<width { unsafe sums[x] += ring[base + x] * weight }
        }
        unsafe words.withUnsafeMutableBufferPointer { words in
          let base = nextTarget * width
          for x in 0..<width { unsafe words[base + x] = Self.word(sums[x]) }
        }
      }
    }
  }

  /// Rounds to a pixel; what the filter's negative lobes overshoot is cut off, colours at alpha.
  private static func word(_ sum: SIMD4<Float>) -> UInt32 {
    let rounded = (sum + 0.5).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
    // Fits: a number between 0 and 255: samples and weights are finite.
    let (blue, green, red, alpha) = (UInt32(rounded.x), UInt32(rounded.y), UInt32(rounded.z), UInt32(rounded.w))
    return alpha << 24 | min(red, alpha) << 16 | min(green, alpha) << 8 | min(blue, alpha)
  }
}

/// Which source samples make each output sample along one axis, and with what weight.
struct FilterTaps {
  // Indices: there is a source sample and an output sample; the first tap of each is no further than the last.
  /// For each output sample its first source sample; never less than that of the sample before.
  private(set) var first: [Int] = []
  /// For each output sample how many source samples it is made of, at least 1.
  private(set) var count: [Int] = []
  /// `longest` weights for each output sample; those of its taps add up to 1.
  private(set) var weights: [Float] = []
  private(set) var longest = 1
  /// Every source sample that is read.
  private(set) var range = 0..<0

  /// - Parameters:
  ///   - source: number of source samples; sample `i` covers `i ..< i + 1`.
  ///   - start: where the shown part begins.
  ///   - length: how long it is, more than 0.
  ///   - target: number of output samples that cover it.
  init(source: Int, start: Double, length: Double, target: Int) {
    let scale = length / Double(target)
    // Shrinking widens the filter so that every source sample counts; magnifying does not narrow it.
    let width = max(scale, 1)
    var all: [[Double]] = []
    all.reserveCapacity(target)
    for index in 0..<target {
      let center = start + (Double(index) + 0.5) * scale
      let low = max(0, min(source - 1, Int(clamping: (center - 2 * width - 0.5).rounded(.up))))
      let high = max(low, min(source - 1, Int(clamping: (center + 2 * width - 0.5).rounded(.down))))
      let taps = (low...high).map { Self.catmullRom((Double($0) + 0.5 - center) / width) }
      let sum = taps.reduce(0, +)
      first.append(low)
      count.append(taps.count)
      // A part that lies beside the picture would show nothing but its edge, which the filter does not reach.
      all.append(sum > 0 ? taps.map { $0 / sum } : taps.map { _ in 1 / Double(taps.count) })
      longest = max(longest, taps.count)
    }
    // Fits: none has more taps than the longest.
    weights = all.flatMap { taps in taps.map(Float.init) + Array(repeating: 0, count: longest - taps.count) }
    range = first[0]..<(first[target - 1] + count[target - 1])
  }

  /// The cubic with B = 0 and C = 1/2: it passes through the samples and is 0 from 2 on.
  ///
  /// Source: Mitchell and Netravali, Reconstruction Filters in Computer Graphics, 1988, equation 8.
  static func catmullRom(_ distance: Double) -> Double {
    let x = abs(distance)
    if x < 1 { return (1.5 * x - 2.5) * x * x + 1 }
    if x < 2 { return ((-0.5 * x + 2.5) * x - 4) * x + 2 }
    return 0
  }
}
