import Scene

/// Decides, frame by frame, whether a scene is a page that has moved with something over it, and which rows of the page have to be drawn.
///
/// The picture is the page's, outside of the overlays, because nothing else touches a pixel there, and the whole scene's within them. Rows
/// that the ring has are those of the page as it is now, because the layers that touch them are the same as when they were drawn. A row is
/// drawn only where nothing is scanned out. All else is composed as ever.
struct PlaneSplit {
  // Many properties: what is known of the page, of the ring and of the glass, each in memory that is kept.
  /// What the panel shows.
  private enum Glass: Equatable {
    case unknown
    case composed
    /// From this row of the ring on.
    case ring(row: Int)
  }

  /// Rows of the ring to be drawn now.
  struct Strip: Equatable {
    var rows: Range<Int>
    /// From rows of the page to those of the ring.
    var dy: Int
  }

  /// A page at a place.
  private struct Seen {
    var ground: Color
    var viewport: PixelRect
    var row: Int
    /// The index of the first layer over it.
    var end: Int

    /// Rows of the page that are seen.
    var rows: Range<Int> { (row + viewport.y0)..<(row + viewport.y1) }
  }

  /// How a scene follows upon the one before.
  private enum Step: Equatable {
    /// No page, or another one, or one that has changed where it was seen and still is.
    case apart
    /// The same page, further on by so many rows.
    case moved(Int)
  }

  private(set) var strips: [Strip] = []
  /// Of the page, in its own rows.
  private(set) var layers: [Layer] = []
  private var layersBefore: [Layer] = []
  private var seen: Seen?
  private var glass = Glass.unknown
  /// What it shows once the frame is on it.
  private var pending: Glass?
  /// Frames in a row in which the page has moved and has not changed.
  private var calm = 0
  /// The page's row in each of the ring's.
  private var held: [Int] = []
  /// What of `held` is true: rows of the page as it is.
  private var window = 0..<0
  /// The page's row that lies in the ring's first, or would.
  private var origin = 0
  private var over = Region()

  /// Frames that the page has to move before the ring is filled: one that changes as often as it moves stays as it is.
  static let calmFrames = 2
  private static let none = Int.min
  /// Pages are nowhere near as long.
  private static let furthest = 1 << 30

  init() { over.reserveCapacity(4 * maximumDamageRects) }

  var ground: Color { seen?.ground ?? .black }
  /// Columns in which the page is seen.
  var columns: Range<Int> { seen.map { $0.viewport.x0..<$0.viewport.x1 } ?? 0..<0 }

  /// How a scene lies on planes; nil when it has to be composed.
  ///
  /// - Parameter scene: of the panel's size, upright.
  mutating func plan(_ scene: Scene, ring: RowRing) -> PlaneFrame? {
    // The frame before never reached the glass.
    if pending != nil { invalidate() }
    strips.removeAll(keepingCapacity: true)
    pending = .composed
    if case .moved(let rows) = step(to: scene) {
      calm = rows == 0 ? calm : calm + 1
      if let seen, hasOverlays(scene, seen, ring), let row = fill(seen, ring, panel: scene.size, moved: rows) {
        pending = .ring(row: row)
        return PlaneFrame(row: row, overlays: over.rects)
      }
    } else {
      calm = 0
    }
    forgetRows()
    strips.removeAll(keepingCapacity: true)
    return nil
  }

  /// The frame that was planned last is on the glass.
  mutating func commit() {
    guard let pending else { return }
    glass = pending
    self.pending = nil
  }

  /// What is on the glass is not known.
  mutating func invalidate() {
    glass = .unknown
    pending = nil
    calm = 0
    seen = nil
    layers.removeAll(keepingCapacity: true)
    forgetRows()
  }

  private mutating func forgetRows() {
    if window.isEmpty { return }
    window = 0..<0
    for index in held.indices { held[index] = Self.none }
  }

  // MARK: The page

  private mutating func step(to scene: Scene) -> Step {
    let before = seen
    swap(&layers, &layersBefore)
    seen = read(scene)
    // What was drawn before is not kept from being given back.
    defer { layersBefore.removeAll(keepingCapacity: true) }
    guard let before, let seen, before.ground == seen.ground, before.viewport == seen.viewport else { return .apart }
    let rows = before.rows.clamped(to: seen.rows)
    let area = PixelRect(x0: seen.viewport.x0, y0: rows.lowerBound, x1: seen.viewport.x1, y1: rows.upperBound)
    return hasChanged(in: area) ? .apart : .moved(seen.row - before.row)
  }

  /// Takes the layers of the page; nil when they are not all the picture there is below what lies over them.
  private mutating func read(_ scene: Scene) -> Seen? {
    layers.removeAll(keepingCapacity: true)
    guard let page = scene.page, page.layers.lowerBound >= 0, page.layers.upperBound <= scene.layers.count,
      page.row.magnitude < Self.furthest
    else { return nil }
    let panel = PixelRect(scene.size)
    var seen = Seen(
      ground: scene.background, viewport: page.viewport.intersection(panel), row: page.row,
      end: page.layers.upperBound)
    if seen.viewport.isEmpty { return nil }
    if page.layers.lowerBound > 0 {
      guard let color = Self.ground(scene.layers[..<page.layers.lowerBound], panel) else { return nil }
      seen.ground = color
    }
    for layer in scene.layers[page.layers] {
      guard layer.sector == nil else { return nil }
      switch layer.content {
      // Turned pictures may come out otherwise at another place, by their fractions of a pixel.
      case .image, .beginGroup, .endGroup: return nil
      case .fill, .pixmap, .pattern: break
      }
      var moved = layer
      moved.frame = layer.frame.offset(dx: 0, dy: page.row)
      layers.append(moved)
    }
    return seen
  }

  /// The colour that hides all layers, when the last of them does that.
  private static func ground(_ layers: ArraySlice<Layer>, _ panel: PixelRect) -> Color? {
    guard let last = layers.last, case .fill(let color, radius: 0) = last.content, color.isOpaque, last.opacity == 255,
      last.sector == nil, last.frame.contains(panel)
    else { return nil }
    let depth = layers.reduce(0) { depth, layer in
      switch layer.content {
      case .beginGroup: depth + 1
      case .endGroup: depth - 1
      default: depth
      }
    }
    return depth == 0 ? color : nil
  }

  /// Whether other layers touch a part of the page than before.
  private func hasChanged(in area: PixelRect) -> Bool {
    func touches(_ layer: Layer) -> Bool { layer.frame.intersects(area) }
    var next = 0
    for layer in layers where touches(layer) {
      while next < layersBefore.count, !touches(layersBefore[next]) { next += 1 }
      guard next < layersBefore.count, layersBefore[next] == layer else { return true }
      next += 1
    }
    return layersBefore[next...].contains(where: touches)
  }

  // MARK: What lies over it

  /// Finds all that is not the page alone. Not worth it, or not possible, when it is too large a part of the panel.
  private mutating func hasOverlays(_ scene: Scene, _ seen: Seen, _ ring: RowRing) -> Bool {
    let panel = PixelRect(scene.size)
    let view = seen.viewport
    over.replace(with: PixelRect(x0: 0, y0: 0, x1: panel.x1, y1: view.y0))
    over.formUnion(PixelRect(x0: 0, y0: view.y1, x1: panel.x1, y1: panel.y1))
    over.formUnion(PixelRect(x0: 0, y0: view.y0, x1: view.x0, y1: view.y1))
    over.formUnion(PixelRect(x0: view.x1, y0: view.y0, x1: panel.x1, y1: view.y1))
    for layer in scene.layers[seen.end...] where layer.opacity > 0 {
      switch layer.content {
      case .beginGroup, .endGroup: continue
      default: over.formUnion(layer.frame.intersection(panel))
      }
      if over.rects.count > 2 * maximumDamageRects { over.limit(to: maximumDamageRects) }
    }
    if over.isEmpty { return true }
    guard ring.overlays > 0 else { return false }
    over.limit(to: ring.overlays)
    return over.area <= panel.area * 2 / 5
  }

  // MARK: The ring

  /// Finds where in the ring the page is, and what of it is missing there.
  ///
  /// - Returns: the row of the ring's buffer that comes to lie at the top; nil when it cannot be shown from there.
  private mutating func fill(_ seen: Seen, _ ring: RowRing, panel: PixelSize, moved: Int) -> Int? {
    if held.count != 2 * ring.rows {
      held = Array(repeating: Self.none, count: 2 * ring.rows)
      window = 0..<0
    }
    guard panel.height <= ring.rows else { return nil }
    /// Rows of the ring that are scanned out.
    var taken = 0..<0
    switch glass {
    case .unknown: return nil
    case .composed:
      guard calm >= Self.calmFrames, moved != 0 else { return nil }
      // Towards where there are most rows before it begins anew.
      origin = seen.row - (moved > 0 ? 0 : min(panel.height, ring.rows - 1))
    case .ring(let row): taken = (row + seen.viewport.y0)..<(row + seen.viewport.y1)
    }
    let first = (seen.row - origin).modulo(ring.rows)
    let old = window.clamped(to: seen.rows)
    if !old.isEmpty, hasHeld(old, at: old.lowerBound - seen.row + first) {
      // As a rule: only what came in is looked at row by row.
      guard
        add(seen.rows.lowerBound..<old.lowerBound, seen, first, ring, taken: taken),
        add(old.upperBound..<seen.rows.upperBound, seen, first, ring, taken: taken)
      else { return nil }
    } else if !add(seen.rows, seen, first, ring, taken: taken) {
      return nil
    }
    window = seen.rows
    return first
  }

  /// Whether rows of the page stand one after the other from a place of the ring on.
  private func hasHeld(_ rows: Range<Int>, at place: Int) -> Bool {
    guard place >= 0, place + rows.count <= held.count else { return false }
    let distance = place &- rows.lowerBound
    var differences = 0
    unsafe held.withUnsafeBufferPointer { held in
      for row in rows { unsafe differences |= held[row &+ distance] ^ row }
    }
    return differences == 0
  }

  /// Takes rows of the page that are not in the ring yet, at their places in it.
  ///
  /// - Parameter taken: places that are scanned out.
  /// - Returns: whether all of them could be taken.
  private mutating func add(
    _ rows: Range<Int>, _ seen: Seen, _ first: Int, _ ring: RowRing, taken: Range<Int>
  ) -> Bool {
    for row in rows {
      let place = row - seen.row + first
      if held[place] == row, window.contains(row) { continue }
      if taken.contains(place) { return false }
      hold(row, at: place)
      let twin = place < ring.rows ? place + ring.rows : place - ring.rows
      if !taken.contains(twin) { hold(row, at: twin) } else if held[twin] == row { held[twin] = Self.none }
    }
    return true
  }

  private mutating func hold(_ row: Int, at place: Int) {
    held[place] = row
    let dy = place - row
    // Of the two copies that grow at the same time.
    for index in strips.indices.suffix(2)
    where strips[index].dy == dy && strips[index].rows.upperBound == place {
      strips[index].rows = strips[index].rows.lowerBound..<(place + 1)
      return
    }
    strips.append(Strip(rows: place..<(place + 1), dy: dy))
  }
}
