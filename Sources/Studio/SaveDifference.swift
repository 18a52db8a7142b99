import Board
import Kiosk
import Numbers
import Scene

/// What a save of the file has changed of the cards on a panel.
struct SaveDifference: Sendable, Hashable {
  /// What has become of a card.
  enum Fate: String, Sendable, Hashable, CaseIterable {
    /// There was none like it.
    case new
    /// It says or means something else.
    case changed
    /// It says the same, elsewhere or in another size.
    case moved
    /// There is none like it any more.
    case gone
  }

  /// One card, and what has become of it.
  struct Mark: Sendable, Hashable {
    var fate: Fate
    /// What is read of it; of one that is gone, what was.
    var text: String
    /// On the panel, in viewer pixels; nil when it is not on it.
    var frame: PixelRect?
  }

  /// In the order they are read, those that are gone where they were.
  var marks: [Mark] = []

  /// A page with its cards, as it is on the glass.
  struct Sight: Sendable {
    var cards: [Card]
    /// What is read of each; by its number in `cards`.
    var texts: [String]
    /// Where each lies, in rows of the page; nil where it is not laid out.
    var places: [PixelRect?]
    /// What is added to a place for one on the glass, and what of the glass it is seen in.
    var offset: Int
    var window: PixelRect

    /// Where a card is seen, in viewer pixels.
    func frame(_ index: Int) -> PixelRect? {
      guard let place = places[index] else { return nil }
      // What stands still at the page's edge is where it is.
      if cards[index].kind == .header { return place }
      let frame = place.offset(dx: 0, dy: offset)
      return frame.y0 < window.y1 && frame.y1 > window.y0 ? frame : nil
    }
  }

  /// - Parameters:
  ///   - before: when the file was saved.
  ///   - after: what has come of that.
  init(from before: Sight, to after: Sight) {
    let (old, new) = Self.numbered(before.cards, after.cards)
    let difference = new.difference(from: old)
    var removed: [Int] = []
    var inserted: [Int] = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.append(offset)
      case .insert(let offset, _, _): inserted.append(offset)
      }
    }
    removed.sort()
    inserted.sort()
    let pairs = Self.pairs(removed, inserted, before, after, old, new)
    let goneOnes = removed.filter { one in !pairs.contains { $0.value == one } }
    let isInserted = Set(inserted)
    // Those that are in both, in the order they are in both.
    let isRemoved = Set(removed)
    var kept = old.indices.filter { !isRemoved.contains($0) }[...]
    var gone = goneOnes[...]
    func tellGone(before index: Int) {
      while let first = gone.first, first < index {
        marks.append(Mark(fate: .gone, text: before.texts[first]))
        gone.removeFirst()
      }
    }
    for index in new.indices {
      var fate: Fate?
      if !isInserted.contains(index) {
        guard let one = kept.popFirst() else { continue }
        tellGone(before: one)
        if let place = after.places[index], let last = before.places[one], place != last { fate = .moved }
      } else if let one = pairs[index] {
        tellGone(before: one)
        fate = old[one] == new[index] ? .moved : .changed
      } else {
        // What stood there before, first.
        tellGone(before: kept.first ?? .max)
        fate = .new
      }
      if let fate { marks.append(Mark(fate: fate, text: after.texts[index], frame: after.frame(index))) }
    }
    tellGone(before: .max)
  }

  /// Cards by numbers, equal for those that are equal but for where they stand in the file.
  private static func numbered(_ before: [Card], _ after: [Card]) -> (old: [Int], new: [Int]) {
    var numbers: [Card: Int] = [:]
    func number(_ card: Card) -> Int {
      var plain = card
      plain.id = CardID(place: 0)
      if let known = numbers[plain] { return known }
      numbers[plain] = numbers.count
      return numbers.count - 1
    }
    return (before.map(number), after.map(number))
  }

  /// Which of those taken away each that was put in was: the same one elsewhere, or what of its kind and name stood there.
  ///
  /// - Returns: numbers before by numbers after.
  private static func pairs(
    _ removed: [Int], _ inserted: [Int], _ before: Sight, _ after: Sight, _ old: [Int], _ new: [Int]
  ) -> [Int: Int] {
    var left = removed
    var pairs: [Int: Int] = [:]
    let tests: [(Int, Int) -> Bool] = [
      { old[$0] == new[$1] },
      { one, other in
        before.cards[one].kind == after.cards[other].kind && before.cards[one].id == after.cards[other].id
      },
      { one, other in
        guard before.cards[one].kind == after.cards[other].kind else { return false }
        // An item of a list is the one of its key, and no other.
        let (key, its) = (before.cards[one].id.key, after.cards[other].id.key)
        return key == its
      },
    ]
    for test in tests {
      for index in inserted where pairs[index] == nil {
        guard let place = left.firstIndex(where: { test($0, index) }) else { continue }
        pairs[index] = left.remove(at: place)
      }
    }
    return pairs
  }
}

extension SaveDifference.Sight {
  /// - Parameter code: of the language it is read in.
  init(_ cards: [Card], on glass: PanelGlass, language code: String) {
    self.cards = cards
    let words = SpokenWords(code)
    let spoken = Dictionary(
      cards.spoken(words).map { ($0.card, $0.text(words)) }, uniquingKeysWith: { first, _ in first })
    texts = cards.map { spoken[$0.id] ?? $0.kind.rawValue }
    let frames = Dictionary(
      glass.page.blocks.map { ($0.id, $0.frame) }, uniquingKeysWith: { first, _ in first })
    places = cards.map { card in card.kind == .header ? glass.page.header?.frame : frames[card.id] }
    (offset, window) = (glass.viewport.y0 - glass.firstRow, glass.viewport)
  }
}
