import Board
import Kiosk
import Typesetting

extension KioskPage {
  /// A layout as the frame thread sees it.
  ///
  /// - Parameter typesetter: what draws its tiles.
  convenience init(_ layout: PageLayout, generation: Int, typesetter: Typesetter) {
    self.init(
      generation: generation,
      blocks: layout.cards.map {
        Block(
          id: $0.id, frame: $0.frame, isTappable: $0.isTappable, isHeard: $0.isHeard,
          radius: $0.radius(layout.theme),
          control: Control($0, layout.theme, typesetter), order: $0.order)
      },
      tiles: layout.tiles, header: layout.headerTile, height: layout.height)
  }
}

extension KioskPage.Control {
  /// Nil for what is no control.
  fileprivate init?(_ placed: PageLayout.Placed, _ theme: ResolvedTheme, _ typesetter: Typesetter) {
    guard let places = placed.controlPlaces(theme) else { return nil }
    self.init(parts: places.parts, radius: places.radius)
    if case .keyboard(let keyboard)? = placed.card.figure {
      keys = Keys(
        isSecret: false, gap: places.gap / 2 + 1, repeating: keyboard.keys.firstIndex { $0.action == .delete })
      return
    }
    guard case .control(let figure)? = placed.card.figure else { return }
    if figure.style == .keypad {
      keys = Keys(isSecret: true, gap: places.gap / 2 + 1)
      // Places without a key.
      for (part, key) in (figure.pad?.keys ?? []).enumerated() where key == nil && parts.indices.contains(part) {
        parts[part] = .empty
      }
    }
    guard let track = places.track, let reach = places.reach else { return }
    let look = typesetter.sliderLook(of: placed, theme: theme)
    slider = KioskPage.Slider(
      track: track, reach: reach, share: figure.value == nil ? nil : figure.share, isMirrored: placed.isMirrored,
      isUpright: figure.isUpright, ground: look.ground, bar: look.bar, middle: look.middle, thumb: look.thumb)
    if figure.high > figure.low { slider?.step = min(figure.step / (figure.high - figure.low), 1) }
  }
}
