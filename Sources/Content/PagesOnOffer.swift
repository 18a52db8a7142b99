import Board

/// What the panel has been told: which pages there are, and what each of them and the detail page shows.
struct PagesOnOffer: Sendable {
  /// The page on show.
  private(set) var current = 0
  /// What the panel was last told of; nil before it was.
  private(set) var offer: [Int]?
  /// Addresses of their pictures for the row of pages.
  private(set) var icons: [String?] = []
  /// What the panel has of each page, by its number.
  private(set) var known: [Int: KnownPage] = [:]
  /// The card whose detail page is open.
  private(set) var detail: CardID?
  /// What that shows; nil before it has been laid out.
  var detailContent: PageContent?
  /// Cameras on the page on show, and on its detail page.
  private var live: (page: Set<String>, detail: Set<String>) = ([], [])
  /// Proportions of the pictures on them.
  var shapes = PictureShapes()
  private var layouts = LayoutGenerations()

  /// Another version of the board. What is on show stays so until it is laid out anew.
  mutating func adopt(_ board: BoardFile) {
    current = board.pages.indices.contains(current) ? current : 0
    offer = nil
    icons = []
    known = known.filter { board.pages.indices.contains($0.key) }
    layOutAnew()
  }

  /// Everything looks otherwise; what is on show stays so until it is laid out anew.
  mutating func layOutAnew() {
    known = known.mapValues { KnownPage(content: $0.content, chip: $0.chip, isLaidOut: false, isLong: $0.isLong) }
    detailContent = nil
  }

  /// What the page on show shows.
  var shown: PageContent { known[current]?.content ?? PageContent(cards: [], sources: []) }

  /// The pages beside the one on show, the next one first.
  var neighbours: [Int] {
    guard let offer, let place = offer.firstIndex(of: current) else { return [] }
    return [place + 1, place - 1].filter(offer.indices.contains).map { offer[$0] }
  }

  /// Other pages are on offer; of those that were, the one on show stays on show, else the first is.
  mutating func offer(_ pages: [Int], icons: [String?]) {
    (offer, self.icons) = (pages, icons)
    if !pages.contains(current) { turn(to: pages.first ?? 0) }
    known = known.filter { pages.contains($0.key) }
    layouts.keep(Set(pages.map(LayoutGenerations.Owner.page)).union([.detail]))
  }

  /// Another page is on show; the detail page goes with the one before.
  mutating func turn(to number: Int) {
    current = number
    detail = nil
  }

  /// The detail page of a card opens, or closes.
  mutating func open(_ card: CardID?) {
    detail = card
    if card != nil { detailContent = nil }
  }

  /// Cameras that are followed of one page at most.
  static let mostCameras = 16

  /// A page shows these cameras.
  ///
  /// - Returns: all that are on show; nil when they are those they were.
  mutating func follow(_ addresses: Set<String>, isDetail: Bool) -> Set<String>? {
    let before = live.page.union(live.detail)
    if isDetail { live.detail = addresses } else { live.page = addresses }
    let now = live.page.union(live.detail)
    return now == before ? nil : now
  }

  /// The panel has this of a page now.
  mutating func note(_ page: KnownPage, of number: Int) { known[number] = page }

  /// What is to be laid out.
  mutating func layout(_ content: PageContent, of owner: LayoutGenerations.Owner) -> PageLayoutRequest {
    let generation = layouts.begin(owner)
    return PageLayoutRequest(
      generation: generation, cards: content.cards, shape: content.shape, live: layouts.live, latest: layouts.latest)
  }

  /// Whose latest layout this is; nil for one that has been replaced.
  func owner(of generation: Int) -> LayoutGenerations.Owner? { layouts.owner(of: generation) }
}

/// What the panel has of a page.
struct KnownPage: Sendable {
  var content = PageContent(cards: [], sources: [])
  /// What its chip says.
  var chip: Chip?
  /// It has been laid out with the board's present look.
  var isLaidOut = false
  /// It has had so many rows that the first ones were shown before the others.
  var isLong = false
}

/// Numbers of layouts, and which of them may still be in use.
struct LayoutGenerations: Sendable {
  /// What has been laid out.
  enum Owner: Sendable, Hashable {
    case page(Int)
    case detail
  }

  /// The latest last: the frame thread may still ask for tiles of the ones before.
  private var generations: [Owner: [Int]] = [:]
  private var last = 0

  /// Layouts of one owner that may be in use at once.
  private static let depth = 3

  /// The number of a new layout.
  mutating func begin(_ owner: Owner) -> Int {
    last += 1
    generations[owner] = (generations[owner] ?? []).suffix(Self.depth - 1) + [last]
    return last
  }

  /// Whose latest layout this is; nil for one that has been replaced.
  func owner(of generation: Int) -> Owner? { generations.first { $0.value.last == generation }?.key }

  /// The last of each owner.
  var latest: Set<Int> { Set(generations.values.compactMap(\.last)) }

  /// Those in use.
  var live: Set<Int> { Set(generations.values.joined()) }

  /// Only these have layouts from now on.
  mutating func keep(_ owners: Set<Owner>) { generations = generations.filter { owners.contains($0.key) } }
}
