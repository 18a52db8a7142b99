public import Compositor
public import KMS
public import Panel
public import Scene

/// A graphics card: its wiring, its moods, and what is on its glass. Programs use it through `FakeHandle`.
public final class FakeCard {
  /// When flips happen.
  public enum VerticalBlank: Sendable, Hashable {
    case real
    /// At once, and the driver says so.
    case none
    /// At once, but the driver says otherwise.
    case pretended
  }

  public var path: String
  public var stableName: String?
  public var driver: String
  /// Plugged in and its driver bound.
  public var isPresent = true
  /// Computes pictures and shows none.
  public var isRenderOnly = false
  public var capabilities: [CardCapability: UInt64] = [.dumbBuffers: 1, .monotonicTimestamps: 1, .crtcInEvents: 1]
  public var connectors: [FakeConnector]
  public var crtcs: [FakeCRTC]
  public var planes: [FakePlane]
  public var verticalBlank = VerticalBlank.real
  public var hasDamageClips = false
  /// What a commit that shows an overlay is answered with; nil takes them.
  public var overlayRefusal: Int32?
  /// The order in which planes lie over each other is told.
  public var hasHeights = false
  /// Uploads everything when the framebuffer is another one, as virtio-gpu does.
  public var ignoresClipsOfNewFramebuffers = false
  /// From Linux 6.8 on.
  public var canCloseFramebuffers = true
  /// Added to each row, whatever alignment would want.
  public var pitchPadding = 52
  /// A driver's fault: rows shorter than their pixels.
  public var halvesPitch = false
  /// Bytes of buffers there is contiguous memory for.
  public var memoryLimit = Int.max
  public var hiddenProperties: Set<String> = []
  public var refusedModes: Set<PixelSize> = []
  /// The panel's true rate, whatever its modes claim; nil believes them.
  public var truePeriod: Nanoseconds?
  /// What is added to the kernel's times of flips.
  public var timeError: Nanoseconds = 0
  /// The count of vertical blanks at time 0.
  public var firstSequence: UInt64 = 1000
  public var modesetCost: Nanoseconds = 30_000_000
  public var failures = FakeFailures()
  /// Of the next flips; then all are on time.
  public var fates: [FlipFate] = []
  /// The thread that hands frames over does not come to it.
  public var holdsFrames = false
  /// The kernel does not come back from a frame.
  public var isStuck = false
  /// A frame that was queued and not begun.
  var held: (() -> Void)?
  /// Another program is master.
  public var hasForeignMaster = false

  // MARK: What was seen

  public internal(set) var commits: [FakeCommit] = []
  public internal(set) var openCount = 0
  /// Pictures that changed while they were scanned out.
  public internal(set) var tornFrames = 0
  /// The glass went dark because its framebuffer was removed.
  public internal(set) var blankedByRemoval = 0
  /// Framebuffers removed, mappings undone, buffers destroyed, in that order.
  public internal(set) var teardown: [String] = []
  public internal(set) var cursorHidden = 0
  public internal(set) var dirtyCalls: [[PixelRect]] = []
  public internal(set) var callsWithoutMaster = 0
  public internal(set) var mostBytes = 0

  weak var machine: FakeModesetting?
  weak var master: FakeHandle?
  /// Who queued the last frame.
  weak var shower: FakeHandle?
  private weak var borrower: FakeHandle?
  var framebuffers: [UInt32: FakeFramebuffer] = [:]
  var buffers: [UInt32: FakeMemory] = [:]
  var blobs: [UInt32: FakeBlob] = [:]
  /// What the controller in the panel remembers, where the driver uploads.
  var uploaded: [UInt32] = []
  private var lastNumber: UInt32 = 1000

  enum FakeBlob {
    case mode(VideoMode)
    case clips([PixelRect])
    case bytes([UInt8])
  }

  public init(
    path: String = "/dev/dri/card0", stableName: String? = nil, driver: String = "fake",
    connectors: [FakeConnector] = [FakeConnector()], formats: [PixelFormat] = [.xrgb8888, .rgb565]
  ) {
    self.path = path
    self.stableName = stableName
    self.driver = driver
    self.connectors = connectors
    crtcs = [FakeCRTC(id: 40), FakeCRTC(id: 41)]
    let codes = formats.map(\.fourCC)
    planes = [
      FakePlane(id: 33, type: "Overlay", possibleCRTCs: 0b11, formats: [PixelFormat.xrgb8888.fourCC]),
      FakePlane(id: 31, type: "Primary", possibleCRTCs: 0b01, formats: codes),
      FakePlane(id: 32, type: "Primary", possibleCRTCs: 0b10, formats: codes),
      FakePlane(id: 34, type: "Cursor", possibleCRTCs: 0b01, formats: [PixelFormat.xrgb8888.fourCC]),
    ]
  }

  /// One more plane that can lie over every CRTC's primary plane.
  public func addOverlay(id: UInt32) {
    planes.append(FakePlane(id: id, type: "Overlay", possibleCRTCs: 0b11, formats: [PixelFormat.xrgb8888.fourCC]))
  }

  public var connector: FakeConnector { connectors[0] }
  public var now: Nanoseconds { machine?.now ?? 0 }
  public var liveBuffers: Int { buffers.count }
  public var liveFramebuffers: Int { framebuffers.count }
  public var liveBlobs: Int { blobs.count }

  /// Steady commits that were tried and taken.
  public var flips: [FakeCommit] { commits.filter { $0.call == .commit && $0.number == 0 } }
  public var modesets: [FakeCommit] { commits.filter { $0.call == .modeset && $0.number == 0 } }

  /// What another program left on the screen: its mode, its picture, and its mouse cursor.
  public func showSplash(_ mode: VideoMode, on connector: FakeConnector, crtc index: Int = 0) {
    let memory = FakeMemory(size: mode.size, bitsPerPixel: 32, padding: 0)
    let number = makeNumber()
    framebuffers[number] = FakeFramebuffer(memory: memory, size: mode.size, format: .xrgb8888)
    crtcs[index].mode = mode
    crtcs[index].framebuffer = number
    connector.crtc = crtcs[index].id
    planes[1 + index].crtc = crtcs[index].id
    planes[1 + index].framebuffer = number
    if index == 0 {
      planes[3].crtc = crtcs[0].id
      planes[3].framebuffer = number
    }
  }

  /// A seat manager lends the card and takes it back: being master is its business alone.
  public var isLent = false

  /// The seat manager takes the card back, as when another session is shown, and gives it again.
  public func takeBack() {
    borrower = master
    master = nil
  }

  public func lendAgain() { master = borrower }

  /// Another program takes the screen.
  public func stealMaster() {
    hasForeignMaster = true
    master = nil
  }

  /// The thread comes to what it was kept from.
  public func releaseFrames() {
    holdsFrames = false
    held?()
    held = nil
  }

  // MARK: The glass

  /// The CRTC that feeds a connector; nil when it is dark.
  private func crtc(of connector: FakeConnector) -> FakeCRTC? {
    crtcs.first { $0.id == connector.crtc && $0.mode != nil && $0.isActive }
  }

  /// What a viewer of the panel sees, row by row, as `0xFFRRGGBB`; nil when it is dark.
  public func glass(of connector: FakeConnector? = nil) -> [UInt32]? {
    guard let crtc = crtc(of: connector ?? self.connector), let mode = crtc.mode else { return nil }
    if verticalBlank != .real {
      return uploaded.count == mode.size.area ? uploaded.map { $0 | 0xFF00_0000 } : nil
    }
    return picture(crtc)?.map { $0 | 0xFF00_0000 }
  }

  /// What the planes make together, opaque ones over each other.
  private func picture(_ crtc: FakeCRTC) -> [UInt32]? {
    guard let mode = crtc.mode, let below = framebuffers[crtc.framebuffer] else { return nil }
    if crtc.layers.isEmpty { return picture(below) }
    var words = Array(repeating: UInt32(0), count: mode.size.area)
    for layer in crtc.layers {
      guard let framebuffer = framebuffers[layer.framebuffer] else { continue }
      for y in 0..<layer.target.height {
        for x in 0..<layer.target.width {
          words[(layer.target.y0 + y) * mode.size.width + layer.target.x0 + x] = framebuffer.word(
            x: layer.source.x0 + x, y: layer.source.y0 + y)
        }
      }
    }
    return words
  }

  /// All bytes of memory that a CRTC reads for a picture.
  private func scanned(_ crtc: FakeCRTC) -> [UInt8] {
    if crtc.layers.isEmpty { return framebuffers[crtc.framebuffer]?.memory.contents ?? [] }
    return crtc.layers.enumerated().flatMap { index, layer -> [UInt8] in
      guard let framebuffer = framebuffers[layer.framebuffer] else { return [] }
      let above = crtc.layers[(index + 1)...]
      return (0..<layer.source.height).flatMap { y -> [UInt8] in
        let row = layer.target.y0 + y
        // Of a row that is wholly covered nothing is seen.
        if above.contains(where: {
          $0.target.y0 <= row && $0.target.y1 > row && $0.target.x0 <= layer.target.x0
            && $0.target.x1 >= layer.target.x1
        }) {
          return []
        }
        return framebuffer.bytes(row: layer.source.y0 + y, columns: layer.source.x0..<layer.source.x1)
      }
    }
  }

  /// The same with the stored first bytes; nil when it is dark.
  public func scannedWords() -> [UInt32]? {
    crtc(of: connector).flatMap { framebuffers[$0.framebuffer] }.map { picture($0) }
  }

  private func picture(_ framebuffer: FakeFramebuffer) -> [UInt32] {
    let size = framebuffer.size
    return (0..<size.area).map { framebuffer.word(x: $0 % size.width, y: $0 / size.width) }
  }

  /// The driver copies what changed to the panel.
  func upload(_ number: UInt32, clips: [PixelRect]?) {
    guard let framebuffer = framebuffers[number] else { return }
    let size = framebuffer.size
    if uploaded.count != size.area { uploaded = Array(repeating: 0x0000_00C7, count: size.area) }
    for clip in clips ?? [PixelRect(size)] {
      for y in clip.y0..<clip.y1 {
        for x in clip.x0..<clip.x1 { uploaded[y * size.width + x] = framebuffer.word(x: x, y: y) }
      }
    }
  }

  // MARK: Time

  func period(_ crtc: FakeCRTC) -> Nanoseconds {
    truePeriod ?? 1_000_000_000_000 / Nanoseconds(crtc.mode?.refreshMillihertz ?? 60_000)
  }

  func sequence(_ crtc: FakeCRTC, at time: Nanoseconds) -> UInt64 {
    firstSequence + UInt64(time / period(crtc))
  }

  var nextFlip: Nanoseconds? { crtcs.compactMap { $0.pending?.fate == .dropped ? nil : $0.pending?.due }.min() }

  /// Queues a flip; the caller has seen that none is pending.
  func queueFlip(
    _ crtc: FakeCRTC, _ framebuffer: UInt32, layers: [FakeLayer] = [], token: UInt64, from handle: FakeHandle
  ) {
    let fate = fates.isEmpty ? .onTime : fates.removeFirst()
    let period = period(crtc)
    var due = now + 100_000
    if verticalBlank == .real {
      let delay: Nanoseconds = if case .late(let blanks) = fate { Nanoseconds(blanks) } else { 0 }
      due = (now / period + 1 + delay) * period
    }
    crtc.pending = FakeCRTC.PendingFlip(
      framebuffer: framebuffer, layers: layers, due: due, token: token, fate: fate, handle: handle)
  }

  func completeFlips(until time: Nanoseconds) {
    for crtc in crtcs {
      guard let flip = crtc.pending, flip.due <= time, flip.fate != .dropped else { continue }
      crtc.pending = nil
      show(flip.framebuffer, layers: flip.layers, on: crtc)
      let event = FlipEvent(
        token: flip.token, time: flip.due + timeError,
        sequence: verticalBlank == .real ? UInt32(truncatingIfNeeded: sequence(crtc, at: flip.due)) : 0)
      flip.handle?.events.append(.flipped(event))
      if flip.fate == .doubled { flip.handle?.events.append(.flipped(event)) }
    }
  }

  /// A flip that was dropped is forgotten by the next modeset.
  func settlePending(_ crtc: FakeCRTC) {
    guard let flip = crtc.pending else { return }
    if flip.fate == .dropped {
      crtc.pending = nil
    } else {
      machine?.advance(to: flip.due)
    }
  }

  func show(_ framebuffer: UInt32, layers: [FakeLayer] = [], on crtc: FakeCRTC) {
    let isSame = crtc.framebuffer == framebuffer && crtc.layers == layers
    if verticalBlank == .real, framebuffers[crtc.framebuffer] != nil, !isSame, !crtc.whenShown.isEmpty,
      scanned(crtc) != crtc.whenShown
    {
      tornFrames += 1
    }
    crtc.framebuffer = framebuffer
    crtc.layers = layers
    crtc.whenShown = scanned(crtc)
  }

  func makeNumber() -> UInt32 {
    lastNumber += 1
    return lastNumber
  }

  func countMemory() {
    mostBytes = max(mostBytes, buffers.values.reduce(0) { unsafe $0 + $1.bytes.count })
  }
}
