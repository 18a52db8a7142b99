import Numbers

/// Finds the panel among cards and connectors: numbers of cards are the order of loading, and 3D, capture and panel are often
/// different cards.
public struct CardChooser {
  /// What a person asks for; any card, connector and monitor that differ are refused.
  public var pin: CardPin
  /// Whether a panel in the same case is likelier than a monitor: so it is where there is touch.
  public var prefersInternal: Bool
  /// Who has a device open, for the sentence that says so; the caller knows how to find out.
  public var holders: (_ path: String) -> [String]

  /// Takes any panel by default, and knows of nobody who holds a card.
  public init(
    pin: CardPin = CardPin(), prefersInternal: Bool = true,
    holders: @escaping (_ path: String) -> [String] = { _ in [] }
  ) {
    self.pin = pin
    self.prefersInternal = prefersInternal
    self.holders = holders
  }

  /// Looks at every primary node. Cards are opened and closed again; opening one that nobody has makes this program its master
  /// for that moment.
  ///
  /// - Parameter except: a card that is open already.
  public func survey(_ kernel: some KernelModesetting, except: CardNode? = nil) -> CardSurvey {
    CardSurvey(rows: kernel.cards().filter { $0.path != except?.path }.flatMap { rows(of: $0, kernel) })
  }

  private func rows<Kernel: KernelModesetting>(of node: CardNode, _ kernel: Kernel) -> [CardSurvey.Row] {
    do throws(ModesettingError) {
      return rows(of: try kernel.open(node.path), node)
    } catch {
      return [CardSurvey.Row(card: node, verdict: .refused(.failed(error)))]
    }
  }

  /// The connectors of an opened card; one row when the card is refused as a whole.
  func rows<Card: ModesettingCard>(of card: Card, _ node: CardNode) -> [CardSurvey.Row] {
    let driver = card.driver
    func refused(_ refusal: CardSurvey.Refusal) -> [CardSurvey.Row] {
      [CardSurvey.Row(card: node, driver: driver, verdict: .refused(refusal))]
    }
    if let wanted = pin.card, wanted != node.path, wanted != node.stableName, wanted != driver {
      return refused(.notPinned("card \(wanted)"))
    }
    do throws(ModesettingError) {
      let resources = try card.resources()
      if card.capability(.dumbBuffers) ?? 0 == 0 { return refused(.noDumbBuffers) }
      if resources.connectors.isEmpty { return refused(.noConnectors) }
      if resources.crtcs.isEmpty { return refused(.noCRTCs) }
      if try !hasPrimaryPlane(card) { return refused(.noPrimaryPlane) }
      if !card.isMaster { return refused(.held(by: holders(node.path))) }
      return resources.connectors.map { row(card, $0, node, driver) }
    } catch {
      return refused(error.remedy == .change ? .noModesetting : .failed(error))
    }
  }

  /// Kernels without universal planes do not show their primary planes, but have them.
  private func hasPrimaryPlane(_ card: some ModesettingCard) throws(ModesettingError) -> Bool {
    do throws(ModesettingError) {
      try card.enable(.universalPlanes)
    } catch {
      return true
    }
    for plane in try card.planes() where try PropertyTable(of: .plane(plane.id), on: card).choice("type") == "Primary" {
      return true
    }
    return false
  }

  private func row<Card: ModesettingCard>(
    _ card: Card, _ id: UInt32, _ node: CardNode, _ driver: String
  ) -> CardSurvey.Row {
    do throws(ModesettingError) {
      let connector = try card.connector(id, probing: true)
      let properties = try PropertyTable(of: .connector(id), on: card)
      let edid = properties.blob("EDID", on: card) ?? []
      let tile = DisplayTile(properties.blob("TILE", on: card))
      return CardSurvey.Row(
        card: node, driver: driver, connector: connector, edidBytes: edid, overlays: overlays(connector, card),
        verdict: verdict(connector, properties, EDID(edid), tile: tile))
    } catch {
      return CardSurvey.Row(card: node, driver: driver, verdict: .refused(.failed(error)))
    }
  }

  /// Overlays of the CRTC that would feed a connector; whether they can be used is tried when it is driven.
  private func overlays<Card: ModesettingCard>(_ connector: Connector, _ card: Card) -> Int {
    do throws(ModesettingError) {
      let resources = try card.resources()
      let crtc = try Output.chooseCRTC(for: connector, resources, on: card)
      guard let index = resources.crtcs.firstIndex(of: crtc), Output.hasVerticalBlank(card, crtc) else { return 0 }
      return try OverlayPlane.find(onCRTC: crtc, bit: 1 << UInt32(index), needing: ["type"], on: card).count
    } catch {
      return 0
    }
  }

  private func verdict(_ connector: Connector, _ properties: PropertyTable, _ edid: EDID?, tile: DisplayTile?)
    -> CardSurvey.Verdict
  {
    if let wanted = pin.connector, wanted != connector.name { return .refused(.notPinned("connector \(wanted)")) }
    if connector.kind == .writeback { return .refused(.writeback) }
    if properties.value("non-desktop") ?? 0 != 0 { return .refused(.nonDesktop) }
    if connector.connection == .disconnected { return .refused(.disconnected) }
    if connector.modes.isEmpty { return .refused(.noModes) }
    if let wanted = pin.serial, wanted != edid?.serial {
      return .refused(.notPinned("the monitor with serial \(wanted)"))
    }
    if let tile, pin.connector == nil { return .refused(.tile(columns: tile.columns, rows: tile.rows)) }
    return .usable(score: score(connector))
  }

  /// What is certainly there before what may be there; then by what the connector is built for.
  private func score(_ connector: Connector) -> Int {
    let certain = connector.connection == .connected ? 1000 : 0
    let kind =
      switch connector.kind {
      case .lvds, .eDP, .dsi, .dpi, .spi: prefersInternal ? 300 : 100
      case .hdmiA, .hdmiB, .displayPort, .dviD, .dviI: 200
      case .usb, .virtual: 150
      default: 50
      }
    return certain + kind
  }
}

/// What a connector shows of a display that is made of several. Source: the kernel's `TILE` property,
/// `group:flags:columns:rows:column:row:width:height`.
struct DisplayTile: Hashable {
  var columns: Int
  var rows: Int

  /// nil for a display in one piece.
  init?(_ blob: [UInt8]?) {
    let fields = blob.map { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self).split(separator: ":") } ?? []
    guard fields.count >= 4, let columns = Int(fields[2]), let rows = Int(fields[3]), columns * rows > 1 else {
      return nil
    }
    self.columns = columns
    self.rows = rows
  }
}
