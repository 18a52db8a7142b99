import Board
import Numbers
import Scene

/// A card of a program's own kind: its canvas, and what it has noted there.
extension CardPainter {
  /// In dp: what no panel is high, a card is not.
  private static let tallest = 4_000.0

  func ownHeight(width: Int) -> Int {
    guard case .own(let own)? = card.figure else { return 1 }
    let height = own.kind.height(of: own.values, on: ownCanvas(width: width, height: 0))
    return theme.whole(height.isFinite ? min(max(height, 1), Self.tallest) : 1)
  }

  func drawOwn(_ own: OwnFigure, on canvas: borrowing Canvas, frame: PixelRect) {
    drawSurface(on: canvas, frame)
    var drawn = ownCanvas(width: frame.width, height: frame.height)
    own.kind.draw(own.values, on: &drawn)
    // A tile is more than its card: it has the margins beside it, and the gap below.
    canvas.beginClip(Rect(frame), radius: radius)
    for mark in drawn.marks { draw(mark, on: canvas, frame: frame) }
    canvas.endClip()
  }

  private func ownCanvas(width: Int, height: Int) -> CardCanvas {
    CardCanvas(
      size: Size(width: Double(width) / theme.scale, height: Double(height) / theme.scale),
      colors: CardColors(surface: background, text: ink, muted: quietInk, value: valueInk, plot: plotInk),
      isMirrored: arrangement.isMirrored
    ) { [self] text, width in
      let words = block(Text(text), width: pixels(width))
      return CardText.Extent(
        width: Double(words.width) / theme.scale, height: Double(words.height) / theme.scale, isCut: words.isCut)
    }
  }

  private func draw(_ mark: CardMark, on canvas: borrowing Canvas, frame: PixelRect) {
    switch mark {
    case .fill(let rect, let color, let radius):
      canvas.fill(placed(rect, in: frame), color, radius: max(radius, 0) * theme.scale)
    case .drawing(let drawing, let rect, let ink): canvas.draw(drawing, in: placed(rect, in: frame), ink: ink)
    case .text(let text, let place, let width, let edge, let ink):
      let width = pixels(width)
      block(Text(text), width: width).draw(
        on: canvas, x: frame.x0 + pixels(place.x), y: frame.y0 + pixels(place.y), width: width, edge: side(edge),
        color: ink)
    }
  }

  private func placed(_ rect: Rect, in frame: PixelRect) -> Rect {
    Rect(
      x: Double(frame.x0) + rect.x * theme.scale, y: Double(frame.y0) + rect.y * theme.scale,
      width: rect.width * theme.scale, height: rect.height * theme.scale)
  }

  private func pixels(_ length: Double) -> Int { Int(clamping: (length * theme.scale).rounded()) }

  private func side(_ edge: CardText.Edge) -> TextBlock.Edge {
    switch edge {
    case .leading: leadingEdge
    case .middle: .middle
    case .trailing: trailingEdge
    }
  }
}

extension Text {
  fileprivate init(_ text: CardText) {
    self.init(text.words, TypeStyle(text.style), lines: min(text.lines, 1_000), tabular: text.hasTabularDigits)
  }
}

extension TypeStyle {
  fileprivate init(_ style: CardText.Style) {
    self =
      switch style {
      case .caption: .caption
      case .secondary: .secondary
      case .body: .body
      case .label: .label
      case .title: .title
      case .headline: .headline
      case .large: .large
      case .display: .display
      case .figure: .figure
      }
  }
}
