import Numbers
import Scene

extension DisplayList {
  /// A picture at whole pixels, stored upright as the panel wants it, and with nothing else to it: nearly every layer of nearly every
  /// scene. What a layer costs that stands still is this and its comparison; by the way of all others it took 1.4 times as long.
  ///
  /// - Returns: whether it was one; else nothing is done.
  @inline(__always)
  @unsafe
  mutating func addUpright(_ address: UnsafePointer<Layer>) -> Bool {
    guard unsafe address.pointee.opacity != 0, case .none = unsafe address.pointee.sector,
      let content = unsafe address.pointee.content.uncounted
    else { return false }
    let (sourceX, sourceY) = unsafe (content.x, content.y)
    return unsafe content.pixmap._withUnsafeGuaranteedRef { pixmap in
      unsafe addUpright(address, pixmap, sourceX, sourceY)
    }
  }

  @inline(__always)
  @unsafe
  private mutating func addUpright(
    _ address: UnsafePointer<Layer>, _ pixmap: borrowing Pixmap, _ sourceX: Int, _ sourceY: Int
  ) -> Bool {
    guard pixmap.orientation == .degrees0 else { return false }
    let frame = unsafe address.pointee.frame
    func isNear(_ edge: Int) -> Bool { UInt(bitPattern: edge &+ (1 << 29)) < 1 << 30 }
    guard isNear(frame.x0), isNear(frame.y0), isNear(sourceX), isNear(sourceY) else { return false }
    let (x, y) = (frame.x0 &- sourceX, frame.y0 &- sourceY)
    let size = pixmap.size
    let (left, top) = (max(frame.x0, clip.x0, x), max(frame.y0, clip.y0, y))
    let (right, bottom) = (min(frame.x1, clip.x1, x &+ size.width), min(frame.y1, clip.y1, y &+ size.height))
    if left >= right || top >= bottom { return true }
    let (opacity, bytes) = unsafe (address.pointee.opacity, pixmap.format == .argb8888 ? 4 : 2)
    let blend: DisplayItem.Blend =
      opacity == 255 ? pixmap.isOpaque ? .copy : .over : pixmap.isOpaque ? .mix : .fade
    links.append(DisplayLinks(parent: parent, end: items.count &+ 1, twin: -1))
    if bytes == 2 { hasPages565 = true }
    let item = unsafe items.extend()
    unsafe item.initialize(to: DisplayItem(bytes == 2 ? .row565 : .row, blend, bounds: clip))
    unsafe (item.pointee.bounds.x0, item.pointee.bounds.y0) = (left, top)
    unsafe (item.pointee.bounds.x1, item.pointee.bounds.y1) = (right, bottom)
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
