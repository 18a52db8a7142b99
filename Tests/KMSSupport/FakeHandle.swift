public import Compositor
import Glibc
public import KMS
public import Scene

/// A card as one program has it open.
public final class FakeHandle: ModesettingCard {
  let card: FakeCard
  var events: [CardEvent] = []
  private var wasMaster = false
  private var hasUniversalPlanes = false
  private(set) var hasAtomic = false
  private var ownFramebuffers: Set<UInt32> = []

  /// The kernel's properties, numbered.
  static let propertyNames = [
    "CRTC_ID", "link-status", "non-desktop", "panel orientation", "EDID", "TILE", "MODE_ID", "ACTIVE", "type", "FB_ID",
    "SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H", "rotation", "FB_DAMAGE_CLIPS",
    "zpos",
  ]

  init(_ card: FakeCard) {
    self.card = card
    card.openCount += 1
    if !card.hasForeignMaster, card.master == nil {
      card.master = self
      wasMaster = true
    }
  }

  /// Closing: what is left goes, and with it what is on the glass.
  deinit {
    for number in ownFramebuffers { remove(number) }
  }

  public var driver: String { card.driver }
  public var isMaster: Bool { card.master === self && !card.hasForeignMaster }

  public func setMaster() throws(ModesettingError) {
    try card.failures.take(.setMaster, "drmSetMaster", on: .card(card.path))
    guard wasMaster, !card.isLent, !card.hasForeignMaster, card.master == nil || card.master === self else {
      throw ModesettingError("drmSetMaster", on: .card(card.path), number: EACCES)
    }
    card.master = self
  }

  public func dropMaster() throws(ModesettingError) {
    try card.failures.take(.dropMaster, "drmDropMaster", on: .card(card.path))
    if card.isLent { throw ModesettingError("drmDropMaster", on: .card(card.path), number: EACCES) }
    if card.master === self { card.master = nil }
  }

  public func capability(_ capability: CardCapability) -> UInt64? { card.capabilities[capability] }

  public func enable(_ capability: ClientCapability) throws(ModesettingError) {
    switch capability {
    case .universalPlanes:
      try card.failures.take(.enableUniversalPlanes, "drmSetClientCap", on: .card(card.path))
      hasUniversalPlanes = true
    case .atomic:
      try card.failures.take(.enableAtomic, "drmSetClientCap", on: .card(card.path))
      hasAtomic = true
    }
  }

  func needMaster(_ call: StaticString, _ object: ModesettingError.Object) throws(ModesettingError) {
    if !isMaster {
      card.callsWithoutMaster += 1
      throw ModesettingError(call, on: object, number: EACCES)
    }
  }
}

// MARK: What there is

extension FakeHandle {
  public func resources() throws(ModesettingError) -> CardResources {
    try card.failures.take(.resources, "drmModeGetResources", on: .card(card.path))
    if card.isRenderOnly { throw ModesettingError("drmModeGetResources", on: .card(card.path), number: EOPNOTSUPP) }
    return CardResources(crtcs: card.crtcs.map(\.id), connectors: card.connectors.map(\.id))
  }

  func find(_ id: UInt32) throws(ModesettingError) -> FakeConnector {
    guard card.isPresent, let connector = card.connectors.first(where: { $0.id == id }) else {
      throw ModesettingError("drmModeGetConnector", on: .connector(id), number: ENOENT)
    }
    return connector
  }

  public func connector(_ id: UInt32, probing: Bool) throws(ModesettingError) -> Connector {
    let connector = try find(id)
    return Connector(
      id: id, kind: connector.kind, index: connector.index, connection: connector.connection, modes: connector.modes,
      encoders: [connector.encoder], encoder: connector.crtc == 0 ? 0 : connector.encoder)
  }

  public func encoder(_ id: UInt32) throws(ModesettingError) -> Encoder {
    let connector = try find(id - 100)
    return Encoder(id: id, crtc: connector.crtc, possibleCRTCs: connector.possibleCRTCs)
  }

  func findCRTC(_ id: UInt32, _ call: StaticString) throws(ModesettingError) -> FakeCRTC {
    guard let crtc = card.crtcs.first(where: { $0.id == id }) else {
      throw ModesettingError(call, on: .crtc(id), number: ENOENT)
    }
    return crtc
  }

  public func crtc(_ id: UInt32) throws(ModesettingError) -> CRTCState {
    let crtc = try findCRTC(id, "drmModeGetCrtc")
    return CRTCState(mode: crtc.mode, framebuffer: crtc.framebuffer)
  }

  public func planes() throws(ModesettingError) -> [Plane] {
    card.planes.filter { hasUniversalPlanes || $0.type == "Overlay" }.map {
      Plane(id: $0.id, crtc: $0.crtc, possibleCRTCs: $0.possibleCRTCs, formats: $0.formats)
    }
  }

  /// What atomic states are made of is shown to programs that said they know it.
  private static let atomicProperties: Set<String> = [
    "CRTC_ID", "MODE_ID", "ACTIVE", "FB_ID", "SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H",
    "FB_DAMAGE_CLIPS",
  ]

  public func properties(of owner: PropertyOwner) throws(ModesettingError) -> [Property] {
    try allProperties(of: owner).filter {
      (hasAtomic || !Self.atomicProperties.contains($0.name)) && !card.hiddenProperties.contains($0.name)
    }
  }

  private func allProperties(of owner: PropertyOwner) throws(ModesettingError) -> [Property] {
    func property(_ name: String, _ value: UInt64, _ choices: [String] = []) -> Property {
      Property(
        id: UInt32(Self.propertyNames.firstIndex(of: name)! + 1), name: name, value: value,
        choices: choices.enumerated().map { Property.Choice(name: $0.element, value: UInt64($0.offset)) })
    }
    func blob(_ bytes: [UInt8]?) -> UInt64 {
      guard let bytes, !bytes.isEmpty else { return 0 }
      let number =
        card.blobs.first { if case .bytes(bytes) = $0.value { true } else { false } }?.key ?? card.makeNumber()
      card.blobs[number] = .bytes(bytes)
      return UInt64(number)
    }
    switch owner {
    case .connector(let id):
      let connector = try find(id)
      var list = [
        property("CRTC_ID", UInt64(connector.crtc)),
        property("link-status", connector.isLinkBad ? 1 : 0, ["Good", "Bad"]),
        property("non-desktop", connector.isNonDesktop ? 1 : 0), property("EDID", blob(connector.edid)),
        property("TILE", blob(connector.tile.map { Array($0.utf8) + [0] })),
      ]
      if let orientation = connector.panelOrientation {
        let sides = ["Normal", "Upside Down", "Left Side Up", "Right Side Up"]
        list.append(property("panel orientation", UInt64(sides.firstIndex(of: orientation)!), sides))
      }
      return list
    case .crtc(let id):
      let crtc = try findCRTC(id, "drmModeObjectGetProperties")
      return [property("MODE_ID", 0), property("ACTIVE", crtc.mode == nil ? 0 : 1)]
    case .plane(let id):
      guard let plane = card.planes.first(where: { $0.id == id }) else {
        throw ModesettingError("drmModeObjectGetProperties", on: .plane(id), number: ENOENT)
      }
      let types = ["Overlay", "Primary", "Cursor"]
      var list = [
        property("type", UInt64(types.firstIndex(of: plane.type)!), types),
        property("FB_ID", UInt64(plane.framebuffer)),
        property("CRTC_ID", UInt64(plane.crtc)), property("rotation", plane.rotation),
      ]
      for name in ["SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H"] {
        list.append(property(name, 0))
      }
      if card.hasHeights { list.append(property("zpos", plane.type == "Primary" ? 0 : 1)) }
      if card.hasDamageClips { list.append(property("FB_DAMAGE_CLIPS", 0)) }
      return list
    }
  }

  public func blob(_ id: UInt32) throws(ModesettingError) -> [UInt8] {
    guard case .bytes(let bytes) = card.blobs[id] else {
      throw ModesettingError("drmModeGetPropertyBlob", on: .blob(id), number: ENOENT)
    }
    return bytes
  }

  public func verticalBlanks(ofCRTC id: UInt32) throws(ModesettingError) -> UInt64 {
    let crtc = try findCRTC(id, "drmCrtcGetSequence")
    switch card.verticalBlank {
    case .none: throw ModesettingError("drmCrtcGetSequence", on: .crtc(id), number: EOPNOTSUPP)
    case .pretended: return 0
    case .real:
      if crtc.mode == nil { throw ModesettingError("drmCrtcGetSequence", on: .crtc(id), number: EINVAL) }
      return card.sequence(crtc, at: card.now)
    }
  }
}

// MARK: Memory

extension FakeHandle {
  public func makeBuffer(_ size: PixelSize, bitsPerPixel: Int) throws(ModesettingError) -> DumbBuffer {
    let object = ModesettingError.Object.buffer(width: size.width, height: size.height)
    try card.failures.take(.makeBuffer, "drmModeCreateDumbBuffer", on: object)
    let memory = FakeMemory(size: size, bitsPerPixel: bitsPerPixel, padding: card.pitchPadding)
    let used = card.buffers.values.reduce(0) { unsafe $0 + $1.bytes.count }
    if unsafe used + memory.bytes.count > card.memoryLimit {
      throw ModesettingError("drmModeCreateDumbBuffer", on: object, number: ENOMEM)
    }
    let number = card.makeNumber()
    card.buffers[number] = memory
    card.countMemory()
    let pitch = card.halvesPitch ? memory.pitch / 2 : memory.pitch
    return unsafe DumbBuffer(handle: number, pitch: pitch, byteCount: memory.bytes.count)
  }

  @unsafe
  public func map(_ buffer: DumbBuffer) throws(ModesettingError) -> UnsafeMutableRawPointer {
    let object = ModesettingError.Object.buffer(width: buffer.pitch, height: 1)
    try card.failures.take(.map, "mmap", on: object)
    guard let memory = card.buffers[buffer.handle] else { throw ModesettingError("mmap", on: object, number: ENOENT) }
    memory.isMapped = true
    return unsafe memory.bytes.baseAddress!
  }

  @unsafe
  public func unmap(_ buffer: DumbBuffer, at address: UnsafeMutableRawPointer) {
    card.teardown.append("munmap")
    card.buffers[buffer.handle]?.isMapped = false
  }

  public func destroyBuffer(_ buffer: DumbBuffer) {
    card.teardown.append("destroy")
    precondition(card.buffers[buffer.handle]?.isMapped == false, "destroyed while mapped")
    card.buffers[buffer.handle] = nil
  }

  public func makeFramebuffer(_ buffer: DumbBuffer, _ size: PixelSize, _ format: PixelFormat) throws(ModesettingError)
    -> UInt32
  {
    let object = ModesettingError.Object.buffer(width: size.width, height: size.height)
    try card.failures.take(.makeFramebuffer, "drmModeAddFB2", on: object)
    guard let memory = card.buffers[buffer.handle] else {
      throw ModesettingError("drmModeAddFB2", on: object, number: ENOENT)
    }
    let number = card.makeNumber()
    card.framebuffers[number] = FakeFramebuffer(memory: memory, size: size, format: format)
    ownFramebuffers.insert(number)
    return number
  }

  public func removeFramebuffer(_ id: UInt32) {
    card.teardown.append("rmfb")
    remove(id)
  }

  private func remove(_ id: UInt32) {
    card.framebuffers[id] = nil
    ownFramebuffers.remove(id)
    for crtc in card.crtcs where crtc.framebuffer == id || crtc.layers.contains(where: { $0.framebuffer == id }) {
      card.blankedByRemoval += 1
      crtc.mode = nil
      crtc.framebuffer = 0
      crtc.layers = []
      crtc.whenShown = []
    }
    for plane in card.planes where plane.framebuffer == id {
      plane.framebuffer = 0
      plane.crtc = 0
    }
  }

  public func closeFramebuffer(_ id: UInt32) throws(ModesettingError) {
    guard card.canCloseFramebuffers else {
      throw ModesettingError("DRM_IOCTL_MODE_CLOSEFB", on: .framebuffer(id), number: EINVAL)
    }
    ownFramebuffers.remove(id)
  }

  private func keep(_ blob: FakeCard.FakeBlob) throws(ModesettingError) -> UInt32 {
    try card.failures.take(.makeBlob, "drmModeCreatePropertyBlob", on: .card(card.path))
    let number = card.makeNumber()
    card.blobs[number] = blob
    return number
  }

  public func makeBlob(_ mode: VideoMode) throws(ModesettingError) -> UInt32 { try keep(.mode(mode)) }

  public func makeBlob(_ clips: borrowing Region) throws(ModesettingError) -> UInt32 { try keep(.clips(clips.rects)) }

  public func destroyBlob(_ id: UInt32) { card.blobs[id] = nil }
}
