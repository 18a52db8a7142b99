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
        == "[Match]\nName=e*\n\n[Network]\nAddress=192.0.2.20/24\nGateway=192.0.2.1\nDNS=192.0.2.2\n")
    file.wifi = .init(name: "Guests")
    #expect(contents(path, of: file)?.contains("Name=wl*\n") == true)
  }

  @Test func aPassphraseStandsInItsLineAndAKeyWithoutMarks() throws {
    var file = SetupFile()
    let path = "/etc/wpa_supplicant/wpa_supplicant-wlan0.conf"
    file.wifi = .init(name: "Ca\"fé", password: #"p#a=s\s$w"ord"#, country: "DE")
    #expect(
      contents(path, of: file) == "country=DE\nnetwork={\n  ssid=436122" + "66c3a9\n  psk=\"p#a=s\\s$w\"ord\"\n}\n")
    file.wifi = .init(name: "x", password: String(repeating: "0aB9", count: 16))
    #expect(contents(path, of: file)?.contains("  psk=0aB90aB9") == true)
    file.wifi = .init(name: "x")
    #expect(contents(path, of: file) == "network={\n  ssid=78\n  key_mgmt=NONE\n}\n")
    let plan = SetupPlan(file)
    #expect(plan.files.first { $0.path == path }?.mode == 0o600)
    #expect(plan.requests.contains("restart wpa_supplicant@wlan0.service"))
  }

  @Test func whatAMachineCannotDoIsRefused() {
    var file = SetupFile()
    (file.wifi, file.timezone) = (.init(name: "x"), "Europe/Atlantis")
    var machine = SetupPlan.Machine()
    (machine.knowsZone, machine.hasSupplicant) = (false, false)
    #expect(SetupPlan(file, on: machine).refused.map(\.key) == ["timezone", "wifi"])
    #expect(SetupPlan(file, on: machine).zone == nil)
    machine.hasNetworkManager = true
    #expect(SetupPlan(file, on: machine).refused.last?.reason.contains("nmcli") == true)
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
      let text = try #require(contents(SetupPlan.environmentPath, of: file))
      let line = try #require(text.split(separator: "\n").last)
      #expect(line.hasPrefix("VITRINE_SETUP=") && unquoted(line) == options, "\(line)")
    }
  }

  @Test func theServiceIsToldWhatItShows() throws {
    let file = SetupReaderTests.read(SetupReaderTests.whole).file
    let text = try #require(contents(SetupPlan.environmentPath, of: file))
    #expect(text.contains("VITRINE_BOARD=\"https://example.org/lobby.vitrine\"\n"))
    for option in [
      "--key \(SetupReaderTests.key)", "--stick /var/lib/vitrine/stick", "--label floor=2", "--label site=harbour",
      "--rotate 180", "--scale 1.5", "--mqtt mqtt://a:b@c", "--language de", "--connector DSI-1",
    ] {
      #expect(text.contains(option), "\(option)")
    }
    // A password for a broker stands in it.
    #expect(SetupPlan(file).files.first { $0.path == SetupPlan.environmentPath }?.mode == 0o600)
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
