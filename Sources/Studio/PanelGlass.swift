import Board
import Kiosk
import Panel
import Scene

/// What the frame thread leaves of a frame for who points at it.
struct PanelGlass: Sendable {
  var page: KioskPage
  /// Row of the page at the top of where it scrolls.
  var firstRow: Int
  /// Where it scrolls, in viewer pixels.
  var viewport: PixelRect
  /// Pixels per dp.
  var scale: Double
  var statistics: FrameStatistics
  /// The card that the keys are on; nil while they are on none.
  var ring: CardID?

  init(_ loop: borrowing FrameLoop<VirtualDisplay>) {
    (page, firstRow, viewport) = (loop.kiosk.shownPage, loop.kiosk.frontRow, loop.kiosk.viewport)
    (scale, statistics, ring) = (loop.kiosk.scale, loop.scheduler.statistics, loop.kiosk.focusCard)
  }

  init(page: KioskPage, firstRow: Int, viewport: PixelRect, scale: Double, ring: CardID? = nil) {
    (self.page, self.firstRow, self.viewport) = (page, firstRow, viewport)
    (self.scale, self.ring, statistics) = (scale, ring, FrameStatistics())
  }

  /// A card, and where it is.
  struct Hit: Sendable {
    /// Nil is what stands still at the page's edge.
    var card: CardID?
    /// Viewer pixels; may reach beyond the glass.
    var frame: PixelRect
    var isTappable: Bool
    /// The shorter side of what is hit: of a control with several parts, of the smallest.
    var least: Int
  }

  /// The card at a point in viewer pixels; nil where there is none.
  func hit(x: Int, y: Int) -> Hit? {
    if let header = page.header, header.frame.contains(x: x, y: y) {
      return Hit(card: nil, frame: header.frame, isTappable: false, least: 0)
    }
    guard viewport.contains(x: x, y: y) else { return nil }
    let row = y - viewport.y0 + firstRow
    return page.blocks.first { $0.frame.contains(x: x, y: row) }.map { hit($0) }
  }

  /// What somebody means who has no finger to point with: the card that the ring is on, else the one at a point, else the nearest to it
  /// that is in sight; nil where there is none.
  func nearest(x: Int, y: Int) -> Hit? {
    let inSight = page.blocks.map { hit($0) }.filter { !$0.frame.intersection(viewport).isEmpty }
    if let ring, let ringed = inSight.first(where: { $0.card == ring }) { return ringed }
    if let there = hit(x: x, y: y) { return there }
    return inSight.min { $0.distance(x: x, y: y, in: viewport) < $1.distance(x: x, y: y, in: viewport) }
  }

  private func hit(_ block: KioskPage.Block) -> Hit {
    let parts = block.control?.parts.filter { !$0.isEmpty } ?? []
    let least = parts.map { min($0.width, $0.height) }.min() ?? min(block.frame.width, block.frame.height)
    return Hit(
      card: block.id, frame: block.frame.offset(dx: 0, dy: viewport.y0 - firstRow), isTappable: block.isTappable,
      least: least)
  }
}

extension PanelGlass.Hit {
  /// From a point to what is in sight of it, squared.
  fileprivate func distance(x: Int, y: Int, in viewport: PixelRect) -> Int {
    let seen = frame.intersection(viewport)
    let dx = max(seen.x0 - x, x - seen.x1, 0)
    let dy = max(seen.y0 - y, y - seen.y1, 0)
    return dx * dx + dy * dy
  }
}
