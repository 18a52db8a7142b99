import Board
import Motion
import Scene

/// One page on the panel: its tiles, its header, and how far it is scrolled.
struct PageView {
  /// The whole picture, viewer pixels.
  let size: PixelSize
  let grid: PixelGrid
  private(set) var tiles: TileStore
  private(set) var header: Pixmap?
  var scroller: Scroller
  /// Rows at the panel's lower edge that belong to the row of pages.
  private(set) var footerHeight = 0

  init(size: PixelSize, grid: PixelGrid, page: KioskPage, tileBudget: Int) {
    self.size = size
    self.grid = grid
    tiles = TileStore(page: page, budget: tileBudget)
    scroller = Scroller(
      content: Self.length(page, grid), viewport: 1, grid: grid, slop: TouchMetrics(scale: grid.scale).slop)
    scroller.setContent(Self.length(page, grid), viewport: viewport, at: 0)
  }

  var page: KioskPage { tiles.page }
  /// Rows the header covers at the top.
  var headerHeight: Int { min(page.header?.frame.height ?? 0, size.height) }
  /// The panel's rows that scroll.
  var viewportFrame: PixelRect {
    PixelRect(x0: 0, y0: headerHeight, x1: size.width, y1: max(size.height - footerHeight, headerHeight))
  }

  /// Page row at the top of the viewport; negative while the page is pulled down.
  func firstRow(at time: Double) -> Int { Int((scroller.position(at: time) * grid.scale).rounded()) }

  /// Page rows in the viewport.
  func visibleRows(at time: Double) -> Range<Int> {
    let first = firstRow(at: time)
    return first..<(first + max(viewportFrame.height, 1))
  }

  /// Index of the card at a position on the panel; nil beside the cards and on the header.
  func block(at point: Point, time: Double) -> Int? {
    let y = Int(point.y.rounded(.down))
    guard y >= headerHeight, y < viewportFrame.y1 else { return nil }
    return page.block(x: Int(point.x.rounded(.down)), y: y - headerHeight + firstRow(at: time))
  }

  /// Shows another layout. What is seen stays where it is, unless the page lies at its very top: there the top stays.
  mutating func show(_ next: KioskPage, at time: Double) {
    let anchor = anchorShift(to: next, at: time)
    if next.header?.key != page.header?.key, next.header == nil { header = nil }
    tiles.show(next)
    if anchor != 0 { scroller.insertAbove(Double(anchor) / grid.scale, at: time) }
    scroller.setContent(Self.length(next, grid), viewport: viewport, at: time)
  }

  /// Leaves so many rows at the lower edge to the row of pages.
  mutating func setFooter(_ height: Int, at time: Double) {
    guard height != footerHeight else { return }
    footerHeight = height
    scroller.setContent(Self.length(page, grid), viewport: viewport, at: time)
  }

  /// Keeps so many bytes of tiles; none drops the header too.
  mutating func setBudget(_ bytes: Int, at time: Double) {
    tiles.setBudget(bytes, visible: visibleRows(at: time))
    guard bytes == 0 else { return }
    tiles.removeAll()
    (header, residentHeader, askedHeader) = (nil, nil, nil)
  }

  /// Shows the page from a row on, limited to its end, as if it had always been there.
  mutating func jump(toRow row: Int, at time: Double) {
    scroller = Scroller(
      content: Self.length(page, grid), viewport: viewport, grid: grid, slop: TouchMetrics(scale: grid.scale).slop)
    let row = min(max(row, 0), max(page.height - viewportFrame.height, 0))
    scroller.insertAbove(Double(row) / grid.scale, at: time)
    scroller.setContent(Self.length(page, grid), viewport: viewport, at: time)
  }

  /// Takes a rastered tile. Returns whether it shows something of this page.
  mutating func take(_ pixmap: Pixmap, for key: TileKey, at time: Double) -> Bool {
    if page.header?.key == key {
      header = pixmap
      residentHeader = key
      isHeaderStale = false
      return true
    }
    return tiles.insert(pixmap, for: key, visible: visibleRows(at: time))
  }

  private var isHeaderStale = false

  /// These tiles look different now.
  mutating func invalidate(_ keys: [TileKey]) {
    tiles.invalidate(keys)
    if let key = page.header?.key, keys.contains(key) { isHeaderStale = true }
  }

  /// Which way the page moves: 1 towards its end, -1 towards its beginning, 0 when it hardly does.
  func direction(at time: Double) -> Int {
    let velocity = scroller.velocity(at: time)
    return abs(velocity) < 50 ? 0 : velocity > 0 ? 1 : -1
  }

  /// Whether `appendWanted` has something else to say than when this was asked last.
  mutating func wantsAnew(at time: Double, direction: Int, reach: TileStore.Reach) -> Bool {
    let key = page.header?.key
    let isHeaderNew = needsHeader && (key != askedHeader || isHeaderStale)
    askedHeader = key
    return tiles.wantsAnew(visible: visibleRows(at: time), direction: direction, reach: reach) || isHeaderNew
  }

  /// Appends what should be rastered next.
  func appendWanted(at time: Double, direction: Int, reach: TileStore.Reach, into requests: inout [TileRequest]) {
    // A list replaces the one before: the header stands in each until it is here.
    if needsHeader { requests.append(TileRequest(page: page, index: -1, isVisible: reach == .around)) }
    tiles.appendWanted(visible: visibleRows(at: time), direction: direction, reach: reach, into: &requests)
  }

  private var needsHeader: Bool {
    guard let key = page.header?.key else { return false }
    return key != residentHeader || isHeaderStale
  }

  /// The header that is here, and the one asked for last.
  private var residentHeader: TileKey?
  private var askedHeader: TileKey?

  /// Whether everything in the viewport has been rastered.
  func isComplete(at time: Double) -> Bool {
    (page.header == nil || page.header?.key == residentHeader)
      && page.tiles(inRows: visibleRows(at: time)).allSatisfy { tiles[$0] != nil }
  }

  /// How far rows above what is seen have grown, in pixels.
  private func anchorShift(to next: KioskPage, at time: Double) -> Int {
    let top = firstRow(at: time)
    guard top > 0, let first = page.firstBlock(below: top) else { return 0 }
    let last = min(first + 32, page.blocks.count)
    for index in first..<last {
      let block = page.blocks[index]
      if let place = next.index(of: block.id) { return next.blocks[place].frame.y0 - block.frame.y0 }
    }
    return 0
  }

  private static func length(_ page: KioskPage, _ grid: PixelGrid) -> Double { Double(page.height) / grid.scale }

  /// Of what scrolls, in dp.
  private var viewport: Double {
    Double(max(size.height - footerHeight - (page.header?.frame.height ?? 0), 1)) / grid.scale
  }
}

// MARK: Drawing

extension PageView {
  /// Appends the cards, moved right by `dx` pixels.
  func drawCards(into scene: inout Scene, colors: KioskColors, dx: Int, at time: Double) {
    let first = firstRow(at: time)
    let dy = headerHeight - first
    for index in tiles.page.tiles(inRows: first..<(first + viewportFrame.height)) {
      let frame = tiles.page.tiles[index].frame.offset(dx: dx, dy: dy)
      if let pixmap = tiles[index] {
        scene.add(Layer(.pixmap(pixmap), frame: frame))
      } else {
        scene.add(Layer(.fill(colors.surface), frame: frame))
      }
    }
  }

  func drawHeader(into scene: inout Scene, colors: KioskColors, dx: Int) {
    guard headerHeight > 0 else { return }
    let frame = PixelRect(x0: dx, y0: 0, x1: dx + size.width, y1: headerHeight)
    if let header {
      scene.add(Layer(.pixmap(header), frame: frame))
    } else {
      scene.add(Layer(.fill(colors.surface), frame: frame))
    }
  }
}
