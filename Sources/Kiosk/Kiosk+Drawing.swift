import Motion
import Numbers
import Refresh
public import Scene

/// The picture of one moment.
extension Kiosk {
  /// Describes that moment, back to front.
  public func draw(into scene: inout Scene) { draw(into: &scene, showsHand: true) }

  /// - Parameter showsHand: what tells where on it somebody is: keys and cards that are pressed, the ring of the keyboard, the arrow of a mouse.
  func draw(into scene: inout Scene, showsHand: Bool) {
    scene.removeAll()
    if rest.isDark {
      scene.background = .black
      return
    }
    let colors = colors
    scene.background = colors.background
    drawPages(into: &scene, showsHand: showsHand)
    drawSymbol(into: &scene, colors: colors)
    chrome.drawNotice(into: &scene, height: size.height)
    navigation.question?.draw(
      into: &scene, pressedAt: hand.gestures.press(at: now), ink: colors.text, focus: hand.focus, at: now)
    scene.lower(by: ease.top, ground: colors.background.mixed(with: colors.text, Self.above))
    if showsHand { hand.drawPointer(into: &scene, scale: grid.scale, at: now) }
    rest.drawDimming(into: &scene)
  }

  /// What there is to draw with.
  private var colors: KioskColors { chrome.colors(at: now) }

  private func drawPages(into scene: inout Scene, showsHand: Bool) {
    let progress = navigation.detail?.progress(at: now) ?? 0
    if progress < 1 || navigation.detail.map({ $0.opacity(at: now) < 1 }) ?? false {
      // The page behind moves a third as far: it reads as lying deeper.
      let slide = progress < 1 ? progress : 0
      let dx = -toward(Int(clamping: (slide / 3 * Double(size.width)).rounded()))
      drawDeck(into: &scene, dx: dx, showsHand: showsHand)
      if slide > 0 {
        scene.add(.fill(.black, PixelRect(size), opacity: 0.35 * slide))
      }
    }
    if let detail = navigation.detail {
      let opacity = detail.opacity(at: now)
      if opacity < 1 { scene.add(Layer(.beginGroup, frame: PixelRect(size), opacity: Layer.opacity(opacity))) }
      let dx = toward(Int(clamping: ((1 - progress) * Double(size.width)).rounded()))
      scene.add(.fill(colors.background, PixelRect(x0: dx, y0: 0, x1: dx + size.width, y1: size.height)))
      draw(detail.view, dx: dx, showsRefresh: false, showsHand: showsHand, into: &scene)
      if showsHand {
        drawHeaderPress(dx: dx, into: &scene)
        drawFocus(on: detail.view, dx: dx, isHeader: true, into: &scene)
      }
      drawFooter(of: detail.view, chip: navigation.chip, dx: dx, into: &scene)
      if opacity < 1 { scene.add(Layer(.endGroup, frame: .empty)) }
    }
  }

  private func draw(_ view: PageView, dx: Int, showsRefresh: Bool, showsHand: Bool, into scene: inout Scene) {
    let first = view.firstRow(at: now)
    let start = scene.layers.count
    view.drawCards(into: &scene, colors: colors, dx: dx, at: now)
    var end = scene.layers.count
    let hasRefresh = showsRefresh && (first < 0 || refresh.phase != .idle)
    let usesBar = refresh.bar > 0
    if hasRefresh, !usesBar { drawRefresh(above: first, dx: dx, into: &scene) }
    view.drawSliders(hand.sliders, into: &scene, dx: dx, at: now)
    if showsHand {
      drawKeys(on: view, dx: dx, into: &scene)
      drawPress(on: view, dx: dx, into: &scene)
      drawFocus(on: view, dx: dx, isHeader: false, into: &scene)
    }
    if !hasRefresh || usesBar { end = scene.layers.count }
    // Of two pages on the panel neither is the one that scrolls.
    scene.page =
      dx == 0 && scene.page == nil
      ? ScrolledPage(layers: start..<end, viewport: view.viewportFrame, row: first - view.headerHeight) : nil
    view.drawIndicator(into: &scene, isHeld: hand.holdsBar, colors: colors, dx: dx, at: now)
    view.drawHeader(into: &scene, colors: colors, dx: dx, at: now)
    // The bar lies over the header.
    if hasRefresh, usesBar { drawRefresh(above: first, dx: dx, into: &scene) }
  }

  private func drawRefresh(above firstRow: Int, dx: Int, into scene: inout Scene) {
    let home = navigation.home
    let viewport = home.viewportFrame
    let height = min(max(-firstRow, 0), viewport.height)
    let area = PixelRect(x0: dx + viewport.x0, y0: viewport.y0, x1: dx + viewport.x1, y1: viewport.y0 + height)
    let wanted = Int(clamping: (refresh.bar * grid.scale).rounded())
    // The header keeps the line it ends with.
    let line = max(Int(clamping: grid.scale.rounded()), 1)
    let header = home.headerHeight
    // Where there is none, it has what the content leaves.
    let bar = wanted == 0 ? 0 : header > line ? header - line : viewport.y0 + height
    let state = refresh.state(extent: -home.scroller.position(at: now), at: now)
    let canvas = RefreshCanvas(
      area: area, bar: bar > 0 ? PixelRect(x0: area.x0, y0: 0, x1: area.x1, y1: bar) : .empty, scale: grid.scale,
      room: state.room * grid.scale, sprites: chrome.sprites, theme: colors.refresh,
      isMirrored: recipe?.isMirrored ?? false)
    refresh.style.draw(state, on: canvas, into: &scene)
  }

  private func drawPress(on view: PageView, dx: Int, into scene: inout Scene) {
    guard view.page === navigation.front.page, let point = hand.gestures.press(at: now),
      let index = navigation.tappableBlock(at: point, time: now), aim(at: point, now) == hand.aim
    else { return }
    let block = view.page.blocks[index]
    var frame = block.frame
    var radius = block.radius
    if let control = block.control {
      // Of several parts only the one is pressed that is meant.
      guard let part = pressedPart(of: control, at: point) else { return }
      if part != frame { radius = control.radius }
      frame = part
    }
    scene.add(
      .fill(
        colors.text, frame.offset(dx: dx, dy: view.headerHeight - view.firstRow(at: now)), radius: radius,
        opacity: Self.pressed))
  }

  /// Shows which keys are pressed, but not those nobody is to see.
  private func drawKeys(on view: PageView, dx: Int, into scene: inout Scene) {
    guard view.page === navigation.front.page else { return }
    for press in hand.keys.presses {
      guard let index = view.page.index(of: press.card), let control = view.page.blocks[index].control,
        control.keys?.isSecret == false, control.parts.indices.contains(press.part)
      else { continue }
      scene.add(
        .fill(
          colors.text,
          control.parts[press.part].offset(dx: dx, dy: view.headerHeight - view.firstRow(at: now)),
          radius: control.radius, opacity: Self.pressed))
    }
  }

  /// The header of a detail page leads back: it is pressed like a card.
  private func drawHeaderPress(dx: Int, into scene: inout Scene) {
    guard !navigation.isAsking, let detail = navigation.detail, let point = hand.gestures.press(at: now),
      point.y >= 0, point.y < Double(detail.view.headerHeight)
    else {
      return
    }
    scene.add(
      .fill(
        colors.text, PixelRect(x0: dx, y0: 0, x1: dx + size.width, y1: detail.view.headerHeight),
        opacity: Self.pressed))
  }

  /// A way to where what comes next lies: to the right, or of a board that is read from there to the left.
  private func toward(_ way: Int) -> Int { navigation.isMirrored ? -way : way }

  /// How much of the text colour the rows have that lie above all that is shown.
  private static let above = 0.08

  /// How much of the text colour lies over what is pressed.
  static let pressed = 0.12

  /// All pages that are on the panel, moved right by `dx` pixels.
  private func drawDeck(into scene: inout Scene, dx: Int, showsHand: Bool) {
    drawPagesOfDeck(into: &scene, dx: dx, showsHand: showsHand)
    guard navigation.deck.slots.count > 1 else { return }
    navigation.pageDots(at: now).draw(into: &scene, colors: colors, dx: dx)
  }

  private func drawPagesOfDeck(into scene: inout Scene, dx: Int, showsHand: Bool) {
    guard let exchange = navigation.exchange else { return drawSlots(into: &scene, dx: dx, showsHand: showsHand) }
    let opacity = exchange.opacity(at: now)
    if opacity < 1 { draw(exchange.old, dx: dx, showsRefresh: false, showsHand: showsHand, into: &scene) }
    guard opacity > 0 else { return }
    if opacity < 1 {
      let panel = PixelRect(size)
      scene.add(Layer(.beginGroup, frame: panel, opacity: Layer.opacity(opacity)))
      scene.add(.fill(colors.background, panel))
    }
    drawSlots(into: &scene, dx: dx, showsHand: showsHand)
    if opacity < 1 { scene.add(Layer(.endGroup, frame: .empty)) }
  }

  private func drawSlots(into scene: inout Scene, dx: Int, showsHand: Bool) {
    let deck = navigation.deck
    for index in deck.slots.indices where deck.isSeen(index, at: now) {
      let shift = dx + toward(deck.shift(of: index, at: now))
      draw(
        deck.slots[index].view, dx: shift, showsRefresh: index == deck.pulled, showsHand: showsHand, into: &scene)
      drawFooter(of: deck.slots[index].view, chip: deck.slots[index].chip, dx: shift, into: &scene)
    }
  }

  /// The rows below what scrolls, with the chip at their end.
  private func drawFooter(of view: PageView, chip: Pixmap?, dx: Int, into scene: inout Scene) {
    let height = view.footerHeight
    guard height > 0 else { return }
    let top = size.height - height
    scene.add(.fill(colors.background, PixelRect(x0: dx, y0: top, x1: dx + size.width, y1: size.height)))
    guard let chip else { return }
    let margin = Int(clamping: (16 * grid.scale).rounded())
    scene.add(
      .pixmap(chip, x: dx + size.width - chip.size.width - margin, y: top + (height - chip.size.height) / 2))
  }
}
