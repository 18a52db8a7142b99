import Images
import Numbers
public import Scene

/// At most 255 colours that stand for all those of some opaque pictures: a third of the bytes, for a little of the colours' truth.
///
/// Median cut (P. Heckbert, Color image quantization for frame buffer display, 1982) over colours of six bits a channel: the box with
/// the most pixels times its longest side is cut where half of its pixels lie on either side. A box's colour is the mean of its pixels.
public struct Palette: Sendable {
  /// Place 0 is clear.
  public let colors: [Color]
  /// Place of each colour of six bits a channel.
  private let places: [UInt8]

  private struct Entry {
    var key: Int
    var count: Int
    var sums: SIMD3<Int>

    func level(_ channel: Int) -> Int { key >> (6 * channel) & 63 }
  }

  /// - Parameter pictures: opaque.
  public init(of pictures: [Pixmap]) {
    var counts = [Int](repeating: 0, count: 1 << 18)
    var sums = [SIMD3<Int>](repeating: .zero, count: 1 << 18)
    for picture in pictures {
      for word in picture.words(in: picture.bounds) {
        let key = Self.key(word)
        counts[key] += 1
        sums[key].x += Int(word & 255)
        sums[key].y += Int(word >> 8 & 255)
        sums[key].z += Int(word >> 16 & 255)
      }
    }
    let entries = counts.indices.filter { counts[$0] > 0 }.map { Entry(key: $0, count: counts[$0], sums: sums[$0]) }
    var boxes = [Box(entries)]
    while boxes.count < 255, let widest = boxes.indices.max(by: { boxes[$0].weight < boxes[$1].weight }),
      boxes[widest].weight > 0
    {
      boxes.append(boxes[widest].cut())
    }
    var places = [UInt8](repeating: 0, count: 1 << 18)
    for (index, box) in boxes.enumerated() {
      for entry in box.entries { places[entry.key] = UInt8(index + 1) }
    }
    self.places = places
    colors = [.clear] + boxes.map(\.mean)
  }

  /// The place of an opaque pixel's colour.
  func place(_ word: UInt32) -> UInt8 { places[Self.key(word)] }

  private static func key(_ word: UInt32) -> Int {
    let blue = word >> 2 & 63
    let green = word >> 10 & 63
    let red = word >> 18 & 63
    return Int(red << 12 | green << 6 | blue)
  }

  private struct Box {
    var entries: [Entry]
    var channel = 0
    /// Pixels times the longest side; 0 when there is one colour left.
    var weight = 0

    init(_ entries: [Entry]) {
      self.entries = entries
      let count = entries.reduce(0) { $0 + $1.count }
      for channel in 0..<3 {
        let levels = entries.map { $0.level(channel) }
        let side = (levels.max() ?? 0) - (levels.min() ?? 0)
        if side * count > weight { (weight, self.channel) = (side * count, channel) }
      }
    }

    var mean: Color {
      let count = entries.reduce(0) { $0 + $1.count }
      let sum = entries.reduce(SIMD3<Int>.zero) { $0 &+ $1.sums }
      func level(_ channel: Int) -> UInt8 { UInt8((sum[channel] + count / 2) / max(count, 1)) }
      return Color(red: level(2), green: level(1), blue: level(0))
    }

    /// Keeps the lower half and gives the upper one away.
    mutating func cut() -> Box {
      let sorted = entries.sorted { ($0.level(channel), $0.key) < ($1.level(channel), $1.key) }
      let half = sorted.reduce(0) { $0 + $1.count } / 2
      var passed = 0
      var place = 0
      while place < sorted.count - 1, passed + sorted[place].count <= half || place == 0 {
        passed += sorted[place].count
        place += 1
      }
      self = Box(Array(sorted[..<place]))
      return Box(Array(sorted[place...]))
    }
  }
}
