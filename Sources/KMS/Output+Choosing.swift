import Glibc
import Numbers
import Scene

// Which CRTC and which plane feed a connector.

extension Output {
  /// A plane's properties, resolved once.
  struct PrimaryPlane {
    var id: UInt32
    var formats: [UInt32]
    var properties: PropertyTable
    var placement: PlacementProperties
    var damage: UInt32?

    /// Whether a state can be made of its properties.
    var isComplete: Bool {
      properties.has(OverlayPlane.needed)
    }
  }

  /// The way of a picture from a plane by a CRTC to a connector, as it was found. It stays as it is while the output lives.
  struct Pipe {
    let connector: Connector
    /// The monitor's own, to know it again; empty without one.
    let edid: [UInt8]
    let connectorProperties: PropertyTable
    /// How the panel is mounted.
    let mounting: Orientation
    let crtc: UInt32
    /// The CRTC's, in masks.
    let bit: UInt32
    let crtcProperties: PropertyTable
    /// What the CRTC showed before this program.
    let found: CRTCState
    /// nil where the kernel does not show it.
    let primary: PrimaryPlane?
    let hasMonotonicTime: Bool

    /// - Parameter sharesPlanes: the kernel shows primary planes.
    init(_ row: CardSurvey.Row, sharesPlanes: Bool, on card: Card) throws(ModesettingError) {
      guard let connector = row.connector else {
        throw ModesettingError("drmModeGetConnector", on: .card(row.card.path), number: ENOENT)
      }
      self.connector = connector
      edid = row.edidBytes
      hasMonotonicTime = card.capability(.monotonicTimestamps) ?? 0 != 0
      connectorProperties = try PropertyTable(of: .connector(connector.id), on: card)
      mounting = Orientation(panelOrientation: connectorProperties.choice("panel orientation"))
      let resources = try card.resources()
      crtc = try Output.chooseCRTC(for: connector, resources, on: card)
      bit = UInt32(1) << UInt32(resources.crtcs.firstIndex(of: crtc) ?? 0)
      found = try card.crtc(crtc)
      crtcProperties = try PropertyTable(of: .crtc(crtc), on: card)
      primary = sharesPlanes ? try Output.choosePlane(onCRTC: crtc, bit: bit, on: card) : nil
    }

    /// Whether an atomic state can be made of it.
    var isComplete: Bool {
      primary?.isComplete ?? false && connectorProperties.has(["CRTC_ID"])
        && crtcProperties.has(["MODE_ID", "ACTIVE"])
    }
  }

  static func enables(_ capability: ClientCapability, on card: Card) -> Bool {
    do throws(ModesettingError) {
      try card.enable(capability)
      return true
    } catch {
      return false
    }
  }

  /// Only a driver that says so has none: a CRTC that is off cannot be asked for its sequence either.
  static func hasVerticalBlank(_ card: Card, _ crtc: UInt32) -> Bool {
    do throws(ModesettingError) {
      _ = try card.verticalBlanks(ofCRTC: crtc)
      return true
    } catch {
      return error.number != EOPNOTSUPP
    }
  }

  /// The one that feeds the connector now, where an encoder of the connector can be fed by it; else a possible one, first of all
  /// one that feeds nothing.
  static func chooseCRTC(for connector: Connector, _ resources: CardResources, on card: Card)
    throws(ModesettingError) -> UInt32
  {
    var possible: UInt32 = 0
    var present: UInt32 = 0
    for id in connector.encoders {
      let encoder = try card.encoder(id)
      possible |= encoder.possibleCRTCs
      if id == connector.encoder { present = encoder.crtc }
    }
    let allowed = resources.crtcs.enumerated().filter { possible >> UInt32($0.offset) & 1 == 1 }.map(\.element)
    if allowed.contains(present) { return present }
    for crtc in allowed where try card.crtc(crtc).mode == nil { return crtc }
    guard let first = allowed.first else {
      throw ModesettingError("drmModeGetEncoder (no CRTC reaches it)", on: .connector(connector.id), number: EINVAL)
    }
    return first
  }

  /// The primary plane by its type: overlays have the same formats.
  static func choosePlane(onCRTC crtc: UInt32, bit: UInt32, on card: Card) throws(ModesettingError)
    -> PrimaryPlane?
  {
    var chosen: PrimaryPlane?
    for plane in try card.planes() where plane.possibleCRTCs & bit != 0 && (plane.crtc == 0 || plane.crtc == crtc) {
      let properties = try PropertyTable(of: .plane(plane.id), on: card)
      guard properties.choice("type") == "Primary" else { continue }
      if chosen == nil || plane.crtc == crtc {
        chosen = PrimaryPlane(
          id: plane.id, formats: plane.formats, properties: properties,
          placement: PlacementProperties(properties), damage: properties.id("FB_DAMAGE_CLIPS"))
      }
    }
    return chosen
  }
}
