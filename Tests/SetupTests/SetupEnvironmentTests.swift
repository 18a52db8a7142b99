import Board
import Markup
import Seeded
import Testing

@testable import Setup

/// What the service is told, and what is read back of it.
@Suite struct SetupEnvironmentTests {
  static let keys = [SetupReaderTests.key, "RWRxqRbbWyE9/rJtTgtJ2k5T7fG1ANCsmKtXBmzrbWUviYjPD9t+AzJn"]

  /// Files of any kind, of which a kiosk may begin with all.
  static func random(_ random: inout SplitMix64) -> SetupFile {
    var file = SetupFile()
    func one<T>(_ values: [T], _ random: inout SplitMix64) -> T? {
      Bool.random(using: &random) ? values.randomElement(using: &random) : nil
    }
    file.name = one(["lobby", "hall-2"], &random)
    file.timezone = one(["Europe/Berlin", "Etc/GMT+3"], &random)
    file.language = one(["de", "zh-Hans"], &random)
    file.wifi = one(
      [
        .init(name: "Gäste \"2\"", password: #"p#a: s\s$w"o'rd"#, country: "DE", isHidden: true), .init(name: "true"),
        .init(name: "1", password: "12345678"),
      ], &random)
    file.network = one(
      [
        .init(address: "192.0.2.20/24"),
        .init(address: "2001:db8::2/64", gateways: ["fe80::1"], dns: ["9.9.9.9", "::1"]),
      ],
      &random)
    file.ntp = one([["ntp.example.org", "192.0.2.3"], ["a"]], &random) ?? []
    if let key = one(keys, &random) {
      file.key = key
      file.board = one(["https://example.org/a.vitrine", "http://[2001:db8::1]:80/x?a=b&c=%20"], &random)
      file.labels = one([[.init("floor", "2")], [.init("a.b", "-c"), .init("true", "no")]], &random) ?? []
    }
    file.panel.turn = one([0, 90, 180, 270], &random)
    file.panel.scale = one(["1.25", "8"], &random)
    file.panel.diagonal = one(["10.1in", "25cm"], &random)
    file.panel.distance = one(["3m"], &random)
    file.panel.mqtt = one(
      ["mqtt://b", "mqtts://u:p%24%22%5C%60w%40@b:1/t", "mqtt://u:${A}@b", "mqtt://u@b", "mqtt://u:@b"], &random)
    file.panel.options = one(
      [
        "--rotate 90", "--metrics 9101", #"--style "a b.yaml" --cache '/a\b'"#, "--key x", "--nosuch", "--mqtt x  --y",
        "x",
      ],
      &random)
    file.ssh =
      one(
        [["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f me \"#1\""]], &random) ?? []
    return file
  }

  /// What one file says nothing of stays: so nothing may be lost on the way there and back.
  @Test func theEnvironmentIsReadBackAsItWasWritten() {
    var random = SplitMix64(seed: 21)
    for _ in 0..<3000 {
      let file = Self.random(&random)
      let text = file.environment
      #expect(SetupFile(environment: text).environment == text, "\(text)")
      let service = SetupFile(environment: text)
      #expect(service.panel == file.panel, "\(text)")
      #expect(service.key == file.key && service.board == file.board && service.labels == file.labels, "\(text)")
    }
  }

  /// A file that keeps what was said reads as what was said.
  @Test func aFileIsReadBackAsItWasWritten() {
    var random = SplitMix64(seed: 22)
    for _ in 0..<1000 {
      let file = Self.random(&random)
      let reading = SetupReaderTests.read(file.text)
      #expect(reading.file == file && reading.problems.isEmpty, "\(file.text) \(reading.problems)")
    }
  }

  /// Everybody on a machine reads what its programs are started with.
  @Test func noPasswordStandsInALine() throws {
    var random = SplitMix64(seed: 23)
    let letters = Array("ab\"'\\$`{}#;-=é@/ %")
    for _ in 0..<1000 {
      let password = String(
        (0..<Int.random(in: 1...12, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" })
      var file = SetupFile()
      file.panel.mqtt = "mqtt://me:\(PercentEncoding.part(password))@b.example:1883/x"
      let variables = EnvironmentText.variables(file.environment)
      #expect(variables["VITRINE_SETUP"] == "--mqtt mqtt://me:${VITRINE_BROKER_PASSWORD}@b.example:1883/x")
      #expect(variables["VITRINE_BROKER_PASSWORD"] == password, "\(password)")
      #expect(SetupFile(environment: file.environment).panel.mqtt == file.panel.mqtt, "\(password)")
    }
    for address in ["mqtt://b", "mqtt://me:${X}@b", "mqtt://me@b", "mqtt://b/a:b@c"] {
      var file = SetupFile()
      file.panel.mqtt = address
      #expect(EnvironmentText.variables(file.environment)["VITRINE_SETUP"] == "--mqtt \(address)")
    }
  }

  @Test func anOlderVitrinesLineIsTakenApart() {
    let text =
      "VITRINE_SETUP=\"--key \(SetupReaderTests.key) --stick /var/lib/vitrine/stick --label a=b --scale 2 --connector DSI-1 --rotate 90\""
    let file = SetupFile(environment: text)
    #expect(file.key == SetupReaderTests.key && file.labels == [.init("a", "b")] && file.panel.scale == "2")
    #expect(file.panel.options == "--connector DSI-1 --rotate 90" && file.panel.turn == nil)
  }

  /// What an older Vitrine has left, and no kiosk begins with, is gone with the next set-up.
  @Test(arguments: [
    "VITRINE_SETUP=\"--label site=harbour --label floor=2\"",
    "VITRINE_BOARD=\"https://e/x.vitrine\"\nVITRINE_SETUP=\"--key \(SetupReaderTests.key.dropLast()) --stick /var/lib/vitrine/stick --label a=b\"",
    "VITRINE_BOARD=\"https://e/x.vitrine\"", "", "VITRINE_SETUP=", "\u{0}\u{1}=",
  ])
  func whatNoKioskBeginsWithIsLeftOut(text: String) {
    #expect(SetupFile(environment: text).isEmpty, "\(text)")
  }

  /// As systemd 252 reads such files.
  @Test func variablesAreReadAsTheServiceManagerReadsThem() {
    let text = #"""
      # comment
      ; and another
      A=1
        B = two words\#u{20}\#u{20}
      C="a \"b\" \$c \d" 'e'
      D='x\y'
      E=one \
      two
      F=--style "my style.yaml"
      G="over
      lines"
      1H=x
      no sign
      A=2
      I=
      J="#; x"
      """#
    #expect(
      EnvironmentText.variables(text) == [
        "A": "2", "B": "two words", "C": "a \"b\" $c \\de", "D": #"x\y"#, "E": "one two",
        "F": "--style \"my style.yaml\"",
        "G": "over\nlines", "I": "", "J": "#; x",
      ])
    var random = SplitMix64(seed: 24)
    let letters = Array("ab \"'\\$`{}#;-=é\n\t")
    for _ in 0..<2000 {
      let value = String(
        (0..<Int.random(in: 0...12, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" })
      #expect(
        EnvironmentText.variables("X=\(EnvironmentText.quoted(value))\nY=1\n") == ["X": value, "Y": "1"], "\(value)")
      _ = EnvironmentText.variables(value)
    }
  }
}
