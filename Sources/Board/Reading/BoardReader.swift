public import Refresh

/// A board file as far as it could be read, and everything wrong with it.
public struct BoardReading: Sendable {
  /// Nil when there are errors.
  public var board: BoardFile?
  /// In the order of the file.
  public var diagnostics: [Diagnostic]

  public init(board: BoardFile? = nil, diagnostics: [Diagnostic]) {
    self.board = board
    self.diagnostics = diagnostics
  }
}

extension BoardFile {
  /// Reads a board from the nodes of its file.
  ///
  /// - Parameters:
  ///   - file: the name diagnostics begin with.
  ///   - styles: the refresh styles it may name.
  ///   - resolve: the text of `${NAME}` or `${file:/path}`; nil when there is none, which is an error in the file. It is put into
  ///     no diagnostic.
  public static func read(
    _ node: Node, file: String, styles: RefreshStyles = .builtIn, resolve: @escaping (Placeholder) -> String?
  ) -> BoardReading {
    var reader = NodeReader(file: file, resolve: resolve)
    reader.sourceNames = names(in: node, under: "sources")
    reader.letNames = names(in: node, under: "let")
    let board = reader.board(node, BoardLanguage.root(styles))
    let diagnostics = reader.diagnostics.sorted { $0.mark < $1.mark }
    let isRight = !diagnostics.contains { $0.severity == .error }
    return BoardReading(board: isRight ? board : nil, diagnostics: diagnostics)
  }

  private static func names(in node: Node, under key: String) -> [String] {
    guard case .mapping(let entries) = node.content, let block = entries.first(where: { $0.key == key }),
      case .mapping(let named) = block.value.content
    else { return [] }
    return named.map(\.key)
  }
}

extension NodeReader {
  fileprivate mutating func board(_ node: Node, _ table: KeyTable) -> BoardFile? {
    // The detail page has an item throughout; the rest of the file is read without.
    guard case .mapping(var entries) = node.content else {
      report(node.mark, "a board file is a block of \"key: value\" lines, beginning with \"board: Name\"")
      return nil
    }
    let detailEntry = entries.firstIndex { $0.key == "detail" }.map { entries.remove(at: $0) }
    guard let fields = fields(Node(.mapping(entries), mark: node.mark), table) else { return nil }
    isInDetail = true
    let detailNode = detailEntry.map { Node(.mapping([$0]), mark: $0.keyMark) }
    let detail = detailNode.flatMap { self.fields($0, table) }?.list("detail") ?? []
    isInDetail = false

    var board = BoardFile(
      title: fields.text("board"), theme: theme(fields.block("theme")),
      refresh: RefreshSettings(fields.block("refresh")),
      idle: idle(fields.block("idle")), sources: [], lets: bindings(fields.named("let")), pages: [],
      detail: cards(detail, hasDetail: true))
    board.sources = fields.named("sources").compactMap { name, value in
      if case .block(let block) = value { source(name, block, every: board.refresh.every) } else { nil }
    }
    board.pages = pages(fields, hasDetail: detailEntry != nil, at: node.mark, keys: entries.map(\.key))
    return board
  }

  private mutating func pages(_ fields: Fields, hasDetail: Bool, at mark: Mark, keys: [String]) -> [Page] {
    if keys.contains("cards"), keys.contains("pages") {
      report(
        fields.mark(of: "pages"), "a board has \"cards\" or \"pages\", not both: put the cards on a page of their own")
    }
    if !keys.contains("cards"), !keys.contains("pages") {
      report(mark, "\"cards\" is missing: the board shows nothing")
    }
    if case .list(let pages)? = fields["pages"], pages.isEmpty {
      report(fields.mark(of: "pages"), "\"pages\" is an empty list")
    }
    guard keys.contains("pages") else {
      return [Page(title: nil, icon: nil, hours: nil, cards: cards(fields.list("cards"), hasDetail: hasDetail))]
    }
    return fields.list("pages").compactMap { reading -> Page? in
      guard case .block(let page) = reading else { return nil }
      return Page(
        title: page.text("title"), icon: page.text("icon"), hours: page.hours("at"),
        cards: cards(page.list("cards"), hasDetail: hasDetail))
    }
  }

  private func theme(_ fields: Fields?) -> Theme {
    var theme = Theme()
    guard let fields else { return theme }
    theme.mode = fields.choice("mode") ?? .auto
    theme.background = fields.color("background")
    theme.surface = fields.color("surface")
    theme.text = fields.color("text")
    theme.muted = fields.color("muted")
    theme.accent = fields.color("accent")
    theme.good = fields.color("good")
    theme.warn = fields.color("warn")
    theme.bad = fields.color("bad")
    theme.info = fields.color("info")
    theme.font = fields.word("font")
    theme.scale = fields.number("scale")
    return theme
  }

  private func idle(_ fields: Fields?) -> Idle? {
    fields?.number("after").map { Idle(after: $0, action: fields?.choice("do") ?? .home) }
  }

  private func bindings(_ named: [(name: String, value: Reading)]) -> [BoardFile.Binding] {
    named.compactMap { name, value in
      if case .expression(let expression) = value { BoardFile.Binding(name: name, expression: expression) } else { nil }
    }
  }

  private func source(_ name: String, _ fields: Fields, every: Double?) -> Source {
    Source(
      name: name,
      urls: fields.list("url").compactMap { if case .text(let url) = $0 { url } else { nil } },
      format: fields.choice("as"), every: fields.number("every") ?? every ?? 300,
      keep: fields.number("keep") ?? 86400,
      headers: fields.named("headers").compactMap { name, value in
        if case .text(let text) = value { Source.Header(name: name, value: text) } else { nil }
      },
      items: fields.expression("items"), with: bindings(fields.named("with")), condition: fields.expression("where"),
      order: fields.order("sort"), limit: fields.integer("limit"), key: fields.expression("key"))
  }

  private mutating func cards(_ readings: [Reading], hasDetail: Bool) -> [CardTemplate] {
    readings.compactMap { reading -> CardTemplate? in
      guard case .card(let kind, let fields) = reading else { return nil }
      for key in ["where", "skip", "limit", "group"] where fields[key] != nil && fields["each"] == nil {
        report(fields.mark(of: key), "\"\(key)\" needs \"each\": without it there are no items")
      }
      if fields["tap"] != nil, !hasDetail {
        report(fields.mark(of: "tap"), "tap: detail needs a \"detail\" list of cards in this board")
      }
      return card(kind, fields)
    }
  }

  private func card(_ kind: Card.Kind, _ fields: Fields) -> CardTemplate {
    var each: CardTemplate.Each?
    if case .each(let value)? = fields["each"] { each = value }
    var tones: [CardTemplate.ToneRule] = []
    if let tone: Card.Tone = fields.choice("tone") {
      tones = [CardTemplate.ToneRule(tone: tone, condition: nil)]
    } else if let rules = fields.block("tone") {
      tones = rules.entries.compactMap { rule in
        guard let tone = Card.Tone(rawValue: rule.name), case .expression(let condition) = rule.value else {
          return nil
        }
        return CardTemplate.ToneRule(tone: tone, condition: condition)
      }
    }
    let clock: CardTemplate.Clock? =
      switch fields.word("clock") {
      case "true": .minutes
      case "seconds": .seconds
      default: nil
      }
    return CardTemplate(
      kind: kind, each: each, condition: fields.expression("where"), skip: fields.integer("skip") ?? 0,
      limit: fields.integer("limit"), group: fields.text("group"), columns: fields.integer("columns") ?? 1,
      when: fields.expression("when"), hours: fields.hours("at"), tones: tones, isFilled: fields.flag("fill") ?? false,
      tap: fields.word("tap") == "detail" ? .detail : nil, title: fields.text("title"),
      subtitle: fields.text("subtitle"),
      trail: fields.text("trail"), badge: fields.text("badge"), text: fields.text("text"),
      image: fields.text("logo") ?? fields.text("image"), clock: clock, ratio: fields.number("ratio"),
      fit: fields.choice("fit") ?? .cover, every: fields.number("every"))
  }
}
