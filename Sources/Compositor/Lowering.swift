import Numbers
import Scene

extension DisplayList {
  /// Lowers a scene to panel space.
  ///
  /// Everything a layer could do wrong ends here: what is empty, invisible, not finite or outside the panel becomes no item.
  mutating func lower(_ scene: borrowing Scene, panel: PixelSize, orientation: Orientation) {
    begin()
    background = Pixel(scene.background).word | 0xFF00_0000
    let target = LoweringTarget(panel: panel, orientation: orientation)
    openGroups.append(OpenGroup(item: -1, parent: -1, clip: PixelRect(panel), depth: 0))
    clip = PixelRect(panel)
    parent = -1
    // By their addresses: as values layers are copied with all they refer to, which took a third of the time that many cost.
    unsafe scene.layers.withUnsafeBufferPointer { layers in
      for index in layers.indices {
        let layer = unsafe layers.baseAddress.unsafelyUnwrapped + index
        if unsafe addPlain(layer, target) { continue }
        unsafe lower(layer, target)
      }
    }
    while openGroups.count > 1 { endGroup() }
    dropOtherPixmaps()
  }

  @unsafe
  private mutating func lower(_ address: UnsafePointer<Layer>, _ target: LoweringTarget) {
    let content = unsafe address.pointee.content
    switch content {
    case .beginGroup: return unsafe beginGroup(address.pointee, target)
    case .endGroup: return endGroup()
    default: break
    }
    let opacity = unsafe address.pointee.opacity
    if opacity == 0 { return }
    let frame = unsafe address.pointee.frame
    let outline = target.toPanel(frame.limited)
    let bounds = outline.intersection(clip)
    if bounds.isEmpty { return }
    var sector: SectorMask?
    if let slice = unsafe address.pointee.sector {
      switch SectorMask.extent(of: slice, orientation: target.orientation, viewer: target.viewer) {
      case .nothing: return
      case .everything: break
      case .slice(let mask): sector = mask
      }
    }
    let look = LayerStyle(bounds: bounds, opacity: opacity, sector: sector)
    // Given on, not copied: a picture is counted once, where the list keeps it.
    switch consume content {
    case .fill(let color, let radius):
      addFill(look, color, outline: outline, radius: radius)
    case .pixmap(let pixmap, let sourceX, let sourceY):
      addPixmap(look, pixmap, frame, sourceX, sourceY, target)
    case .image(let pixmap, let transform):
      addImage(look, pixmap, transform, target)
    case .pattern(let pixmap, let phaseX, let phaseY):
      let frame = frame.limited
      addPattern(
        look, pixmap, x: frame.x0 - phaseX.modulo(pixmap.size.width), y: frame.y0 - phaseY.modulo(pixmap.size.height),
        target)
    case .beginGroup, .endGroup:
      break
    }
  }

  // MARK: Groups

  private mutating func open(_ group: OpenGroup) {
    openGroups.append(group)
    (clip, parent) = (group.clip, group.parent)
  }

  private mutating func beginGroup(_ layer: Layer, _ target: LoweringTarget) {
    var bounds = target.toPanel(layer.frame.limited).intersection(clip)
    if layer.opacity == 0 { bounds = .empty }
    let depth = openGroups[openGroups.count - 1].depth
    let clipsOnly = OpenGroup(item: -1, parent: parent, clip: bounds, depth: depth)
    var item = DisplayItem(.group, .fade, bounds: bounds)
    item.alpha = UInt32(layer.opacity)
    var extent = SectorMask.Extent.everything
    if let slice = layer.sector {
      extent = SectorMask.extent(of: slice, orientation: target.orientation, viewer: target.viewer)
    }
    switch extent {
    case .nothing:
      open(OpenGroup(item: -1, parent: parent, clip: .empty, depth: depth))
      return
    case .slice(let mask):
      item.blend = .sector
      item.detail = addDetail(DisplayDetail(sector: mask))
    case .everything:
      // An opaque group shows what its layers would show by themselves.
      if layer.opacity == 255 { return open(clipsOnly) }
    }
    if depth == Scene.maximumGroupDepth || bounds.isEmpty { return open(clipsOnly) }
    let index = items.count
    append(item)
    hasGroups = true
    open(OpenGroup(item: index, parent: index, clip: bounds, depth: depth + 1))
  }

  private mutating func endGroup() {
    if openGroups.count == 1 { return }
    let group = openGroups.removeLast()
    (clip, parent) = (openGroups[openGroups.count - 1].clip, openGroups[openGroups.count - 1].parent)
    if group.item < 0 { return }
    if items.count == group.item + 1 {
      items.truncate(to: group.item)
      links.truncate(to: group.item)
    } else {
      links[group.item].end = items.count
    }
  }

  private mutating func append(_ item: DisplayItem) {
    links.append(DisplayLinks(parent: parent, end: items.count + 1, twin: -1))
    items.append(item)
  }

  // MARK: Fills

  private mutating func addFill(_ look: LayerStyle, _ color: Color, outline: PixelRect, radius: Double) {
    let word = Pixel(color).word.faded(look.opacity)
    if word >> 24 == 0 { return }
    let largest = Double(min(outline.width, outline.height)) / 2
    // A smaller arc leaves out less than a 16th of the corner's pixel.
    let radius = radius >= 0.5 ? min(radius, largest) : 0
    if radius < 0.5 { return addSolid(look, word, outline) }
    // Three bands between four corners; a corner in the middle column or row of an odd size belongs to the first.
    let side = Int(clamping: radius.rounded(.up))
    let left = min(side, (outline.width + 1) / 2)
    let right = min(side, outline.width - left)
    let top = min(side, (outline.height + 1) / 2)
    let bottom = min(side, outline.height - top)
    let x = (outline.x0, outline.x0 + left, outline.x1 - right, outline.x1)
    let y = (outline.y0, outline.y0 + top, outline.y1 - bottom, outline.y1)
    addSolid(look, word, PixelRect(x0: x.1, y0: y.0, x1: x.2, y1: y.1))
    addSolid(look, word, PixelRect(x0: x.0, y0: y.1, x1: x.3, y1: y.2))
    addSolid(look, word, PixelRect(x0: x.1, y0: y.2, x1: x.2, y1: y.3))
    func corner(_ column: Int, _ row: Int, _ stepX: Int, _ stepY: Int) -> Corner {
      Corner(x: column, y: row, stepX: stepX, stepY: stepY, radius: Float(radius))
    }
    addCorner(look, word, corner(x.0, y.0, 1, 1), PixelRect(x0: x.0, y0: y.0, x1: x.1, y1: y.1))
    addCorner(look, word, corner(x.3 - 1, y.0, -1, 1), PixelRect(x0: x.2, y0: y.0, x1: x.3, y1: y.1))
    addCorner(look, word, corner(x.0, y.3 - 1, 1, -1), PixelRect(x0: x.0, y0: y.2, x1: x.1, y1: y.3))
    addCorner(look, word, corner(x.3 - 1, y.3 - 1, -1, -1), PixelRect(x0: x.2, y0: y.2, x1: x.3, y1: y.3))
  }

  private mutating func addSolid(_ look: LayerStyle, _ color: UInt32, _ rect: PixelRect) {
    var item = DisplayItem(.solid, color >> 24 == 255 ? .copy : .over, bounds: rect.intersection(look.bounds))
    item.color = color
    add(item, look.sector)
  }

  private mutating func addCorner(_ look: LayerStyle, _ color: UInt32, _ corner: Corner, _ rect: PixelRect) {
    var item = DisplayItem(.corner, .over, bounds: rect.intersection(look.bounds))
    item.color = color
    add(item, look.sector, DisplayDetail(corner: corner))
  }

  @inline(__always)
  private mutating func add(_ item: DisplayItem, _ sector: SectorMask?) {
    if item.bounds.isEmpty { return }
    if sector == nil { append(item) } else { add(item, sector, DisplayDetail()) }
  }

  @inline(never)
  private mutating func add(_ item: DisplayItem, _ sector: SectorMask?, _ detail: DisplayDetail) {
    if item.bounds.isEmpty { return }
    var item = item
    var detail = detail
    if let sector {
      item.blend = .sector
      detail.sector = sector
    }
    item.detail = addDetail(detail)
    append(item)
  }

  private mutating func addDetail(_ detail: DisplayDetail) -> Int32 {
    details.append(detail)
    return Int32(clamping: details.count - 1)
  }

  // MARK: Pixmaps

  /// - Parameter frame: whose corner shows the pixmap's column `sourceX` and row `sourceY`.
  private mutating func addPixmap(
    _ look: LayerStyle, _ pixmap: consuming Pixmap, _ frame: PixelRect, _ sourceX: Int, _ sourceY: Int,
    _ target: LoweringTarget
  ) {
    let (x, overflowX) = frame.x0.subtractingReportingOverflow(sourceX)
    let (y, overflowY) = frame.y0.subtractingReportingOverflow(sourceY)
    guard !overflowX, !overflowY else { return }
    let size = pixmap.size
    let whole = PixelRect(x0: x, y0: y, x1: x &+ size.width, y1: y &+ size.height)
    if pixmap.orientation == target.orientation, whole == whole.limited {
      // Nearly every layer: stored as the panel wants it, at whole pixels. By way of maps it takes twice as long.
      addExact(look, pixmap, ExactMap(whereStoredIs: target.toPanel(whole)))
    } else {
      addImage(look, pixmap, .translation(x: Double(x), y: Double(y)), target)
    }
  }

  /// - Parameter transform: from the pixmap's pixels as the viewer sees them to viewer pixels.
  private mutating func addImage(
    _ look: LayerStyle, _ pixmap: Pixmap, _ transform: Transform, _ target: LoweringTarget
  ) {
    guard let back = transform.inverse else { return }
    let toStored = target.toViewer.then(back).then(pixmap.toStored)
    if let map = ExactMap(toStored) {
      addExact(look, pixmap, map)
    } else {
      let content = pixmap.content
      if content.isEmpty { return }
      // Half a pixel further a filter still sees something, and a sixteenth of one more where it rounds.
      let reach = 0.5625
      let touched = transform.bounds(
        of: Rect(
          x: Double(content.x0) - reach, y: Double(content.y0) - reach, width: Double(content.width) + 2 * reach,
          height: Double(content.height) + 2 * reach))
      var look = look
      look.bounds = target.toPanel(PixelRect(covering: touched)).intersection(look.bounds)
      addFiltered(look, pixmap, toStored)
    }
  }

  /// Inlined, so that of a map that only moves nothing is left but two additions.
  @inline(__always)
  private mutating func addExact(_ look: LayerStyle, _ pixmap: consuming Pixmap, _ map: ExactMap) {
    guard pixmap.isAddressable else { return }
    let whole = map.panelRect(of: pixmap.storedSize)
    let bounds = whole.intersection(look.bounds)
    if bounds.isEmpty { return }
    let grid = map.grid(of: pixmap, x: bounds.x0, y: bounds.y0)
    let is565 = pixmap.format == .rgb565
    let isDirect = grid.stepX == pixmap.format.bytesPerPixel
    var item = DisplayItem(
      is565 ? (isDirect ? .row565 : .turned565) : (isDirect ? .row : .turned),
      look.blend(isOpaque: pixmap.isOpaque), bounds: bounds)
    item.pixels = grid
    item.alpha = UInt32(look.opacity)
    if item.source == .row565 { hasPages565 = true }
    add(item, look.sector)
    keep(pixmap)
  }

  private mutating func addPattern(_ look: LayerStyle, _ pixmap: Pixmap, x: Int, y: Int, _ target: LoweringTarget) {
    let back = Transform.translation(x: -Double(x), y: -Double(y))
    guard pixmap.isAddressable, let map = ExactMap(target.toViewer.then(back).then(pixmap.toStored)) else { return }
    let tile = map.panelRect(of: pixmap.storedSize)
    var item = DisplayItem(
      pixmap.format == .rgb565 ? .pattern565 : .pattern, look.blend(isOpaque: pixmap.isOpaque), bounds: look.bounds)
    item.pixels = map.grid(of: pixmap, x: tile.x0, y: tile.y0)
    item.pixels.periodX = tile.width
    item.pixels.periodY = tile.height
    item.alpha = UInt32(look.opacity)
    add(item, look.sector)
    keep(pixmap)
  }

  private mutating func addFiltered(_ look: LayerStyle, _ pixmap: Pixmap, _ map: Transform) {
    let stored = pixmap.storedSize
    let most = ImageMap.maximumStep
    guard !look.bounds.isEmpty, stored.width <= ImageMap.maximumSide, stored.height <= ImageMap.maximumSide,
      max(abs(map.a), abs(map.b), abs(map.c), abs(map.d)) <= most
    else { return }
    let first = map.apply(Point(x: Double(look.bounds.x0) + 0.5, y: Double(look.bounds.y0) + 0.5))
    guard abs(first.x) < 1e9, abs(first.y) < 1e9 else { return }
    // All of it within 10⁹, as was just looked at.
    func fixed(_ value: Double) -> Int { Int(bounded: (value * Double(ImageMap.one)).rounded()) }
    // Weights are cut to 16ths; half of one makes that rounding.
    let half = ImageMap.one / 32
    var item = DisplayItem(.image, look.blend(isOpaque: false), bounds: look.bounds)
    item.alpha = UInt32(look.opacity)
    item.pixels = PixelGrid(
      origin: unsafe UInt(bitPattern: pixmap.origin), originX: 0, originY: 0, stepX: 0, stepY: 0, periodX: 1, periodY: 1
    )
    let image = ImageMap(
      u: fixed(first.x - 0.5) + half, v: fixed(first.y - 0.5) + half, columnU: fixed(map.a), columnV: fixed(map.b),
      rowU: fixed(map.c), rowV: fixed(map.d), width: stored.width, height: stored.height, pitch: pixmap.pitch,
      is565: pixmap.format == .rgb565, hasBorder: pixmap.border > 0)
    add(item, look.sector, DisplayDetail(image: image))
    keep(pixmap)
  }
}

/// What all contents of a layer share once it is in panel space.
private struct LayerStyle {
  /// Panel pixels it may touch.
  var bounds: PixelRect
  var opacity: UInt8
  var sector: SectorMask?

  func blend(isOpaque: Bool) -> DisplayItem.Blend {
    if opacity == 255 { return isOpaque ? .copy : .over }
    return isOpaque ? .mix : .fade
  }
}

/// The panel a scene is lowered for.
struct LoweringTarget {
  var orientation: Orientation
  /// The picture as the viewer sees it.
  var viewer: PixelSize
  var toViewer: Transform

  init(panel: PixelSize, orientation: Orientation) {
    self.orientation = orientation
    viewer = orientation.turn(panel)
    toViewer = Transform(turning: orientation.inverse, of: panel)
  }

  @inline(__always)
  func toPanel(_ rect: PixelRect) -> PixelRect {
    orientation == .degrees0 ? rect : orientation.toPanel(rect, viewer: viewer)
  }
}

extension Transform {
  /// `Orientation.toPanel` of points, for a picture of this size, as a map.
  init(turning orientation: Orientation, of size: PixelSize) {
    let origin = orientation.toPanel(Point.zero, viewer: size)
    let x = orientation.toPanel(Point(x: 1, y: 0), viewer: size)
    let y = orientation.toPanel(Point(x: 0, y: 1), viewer: size)
    self.init(
      a: x.x - origin.x, b: x.y - origin.y, c: y.x - origin.x, d: y.y - origin.y, tx: origin.x, ty: origin.y)
  }
}

extension Pixmap {
  /// Whether all its pixels can be counted by half an `Int`; those of which a row is larger than two gigabytes are not drawn.
  @inline(__always)
  var isAddressable: Bool { max(pitch, size.width, size.height) <= 1 << 30 }

  /// From the pixmap's pixels as the viewer sees them to stored pixels.
  fileprivate var toStored: Transform { Transform(turning: orientation, of: size) }
}

extension PixelRect {
  /// With edges that can be added up and turned without overflow; far outside every panel.
  fileprivate var limited: PixelRect {
    func limit(_ value: Int) -> Int { min(max(value, -1 << 30), 1 << 30) }
    return PixelRect(x0: limit(x0), y0: limit(y0), x1: limit(x1), y1: limit(y1))
  }
}

extension UInt32 {
  /// A premultiplied pixel times an opacity, rounded to nearest.
  fileprivate func faded(_ opacity: UInt8) -> UInt32 {
    func channel(_ shift: UInt32) -> UInt32 { (((self >> shift & 0xFF) * UInt32(opacity) + 127) / 255) << shift }
    return channel(24) | channel(16) | channel(8) | channel(0)
  }
}

extension Int {
  /// The remainder that is never negative.
  func modulo(_ divisor: Int) -> Int {
    let remainder = self % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }
}
