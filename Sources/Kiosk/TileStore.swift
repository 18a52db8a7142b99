import Numbers
public import Scene

/// The tiles of one page that are in memory, and which are wanted next.
///
/// Lives on the frame thread. Costs do not depend on the length of the page, only on what is near the viewport.
struct TileStore {
  /// Bytes of tiles kept; the ones farthest from the viewport go first.
  private(set) var budget: Int
  private(set) var page: KioskPage
  private(set) var residentBytes = 0
  private var pixmaps: [Pixmap?]
  /// Indices of the tiles in memory, in no order.
  private var resident: [Int] = []
  /// Tiles in memory whose picture has changed since (an image arrived): shown until the new one comes.
  private var stale: Set<Int> = []
  private var wantedFor: Range<Int>?
  private var wantedDirection = 0
  private var wantedReach = Reach.around

  /// How far around what is visible tiles are wanted.
  enum Reach { case around, screen }

  init(page: KioskPage, budget: Int) {
    self.page = page
    self.budget = budget
    pixmaps = Array(repeating: nil, count: page.tiles.count)
  }

  /// Tiles on show with pixels of before.
  var outdated: Set<Int> { stale }

  /// The tile's pixels, nil while they are being made.
  subscript(index: Int) -> Pixmap? { pixmaps[index] }

  /// Shows another layout of the page: tiles whose keys are still in it stay. A card whose words have changed keeps its old picture
  /// until the new one is there: a countdown does not blink every minute.
  mutating func setPage(_ next: KioskPage) {
    var kept: [(index: Int, pixmap: Pixmap)] = []
    var old: [(index: Int, pixmap: Pixmap)] = []
    var keptStale: Set<Int> = []
    for index in resident {
      guard let pixmap = pixmaps[index] else { continue }
      if let place = next.index(of: page.tiles[index].key) {
        kept.append((place, pixmap))
        if stale.contains(index) { keptStale.insert(place) }
      } else if let place = next.successor(of: page.tiles[index], in: page) {
        old.append((place, pixmap))
      }
    }
    page = next
    pixmaps = Array(repeating: nil, count: next.tiles.count)
    resident.removeAll(keepingCapacity: true)
    residentBytes = 0
    stale = keptStale.union(Set(old.map(\.index)).subtracting(kept.map(\.index)))
    for (index, pixmap) in kept + old where pixmaps[index] == nil {
      pixmaps[index] = pixmap
      resident.append(index)
      residentBytes += pixmap.byteCount
    }
    wantedFor = nil
  }

  /// A tile has been rastered.
  ///
  /// - Parameter rows: what is on the panel now, in page rows; decides what is dropped when memory is short.
  /// - Returns: whether it belongs to this page.
  mutating func insert(_ pixmap: Pixmap, for key: TileKey, visible rows: Range<Int>) -> Bool {
    guard let index = page.index(of: key) else { return false }
    if let old = pixmaps[index] {
      residentBytes -= old.byteCount
    } else {
      resident.append(index)
    }
    pixmaps[index] = pixmap
    residentBytes += pixmap.byteCount
    stale.remove(index)
    while residentBytes > budget, evictFarthest(from: rows) {}
    return true
  }

  /// The picture of these tiles has changed.
  mutating func invalidate(_ keys: [TileKey]) {
    for key in keys {
      if let index = page.index(of: key), pixmaps[index] != nil { stale.insert(index) }
    }
    wantedFor = nil
  }

  /// Keeps fewer bytes, or more.
  mutating func setBudget(_ bytes: Int, visible rows: Range<Int>) {
    guard bytes != budget else { return }
    budget = bytes
    while residentBytes > budget, evictFarthest(from: rows) {}
    wantedFor = nil
  }

  /// Drops everything: nobody sees the page.
  mutating func removeAll() {
    for index in resident { pixmaps[index] = nil }
    resident.removeAll(keepingCapacity: true)
    stale.removeAll(keepingCapacity: true)
    residentBytes = 0
    wantedFor = nil
  }

  /// Whether `appendWanted` has something else to say than when this was asked last.
  ///
  /// - Parameters:
  ///   - rows: the viewport in page rows.
  ///   - direction: 1 towards the end of the page, -1 towards its beginning, 0 at rest.
  mutating func wantsAnew(visible rows: Range<Int>, direction: Int, reach: Reach = .around) -> Bool {
    let visible = page.tiles(inRows: rows)
    if visible == wantedFor, direction == wantedDirection, reach == wantedReach { return false }
    wantedFor = visible
    wantedDirection = direction
    wantedReach = reach
    return true
  }

  /// Appends the tiles to raster next, the most urgent first: visible ones from the top, then ahead in the direction of movement,
  /// then behind.
  func appendWanted(
    visible rows: Range<Int>, direction: Int, reach: Reach = .around, into requests: inout [TileRequest]
  ) {
    let visible = page.tiles(inRows: rows)
    if reach == .screen {
      for tile in visible { append(tile, isVisible: false, into: &requests) }
      return
    }
    let length = rows.count
    let ahead =
      direction < 0
      ? (rows.lowerBound - 2 * length)..<rows.lowerBound : rows.upperBound..<(rows.upperBound + 2 * length)
    let behind =
      direction < 0
      ? rows.upperBound..<(rows.upperBound + length / 2) : (rows.lowerBound - length / 2)..<rows.lowerBound
    for index in visible { append(index, isVisible: true, into: &requests) }
    // A tile across the viewport's edge is in both: asked for twice, it would be rastered twice.
    let next = page.tiles(inRows: ahead)
    if direction < 0 {
      for index in next.reversed() where !visible.contains(index) { append(index, isVisible: false, into: &requests) }
    } else {
      for index in next where !visible.contains(index) { append(index, isVisible: false, into: &requests) }
    }
    for index in page.tiles(inRows: behind) where !visible.contains(index) {
      append(index, isVisible: false, into: &requests)
    }
  }

  private func append(_ index: Int, isVisible: Bool, into requests: inout [TileRequest]) {
    guard pixmaps[index] == nil || stale.contains(index) else { return }
    requests.append(TileRequest(page: page, index: index, isVisible: isVisible))
  }

  /// Drops one tile that is not visible.
  private mutating func evictFarthest(from rows: Range<Int>) -> Bool {
    var worst: (slot: Int, distance: Int)?
    for (slot, index) in resident.enumerated() {
      let frame = page.tiles[index].frame
      let distance = max(rows.lowerBound - frame.y1, frame.y0 - rows.upperBound)
      // One that only touches the viewport, at distance 0, is not visible either.
      if distance > worst?.distance ?? -1 { worst = (slot, distance) }
    }
    guard let worst else { return false }
    let index = resident.remove(at: worst.slot)
    residentBytes -= pixmaps[index]?.byteCount ?? 0
    pixmaps[index] = nil
    stale.remove(index)
    return true
  }
}

/// A tile somebody off the frame thread should raster.
public struct TileRequest: Sendable {
  /// The layout it belongs to.
  public var page: KioskPage
  /// Into `page.tiles`; -1 is the page's header.
  public var index: Int
  /// On the panel when it was asked for; else made ahead.
  public var isVisible: Bool

  /// - Parameters:
  ///   - page: the layout it belongs to.
  ///   - index: into `page.tiles`; -1 is the page's header.
  ///   - isVisible: on the panel now.
  public init(page: KioskPage, index: Int, isVisible: Bool) {
    self.page = page
    self.index = index
    self.isVisible = isVisible
  }

  /// Which tile it is; nil when the page has no header.
  public var tile: PageTile? { index < 0 ? page.header : page.tiles[index] }
}

// MARK: A moment of rest

extension TileStore {
  /// The tiles that are here, in the order they came, for a layout that is known.
  ///
  /// - Parameter awaited: those whose new words are awaited.
  mutating func walkAtRest(_ walk: inout some RestWalk, awaited: inout Set<Int>) {
    var count = resident.count
    walk.walk(&count, in: 0...pixmaps.count)
    for place in 0..<count {
      var index = walk.isReading ? 0 : resident[place]
      walk.walk(&index, in: 0...max(pixmaps.count - 1, 0))
      var pixmap = walk.isReading ? nil : pixmaps[index]
      walk.walk(&pixmap)
      var (isStale, isAwaited) = (stale.contains(index), awaited.contains(index))
      walk.walk(&isStale)
      walk.walk(&isAwaited)
      guard walk.isReading, let pixmap, pixmaps.indices.contains(index), pixmaps[index] == nil else { continue }
      pixmaps[index] = pixmap
      resident.append(index)
      residentBytes += pixmap.byteCount
      if isStale { stale.insert(index) }
      if isAwaited { awaited.insert(index) }
    }
  }
}
