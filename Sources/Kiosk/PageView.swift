import Board
import Motion
import Numbers
import Scene

/// One page on the panel: its tiles, its header, and how far it is scrolled.
struct PageView {
  /// The whole picture, viewer pixels.
  private(set) var size: PixelSize
  /// What has changed is there instead of moving to its place; what can be pressed is hit more easily.
  private var ease = PanelEase()
  let grid: PixelGrid
  private(set) var tiles: TileStore
  private var headerTile = HeaderTile()
  var scroller: Scroller
  /// Rows at the panel's lower edge that belong to the row of pages, or to a chip.
  private(set) var footerHeight = 0
  /// New data is on its way to its places.
  private var change: PageChange?
  /// Tiles whose new words are appearing.
  private var fades: [Int: TileFade] = [:]
  /// Tiles whose new words are awaited, with the old ones on show.
  private var awaited: Set<Int> = []

  init(size: PixelSize, grid: PixelGrid, page: KioskPage, tileBudget: Int) {
    self.size = size
    self.grid = grid
    tiles = TileStore(page: page, budget: tileBudget)
    scroller = Scroller(
      content: Self.length(page, grid), viewport: 1, grid: grid, slop: TouchMetrics(scale: grid.scale).slop)
    scroller.setContent(Self.length(page, grid), viewport: viewport, at: 0)
  }

  var page: KioskPage { tiles.page }
  /// The header's pixels, nil while they are being made.
  var header: Pixmap? { headerTile.pixmap }
  /// Rows the header covers at the top; none where it stands beside what scrolls.
  var headerHeight: Int { min(page.headerHeight(width: size.width), size.height) }
  /// The part of the panel that scrolls.
  var viewportFrame: PixelRect {
    var frame = PixelRect(x0: 0, y0: headerHeight, x1: size.width, y1: max(size.height - footerHeight, headerHeight))
    if headerHeight == 0, let header = page.header?.frame {
      if header.x0 > 0 { frame.x1 = header.x0 } else { frame.x0 = header.x1 }
    }
    return frame
  }

  /// Page row at the top of the viewport; negative while the page is pulled down.
  func firstRow(at time: Double) -> Int { Int(clamping: (scroller.position(at: time) * grid.scale).rounded()) }

  /// Page rows in the viewport.
  func visibleRows(at time: Double) -> Range<Int> {
    let first = firstRow(at: time)
    return first..<(first + max(viewportFrame.height, 1))
  }

  /// Index of the card at a position on the panel; nil beside the cards and on the header.
  func block(at point: Point, time: Double) -> Int? {
    let y = Int(clamping: point.y.rounded(.down))
    let x = Int(clamping: point.x.rounded(.down))
    guard viewportFrame.contains(x: x, y: y) else { return nil }
    return page.block(
      x: x, y: y - headerHeight + firstRow(at: time),
      target: Int(clamping: (ease.target * grid.scale).rounded(.up)))
  }

  /// Shows another layout. What is seen stays where it is, unless the page lies at its very top: there the top stays.
  ///
  /// - Parameter isAnimated: what has changed goes to its new place and look instead of being there.
  mutating func showPage(_ next: KioskPage, isAnimated: Bool = false, at time: Double) {
    let anchor = anchorShift(to: next, at: time)
    let old = isAnimated ? (tiles: tiles, first: firstRow(at: time)) : nil
    let before = page
    if isAnimated || page.header?.key != next.header?.key {
      headerTile.change(from: page.header?.key, to: next.header?.key, isAnimated: isAnimated)
    }
    tiles.setPage(next)
    if isAnimated {
      change = nil
      fades.removeAll(keepingCapacity: true)
      awaited = tiles.outdated
    } else {
      // What is under way goes on, if it is still there.
      let place = { (tile: Int) in next.index(of: before.tiles[tile].key) }
      change = change?.carried(shift: anchor, place: place)
      fades = Dictionary(
        fades.compactMap { tile, fade in place(tile).map { ($0, fade) } }, uniquingKeysWith: { first, _ in first })
      awaited = Set(awaited.compactMap(place))
    }
    defer {
      if let old, !ease.isStill {
        change = PageChange(
          from: old, to: (next, firstRow(at: time)), rows: viewportFrame.height, at: time)
      }
    }
    if anchor != 0 { scroller.insertAbove(Double(anchor) / grid.scale, at: time) }
    scroller.setContent(Self.length(next, grid), viewport: viewport, at: time)
  }

  /// Something else was chosen that makes the panel easier to use; the page has so many rows of it.
  mutating func use(_ next: PanelEase, height: Int, at time: Double) {
    guard next != ease || height != size.height else { return }
    (ease, size) = (next, PixelSize(width: size.width, height: height))
    scroller.isStill = next.isStill
    scroller.setContent(Self.length(page, grid), viewport: viewport, at: time)
  }

  /// Leaves so many rows at the lower edge to the row of pages, or to a chip.
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
    headerTile.remove()
  }

  /// Shows the page from a row on, limited to its end, as if it had always been there.
  mutating func jump(toRow row: Int, at time: Double) {
    let isCalm = scroller.isCalm
    scroller = Scroller(
      content: Self.length(page, grid), viewport: viewport, grid: grid, slop: TouchMetrics(scale: grid.scale).slop)
    (scroller.isCalm, scroller.isStill) = (isCalm, ease.isStill)
    let row = min(max(row, 0), max(page.height - viewportFrame.height, 0))
    scroller.insertAbove(Double(row) / grid.scale, at: time)
    scroller.setContent(Self.length(page, grid), viewport: viewport, at: time)
  }

  /// Takes a rastered tile. Returns whether it shows something of this page.
  mutating func insert(_ pixmap: Pixmap, for key: TileKey, at time: Double) -> Bool {
    if page.header?.key == key {
      headerTile.insert(pixmap, for: key, at: time)
      return true
    }
    if let index = page.index(of: key), awaited.remove(index) != nil, let old = tiles[index] {
      fades[index] = TileFade(old: old, began: time)
    }
    return tiles.insert(pixmap, for: key, visible: visibleRows(at: time))
  }

  /// Whether something on the page changes by itself, besides its scrolling.
  var isChanging: Bool { change != nil || headerTile.isFading || !fades.isEmpty }

  /// Forgets what is over.
  mutating func advance(to time: Double) {
    if change?.isOver(at: time) == true { change = nil }
    headerTile.advance(to: time)
    if !fades.isEmpty, fades.values.allSatisfy({ $0.isOver(at: time) }) { fades.removeAll(keepingCapacity: true) }
  }

  /// Nothing of it moves, changes or is held.
  func isAtRest(at time: Double) -> Bool {
    !isChanging && !scroller.isMoving(at: time) && !scroller.isHeld && scroller.header == 0
  }

  /// What is here of its layout at such a moment, and where it is scrolled to.
  mutating func walkAtRest(_ walk: inout some RestWalk, at time: Double) {
    tiles.walkAtRest(&walk, awaited: &awaited)
    headerTile.walkAtRest(&walk)
    scroller.walkAtRest(&walk, at: time)
  }

  /// These tiles look different now.
  mutating func invalidate(_ keys: [TileKey]) {
    tiles.invalidate(keys)
    if let key = page.header?.key, keys.contains(key) { headerTile.invalidate() }
  }

  /// Which way the page moves: 1 towards its end, -1 towards its beginning, 0 when it hardly does.
  func direction(at time: Double) -> Int {
    let velocity = scroller.velocity(at: time)
    return abs(velocity) < 50 ? 0 : velocity > 0 ? 1 : -1
  }

  /// Whether `appendWanted` has something else to say than when this was asked last.
  mutating func wantsAnew(at time: Double, direction: Int, reach: TileStore.Reach) -> Bool {
    let isHeaderNew = headerTile.wantsAnew(page.header?.key)
    return tiles.wantsAnew(visible: visibleRows(at: time), direction: direction, reach: reach) || isHeaderNew
  }

  /// Appends what should be rastered next.
  func appendWanted(at time: Double, direction: Int, reach: TileStore.Reach, into requests: inout [TileRequest]) {
    // A list replaces the one before: the header stands in each until it is here.
    if headerTile.isNeeded(page.header?.key) {
      requests.append(TileRequest(page: page, index: -1, isVisible: reach == .around))
    }
    tiles.appendWanted(visible: visibleRows(at: time), direction: direction, reach: reach, into: &requests)
  }

  /// Whether everything in the viewport has been rastered.
  func isComplete(at time: Double) -> Bool {
    headerTile.isHere(page.header?.key)
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
    Double(max(size.height - footerHeight - page.headerHeight(width: size.width), 1)) / grid.scale
  }
}

// MARK: Drawing

extension PageView {
  /// Appends the cards, moved right by `dx` pixels.
  func drawCards(into scene: inout Scene, colors: KioskColors, dx: Int, at time: Double) {
    let first = firstRow(at: time)
    let viewport = viewportFrame
    let dy = headerHeight - first
    guard let change else {
      for index in page.tiles(inRows: first..<(first + viewport.height)) {
        drawTile(index, dx: dx, dy: dy, opacity: 1, into: &scene, colors, at: time)
      }
      return
    }
    let share = change.share(at: time)
    for index in change.leaving.indices {
      let frame = change.leaving[index].frame.offset(dx: dx, dy: dy)
      guard share < 1, frame.y1 > viewport.y0, frame.y0 < viewport.y1 else { continue }
      scene.add(
        Layer(.pixmap(change.leaving[index].pixmap), frame: frame, opacity: Layer.opacity(1 - share)))
    }
    // What is new lies below what moves past it.
    let rows = (first - viewport.height)..<(first + 2 * viewport.height)
    for pass in 0..<2 {
      let isEntering = pass == 0
      for index in page.tiles(inRows: rows) where change.isEntering(index) == isEntering {
        let distance = change.distance(of: index, at: time)
        let frame = page.tiles[index].frame.offset(dx: dx, dy: dy + distance)
        guard frame.y1 > viewport.y0, frame.y0 < viewport.y1 else { continue }
        drawTile(
          index, dx: dx, dy: dy + distance, opacity: isEntering ? share : 1, into: &scene, colors, at: time)
      }
    }
  }

  private func drawTile(
    _ index: Int, dx: Int, dy: Int, opacity: Double, into scene: inout Scene, _ colors: KioskColors, at time: Double
  ) {
    let frame = page.tiles[index].frame.offset(dx: dx, dy: dy)
    guard let pixmap = tiles[index] else {
      return scene.add(Layer(.fill(colors.surface), frame: frame, opacity: Layer.opacity(opacity)))
    }
    let fade = fades[index]
    if let fade, !fade.isOver(at: time) { scene.add(Layer(.pixmap(fade.old), frame: frame)) }
    scene.add(
      Layer(.pixmap(pixmap), frame: frame, opacity: Layer.opacity(opacity * (fade?.opacity(at: time) ?? 1))))
  }

  func drawHeader(into scene: inout Scene, colors: KioskColors, dx: Int, at time: Double) {
    guard let frame = page.header?.frame, frame.height > 0 else { return }
    headerTile.draw(into: &scene, frame: frame.offset(dx: dx, dy: 0), colors: colors, at: time)
  }
}
