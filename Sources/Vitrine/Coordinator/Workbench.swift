import Board
import Content
import Fetch
import Kiosk
import Panel
import Refresh
import Scene
import Typesetting

/// What the content queue works with: the model, and what its effects are carried out by.
struct Workbench {
  // Many properties: each is what some of the effects are carried out with.
  var model: ContentModel
  var theme: ResolvedTheme
  private(set) var fonts: FontSource
  private(set) var typesetter: Typesetter
  var icons = PageIcons()
  /// Layouts that were made in haste.
  var measuring = HastyLayouts()
  /// Sprites of the refresh control that say how old the data is.
  var ageLines: [AgeLine] = []
  /// Which tiles of a layout show the picture of an address.
  var pictureTiles: [Int: [String: [TileKey]]] = [:]
  /// Posts under way.
  var tickets: [PendingPosts.Number: Fetcher.Ticket] = [:]
  /// What the timer is set to, seconds of uptime.
  var alarm: Double?
  var memory = MemoryReturn()
  /// SHA-256 of the board's file as it is shown.
  var digest: String?
  /// A script says how refreshes end.
  var ignoresRefreshes = false

  init(_ model: ContentModel, _ setup: Coordinator.Setup) {
    self.model = model
    let font = BoardFont(model.board.theme.font ?? model.board.theme.preset?.font, beside: setup.source.directory)
    theme = setup.options.theme(of: model.board, font: font.family, at: setup.clock.now())
    fonts = font.source(beside: setup.options.fonts)
    typesetter = Typesetter(fonts: fonts)
  }

  /// Takes a board's fonts; a typesetter with the same fonts goes on: one is dear, and never gives back its fonts.
  mutating func adopt(_ board: BoardFile, _ setup: Coordinator.Setup) {
    let font = BoardFont(board.theme.font ?? board.theme.preset?.font, beside: setup.source.directory)
    theme = setup.options.theme(of: board, font: font.family, at: setup.clock.now())
    let next = font.source(beside: setup.options.fonts)
    if next != fonts { (fonts, typesetter) = (next, Typesetter(fonts: next)) }
  }

  /// Notes which tiles of a layout show which picture, and forgets layouts nobody asks for any more.
  mutating func note(
    _ layout: PageLayout, _ page: KioskPage, live: Set<Int>, address: (String) -> String
  ) {
    pictureTiles = pictureTiles.filter { live.contains($0.key) }
    var tiles: [String: [TileKey]] = [:]
    for (index, slice) in layout.slices.enumerated() {
      let card = layout.cards[slice.card].card
      for image in [card.image, card.endImage].compactMap(\.self) {
        tiles[address(image.url), default: []].append(page.tiles[index].key)
      }
    }
    if let image = layout.header?.card.image, let key = page.header?.key {
      tiles[address(image.url), default: []].append(key)
    }
    pictureTiles[page.generation] = tiles
  }

  /// Tiles that show the picture of an address.
  func tiles(showing address: String) -> [TileKey] {
    var known: Set<TileKey> = []
    return pictureTiles.sorted { $0.key < $1.key }.flatMap { $0.value[address] ?? [] }.filter {
      known.insert($0).inserted
    }
  }
}

/// A sprite of a refresh style that says when its page's data last came.
struct AgeLine {
  var index: Int
  /// dp.
  var size: Double
  var ink: SpriteRequest.Ink

  /// Those of a style.
  static func lines(of style: any RefreshStyle) -> [AgeLine] {
    style.sprites.enumerated().compactMap { index, request in
      if case .lastUpdated(let size) = request.source {
        AgeLine(index: index, size: size, ink: request.ink)
      } else {
        nil
      }
    }
  }
}
