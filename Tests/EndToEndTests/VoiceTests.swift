#if Preview
  import Board
  import Demo
  import Glibc
  import Kiosk
  import Linux
  import Motion
  import Scene
  import Scratch
  import TestSupport
  import Testing
  import Vitrine

  /// What somebody hears who finds his way on the project's boards by keys alone, from the plug to the end.
  @Suite struct VoiceTests {
    private func shown(_ index: Int, language: String, _ service: DemoService) throws -> VirtualKiosk {
      let (name, size) = OwnBoards.sizes[index]
      let boards = OwnBoards.root + "/Boards"
      var text = String(decoding: try readFile("\(boards)/\(name).yaml"), as: UTF8.self)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("language:") }
      text = lines.joined(separator: "\n") + "\nlanguage: \(language)\n"
      let place = TemporaryDirectory()
      for other in try Directory.names(in: boards) where other != "\(name).yaml" {
        _ = unsafe symlink("\(boards)/\(other)", "\(place.path)/\(other)")
      }
      try writeFile("\(place.path)/\(name).yaml", Array(text.utf8))
      let kiosk = try OwnBoards.kiosk("\(place.path)/\(name).yaml", size: size, service, log: Log())
      withExtendedLifetime(place) {}
      return kiosk
    }

    /// Arrives, plugs in, is told where he is and how one moves, looks for the third thing there is, hears it again, fetches news, opens what can
    /// be opened, goes back, turns the page, and leaves.
    @Test(arguments: OwnBoards.sizes.indices, ["en", "de"])
    func theWholeSessionIsHeard(index: Int, language: String) throws {
      let service = try OwnBoards.service()
      defer { service.stop() }
      var kiosk = try shown(index, language: language, service)
      var text = ""
      func note(_ what: String, _ kiosk: borrowing VirtualKiosk) {
        var heard = HeardText()
        heard.note(kiosk.takeSaid())
        text += "[\(what)]\n" + heard.text.replacing(/(\d\d:\d\d):\d\d/) { "\($0.1):··" }
      }
      func press(_ what: String, _ event: InputEvent, _ kiosk: inout VirtualKiosk) {
        kiosk.schedule([event])
        kiosk.play(seconds: 1.5)
        kiosk.settle()
        note(what, kiosk)
      }
      func press(_ key: InputEvent.Key, _ kiosk: inout VirtualKiosk) {
        press("\(key)", .key(key, time: kiosk.seconds + 0.01), &kiosk)
      }
      func press(_ key: InputEvent.VoiceKey, _ kiosk: inout VirtualKiosk) {
        press("\(key)", .voice(key, time: kiosk.seconds + 0.01), &kiosk)
      }
      press(.next, &kiosk)
      press(.headphones(true), &kiosk)
      for _ in 0..<3 { press(.next, &kiosk) }
      press(.again, &kiosk)
      press(.refresh, &kiosk)
      // What is set there comes back when it comes back: their data is pushed.
      if !["homeassistant", "machine"].contains(OwnBoards.sizes[index].name) {
        press(.enter, &kiosk)
        press(.next, &kiosk)
        press(.back, &kiosk)
        press(.right, &kiosk)
      }
      press(.help, &kiosk)
      press(.headphones(false), &kiosk)
      press(.next, &kiosk)
      try expectText(text, "heard-\(OwnBoards.sizes[index].name)-\(language)")
    }

    /// All that is said of a page is reached by one key, in the order it is read, and each is heard as it is described.
    @Test(arguments: OwnBoards.sizes.indices)
    func everythingIsHeard(index: Int) throws {
      let service = try OwnBoards.service()
      defer { service.stop() }
      var kiosk = try shown(index, language: "en", service)
      kiosk.schedule([.voice(.help, time: kiosk.seconds + 0.01)])
      kiosk.play(seconds: 0.5)
      _ = kiosk.takeSaid()
      let (cards, words) = kiosk.spoken
      // The band above the cards is told first of all, and is not gone to.
      let known = Set(kiosk.shownPage.blocks.map(\.id))
      let wanted = cards.filter { known.contains($0.card) }
      var heard: [CardID] = []
      for _ in 0..<wanted.count * 12 where heard.count < wanted.count {
        kiosk.schedule([.key(.next, time: kiosk.seconds + 0.01)])
        kiosk.play(seconds: 0.3)
        let said = kiosk.takeSaid()
        guard let card = kiosk.focusCard else { continue }
        if card != heard.last { heard.append(card) }
        #expect(said.count == 1 && said[0].isUrgent, "\(card): \(said.map(\.text))")
        guard let line = wanted.first(where: { $0.card == card })?.line(words), let text = said.first?.text else {
          continue
        }
        let hasParts = kiosk.shownPage.blocks.first { $0.id == card }?.control?.parts.isEmpty == false
        #expect(hasParts || text == line)
      }
      #expect(heard == wanted.map(\.card))
    }
  }
#endif
