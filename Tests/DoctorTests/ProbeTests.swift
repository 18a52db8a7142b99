import Glibc
import KMS
import KMSSupport
import Scene
import Testing

@testable import Doctor

@Suite struct ProbeTests {
  @Test func inputDevicesAreReadFromSysfs() {
    let machine = Machine()
    // Of real machines: a Goodix touch screen, a touchpad, a keyboard.
    machine.input(
      "event10", "Goodix Capacitive TouchScreen", absolute: "265800000000003", keys: "400 0 0 2000000000000000 0 0",
      properties: "2", place: "input/ts")
    machine.input(
      "event2", "SynPS/2 TouchPad", absolute: "660800011000003", keys: "e520 10000 0 0 0 0", properties: "5",
      place: "isa0060")
    machine.input(
      "event1", "Keyboard", absolute: "0", keys: "402000000 3803078f800d001 0 0 fffe", properties: "0", place: "usb")
    var asked: [String] = []
    let facts = TouchFacts(machine.files) { path, axis in
      asked.append("\(path):\(axis)")
      return InputNode.Axis(minimum: 0, maximum: axis == 0x35 ? 1279 : 799, resolution: 0)
    }
    #expect(facts.nodes.map(\.node) == ["event1", "event2", "event10"])
    #expect(facts.nodes.map(\.isTouchscreen) == [false, false, true])
    let screen = facts.nodes[2]
    #expect(screen.isDirect && screen.isMultitouch && screen.isUsable)
    #expect(screen.axes?.x.maximum == 1279 && screen.axes?.y.maximum == 799)
    #expect(asked.contains("/dev/input/event10:53"))
    #expect(TouchFacts.axis(machine.root + "/dev/input/event10", 0) == nil)
  }

  @Test func holdersAndMastersAreNamed() {
    let machine = Machine()
    machine.program(812, "Xorg", opens: "/dev/dri/card0")
    machine.program(90, "seatd", opens: "/dev/dri/card1")
    machine.write("/proc/version", "Linux")
    #expect(machine.files.holders(of: "/dev/dri/card0") == ["Xorg (pid 812)"])
    #expect(machine.files.master(ofCard: "/dev/dri/card0") == nil)
    machine.write(
      "/sys/kernel/debug/dri/0/clients",
      "             command  tgid dev master a   uid      magic\n             seatd   90   0   n    y     0          0\n      gnome-shell  812   0   y    y     0          0\n"
    )
    #expect(machine.files.master(ofCard: "/dev/dri/card0") == "gnome-shell (pid 812)")
  }

  @Test func cardsAreLookedAtAndLeftAlone() {
    let machine = Machine()
    machine.write("/dev/dri/renderD128")
    machine.write("/dev/dri/card0")
    let card = FakeCard()
    card.hasForeignMaster = true
    machine.program(812, "sway", opens: "/dev/dri/card0")
    let facts = PanelFacts(machine.files, FakeModesetting([card]), pin: CardPin(), log: ["[drm] *ERROR* x"])
    #expect(facts.hasDirectory && facts.renderNodes == ["renderD128"] && facts.complaints.count == 1)
    #expect(facts.findings(Person(name: "kiosk", isRoot: false))[1].sentence.hasSuffix("is shown on by sway (pid 812)"))
    #expect(card.commits.isEmpty)
  }

  @Test func theConsoleIsReadFromProcAndUnits() {
    let machine = Machine()
    let bare = ConsoleFacts(machine.files, crash: nil)
    #expect(bare.activeTerminal == nil && !bare.hasLoginPrompt && !bare.isServiceInstalled && bare.lamps.isEmpty)
    machine.write("/sys/class/tty/tty0/active", "tty1\n")
    machine.program(400, "agetty", arguments: "/sbin/agetty\0--noclear\0tty1\0linux\0")
    machine.program(401, "plymouthd")
    machine.write("/run/seatd.sock")
    machine.write("/usr/lib/systemd/system/vitrine.service")
    machine.link(
      "/etc/systemd/system/multi-user.target.wants/vitrine.service", to: "/usr/lib/systemd/system/vitrine.service")
    machine.write("/sys/fs/cgroup/system.slice/vitrine.service/cgroup.procs", "77\n")
    machine.write("/sys/class/backlight/10-0045/brightness", "3")
    let facts = ConsoleFacts(machine.files, crash: "it died")
    #expect(facts.activeTerminal == "tty1" && facts.hasLoginPrompt && facts.hasSplash && facts.hasSeatd)
    #expect(facts.isServiceInstalled && facts.isServiceEnabled && facts.isServiceRunning && facts.crash == "it died")
    #expect(facts.lamps.map(\.name) == ["10-0045"])
    machine.program(400, "agetty", arguments: "/sbin/agetty\0tty2\0")
    #expect(!ConsoleFacts(machine.files, crash: nil).hasLoginPrompt)
  }

  @Test func theSystemIsReadFromProcAndEtc() {
    let machine = Machine()
    let bare = SystemFacts(machine.files, time: 5, hasFonts: false) { _ in false }
    #expect(bare.contiguous == nil && bare.interfaces.isEmpty && !bare.hasDefaultRoute && !bare.hasNameServer)
    #expect(
      bare.isSynchronized == nil && bare.timeZone == nil && bare.missingScripts.count == SystemFacts.scripts.count)
    machine.write(
      "/proc/meminfo", "MemTotal: 1000 kB\nMemAvailable:   40960 kB\nCmaTotal:  65536 kB\nCmaFree:  8192 kB\n")
    machine.write(
      "/proc/net/route",
      "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\neth0\t00000000\t0100A8C0\t0003\t0\t0\t0\t00000000\t0\t0\t0\n"
    )
    machine.write("/sys/class/net/eth0/operstate", "up\n")
    machine.write("/sys/class/net/wlan0/operstate", "down\n")
    machine.write("/sys/class/net/lo/operstate", "up\n")
    machine.write("/etc/resolv.conf", "# by DHCP\nnameserver 192.0.2.1\n")
    machine.makeDirectory("/run/systemd/timesync")
    machine.link("/etc/localtime", to: "../usr/share/zoneinfo/Europe/Berlin")
    var facts = SystemFacts(machine.files, time: 5, hasFonts: true) { $0 != "ก" }
    #expect(facts.contiguous?.total == 64 << 20 && facts.contiguous?.free == 8 << 20)
    #expect(facts.available == 40 << 20 && facts.interfaces == ["eth0"] && facts.hasDefaultRoute && facts.hasNameServer)
    #expect(facts.isSynchronized == false && facts.timeZone == "Europe/Berlin")
    #expect(facts.missingScripts.map(\.name) == ["Thai"])
    machine.write("/run/systemd/timesync/synchronized")
    facts = SystemFacts(machine.files, time: 5, hasFonts: true) { _ in true }
    #expect(facts.isSynchronized == true)
    // IPv6 alone is a network too (proc(5), net/ipv6/route.c).
    machine.write("/proc/net/route", "Iface\tDestination\n")
    let zeros = String(repeating: "0", count: 32)
    machine.write(
      "/proc/net/ipv6_route",
      "\(zeros) 00 \(zeros) 00 fe80000000000000021122fffe334455 00000400 00000001 00000000 00000003     eth0\n")
    #expect(SystemFacts(machine.files, time: 5, hasFonts: true) { _ in true }.hasDefaultRoute)
  }

  /// Raspberry Pi OS switches the controller off that a service's share of memory needs.
  @Test(arguments: [
    ("/sys/fs/cgroup/cgroup.controllers", "cpuset cpu io memory pids\n", true),
    ("/sys/fs/cgroup/cgroup.controllers", "cpuset cpu io pids\n", false), ("/sys/fs/cgroup/memory/tasks", "", true),
    ("/proc/nothing", "", nil),
  ])
  func whetherMemoryIsBoundedIsRead(path: String, text: String, bounded: Bool?) {
    let machine = Machine()
    machine.write(path, text)
    let facts = SystemFacts(machine.files, time: 5, hasFonts: true) { _ in true }
    #expect(facts.hasMemoryController == bounded)
    let found = facts.findings(frame: nil).filter { $0.sentence.contains("MemoryMax=") }
    #expect(found.count == (bounded == false ? 1 : 0))
    #expect(found.allSatisfy { $0.severity == .warning && $0.fix?.contains("cgroup_enable=memory") == true })
  }

  @Test func peopleAndGroupsHaveNames() {
    let machine = Machine()
    machine.write("/etc/passwd", "root:x:0:0::/root:/bin/sh\nkiosk:x:\(geteuid() == 0 ? 1000 : geteuid()):\n")
    machine.write("/etc/group", "root:x:0:\nvideo:x:44:kiosk\n")
    #expect(Person(machine.files).name == (geteuid() == 0 ? "root" : "kiosk"))
    #expect(machine.files.groupName(44) == "video")
    #expect(machine.files.groupName(4711) == "4711")
  }

  @Test func allOfItMakesOneDiagnosis() {
    let machine = Machine()
    let examination = Examination(
      person: Person(name: "kiosk", isRoot: false),
      panel: PanelFacts(machine.files, FakeModesetting([FakeCard()]), pin: CardPin(), log: []),
      touch: TouchFacts(nodes: [InputNode(node: "event0", name: "T")]),
      console: ConsoleFacts(machine.files, crash: nil),
      system: SystemFacts(contiguous: (1 << 20, 0)), board: [Finding(.network, .problem, "source x: unreachable")])
    let diagnosis = examination.diagnosis
    #expect(diagnosis.findings.first?.sentence.hasPrefix("the board goes to DSI-1") == true)
    #expect(diagnosis.findings.contains { $0.subject == .memory && $0.severity == .problem })
    #expect(diagnosis.findings.last?.sentence == "source x: unreachable")
    #expect(diagnosis.hasProblem)
  }
}
