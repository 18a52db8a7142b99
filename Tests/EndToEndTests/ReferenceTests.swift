#if Preview
  import Board
  import Demo
  import Glibc
  import Scene
  import TestSupport
  import Testing
  import Vitrine

  /// The reference in `Boards/reference`: what is written there is what the language says, and the pictures are what it draws.
  @Suite struct ReferenceTests {
    private static let folder = OwnBoards.root + "/Boards/reference"
    private static let isUpdating = unsafe getenv("VITRINE_UPDATE_GOLDENS").map { unsafe String(cString: $0) } == "1"
    static let pages = BoardReference.pages()

    @Test(arguments: pages.indices)
    func thePageSaysWhatTheLanguageSays(index: Int) throws {
      let page = Self.pages[index]
      let path = "\(Self.folder)/\(page.name).md"
      if Self.isUpdating { try writeFile(path, Array(page.text.utf8)) }
      let written = String(decoding: (try? readFile(path)) ?? [], as: UTF8.self)
      #expect(written == page.text, "\(path) is out of date; run the test with VITRINE_UPDATE_GOLDENS=1")
    }

    @Test(arguments: pages.filter { $0.example != nil }.map(\.name))
    func theExampleLooksAsItDoesOnThePage(name: String) throws {
      let page = try #require(Self.pages.first { $0.name == name })
      let example = try #require(page.example)
      let service = try OwnBoards.service()
      defer { service.stop() }
      let stage = Stage()
      let photos = OwnBoards.root + "/Boards/data/photos/"
      try stage.write(example.yaml.replacing("data/photos/", with: "file://" + photos), to: "board.yaml")
      let log = Log()
      let size = PixelSize(width: 800, height: example.height)
      let kiosk = try OwnBoards.kiosk(stage.directory + "/board.yaml", size: size, scale: 1.25, service, log: log)
      #expect(kiosk.isComplete == true)
      #expect(log.all == [])
      let pictures = GoldenFiles(
        folder: Self.folder, output: OwnBoards.root + "/.build/goldens/reference", isUpdating: Self.isUpdating)
      switch try pictures.compare(try kiosk.picture(), name) {
      case .same, .updated: break
      case let failure: Issue.record("\(failure.explanation)")
      }
    }

    /// Boards in the introduction are boards.
    @Test func theBoardsOfTheIntroductionAreRead() throws {
      let text = String(decoding: try readFile(OwnBoards.root + "/Boards/README.md"), as: UTF8.self)
      let boards = text.split(separator: "```yaml\n").dropFirst().map {
        $0.prefix(upTo: $0.firstIndex(of: "`") ?? $0.endIndex)
      }
      #expect(boards.count >= 3)
      let stage = Stage()
      for board in boards {
        let (_, _, diagnostics) = try stage.read(String(board))
        #expect(diagnostics.map(\.description) == [])
      }
    }
  }
#endif
