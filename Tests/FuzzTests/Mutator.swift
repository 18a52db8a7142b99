import Seeded

/// Damages what is whole: the same seed makes the same damage on every machine.
struct Mutator {
  private var random: SplitMix64
  private let seeds: [[UInt8]]
  private let words: [[UInt8]]
  private let longest: Int

  /// Bytes at which things turn: ends of ranges, signs, quotes, high halves of UTF-8.
  private static let edges: [UInt8] = [
    0, 1, 0x0A, 0x20, 0x22, 0x2D, 0x30, 0x39, 0x7F, 0x80, 0xC0, 0xE2, 0xF4, 0xFE, 0xFF,
  ]

  init(seed: UInt64, seeds: [[UInt8]], words: [[UInt8]], longest: Int) {
    random = SplitMix64(seed: seed)
    self.seeds = seeds
    self.words = words
    self.longest = longest
  }

  /// One of the whole inputs, damaged in one to five places.
  mutating func next() -> [UInt8] {
    var bytes = seeds.randomElement(using: &random) ?? []
    for _ in 0..<Int.random(in: 1...5, using: &random) { damage(&bytes) }
    return Array(bytes.prefix(longest))
  }

  private mutating func damage(_ bytes: inout [UInt8]) {
    let place = Int.random(in: 0...bytes.count, using: &random)
    switch Int.random(in: 0..<9, using: &random) {
    case 0: if place < bytes.count { bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
    case 1: if place < bytes.count { bytes[place] = Self.edges.randomElement(using: &random) ?? 0 }
    case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
    case 3: bytes.removeSubrange(stretch(bytes, at: place))
    case 4: bytes.insert(contentsOf: bytes[stretch(bytes, at: place)], at: place)
    case 5: bytes.removeLast(bytes.count - place)
    case 6:
      if let other = seeds.randomElement(using: &random) {
        bytes.insert(contentsOf: other[stretch(other, at: 0)], at: place)
      }
    case 7:
      let repeats = Int.random(in: 1...60, using: &random)
      let again = Array(bytes[stretch(bytes, at: place)].prefix(40))
      bytes.insert(contentsOf: Array(repeating: again, count: repeats).joined(), at: place)
    default: if let word = words.randomElement(using: &random) { bytes.insert(contentsOf: word, at: place) }
    }
  }

  private mutating func stretch(_ bytes: [UInt8], at place: Int) -> Range<Int> {
    let start = min(place, bytes.count)
    return start..<min(start + Int.random(in: 0...64, using: &random), bytes.count)
  }
}
