import Motion
import Refresh
import Scene

/// The picture of one moment.
extension Kiosk {
  func drawPages(into scene: inout Scene) {
    let progress = detail?.progress(at: now) ?? 0
    if progress < 1 {
      // The page behind moves a third as far: it reads as lying deeper.
      let dx = -Int((progress / 3 * Double(size.width)).rounded())
      drawDeck(into: &scene, dx: dx)
      if progress > 0 {
        scene.add(.fill(.black, PixelRect(size), opacity: 0.35 * progress))
      }
    }
    if let detail {
      let dx = Int(((1 - progress) * Double(size.width)).rounded())
      scene.add(.fill(colors.background, PixelRect(x0: dx, y0: 0, x1: dx + size.width, y1: size.height)))
      draw(detail.view, dx: dx, showsRefresh: false, into: &scene)
      drawHeaderPress(dx: dx, into: &scene)
      drawFooter(of: detail.view, chip: deck.slots[deck.current].chip, dx: dx, into: &scene)
    }
  }

  func draw(_ view: PageView, dx: Int, showsRefresh: Bool, into scene: inout Scene) {
    let first = view.firstRow(at: now)
    view.drawCards(into: &scene, colors: colors, dx: dx, at: now)
    let hasRefresh = showsRefresh && (first < 0 || refresh.phase != .idle)
    let usesBar = refresh.style.metrics.bar > 0
    if hasRefresh, !usesBar { drawRefresh(above: first, dx: dx, into: &scene) }
    drawPress(on: view, dx: dx, into: &scene)
    drawIndicator(of: view, dx: dx, into: &scene)
    view.drawHeader(into: &scene, colors: colors, dx: dx, at: now)
    // The bar lies over the header.
    if hasRefresh, usesBar { drawRefresh(above: first, dx: dx, into: &scene) }
  }

  private func drawRefresh(above firstRow: Int, dx: Int, into scene: inout Scene) {
    let viewport = home.viewportFrame
    let height = min(max(-firstRow, 0), viewport.height)
    let area = PixelRect(x0: dx, y0: viewport.y0, x1: dx + size.width, y1: viewport.y0 + height)
    let wanted = Int((refresh.style.metrics.bar * grid.scale).rounded())
    // The header keeps the line it ends with.
    let line = max(Int(grid.scale.rounded()), 1)
    let bar = home.headerHeight > line && wanted > 0 ? home.headerHeight - line : min(wanted, viewport.height)
    let canvas = RefreshCanvas(
      area: area, bar: bar > 0 ? PixelRect(x0: dx, y0: 0, x1: dx + size.width, y1: bar) : .empty, scale: grid.scale,
      sprites: refreshSprites, theme: colors.refresh)
    refresh.style.draw(refresh.state(extent: -home.scroller.position(at: now), at: now), on: canvas, into: &scene)
  }

  private func drawPress(on view: PageView, dx: Int, into scene: inout Scene) {
    guard view.page === front.page, let index = pressedBlock else { return }
    let block = view.page.blocks[index]
    let frame = block.frame.offset(dx: dx, dy: view.headerHeight - view.firstRow(at: now))
    scene.add(.fill(colors.text, frame, radius: block.radius, opacity: Self.pressed))
  }

  /// The header of a detail page leads back: it is pressed like a card.
  private func drawHeaderPress(dx: Int, into scene: inout Scene) {
    guard !isAsking, let detail, let point = gestures.press(at: now), point.y < Double(detail.view.headerHeight) else {
      return
    }
    scene.add(
      .fill(
        colors.text, PixelRect(x0: dx, y0: 0, x1: dx + size.width, y1: detail.view.headerHeight),
        opacity: Self.pressed))
  }

  /// How much of the text colour lies over what is pressed.
  static let pressed = 0.12

  /// What is said at the panel's edges, over everything.
  func drawEdges(into scene: inout Scene) {
    if let notice { scene.add(.pixmap(notice, x: 0, y: size.height - notice.size.height)) }
  }
}
