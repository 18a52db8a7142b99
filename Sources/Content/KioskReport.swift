import Board

/// How the content of a kiosk stands at a moment: for programs that watch over one.
public struct KioskReport: Sendable, Hashable {
  /// How one source stands.
  public struct Source: Sendable, Hashable {
    /// As the board names it.
    public var name: String
    /// When its data came, or was last said to be unchanged; seconds since 1970 UTC, nil while nothing has come.
    public var updated: Double?
    /// What is wrong with it, a sentence for each of its addresses that is in trouble.
    public var problems: [String]
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
}

extension ContentModel {
  /// How the content stands now.
  public var report: KioskReport {
    KioskReport(
      page: pages.current, title: pages.shown.title, showsDetail: pages.detail != nil, isRefreshing: refresh != nil,
      cardCount: pages.shown.cards.count,
      sources: board.sources.map { source in
        KioskReport.Source(
          name: source.name, updated: answers.updated(source.name), problems: answers.problems(of: source.name))
      })
  }
}
