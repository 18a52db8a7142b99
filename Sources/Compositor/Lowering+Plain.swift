import Numbers
import Scene

extension DisplayList {
  /// A picture at whole pixels, stored as the panel wants it, and with nothing else to it: nearly every layer of nearly every scene.
  /// What a layer costs that stands still is this and its comparison; by the way of all others it took 1.4 times as long.
  ///
  /// - Returns: whether it was one; else nothing is done.
  @inline(__always)
  @unsafe
  mutating func addPlain(_ address: UnsafePointer<Layer>, _ target: LoweringTarget) -> Bool {
    guard unsafe address.pointee.opacity != 0, case .none = unsafe address.pointee.sector,
      let content = unsafe address.pointee.content.uncounted
    else { return false }
    let (sourceX, sourceY) = unsafe (content.x, content.y)
    return unsafe content.pixmap._withUnsafeGuaranteedRef { pixmap in
      unsafe addPlain(address, pixmap, sourceX, sourceY, target)
    }
  }

  @inline(__always)
  @unsafe
  private mutating func addPlain(
    _ address: UnsafePointer<Layer>, _ pixmap: borrowing Pixmap, _ sourceX: Int, _ sourceY: Int,
    _ target: LoweringTarget
  ) -> Bool {
    guard pixmap.orientation == target.orientation, pixmap.isAddressable else { return false }
    let frame = unsafe address.pointee.frame
    func isNear(_ edge: Int) -> Bool { UInt(bitPattern: edge &+ (1 << 29)) < 1 << 30 }
    guard isNear(frame.x0), isNear(frame.y0), isNear(sourceX), isNear(sourceY) else { return false }
    let (shownX, shownY) = (frame.x0 &- sourceX, frame.y0 &- sourceY)
    let size = pixmap.size
    let seen = PixelRect(
      near: max(frame.x0, shownX), max(frame.y0, shownY), min(frame.x1, shownX &+ size.width),
      min(frame.y1, shownY &+ size.height))
    let outline = target.toPanel(seen)
    let whole = target.toPanel(PixelRect(near: shownX, shownY, shownX &+ size.width, shownY &+ size.height))
    let (x, y) = (whole.x0, whole.y0)
    let (left, top) = (max(outline.x0, clip.x0), max(outline.y0, clip.y0))
    let (right, bottom) = (min(outline.x1, clip.x1), min(outline.y1, clip.y1))
    if left >= right || top >= bottom { return true }
    let (opacity, bytes) = unsafe (address.pointee.opacity, pixmap.format == .argb8888 ? 4 : 2)
    let blend: DisplayItem.Blend =
      opacity == 255 ? pixmap.isOpaque ? .copy : .over : pixmap.isOpaque ? .mix : .fade
    unsafe links.extend().initialize(to: DisplayLinks(parent: parent, end: items.count &+ 1, twin: -1))
    if bytes == 2 { hasPages565 = true }
    let item = unsafe items.extend()
    unsafe item.initialize(
      to: DisplayItem(
        bytes == 2 ? .row565 : .row, blend, bounds: PixelRect(near: left, top, right, bottom)))
    unsafe item.pointee.alpha = UInt32(opacity)
    let first = unsafe pixmap.origin + ((top &- y) &* pixmap.pitch &+ (left &- x) &* bytes)
    unsafe item.pointee.pixels = PixelGrid(
      origin: UInt(bitPattern: first), originX: left, originY: top, stepX: bytes, stepY: pixmap.pitch, periodX: 1,
      periodY: 1)
    keep(pixmap)
    return true
  }
}

extension Layer.Content {
  /// A picture without being counted, and where its corner is; nil of what is none. The scene keeps it meanwhile.
  @inline(__always)
  fileprivate var uncounted: (pixmap: Unmanaged<Pixmap>, x: Int, y: Int)? {
    guard case .pixmap(let pixmap, let x, let y) = self else { return nil }
    return unsafe (Unmanaged.passUnretained(pixmap), x, y)
  }
}
