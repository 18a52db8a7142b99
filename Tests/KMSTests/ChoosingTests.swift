import KMS
import KMSSupport
import Panel
import Scene
import Testing

private func survey(_ cards: [FakeCard], _ pin: CardPin = CardPin(), prefersInternal: Bool = true) -> CardSurvey {
  CardChooser(pin: pin, prefersInternal: prefersInternal).survey(FakeModesetting(cards))
}

private func refusal(_ survey: CardSurvey, _ row: Int = 0) -> CardSurvey.Refusal? {
  guard case .refused(let refusal) = survey.rows[row].verdict else { return nil }
  return refusal
}

// MARK: Cards

@Test func ofSeveralCardsTheOneWithThePanelIsTaken() {
  let render = FakeCard(path: "/dev/dri/card0", driver: "v3d", connectors: [])
  render.isRenderOnly = true
  let empty = FakeCard(path: "/dev/dri/card1", driver: "vc4", connectors: [])
  let bare = FakeCard(path: "/dev/dri/card2", driver: "old")
  bare.capabilities[.dumbBuffers] = nil
  let panel = FakeCard(path: "/dev/dri/card3", driver: "drm-rp1-dsi")
  let found = survey([render, empty, bare, panel])
  #expect(found.choice?.card.path == "/dev/dri/card3")
  #expect(found.choice?.connector?.name == "DSI-1")
  #expect(refusal(found, 0) == .noModesetting)
  #expect(refusal(found, 1) == .noConnectors)
  #expect(refusal(found, 2) == .noDumbBuffers)
}

@Test func aCardNeedsACRTCAndAPrimaryPlane() {
  let noCRTC = FakeCard()
  noCRTC.crtcs = []
  #expect(refusal(survey([noCRTC])) == .noCRTCs)
  let noPrimary = FakeCard()
  noPrimary.planes.removeAll { $0.type == "Primary" }
  #expect(refusal(survey([noPrimary])) == .noPrimaryPlane)
}

@Test func aCardThatCannotBeOpenedSaysWhy() {
  let card = FakeCard()
  card.failures.always(.open, 13)
  let found = survey([card])
  #expect(found.choice == nil)
  #expect(found.description.contains("open on /dev/dri/card0: Permission denied"))
  #expect(found.description.contains("group"))
}

@Test func masterIsCheckedBeforeAnythingIsPromised() {
  let card = FakeCard()
  card.hasForeignMaster = true
  var chooser = CardChooser()
  chooser.holders = { ["Xorg (pid 812) on \($0)"] }
  let found = chooser.survey(FakeModesetting([card]))
  #expect(found.choice == nil && found.isHeld)
  #expect(found.description.contains("refused: Xorg (pid 812) on /dev/dri/card0 has it; stop it first"))
  #expect(card.commits.isEmpty)
}

// MARK: Connectors

@Test func connectorsThatAreNoPanelAreSkipped() {
  let writeback = FakeConnector(id: 50, kind: .writeback)
  let headset = FakeConnector(id: 51, kind: .displayPort)
  headset.isNonDesktop = true
  let noModes = FakeConnector(id: 52, kind: .hdmiA, modes: [])
  let unplugged = FakeConnector(id: 53, kind: .hdmiA, index: 2, connection: .disconnected, modes: [])
  let panel = FakeConnector(id: 54, kind: .dpi)
  let found = survey([FakeCard(connectors: [writeback, headset, noModes, unplugged, panel])])
  #expect((0..<4).map { refusal(found, $0) } == [.writeback, .nonDesktop, .noModes, .disconnected])
  #expect(found.choice?.connector?.name == "DPI-1")
}

@Test func unknownConnectionCountsOnlyIfNothingElseIs() {
  let unknown = FakeConnector(id: 50, kind: .dsi, connection: .unknown)
  let monitor = FakeConnector(id: 51, kind: .vga)
  #expect(survey([FakeCard(connectors: [unknown, monitor])]).choice?.connector?.name == "VGA-1")
  monitor.unplug()
  #expect(survey([FakeCard(connectors: [unknown, monitor])]).choice?.connector?.name == "DSI-1")
}

@Test(arguments: [ConnectorKind.dsi, .lvds, .eDP, .dpi, .spi])
func internalPanelsComeFirstWhereThereIsTouch(kind: ConnectorKind) {
  let monitor = FakeConnector(id: 50, kind: .hdmiA)
  let panel = FakeConnector(id: 51, kind: kind)
  let card = FakeCard(connectors: [monitor, panel])
  #expect(survey([card]).choice?.connector?.kind == kind)
  #expect(survey([card], prefersInternal: false).choice?.connector?.kind == .hdmiA)
}

@Test func aTileIsRefusedUnlessItIsPinned() {
  let tile = FakeConnector(kind: .displayPort)
  tile.tile = "1:1:2:1:0:0:1920:2160"
  #expect(refusal(survey([FakeCard(connectors: [tile])])) == .tile(columns: 2, rows: 1))
  #expect(survey([FakeCard(connectors: [tile])]).description.contains("one tile of a display of 2x1"))
  #expect(survey([FakeCard(connectors: [tile])], CardPin(connector: "DP-1")).choice != nil)
  tile.tile = "1:1:1:1:0:0:3840:2160"
  #expect(survey([FakeCard(connectors: [tile])]).choice != nil)
}

@Test func pinsByConnectorPathAndSerial() {
  let first = FakeCard(path: "/dev/dri/card0", stableName: "pci-0000:00:02.0-card", driver: "i915")
  let second = FakeCard(
    path: "/dev/dri/card1", stableName: "platform-gpu-card", driver: "vc4",
    connectors: [FakeConnector(id: 50, kind: .hdmiA), FakeConnector(id: 51, kind: .hdmiA, index: 2)])
  second.connectors[1].edid = sampleEDID(serial: "PANEL-42")
  let cards = [first, second]
  func choice(_ pin: CardPin) -> String? {
    survey(cards, pin).choice.map { "\($0.card.path) \($0.connector?.name ?? "")" }
  }
  #expect(choice(CardPin(card: "/dev/dri/card1")) == "/dev/dri/card1 HDMI-A-1")
  #expect(choice(CardPin(card: "platform-gpu-card")) == "/dev/dri/card1 HDMI-A-1")
  #expect(choice(CardPin(card: "i915")) == "/dev/dri/card0 DSI-1")
  #expect(choice(CardPin(connector: "HDMI-A-2")) == "/dev/dri/card1 HDMI-A-2")
  #expect(choice(CardPin(serial: "PANEL-42")) == "/dev/dri/card1 HDMI-A-2")
  #expect(choice(CardPin(connector: "DP-9")) == nil)
  #expect(survey(cards, CardPin(serial: "X")).description.contains("the monitor with serial X was asked for"))
}

@Test func theTableGivesAReasonForEachRow() {
  let render = FakeCard(path: "/dev/dri/card0", driver: "v3d", connectors: [])
  let panel = FakeCard(
    path: "/dev/dri/card10", driver: "vc4",
    connectors: [
      FakeConnector(id: 50, kind: .hdmiA, connection: .disconnected, modes: []),
      FakeConnector(id: 51, modes: [.fake(800, 480, hertz: 59.94, isPreferred: true)]),
    ])
  panel.connectors[1].edid = sampleEDID(serial: "7")
  #expect(
    survey([render, panel]).description == """
      /dev/dri/card0   v3d  -         refused: it has no connectors; another card has the panel
      /dev/dri/card10  vc4  HDMI-A-1  refused: nothing is connected
      /dev/dri/card10  vc4  DSI-1     chosen (1300), 800x480 at 59.9 Hz, Test Panel serial 7
      """)
  #expect(survey([]).description.contains("no graphics driver is loaded"))
}

// MARK: EDID

@Test func edidIsReadOnlyWhenItIsWholeAndItsSumIsRight() {
  let bytes = sampleEDID(serial: "AB 12")
  let edid = EDID(bytes)
  #expect(edid?.product == "VIT-0A0B" && edid?.serial == "AB 12" && edid?.name == "Test Panel")
  #expect(EDID([]) == nil && EDID(Array(bytes[..<100])) == nil)
  for position in [0, 8, 60, 127] {
    var lying = bytes
    lying[position] &+= 1
    #expect(EDID(lying) == nil)
  }
}

/// Millimetres of the first timing, centimetres of the header without them, and nothing from a monitor that says nothing.
@Test func edidSaysHowLargeTheGlassIs() {
  var bytes = sampleEDID(serial: "AB 12")
  #expect(EDID(bytes)?.size == nil)
  func sealed() -> [UInt8] {
    var sealed = bytes
    sealed[127] = 0
    sealed[127] = 0 &- sealed.reduce(0, &+)
    return sealed
  }
  (bytes[21], bytes[22]) = (52, 29)
  #expect(EDID(sealed())?.size == Millimetres(width: 520, height: 290))
  bytes.replaceSubrange(54..<72, with: Array(repeating: 0, count: 18))
  (bytes[54], bytes[55]) = (0x02, 0x3A)
  (bytes[66], bytes[67], bytes[68]) = (0x13, 0x2B, 0x21)
  #expect(EDID(sealed())?.size == Millimetres(width: 531, height: 299))
  (bytes[66], bytes[67], bytes[68]) = (0, 0, 0)
  #expect(EDID(sealed())?.size == Millimetres(width: 520, height: 290))
}

@Test(arguments: 0..<200)
func edidReaderSurvivesAnyBytes(seed: UInt64) {
  var random = SplitMix64(seed: seed)
  var bytes = (0..<128).map { _ in UInt8.random(in: 0...255, using: &random) }
  bytes.replaceSubrange(0..<8, with: [0, 255, 255, 255, 255, 255, 255, 0])
  bytes[127] = 0
  bytes[127] = 0 &- bytes.reduce(0, &+)
  let edid = EDID(bytes)
  #expect(edid != nil)
  #expect(edid?.serial?.unicodeScalars.allSatisfy { (0x20..<0x7F).contains($0.value) } ?? true)
}

@Test func anEDIDThatLiesOrIsMissingDoesNotCostThePanel() {
  for bytes in [[], [1, 2, 3], Array(repeating: 255, count: 128)] as [[UInt8]] {
    let card = FakeCard()
    card.connector.edid = bytes
    var rig = Rig(FakeModesetting([card]))
    rig.settle(.sample(0, size: rig.display.mode.viewerSize))
    let shows = rig.showsWanted()
    #expect(shows)
  }
}
