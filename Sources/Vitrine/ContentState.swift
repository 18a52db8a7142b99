import Board
import Fetch
import Formats
import Kiosk
import Refresh
import Scene
import Typesetting

/// What the content queue knows.
struct ContentState {
  var evaluator: BoardEvaluator
  let look: Look
  let typesetter: Typesetter
  var styleOverride: String?
  /// The refresh control on show.
  var style: (any RefreshStyle)?
  /// The page on show.
  var page = 0
  var shown = PageContent(cards: [], sources: [])
  var layout: PageLayout?
  var generation = 0
  var liveGenerations: Set<Int> = []
  var detail: CardID?
  var detailContent: PageContent?
  var refresh: RefreshRun?
  /// What the first page of a board waits for, so that it does not show a part of what the disk knows for a moment.
  var gathering: Set<SourceID> = []
  /// Latest answers of sources with several addresses.
  private var answers: [String: [Int: Value]] = [:]
  /// What is wrong with each source; said once.
  var problems: [SourceID: String] = [:]
  var boardBytes: [UInt8]?
  /// What is wrong with the board file.
  var notice: String?
  /// The refresh control on the panel.
  var control: ControlKey?
  /// Tiles that show the picture of an address.
  var pictureKeys: [String: [TileKey]] = [:]

  init(board: BoardFile, options: PanelOptions, styleOverride: String? = nil) {
    evaluator = BoardEvaluator(board)
    look = options.look(of: board)
    typesetter = Typesetter(fonts: options.fonts)
    self.styleOverride = styleOverride
  }

  /// Another version of the board: what its unchanged sources have brought stays, and so does what is on show until it is laid out anew.
  ///
  /// - Returns: the parts of the unchanged sources.
  mutating func adopt(_ board: BoardFile, options: PanelOptions) -> Set<SourceID> {
    let old = self
    self = ContentState(board: board, options: options, styleOverride: old.styleOverride)
    let unchanged = board.sources.filter { source in old.evaluator.board.sources.contains { $0.fetches(like: source) } }
    let names = Set(unchanged.map(\.name))
    evaluator.adopt(names, from: old.evaluator)
    answers = old.answers.filter { names.contains($0.key) }
    problems = old.problems.filter { names.contains($0.key.name) }
    page = board.pages.indices.contains(old.page) ? old.page : 0
    shown = old.shown
    (generation, liveGenerations) = (old.generation, old.liveGenerations)
    (detail, refresh) = (old.detail, old.refresh)
    (boardBytes, control) = (old.boardBytes, old.control)
    return Set(unchanged.flatMap { source in source.urls.indices.map { SourceID(source.name, part: $0) } })
  }

  func format(of source: String) -> SourceFormat? {
    evaluator.board.sources.first { $0.name == source }?.format.flatMap { SourceFormat(rawValue: $0.rawValue) }
  }

  mutating func update(_ id: SourceID, _ value: Value, at time: Double) {
    answers[id.name, default: [:]][id.part] = value
    let parts = answers[id.name] ?? [:]
    evaluator.update(id.name, answers: parts.keys.sorted().compactMap { parts[$0] }, at: time)
  }

  mutating func confirm(_ id: SourceID, _ value: Value, at time: Double) {
    if answers[id.name]?[id.part] == nil {
      update(id, value, at: time)
    } else {
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

/// What makes one refresh control differ from another.
struct ControlKey: Hashable {
  var style: String?
  var parameters: [String: RefreshParameters.Value]
  var words: OutcomeWords
  var title: String?
  var look: Look
}

/// A pull that waits for its sources.
struct RefreshRun {
  var task: Int
  var waitingFor: Set<SourceID>
  var outcomes: [RefreshOutcome] = []
  /// What was on show when it began.
  var before: [Card]

  init(task: Int, waitingFor: Set<SourceID>, before: [Card]) {
    self.task = task
    self.waitingFor = waitingFor
    self.before = before
  }

  /// The worst that happened; without trouble, whether anything on the page is new.
  func outcome(isChanged: Bool) -> RefreshOutcome {
    for trouble in [RefreshOutcome.failure, .timeout, .offline] where outcomes.contains(trouble) { return trouble }
    return isChanged ? .success : .noChange
  }
}

/// A source's answer, decoded.
struct Answer: Sendable {
  enum Content: Sendable {
    case value(Value, fetchedAt: Double)
    case unchanged(Value, fetchedAt: Double)
    case board([UInt8])
    /// A sentence for people.
    case problem(String)
    case nothing

    var isBoard: Bool { if case .board = self { true } else { false } }
  }

  var content: Content
  /// How the fetch ended; nil for news from the cache, or a fetch nobody wants any more.
  var outcome: RefreshOutcome?

  /// - Parameter decoded: the content, when it has been read already.
  init(_ news: SourceNews, format: SourceFormat?, isBoard: Bool, decoded: Content?) {
    switch news {
    case .cached(let fetched):
      content = Self.decoded(fetched, format, isNew: true, isBoard: isBoard)
      // Broken data in the cache is no news: the server is asked next anyway.
      if case .problem = content { content = .nothing }
      outcome = nil
    case .fetched(.success(let fetched)):
      content = decoded ?? Self.decoded(fetched, format, isNew: true, isBoard: isBoard)
      outcome = .success
    case .fetched(.notModified(let fetched)):
      content = Self.decoded(fetched, format, isNew: false, isBoard: isBoard)
      outcome = .noChange
    case .fetched(.offline(let error)):
      content = .problem(error.description)
      outcome = .offline
    case .fetched(.timeout(let error)):
      content = .problem(error.description)
      outcome = .timeout
    case .fetched(.failure(let error)):
      content = .problem(error.description)
      outcome = .failure
    case .fetched(.cancelled):
      content = .nothing
      outcome = nil
    }
    if case .problem = content, outcome == .success || outcome == .noChange { outcome = .failure }
  }

  static func decoded(_ fetched: FetchedContent, _ format: SourceFormat?, isNew: Bool, isBoard: Bool) -> Content {
    switch fetched.payload {
    case .images(let files):
      let list = files.map { file in
        Value.record(
          Record([("file", .text(file.address)), ("name", .text(file.name)), ("date", .number(file.modified))]))
      }
      return .value(.list(list), fetchedAt: fetched.fetchedAt)
    case .bytes(let bytes) where isBoard:
      return .board(bytes)
    case .bytes(let bytes):
      do throws(FormatError) {
        let value = try decode(bytes, as: format, contentType: fetched.contentType, address: fetched.address)
        return isNew
          ? .value(value, fetchedAt: fetched.fetchedAt) : .unchanged(value, fetchedAt: fetched.fetchedAt)
      } catch {
        return .problem(error.description)
      }
    }
  }
}

extension KioskPage {
  /// A layout as the frame thread sees it.
  convenience init(_ layout: PageLayout, generation: Int) {
    func key(_ hash: PageLayout.Hash) -> TileKey { TileKey(high: hash.high, low: hash.low) }
    let header = layout.header.flatMap { placed in
      layout.headerHash.map { Tile(key: key($0), frame: placed.box) }
    }
    self.init(
      generation: generation,
      blocks: layout.cards.map { Block(id: $0.card.id, frame: $0.frame, isTappable: $0.card.tap != nil) },
      tiles: layout.slices.map { Tile(key: key($0.hash), frame: $0.frame) }, header: header, height: layout.height)
  }
}
