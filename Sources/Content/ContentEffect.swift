public import Board
public import Refresh

/// What is to be done because of what happened to the content of a panel.
public enum ContentEffect: Sendable, Hashable {
  // MARK: The board

  /// Another board holds: its fonts, secrets and idle rules with it.
  case board(BoardFile)
  /// Everything is drawn in these colours from now on.
  case colors(Theme.Colors)
  /// The night's brightness, 0...1; nil is day.
  case night(Double?)
  /// A line for the person who runs the panel.
  case log(String)

  // MARK: Sources, files, pictures

  /// These sources are kept fresh from now on, and no others.
  case load(SourcesToLoad)
  /// Fetch these now.
  case fetch([SourceID])
  /// Sources that others ask with have answered.
  case inputs([SourcesToLoad.Input])
  /// ResolvedTheme after these files beside the board's, and no others.
  case watch([WatchedFile])
  /// Read the board file again.
  case readBoard
  /// What this address said was too much: read it again the next time, though it says the same.
  case readAnew(SourceID)
  /// The wall clock was set by so many seconds, back where they are negative: what topics were heard at is that much later by it.
  case clockSet(by: Double)
  /// The wall clock was wrong by so many seconds: what depends on it is read anew, and what has failed by it is asked again.
  case clockWasWrong(by: Double)
  /// The machine has slept for so many seconds, in which what waits has waited: what would have been due is.
  case slept(for: Double)
  /// Fetch these pictures again, under the addresses of the cards.
  case renewPictures([String])
  /// Cameras that are on show from now on, and no others.
  case followPictures(Set<String>)
  /// Fetch again what could not be had, if that is so many seconds ago.
  case retryPictures(after: Double)
  /// Draw again what shows the picture fetched from this address.
  case redrawPicture(address: String)
  /// Send or call this; the number comes back with `posted`.
  case send(PendingPosts.Number, TapRequest)
  /// Nobody waits for it any more.
  case cancelPost(PendingPosts.Number)

  // MARK: The panel

  /// The pages on offer, in their order.
  case pages([OfferedPage])
  /// A page looks otherwise.
  case page(PageLayoutRequest, of: Int, isAnimated: Bool)
  /// Only the first rows of a long list of this page have been evaluated: once they are on their way, come back with `restWanted`.
  case goOn(of: Int)
  /// What the chip of a page says; nil takes it away.
  case chip(Chip?, of: Int)
  /// Turn to this page.
  case showPage(Int)
  /// The detail page of a card; nil when its item has gone.
  case detail(PageLayoutRequest?, of: CardID, isAnimated: Bool)
  /// Ask, and answer with `questionAnswered`.
  case ask(PostQuestion)
  /// A sentence at the edge, in this tone; nil takes it away. One that is for who edits the board is a mark in the corner.
  case notice(String?, tone: Card.Tone = .bad, isMark: Bool = false)
  /// Make the refresh control, and answer with `controlMade`.
  case control(ControlRequest)
  /// What the line of the control says.
  case age(String)
  /// All that follows, up to `eased`, is for what somebody has chosen that makes the panel easier to use.
  case ease(Ease)
  /// All of it has been told.
  case eased
  /// A code has been begun, or gone on with (true), or is not there any more.
  case unfinished(Bool)
  /// Have the next run find this of wrong codes.
  case keepBrakes(KeypadBrakes)
  /// How the task ended.
  case refreshEnded(task: Int, RefreshOutcome)
  /// Keep what has happened last, and answer with `recordKept`.
  case keepRecord

  // MARK: The voice

  /// Whether somebody listens: what is before him is to be told from now on, or no more, and the voice is silent.
  case hears(Bool)
  /// Say this.
  case say(Utterance)
}

/// The sources of a board, as they are to be kept fresh.
public struct SourcesToLoad: Sendable, Hashable {
  /// Each address of each source, in the order of the board.
  public var ids: [SourceID]
  /// Those that are as they were: nothing is fetched for them before it is due.
  public var kept: Set<SourceID>
  /// Those that are read from files.
  public var files: Set<SourceID>
  /// What sources that others ask with have answered so far.
  public var inputs: [Input] = []
  /// Counts the boards there have been; comes back with `cacheRead`.
  public var version: Int

  /// The answers of one source.
  public struct Input: Sendable, Hashable {
    /// Its name.
    public var source: String
    /// In the order of its addresses.
    public var answers: [Value]
    /// When they came; seconds since 1970 UTC.
    public var time: Double
  }
}

/// A page on offer.
public struct OfferedPage: Sendable, Hashable {
  /// Index in the board's pages.
  public var number: Int
  /// The address of its picture for the row of pages, as the board has it.
  public var icon: String?
  /// What it shows, when it comes on show with the offer.
  public var layout: PageLayoutRequest?

  /// For the parameters see the properties.
  public init(number: Int, icon: String? = nil, layout: PageLayoutRequest? = nil) {
    (self.number, self.icon, self.layout) = (number, icon, layout)
  }
}

/// What is to be laid out.
public struct PageLayoutRequest: Sendable, Hashable {
  /// Names the layout; counts up.
  public var generation: Int
  /// From top to bottom.
  public var cards: [Card]
  /// How they take the panel's room.
  public var shape: PageShape
  /// Layouts whose tiles may still be asked for, this one among them.
  public var live: Set<Int>
  /// Those that have not been replaced.
  public var latest: Set<Int>
}

/// The small words at the edge of a page whose data is old, or missing.
public struct Chip: Sendable, Hashable {
  /// Such as "13:40".
  public var text: String
  /// Nil for data that is old.
  public var tone: Card.Tone?
}

/// Something to be asked before it is done.
public struct PostQuestion: Sendable, Hashable {
  /// The question itself.
  public var text: String
  /// What it is about: a card's title.
  public var subject: String?
  /// What the answers are called.
  public var action: String
  /// What the answers are called.
  public var cancel: String
  /// What the action means.
  public var tone: Card.Tone?
}

/// What a refresh control is made from; the same again makes the same.
public struct ControlRequest: Sendable, Hashable {
  /// A built-in style's name or a file; nil is the standard one.
  public var style: String?
  /// The board names it, so that files lie beside the board; else the person who started the kiosk does.
  public var isOfBoard: Bool
  /// The board's settings for it.
  public var parameters: [String: RefreshParameters.Value]
  /// What is written beside the outcomes.
  public var words: OutcomeWords
  /// What counts as a pull, and when it starts something.
  public var rules: RefreshRules
  /// The board's title as far as it never changes.
  public var title: String?
  /// What it is drawn in.
  public var colors: Theme.Colors
  /// What its words are set in.
  public var font: String?
  /// The board's; how large it is drawn.
  public var scale: Double?
  /// The same, from the panel's size.
  public var viewing: Viewing
  /// The same, as somebody before the panel wants it.
  public var ease: Ease
}
