import Numbers
public import Scene

/// One page, evaluated: every text is final, every missing value has already vanished.
public struct PageContent: Sendable, Hashable {
  /// From top to bottom.
  public var cards: [Card]
  /// Names of the sources this page shows; a pull refreshes these.
  public var sources: [String]
  /// The page's name, for the row of pages.
  public var title: String?
  /// "13:40": from when the oldest data is, once any is older than twice its interval.
  public var staleSince: String?
  /// "Offline": why there is nothing to show of a source, where no card says so.
  public var silence: String?
  /// When time alone changes this page (a clock, `5 min ago`, a countdown); seconds since 1970 UTC, nil for never.
  public var nextChange: Double?
  /// Pictures that are fetched anew from time to time, by address; another number asks for the next time.
  public var pictureTurns: [String: Double] = [:]
  /// What is not shown as the board says, a sentence each; for the log.
  public var problems: [String] = []
  /// How its cards take the panel's room.
  public var shape = PageShape()
  /// Only the first rows of a long list are there.
  public var goesOn = false

  /// - Parameter cards: from top to bottom.
  public init(
    cards: [Card], sources: [String], title: String? = nil, staleSince: String? = nil, nextChange: Double? = nil
  ) {
    self.cards = cards
    self.sources = sources
    self.title = title
    self.staleSince = staleSince
    self.nextChange = nextChange
  }
}

/// One card, ready to be laid out. Absent texts take no place.
public struct Card: Sendable, Hashable {
  // Many properties: each is a place for a text, a picture or a tone on a card. There may be a hundred thousand cards: what few of them
  // have lies outside, what is a small number is kept as one, and small ones stand together, where they share their words of memory.
  /// What a card is; the words of the board file.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case header, section, row, hero, number, departure, agenda, image, chart, text, button, qr
    case table, clock, forecast, gauge, range, month
    /// What is set by touching it.
    case toggle, slider, stepper, choice, keypad, entry
    /// No card by itself: what stands for the cards of one item, in a board.
    case group
    /// A program's; which one, its figure says.
    case own
    /// What somebody is writing, and the keys for it: on the page that comes when an entry is tapped, and in no board.
    case field, keyboard

    /// Those of the language.
    public static let allCases: [Kind] = [
      .header, .section, .row, .hero, .number, .departure, .agenda, .image, .chart, .text, .button, .qr, .table, .clock,
      .forecast, .gauge, .range, .month, .toggle, .slider, .stepper, .choice, .keypad, .entry,
      .group,
    ]
  }

  /// What a card means; the theme decides how that looks. Never colour alone: each tone has its own mark too.
  public enum Tone: String, Sendable, Hashable, CaseIterable {
    /// From wrong to well, then what recedes and what belongs to the board's own colour.
    case bad, warn, info, good, muted, accent
  }

  /// Which card this is, across evaluations: the card's place in the board and the item's key.
  public var id: CardID
  /// What it is, which decides how it is laid out.
  public var kind: Kind
  /// `trail` says when something is or was: no matter what the card means, that is neither good nor bad.
  public var isTrailTime = false
  /// What the badge means, where that is not what the card means: it gets the tone's mark.
  public var badgeTone: Tone?
  /// The first line.
  public var title: String?
  /// The second line, quieter.
  public var subtitle: String?
  /// Text at the trailing edge of a row or header.
  public var trail: String?
  /// A short word in a frame; a departure's line.
  public var badge: String?
  /// Body text of `hero` and `text`; the words of a `button`; what a `qr` holds.
  public var text: String?
  private var picture: Shared<ImageReference>?
  /// Of the built-in pictures in one colour, by name.
  public var icon: String?
  private var rare: Shared<Rare>?
  /// What a tap does; nil for nothing.
  public var tap: TapAction?
  /// What only this kind of card has.
  public var figure: Figure?
  /// How the picture fills its frame.
  public var fit: Fit
  /// What the card means; nil means nothing in particular.
  public var tone: Tone?
  /// The tone fills the whole card instead of marking it.
  public var isFilled: Bool
  /// Whether its changes are said; nil for those that matter.
  public var announce: Announcement?
  private var gridColumns: Int32

  /// Whether somebody who listens to the panel is told when a card has changed; the words of the board file.
  public enum Announcement: String, Sendable, Hashable, CaseIterable {
    /// Only while the keys are on it.
    case off
    /// After what is being said.
    case polite
    /// At once.
    case assertive
  }

  /// How a picture fills a frame of other proportions.
  public enum Fit: String, Sendable, Hashable, CaseIterable {
    /// Fills the frame, cropping what sticks out.
    case cover
    /// Shows the whole picture.
    case contain
  }

  /// A card of which only the identity and the kind are needed.
  public init(
    id: CardID, kind: Kind, title: String? = nil, subtitle: String? = nil, trail: String? = nil, badge: String? = nil,
    text: String? = nil, clock: String? = nil, image: ImageReference? = nil, ratio: Double? = nil, fit: Fit = .cover,
    tone: Tone? = nil,
    isFilled: Bool = false, columns: Int = 1, tap: TapAction? = nil, figure: Figure? = nil
  ) {
    self.id = id
    self.kind = kind
    self.title = title
    self.subtitle = subtitle
    self.trail = trail
    self.badge = badge
    self.text = text
    picture = image.map { Shared($0) }
    self.fit = fit
    self.tone = tone
    self.isFilled = isFilled
    gridColumns = Int32(clamping: columns)
    self.tap = tap
    self.figure = figure
    if clock != nil { self.clock = clock }
    if ratio != nil { self.ratio = ratio }
  }
}

/// What only few cards have.
extension Card {
  fileprivate struct Rare: Sendable, Hashable {
    var clock: String?
    var endImage: ImageReference?
    var alt: String?
    var upcoming: ImageReference?
    var ratio: Double?
    var keepsRatio = false
    var column: Int?

    static let none = Rare()
  }

  private subscript<Part: Equatable>(_ part: WritableKeyPath<Rare, Part>) -> Part {
    get { (rare?.value ?? .none)[keyPath: part] }
    set {
      var parts = rare?.value ?? .none
      guard parts[keyPath: part] != newValue else { return }
      parts[keyPath: part] = newValue
      rare = parts == .none ? nil : Shared(parts)
    }
  }

  /// The time of day a `header` shows, already in words.
  public var clock: String? {
    get { self[\.clock] }
    set { self[\.clock] = newValue }
  }

  /// The picture; a header's logo.
  public var image: ImageReference? {
    get { picture?.value }
    set { picture = newValue.map { Shared($0) } }
  }

  /// The picture at a row's other end.
  public var endImage: ImageReference? {
    get { self[\.endImage] }
    set { self[\.endImage] = newValue }
  }

  /// What its picture shows or its code is for, in words for somebody who does not see it; empty where it only decorates.
  public var alt: String? {
    get { self[\.alt] }
    set { self[\.alt] = newValue }
  }

  /// The picture a slideshow shows next: to be fetched before its turn.
  public var upcoming: ImageReference? {
    get { self[\.upcoming] }
    set { self[\.upcoming] = newValue }
  }

  /// Width to height of the picture; nil leaves it to the kind.
  public var ratio: Double? {
    get { self[\.ratio] }
    set { self[\.ratio] = newValue }
  }

  /// The picture keeps its own proportions, which `ratio` is once they are known.
  public var keepsRatio: Bool {
    get { self[\.keepsRatio] }
    set { self[\.keepsRatio] = newValue }
  }

  /// Columns of the grid this card lies in; 1 is the whole width.
  public var columns: Int {
    get { Int(clamping: gridColumns) }
    set { gridColumns = Int32(clamping: newValue) }
  }

  /// Which of its page's columns it stands in, from 1, where the page says which there are; nil leaves it to the page.
  public var column: Int? {
    get { self[\.column] }
    set { self[\.column] = newValue }
  }
}

/// A card's identity: where it stands in the board file, and which item it shows.
public struct CardID: Sendable, Hashable {
  /// The item's key; nil for a card that does not repeat.
  public var key: String?
  private var held: Shared<Group>?
  private var position: Int32
  /// This is the heading of the group that begins with the item; without a key, the line that marks the present.
  public var isHeading: Bool

  /// Index of the card in its page's list; in the list of its group, where it has one.
  public var place: Int {
    get { Int(clamping: position) }
    set { position = Int32(clamping: newValue) }
  }

  /// Where it stands among the cards of an item of a group.
  public var group: Group? {
    get { held?.value }
    set { held = newValue.map { Shared($0) } }
  }

  /// Makes cards those of one item of a group.
  static func join(_ group: Group, _ cards: inout ArraySlice<Card>) {
    let held = Shared(group)
    for index in cards.indices { cards[index].id.held = held }
  }

  /// An item of a group.
  public struct Group: Sendable, Hashable {
    /// Index of the group in its page's list.
    public var place: Int
    /// The item's key; nil for a group that does not repeat.
    public var key: String?
  }

  /// Of the `place`th card of a page, for the item of that key.
  public init(place: Int, key: String? = nil, isHeading: Bool = false) {
    position = Int32(clamping: place)
    self.key = key
    self.isHeading = isHeading
  }
}

/// A picture by its address: `http:`, `https:` or `file:`, or a path beside the board file.
public struct ImageReference: Sendable, Hashable {
  /// As the board file or the data gives it; may be relative to the board.
  public var url: String
  /// Its subject, in shares of its sides: stays in sight when sides are cut off.
  public var focus = Point(x: 0.5, y: 0.5)
  /// A camera's, which sends one after the other.
  public var isLive = false

  /// - Parameter url: an address, or a path beside the board file.
  public init(url: String) { self.url = url }
}

/// What a tap on a card does.
public enum TapAction: Sendable, Hashable {
  /// Shows the board's detail cards for this item; the cards are evaluated when asked for.
  case detail
  /// Shows the page of this title.
  case page(String)
  /// Sends, or calls, what `BoardEvaluator.request` gives for this card; evaluated when asked for, so that no content holds a secret.
  case post
  /// Closes the detail page: what its header does.
  case back

  /// It leads to another view: a chevron says so.
  public var leadsOn: Bool {
    switch self {
    case .detail, .page: true
    case .post, .back: false
    }
  }
}
