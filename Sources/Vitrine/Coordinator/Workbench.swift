import Board
import Content
import Fetch
import Kiosk
import Numbers
import Panel
import Refresh
import Scene
import Typesetting

/// What the content queue works with: the model, and what its effects are carried out by.
struct Workbench {
  // Many properties: each is what some of the effects are carried out with.
  var model: ContentModel
  /// The board's look on this panel.
  private var look: ResolvedTheme
  /// The same, as somebody before the panel wants it.
  private(set) var theme: ResolvedTheme
  private(set) var ease = Ease()
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
  /// Actions of the program under way, or waiting for their turn.
  var calls: [PendingPosts.Number: Program.Call] = [:]
  /// What the timer is set to, seconds of uptime.
  var alarm: Double?
  var memory = MemoryReturn()
  /// What was last told to who reads the panel elsewhere.
  var mirror: PanelMirror?
  /// SHA-256 of the board's file as it is shown.
  var digest: String? { didSet { mark[.board] = BoardMark.number(digest) } }
  /// The same and more as numbers, and what was last told of it.
  private var mark = BoardMark()
  private var toldMark = BoardMark()
  /// Its refresh control has been made: only then is all of that known.
  private var hasControl = false
  /// What pages did not show for want of room, as far as it has been told.
  private var toldOmissions = Set<String>()
  /// A script says how refreshes end.
  var ignoresRefreshes = false

  init(_ model: ContentModel, _ setup: Coordinator.Setup) {
    self.model = model
    let font = BoardFont(model.board.theme.font ?? model.board.theme.preset?.font, beside: setup.directory)
    look = setup.options.theme(of: model.board, font: font.family, at: setup.clock.now())
    theme = look
    fonts = font.source(beside: setup.options.fonts)
    typesetter = Typesetter(fonts: fonts)
    mark.take(model.board, source: setup.source)
  }

  /// It has ended, or is no longer waited for.
  mutating func forget(post number: PendingPosts.Number) {
    tickets[number] = nil
    calls[number] = nil
  }

  /// The refresh control is from there from now on.
  mutating func note(_ origin: StyleRecipe.Origin) {
    hasControl = true
    switch origin {
    case .file(let number), .lottie(let number): mark[.style] = number
    case .ours, .program: mark[.style] = 0
    }
  }

  /// Which board is on show, where that was not told yet.
  var markToTell: BoardMark? {
    mutating get {
      guard hasControl, mark[.board] != 0, mark != toldMark else { return nil }
      toldMark = mark
      return mark
    }
  }

  /// What a page does not show for want of room, where that was not told yet.
  mutating func omissions(of layout: PageLayout) -> [String] {
    layout.omissions.filter { toldOmissions.insert($0).inserted }
  }

  /// Takes a board's fonts; a typesetter with the same fonts goes on: one is dear, and never gives back its fonts.
  mutating func adopt(_ board: BoardFile, _ setup: Coordinator.Setup) {
    let font = BoardFont(board.theme.font ?? board.theme.preset?.font, beside: setup.directory)
    look = setup.options.theme(of: board, font: font.family, at: setup.clock.now())
    mark.take(board, source: setup.source)
    use(look.colors)
    let next = font.source(beside: setup.options.fonts)
    if next != fonts { (fonts, typesetter) = (next, Typesetter(fonts: next)) }
  }

  /// Everything is drawn in these colours from now on.
  mutating func use(_ colors: Theme.Colors) { theme = look.eased(ease, colors: colors) }

  /// Somebody before the panel wants it so.
  mutating func use(_ next: Ease) {
    ease = next
    use(theme.colors)
  }

  /// Pixels per dp of what lies at the lower edge.
  var rowScale: Double { look.scale * ease.size.rowFactor }

  /// Rows of a panel that lie above all that is shown.
  func rowsAbove(on panel: PixelSize) -> Int {
    guard ease.isLow else { return 0 }
    let height = Double(panel.height)
    let used = max(height * Ease.lowShare, min(height * Ease.mostLowShare, Ease.leastLow * look.scale))
    return panel.height - Int(clamping: used.rounded())
  }

  /// Notes which tiles of a layout show which picture, and forgets layouts nobody asks for any more.
  mutating func note(
    _ layout: PageLayout, _ page: KioskPage, live: Set<Int>, address: (String) -> String
  ) {
    pictureTiles = pictureTiles.filter { live.contains($0.key) }
    var tiles: [String: [TileKey]] = [:]
    for tile in layout.tiles {
      guard let block = tile.block else { continue }
      let (first, last) = layout.cards[block].pictures
      if let first { tiles[address(first.url), default: []].append(tile.key) }
      if let last { tiles[address(last.url), default: []].append(tile.key) }
    }
    if let image = layout.header?.pictures.first, let tile = layout.headerTile {
      tiles[address(image.url), default: []].append(tile.key)
    }
    pictureTiles[page.generation] = tiles
  }

  /// Whether a layout that is kept shows the picture of an address.
  func shows(_ address: String) -> Bool { pictureTiles.values.contains { $0[address] != nil } }

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
