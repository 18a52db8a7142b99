import Board
import Seeded
import Testing

@testable import Setup

/// Whose a panel is: whatever way somebody has said what it shows.
@Suite struct SetupServiceTests {
  private static let key = SetupReaderTests.key

  /// As systemctl of systemd 252 prints them.
  private func facts(_ command: String = SetupService.ownCommand, _ more: String = "") -> String {
    "ExecStart={ path=/usr/bin/vitrine ; argv[]=\(command) ; ignore_errors=no ; start_time=[n/a] ; stop_time=[n/a] ; pid=0 ; code=(null) ; status=0/0 }\n"
      + "Environment=VITRINE_BOARD=/etc/vitrine/board.yaml MALLOC_ARENA_MAX=2\n"
      + "EnvironmentFiles=/etc/vitrine/setup.env (ignore_errors=yes)\nEnvironmentFiles=/etc/default/vitrine (ignore_errors=yes)\n"
      + "EnvironmentFiles=/etc/vitrine/secrets (ignore_errors=yes)\n" + more
  }

  private func holder(
    _ facts: String, setup: String = "", options: String = "", secrets: String = "", hasOwnBoard: Bool = false,
    board: String? = SetupService.ownBoard, canRead: Bool = true
  ) -> SetupHolder {
    let service = SetupService(facts)
    let variables = service?.variables {
      ["/etc/vitrine/setup.env": setup, "/etc/default/vitrine": options, "/etc/vitrine/secrets": secrets][$0]
    }
    return SetupHolder(
      service, words: service?.words(variables ?? [:]) ?? [], variables: variables ?? [:], hasOwnBoard: hasOwnBoard,
      board: board, canRead: { _ in canRead })
  }

  @Test func thePackagesOwnServiceIsReadAsItIs() throws {
    let service = try #require(SetupService(facts()))
    #expect(service.isOwn && service.files == SetupService().files)
    #expect(service.environment["VITRINE_BOARD"] == SetupService.ownBoard)
    let words = service.words([
      "VITRINE_SETUP": "--rotate 90", "VITRINE_OPTIONS": #"--style "a b""#, "VITRINE_BOARD": "",
    ])
    #expect(words == ["--display", "kms", "--setup", "--rotate", "90", "--style", "a b"])
    #expect(SetupService(facts("/usr/bin/vitrine run ${X}y $X"))?.words(["X": "a b"]) == ["a by", "a", "b"])
    #expect(
      SetupService(facts(SetupService.ownCommand.replacing("$VITRINE_SETUP", with: "\"\\$VITRINE_SETUP\"")))?.isOwn
        == true)
    let more = "Radio=wlan0\nRadio=\n"
    #expect(SetupService(facts(SetupService.ownCommand, more))?.radios == ["wlan0"])
    #expect(SetupService("LoadState=not-found\n") == nil && SetupService("") == nil)
  }

  /// A fresh panel is whoever's stick comes first; options that say nothing of a board change nothing about that.
  @Test func aPanelOfWhichNobodyHasSaidAnythingIsNobodys() {
    for options in [
      "", "# VITRINE_OPTIONS=--key x\n", "VITRINE_OPTIONS=--rotate 180 --connector DSI-1\n", "VITRINE_BOARD=\n",
    ] {
      #expect(holder(facts(), options: options) == .nobody, "\(options)")
    }
    #expect(holder(facts(), setup: "VITRINE_SETUP=\"--rotate 180\"\n") == .nobody)
    for state in ["UnitFileState=disabled\nActiveState=active\n", "ActiveState=failed\nUnitFileState=enabled\n"] {
      #expect(holder(facts(SetupService.ownCommand, state + "Present=/etc/default/vitrine\n")) == .nobody, "\(state)")
    }
  }

  @Test func aKeyIsFoundWhereverItStands() {
    let key = Self.key
    let found = [
      holder(facts(), setup: "VITRINE_SETUP=\"--key \(key) --stick /var/lib/vitrine/stick\"\n"),
      holder(facts(), options: "VITRINE_BOARD=https://e/x.vitrine\nVITRINE_OPTIONS=--key \(key)\n"),
      holder(facts(), options: "VITRINE_OPTIONS='--rotate 90 --key=\(key)'\n"),
      holder(facts(), secrets: "VITRINE_OPTIONS=--key \(key)\n"),
      holder(facts("/usr/bin/vitrine run --display kms $VITRINE_OPTIONS https://e/x.vitrine --key \(key)")),
      holder(facts(SetupService.ownCommand, "Environment=\"VITRINE_OPTIONS=--key \(key) --label a=b\"\n")),
      holder(facts("/usr/bin/vitrine run --display kms --key ${FLEET} https://e/x"), options: "FLEET=\(key)\n"),
    ]
    for (place, holder) in found.enumerated() { #expect(holder == .keys([key]), "\(place)") }
    // Two are trusted while one takes the other's place.
    #expect(holder(facts(), options: "VITRINE_OPTIONS=--key a --key b\n") == .keys(["a", "b"]))
  }

  @Test func whatNoKeyProvesKeepsEverybodysStickAway() {
    let unproven = [
      holder(facts(), hasOwnBoard: true), holder(facts(), board: "/srv/b/board.yaml"),
      holder(facts(), options: "VITRINE_BOARD=/srv/b/board.yaml\n"),
      holder(facts(), options: "VITRINE_BOARD=https://e/x.vitrine\n"),
      holder(facts(), options: "VITRINE_OPTIONS=--label floor=2\n"),
      holder(facts(), options: "VITRINE_OPTIONS=--stick /media/boards\n"),
      holder(facts("/usr/local/bin/kiosk.sh")), holder(facts("/usr/bin/vitrine run --display kms /srv/b.yaml")),
      holder(facts(SetupService.ownCommand + " --vnc 5900")), holder("LoadState=masked\n"), holder(""),
      holder(facts(SetupService.ownCommand, "Environment=VITRINE_BOARD=/srv/b.yaml\n")),
      // What is not seen from here may say anything; and a service that is not started shows nothing.
      holder(facts(SetupService.ownCommand, "Present=/home/me/options\n"), canRead: false),
      holder(facts(SetupService.ownCommand, "EnvironmentFiles=/etc/vitrine.d/*.conf (ignore_errors=no)\n")),
      holder(facts(SetupService.ownCommand, "UnitFileState=disabled\nActiveState=inactive\n")),
      // As a manager prints what it cannot, and what has a space without quotes around it.
      holder(facts(SetupService.ownCommand, "Environment=[unprintable]\n")),
      holder(facts(SetupService.ownCommand, "Environment=VITRINE_OPTIONS=--key x\n")),
      // A drop-in that takes away what is set up.
      holder(facts().replacing("/etc/vitrine/setup.env", with: "/etc/other")),
      // A second command beside the kiosk's.
      holder(facts() + facts("/usr/bin/other")),
      // A board of its own goes before a key.
      holder(facts(), setup: "VITRINE_SETUP=\"--key \(Self.key)\"\n", hasOwnBoard: true),
    ]
    for (place, holder) in unproven.enumerated() {
      guard case .unproven(let reason) = holder else {
        Issue.record("\(place) is \(holder)")
        continue
      }
      #expect(!reason.isEmpty)
    }
  }

  /// Half of what a bundle needs is refused, with what is missing; what is known already counts.
  @Test func halfASentenceForTheServiceIsRefused() {
    func settled(_ text: String, _ known: SetupFile = SetupFile(), board: Bool = false, lacks: String? = nil)
      -> SetupReading
    {
      var reading = SetupReaderTests.read(text)
      reading.refuseIncomplete(beside: known, hasBoardFile: board) { _ in lacks }
      return reading
    }
    let (key, other) = (Self.key, SetupEnvironmentTests.keys[1])
    let address = "board: https://e/x.vitrine\n"
    #expect(settled("name: x\nlabels: {a: b}\n").taken == ["name"])
    #expect(settled("labels: {a: b}\n").problems.map(\.message).first?.contains("needs \"key\"") == true)
    #expect(settled("name: x\n" + address).taken == ["name"])
    #expect(settled("key: \(key)\nlabels: {a: b}\n", lacks: "none").taken.isEmpty)
    #expect(settled("key: \(key)\nlabels: {a: b}\n", lacks: "none").problems.count == 2)
    #expect(settled("key: \(key)\nlabels: {a: b}\n").taken == ["key", "labels"])
    #expect(settled("key: \(key)\n", board: true).problems.first?.message.contains("board.yaml") == true)
    #expect(settled(address + "key: \(key)\n", lacks: "none").taken == ["board", "key"])
    var known = SetupFile()
    (known.key, known.board, known.labels) = (key, "https://e/x.vitrine", [.init("floor", "2")])
    #expect(settled("labels: {a: b}\n", known, lacks: "none").taken == ["labels"])
    #expect(settled("key: \(key)\ntimezone: Europe/Berlin\n", known, lacks: "none").taken == ["key", "timezone"])
    // Nothing is forgotten, and nothing of another hand is kept.
    let same = settled("key: \(key)\ntimezone: Europe/Berlin\n", known).file.over(known)
    #expect(same.board == known.board && same.labels == known.labels && same.key == key)
    #expect(settled("key: \(other)\n", known, lacks: "none").taken.isEmpty)
    #expect(settled("key: \(other)\n" + address, known).file.over(known).labels.isEmpty)
  }

  /// Whatever is left out, what is left is something a kiosk begins with.
  @Test func whatEndsAKioskIsFoundAndNamed() {
    var random = SplitMix64(seed: 31)
    for _ in 0..<2000 {
      var reading = SetupReading()
      reading.file = SetupEnvironmentTests.random(&random)
      reading.taken = SetupFile.keys.filter { reading.file.says($0) }
      let known = SetupFile()
      let bad = Set(SetupFile.serviceKeys.filter { _ in Int.random(in: 0..<6, using: &random) == 0 })
      func problem(_ file: SetupFile) -> String? { bad.first { file.says($0) }.map { "\($0) is bad" } }
      let mark = reading.file
      let remark = reading.refuseUnusable(beside: known, problem: problem)
      #expect(remark == nil && problem(reading.file.over(known)) == nil, "\(bad)")
      // One that is bad is all that goes.
      let said = bad.filter { mark.says($0) }
      if said.count <= 1 { for key in said { #expect(!reading.file.says(key)) } }
      if said.count <= 1 { #expect(reading.problems.count == said.count, "\(reading.problems)") }
    }
    var reading = SetupReaderTests.read("panel: {turn: 90}\n")
    #expect(reading.refuseUnusable(beside: SetupFile()) { _ in "broken" }?.contains("broken") == true)
    #expect(reading.taken == ["panel"])
  }

  /// Of a card and a stick the card's word goes before, and all it says nothing of is the stick's.
  @Test func filesThatSayDifferentThingsAreToldApart() {
    var random = SplitMix64(seed: 32)
    for _ in 0..<1000 {
      let (above, below) = (SetupEnvironmentTests.random(&random), SetupEnvironmentTests.random(&random))
      let merged = above.over(below)
      for key in SetupFile.keys + SetupFile.panelKeys where key != "panel" {
        if above.says(key) {
          #expect(merged.only([key]) == above.only([key]))
        } else if !["board", "labels"].contains(key) || above.key == nil || above.key == below.key {
          #expect(merged.only([key]) == below.only([key]), "\(key)")
        }
      }
      let contradicted = below.contradicted(by: above)
      var rest = below
      for key in contradicted { rest.remove(key) }
      #expect(rest.contradicted(by: above).isEmpty)
      #expect(above.over(above) == above && SetupFile().over(above) == above && above.over(SetupFile()) == above)
    }
  }
}
