import Board

/// How the content of a kiosk stands at a moment: for programs that watch over one.
public struct KioskReport: Sendable, Hashable {
  /// How one source stands.
  public struct Source: Sendable, Hashable {
    /// As the board names it.
    public var name: String
    /// When its data came, or was last said to be unchanged; seconds since 1970 UTC, nil while nothing has come.
    public var updated: Double?
    /// What is wrong with it: a sentence for each of its addresses that is in trouble, and some for what of their content was left out.
    public var problems: [String]
    /// When it last answered in this run, seconds on a clock that nobody sets; nil while it has not.
    public var heard: Double?
    /// Since when it is asked, on the same clock; nil for one that is not: a selection of another one, or one that lacks a setting.
    public var asked: Double?
    /// Variables and files that it needs to be asked and that are not there, as the board writes them.
    public var missing: [String]
    /// Seconds after which its data counts as old.
    public var promise: Double
    /// It pushes, and the way stands: what it said last holds.
    public var isOpen: Bool
  }

  /// One of the board's pages.
  public struct Page: Sendable, Hashable {
    /// As far as it is known without showing it; nil for one without a name.
    public var title: String?
    /// Whether it can be turned to now.
    public var isOffered: Bool
  }

  /// What is said at the edge.
  public struct Notice: Sendable, Hashable {
    /// For people.
    public var text: String
    /// When it goes, seconds on a clock that nobody sets.
    public var end: Double
  }

  /// Index of the page on show in the board's pages.
  public var page: Int
  /// Its title.
  public var title: String?
  /// A detail page is open.
  public var showsDetail: Bool
  /// Somebody has pulled, and not all sources have answered.
  public var isRefreshing: Bool
  /// How many cards the page has.
  public var cardCount: Int
  /// In the order of the board.
  public var sources: [Source]
  /// In the order of the board.
  public var pages: [Page]
  /// What somebody has the panel say at its edge, and until when; nil while nobody does.
  public var notice: Notice?
  /// Somebody is writing, or typing a code.
  public var isWriting: Bool
  /// What buttons and controls send with and is not there: variables and files, as the board writes them.
  public var missing: [String]
  /// Why the board's file is not shown as it is now, a line for each mistake; nil while it is.
  public var boardProblem: String?
}

extension ContentModel {
  /// How the content stands now.
  public var report: KioskReport {
    KioskReport(
      page: pages.current, title: pages.shown.title, showsDetail: pages.detail != nil, isRefreshing: refresh != nil,
      cardCount: pages.shown.cards.count,
      sources: board.sources.map(answers.report),
      pages: board.pages.enumerated().map { number, page in
        KioskReport.Page(
          title: pages.known[number]?.content.title ?? page.title?.constant,
          isOffered: pages.offer?.contains(number) ?? false)
      },
      notice: notices.sentences.last.map { KioskReport.Notice(text: $0.text, end: $0.end) },
      isWriting: typed.open != nil || typed.hasSecrets, missing: board.missingToSend,
      boardProblem: notices.board.map { notices.boardLines.isEmpty ? $0 : notices.boardLines.joined(separator: "\n") })
  }
}
