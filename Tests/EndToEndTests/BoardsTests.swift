#if Preview
  import Board
  import Demo
  import Panel
  import Scene
  import TestSupport
  import Testing
  import Vitrine

  /// The project's boards as they look on the panel each is meant for, with their own data, at one moment of one day.
  enum OwnBoards {
    static let sizes: [(name: String, size: PixelSize)] = [
      ("andon", PixelSize(width: 1920, height: 1080)), ("departures", PixelSize(width: 1280, height: 800)),
      ("home", PixelSize(width: 800, height: 1280)), ("homeassistant", PixelSize(width: 1280, height: 800)),
      ("lobby", PixelSize(width: 1080, height: 1920)), ("machine", PixelSize(width: 1280, height: 800)),
      ("menu", PixelSize(width: 1080, height: 1920)), ("news", PixelSize(width: 800, height: 1280)),
      ("ops", PixelSize(width: 1920, height: 1080)), ("room", PixelSize(width: 800, height: 480)),
      ("demo", PixelSize(width: 1080, height: 1920)),
    ]

    static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(
      separator: "/")

    /// Drawn once.
    private static let pictures = DemoPictures()

    static func service() throws -> DemoService {
      let pictures = pictures
      var options = DemoService.Options(delay: 0...0, clock: { Stage.start })
      options.file = { BoardSource(path: root + "/Boards/demo.yaml").dataFile($0) }
      return try DemoService.start(seed: 7, options: options) { pictures.png(named: $0) }
    }

    /// Puts a board on a virtual panel.
    ///
    /// - Parameters:
    ///   - path: of the board file.
    ///   - scale: pixels per dp; nil is what suits the panel.
    ///   - hasEase: what makes it easier to use can be chosen, whatever its file says.
    static func kiosk(
      _ path: String, size: PixelSize, scale: Double? = nil, _ service: DemoService, log: Log, hasEase: Bool = false
    ) throws -> VirtualKiosk {
      let source = BoardSource(path: hasEase ? try eased(path) : path, settings: ["DEMO": service.url])
      let reading = try source.read()
      #expect(reading.diagnostics.map(\.description) == [])
      return VirtualKiosk(
        board: try #require(reading.board), source: source,
        options: PanelOptions(mode: DisplayMode(size: size), scale: scale, fonts: Stage.fonts), start: Stage.start,
        log: { log.add($0) })
    }
  }

  extension OwnBoards {
    /// The same boards in another place, with the symbol of what makes them easier to use; written once.
    private static let copies = Result {
      for (name, _) in sizes {
        var text = String(decoding: try readFile("\(root)/Boards/\(name).yaml"), as: UTF8.self)
        if !text.contains("\naccess:") { text = "access: true\n" + text }
        for folder in ["data/photos/", "styles/cup"] { text = text.replacing(folder, with: "\(root)/Boards/\(folder)") }
        try writeFile("\(root)/.build/eased/\(name).yaml", Array(text.utf8))
      }
      return root + "/.build/eased/"
    }

    private static func eased(_ path: String) throws -> String {
      try copies.get() + (path.split(separator: "/").last ?? "")
    }
  }

  @Test(arguments: OwnBoards.sizes.indices)
  func theBoardLooksAsItDid(index: Int) throws {
    let (name, size) = OwnBoards.sizes[index]
    let service = try OwnBoards.service()
    defer { service.stop() }
    let log = Log()
    let kiosk = try OwnBoards.kiosk(OwnBoards.root + "/Boards/\(name).yaml", size: size, service, log: log)
    #expect(kiosk.isComplete == true)
    #expect(log.all == [])
    expectGolden(try kiosk.picture(), "board-\(name)")
  }
#endif
