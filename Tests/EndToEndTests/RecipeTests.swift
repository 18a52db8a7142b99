#if Preview
  import Demo
  import Scene
  import TestSupport
  import Testing
  import Vitrine

  /// The cookbook's boards: each is without a mistake, and its picture is the one in the documents.
  @Suite struct RecipeTests {
    private static let names = [
      "agenda", "alarms", "builds", "button", "clock", "departures", "factory", "groups", "homeassistant", "hours",
      "language", "league", "menu", "missing", "news", "notice", "pages", "photos", "qr", "room", "servers", "sum",
      "visitors", "weather",
    ]

    @Test(arguments: names)
    func itLooksAsItDid(name: String) throws {
      let service = try OwnBoards.service()
      defer { service.stop() }
      let kiosk = try OwnBoards.kiosk(
        "\(OwnBoards.root)/Boards/cookbook/\(name).yaml", size: PixelSize(width: 800, height: 480), service, log: Log())
      expectGolden(try kiosk.picture(), "recipe-\(name)")
    }
  }
#endif
