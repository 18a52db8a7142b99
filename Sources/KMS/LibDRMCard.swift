import CDRM
public import Compositor
import Glibc
import Numbers
public import Scene

/// An opened card of the machine.
@safe
public final class LibDRMCard: ModesettingCard {
  let path: String
  private let access: CardAccess
  let descriptor: Int32
  public let driver: String
  /// Uses the descriptor.
  let commits: CommitThread
  /// Events read and not yet handed out: the kernel gives as many as fit.
  let events: UnsafeMutableRawBufferPointer
  var eventRange = 0..<0
  /// What was read last was all there was.
  var hasReadAll = false

  init(_ path: String, _ access: CardAccess, _ watch: CallWatch?) throws(ModesettingError) {
    descriptor = access.open(path)
    guard descriptor >= 0 else { throw ModesettingError("open", on: .card(path), number: -descriptor) }
    self.path = path
    self.access = access
    if let version = unsafe drmGetVersion(descriptor) {
      driver = unsafe String(cString: version.pointee.name)
      unsafe drmFreeVersion(version)
    } else {
      driver = "unknown"
    }
    unsafe events = .allocate(byteCount: 4096, alignment: 8)
    commits = CommitThread(watch: watch) { [descriptor] job in Self.perform(job, descriptor, path: path) }
  }

  deinit {
    commits.stop()
    unsafe events.deallocate()
    access.close(descriptor)
  }

  /// Readable when `nextEvent` may have something.
  var eventDescriptors: [Int32] { [descriptor, commits.descriptor] }

  public var isMaster: Bool { drmIsMaster(descriptor) != 0 }

  public func setMaster() throws(ModesettingError) {
    try check(drmSetMaster(descriptor), "drmSetMaster", .card(path))
  }

  public func dropMaster() throws(ModesettingError) {
    try check(drmDropMaster(descriptor), "drmDropMaster", .card(path))
  }

  public func capability(_ capability: CardCapability) -> UInt64? {
    var value: UInt64 = 0
    return unsafe drmGetCap(descriptor, capability.rawValue, &value) == 0 ? value : nil
  }

  public func enable(_ capability: ClientCapability) throws(ModesettingError) {
    try check(drmSetClientCap(descriptor, capability.rawValue, 1), "drmSetClientCap", .card(path))
  }

  func check(_ result: Int32, _ call: StaticString, _ object: ModesettingError.Object)
    throws(ModesettingError)
  {
    if result < 0 { throw ModesettingError(call, on: object, result: result) }
  }
}

extension ModesettingError {
  /// libdrm gives some errors as a negative errno, some as -1 with `errno` set.
  init(_ call: StaticString, on object: Object, result: Int32) {
    self.init(call, on: object, number: result == -1 ? errno : -result)
  }
}

// MARK: What there is

/// Memory of libdrm's, given back when it goes.
@safe
private struct Owned<Value>: ~Copyable {
  let value: UnsafeMutablePointer<Value>
  private let free: (UnsafeMutablePointer<Value>?) -> Void

  init(
    _ value: UnsafeMutablePointer<Value>?, _ call: StaticString, on object: ModesettingError.Object,
    free: @escaping (UnsafeMutablePointer<Value>?) -> Void
  ) throws(ModesettingError) {
    guard let value = unsafe value else { throw ModesettingError(call, on: object, number: errno) }
    unsafe self.value = value
    unsafe self.free = free
  }

  deinit { unsafe free(value) }
}

/// Copies a counted C array.
private func list<Element>(_ start: UnsafePointer<Element>?, _ count: some BinaryInteger) -> [Element] {
  guard let start = unsafe start else { return [] }
  return unsafe Array(UnsafeBufferPointer(start: start, count: Int(count)))
}

extension LibDRMCard {
  public func resources() throws(ModesettingError) -> CardResources {
    let resources = try unsafe Owned(
      drmModeGetResources(descriptor), "drmModeGetResources", on: .card(path),
      free: { unsafe drmModeFreeResources($0) }
    )
    return unsafe CardResources(
      crtcs: list(resources.value.pointee.crtcs, resources.value.pointee.count_crtcs),
      connectors: list(resources.value.pointee.connectors, resources.value.pointee.count_connectors))
  }

  public func connector(_ id: UInt32, probing: Bool) throws(ModesettingError) -> Connector {
    let connector = try unsafe Owned(
      probing ? drmModeGetConnector(descriptor, id) : drmModeGetConnectorCurrent(descriptor, id),
      "drmModeGetConnector", on: .connector(id), free: { unsafe drmModeFreeConnector($0) })
    let value = unsafe connector.value.pointee
    let connection: Connector.Connection =
      switch unsafe value.connection {
      case DRM_MODE_CONNECTED: .connected
      case DRM_MODE_DISCONNECTED: .disconnected
      default: .unknown
      }
    return unsafe Connector(
      id: id, kind: ConnectorKind(rawValue: value.connector_type) ?? .unknown, index: value.connector_type_id,
      connection: connection, modes: list(value.modes, value.count_modes).map { VideoMode($0) },
      encoders: list(value.encoders, value.count_encoders), encoder: value.encoder_id)
  }

  public func encoder(_ id: UInt32) throws(ModesettingError) -> Encoder {
    let encoder = try unsafe Owned(
      drmModeGetEncoder(descriptor, id), "drmModeGetEncoder", on: .encoder(id), free: { unsafe drmModeFreeEncoder($0) }
    )
    return unsafe Encoder(
      id: id, crtc: encoder.value.pointee.crtc_id, possibleCRTCs: encoder.value.pointee.possible_crtcs)
  }

  public func crtc(_ id: UInt32) throws(ModesettingError) -> CRTCState {
    let crtc = try unsafe Owned(
      drmModeGetCrtc(descriptor, id), "drmModeGetCrtc", on: .crtc(id), free: { unsafe drmModeFreeCrtc($0) })
    let value = unsafe crtc.value.pointee
    return CRTCState(
      mode: value.mode_valid != 0 ? VideoMode(value.mode) : nil, framebuffer: value.buffer_id, x: value.x, y: value.y)
  }

  public func planes() throws(ModesettingError) -> [Plane] {
    let resources = try unsafe Owned(
      drmModeGetPlaneResources(descriptor), "drmModeGetPlaneResources", on: .card(path),
      free: { unsafe drmModeFreePlaneResources($0) })
    var planes: [Plane] = []
    for id in unsafe list(resources.value.pointee.planes, resources.value.pointee.count_planes) {
      let plane = try unsafe Owned(
        drmModeGetPlane(descriptor, id), "drmModeGetPlane", on: .plane(id), free: { unsafe drmModeFreePlane($0) })
      let value = unsafe plane.value.pointee
      planes.append(
        unsafe Plane(
          id: id, crtc: value.crtc_id, possibleCRTCs: value.possible_crtcs,
          formats: list(value.formats, value.count_formats)))
    }
    return planes
  }

  public func properties(of owner: PropertyOwner) throws(ModesettingError) -> [Property] {
    let (id, type, object): (UInt32, UInt32, ModesettingError.Object) =
      switch owner {
      case .connector(let id): (id, DRM_MODE_OBJECT_CONNECTOR, .connector(id))
      case .crtc(let id): (id, DRM_MODE_OBJECT_CRTC, .crtc(id))
      case .plane(let id): (id, DRM_MODE_OBJECT_PLANE, .plane(id))
      }
    let table = try unsafe Owned(
      drmModeObjectGetProperties(descriptor, id, type), "drmModeObjectGetProperties", on: object,
      free: { unsafe drmModeFreeObjectProperties($0) })
    let ids = unsafe list(table.value.pointee.props, table.value.pointee.count_props)
    let values = unsafe list(table.value.pointee.prop_values, table.value.pointee.count_props)
    var properties: [Property] = []
    for (id, value) in zip(ids, values) {
      let property = try unsafe Owned(
        drmModeGetProperty(descriptor, id), "drmModeGetProperty", on: object, free: { unsafe drmModeFreeProperty($0) })
      var choices: [Property.Choice] = []
      for index in 0..<Int(unsafe property.value.pointee.count_enums) {
        guard let choice = unsafe property.value.pointee.enums.map({ unsafe $0 + index }) else { continue }
        choices.append(
          unsafe Property.Choice(name: String(cString: vitrine_drm_enum_name(choice)), value: choice.pointee.value))
      }
      properties.append(
        unsafe Property(
          id: id, name: String(cString: vitrine_drm_property_name(property.value)), value: value, choices: choices))
    }
    return properties
  }

  public func blob(_ id: UInt32) throws(ModesettingError) -> [UInt8] {
    let blob = try unsafe Owned(
      drmModeGetPropertyBlob(descriptor, id), "drmModeGetPropertyBlob", on: .blob(id),
      free: { unsafe drmModeFreePropertyBlob($0) })
    return unsafe Array(
      UnsafeRawBufferPointer(start: blob.value.pointee.data, count: Int(blob.value.pointee.length)))
  }

  public func verticalBlanks(ofCRTC id: UInt32) throws(ModesettingError) -> UInt64 {
    var sequence: UInt64 = 0
    var time: UInt64 = 0
    try check(unsafe drmCrtcGetSequence(descriptor, id, &sequence, &time), "drmCrtcGetSequence", .crtc(id))
    return sequence
  }
}

// MARK: Memory

extension LibDRMCard {
  public func makeBuffer(_ size: PixelSize, bitsPerPixel: Int) throws(ModesettingError) -> DumbBuffer {
    var handle: UInt32 = 0
    var pitch: UInt32 = 0
    var byteCount: UInt64 = 0
    try check(
      unsafe drmModeCreateDumbBuffer(
        descriptor, UInt32(size.width), UInt32(size.height), UInt32(bitsPerPixel), 0, &handle, &pitch, &byteCount),
      "drmModeCreateDumbBuffer", .buffer(width: size.width, height: size.height))
    return DumbBuffer(handle: handle, pitch: Int(pitch), byteCount: Int(byteCount))
  }

  @unsafe
  public func map(_ buffer: DumbBuffer) throws(ModesettingError) -> UnsafeMutableRawPointer {
    let object = ModesettingError.Object.buffer(
      width: buffer.pitch / 4, height: buffer.byteCount / max(buffer.pitch, 1))
    var offset: UInt64 = 0
    try check(unsafe drmModeMapDumbBuffer(descriptor, buffer.handle, &offset), "drmModeMapDumbBuffer", object)
    guard let address = unsafe vitrine_drm_map(descriptor, buffer.byteCount, offset) else {
      throw ModesettingError("mmap", on: object, number: errno)
    }
    return unsafe address
  }

  @unsafe
  public func unmap(_ buffer: DumbBuffer, at address: UnsafeMutableRawPointer) {
    unsafe munmap(address, buffer.byteCount)
  }

  public func destroyBuffer(_ buffer: DumbBuffer) { drmModeDestroyDumbBuffer(descriptor, buffer.handle) }

  public func makeFramebuffer(_ buffer: DumbBuffer, _ size: PixelSize, _ format: PixelFormat) throws(ModesettingError)
    -> UInt32
  {
    var id: UInt32 = 0
    try check(
      unsafe drmModeAddFB2(
        descriptor, UInt32(size.width), UInt32(size.height), format.fourCC, [buffer.handle, 0, 0, 0],
        [UInt32(buffer.pitch), 0, 0, 0], [0, 0, 0, 0], &id, 0),
      "drmModeAddFB2", .buffer(width: size.width, height: size.height))
    return id
  }

  public func removeFramebuffer(_ id: UInt32) { drmModeRmFB(descriptor, id) }

  public func closeFramebuffer(_ id: UInt32) throws(ModesettingError) {
    try check(vitrine_drm_close_framebuffer(descriptor, id), "DRM_IOCTL_MODE_CLOSEFB", .framebuffer(id))
  }

  public func makeBlob(_ mode: VideoMode) throws(ModesettingError) -> UInt32 {
    var info = mode.info
    var id: UInt32 = 0
    try check(
      unsafe drmModeCreatePropertyBlob(descriptor, &info, MemoryLayout<drmModeModeInfo>.size, &id),
      "drmModeCreatePropertyBlob", .card(path))
    return id
  }

  public func makeBlob(_ clips: borrowing Region) throws(ModesettingError) -> UInt32 {
    var id: UInt32 = 0
    let count = clips.rects.count
    let result = unsafe withUnsafeTemporaryAllocation(of: drm_mode_rect.self, capacity: count) { rects in
      for index in 0..<count {
        let rect = clips.rects[index]
        unsafe rects[index] = drm_mode_rect(
          x1: Int32(rect.x0), y1: Int32(rect.y0), x2: Int32(rect.x1), y2: Int32(rect.y1))
      }
      return unsafe drmModeCreatePropertyBlob(
        descriptor, rects.baseAddress, count * MemoryLayout<drm_mode_rect>.stride, &id)
    }
    try check(result, "drmModeCreatePropertyBlob", .card(path))
    return id
  }

  public func destroyBlob(_ id: UInt32) { drmModeDestroyPropertyBlob(descriptor, id) }
}
