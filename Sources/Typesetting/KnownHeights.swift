import Board
import Numbers
import Scene

/// Heights of cards whose words wrap, so that a page of them is measured once and not every minute.
///
/// Where a layout is in haste only what lies on the first panels is measured; the rest is as high as others of its kind with about as
/// many words, until somebody has measured it.
struct KnownHeights {
  /// By half of what names a card and its width: among a million of them two have the same half once in 10^8 boards.
  private var known: [UInt64: Int32] = [:]
  /// Those before: what is asked for again moves over, and the rest goes with the next change.
  private var older: [UInt64: Int32] = [:]
  private var room = 1_024
  /// What was measured tells how high others are.
  private var samples: [Sort: Samples] = [:]
  /// What is measured before heights are guessed, in square pixels of each width; nil measures all.
  private var mostArea: Int?
  /// Gone by so far in this pass, by the width of the cards.
  private var area: [Int: Int] = [:]

  /// Cards that look alike.
  private struct Sort: Hashable {
    var kind: Card.Kind
    var width: Int
    var scale: Double
    var font: String

    init(_ card: Card, width: Int, _ theme: ResolvedTheme) {
      (kind, self.width, scale, font) = (card.kind, width, theme.scale, theme.font)
    }
  }

  /// Begins a layout.
  ///
  /// - Parameters:
  ///   - cards: there will be room for their heights, twice: words that change, as clocks do, leave their old heights behind.
  ///   - mostArea: what is measured before heights are guessed, in square pixels; nil measures all.
  mutating func begin(cards: Int, mostArea: Int?) {
    // A short page beside a long one does not take its room away; that shrinks by half in some two hundred layouts.
    room = max(4 * cards, 1_024, room - room / 256)
    self.mostArea = mostArea
    beginPass()
  }

  /// The page of this layout is put together, once more perhaps.
  mutating func beginPass() { area.removeAll(keepingCapacity: true) }

  /// A height that has been measured; nil while nobody has.
  mutating func known(_ key: TileKey) -> Int? {
    if let height = known[key.high] { return Int(height) }
    guard let height = older[key.high] else { return nil }
    keep(Int(height), key)
    return Int(height)
  }

  /// What the height of a card is taken for instead of measuring it; nil wants it to be measured.
  func guess(_ card: Card, width: Int, _ theme: ResolvedTheme) -> Int? {
    guard let mostArea, area[width, default: 0] > mostArea else { return nil }
    return samples[Sort(card, width: width, theme)]?.height(of: card)
  }

  /// Notes what has been measured.
  mutating func note(_ height: Int, of card: Card, width: Int, _ theme: ResolvedTheme, _ key: TileKey) {
    // Panels are not that many; what turns up anew each time is no help.
    if samples.count >= 256 { samples = [:] }
    samples[Sort(card, width: width, theme), default: Samples()].add(height, of: card)
    keep(height, key)
  }

  /// A card of this layout has its height, known or not.
  mutating func pass(_ height: Int, width: Int) {
    guard let mostArea else { return }
    // Enough is enough: nothing grows beyond what is asked for.
    let passed = area[width, default: 0]
    if passed <= mostArea { area[width] = passed + min(height, 1 << 20) * min(width, 1 << 20) }
  }

  private mutating func keep(_ height: Int, _ key: TileKey) {
    if known.count >= room { (older, known) = (known, [:]) }
    known[key.high] = Int32(clamping: height)
  }
}

/// Heights of cards of one kind, and how much was written on them.
private struct Samples {
  /// The last of those with about as many words.
  private var exact: [Amount: Int] = [:]
  private var count = 0
  private var sum = 0
  private var bytes = 0
  private var least = Int.max
  private var most = 0

  /// How much stands on a card, in steps that hardly matter for its height.
  private struct Amount: Hashable {
    var title: Int
    var subtitle: Int
    var text: Int
    var end: Int

    init(_ card: Card) {
      func steps(_ words: String?, _ size: Int) -> Int { words.map { min(1 + $0.utf8.count / size, 100) } ?? 0 }
      (title, subtitle, text) = (steps(card.title, 8), steps(card.subtitle, 8), steps(card.text, 32))
      end = steps(card.trail, 8) + steps(card.badge, 8)
    }
  }

  mutating func add(_ height: Int, of card: Card) {
    if exact.count < 512 { exact[Amount(card)] = height }
    // What lies further back counts for less, and no sum grows for ever.
    if count >= 4_096 { (count, sum, bytes) = (count / 2, sum / 2, bytes / 2) }
    count += 1
    sum += min(height, 1_000_000)
    bytes += card.wordBytes
    least = min(least, height)
    most = max(most, height)
  }

  func height(of card: Card) -> Int? {
    if let height = exact[Amount(card)] { return height }
    guard count > 0 else { return nil }
    // The least has few words; what is above it goes with them.
    let above = sum / count - least
    guard above > 0, bytes > 0 else { return least }
    let more = Int(clamping: (Double(above) * Double(card.wordBytes) * Double(count) / Double(bytes)).rounded())
    // Most kinds end after a few lines, however much is written.
    return min(more, 2 * (most - least)) + least
  }
}

extension Card {
  /// Of what is written on it, as far as that matters for its height.
  fileprivate var wordBytes: Int {
    var count = 0
    for words in [title, subtitle, text] { count += min(words?.utf8.count ?? 0, 1_000_000) }
    return count
  }
}
