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

  init(_ loop: borrowing FrameLoop<VirtualDisplay>) {
    (page, firstRow, viewport) = (loop.kiosk.shownPage, loop.kiosk.frontRow, loop.kiosk.viewport)
    (scale, statistics) = (loop.kiosk.scale, loop.scheduler.statistics)
  }

  /// A card, and where it is.
  struct Hit: Sendable {
    /// Nil is what stands still at the page's edge.
    var card: CardID?
    /// Viewer pixels; may reach beyond the glass.
    var frame: PixelRect
    var isTappable: Bool
  }

  /// The card at a point in viewer pixels; nil where there is none.
  func hit(x: Int, y: Int) -> Hit? {
    if let header = page.header, header.frame.contains(x: x, y: y) {
      return Hit(card: nil, frame: header.frame, isTappable: false)
    }
    guard viewport.contains(x: x, y: y) else { return nil }
    let row = y - viewport.y0 + firstRow
    guard let index = page.blocks.firstIndex(where: { $0.frame.contains(x: x, y: row) }) else { return nil }
    return Hit(
      card: page.blocks[index].id, frame: page.blocks[index].frame.offset(dx: 0, dy: viewport.y0 - firstRow),
      isTappable: page.blocks[index].isTappable)
  }
}
