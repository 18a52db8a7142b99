import KMS
import KMSSupport
import Panel
import Scene
import Testing

private let size = PixelSize(width: 64, height: 40)
private let modes = [VideoMode.fake(64, 40, isPreferred: true), .fake(32, 20)]

private func rig(_ card: FakeCard, frames: Int = 4) -> Rig {
  var rig = Rig(FakeModesetting([card]))
  for frame in 0..<frames { rig.settle(.sample(frame, size: size)) }
  return rig
}

@Test func noPanelAtBootIsAState() {
  let card = FakeCard(connectors: [FakeConnector(connection: .disconnected, modes: [])])
  var rig = Rig(FakeModesetting([card]))
  rig.show(.sample(0, size: rig.display.mode.viewerSize))
  #expect(rig.display.state == .dark(.noPanel) && !rig.display.isActive)
  #expect(rig.lines.mention("no panel; waiting for it") && rig.lines.mention("nothing is connected"))
  #expect(rig.display.mode.size == PixelSize(width: 800, height: 480), "laid out for something")
  card.connector.plug(modes)
  rig.kernel.announce()
  rig.wait(milliseconds: 400)
  let shows = rig.showsWanted()
  #expect(shows && rig.changes == [.modeChanged] && rig.display.mode.size == size)
}

@Test func whoHasNothingToSayIsNotAsked() {
  let card = FakeCard(connectors: [FakeConnector(connection: .disconnected, modes: [])])
  var rig = Rig(FakeModesetting([card]))
  rig.show(.sample(0, size: rig.display.mode.viewerSize))
  card.connector.plug(modes)
  rig.kernel.announce()
  rig.display.expectsNews = false
  rig.wait(milliseconds: 400)
  #expect(rig.display.state == .dark(.noPanel) && rig.changes.isEmpty)
  rig.display.expectsNews = true
  rig.wait(milliseconds: 400)
  let shows = rig.showsWanted()
  #expect(shows && rig.changes == [.modeChanged])
}

@Test func noCardAtAllIsAStateToo() {
  let kernel = FakeModesetting([FakeCard()])
  kernel.card.isPresent = false
  var rig = Rig(kernel)
  rig.show(.sample(0, size: rig.display.mode.viewerSize))
  #expect(rig.display.state == .dark(.noPanel))
  kernel.card.isPresent = true
  rig.wait(milliseconds: 10_100)
  let shows = rig.showsWanted()
  #expect(shows)
}

@Test func eventsAreDebounced() {
  let card = FakeCard(connectors: [FakeConnector(modes: modes)])
  var rig = rig(card)
  card.connector.unplug()
  for _ in 0..<5 {
    rig.kernel.announce()
    rig.wait(milliseconds: 100)
  }
  #expect(rig.display.state == .idle, "the cable still bounces")
  card.connector.plug(modes)
  rig.kernel.announce()
  rig.wait(milliseconds: 1000)
  #expect(rig.display.state == .idle && rig.changes.isEmpty && card.modesets.count == 1)
}

@Test func theSamePanelKeepsItsBuffersAndItsSize() {
  let card = FakeCard(connectors: [FakeConnector(modes: modes)])
  card.connector.edid = sampleEDID(serial: "1")
  var rig = rig(card)
  card.connector.unplug()
  rig.kernel.announce()
  rig.wait(milliseconds: 400)
  #expect(rig.display.state == .dark(.noPanel) && rig.lines.mention("the panel is gone"))
  #expect(rig.display.mode.size == size)
  rig.show(.sample(9, size: size))
  card.connector.plug(modes, edid: sampleEDID(serial: "1"))
  rig.kernel.announce()
  rig.wait(milliseconds: 400)
  let shows = rig.showsWanted()
  #expect(shows && rig.changes == [.restarted] && rig.lines.mention("DSI-1: back again"))
  #expect(card.teardown.isEmpty && card.modesets.last?.flags == [.allowModeset])
}

@Test func anotherPanelGetsNewBuffersBeforeTheModeset() {
  let card = FakeCard(connectors: [FakeConnector(modes: modes)])
  var rig = rig(card)
  card.connector.unplug()
  rig.kernel.announce()
  rig.wait(milliseconds: 400)
  card.connector.plug([.fake(100, 30, isPreferred: true)], edid: sampleEDID(serial: "2"))
  rig.kernel.announce()
  rig.wait(milliseconds: 400)
  let shows = rig.showsWanted()
  #expect(shows && rig.changes == [.modeChanged])
  #expect(rig.display.mode.size == PixelSize(width: 100, height: 30))
}

/// Swapped within the debounce: the modes are the same, the monitor is another.
@Test func anotherEDIDIsAnotherPanel() {
  let card = FakeCard(connectors: [FakeConnector(modes: modes)])
  card.connector.edid = sampleEDID(serial: "1")
  var rig = rig(card)
  card.connector.panelOrientation = "Upside Down"
  card.connector.edid = sampleEDID(serial: "2")
  rig.kernel.announce()
  rig.wait(milliseconds: 400)
  let shows = rig.showsWanted()
  #expect(shows && rig.changes == [.modeChanged] && rig.display.mode.orientation == .degrees180)
}

@Test func aFlipThatPendsWhenThePanelGoesIsForgotten() {
  let card = FakeCard(connectors: [FakeConnector(modes: modes)])
  var rig = rig(card)
  card.fates = [.dropped]
  rig.show(.sample(5, size: size))
  card.connector.unplug()
  rig.kernel.announce()
  rig.wait(milliseconds: 400)
  #expect(rig.display.state == .dark(.noPanel) && rig.display.statistics.lost == 0)
  card.connector.plug(modes)
  rig.wait(milliseconds: 11_000)
  let shows = rig.showsWanted()
  #expect(shows)
}

@Test func slowProbeOnlyWhileNothingIsConnected() {
  let card = FakeCard(connectors: [FakeConnector(modes: modes)])
  var rig = rig(card)
  #expect(rig.display.nextDeadline == nil)
  card.connector.unplug()
  rig.kernel.announce()
  rig.wait(milliseconds: 400)
  #expect(rig.display.nextDeadline.map { $0 - rig.now <= 10_000_000_000 } == true)
  // A panel that never signals.
  card.connector.plug(modes)
  rig.wait(milliseconds: 10_100)
  let shows = rig.showsWanted()
  #expect(shows && rig.display.nextDeadline == nil)
}

@Test func theOtherConnectorIsTakenWhenThePanelGoes() {
  let card = FakeCard(
    connectors: [
      FakeConnector(id: 50, modes: modes),
      FakeConnector(id: 51, kind: .hdmiA, modes: [.fake(90, 50, isPreferred: true)]),
    ])
  var rig = rig(card)
  card.connectors[0].unplug()
  rig.kernel.announce()
  rig.wait(milliseconds: 400)
  let shows = rig.showsWanted(on: card.connectors[1])
  #expect(shows && rig.changes == [.modeChanged])
}

@Test func theOtherCardIsTakenWhenThePanelGoes() {
  let first = FakeCard(path: "/dev/dri/card0", connectors: [FakeConnector(modes: modes)])
  let second = FakeCard(
    path: "/dev/dri/card1", connectors: [FakeConnector(connection: .disconnected, modes: [])])
  var rig = Rig(FakeModesetting([first, second]))
  for frame in 0..<3 { rig.settle(.sample(frame, size: size)) }
  first.connector.unplug()
  second.connector.plug([.fake(90, 50, isPreferred: true)])
  rig.kernel.announce()
  rig.wait(milliseconds: 400)
  let shows = rig.showsWanted()
  #expect(shows && rig.display.mode.size == PixelSize(width: 90, height: 50))
  #expect(first.liveBuffers == 0, "the first card is closed")
}

@Test func aCardThatVanishesIsWaitedForAndTakenAgain() {
  let card = FakeCard(connectors: [FakeConnector(modes: modes)])
  var rig = rig(card)
  card.isPresent = false
  rig.kernel.announce()
  rig.show(.sample(6, size: size))
  rig.wait(milliseconds: 2000)
  #expect(rig.display.state == .dark(.noPanel) && rig.lines.mention("/dev/dri/card0 is gone"))
  #expect(card.liveBuffers == 0)
  card.isPresent = true
  rig.kernel.announce()
  rig.wait(milliseconds: 400)
  let shows = rig.showsWanted()
  #expect(shows)
}

@Test func aBadLinkIsSetAnewAndGood() {
  let card = FakeCard(connectors: [FakeConnector(modes: modes)])
  var rig = rig(card)
  card.connector.isLinkBad = true
  rig.kernel.announce()
  rig.wait(milliseconds: 400)
  let shows = rig.showsWanted()
  #expect(shows && !card.connector.isLinkBad && card.modesets.count == 2)
  #expect(rig.lines.mention("the link to the panel failed"))
}
