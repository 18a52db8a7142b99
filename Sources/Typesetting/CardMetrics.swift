import Board
import Scene

/// How high each kind of card is.
extension Typesetter {
  /// Height of a card's own frame, in pixels.
  func height(of card: Card, width: Int, look: Look) -> Int {
    switch card.kind {
    case .header: look.whole(Design.headerHeight)
    case .section: look.whole(Design.sectionHeight)
    case .row: look.whole(Self.rowHeight(card))
    case .hero: heroHeight(card, width: width, look: look)
    case .image: imageHeight(card, width: width, look: look)
    case .text: textHeight(card, width: width, look: look)
    }
  }

  static func rowHeight(_ card: Card) -> Double {
    if card.image != nil { return Design.pictureRowHeight }
    return card.subtitle == nil ? Design.rowHeight : Design.tallRowHeight
  }

  /// Width of a picture's frame to its height, where the board does not say: wide panels get a flatter one, so that what follows shows.
  static func ratio(_ card: Card, width: Int, look: Look) -> Double {
    if let ratio = card.ratio, ratio > 0.05, ratio < 50 { return ratio }
    return Double(width) / look.scale >= 600 ? 2.4 : 16 / 9
  }

  private func heroHeight(_ card: Card, width: Int, look: Look) -> Int {
    let words = heroWords(card, look: look, onPicture: card.image != nil)
    let inset = look.whole(1.5 * Design.inset)
    let needed = words.height(of: self, width: Double(width - 2 * inset), look: look) + 2 * inset
    guard card.image != nil else { return max(needed, look.whole(160)) }
    return max(Int(Double(width) / Self.ratio(card, width: width, look: look)), needed)
  }

  private func imageHeight(_ card: Card, width: Int, look: Look) -> Int {
    let picture = Int(Double(width) / Self.ratio(card, width: width, look: look))
    return picture + (card.title == nil ? 0 : look.whole(32))
  }

  private func textHeight(_ card: Card, width: Int, look: Look) -> Int {
    textWords(card, look: look).height(of: self, width: Double(width - 2 * look.whole(Design.inset)), look: look)
      + 2 * look.whole(Design.inset)
  }
}

/// Texts below each other, with space between them.
struct Words {
  var items: [(text: Text, space: Double)] = []

  /// - Parameter space: above it, in dp, unless it comes first.
  mutating func add(_ text: Text, space: Double = 0) { items.append((text, items.isEmpty ? 0 : space)) }

  func height(of typesetter: Typesetter, width: Double, look: Look) -> Int {
    items.reduce(0) { $0 + look.whole($1.space) + typesetter.height(of: $1.text, width: width, look: look) }
  }

  func draw(
    by typesetter: Typesetter, x: Double, y: Double, width: Double, on canvas: borrowing Canvas, look: Look
  ) {
    var y = y
    for item in items {
      y += Double(look.whole(item.space))
      y += Double(typesetter.draw(item.text, x: x, y: y, width: width, on: canvas, look: look))
    }
  }
}

extension Typesetter {
  func heroWords(_ card: Card, look: Look, onPicture: Bool) -> Words {
    let fill = card.isFilled ? card.tone.map(look.color) : nil
    let ink = onPicture ? Color.white : fill.map(Look.ink) ?? look.colors.text
    let quiet = onPicture || fill != nil ? ink.opacity(0.86) : look.colors.muted
    var words = Words()
    if let title = card.title {
      words.add(Text(title, onPicture ? .headline : .display, ink).lines(onPicture ? 2 : 3))
    }
    if let subtitle = card.subtitle { words.add(Text(subtitle, .secondary, quiet).lines(1), space: 4) }
    if let text = card.text { words.add(Text(text, .body, quiet).lines(onPicture ? 2 : 6), space: 4) }
    return words
  }

  func textWords(_ card: Card, look: Look) -> Words {
    let ink = card.isFilled ? card.tone.map { Look.ink(on: look.color($0)) } : nil
    var words = Words()
    if let title = card.title { words.add(Text(title, .title, ink ?? look.colors.text).lines(3)) }
    if let subtitle = card.subtitle {
      words.add(Text(subtitle, .secondary, ink ?? look.colors.muted).lines(2), space: 4)
    }
    if let text = card.text {
      let markup = Markup.pango(text)
      words.add(Text(markup, .body, ink ?? look.colors.text).lines(400).markup, space: 8)
    }
    return words
  }
}
