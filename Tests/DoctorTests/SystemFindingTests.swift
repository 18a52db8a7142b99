import Testing

@testable import Doctor

private let guest = Person(name: "kiosk", isRoot: false)
private let root = Person(name: "root", isRoot: true)

private func console(_ person: Person = guest, _ adjust: (inout ConsoleFacts) -> Void = { _ in }) -> [Finding] {
  var facts = ConsoleFacts(lamps: [("10-0045", true)])
  facts.isServiceRunning = true
  adjust(&facts)
  return facts.findings(person)
}

private func system(frame: Int? = 4_096_000, _ adjust: (inout SystemFacts) -> Void = { _ in }) -> [Finding] {
  var facts = SystemFacts()
  adjust(&facts)
  return facts.findings(frame: frame)
}

extension [Finding] {
  fileprivate func of(_ subject: Finding.Subject) -> [Finding] { filter { $0.subject == subject } }
}

@Suite struct ConsoleFindingTests {
  @Test func aMachineInOrderHasNothingToMend() {
    #expect(console().allSatisfy { $0.severity == .fine && $0.fix == nil })
    #expect(system().allSatisfy { $0.severity == .fine && $0.fix == nil })
  }

  @Test func aLoginPromptInTheWayIsTold() {
    let found = console { $0.hasLoginPrompt = true }.of(.console)
    #expect(found[0].severity == .problem)
    #expect(found[0].sentence == "a login prompt runs on tty1, where the board would be")
    #expect(found[0].fix?.contains("systemctl stop getty@tty1") == true)
    // Before the service is there, that is how machines are.
    #expect(
      console {
        $0.hasLoginPrompt = true
        $0.isServiceRunning = false
      }.of(.console)[0].severity == .note)
  }

  @Test func aKernelWithoutTerminalsIsFine() {
    let found = console { $0.activeTerminal = nil }.of(.console)
    #expect(found[0].severity == .note && found[0].sentence.contains("no virtual terminals"))
  }

  @Test func whoLendsTheSeatIsTold() {
    #expect(console { $0.hasSeatd = true }.of(.console)[1].sentence.contains("seatd lends"))
    #expect(console().of(.console)[1].sentence.contains("logind lends"))
    let nobody = console { $0.hasLogind = false }.of(.console)[1]
    #expect(nobody.severity == .warning)
    #expect(nobody.sentence.contains("only root may take a terminal without one"))
    #expect(nobody.fix?.contains("apt-get install seatd") == true)
    #expect(
      console(root) { $0.hasLogind = false }.of(.console)[1].sentence.contains("root takes the terminal directly"))
  }

  @Test func theSplashIsSentAway() {
    let found = console { $0.hasSplash = true }.of(.console)
    #expect(found.last?.sentence.contains("plymouthd") == true)
    #expect(found.last?.fix?.contains("--retain-splash") == true)
  }

  @Test func theServicesStateSaysTheNextStep() {
    func service(_ installed: Bool, _ enabled: Bool, _ running: Bool) -> Finding {
      console {
        $0.isServiceInstalled = installed
        $0.isServiceEnabled = enabled
        $0.isServiceRunning = running
      }.of(.service)[0]
    }
    #expect(service(true, true, true) == Finding(.service, .fine, "vitrine.service runs"))
    #expect(service(false, false, false).fix?.contains("make install") == true)
    #expect(service(true, false, false).fix == "sudo systemctl enable --now vitrine")
    #expect(service(true, true, false).fix?.contains("journalctl -u vitrine") == true)
  }

  @Test func aCrashIsRepeated() {
    let found = console { $0.crash = "vitrine died of SIGSEGV" }.of(.service)
    #expect(
      found[1]
        == Finding(.service, .warning, "vitrine died of SIGSEGV", fix: "read what came before: journalctl -u vitrine"))
  }

  @Test func lampsAreTold() {
    #expect(console().of(.backlight)[0].sentence == "lamp 10-0045 can be dimmed")
    let closed = console { $0.lamps = [("10-0045", false)] }.of(.backlight)[0]
    #expect(closed.severity == .warning && closed.sentence.contains("may not be set by kiosk"))
    #expect(closed.fix?.contains("usermod -aG video kiosk") == true)
    #expect(console { $0.lamps = [] }.of(.backlight)[0].sentence.contains("the picture is darkened instead"))
  }
}

@Suite struct SystemFindingTests {
  @Test func contiguousMemoryIsComparedWithThreeFrames() {
    func memory(free: Int) -> Finding { system { $0.contiguous = (64 << 20, free) }.of(.memory)[0] }
    #expect(
      memory(free: 32 << 20)
        == Finding(.memory, .fine, "contiguous memory (CMA): 32 MB of 64 MB are free; three frames need 12 MB"))
    #expect(memory(free: 8 << 20).severity == .warning)
    #expect(memory(free: 1 << 20).severity == .problem)
    #expect(memory(free: 1 << 20).fix == "add cma=64M to the kernel's command line")
    // Without a panel there is nothing to compare with, and most machines keep none.
    #expect(system(frame: nil) { $0.contiguous = (64 << 20, 0) }.of(.memory).isEmpty)
    #expect(system().of(.memory).isEmpty)
  }

  @Test func littleMemoryIsTold() {
    let found = system { $0.available = 40 << 20 }.of(.memory)[0]
    #expect(found.severity == .warning && found.sentence == "40 MB of memory are left, and a board needs about 60 MB")
  }

  @Test func missingFontsComeWithTheirPackages() {
    let none = system { $0.hasFonts = false }.of(.fonts)[0]
    #expect(none.severity == .problem && none.fix == "sudo apt-get install fonts-inter fonts-noto-core")
    let some = system {
      $0.missingScripts = [("Thai", "fonts-noto-core"), ("Arabic", "fonts-noto-core"), ("emoji", "e")]
    }
    .of(.fonts)[0]
    #expect(some.severity == .note && some.sentence.contains("no installed font has Thai, Arabic, emoji"))
    #expect(some.fix == "if the board has such text: sudo apt-get install fonts-noto-core e")
    #expect(system { $0.missingScripts = [("Latin", "fonts-inter")] }.of(.fonts)[0].severity == .problem)
  }

  @Test func aClockThatWasNeverSetIsAProblem() {
    let unset = system { $0.time = 12 }.of(.clock)[0]
    #expect(unset.severity == .problem && unset.fix?.contains("set-ntp true") == true)
    #expect(system { $0.isSynchronized = false }.of(.clock)[0].severity == .warning)
    #expect(system { $0.isSynchronized = nil }.of(.clock)[0].fix?.contains("systemd-timesyncd") == true)
    #expect(system { $0.timeZone = nil }.of(.clock)[1].sentence.contains("shown in UTC"))
  }

  @Test func theNetworkIsAStateWithReasons() {
    let down = system { $0.interfaces = [] }.of(.network)
    #expect(down.count == 1 && down[0].sentence.contains("the board shows what it fetched last"))
    #expect(system { $0.interfaces = ["eth0", "wlan0"] }.of(.network)[0].sentence == "eth0, wlan0 are up")
    #expect(system { $0.hasDefaultRoute = false }.of(.network)[1].fix?.contains("ip route") == true)
    #expect(system { $0.hasNameServer = false }.of(.network)[1].sentence.contains("names no name server"))
  }
}
