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

/// What a plane is placed with: looked up once, and not by their names in each frame.
struct PlacementProperties {
  /// Of one side of a rectangle: where it lies on the panel, and where in its picture.
  typealias Side = (target: UInt32?, source: UInt32?)

  let framebuffer: UInt32?
  let crtc: UInt32?
  let x, y, width, height: Side

  init(_ table: PropertyTable) {
    func side(_ name: String) -> Side { (table.id("CRTC_" + name), table.id("SRC_" + name)) }
    (framebuffer, crtc) = (table.id("FB_ID"), table.id("CRTC_ID"))
    (x, y, width, height) = (side("X"), side("Y"), side("W"), side("H"))
  }
}

/// A plane that lies over the primary one, its properties resolved once.
struct OverlayPlane {
  let id: UInt32
  let placement: PlacementProperties
  /// nil where it has none.
  let rotation, alpha: UInt32?

  init(id: UInt32, _ properties: PropertyTable) {
    self.id = id
    placement = PlacementProperties(properties)
    (rotation, alpha) = (properties.id("rotation"), properties.id("alpha"))
  }

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
      found.append(OverlayPlane(id: plane.id, properties))
    }
    return found
  }
}

extension AtomicRequest {
  /// Places a plane: a part of a framebuffer at its own size, all in pixels.
  mutating func place(
    _ plane: UInt32, _ properties: PlacementProperties, framebuffer: UInt32, crtc: UInt32, from source: PixelRect,
    to target: PixelRect
  ) {
    set(plane, properties.framebuffer, UInt64(framebuffer))
    set(plane, properties.crtc, UInt64(crtc))
    place(plane, properties.x, source.x0, target.x0)
    place(plane, properties.y, source.y0, target.y0)
    place(plane, properties.width, source.width, target.width)
    place(plane, properties.height, source.height, target.height)
  }

  private mutating func place(_ plane: UInt32, _ side: PlacementProperties.Side, _ source: Int, _ target: Int) {
    set(plane, side.target, UInt64(clamping: target))
    // The source rectangle is in 16.16 fixed point.
    set(plane, side.source, UInt64(clamping: source) << 16)
  }

  /// Places an overlay over the panel: the same part of a picture as it covers. Without a part it lies nowhere.
  ///
  /// The kernel looks each property up that is set, and checks each plane: what is as it was is left out.
  ///
  /// - Parameter laid: the part it shows now, and nil in it for none; nil where that is not known.
  mutating func lay(
    _ overlay: OverlayPlane, _ part: PixelRect?, of framebuffer: UInt32, crtc: UInt32, laid: PixelRect?? = nil
  ) {
    let placement = overlay.placement
    switch (laid, part) {
    case (.some(nil), nil): break
    case (_, nil):
      set(overlay.id, placement.framebuffer, 0)
      set(overlay.id, placement.crtc, 0)
    case (.some(let before?), let part?):
      func move(_ side: PlacementProperties.Side, _ old: Int, _ new: Int) {
        if old != new { place(overlay.id, side, new, new) }
      }
      set(overlay.id, placement.framebuffer, UInt64(framebuffer))
      move(placement.x, before.x0, part.x0)
      move(placement.y, before.y0, part.y0)
      move(placement.width, before.width, part.width)
      move(placement.height, before.height, part.height)
    case (_, let part?):
      place(overlay.id, placement, framebuffer: framebuffer, crtc: crtc, from: part, to: part)
      // DRM_MODE_ROTATE_0, and opaque, whatever was there before.
      set(overlay.id, overlay.rotation, 1)
      set(overlay.id, overlay.alpha, 0xFFFF)
    }
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
    request.set(primary.id, primary.placement.framebuffer, UInt64(planes.buffer.framebuffer))
    request.set(primary.id, primary.placement.y.source, UInt64(clamping: frame.row) << 16)
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
