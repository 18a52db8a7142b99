public import Refresh
public import Scene

/// A board file, read: what to fetch, what to show, and how it looks.
public struct BoardFile: Sendable, Hashable {
  // Many properties: each is a key at the top of the file, or what reading it has come upon.
  /// The board's name, `$board`.
  public var title: Template?
  /// How large the panel is, and how far away people stand.
  public var viewing: Viewing
  /// How it looks.
  public var theme: Theme
  /// What the panel writes by itself is in.
  public var language: Language
  /// What its numbers are shown in.
  public var digits = Digits.latin
  /// The pull-to-refresh control.
  public var refresh: RefreshSettings
  /// How far a flick carries a page.
  public var motion: Motion
  /// When it speaks.
  public var speech = SpeechRule.headphones
  /// A symbol stands on the panel, behind which somebody chooses what makes it easier to use.
  public var hasEase = false
  /// Three fingers that rest on the panel keep a record.
  public var keepsRecords = false
  /// Nil does nothing, however long nobody touches the panel.
  public var idle: Idle?
  /// Nil is as bright at night as by day.
  public var night: Night?
  /// In file order; names differ.
  public var sources: [Source]
  /// Hosts a tap may send to besides those of the sources: names, or addresses there.
  public var allowed: [Template]
  /// In file order; each may use those above it.
  public var lets: [Binding]
  /// At least one; `cards:` without `pages:` is one page without a title.
  public var pages: [Page]
  /// Cards shown when an item with `tap: detail` is tapped.
  public var detail: [CardTemplate]
  /// Where the theme was read from, when that is a file of its own.
  public var themeFile: String?
  /// Files of `${file:…}` that could not be read: once one of them is there, the board is to be read again.
  public var awaitedFiles: [String] = []
  /// Files of `${file:…}` that were read: once one of them is another, the board is to be read again.
  public var settingFiles: [String] = []
  /// Where paths in it begin; nil while nobody has said. The same text in another place names other files.
  public var directory: String?
  /// The time zones its clocks show, as the file names them.
  public var namedZones: [NamedZone] = []
  /// Those of them that there are, by name.
  public var zones: [String: Zone] = [:]
  /// Settings that taps send with and that are not there, as they are written: what needs one of them is not sent.
  public var missingToSend: [String] = []
  /// Settings of the machine that the file names: `Secret.hide` keeps them out of messages.
  public var secrets: [Secret] = []

  /// How far a flick carries a page.
  public enum Motion: String, Sendable, Hashable, CaseIterable {
    /// As far as on a phone.
    case lively
    /// At most two panels' heights: whoever comes next finds what is there.
    case calm
  }

  /// A time zone, and where the file names it.
  public struct NamedZone: Sendable, Hashable {
    /// As the time zone database has it: `Asia/Tokyo`.
    public var name: String
    /// Of its name.
    public var mark: Mark
  }

  /// A name and what it stands for.
  public struct Binding: Sendable, Hashable {
    /// Without the `$`.
    public var name: String
    /// What the name stands for.
    public var expression: Expression
  }
}

/// The look of a board, in twelve tokens; those left out follow from `mode`.
public struct Theme: Sendable, Hashable {
  // Many properties: each is a token of the theme.
  /// Whether colours left out are light or dark.
  public enum Mode: String, Sendable, Hashable, CaseIterable {
    /// Dark text on light ground, or the opposite.
    case light, dark
    /// Dark in the hours of `Theme.dark`, light in the others.
    case auto
  }

  /// Decides the colours left out.
  public var mode = Mode.auto
  /// When `auto` is dark. From evening to morning: most of the year's dusk and dawn in between.
  public var dark = Hours(start: 19 * 60, end: 7 * 60)
  /// Behind the cards.
  public var background: Color?
  /// The cards.
  public var surface: Color?
  /// What is to be read.
  public var text: Color?
  /// What is read second.
  public var muted: Color?
  /// The board's own colour.
  public var accent: Color?
  /// What is well.
  public var good: Color?
  /// What needs attention.
  public var warn: Color?
  /// What is wrong.
  public var bad: Color?
  /// What is under way.
  public var info: Color?
  /// What tokens left out are taken from; nil for Vitrine's own colours.
  public var preset: ThemePreset?
  /// A family's name, or the path of a font file beside the board file.
  public var font: String?
  /// How much larger than suits the panel everything is drawn; nil is 1.
  public var scale: Double?

  /// Every token left out.
  public init() {}
}

/// The pull-to-refresh control of a board.
public struct RefreshSettings: Sendable, Hashable {
  /// A built-in style's name or a style file's path; nil is the default style.
  public var style: String?
  /// The interval of sources that name none; seconds.
  public var every: Double?
  /// What counts as a pull, and when it starts something.
  public var rules = RefreshRules()
  /// What is written beside the outcomes.
  public var words = OutcomeWords()
  /// The style's own settings, by name.
  public var parameters: [String: RefreshParameters.Value] = [:]
  /// The pictures among them, in file order.
  public var pictures: [Picture] = []

  /// A picture a style is to draw with, and where the board file says so.
  public struct Picture: Sendable, Hashable {
    /// Beside the board file, or the name of a built-in one.
    public var path: String
    /// The setting's name.
    public var key: String
    /// Where the board file names it, for what there is to say of it.
    public var mark: Mark
  }

  /// - Parameter every: seconds.
  public init(style: String? = nil, every: Double? = nil) {
    self.style = style
    self.every = every
  }
}

/// What happens when nobody has touched the panel for a while.
public struct Idle: Sendable, Hashable {
  /// What happens then; the words of the board file.
  public enum Action: String, Sendable, Hashable, CaseIterable {
    /// Scrolls to the top and leaves a detail page.
    case top
    /// Shows the first page, at its top.
    case home
    /// Shows the next page, and the one after that, and so on.
    case next
    /// Scrolls slowly through the page.
    case scroll
  }

  /// Seconds.
  public var after: Double
  /// Where the file says that.
  public var place = FilePlace(Mark(line: 1, column: 1))
  /// What happens then.
  public var action: Action
  /// When the light goes, stage by stage, in seconds without a touch: dimmed, a black picture, the lamp off, the display off. Nil leaves a
  /// stage out; `off` alone brings the two before it.
  public var dim: Double?
  /// Seconds without a touch until the picture is black; nil leaves the stage out.
  public var black: Double?
  /// Seconds without a touch until the lamp is off; nil leaves the stage out.
  public var off: Double?
  /// Seconds without a touch until the display is off; nil leaves the stage out.
  public var standby: Double?
}

/// The hours in which the panel is dimmed.
public struct Night: Sendable, Hashable {
  /// On the clock of the board's zone.
  public var hours: Hours
  /// Brightness, 0...1; 0 is dark until somebody touches the panel.
  public var share: Double
}

/// One of the lists of cards a board swipes between.
public struct Page: Sendable, Hashable {
  /// The page's name, `$page`.
  public var title: Template?
  /// The address of a picture.
  public var icon: Template?
  /// When the page is offered; nil is always.
  public var hours: Hours?
  /// Whether it is offered then; nil is yes.
  public var when: Expression?
  /// From top to bottom.
  public var cards: [CardTemplate]
  /// What it is written in; nil is the board's language.
  public var language: Language?
  /// How its cards take the panel's room.
  public var shape = PageShape()
}

extension BoardFile {
  /// Whether several pages are ever on offer by the clock at once: then a row below them tells which one is shown.
  package var hasPagesSideBySide: Bool {
    let hours = pages.map(\.hours)
    return hours.indices.contains { index in
      hours.indices.contains { other in
        guard other != index else { return false }
        guard let one = hours[index], let two = hours[other] else { return true }
        return one.overlaps(two)
      }
    }
  }
}

/// A card as the board file describes it: evaluated, it becomes no card, one, or one per item.
public struct CardTemplate: Sendable, Hashable {
  // Many properties: each is a key of a card in the file.
  /// What the card is.
  public var kind: Card.Kind
  /// Of its first key.
  public var place: FilePlace
  /// What the card repeats over; nil is once.
  public var each: Each?
  /// Which items are shown.
  public var condition: Expression?
  /// How many of those are left out at the start, and how many then follow at most; nil is all.
  public var skip: Int
  /// How many items at most; nil is all.
  public var limit: Int?
  /// A heading is put before every item where this text changes.
  public var group: Template?
  /// On how many columns consecutive cards lie.
  public var columns: Int
  /// Whether the card is there at all.
  public var when: Expression?
  /// When the card is there; nil is always.
  public var hours: Hours?
  /// The first that holds wins.
  public var tones: [ToneRule]
  /// The tone fills the card.
  public var isFilled: Bool
  /// What a tap on the card does; nil is nothing.
  public var tap: TapTemplate?
  /// Whether its changes are said; nil for those that matter.
  public var announce: Card.Announcement?
  /// The first line: a number's label, a departure's destination.
  public var title: Template?
  /// The second line.
  public var subtitle: Template?
  /// Text at the trailing edge.
  public var trail: Template?
  /// A short word in a pill.
  public var badge: Template?
  /// Body text.
  public var text: Template?
  /// The address of a picture; a header's `logo`.
  public var image: Template?
  /// The address of a row's picture at its other end.
  public var endImage: Template?
  /// What the picture shows, in words; empty where it only decorates.
  public var alt: Template?
  /// A built-in picture's name.
  public var icon: Template?
  /// Of a header: the time of day; nil shows none.
  public var clock: Clock?
  /// Width to height.
  public var ratio: Double?
  /// The picture keeps its own proportions.
  public var keepsRatio = false
  /// The picture is a camera's.
  public var isLive = false
  /// Which of its page's columns it stands in, from 1; nil leaves it to the page.
  public var column: Int?
  /// How the picture fills its frame.
  public var fit: Card.Fit
  /// The picture's subject, in shares of its sides.
  public var focus = Point(x: 0.5, y: 0.5)
  /// Seconds each picture of a slideshow is shown; nil shows all pictures, one below the other.
  public var every: Double?
  /// What only this kind of card has; nil for the kinds that are texts and a picture.
  public var figure: FigureTemplate?
  /// Of a group: the cards of each item.
  public var cards: [CardTemplate] = []

  /// A source by name, which keeps its items' keys; or any list.
  public enum Each: Sendable, Hashable {
    /// A source by name.
    case source(String)
    /// What the expression gives.
    case list(Expression)
  }

  /// A tone and when the card has it.
  public struct ToneRule: Sendable, Hashable {
    /// What the card then means.
    public var tone: Card.Tone
    /// Nil always holds.
    public var condition: Expression?
  }

  /// How much of the time of day a header shows.
  public enum Clock: Sendable, Hashable {
    /// `17:42` or `17:42:05`.
    case minutes, seconds
  }
}
