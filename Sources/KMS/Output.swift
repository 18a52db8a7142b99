import Compositor
import Glibc
import Numbers
import Panel
import Scene

/// A connector, the CRTC and the plane that feed it, and the buffers they show: every call to the kernel that puts pixels on a panel.
///
/// What to do next is `KMSDisplay`'s business.
final class Output<Card: ModesettingCard> {
  // Many properties: what was found, what is driven by it, and what the kernel has been told.
  typealias Buffer = ScanoutBuffer<Card>

  /// How a frame gets to the panel.
  enum Strategy: Hashable {
    /// The hardware scans a buffer out: another one is drawn, and they change at the vertical blank.
    case flip
    /// The driver copies what changed to the panel (SPI, USB, virtual machines): one buffer, drawn in place.
    case upload
  }

  let card: Card
  let node: CardNode
  private(set) var strategy: Strategy
  private(set) var isAtomic: Bool
  private(set) var buffers: [Buffer] = []
  /// Whether the mode was changed from what was found.
  private(set) var hasChangedMode = false

  /// What pages scroll on; nil where every frame is composed.
  var planes: PagePlanes<Card>?
  /// The overlays and the primary plane may lie as a page on planes had them.
  var isOnPlanes = false
  /// The parts of a picture that the overlays show; nil where a frame is under way, or that is not known.
  var laid: [PixelRect]?

  let pipe: Pipe
  private var fallbacks: ModeFallbacks
  var request = AtomicRequest()
  /// The damage of the frame on its way, which the kernel has not looked at yet; 0 for none.
  private var clips: UInt32 = 0
  let log: LogDeduplicator

  var connector: Connector { pipe.connector }
  /// The monitor's own, to know it again; empty without one.
  var edid: [UInt8] { pipe.edid }
  /// How the panel is mounted.
  var mounting: Orientation { pipe.mounting }
  var hasMonotonicTime: Bool { pipe.hasMonotonicTime }
  private var crtc: UInt32 { pipe.crtc }
  private var found: CRTCState { pipe.found }
  private var primary: PrimaryPlane? { pipe.primary }

  /// Whether the driver is asked to transfer each frame, and is done when it has.
  var isUploading: Bool { strategy == .upload && !isAtomic }
  /// How long a frame may be under way.
  var patience: Nanoseconds { isUploading ? KMSTiming.uploadTimeout : KMSTiming.flipTimeout }
  var mode: VideoMode { fallbacks.choice.mode }
  var format: PixelFormat { fallbacks.choice.format }

  /// - Throws: when no mode and format of the panel can be driven.
  init(_ card: Card, _ row: CardSurvey.Row, options: KMSOptions, log: LogDeduplicator) throws(ModesettingError) {
    self.card = card
    node = row.card
    self.log = log
    let sharesPlanes = Self.enables(.universalPlanes, on: card)
    let mayBeAtomic = !options.forcesLegacy && sharesPlanes && Self.enables(.atomic, on: card)
    // After the capability: the kernel shows what atomic states are made of to nobody else.
    let pipe = try Pipe(row, sharesPlanes: sharesPlanes, on: card)
    self.pipe = pipe
    isAtomic = mayBeAtomic && pipe.isComplete

    let known = pipe.primary?.formats
    let formats = options.formats.filter { known?.contains($0.fourCC) ?? true }
    let hasVerticalBlank = Self.hasVerticalBlank(card, pipe.crtc)
    // Legacy uploads need a driver that transfers on request; the first transfer shows whether it does.
    strategy = hasVerticalBlank || (isAtomic && pipe.primary?.damage == nil) ? .flip : .upload
    fallbacks = ModeFallbacks(
      ModeFallbacks.order(pipe.connector.modes, asked: options.mode), formats: formats,
      buffers: strategy == .upload ? [1] : [3, 2])
    guard !fallbacks.choices.isEmpty else {
      throw ModesettingError("drmModeGetPlane (no format in common)", on: .connector(pipe.connector.id), number: EINVAL)
    }
    try allocate(from: 0)
    describeCard()
    if options.usesPlanes { planes = findPlanes(hasVerticalBlank: hasVerticalBlank) }
  }

  private func describeCard() {
    let legacy = isAtomic ? "atomic" : "legacy"
    let way = strategy == .flip ? "\(buffers.count) buffers" : "uploads without a vertical blank"
    log.write("panel \(connector.name) on \(node.path) (\(card.driver)): \(mode), \(format.name), \(way), \(legacy)")
    if mode.refreshMillihertz == nil {
      log.write(
        "\(connector.name): the mode's clock and totals give no rate between 1 and 240 Hz (the driver says \(mode.claimedRefresh)); frames are paced at 60 Hz"
      )
    }
    if card.capability(.prefersShadow) ?? 0 != 0 {
      log.write("\(node.path): the driver's memory is slow to read; it is only ever written, row by row")
    }
  }

  // MARK: Buffers

  /// Takes the first choice from `start` on that the driver has memory for and does not refuse.
  ///
  /// - Throws: why the last one failed.
  private func allocate(from start: Int) throws(ModesettingError) {
    var index = start
    while true {
      do throws(ModesettingError) {
        try occupy(index)
        return
      } catch {
        buffers = []
        let tried = fallbacks.choices[index]
        let next: Int?
        switch error.remedy {
        case .shrink:
          sayMemoryIsShort(tried)
          next = fallbacks.smaller(than: index)
        case .change:
          log.write("\(connector.name): the driver refuses \(tried.mode), \(tried.format.name) (\(error))")
          next = fallbacks.different(from: index)
        default: throw error
        }
        if let next {
          index = next
        } else if isAtomic, error.remedy == .change {
          log.write("\(connector.name): nothing passes as an atomic state; using the legacy interface")
          isAtomic = false
          index = start
        } else {
          throw error
        }
      }
    }
  }

  private func occupy(_ index: Int) throws(ModesettingError) {
    let choice = fallbacks.choices[index]
    buffers = []
    for _ in 0..<choice.buffers { buffers.append(try Buffer(choice.mode.size, choice.format, on: card)) }
    fallbacks.use(index)
    if isAtomic { try commitFullState(showing: buffers[0], [.testOnly, .allowModeset]) }
  }

  /// Steps down for want of memory while the panel runs, keeping the frame that is drawn if only a spare buffer has to go.
  ///
  /// - Returns: false when all buffers are new ones.
  func shrink(keeping kept: [Buffer]) throws(ModesettingError) -> Bool {
    sayMemoryIsShort(fallbacks.choice)
    planes = nil
    if let fewer = fallbacks.withFewerBuffers(than: fallbacks.current) {
      fallbacks.use(fewer)
      while buffers.count > fallbacks.choice.buffers,
        let spare = buffers.firstIndex(where: { buffer in !kept.contains { $0 === buffer } })
      {
        buffers.remove(at: spare)
      }
      return true
    }
    guard let next = fallbacks.smaller(than: fallbacks.current) else {
      throw ModesettingError(
        "drmModeCreateDumbBuffer", on: .buffer(width: mode.size.width, height: mode.size.height), number: ENOMEM)
    }
    try allocate(from: next)
    return false
  }

  private func sayMemoryIsShort(_ choice: ModeFallbacks.Choice) {
    let size = choice.mode.size
    let bytes = choice.byteCount
    let megabytes = (bytes + 1_048_575) >> 20
    log.write(
      "\(node.path): not enough contiguous memory (CMA) for \(size.width)x\(size.height)x\(choice.format.bytesPerPixel)x\(choice.buffers) = \(megabytes) MB; cma=\(max(64, megabytes * 2))M on the kernel's command line gives more"
    )
  }

  /// Has the driver upload to the panel from now on: its flips turned out not to wait for a vertical blank.
  func useUploads(keeping front: Buffer) {
    guard strategy == .flip, isAtomic, primary?.damage != nil, !isOnPlanes else { return }
    planes = nil
    strategy = .upload
    buffers = [front]
    log.write("\(connector.name): flips complete without a vertical blank; one buffer is uploaded where it changes")
  }

  // MARK: Showing

  /// Shows a buffer with everything set anew: mode, connector, plane. Blocks until it is on the glass.
  ///
  /// - Parameter takesOver: tries first without a modeset, which leaves the picture of before (a splash) until the new one.
  func setMode(showing buffer: Buffer, takesOver: Bool) throws(ModesettingError) {
    let isRunning = takesOver && found.mode?.isSame(as: mode) ?? false
    guard isAtomic else {
      try card.setMode(mode, ofCRTC: crtc, showing: buffer.framebuffer, on: connector.id)
      card.hideCursor(ofCRTC: crtc)
      if !isRunning { hasChangedMode = true }
      return
    }
    if isRunning {
      do throws(ModesettingError) {
        try commitFullState(showing: buffer, [])
        log.write("\(connector.name): took over the running mode; nothing flashed")
        return
      } catch {
        if error.remedy != .change { throw error }
      }
    }
    try commitFullState(showing: buffer, .allowModeset)
    hasChangedMode = true
  }

  /// Ends the signal to the panel, which then sleeps, until `setMode`. Blocks.
  func turnOff() throws(ModesettingError) {
    guard isAtomic else { return try card.turnOff(crtc: crtc) }
    request.removeAll()
    request.set(crtc, pipe.crtcProperties.id("ACTIVE"), 0)
    try card.commit(request, .allowModeset)
  }

  /// - Parameter planes: what pages scroll on and how a frame lies there; without them `buffer` is all there is to see.
  func commitFullState(
    showing buffer: Buffer, _ flags: AtomicRequest.Flags, planes: (PagePlanes<Card>, PlaneFrame)? = nil
  ) throws(ModesettingError) {
    let blob = try card.makeBlob(mode)
    defer { card.destroyBlob(blob) }
    request.removeAll()
    request.set(connector.id, pipe.connectorProperties.id("CRTC_ID"), UInt64(crtc))
    request.set(connector.id, pipe.connectorProperties.id("link-status"), 0)
    try disableOthers()
    request.set(crtc, pipe.crtcProperties.id("MODE_ID"), UInt64(blob))
    request.set(crtc, pipe.crtcProperties.id("ACTIVE"), 1)
    if let primary {
      let panel = PixelRect(mode.size)
      let plane = primary.properties
      request.place(
        primary.id, primary.placement, framebuffer: (planes?.0.buffer ?? buffer).framebuffer, crtc: crtc,
        from: panel.offset(dx: 0, dy: planes?.1.row ?? 0), to: panel)
      // DRM_MODE_ROTATE_0: pixels are turned while they are drawn.
      request.set(primary.id, plane.id("rotation"), 1)
      request.set(primary.id, plane.id("FB_DAMAGE_CLIPS"), 0)
    }
    if let (planes, frame) = planes { lay(planes, frame.overlays, of: buffer) }
    try card.commit(request, flags)
    if !flags.contains(.testOnly) { (isOnPlanes, laid) = (false, nil) }
  }

  /// What else lies on the CRTC, such as the mouse cursor of the program before, and connectors that clone it.
  private func disableOthers() throws(ModesettingError) {
    for plane in try card.planes() where plane.crtc == crtc && plane.id != primary?.id {
      let properties = try PropertyTable(of: .plane(plane.id), on: card)
      request.set(plane.id, properties.id("FB_ID"), 0)
      request.set(plane.id, properties.id("CRTC_ID"), 0)
    }
    for id in try card.resources().connectors where id != connector.id {
      let properties = try PropertyTable(of: .connector(id), on: card)
      if properties.value("CRTC_ID") == UInt64(crtc) { request.set(id, properties.id("CRTC_ID"), 0) }
    }
  }

  /// Shows a frame on a panel whose mode is set; does not block. What became of it is an event.
  ///
  /// - Parameter frameDamage: what differs from the frame before it, in panel pixels; not what was drawn in this buffer.
  func queue(_ buffer: Buffer, frameDamage: borrowing Region, token: UInt64) throws(ModesettingError) {
    guard isAtomic, let primary else {
      if isUploading { return try card.queueUpload(buffer.framebuffer, frameDamage, token: token) }
      return try card.queueFlip(crtc: crtc, to: buffer.framebuffer, token: token)
    }
    releaseClips()
    if primary.damage != nil, !frameDamage.isEmpty { clips = try card.makeBlob(frameDamage) }
    request.removeAll()
    request.set(primary.id, primary.placement.framebuffer, UInt64(buffer.framebuffer))
    // Not carried over from the frame before, so it is set each time.
    request.set(primary.id, primary.damage, UInt64(clips))
    if isOnPlanes {
      request.set(primary.id, primary.placement.y.source, 0)
      if let planes { lay(planes, [], of: nil) }
    }
    try card.queue(request, token: token)
  }

  /// Nothing more becomes of the frame on its way.
  func abandonFrame() {
    card.withdraw()
    releaseClips()
  }

  /// The kernel has the frame, or will never have it.
  func releaseClips() {
    if clips != 0 { card.destroyBlob(clips) }
    clips = 0
  }

  /// Has frames flipped from now on if a driver does not do uploads; it is not asked again.
  ///
  /// - Returns: whether that is what the error says.
  func givesUpUploads(after error: ModesettingError) -> Bool {
    guard isUploading, error.number == ENOSYS || error.number == EOPNOTSUPP else { return false }
    strategy = .flip
    // So that no frame is drawn in the buffer on the glass.
    if let spare = try? Buffer(mode.size, format, on: card) { buffers.append(spare) }
    return true
  }

  /// The vertical blanks so far; 0 where there are none.
  func verticalBlanks() -> UInt64 { (try? card.verticalBlanks(ofCRTC: crtc)) ?? 0 }

  /// The driver lost the link to the panel and waits for a modeset.
  func isLinkBad() -> Bool {
    (try? PropertyTable(of: .connector(connector.id), on: card))?.choice("link-status") == "Bad"
  }

  /// Uses the interface of before atomic modesetting from now on.
  func fallBack() {
    log.write("\(connector.name): the driver refuses atomic states that it took before; using the legacy interface")
    planes = nil
    isAtomic = false
  }

  /// Shows what was there before this program.
  func restore() throws(ModesettingError) {
    guard hasChangedMode, let mode = found.mode, found.framebuffer != 0 else { return }
    try card.setMode(mode, ofCRTC: crtc, showing: found.framebuffer, on: connector.id)
  }
}

extension Orientation {
  /// From the kernel's name for the side of the panel that is up.
  ///
  /// A panel whose left side is up was turned clockwise, so its picture is turned back.
  init(panelOrientation name: String?) {
    self =
      switch name {
      case "Upside Down": .degrees180
      case "Left Side Up": .degrees270
      case "Right Side Up": .degrees90
      default: .degrees0
      }
  }
}
