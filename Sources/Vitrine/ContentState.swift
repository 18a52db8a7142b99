import Board
import Fetch
import Formats
import Kiosk
import Typesetting

/// What the content queue knows.
struct ContentState {
  var evaluator: BoardEvaluator
  let look: Look
  let fonts: FontSource
  let typesetter: Typesetter
  var styleOverride: String?
  /// Counts the boards shown; answers carry the number of the board they were asked for.
  var boardNumber = 0
  /// The page on show.
  var page = 0
  var shown = PageContent(cards: [], sources: [])
  var layout: PageLayout?
  var generation = 0
  var liveGenerations: Set<Int> = []
  var detail: CardID?
  var detailContent: PageContent?
  var refresh: RefreshRun?
  var lastUpdated = LastUpdated()
  /// Latest answers of each source's addresses, and when they came.
  private var answers: [String: [Int: (value: Value, time: Double)]] = [:]
  /// What is wrong with each source; said once.
  var problems: [SourceID: String] = [:]
  /// Pictures in directories: when each was last written, by address.
  var files: [SourceID: [String: Double]] = [:]
  var boardBytes: [UInt8]?
  var notice: String?
  /// Tiles that show the picture of an address.
  var pictureKeys: [String: [TileKey]] = [:]

  /// - Parameters:
  ///   - directory: where the board's own files are.
  ///   - old: the state of the board before it was edited. Data of sources that ask for the same stays, so that the page does not go
  ///     blank; so do an open detail page and what counts up.
  init(board: BoardFile, directory: String, options: PanelOptions, replacing old: ContentState? = nil) {
    evaluator = BoardEvaluator(board)
    let font = BoardFont(board.theme.font, beside: directory)
    look = options.look(of: board, font: font.family)
    fonts = options.fonts.adding(files: font.file.map { [$0] } ?? [])
    // A typesetter is dear, and never gives back a font configuration of its own.
    if let old, old.fonts == fonts { typesetter = old.typesetter } else { typesetter = Typesetter(fonts: fonts) }
    guard let old else { return }
    styleOverride = old.styleOverride
    boardNumber = old.boardNumber
    generation = old.generation
    boardBytes = old.boardBytes
    notice = old.notice
    detail = old.detail
    lastUpdated.isShown = old.lastUpdated.isShown
    for source in board.sources {
      guard let before = old.evaluator.board.sources.first(where: { $0.name == source.name }),
        before.urls == source.urls, before.headers == source.headers, before.format == source.format
      else { continue }
      for (part, answer) in old.answers[source.name] ?? [:] {
        update(SourceID(source.name, part: part), answer.value, at: answer.time)
      }
    }
  }

  func format(of source: String) -> SourceFormat? {
    evaluator.board.sources.first { $0.name == source }?.format.flatMap { SourceFormat(rawValue: $0.rawValue) }
  }

  mutating func update(_ id: SourceID, _ value: Value, at time: Double) {
    answers[id.name, default: [:]][id.part] = (value, time)
    let parts = answers[id.name] ?? [:]
    evaluator.update(id.name, answers: parts.keys.sorted().compactMap { parts[$0]?.value }, at: time)
  }

  mutating func confirm(_ id: SourceID, _ value: Value, at time: Double) {
    if answers[id.name]?[id.part] == nil {
      update(id, value, at: time)
    } else {
      answers[id.name]?[id.part]?.time = time
      evaluator.confirm(id.name, at: time)
    }
  }

  mutating func addPictureKeys(of layout: PageLayout, _ page: KioskPage, address: (String) -> String) {
    for (index, slice) in layout.slices.enumerated() {
      guard let image = layout.cards[slice.card].card.image else { continue }
      pictureKeys[address(image.url), default: []].append(page.tiles[index].key)
    }
    if let image = layout.header?.card.image, let key = page.header?.key {
      pictureKeys[address(image.url), default: []].append(key)
    }
  }
}
