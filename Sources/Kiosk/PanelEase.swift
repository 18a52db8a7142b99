import Board
import Motion
import Numbers
public import Scene

/// What somebody has chosen that makes the panel easier to use, as far as it concerns frames.
public struct PanelEase: Sendable, Hashable {
  /// Rows of the panel above all that is shown: nobody reaches them.
  public var top = 0
  /// How many times as large as on the board everything on the pages is.
  public var enlargement = 1.0
  /// The same of what stands at the lower edge, and is no text.
  public var rowEnlargement = 1.0
  /// Nothing slides in or moves to its place: one picture fades into the next.
  public var isStill = false
  /// All of it is forgotten when nobody has done anything for a while.
  public var isChosen = false
  /// Stands at the lower edge, and leads to what can be chosen; nil where nothing can.
  public var symbol: Pixmap?

  /// The board as it is.
  public init() {}

  /// Side of the smallest place that is hit, dp: 9 mm as many times as large, and 15 mm at least once anything is chosen.
  var target: Double {
    isChosen ? max(TouchMetrics.target * enlargement, TouchMetrics.target / 9 * 15) : TouchMetrics.target
  }
}

extension Kiosk {
  /// Takes what was chosen. What is laid out for another size of the picture comes after it, and is shown when all of it is here.
  mutating func take(_ next: PanelEase, at time: Double) {
    guard next != ease else { return }
    let isOtherPicture = next.top != ease.top || next.enlargement != ease.enlargement
    ease = next
    navigation.use(next, height: panel.height - next.top, at: time)
    navigation.setCalm(isCalm || next.isStill)
    isDirty = true
    guard isOtherPicture else { return }
    cancelTouches(at: time)
    closeQuestion(answering: false, at: time)
    demand.conceal()
  }

  // MARK: The symbol

  /// Where it is pressed, in pixels of what is shown; nil where none stands.
  public var symbolFrame: PixelRect? {
    guard ease.symbol != nil else { return nil }
    let side = min(navigation.deck.symbolHeight, size.width, size.height)
    return PixelRect(x: 0, y: size.height - side, width: side, height: side)
  }

  /// Opens what it leads to, or closes it.
  mutating func pressSymbol(at time: Double) {
    if navigation.isDetailInFront, navigation.detail?.card == Ease.symbol { return closeDetail(at: time) }
    ask(navigation.tap(Ease.symbol))
  }

  func isOnSymbol(_ point: Point) -> Bool {
    symbolFrame?.contains(x: Int(clamping: point.x.rounded(.down)), y: Int(clamping: point.y.rounded(.down))) ?? false
  }

  /// It stands where it stands, whatever moves behind it.
  func drawSymbol(into scene: inout Scene, colors: KioskColors) {
    guard let symbol = ease.symbol, let frame = symbolFrame else { return }
    let (dx, dy) = ((frame.width - symbol.size.width) / 2, (frame.height - symbol.size.height) / 2)
    scene.add(.pixmap(symbol, x: frame.x0 + dx, y: frame.y0 + dy))
    if let point = hand.gestures.press(at: now), isOnSymbol(point), !navigation.isAsking {
      scene.add(.fill(colors.text, frame, radius: Double(frame.height) / 4, opacity: Self.pressed))
    }
    if hand.focus.place == .symbol, !navigation.isAsking {
      hand.focus.ring.draw(around: frame, isInside: true, into: &scene)
    }
  }
}

extension InputEvent {
  /// The same on a picture that lies so many rows lower.
  func lowered(by rows: Int) -> InputEvent {
    guard rows > 0 else { return self }
    switch self {
    case .touch(var event):
      event.position = event.position.lowered(by: rows)
      return .touch(event)
    case .wheel(let lines, let position, let time):
      return .wheel(lines: lines, position: position.lowered(by: rows), time: time)
    case .pointer(let position, let time): return .pointer(position: position.lowered(by: rows), time: time)
    case .key, .typed, .voice: return self
    }
  }
}

extension Point {
  /// The same on a picture that lies so many rows lower.
  func lowered(by rows: Int) -> Point { Point(x: x, y: y - Double(rows)) }
}

extension Scene {
  /// Moves all of it down by so many rows, and leaves those above it empty.
  mutating func lower(by rows: Int, ground: Color) {
    guard rows > 0 else { return }
    page = nil
    for index in layers.indices {
      layers[index].frame = layers[index].frame.offset(dx: 0, dy: rows)
      layers[index].sector?.center.y += Double(rows)
      if case .image(let pixmap, let transform) = layers[index].content {
        layers[index].content = .image(pixmap, transform.then(.translation(x: 0, y: Double(rows))))
      }
    }
    add(.fill(ground, PixelRect(x0: 0, y0: 0, x1: size.width, y1: rows)))
  }
}
