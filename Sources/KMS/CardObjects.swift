// What a card is made of, as values: drm-kms(7).

/// A card's primary node.
public struct CardNode: Sendable, Hashable {
  /// `/dev/dri/card1`; the number is the order of loading and means nothing.
  public var path: String
  /// Its name in `/dev/dri/by-path`, which stays the same; nil when udev made none.
  public var stableName: String?

  /// - Parameter path: of a primary node, not of a render node.
  public init(path: String, stableName: String? = nil) {
    self.path = path
    self.stableName = stableName
  }
}

/// Numbers of a card's objects.
public struct CardResources: Sendable, Hashable {
  /// A CRTC's bit in masks is its index here.
  public var crtcs: [UInt32]
  /// Ids, in the kernel's order.
  public var connectors: [UInt32]

  /// Ids as drmModeGetResources lists them.
  public init(crtcs: [UInt32], connectors: [UInt32]) {
    self.crtcs = crtcs
    self.connectors = connectors
  }
}

/// What a connector is built for. Source: `DRM_MODE_CONNECTOR_*`.
public enum ConnectorKind: UInt32, Sendable, Hashable, CaseIterable {
  case unknown = 0
  case vga, dviI, dviD, dviA, composite, sVideo, lvds, component, nineDIN, displayPort, hdmiA, hdmiB, tv, eDP, virtual,
    dsi, dpi
  case writeback, spi, usb

  /// As in the kernel's connector names: `HDMI-A-1` is the first `HDMI-A`.
  public var name: String {
    switch self {
    case .unknown: "Unknown"
    case .vga: "VGA"
    case .dviI: "DVI-I"
    case .dviD: "DVI-D"
    case .dviA: "DVI-A"
    case .composite: "Composite"
    case .sVideo: "SVIDEO"
    case .lvds: "LVDS"
    case .component: "Component"
    case .nineDIN: "DIN"
    case .displayPort: "DP"
    case .hdmiA: "HDMI-A"
    case .hdmiB: "HDMI-B"
    case .tv: "TV"
    case .eDP: "eDP"
    case .virtual: "Virtual"
    case .dsi: "DSI"
    case .dpi: "DPI"
    case .writeback: "Writeback"
    case .spi: "SPI"
    case .usb: "USB"
    }
  }

  /// Made for a panel inside the same case.
  public var isInternal: Bool { [.lvds, .eDP, .dsi, .dpi, .spi].contains(self) }
}

/// A socket for a panel, or the panel's wires themselves, with what is known of what hangs on it. Source:
/// `drmModeConnector`.
public struct Connector: Sendable, Hashable {
  /// Whether a panel hangs on a connector.
  public enum Connection: Sendable, Hashable {
    case connected
    case disconnected
    /// The hardware cannot tell.
    case unknown
  }

  /// The kernel's number for it, on this card only.
  public var id: UInt32
  /// With `index` it makes the name.
  public var kind: ConnectorKind
  /// From 1, among those of its kind.
  public var index: UInt32
  /// As of the last probe.
  public var connection: Connection
  /// In the kernel's order, as a rule the preferred one first; empty when there is no panel.
  public var modes: [VideoMode]
  /// Ids of those that can feed it.
  public var encoders: [UInt32]
  /// The encoder that feeds it now; 0 for none.
  public var encoder: UInt32

  /// All that a driver tells of a connector; `index` counts from 1 among those of its kind.
  public init(
    id: UInt32, kind: ConnectorKind, index: UInt32, connection: Connection, modes: [VideoMode], encoders: [UInt32],
    encoder: UInt32
  ) {
    self.id = id
    self.kind = kind
    self.index = index
    self.connection = connection
    self.modes = modes
    self.encoders = encoders
    self.encoder = encoder
  }

  /// `DSI-1`.
  public var name: String { "\(kind.name)-\(index)" }
}

/// What turns a CRTC's picture into a connector's signal. Source: `drmModeEncoder`.
public struct Encoder: Sendable, Hashable {
  /// The kernel's number for it, on this card only.
  public var id: UInt32
  /// The CRTC that feeds it now; 0 for none.
  public var crtc: UInt32
  /// Bit by index in `CardResources.crtcs`.
  public var possibleCRTCs: UInt32

  /// - Parameter possibleCRTCs: bit by index in `CardResources.crtcs`.
  public init(id: UInt32, crtc: UInt32, possibleCRTCs: UInt32) {
    self.id = id
    self.crtc = crtc
    self.possibleCRTCs = possibleCRTCs
  }
}

/// What a CRTC scans out now.
public struct CRTCState: Sendable, Hashable {
  /// nil when it is off.
  public var mode: VideoMode?
  /// 0 for none.
  public var framebuffer: UInt32
  /// Column of the framebuffer that is scanned out first, pixels.
  public var x: UInt32
  /// Row of the framebuffer that is scanned out first, pixels.
  public var y: UInt32

  /// A mode of nil is a CRTC that is off, a framebuffer of 0 none; x and y are pixels of the framebuffer.
  public init(mode: VideoMode?, framebuffer: UInt32, x: UInt32 = 0, y: UInt32 = 0) {
    self.mode = mode
    self.framebuffer = framebuffer
    self.x = x
    self.y = y
  }
}

/// Something a CRTC lays a framebuffer on: its whole picture, an overlay or a cursor. Source: `drmModePlane`.
public struct Plane: Sendable, Hashable {
  /// The kernel's number for it, on this card only.
  public var id: UInt32
  /// The CRTC it lies on now; 0 for none.
  public var crtc: UInt32
  /// Bit by index in `CardResources.crtcs`.
  public var possibleCRTCs: UInt32
  /// `DRM_FORMAT_*`.
  public var formats: [UInt32]

  /// All that a driver tells of a plane; `formats` are `DRM_FORMAT_*`.
  public init(id: UInt32, crtc: UInt32, possibleCRTCs: UInt32, formats: [UInt32]) {
    self.id = id
    self.crtc = crtc
    self.possibleCRTCs = possibleCRTCs
    self.formats = formats
  }
}

/// A property and its present value.
public struct Property: Sendable, Hashable {
  /// One value an enumeration may have.
  public struct Choice: Sendable, Hashable {
    /// As the kernel calls it: `Primary`.
    public var name: String
    /// What the property is set to for it.
    public var value: UInt64

    /// An enumeration's value and its name in the kernel.
    public init(name: String, value: UInt64) {
      self.name = name
      self.value = value
    }
  }

  /// What it is set by; the same for all objects that have it.
  public var id: UInt32
  /// As the kernel calls it: `CRTC_ID`.
  public var name: String
  /// A number, an object's or blob's id, or a signed number's bits: the property decides.
  public var value: UInt64
  /// Of an enumeration.
  public var choices: [Choice]

  /// - Parameter choices: of an enumeration; empty for any other property.
  public init(id: UInt32, name: String, value: UInt64, choices: [Choice] = []) {
    self.id = id
    self.name = name
    self.value = value
    self.choices = choices
  }

  /// What an enumeration's value is called.
  public var choice: String? { choices.first { $0.value == value }?.name }
}

/// Has properties.
public enum PropertyOwner: Sendable, Hashable {
  case connector(UInt32)
  case crtc(UInt32)
  case plane(UInt32)
}

/// Memory that can be scanned out, as the driver made it.
public struct DumbBuffer: Sendable, Hashable {
  /// The card's own number for the memory, a GEM handle; good until it is destroyed or the card is closed.
  public var handle: UInt32
  /// Bytes from one row to the next.
  public var pitch: Int
  /// Bytes in all.
  public var byteCount: Int

  /// - Parameters:
  ///   - pitch: bytes from one row to the next.
  ///   - byteCount: bytes in all.
  public init(handle: UInt32, pitch: Int, byteCount: Int) {
    self.handle = handle
    self.pitch = pitch
    self.byteCount = byteCount
  }
}

/// What became of a frame that a card was given.
public enum CardEvent: Sendable, Hashable {
  case flipped(FlipEvent)
  /// The panel has what changed in the buffer on screen.
  case uploaded(token: UInt64)
  /// The kernel did not take the frame.
  case refused(token: UInt64, ModesettingError)

  /// What the frame was queued with.
  public var token: UInt64 {
    switch self {
    case .flipped(let flip): flip.token
    case .uploaded(let token), .refused(let token, _): token
    }
  }
}

/// The kernel says that a flip is done. Source: `struct drm_event_vblank`.
public struct FlipEvent: Sendable, Hashable {
  /// What the flip was asked for with.
  public var token: UInt64
  /// Nanoseconds on the clock that `CardCapability.monotonicTimestamps` tells.
  public var time: Int64
  /// Counts the CRTC's vertical blanks, and wraps; always 0 where there are none.
  public var sequence: UInt32

  /// - Parameters:
  ///   - token: what the flip was asked for with.
  ///   - time: nanoseconds.
  ///   - sequence: of the vertical blank; 0 where there are none.
  public init(token: UInt64, time: Int64, sequence: UInt32) {
    self.token = token
    self.time = time
    self.sequence = sequence
  }
}

/// `DRM_CAP_*`.
public enum CardCapability: UInt64, Sendable, Hashable {
  case dumbBuffers = 0x1
  case prefersShadow = 0x4
  case monotonicTimestamps = 0x6
  case crtcInEvents = 0x12
}

/// `DRM_CLIENT_CAP_*`.
public enum ClientCapability: UInt64, Sendable, Hashable {
  case universalPlanes = 2
  case atomic = 3
}
