import Board
import Numbers
import Scene

/// How a page comes from one layout to the next after new data: rows move to their new places, new ones appear where they belong,
/// those that have gone fade where they were.
///
/// A pure function of the time since it began; made once, off what lies near the viewport, it takes nothing from the heap afterwards.
struct PageChange {
  /// A tile that is on the panel but no longer on the page; page rows of the new layout.
  struct Leaving {
    var pixmap: Pixmap
    var frame: PixelRect
  }

  let began: Double
  private(set) var leaving: [Leaving] = []
  /// How far below its new place each card's tile begins, in pixels; only of those that move.
  private var distances: [Int: Int] = [:]
  private var entering: Set<Int> = []

  /// Seconds; as long as the eye needs to follow a row, and no longer.
  static let duration = 0.36

  /// - Parameters:
  ///   - old: what is on the panel, its first row there, and how many rows that are.
  ///   - next: the new layout, and its first row on the panel.
  /// - Returns: nil when everything stays in its place, or when nothing was there before.
  init?(
    from old: (tiles: TileStore, first: Int), to next: (page: KioskPage, first: Int), rows: Int, at time: Double
  ) {
    let page = old.tiles.page
    guard !page.blocks.isEmpty, rows > 0 else { return nil }
    began = time
    let seen = old.first..<(old.first + rows)
    for index in page.tiles(inRows: seen) {
      let tile = page.tiles[index]
      guard let block = tile.block, let pixmap = old.tiles[index] else { continue }
      if next.page.index(of: page.blocks[block].id) == nil {
        leaving.append(Leaving(pixmap: pixmap, frame: tile.frame.offset(dx: 0, dy: next.first - old.first)))
      }
    }
    // What moves in or out crosses at most the viewport.
    for index in next.page.tiles(inRows: (next.first - rows)..<(next.first + 2 * rows)) {
      let tile = next.page.tiles[index]
      guard let block = tile.block else { continue }
      let place = next.page.blocks[block]
      guard let before = page.index(of: place.id) else {
        entering.insert(index)
        continue
      }
      let distance = (page.blocks[before].frame.y0 - old.first) - (place.frame.y0 - next.first)
      if distance != 0 { distances[index] = min(max(distance, -rows), rows) }
    }
    let isSeen = { (index: Int) in
      let frame = next.page.tiles[index].frame
      return frame.y1 > next.first && frame.y0 < next.first + rows
    }
    if leaving.isEmpty, distances.isEmpty, !entering.contains(where: isSeen) { return nil }
  }

  /// The same on another layout of the page, on which tiles have the names they had.
  ///
  /// - Parameters:
  ///   - place: where a tile of the layout before stands among the next one's; nil where it is gone.
  ///   - shift: how far rows above what is seen have grown, in pixels.
  func carried(shift: Int, place: (Int) -> Int?) -> PageChange {
    var next = self
    next.leaving = leaving.map { Leaving(pixmap: $0.pixmap, frame: $0.frame.offset(dx: 0, dy: shift)) }
    next.distances = [:]
    for (tile, distance) in distances { place(tile).map { next.distances[$0] = distance } }
    next.entering = Set(entering.compactMap(place))
    return next
  }

  /// How much of the way has been gone, 0...1.
  func share(at time: Double) -> Double { smoothstep((time - began) / Self.duration) }

  func isOver(at time: Double) -> Bool { time >= began + Self.duration }

  /// Whether a tile was not there before.
  func isEntering(_ tile: Int) -> Bool { entering.contains(tile) }

  /// How far below its place a tile still is, in pixels.
  func distance(of tile: Int, at time: Double) -> Int {
    guard let whole = distances[tile] else { return 0 }
    return Int(clamping: (Double(whole) * (1 - share(at: time))).rounded())
  }
}

/// A tile whose words have changed: the new ones appear over the old.
struct TileFade {
  var old: Pixmap
  var began: Double

  /// Seconds. Source: the shortest of Material's, for a value in place.
  static let duration = 0.2

  func opacity(at time: Double) -> Double { smoothstep((time - began) / Self.duration) }
  func isOver(at time: Double) -> Bool { time >= began + Self.duration }
}

/// The grounds of a page in the colours of another theme.
struct ColorFade {
  var old: KioskColors
  var began: Double

  func isOver(at time: Double) -> Bool { time >= began + TileFade.duration }

  /// Marks and controls are in the new colours at once.
  func colors(to next: KioskColors, at time: Double) -> KioskColors {
    let share = smoothstep((time - began) / TileFade.duration)
    var colors = next
    colors.background = old.background.mixed(with: next.background, share)
    colors.surface = old.surface.mixed(with: next.surface, share)
    colors.text = old.text.mixed(with: next.text, share)
    return colors
  }
}
