#if Preview
  import Board
  import Demo
  import Kiosk
  import TestSupport
  import Testing
  import Vitrine

  /// What somebody hears of the project's boards who does not see them.
  @Suite struct SpokenTests {
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
      try expectText(text, "spoken-\(OwnBoards.sizes[index].name)")
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
