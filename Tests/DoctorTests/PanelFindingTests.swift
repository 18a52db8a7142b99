import Glibc
import KMS
import KMSSupport
import Testing

@testable import Doctor

private let guest = Person(name: "kiosk", isRoot: false)

private func survey(_ cards: [FakeCard], pin: CardPin = CardPin(), holders: [String] = []) -> CardSurvey {
  CardChooser(pin: pin, holders: { _ in holders }).survey(FakeModesetting(cards))
}

private func findings(_ cards: [FakeCard], pin: CardPin = CardPin(), _ adjust: (inout PanelFacts) -> Void = { _ in })
  -> [Finding]
{
  var facts = PanelFacts(survey: survey(cards, pin: pin))
  adjust(&facts)
  return facts.findings(guest)
}

private func hdmi(_ adjust: (FakeConnector) -> Void = { _ in }) -> FakeCard {
  let connector = FakeConnector(kind: .hdmiA, modes: [.fake(1280, 800, isPreferred: true)])
  adjust(connector)
  return FakeCard(connectors: [connector])
}

@Suite struct PanelFindingTests {
  @Test func thePanelIsNamedWithItsMode() {
    let found = findings([FakeCard()])
    #expect(found.map(\.severity) == [.fine])
    #expect(found[0].sentence.hasPrefix("the board goes to DSI-1 of /dev/dri/card0 (fake), 64x40"))
  }

  @Test func withoutADirectoryADriverOrTheDeviceIsMissing() {
    let found = findings([]) { $0.hasDirectory = false }
    #expect(found.map(\.severity) == [.problem])
    #expect(found[0].sentence.contains("there is no /dev/dri"))
    #expect(found[0].fix?.contains("--device /dev/dri") == true)
  }

  @Test func anEmptyDirectoryAndOneWithRenderNodesOnlyAreTold() {
    #expect(findings([])[0].sentence.contains("/dev/dri is empty"))
    let one = findings([]) { $0.renderNodes = ["renderD128"] }
    #expect(one[0].sentence.contains("has only renderD128, which computes pictures and shows none"))
    let two = findings([]) { $0.renderNodes = ["renderD128", "renderD129"] }
    #expect(two[0].sentence.contains("renderD128, renderD129, which compute pictures and show none"))
    #expect(two[0].fix?.contains("journalctl -k") == true)
  }

  @Test func aForeignMasterIsNamedAndSentAway() {
    let card = FakeCard()
    card.hasForeignMaster = true
    let unnamed = findings([card])
    #expect(unnamed[0].sentence == "no card has a panel to show the board on")
    #expect(unnamed[1].severity == .problem)
    #expect(unnamed[1].sentence.contains("another program, which only root can name"))
    #expect(unnamed[1].fix?.contains("sudo vitrine doctor") == true)
    for (holder, fix) in [
      ("Xorg (pid 812)", "isolate multi-user.target"), ("wayfire (pid 7)", "set-default multi-user.target"),
      ("plymouthd (pid 90)", "plymouth quit"),
      ("mpv (pid 8)", "stop mpv first"),
    ] {
      let found = PanelFacts(survey: survey([card], holders: [holder])).findings(guest)
      #expect(found[1].sentence == "/dev/dri/card0 is shown on by \(holder)")
      #expect(found[1].fix?.contains(fix) == true)
    }
    // A board that is shown is no problem, and no reason to end the kiosk that shows it.
    let own = PanelFacts(survey: survey([card], holders: ["vitrine (pid 7)"])).findings(guest)
    #expect(own.map(\.severity) == [.fine], "\(own)")
    #expect(own.first?.sentence == "a board is on /dev/dri/card0, shown by vitrine (pid 7)")
    // What the kernel says of masters is truer than who has the file open.
    let master = PanelFacts(
      survey: survey([card], holders: ["logind (pid 3)"]), masters: ["/dev/dri/card0": "Xorg (pid 812)"])
    #expect(master.findings(guest)[1].sentence.hasSuffix("Xorg (pid 812)"))
  }

  @Test func aMissingGroupIsNamedWithTheCommandThatMendsIt() {
    let card = FakeCard()
    card.failures.always(.open, EACCES)
    let found = findings([card]) { $0.closed = ["/dev/dri/card0": "video"] }
    #expect(
      found[1].sentence == "/dev/dri/card0 may not be opened: it belongs to the group video, and kiosk is not in it")
    #expect(found[1].fix == "sudo usermod -aG video kiosk, then log in again")
    card.failures.always(.open, EIO)
    #expect(findings([card])[1].sentence.contains("open on /dev/dri/card0: Input/output error"))
  }

  @Test func anEmptySocketAndOneWithoutModesSayWhatToDo() {
    let empty = findings([hdmi { $0.unplug() }])
    #expect(empty[1].sentence == "HDMI-A-1 of /dev/dri/card0: nothing is connected")
    #expect(empty[1].fix?.contains("goes on by itself") == true)
    let modeless = findings([hdmi { $0.modes = [] }])
    #expect(modeless[1].sentence.contains("offers no mode"))
    #expect(modeless[1].fix?.contains("video=HDMI-A-1:1280x800@60") == true)
  }

  @Test func withAPanelTheRestIsNoMoreThanANote() {
    let bare = FakeCard(path: "/dev/dri/card1")
    bare.capabilities[.dumbBuffers] = nil
    let found = findings([FakeCard(), bare])
    #expect(found.map(\.severity) == [.fine, .note])
    #expect(found[1].sentence.contains("no dumb buffers"))
    #expect(found[1].fix == nil)
  }

  @Test func whatIsNotForPanelsIsNotToBeMended() {
    let render = FakeCard(path: "/dev/dri/card1", connectors: [])
    render.isRenderOnly = true
    let writeback = FakeCard(path: "/dev/dri/card2", connectors: [FakeConnector(kind: .writeback)])
    let goggles = FakeCard(path: "/dev/dri/card3")
    goggles.connectors[0].isNonDesktop = true
    let found = findings([render, writeback, goggles])
    #expect(found.map(\.severity) == [.problem, .note, .note, .note])
    #expect(found.dropFirst().allSatisfy { $0.sentence.contains("is not for panels") && $0.fix == nil })
  }

  @Test func aSecondPanelCanBeChosen() {
    let second = FakeCard(path: "/dev/dri/card1", connectors: [FakeConnector(kind: .hdmiA)])
    let found = findings([FakeCard(), second])
    #expect(found[1].sentence == "HDMI-A-1 of /dev/dri/card1 could show the board too")
    #expect(found[1].fix == "to use it: --connector HDMI-A-1")
  }

  @Test func aPinThatFitsNothingIsToldOfEachCard() {
    let found = findings([FakeCard()], pin: CardPin(connector: "DP-3"))
    #expect(found[0].severity == .problem)
    #expect(found[1].sentence == "DSI-1 of /dev/dri/card0: connector DP-3 was asked for")
  }

  @Test func monitorsThatSayNothingOrNonsenseAreDoubted() {
    let silent = findings([hdmi()])
    #expect(silent[1].severity == .warning)
    #expect(silent[1].sentence == "HDMI-A-1 has no EDID, so its modes are guesses")
    #expect(silent[1].fix?.contains("--mode 1280x800@60") == true)
    let lying = findings([hdmi { $0.edid = [UInt8](repeating: 7, count: 128) }])
    #expect(lying[1].sentence == "the EDID of HDMI-A-1 is damaged and not believed")
    let unsure = findings([hdmi { $0.connection = .unknown }])
    #expect(unsure.contains { $0.sentence == "HDMI-A-1 cannot tell whether a panel is there; it is taken to be" })
  }

  @Test func theKernelsComplaintsAreRepeatedTheLastThree() {
    let log = [
      "usb 1-1: new device", "[drm] Initialized vc4", "[drm:vc4_crtc] *ERROR* one", "[drm] flip_done timed out",
      "vc4-drm: failed to allocate", "cma: cma_alloc: drm alloc failed", "random: crng init done",
    ]
    let found = findings([FakeCard()]) { $0.complaints = PanelFacts.complaints(in: log) }
    #expect(
      found.dropFirst().map(\.sentence) == [
        "the kernel said: [drm] flip_done timed out", "the kernel said: vc4-drm: failed to allocate",
        "the kernel said: cma: cma_alloc: drm alloc failed",
      ])
    #expect(found[1].fix?.contains("drm.debug=0x14") == true)
    #expect(KernelLog.message(of: "6,339,5140900,-;[drm] hello\n SUBSYSTEM=pci\n") == "[drm] hello")
    #expect(KernelLog.message(of: "no record") == nil)
  }
}
