public import Compositor
public import Scene

/// The kernel's modesetting interface: which cards there are, and news of panels coming and going.
///
/// Two conform to it: libdrm, and a fake for tests. It is narrow on purpose: a function is one call to the kernel, decisions are
/// made above it. Used from one thread at a time; a card has one of its own for frames.
public protocol KernelModesetting: AnyObject {
  /// What `open` gives.
  associatedtype Card: ModesettingCard

  /// Readable when a card has an event or a panel has come or gone; the same for as long as this lives.
  var descriptor: Int32 { get }

  /// All primary nodes. Wraps drmGetDevices2.
  func cards() -> [CardNode]

  /// Wraps open(2), or the seat manager's way of lending a card. The first to open a card, and who is lent one, is its master.
  func open(_ path: String) throws(ModesettingError) -> Card

  /// Whether the kernel has said since the last call that a card or a connector changed. Wraps the `drm` uevents.
  func takeHotplug() -> Bool
}

/// An opened card; closing it happens when the last reference goes.
public protocol ModesettingCard: AnyObject {
  /// `vc4`, `imx-drm` ... Wraps drmGetVersion.
  var driver: String { get }

  /// Whether this program may change what is shown. Wraps drmAuthMagic with a magic that cannot be.
  var isMaster: Bool { get }

  /// Wraps drmSetMaster: without privileges only for who was master before, and never for who was lent the card.
  func setMaster() throws(ModesettingError)

  /// Wraps drmDropMaster.
  func dropMaster() throws(ModesettingError)

  /// Wraps drmGetCap; nil when the kernel does not know it.
  func capability(_ capability: CardCapability) -> UInt64?

  /// Wraps drmSetClientCap. Lasts until the card is closed.
  func enable(_ capability: ClientCapability) throws(ModesettingError)

  // MARK: What there is

  /// Wraps drmModeGetResources.
  func resources() throws(ModesettingError) -> CardResources

  /// Wraps drmModeGetConnector, or drmModeGetConnectorCurrent.
  ///
  /// - Parameter probing: asks the hardware, which can take 100 ms and needs to be master; else what the kernel knows.
  func connector(_ id: UInt32, probing: Bool) throws(ModesettingError) -> Connector

  /// Wraps drmModeGetEncoder.
  func encoder(_ id: UInt32) throws(ModesettingError) -> Encoder

  /// Wraps drmModeGetCrtc.
  func crtc(_ id: UInt32) throws(ModesettingError) -> CRTCState

  /// Primary planes only with `ClientCapability.universalPlanes`. Wraps drmModeGetPlaneResources and drmModeGetPlane.
  func planes() throws(ModesettingError) -> [Plane]

  /// Wraps drmModeObjectGetProperties and drmModeGetProperty.
  func properties(of owner: PropertyOwner) throws(ModesettingError) -> [Property]

  /// Wraps drmModeGetPropertyBlob.
  func blob(_ id: UInt32) throws(ModesettingError) -> [UInt8]

  /// The CRTC's vertical blanks so far; EOPNOTSUPP when the driver has none. Wraps drmCrtcGetSequence.
  func verticalBlanks(ofCRTC id: UInt32) throws(ModesettingError) -> UInt64

  // MARK: Memory

  /// Wraps drmModeCreateDumbBuffer.
  func makeBuffer(_ size: PixelSize, bitsPerPixel: Int) throws(ModesettingError) -> DumbBuffer

  /// Wraps drmModeMapDumbBuffer and mmap, of all its bytes.
  @unsafe
  func map(_ buffer: DumbBuffer) throws(ModesettingError) -> UnsafeMutableRawPointer

  /// Wraps munmap.
  @unsafe
  func unmap(_ buffer: DumbBuffer, at address: UnsafeMutableRawPointer)

  /// Wraps drmModeDestroyDumbBuffer.
  func destroyBuffer(_ buffer: DumbBuffer)

  /// Without modifiers: dumb buffers are linear. Wraps drmModeAddFB2.
  func makeFramebuffer(_ buffer: DumbBuffer, _ size: PixelSize, _ format: PixelFormat) throws(ModesettingError)
    -> UInt32

  /// Turns off what still shows it. Wraps drmModeRmFB.
  func removeFramebuffer(_ id: UInt32)

  /// Lets go of it, and what shows it goes on doing so. Wraps DRM_IOCTL_MODE_CLOSEFB, of Linux 6.8 and later.
  func closeFramebuffer(_ id: UInt32) throws(ModesettingError)

  /// Wraps drmModeCreatePropertyBlob with a `struct drm_mode_modeinfo`.
  func makeBlob(_ mode: VideoMode) throws(ModesettingError) -> UInt32

  /// Wraps drmModeCreatePropertyBlob with `struct drm_mode_rect`s, at least one.
  func makeBlob(_ clips: borrowing Region) throws(ModesettingError) -> UInt32

  /// The kernel's state keeps what it uses. Wraps drmModeDestroyPropertyBlob.
  func destroyBlob(_ id: UInt32)

  // MARK: Showing

  /// Tries a state, or sets it; blocks until it is on the glass. Wraps DRM_IOCTL_MODE_ATOMIC.
  func commit(_ request: borrowing AtomicRequest, _ flags: AtomicRequest.Flags) throws(ModesettingError)

  /// Sets a mode without atomic state; blocks. Wraps drmModeSetCrtc.
  func setMode(_ mode: VideoMode, ofCRTC crtc: UInt32, showing framebuffer: UInt32, on connector: UInt32)
    throws(ModesettingError)

  /// Feeds nothing any more; blocks. Wraps drmModeSetCrtc without a mode.
  func turnOff(crtc: UInt32) throws(ModesettingError)

  /// Wraps drmModeSetCursor with no picture.
  func hideCursor(ofCRTC id: UInt32)

  // MARK: Frames

  // Neither waits, whatever the kernel does: the call is made on a thread of the card's, and `nextEvent` tells what became of it. They
  // throw EBUSY, and leave nothing for that thread, when it has not begun with the frame before.

  /// Shows a state with the next vertical blank. Wraps DRM_IOCTL_MODE_ATOMIC with an event.
  ///
  /// - Parameter token: comes back in the event.
  func queue(_ request: borrowing AtomicRequest, token: UInt64) throws(ModesettingError)

  /// Shows another buffer with the next vertical blank. Wraps drmModePageFlip with an event.
  func queueFlip(crtc: UInt32, to framebuffer: UInt32, token: UInt64) throws(ModesettingError)

  /// Has the driver transfer what was drawn in the buffer on screen. Wraps drmModeDirtyFB.
  func queueUpload(_ framebuffer: UInt32, _ clips: borrowing Region, token: UInt64) throws(ModesettingError)

  /// Forgets a frame that was queued and has not been begun.
  func withdraw()

  /// Whether a frame that was queued has been begun and the kernel has not come back. What is set then waits for it: ten seconds, when a
  /// flip never comes.
  var isInKernel: Bool { get }

  /// What became of a frame; nil when there is no news. Wraps read(2).
  func nextEvent() throws(ModesettingError) -> CardEvent?

  /// Waits until an event can be read, at most so long. Wraps poll(2).
  func waitForEvent(milliseconds: Int)
}
