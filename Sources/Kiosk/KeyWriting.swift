import Board
import Motion
import Scene

/// Real keys, scanners of codes and readers of cards write where fingers press keys on the glass.
extension Kiosk {
  /// What a key writes on: the keyboard of an entry, or a keypad that is in sight; nil where it writes nothing.
  func paper(for stroke: Stroke) -> CardID? {
    // Who goes over the page with a ring, or listens, steers with what others write with.
    if stroke.steers, hand.focus.place != nil || hearing.isOn { return nil }
    guard let (card, keys) = paper else { return nil }
    if keys.takesLetters { return card }
    // Where no code is begun, it leads back.
    if stroke.letter == Stroke.delete { return stay.unfinished == nil ? nil : card }
    return stroke.isDigit ? card : nil
  }

  /// The keys that are in sight: those the ring is on, else the first.
  private var paper: (card: CardID, keys: KioskPage.Control.Keys)? {
    guard !navigation.isAsking else { return nil }
    let view = navigation.front
    if case .card(let card, _)? = hand.focus.place, let index = view.page.index(of: card),
      let keys = view.page.blocks[index].control?.keys
    {
      return (card, keys)
    }
    let rows = view.visibleRows(at: now)
    for index in view.page.blocks(inRows: rows) {
      let block = view.page.blocks[index]
      if let keys = block.control?.keys, block.frame.y1 > rows.lowerBound, block.frame.y0 < rows.upperBound {
        return (block.id, keys)
      }
    }
    return nil
  }

  /// A key writes.
  mutating func write(_ stroke: Stroke) {
    guard let card = paper(for: stroke) else { return }
    // What comes next is Enter, which is not to press what the ring is on. Who listens is left where he is.
    if !hearing.isOn { hand.focus.leave() }
    ask(
      navigation.control(
        card, .type(stroke.letter == Stroke.delete ? .delete : .letter(String(Character(stroke.letter))))))
  }

  /// What was written is all.
  ///
  /// - Returns: false where nothing is.
  mutating func finishWriting() -> Bool {
    guard let (card, keys) = paper, keys.takesLetters || stay.unfinished != nil else { return false }
    ask(navigation.control(card, .type(.done)))
    return true
  }
}

extension KioskPage.Control.Keys {
  /// They are those of a keyboard: the keys of a keypad are for digits nobody is to see.
  fileprivate var takesLetters: Bool { !isSecret }
}
