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

  init(size: PixelSize, grid: PixelGrid, page: KioskPage, tileBudget: Int) {
    self.size = size
    self.grid = grid
    tiles = TileStore(page: page, budget: tileBudget)
    scroller = Scroller(
      content: Self.length(page, grid), viewport: Self.viewport(page, size, grid), grid: grid,
      slop: TouchMetrics(scale: grid.scale).slop)
  }

  var page: KioskPage { tiles.page }
  /// Rows the header covers at the top.
  var headerHeight: Int { min(page.header?.frame.height ?? 0, size.height) }
  /// The panel's rows that scroll.
  var viewportFrame: PixelRect { PixelRect(x0: 0, y0: headerHeight, x1: size.width, y1: size.height) }

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
    guard y >= headerHeight else { return nil }
    return page.block(x: Int(point.x.rounded(.down)), y: y - headerHeight + firstRow(at: time))
  }

  /// Shows another layout. What is seen stays where it is, unless the page lies at its very top: there the top stays.
  mutating func show(_ next: KioskPage, at time: Double) {
    let anchor = anchorShift(to: next, at: time)
    if next.header?.key != page.header?.key, next.header == nil { header = nil }
    tiles.show(next)
    if anchor != 0 { scroller.insertAbove(Double(anchor) / grid.scale, at: time) }
    scroller.setContent(Self.length(next, grid), viewport: Self.viewport(next, size, grid), at: time)
  }

  /// Shows the page from a row on, limited to its end, as if it had always been there.
  mutating func jump(toRow row: Int, at time: Double) {
    scroller = Scroller(
      content: Self.length(page, grid), viewport: Self.viewport(page, size, grid), grid: grid,
      slop: TouchMetrics(scale: grid.scale).slop)
    let row = min(max(row, 0), max(page.height - viewportFrame.height, 0))
    scroller.insertAbove(Double(row) / grid.scale, at: time)
    scroller.setContent(Self.length(page, grid), viewport: Self.viewport(page, size, grid), at: time)
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

  /// Appends what should be rastered next. Returns false when nothing has changed since last asked.
  mutating func wanted(at time: Double, direction: Int, into requests: inout [TileRequest]) -> Bool {
    let key = page.header?.key
    let needsHeader = key != nil && (key != residentHeader || isHeaderStale)
    if needsHeader, key != askedHeader || isHeaderStale { tiles.forgetWanted() }
    askedHeader = key
    let place = requests.count
    guard tiles.wanted(visible: visibleRows(at: time), direction: direction, into: &requests) else { return false }
    // A list replaces the one before: the header stands in each until it is here.
    if needsHeader { requests.insert(TileRequest(page: page, index: -1, isVisible: true), at: place) }
    return true
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

  private static func viewport(_ page: KioskPage, _ size: PixelSize, _ grid: PixelGrid) -> Double {
    Double(max(size.height - (page.header?.frame.height ?? 0), 1)) / grid.scale
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
