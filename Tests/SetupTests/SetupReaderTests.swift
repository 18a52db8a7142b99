import Board
import Seeded
import Setup
import Testing
import Vitrine

/// What is read of a `vitrine.yaml`, whatever somebody's editor and fingers have made of it.
@Suite struct SetupReaderTests {
  static let key = "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3"
  static let whole = """
    # Ours
    name: lobby
    timezone: Europe/Berlin
    language: de
    wifi: {name: Gäste, password: "Sup3rSecret: #1", country: DE, hidden: true}
    network: {address: 192.0.2.20/24, gateway: 192.0.2.1, dns: [192.0.2.1, 2001:db8::1]}
    ntp: [ntp.example.org, 192.0.2.3]
    board: https://example.org/lobby.vitrine
    key: \(key)
    labels: {floor: 2, site: harbour}
    panel: {turn: 180, scale: 1.5, diagonal: 10.1in, distance: 3m, mqtt: "mqtt://a:b@c", options: --connector DSI-1}
    ssh: [ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f me]
    """

  static func read(_ text: String, isStick: Bool = false) -> SetupReading {
    SetupMedium.parse(Array(text.utf8), isStick: isStick)
  }

  private func problems(_ text: String, isStick: Bool = false) -> [String] {
    Self.read(text, isStick: isStick).problems.map(\.description)
  }

  @Test func allOfItIsTaken() {
    let reading = Self.read(Self.whole)
    #expect(reading.problems.isEmpty, "\(reading.problems)")
    let file = reading.file
    #expect(file.name == "lobby" && file.timezone == "Europe/Berlin" && file.language == "de")
    #expect(
      file.wifi == SetupFile.Wireless(name: "Gäste", password: "Sup3rSecret: #1", country: "DE", isHidden: true))
    #expect(file.ntp == ["ntp.example.org", "192.0.2.3"])
    #expect(file.network?.dns == ["192.0.2.1", "2001:db8::1"] && file.network?.gateways == ["192.0.2.1"])
    #expect(file.board == "https://example.org/lobby.vitrine" && file.key == Self.key)
    #expect(file.labels == [SetupFile.Label("floor", "2"), SetupFile.Label("site", "harbour")])
    #expect(file.panel.turn == 180 && file.panel.scale == "1.5" && file.panel.options == "--connector DSI-1")
    #expect(file.ssh == ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f me"])
    #expect(
      reading.taken == [
        "name", "timezone", "language", "wifi", "network", "ntp", "board", "key", "labels", "panel", "ssh",
      ])
  }

  /// Windows' editor, and others.
  @Test func editorsAreTolerated() {
    let text = "name: lobby\r\nwifi: {name: Café, password: correct horse}\r\n"
    var utf16: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 { utf16 += [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)] }
    let latin: [UInt8] = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    let plain = Array(text.utf8)
    for bytes in [plain, [0xEF, 0xBB, 0xBF] + plain, utf16, latin] {
      let reading = SetupMedium.parse(bytes, isStick: true)
      #expect(reading.problems.isEmpty, "\(reading.problems)")
      #expect(reading.file.name == "lobby" && reading.file.wifi?.name == "Café")
    }
  }

  @Test func mistakesAreToldAllAtOnceWithTheirPlaces() {
    let said = problems(
      """
      nmae: lobby
      timezone: ../../etc/passwd
      language: dd
      wifi: {ssid: Guests}
      labels: {floor: two words}
      panel:
        turn: 45
      """)
    #expect(
      said == [
        "vitrine.yaml:1:1: error: unknown key \"nmae\" in vitrine.yaml (did you mean \"name\"?)",
        "vitrine.yaml:2:11: error: \"timezone\" must be a time zone, such as Europe/Berlin, not \"../../etc/passwd\"",
        "vitrine.yaml:3:11: error: \"language\": unknown value \"dd\" (did you mean \"de\"?)",
        "vitrine.yaml:4:1: error: \"name\" is missing in \"wifi\"",
        "vitrine.yaml:4:8: error: unknown key \"ssid\" in \"wifi\"; known: name, password, country, hidden",
        "vitrine.yaml:5:17: error: \"floor\" must be letters, digits, \".\", \"_\" and \"-\", 64 at most, such as 2, not \"two words\"",
        "vitrine.yaml:7:9: error: \"turn\" must be 0, 90, 180 or 270 degrees, not \"45\"",
      ])
  }

  /// A slip in one key does not cost the network by which it could be mended.
  @Test func whatIsRightCountsBesideWhatIsNot() {
    let reading = Self.read("name: lob_by\nwifi: {name: Guests, password: correct horse}\n")
    #expect(reading.taken == ["wifi"] && reading.file.name == nil && reading.file.wifi != nil)
  }

  @Test func aStickGivesNobodyTheMachine() {
    let reading = Self.read(Self.whole, isStick: true)
    #expect(reading.file.ssh.isEmpty && reading.file.panel.options == nil && reading.file.panel.turn == 180)
    #expect(!reading.taken.contains("ssh") && reading.problems.count == 3)
  }

  /// Whoever has the broker has the panel, and the words for it may name what only the panel knows.
  @Test(arguments: ["mqtt://b.example", "mqtt://x:${DOORCODE}${file:/etc/vitrine/secrets}@b.example"])
  func aStickNamesNoBroker(address: String) {
    let text = "panel: {mqtt: \"\(address)\", turn: 90}\n"
    #expect(Self.read(text).file.panel.mqtt == address)
    let reading = Self.read(text, isStick: true)
    #expect(reading.file.panel.mqtt == nil && reading.file.panel.turn == 90)
    #expect(reading.problems.map(\.message).contains { $0.contains("mqtt") && $0.contains("boot partition") })
  }

  /// An address is one that the system's own reader takes, and that one device can have.
  @Test(arguments: [
    ":::::/64", "0.0.0.0/0", "0.0.0.0/24", "1:2:3:4:5:6:7:8:9/64", "224.0.0.1/4", "255.255.255.255/32", "127.0.0.1/8",
    "::/64", "::1/128",
    "ff02::1/64", "192.0.2.20", "192.0.2.20/33", "192.0.2.20/0", "192.0.2.20/", "192.0.2.20/+8", "192.0.2.20/24/24",
    "192.0.2.020/24",
    "192.0.2/24", "2001:db8::1/129", "fe80::1%eth0/64", "192.0.2.20/024x", "lobby/24", "/24",
  ])
  func anAddressThatNobodyCanHaveIsRefused(address: String) {
    let reading = Self.read("network: {address: \"\(address)\"}\nname: lobby\n")
    #expect(reading.file.network == nil && reading.problems.count == 1 && reading.taken == ["name"], "\(address)")
  }

  @Test func addressesThatADeviceHasAreTaken() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<500 {
      let four = "\(Int.random(in: 128...223, using: &random)).\(UInt8.random(in: 0...255, using: &random)).0.9"
      let six = "2001:db8:\(String(UInt16.random(in: 0...UInt16.max, using: &random), radix: 16))::9"
      for (address, most) in [(four, 30), (six, 128)] {
        let whole = "\(address)/\(Int.random(in: 1...most, using: &random))"
        // The neighbour that is in each of these networks.
        let gateway = address.dropLast() + (address.hasSuffix(".9") ? "10" : "a")
        let reading = Self.read(
          "network: {address: \"\(whole)\", gateway: \"\(gateway)\", dns: [127.0.0.53, \"\(address)\"]}\n")
        #expect(reading.file.network?.address == whole && reading.problems.isEmpty, "\(whole): \(reading.problems)")
      }
    }
  }

  /// A headless panel that cannot be reached is lost: what the kernel would refuse, or nobody find, is refused here.
  @Test(arguments: [
    ("192.0.2.20/24", "10.0.0.1", "outside"), ("192.0.2.20/24", "192.0.3.1", "outside"),
    ("192.0.2.20/24", "192.0.2.20", "itself"), ("192.0.2.20/24", "192.0.2.0", "the network's own"),
    ("192.0.2.20/24", "192.0.2.255", "everybody"), ("192.0.2.0/24", "192.0.2.1", "the network's own"),
    ("192.0.2.255/24", "192.0.2.1", "everybody"), ("192.0.2.20/32", "192.0.2.1", "outside"),
    ("2001:db8::9/64", "2001:db8::9", "itself"),
  ])
  func aNetworkThatLosesThePanelIsRefused(address: String, gateway: String, words: String) {
    let reading = Self.read("network: {address: \"\(address)\", gateway: \"\(gateway)\"}\nname: lobby\n")
    #expect(reading.file.network == nil && reading.taken == ["name"], "\(address) \(gateway)")
    #expect(reading.problems.map(\.message).contains { $0.contains(words) }, "\(reading.problems)")
  }

  @Test(arguments: [
    ("192.0.2.20/24", "192.0.2.1"), ("192.0.2.20/24", "192.0.2.254"), ("10.0.0.0/31", "10.0.0.1"),
    ("10.0.0.255/23", "10.0.1.0"), ("172.16.0.1/1", "130.0.0.1"), ("2001:db8::9/64", "fe80::1"),
    ("192.0.2.20/24", "fe80::1"),
  ])
  func aNetworkWithAWayOutIsTaken(address: String, gateway: String) {
    let reading = Self.read("network: {address: \"\(address)\", gateway: [\"\(gateway)\"]}\n")
    #expect(reading.file.network?.gateways == [gateway] && reading.problems.isEmpty, "\(reading.problems)")
  }

  /// That is how a key is replaced.
  @Test func twoKeysAreAList() {
    let other = SetupEnvironmentTests.keys[1]
    let reading = Self.read("key: [\(Self.key), \(other), \(other)]\n")
    #expect(reading.file.key == Self.key && reading.file.furtherKeys == [other] && reading.problems.isEmpty)
    #expect(Self.read(reading.file.text).file == reading.file)
    #expect(SetupFile(environment: reading.file.environment).keys == [Self.key, other])
    for text in [
      "[]", "[\(Self.key), fleet.pub]", "[\([String](repeating: Self.key, count: 5).joined(separator: ", "))]",
    ] {
      #expect(Self.read("key: \(text)\n").file.key == nil && Self.read("key: \(text)\n").problems.count == 1)
    }
    // Both are named for a while: what belongs to the old one belongs to the new one, too.
    var known = SetupFile()
    (known.key, known.board) = (other, "https://example.org/lobby.vitrine")
    #expect(reading.file.over(known).board == known.board)
    #expect(Self.read("key: \(Self.key)\n").file.over(known).board == nil)
  }

  @Test(arguments: [
    "ntp: {a: b}", "ntp: 0.0.0.0", "ntp: -a.example", "ntp: \"a b\"", "ntp: [a, b, c, d, e, f, g, h, i]", "ntp: 1.2.3",
  ])
  func whoIsAskedTheTimeIsAHost(text: String) {
    #expect(Self.read(text).file.ntp.isEmpty && !Self.read(text).problems.isEmpty, "\(text)")
  }

  /// A key is one that bundles can be checked with: with a letter lost, or of another kind, it would bind the panel to nothing.
  @Test func aKeyIsDecoded() {
    #expect(Self.read("key: \(Self.key)\n").file.key == Self.key)
    for count in 0..<Self.key.count {
      #expect(Self.read("key: \(Self.key.prefix(count))\n").file.key == nil, "\(count)")
    }
    for key in [Self.key + "AAAA", "RUQ" + Self.key.dropFirst(3), "fleet.pub", Self.key.replacing("Q", with: "-")] {
      let reading = Self.read("name: x\nkey: \(key)\n")
      #expect(reading.file.key == nil && reading.taken == ["name"], "\(key)")
    }
  }

  /// Wherever a password was written by mistake, nobody reads it in a log, on a panel or on the stick.
  @Test(arguments: [
    "Sup3rSecret", "wifi: Sup3rSecret", "wifi: {Sup3rSecret}", "wifi: {name: x, password: [Sup3rSecret]}",
    "wifi: {name: x, password: {a: Sup3rSecret}}", "wifi: {name: x, password: S3c}", "wifi:\n  name: x\n  Sup3rSecret",
    "wifi: {name: x, password: \"Sup3rSecret\\u0007\"}", "board: https://me:Sup3rSecret@example.org/x", "- Sup3rSecret",
    "panel: {mqtt: Sup3rSecret}", "panel: {mqtt: \"mqtt://x:Sup3r%0ASecret@b\"}",
    "panel: {mqtt: \"mqtt://x:Sup3r${A}Secret@b\"}",
    "panel: {mqtt: \"mqtt://x:Sup3r%zzSecret@b\"}", "panel: {options: [--mqtt, Sup3rSecret]}", "ssh: Sup3rSecret",
    "wifi: {name: x, password: Sup3rSecret",
    "wifi: {name: x, password: Sup3r: Secret}", "wifi: {name: x, pasword: Sup3rSecret}",
  ])
  func noSecretIsRepeated(text: String) {
    let reading = Self.read(text)
    #expect(!reading.problems.isEmpty)
    let said =
      reading.problems.map(\.description).joined() + SetupResult.text(reading, refused: [], remarks: [], id: "x")
    #expect(!said.contains("Sup3r") && !said.contains("S3c"), "\(said)")
  }

  /// Half a file, and bytes of any kind, change nothing they do not say in whole.
  @Test func halfAFileIsNeverMoreThanItSays() {
    let bytes = Array(Self.whole.utf8)
    let all = Self.read(Self.whole).file
    for length in 0..<bytes.count {
      let file = SetupMedium.parse(Array(bytes[..<length]), isStick: false).file
      if let wifi = file.wifi { #expect(wifi == all.wifi) }
      if let network = file.network { #expect(network == all.network) }
      #expect(file.panel == all.panel || file.panel == SetupFile.Panel())
    }
    var random = SplitMix64(seed: 7)
    for _ in 0..<3000 {
      var noise = bytes
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        noise[Int.random(in: 0..<noise.count, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
      }
      let reading = SetupMedium.parse(noise, isStick: true)
      // Whatever got through can be written down without a meaning beyond itself.
      for file in SetupPlan(reading.file).files {
        #expect(!file.text.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
      }
    }
  }
}
