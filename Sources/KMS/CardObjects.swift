// What a card is made of, as values: drm-kms(7).

/// A card's primary node.
public struct CardNode: Sendable, Hashable {
  /// `/dev/dri/card1`; the number is the order of loading and means nothing.
  public var path: String
  /// Its name in `/dev/dri/by-path`, which stays the same; nil when udev made none.
  public var stableName: String?

  public init(path: String, stableName: String? = nil) {
    self.path = path
    self.stableName = stableName
  }
}

/// Numbers of a card's objects.
public struct CardResources: Sendable, Hashable {
  /// A CRTC's bit in masks is its index here.
  public var crtcs: [UInt32]
  public var connectors: [UInt32]

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

public struct Connector: Sendable, Hashable {
  public enum Connection: Sendable, Hashable {
    case connected
    case disconnected
    /// The hardware cannot tell.
    case unknown
  }

  public var id: UInt32
  public var kind: ConnectorKind
  /// From 1, among those of its kind.
  public var index: UInt32
  public var connection: Connection
  public var modes: [VideoMode]
  public var encoders: [UInt32]
  /// The encoder that feeds it now; 0 for none.
  public var encoder: UInt32

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

public struct Encoder: Sendable, Hashable {
  public var id: UInt32
  /// The CRTC that feeds it now; 0 for none.
  public var crtc: UInt32
  /// Bit by index in `CardResources.crtcs`.
  public var possibleCRTCs: UInt32

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
  public var x: UInt32
  public var y: UInt32

  public init(mode: VideoMode?, framebuffer: UInt32, x: UInt32 = 0, y: UInt32 = 0) {
    self.mode = mode
    self.framebuffer = framebuffer
    self.x = x
    self.y = y
  }
}

public struct Plane: Sendable, Hashable {
  public var id: UInt32
  /// The CRTC it lies on now; 0 for none.
  public var crtc: UInt32
  public var possibleCRTCs: UInt32
  /// `DRM_FORMAT_*`.
  public var formats: [UInt32]

  public init(id: UInt32, crtc: UInt32, possibleCRTCs: UInt32, formats: [UInt32]) {
    self.id = id
    self.crtc = crtc
    self.possibleCRTCs = possibleCRTCs
    self.formats = formats
  }
}

/// A property and its present value.
public struct Property: Sendable, Hashable {
  public struct Choice: Sendable, Hashable {
    public var name: String
    public var value: UInt64

    public init(name: String, value: UInt64) {
      self.name = name
      self.value = value
    }
  }

  public var id: UInt32
  public var name: String
  public var value: UInt64
  /// Of an enumeration.
  public var choices: [Choice]

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
  public var handle: UInt32
  /// Bytes from one row to the next.
  public var pitch: Int
  /// Bytes in all.
  public var byteCount: Int

  public init(handle: UInt32, pitch: Int, byteCount: Int) {
    self.handle = handle
    self.pitch = pitch
    self.byteCount = byteCount
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

  public init(token: UInt64, time: Int64, sequence: UInt32) {
    self.token = token
    self.time = time
    self.sequence = sequence
  }
}

/// `DRM_CAP_*`.
public enum CardCapability: UInt64, Sendable, Hashable {
  case dumbBuffers = 0x1
  case preferredDepth = 0x3
  case prefersShadow = 0x4
  case monotonicTimestamps = 0x6
  case framebufferModifiers = 0x10
  case crtcInEvents = 0x12
}

/// `DRM_CLIENT_CAP_*`.
public enum ClientCapability: UInt64, Sendable, Hashable {
  case universalPlanes = 2
  case atomic = 3
}
