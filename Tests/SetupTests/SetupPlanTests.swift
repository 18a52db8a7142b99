import Board
import Seeded
import Setup
import Testing

/// What is written for whoever reads it next, each in that one's own language.
@Suite struct SetupPlanTests {
  private func contents(_ path: String, of file: SetupFile, on machine: SetupPlan.Machine = .init()) -> String? {
    SetupPlan(file, on: machine).files.first { $0.path == path }?.text
  }

  @Test func aNameIsAddedAndTheOtherHostsStay() {
    var file = SetupFile()
    file.name = "lobby"
    #expect(contents("/etc/hosts", of: file) == "127.0.0.1 localhost\n127.0.1.1 lobby\n::1 localhost\n")
    var machine = SetupPlan.Machine()
    machine.hosts = "127.0.0.1\tlocalhost\n127.0.1.1\told old.example\n192.0.2.9 printer\n"
    #expect(
      contents("/etc/hosts", of: file, on: machine) == "127.0.0.1\tlocalhost\n127.0.1.1 lobby\n192.0.2.9 printer\n")
    #expect(contents("/etc/hostname", of: file) == "lobby\n")
  }

  @Test func theRadioHasTheAddressWhereThereIsOne() {
    var file = SetupFile()
    file.network = .init(address: "192.0.2.20/24", gateways: ["192.0.2.1"], dns: ["192.0.2.2"])
    let path = "/etc/systemd/network/20-fixed.network"
    #expect(
      contents(path, of: file)
        == "[Match]\nName=e*\n\n[Network]\nAddress=192.0.2.20/24\nDNS=192.0.2.2\n\n[Route]\nGateway=192.0.2.1\nMetric=1024\n"
    )
    file.wifi = .init(name: "Guests")
    // A cable that is plugged in besides is the way out.
    #expect(contents(path, of: file)?.contains("Name=wl*\n") == true)
    #expect(contents(path, of: file)?.contains("Metric=2048\n") == true)
    #expect(contents("/etc/systemd/network/60-wireless.network", of: file)?.contains("RouteMetric=2048\n") == true)
  }

  @Test func aPassphraseStandsInItsLineAndAKeyWithoutMarks() throws {
    var file = SetupFile()
    let path = "/etc/wpa_supplicant/wpa_supplicant-wlan0.conf"
    file.wifi = .init(name: "Ca\"fé", password: #"p#a=s\s$w"ord"#, country: "DE")
    #expect(
      contents(path, of: file) == "country=DE\npmf=1\nnetwork={\n  ssid=436122" + "66c3a9\n"
        + "  key_mgmt=WPA-PSK WPA-PSK-SHA256 SAE\n  psk=\"p#a=s\\s$w\"ord\"\n}\n")
    file.wifi = .init(name: "x", password: String(repeating: "0aB9", count: 16))
    #expect(contents(path, of: file)?.contains("  psk=0aB90aB9") == true)
    // WPA3 needs the passphrase itself.
    #expect(contents(path, of: file)?.contains("SAE") == false)
    file.wifi = .init(name: "x", isHidden: true)
    #expect(contents(path, of: file) == "pmf=1\nnetwork={\n  ssid=78\n  scan_ssid=1\n  key_mgmt=NONE\n}\n")
    let plan = SetupPlan(file)
    #expect(plan.files.first { $0.path == path }?.mode == 0o600)
    #expect(plan.requests(changed: [path]).contains("restart wpa_supplicant@wlan0.service"))
  }

  @Test func whatAMachineCannotDoIsRefused() {
    var file = SetupFile()
    (file.wifi, file.timezone) = (.init(name: "x"), "Europe/Atlantis")
    var machine = SetupPlan.Machine()
    (machine.knowsZone, machine.hasSupplicant) = (false, false)
    #expect(SetupPlan(file, on: machine).refused.map(\.key) == ["timezone", "wifi"])
    #expect(SetupPlan(file, on: machine).zone == nil)
    #expect(SetupPlan(file, on: machine).refused[0].reason.contains("Europe/Berlin is one"))
    // Where there are none at all, none is named as one.
    machine.hasZones = false
    #expect(SetupPlan(file, on: machine).refused[0].reason.contains("tzdata"))
    #expect(!SetupPlan(file, on: machine).refused[0].reason.contains("Berlin"))
    machine.hasNetworkManager = true
    #expect(SetupPlan(file, on: machine).refused.last?.reason.contains("nmcli") == true)
  }

  /// Where somebody else runs the networks, nothing is written that he would not look at, and nothing said to be taken.
  @Test(arguments: ["NetworkManager", "ifupdown", "dhcpcd"], [true, false])
  func networksOfOthersAreLeftToThem(manager: String, isWireless: Bool) {
    var file = SetupFile()
    file.network = .init(address: "192.0.2.20/24")
    if isWireless { file.wifi = .init(name: "x") }
    var machine = SetupPlan.Machine()
    switch manager {
    case "ifupdown": machine.interfaces = ["enp3s0", "wlp2s0"]
    case "dhcpcd": machine.hasClientDaemon = true
    default: machine.hasNetworkManager = true
    }
    let plan = SetupPlan(file, on: machine)
    #expect(plan.refused.map(\.key) == (isWireless ? ["wifi", "network"] : ["network"]))
    #expect(!plan.files.contains { $0.path.contains("network") || $0.path.contains("wpa") }, "\(plan.files)")
    #expect(!plan.requests(changed: plan.files.map(\.path)).contains { $0.contains("networkd") })
    // Of another device.
    machine = SetupPlan.Machine()
    machine.interfaces = [isWireless ? "enp3s0" : "wlp2s0"]
    #expect(SetupPlan(file, on: machine).refused.isEmpty)
  }

  /// What brings a state about is asked for each time: it may not have come about the last time.
  @Test func whatMayBeMissingIsAskedForAgain() {
    var file = SetupFile()
    (file.wifi, file.ntp) = (.init(name: "x"), ["ntp.example.org"])
    var machine = SetupPlan.Machine()
    machine.radio = "wlx001122334455"
    let plan = SetupPlan(file, on: machine)
    let again = plan.requests(changed: [])
    for unit in ["systemd-networkd", "wpa_supplicant@wlx001122334455", "systemd-timesyncd"] {
      for verb in ["enable", "start"] { #expect(again.contains("\(verb) \(unit).service"), "\(again)") }
    }
    #expect(!again.contains { $0.contains("restart") }, "\(again)")
    let first = plan.requests(changed: plan.files.map(\.path))
    for unit in ["systemd-networkd", "wpa_supplicant@wlx001122334455", "systemd-timesyncd"] {
      #expect(first.contains("restart \(unit).service"), "\(first)")
    }
    #expect(first.last == "try-restart vitrine.service" && Set(again).isSubset(of: first))
  }

  /// Whoever may log in already may do so still.
  @Test func keysOfOthersStay() {
    var file = SetupFile()
    var machine = SetupPlan.Machine()
    func keys(_ own: [String], _ known: String?) -> String? {
      (file.ssh, machine.authorizedKeys) = (own, known)
      return contents(SetupPlan.keysPath, of: file, on: machine)
    }
    for known in ["", "ssh-rsa A admin\n", "# a\n\nssh-rsa A admin", "from=\"x\" ssh-rsa A\nssh-rsa B\n"] {
      let one = keys(["ssh-ed25519 1"], known) ?? ""
      let whole = known.isEmpty || known.hasSuffix("\n") ? known : known + "\n"
      #expect(one.hasPrefix(whole) && one.contains("\nssh-ed25519 1\n"), "\(one)")
      #expect(keys(["ssh-ed25519 1"], one) == one)
      let two = keys(["ssh-ed25519 2", "ssh-ed25519 3"], one + "ssh-rsa later\n") ?? ""
      #expect(two.hasPrefix(whole) && two.hasSuffix("ssh-rsa later\n") && !two.contains("ssh-ed25519 1"), "\(two)")
      #expect(two.contains("ssh-ed25519 2\nssh-ed25519 3\n"))
      // A mark that somebody has taken out leaves everything to him.
      let half = one.split(separator: "\n", omittingEmptySubsequences: false).dropLast(2).joined(separator: "\n")
      #expect(keys(["ssh-ed25519 4"], half)?.contains("ssh-ed25519 1\n") == true)
    }
    #expect(keys(["ssh-ed25519 1"], nil) == nil)
    #expect(SetupPlan(file, on: machine).refused.map(\.key) == ["ssh"])
  }

  /// As systemd reads such a value: a backslash before one of four takes its meaning away.
  private func unquoted(_ line: Substring) -> String? {
    guard let start = line.firstIndex(of: "\""), line.hasSuffix("\"") else { return nil }
    var (text, isEscaped) = ("", false)
    for letter in line[line.index(after: start)...].dropLast() {
      if letter == "\\", !isEscaped {
        isEscaped = true
        continue
      }
      if !isEscaped, "\"$`".contains(letter) { return nil }
      text.append(letter)
      isEscaped = false
    }
    return text
  }

  /// Options of any kind arrive as they were written, and nothing behind them.
  @Test func optionsArriveAsTheyWereWritten() throws {
    var random = SplitMix64(seed: 11)
    let letters = Array("ab \"'\\$`{}#;-=é")
    for _ in 0..<500 {
      var file = SetupFile()
      let options = String(
        (0..<Int.random(in: 1...20, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" })
      file.panel.options = options
      let text = try #require(contents(SetupFile.environmentPath, of: file))
      let line = try #require(text.split(separator: "\n").last)
      #expect(line.hasPrefix("VITRINE_SETUP=") && unquoted(line) == options, "\(line)")
    }
  }

  @Test func theServiceIsToldWhatItShows() throws {
    let file = SetupReaderTests.read(SetupReaderTests.whole).file
    let text = try #require(contents(SetupFile.environmentPath, of: file))
    #expect(text.contains("VITRINE_BOARD=\"https://example.org/lobby.vitrine\"\n"))
    for option in [
      "--key \(SetupReaderTests.key)", "VITRINE_BROKER_PASSWORD=\"b\"\n", "--stick /var/lib/vitrine/stick",
      "--label floor=2", "--label site=harbour",
      "--rotate 180", "--scale 1.5", "--mqtt mqtt://a:\\${VITRINE_BROKER_PASSWORD}@c", "--language de",
      "--connector DSI-1",
    ] {
      #expect(text.contains(option), "\(option)")
    }
    // A password for a broker stands in it.
    #expect(SetupPlan(file).files.first { $0.path == SetupFile.environmentPath }?.mode == 0o600)
  }

  @Test func theCodeSaysWhoItIsAndWhatItLacks() {
    var screen = SetupScreen(name: "lobby 2", id: "00ff", address: nil)
    #expect(screen.code == "vitrine:lobby%202?id=00ff&lacks=network,board,key")
    (screen.address, screen.hasBoard, screen.hasKey) = ("192.0.2.20", true, true)
    #expect(screen.code == "vitrine:lobby%202?id=00ff&address=192.0.2.20" && screen.lacks.isEmpty)
    #expect(
      SetupResult.problems(in: "Taken: name.\r\nvitrine.yaml:1:1: error: x\r\nBoards: a.\r\n")
        == ["vitrine.yaml:1:1: error: x"])
  }
}
