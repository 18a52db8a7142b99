import Board
import Hands
import Motion
import Refresh
import Scene
import TestSupport
import Testing

@testable import Kiosk

/// A page of cards in two columns: a wide row, two beside each other, a control with three parts, a slider, text, and rows far below.
final class FocusDesk {
  let scale: Double
  var kiosk: Kiosk
  private(set) var now = 1.0
  private let asked = Asked()

  private final class Asked {
    var requests: [KioskRequest] = []
  }

  private let height: Double

  init(scale: Double = 1, pages: Int = 1, gap: Double = 0, height: Double = 480) {
    self.scale = scale
    self.height = height
    let style = PetalsStyle()
    kiosk = Kiosk(
      size: PixelSize(width: Int(800 * scale), height: Int(height * scale)), scale: scale, colors: plainColors,
      control: RefreshControl(style: style, sprites: SpriteSet(style.sprites.map { _ in nil })), tileQueue: TileQueue {}
    ) { [asked] in asked.requests.append($0) }
    let page = page(gap: gap)
    if pages > 1 {
      kiosk.receive(.pages((0..<pages).map { PageOffer(number: $0, page: page) }), at: 0)
    } else {
      kiosk.receive(.page(page), at: 0)
    }
    kiosk.advance(to: now)
  }

  private func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> PixelRect {
    PixelRect(x: Int(x * scale), y: Int(y * scale), width: Int(width * scale), height: Int(height * scale))
  }

  private func page(gap: Double) -> KioskPage {
    var blocks = [
      KioskPage.Block(id: card(0), frame: rect(24, 20, 752, 80), isTappable: true, radius: 12 * scale),
      KioskPage.Block(id: card(1), frame: rect(24, 120, 364, 80), isTappable: true, radius: 12 * scale),
      KioskPage.Block(id: card(2), frame: rect(412, 120, 364, 80), isTappable: true, radius: 12 * scale),
      KioskPage.Block(
        id: card(3), frame: rect(24, 220, 752, 80), isTappable: true,
        control: KioskPage.Control(parts: (0..<3).map { rect(400 + Double($0) * 124, 230, 112, 60) })),
      KioskPage.Block(
        id: card(4), frame: rect(24, 320, 752, 80), isTappable: true,
        control: KioskPage.Control(
          slider: KioskPage.Slider(
            track: rect(40, 360, 720, 8), reach: rect(24, 340, 752, 60), share: 0.5, ground: .black, bar: .white,
            middle: .black, thumb: Int(28 * scale)))),
      KioskPage.Block(id: card(5), frame: rect(24, 420, 752, 400 + gap), isTappable: false),
    ]
    for number in 6..<10 {
      blocks.append(
        KioskPage.Block(
          id: card(number), frame: rect(24, 840 + gap + Double(number - 6) * 100, 752, 80), isTappable: true))
    }
    return KioskPage(
      generation: 1, blocks: blocks,
      tiles: blocks.enumerated().map { PageTile(key: key($0), frame: $1.frame, block: $0) }, header: nil,
      height: (blocks.last?.frame.y1 ?? 0) + Int(24 * scale))
  }

  func press(_ keys: InputEvent.Key...) {
    for key in keys {
      kiosk.handle(.key(key, time: now))
      wait(0.5)
    }
  }

  func wait(_ seconds: Double) {
    for _ in 0..<max(Int((seconds * 60).rounded()), 1) {
      now += 1.0 / 60
      kiosk.advance(to: now)
    }
  }

  /// Nothing is drawn until then.
  func skip(to time: Double) { now = max(now, time) }

  func tap(_ x: Double, _ y: Double) {
    for phase in [TouchEvent.Phase.down, .up] {
      kiosk.handle(.touch(TouchEvent(phase: phase, contact: 0, position: Point(x: x * scale, y: y * scale), time: now)))
      wait(0.1)
    }
  }

  var place: Focus? { kiosk.hand.focus.place }

  /// What was asked for the voice's sake since this was last looked at.
  func takeVoice() -> [KioskRequest] {
    defer { asked.requests = [] }
    return asked.requests.filter {
      switch $0 {
      case .listening, .hush: true
      default: false
      }
    }
  }

  /// Where the ring's outer edge lies on the panel; nil when none is drawn.
  var ring: PixelRect? {
    var scene = Scene(size: PixelSize(width: Int(800 * scale), height: Int(height * scale)))
    kiosk.draw(into: &scene)
    let corners = scene.layers.filter { layer in
      if case .pixmap = layer.content { layer.frame.width == layer.frame.height } else { false }
    }
    guard corners.count == 4 else { return nil }
    return corners.dropFirst().reduce(corners[0].frame) { sum, layer in
      PixelRect(
        x0: min(sum.x0, layer.frame.x0), y0: min(sum.y0, layer.frame.y0), x1: max(sum.x1, layer.frame.x1),
        y1: max(sum.y1, layer.frame.y1))
    }
  }

  /// How many rows of what the keys are on are in sight, and how many could be.
  var sight: (rows: Int, most: Int) {
    guard let frame = kiosk.focusFrame else { return (0, 0) }
    let view = kiosk.navigation.front
    let seen = view.visibleRows(at: now)
    let rows = min(frame.y1, seen.upperBound) - max(frame.y0, seen.lowerBound)
    return (max(rows, 0), min(frame.height, view.viewportFrame.height))
  }

  var requests: [KioskRequest] { asked.requests }
  var taps: [CardID] { requests.compactMap { if case .tapped(let card, nil) = $0 { card } else { nil } } }
  var presses: [Int] {
    requests.compactMap { if case .controlled(_, _, .press(let part)) = $0 { part } else { nil } }
  }
  var shares: [Double] {
    requests.compactMap { if case .controlled(_, _, .slide(let share, true)) = $0 { share } else { nil } }
  }
}

func spot(_ number: Int, _ part: Int? = nil) -> Focus { .card(card(number), part: part) }
