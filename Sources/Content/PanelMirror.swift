public import Board

/// What is uppermost on the panel in words, for somebody who reads it elsewhere: a screen reader beside the preview.
public struct PanelMirror: Sendable, Hashable {
  /// One card.
  public struct Item: Sendable, Hashable {
    /// Which card it is.
    public var card: CardID
    /// What it is; named as ARIA names such things.
    public var role: SpokenCard.Role
    /// Of a heading.
    public var level: Int?
    /// What it is called; empty where the board gives it no words.
    public var name: String
    /// All that is read of it; of a control what is told by `control` is left out.
    public var text: String
    /// What its parts are called that are pressed by themselves, by their numbers; empty where all of it is one.
    public var parts: [String]
    /// What pressing it does.
    public var action: SpokenCard.Action?
    /// How it stands, where it is set.
    public var control: SpokenControl?
    /// What has come of it lately, with its name.
    public var outcome: String?
  }

  /// What it is written in, by its code.
  public var language: String
  /// Which of the board's pages it is, or belongs to.
  public var page: Int
  /// The card whose detail page it is.
  public var detail: CardID?
  /// In the order they are read.
  public var items: [Item]
  /// What is said at the edge.
  public var notice: String?
  /// What is asked.
  public var question: PostQuestion?
  /// What has changed, as who listens to the panel is told.
  public var announced: Announcement?

  /// Something that is told once.
  public struct Announcement: Sendable, Hashable {
    /// Counts them.
    public var number: Int
    /// A sentence, or several.
    public var text: String
    /// What is being said ends for it.
    public var isUrgent: Bool
  }

  /// More than anybody reads.
  static let most = 500
}

extension ContentModel {
  /// What is uppermost now.
  public var mirror: PanelMirror {
    let words = SpokenWords(shownLanguage.code)
    let sentences = SpokenSentences(shownLanguage.code)
    let cards = Array(uppermostCards.prefix(PanelMirror.most))
    let byID = Dictionary(cards.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let items = cards.spoken(words).compactMap { spoken -> PanelMirror.Item? in
      guard let card = byID[spoken.card], !spoken.isWordlessPicture else { return nil }
      let parts = (0..<max(card.spokenParts, 0)).map { part in
        card.spokenOption(part) ?? card.spoken(part: part, words, sentences) ?? ""
      }
      let place = PendingPosts.Place(page: pages.current, detail: pages.detail, card: card.id)
      let outcome = card.spokenOutcome ?? (card.tap == .post ? posts.result(at: place) : nil)
      return PanelMirror.Item(
        card: spoken.card, role: spoken.role, level: spoken.level, name: spoken.name,
        text: spoken.label(of: card, words), parts: parts, action: spoken.action, control: card.spokenControl,
        outcome: outcome.map { spoken.name.isEmpty ? $0 : "\(spoken.name); \($0)" })
    }
    var all = items
    if board.hasEase {
      let title = EaseWords(shownLanguage.code).title
      all.append(
        PanelMirror.Item(card: Ease.symbol, role: .button, name: title, text: title, parts: [], action: .opens))
    }
    return PanelMirror(
      language: shownLanguage.code, page: pages.current, detail: pages.detail, items: all, notice: notices.shown,
      question: posts.asked == nil ? nil : narrator.question, announced: announced)
  }
}
