#if Preview
  import Board
  import Demo
  import Glibc
  import Kiosk
  import TestSupport
  import Testing
  import Vitrine

  /// What somebody hears of the project's boards who does not see them.
  @Suite struct SpokenTests {
    private static let isUpdating = unsafe getenv("VITRINE_UPDATE_GOLDENS").map { unsafe String(cString: $0) } == "1"

    private func shown(_ index: Int) throws -> VirtualKiosk {
      let (name, size) = OwnBoards.sizes[index]
      let service = try OwnBoards.service()
      defer { service.stop() }
      return try OwnBoards.kiosk(OwnBoards.root + "/Boards/\(name).yaml", size: size, service, log: Log())
    }

    @Test(arguments: OwnBoards.sizes.indices)
    func theBoardSaysWhatItDid(index: Int) throws {
      let kiosk = try shown(index)
      let (cards, words) = kiosk.spoken
      let text = cards.map { $0.line(words) + "\n" }.joined()
      let path = OwnBoards.root + "/Tests/EndToEndTests/Goldens/spoken-\(OwnBoards.sizes[index].name).txt"
      if Self.isUpdating { try writeFile(path, Array(text.utf8)) }
      let written = String(decoding: (try? readFile(path)) ?? [], as: UTF8.self)
      #expect(written == text, "\(path) is out of date; run the test with VITRINE_UPDATE_GOLDENS=1")
    }

    /// Whatever can be pressed is said, and nothing without words; all that is said stands somewhere on the page.
    @Test(arguments: OwnBoards.sizes.indices)
    func whatCanBePressedHasANameAndAPlace(index: Int) throws {
      let kiosk = try shown(index)
      let (cards, words) = kiosk.spoken
      #expect(!cards.isEmpty)
      for card in cards where card.action != nil { #expect(!card.name.isEmpty, "\(card.line(words))") }
      let known = Set(cards.map(\.card))
      #expect(known.count == cards.count)
      for block in kiosk.shownPage.blocks where block.isTappable || block.control != nil {
        #expect(known.contains(block.id), "\(block.id) can be pressed and is not said")
      }
      for (line, frame) in kiosk.described { #expect(frame?.isEmpty == false, "\(line) stands nowhere") }
    }
  }
#endif
