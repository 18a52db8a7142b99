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

    @Test(arguments: OwnBoards.sizes.indices)
    func theBoardSaysWhatItDid(index: Int) throws {
      let (name, size) = OwnBoards.sizes[index]
      let service = try OwnBoards.service()
      defer { service.stop() }
      let kiosk = try OwnBoards.kiosk(OwnBoards.root + "/Boards/\(name).yaml", size: size, service, log: Log())
      let text = kiosk.spoken.map { $0.line + "\n" }.joined()
      let path = OwnBoards.root + "/Tests/EndToEndTests/Goldens/spoken-\(name).txt"
      if Self.isUpdating { try writeFile(path, Array(text.utf8)) }
      let written = String(decoding: (try? readFile(path)) ?? [], as: UTF8.self)
      #expect(written == text, "\(path) is out of date; run the test with VITRINE_UPDATE_GOLDENS=1")
    }

    /// Whatever can be pressed is said, and nothing without words.
    @Test(arguments: OwnBoards.sizes.indices)
    func whatCanBePressedHasAName(index: Int) throws {
      let (name, size) = OwnBoards.sizes[index]
      let service = try OwnBoards.service()
      defer { service.stop() }
      let kiosk = try OwnBoards.kiosk(OwnBoards.root + "/Boards/\(name).yaml", size: size, service, log: Log())
      let spoken = kiosk.spoken
      #expect(!spoken.isEmpty)
      for card in spoken where card.action != nil { #expect(!card.name.isEmpty, "\(card.line)") }
      let known = Set(spoken.map(\.card))
      #expect(known.count == spoken.count)
      for block in kiosk.shownPage.blocks where block.isTappable || block.control != nil {
        #expect(known.contains(block.id), "\(block.id) can be pressed and is not said")
      }
    }
  }
#endif
