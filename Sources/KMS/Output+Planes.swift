import Compositor
import Glibc
import Numbers
import Scene

// Pages that scroll without being composed: the primary plane scans out a part of a ring of rows, overlays lie over it.

/// Planes that a page can scroll on, and its rows.
struct PagePlanes<Card: ModesettingCard> {
  let ring: RowRing
  /// Twice the ring's rows.
  let buffer: ScanoutBuffer<Card>
  let overlays: [OverlayPlane]
}

/// A plane that lies over the primary one, its properties resolved once.
struct OverlayPlane {
  let id: UInt32
  let properties: PropertyTable

  /// Most of a CRTC's that are used: header, indicator, footer, and one to spare.
  static let most = 4
  /// What a plane is placed with.
  static let needed = [
    "FB_ID", "CRTC_ID", "CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H", "SRC_X", "SRC_Y", "SRC_W", "SRC_H",
  ]

  /// The overlays of a card that can be laid over a CRTC's primary plane, as they are found.
  ///
  /// - Parameters:
  ///   - bit: of the CRTC, in masks.
  ///   - format: `DRM_FORMAT_*`.
  ///   - height: `zpos` of the primary plane; nil where planes have none.
  ///   - names: properties that a plane must have; the kernel shows most of them to atomic clients only.
  static func find(
    onCRTC crtc: UInt32, bit: UInt32, format: UInt32 = PixelFormat.xrgb8888.fourCC, above height: UInt64? = nil,
    needing names: [String] = needed, on card: some ModesettingCard
  ) throws(ModesettingError) -> [OverlayPlane] {
    var found: [OverlayPlane] = []
    for plane in try card.planes() where plane.possibleCRTCs & bit != 0 && (plane.crtc == 0 || plane.crtc == crtc) {
      guard plane.formats.contains(format) else { continue }
      let properties = try PropertyTable(of: .plane(plane.id), on: card)
      guard properties.choice("type") == "Overlay", properties.has(names) else { continue }
      if let height, let own = properties.value("zpos"), own <= height { continue }
      found.append(OverlayPlane(id: plane.id, properties: properties))
    }
    return found
  }
}

extension AtomicRequest {
  /// Places a plane: a part of a framebuffer at its own size, all in pixels.
  mutating func place(
    _ plane: UInt32, _ properties: PropertyTable, framebuffer: UInt32, crtc: UInt32, from source: PixelRect,
    to target: PixelRect
  ) {
    func word(_ value: Int) -> UInt64 { UInt64(clamping: value) }
    set(plane, properties.id("FB_ID"), UInt64(framebuffer))
    set(plane, properties.id("CRTC_ID"), UInt64(crtc))
    set(plane, properties.id("CRTC_X"), word(target.x0))
    set(plane, properties.id("CRTC_Y"), word(target.y0))
    set(plane, properties.id("CRTC_W"), word(target.width))
    set(plane, properties.id("CRTC_H"), word(target.height))
    // The source rectangle is in 16.16 fixed point.
    set(plane, properties.id("SRC_X"), word(source.x0) << 16)
    set(plane, properties.id("SRC_Y"), word(source.y0) << 16)
    set(plane, properties.id("SRC_W"), word(source.width) << 16)
    set(plane, properties.id("SRC_H"), word(source.height) << 16)
  }

  /// Places an overlay over the panel: the same part of a picture as it covers. Without a part it lies nowhere.
  ///
  /// The kernel looks each property up that is set, and checks each plane: what is as it was is left out.
  ///
  /// - Parameter laid: the part it shows now, and nil in it for none; nil where that is not known.
  mutating func lay(
    _ overlay: OverlayPlane, _ part: PixelRect?, of framebuffer: UInt32, crtc: UInt32, laid: PixelRect?? = nil
  ) {
    if let laid, laid == part {
      if part != nil { set(overlay.id, overlay.properties.id("FB_ID"), UInt64(framebuffer)) }
      return
    }
    guard let part else {
      set(overlay.id, overlay.properties.id("FB_ID"), 0)
      set(overlay.id, overlay.properties.id("CRTC_ID"), 0)
      return
    }
    place(overlay.id, overlay.properties, framebuffer: framebuffer, crtc: crtc, from: part, to: part)
    // DRM_MODE_ROTATE_0, and opaque, whatever was there before.
    set(overlay.id, overlay.properties.id("rotation"), 1)
    set(overlay.id, overlay.properties.id("alpha"), 0xFFFF)
  }
}

extension Output {
  /// Finds out whether pages can scroll on planes, by trying states that show nothing.
  ///
  /// Some drivers take any source rectangle and ignore it, and one writes past its memory: they are the ones without a vertical blank or
  /// without overlays, and are not asked.
  ///
  /// - Returns: nil with a line in the log that says why, where one tries to.
  func findPlanes(hasVerticalBlank: Bool) -> PagePlanes<Card>? {
    guard isAtomic, strategy == .flip, hasVerticalBlank, let primary = pipe.primary, format.bytesPerPixel == 4 else {
      return nil
    }
    do throws(ModesettingError) {
      var overlays = try OverlayPlane.find(
        onCRTC: pipe.crtc, bit: pipe.bit, format: format.fourCC, above: primary.properties.value("zpos"), on: card)
      overlays = Array(overlays.prefix(OverlayPlane.most))
      if overlays.isEmpty { return nil }
      let size = mode.size
      let rows = RowRing(panel: size, overlays: overlays.count).rows
      let buffer = try Buffer(PixelSize(width: size.width, height: 2 * rows), format, on: card)
      while true {
        let planes = PagePlanes(ring: RowRing(rows: rows, overlays: overlays.count), buffer: buffer, overlays: overlays)
        do throws(ModesettingError) {
          try tryPlanes(planes)
          log.write(
            "\(connector.name): pages scroll on planes, \(rows) rows in a ring and \(overlays.count) overlay\(overlays.count == 1 ? "" : "s")"
          )
          return planes
        } catch {
          if overlays.count == 1 || error.remedy != .change { throw error }
          overlays.removeLast()
        }
      }
    } catch {
      log.write("\(connector.name): planes cannot scroll pages, every frame is composed (\(error))")
      return nil
    }
  }

  /// A state with the ring's last rows and all overlays, one of them as narrow as an indicator.
  private func tryPlanes(_ planes: PagePlanes<Card>) throws(ModesettingError) {
    let size = mode.size
    let band = max(size.height / (planes.overlays.count + 1), 1)
    let parts = planes.overlays.indices.map { index in
      let isNarrow = index == planes.overlays.count - 1 && index > 0
      return PixelRect(
        x0: isNarrow ? max(size.width - 8, 0) : 0, y0: index * band, x1: size.width,
        y1: min((index + 1) * band, size.height))
    }
    try commitFullState(
      showing: buffers[0], [.testOnly, .allowModeset],
      planes: (planes, PlaneFrame(row: planes.ring.rows - 1, overlays: parts)))
  }

  /// Shows rows of the ring with parts of a buffer over them; does not block. What became of it is an event.
  func queue(_ buffer: Buffer, _ frame: PlaneFrame, token: UInt64) throws(ModesettingError) {
    guard let planes, let primary = pipe.primary else {
      throw ModesettingError("drmModeAtomicCommit (the planes were given up)", on: .crtc(pipe.crtc), number: EINVAL)
    }
    releaseClips()
    request.removeAll()
    request.set(primary.id, primary.framebuffer, UInt64(planes.buffer.framebuffer))
    request.set(primary.id, primary.properties.id("SRC_Y"), UInt64(clamping: frame.row) << 16)
    request.set(primary.id, primary.damage, 0)
    lay(planes, frame.overlays, of: buffer, laid: laid)
    laid = nil
    // Also when it is refused: what follows is set as a whole then.
    isOnPlanes = true
    try card.queue(request, token: token)
  }

  /// - Parameter laid: what the overlays show now; nil where that is not known.
  func lay(_ planes: PagePlanes<Card>, _ parts: [PixelRect], of buffer: Buffer?, laid: [PixelRect]? = nil) {
    func part(_ index: Int, of parts: [PixelRect]) -> PixelRect? { index < parts.count ? parts[index] : nil }
    for (index, overlay) in planes.overlays.enumerated() {
      request.lay(
        overlay, part(index, of: parts), of: buffer?.framebuffer ?? 0, crtc: pipe.crtc,
        laid: laid.map { part(index, of: $0) })
    }
  }

  /// Composes every frame from now on: the driver does not take what it took when it was tried.
  func giveUpPlanes(after error: ModesettingError) {
    planes = nil
    log.write("\(connector.name): planes cannot scroll pages any more, every frame is composed (\(error))")
  }
}
