import Board
import Fetch
import Formats
import Kiosk
import Scene
import Typesetting

/// What the content queue knows.
struct ContentState {
  var evaluator: BoardEvaluator
  private(set) var look: Look
  /// When the clock changes it; seconds since 1970, nil for never.
  var lookEnds: Double?
  let fonts: FontSource
  let typesetter: Typesetter
  var styleOverride: String?
  /// Counts the versions of the board.
  private(set) var boardNumber = 0
  /// With which of them each source came; 0 when it is not named.
  private var versions: [String: Int] = [:]
  /// The page on show.
  var page = 0
  /// The pages the panel was last told of; nil before it was.
  var offer: [Int]?
  /// Its pictures for the row of pages, as far as they have come.
  var icons: [Pixmap?] = []
  var iconShelf = IconShelf()
  /// When the offer changes by the clock; seconds since 1970, nil for never.
  var offerEnds: Double?
  /// What the panel has of each page, by its number.
  var pages: [Int: PageState] = [:]
  var plates = PlateShelf()
  var detail: CardID?
  var detailContent: PageContent?
  /// When time alone changes the detail page; nil for never, or when there is none.
  var detailEnds: Double? { detail == nil ? nil : detailContent?.nextChange }
  var refresh: RefreshRun?
  var posts = PostDesk()
  /// What the first page of a board waits for, so that it does not show a part of what the disk knows for a moment.
  var gathering: Set<SourceID> = []
  /// The refresh control on the panel.
  var control: ControlKey?
  var lastUpdated = LastUpdated()
  /// Latest answers of sources with several addresses.
  private var answers: [String: [Int: Part]] = [:]
  /// What is wrong with each source; said once.
  var problems: [SourceID: String] = [:]
  /// Pictures in directories: when each was last written, by address.
  var files: [SourceID: [String: Double]] = [:]
  var boardBytes: [UInt8]?
  /// What is wrong with the board file.
  var notice: String?
  /// Said for a while, whatever becomes of the board: what the run before died of.
  var saying: String?
  /// Files the refresh control was made from.
  var controlFiles: [WatchedFile] = []
  /// What it was made from, and what is wrong with that.
  var styleFiles: [WatchedFile] = []
  var styleNotice: String?

  /// What one address of a source said last.
  private struct Part {
    var value: Value
    var time: Double
  }

  /// - Parameters:
  ///   - directory: where the board's own files are.
  ///   - moment: decides the colours of a theme that follows the clock.
  ///   - old: the state whose typesetter is used again if it has the same fonts: one is dear, and never gives back its fonts.
  init(
    board: BoardFile, directory: String, options: PanelOptions, at moment: Moment, replacing old: ContentState? = nil
  ) {
    evaluator = BoardEvaluator(board)
    let font = BoardFont(board.theme.font, beside: directory)
    look = options.look(of: board, font: font.family, at: moment)
    fonts = options.fonts.adding(files: font.file.map { [$0] } ?? [])
    if let old, old.fonts == fonts { typesetter = old.typesetter } else { typesetter = Typesetter(fonts: fonts) }
  }

  /// Another version of the board: what its unchanged sources have brought stays, and so does what is on show until it is laid out anew.
  ///
  /// - Returns: the parts of the unchanged sources.
  mutating func adopt(
    _ board: BoardFile, directory: String, options: PanelOptions, at moment: Moment
  ) -> Set<SourceID> {
    let old = self
    self = ContentState(board: board, directory: directory, options: options, at: moment, replacing: old)
    boardNumber = old.boardNumber + 1
    let unchanged = board.sources.filter { source in old.evaluator.board.sources.contains { $0.fetches(like: source) } }
    let names = Set(unchanged.map(\.name))
    versions = Dictionary(board.sources.map { ($0.name, boardNumber) }) { first, _ in first }
    for name in names { versions[name] = old.versions[name] ?? 0 }
    evaluator.adopt(names, from: old.evaluator)
    answers = old.answers.filter { names.contains($0.key) }
    problems = old.problems.filter { names.contains($0.key.name) }
    files = old.files.filter { names.contains($0.key.name) }
    page = board.pages.indices.contains(old.page) ? old.page : 0
    // What is on show stays so until it is laid out anew.
    pages = old.pages.filter { board.pages.indices.contains($0.key) }.mapValues {
      PageState(shown: $0.shown, isLaidOut: false)
    }
    styleOverride = old.styleOverride
    lastUpdated = old.lastUpdated
    plates = old.plates
    (detail, refresh) = (old.detail, old.refresh)
    posts = old.posts
    (styleFiles, styleNotice) = (old.styleFiles, old.styleNotice)
    (boardBytes, control, controlFiles) = (old.boardBytes, old.control, old.controlFiles)
    return Set(unchanged.flatMap { ids(of: $0) })
  }

  /// Everything is to be shown in other colours; what is on show stays so until it is laid out anew.
  mutating func show(in look: Look) {
    self.look = look
    pages = pages.mapValues { PageState(shown: $0.shown, isLaidOut: false) }
    detailContent = nil
  }

  /// The parts of one of the board's sources.
  func ids(of source: Source) -> [SourceID] {
    source.urls.indices.map { SourceID(source.name, part: $0, version: versions[source.name] ?? 0) }
  }

  /// Whether the board has this source, asking for what it asked for.
  func has(_ id: SourceID) -> Bool {
    evaluator.board.sources.first { $0.name == id.name }.map { ids(of: $0).contains(id) } ?? false
  }

  /// - Returns: whether it is another value than before.
  @discardableResult
  mutating func update(_ id: SourceID, _ value: Value, at time: Double) -> Bool {
    let isNews = answers[id.name]?[id.part]?.value != value
    let keep = evaluator.board.sources.first { $0.name == id.name }?.keep ?? .infinity
    answers[id.name, default: [:]][id.part] = Part(value: value, time: time)
    // Of several addresses one may be silent for good: what it said last goes as a source's own would.
    answers[id.name] = answers[id.name]?.filter { time < $0.value.time + keep }
    let parts = answers[id.name] ?? [:]
    evaluator.update(id.name, answers: parts.keys.sorted().compactMap { parts[$0]?.value }, at: time)
    return isNews
  }

  /// What is the same as before may still read otherwise: a calendar is written out around the present.
  mutating func confirm(_ id: SourceID, _ value: Value, at time: Double) {
    if answers[id.name]?[id.part]?.value != value {
      update(id, value, at: time)
    } else {
      answers[id.name]?[id.part]?.time = time
      evaluator.confirm(id.name, at: time)
    }
  }

  /// What is on show.
  var shown: PageContent { pages[page]?.shown ?? PageContent(cards: [], sources: []) }
}

/// What the panel has of a page.
struct PageState {
  var shown = PageContent(cards: [], sources: [])
  /// It has been laid out with the board's present look.
  var isLaidOut = false
}

/// What makes one refresh control differ from another.
struct ControlKey: Hashable {
  var style: String?
  var parameters: [String: RefreshParameters.Value]
  var words: OutcomeWords
  var title: String?
  var look: Look
}
