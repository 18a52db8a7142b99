import Refresh

/// A board file as far as it could be read, and everything wrong with it.
public struct BoardReading: Sendable {
  /// Nil when there are errors.
  public var board: BoardFile?
  /// In the order of the file.
  public var diagnostics: [Diagnostic]
  /// The time zones of its clocks, be there something else wrong.
  package var namedZones: [BoardFile.NamedZone] = []
  /// Path of the file of a theme it names, be there something else wrong, or that with it.
  package var themeFile: String?
  /// SHA-256 of the file's bytes in hexadecimal digits, where whoever read them counted it.
  package var digest: String?

  /// - Parameters:
  ///   - board: nil when there are errors.
  ///   - diagnostics: in the order of the file.
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
  ///   - parts: what it may name besides the language itself.
  ///   - resolve: the text of `${NAME}` or `${file:/path}`; nil when there is none now, which is a warning: what needs it
  ///     waits. It is put into no diagnostic.
  public static func read(
    _ node: Node, file: String, parts: BoardParts = .builtIn, resolve: @escaping (Placeholder) -> String?
  ) -> BoardReading {
    var reader = NodeReader(file: file, resolve: resolve)
    reader.sourceNames = names(in: node, under: "sources")
    reader.letNames = names(in: node, under: "let")
    reader.programSources = parts.sources.entries.map(\.name)
    let board = reader.board(node, BoardLanguage.root(parts))
    let diagnostics = reader.diagnostics.sorted { $0.mark < $1.mark }
    let isRight = !diagnostics.contains { $0.severity == .error }
    var reading = BoardReading(board: isRight ? board : nil, diagnostics: diagnostics)
    reading.namedZones = reader.zones
    return reading
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
    // Fits: an index of its own entries.
    let detailEntry = entries.firstIndex { $0.key == "detail" }.map { entries.remove(at: $0) }
    guard let fields = fields(Node(.mapping(entries), mark: node.mark), table) else { return nil }
    isInDetail = true
    let detailNode = detailEntry.map { Node(.mapping([$0]), mark: $0.keyMark) }
    let detail = detailNode.flatMap { self.fields($0, table) }?.list("detail") ?? []
    isInDetail = false

    let language = Language(fields.word("language"), words: fields.block("words"))
    for key in ["date", "dateWithYear", "shortDate", "time"] {
      if let words = fields.block("words") {
        checkDate(words.word(key), key, at: words.mark(of: key))
      }
    }
    var board = BoardFile(
      title: fields.text("board"), viewing: viewing(fields.block("panel")),
      theme: theme(fields.block("theme"), preset: fields.word("theme")),
      language: language,
      refresh: RefreshSettings(fields.block("refresh"), in: language),
      motion: fields.word("motion").flatMap { BoardFile.Motion(rawValue: $0) } ?? .lively,
      idle: idle(fields.block("idle")), night: night(fields.block("night")), sources: [],
      allowed: fields.list("allow").compactMap { if case .text(let host) = $0 { host } else { nil } },
      lets: bindings(fields.named("let")), pages: [],
      detail: cards(detail, hasDetail: true))
    refuseColumns(detail, "a detail page has no columns of its own")
    board.digits = fields.choice("digits") ?? .latin
    board.language.hasLakhs = board.digits.haveLakhs
    board.speech = fields.choice("speech") ?? .headphones
    board.hasEase = fields.flag("access") ?? false
    board.keepsRecords = fields.flag("record") ?? false
    for (name, value) in fields.named("sources") {
      guard case .block(let block) = value else { continue }
      board.sources.append(source(name, block, every: board.refresh.every, above: board.sources))
    }
    for (name, value) in fields.named("sources") {
      guard case .block(let block) = value, let source = board.sources.first(where: { $0.name == name }) else {
        continue
      }
      for url in source.urls {
        checkAddress(url, at: block.mark(of: "url"))
        checkClearText(
          of: url, headers: source.headers, body: source.body, password: source.push?.password,
          at: block.mark(of: "url"))
      }
    }
    board.pages = pages(fields, hasDetail: detailEntry != nil, at: node.mark, keys: entries.map(\.key))
    for place in board.pages.indices {
      board.pages[place].shape.isMirrored = isMirrored(
        board.pages[place], of: board, statesLanguage: fields.word("language") != nil)
    }
    checkPages(of: board)
    checkKeyboards(of: board)
    checkPosts(of: board, allow: fields.mark(of: "allow"))
    if let theme = fields.block("theme") { checkContrast(of: board.theme, theme) }
    checkSize(of: board, fields)
    board.namedZones = zones
    board.secrets = secrets
    board.awaitedFiles = awaitedFiles
    board.settingFiles = settingFiles
    board.missingToSend = missingToSend
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
      checkColumns(fields)
      return [
        Page(
          title: nil, icon: nil, hours: nil, cards: cards(fields.list("cards"), hasDetail: hasDetail),
          shape: shape(fields))
      ]
    }
    for key in ["fill", "overflow", "layout"] where keys.contains(key) {
      report(fields.mark(of: key), "\"\(key)\" belongs to a page: write it beside that page's \"cards\"")
    }
    return fields.list("pages").compactMap { reading -> Page? in
      guard case .block(let page) = reading else { return nil }
      checkColumns(page)
      return Page(
        title: page.text("title"), icon: page.text("icon"), hours: page.hours("at"), when: page.expression("when"),
        cards: cards(page.list("cards"), hasDetail: hasDetail),
        language: page.word("language").map { Language($0, words: nil) }, shape: shape(page))
    }
  }

  /// Whether a page begins at the right: as its language does, or as the first words do that stand in the board. A guest's name is no
  /// reason to turn a page around.
  ///
  /// - Returns: nil where nothing says so.
  private func isMirrored(_ page: Page, of board: BoardFile, statesLanguage: Bool) -> Bool? {
    if let language = page.language ?? (statesLanguage ? board.language : nil) { return language.isRightToLeft }
    for card in page.cards {
      for words in [card.title, card.subtitle, card.text] {
        if let direction = words?.constant?.isRightToLeft { return direction }
      }
    }
    return page.title?.constant?.isRightToLeft ?? board.title?.constant?.isRightToLeft
  }

  private func shape(_ fields: Fields) -> PageShape {
    var shape = PageShape()
    let filling: PageShape.Filling? = fields.choice("fill")
    shape.isFilled = filling == .panel
    let overflow: PageShape.Overflow? = fields.choice("overflow")
    shape.isPaged = overflow == .pages
    shape.columns = columns(fields)
    return shape
  }

  private func columns(_ page: Fields) -> [Int] {
    (page.block("layout")?.list("columns") ?? []).compactMap { if case .integer(let width) = $0 { width } else { nil } }
  }

  /// Tells of cards that ask for a column there is not.
  private mutating func checkColumns(_ page: Fields) {
    let columns = columns(page)
    if let layout = page.block("layout"), let list = layout["columns"], case .list(let entries) = list {
      if entries.isEmpty { report(layout.mark(of: "columns"), "\"columns\" is an empty list") }
      if entries.count > PageShape.mostColumns {
        report(layout.mark(of: "columns"), "a page has \(PageShape.mostColumns) columns at most, not \(entries.count)")
      }
    }
    for case .card(_, let card) in page.list("cards") {
      guard let column = card.integer("in"), column > columns.count else { continue }
      report(
        card.mark(of: "in"),
        columns.isEmpty
          ? "\"in\": the page has no columns of its own: write \"layout: {columns: [1, 1]}\" beside its \"cards\""
          : "\"in\": the page has \(columns.count) columns")
    }
    for case .card(_, let card) in page.list("cards") {
      refuseColumns(card.list("cards"), "a group stands together; write it beside the group's own keys")
    }
  }

  /// Tells of cards that ask for a column where there never is one.
  private mutating func refuseColumns(_ cards: [Reading], _ reason: String) {
    for case .card(_, let card) in cards where card["in"] != nil { report(card.mark(of: "in"), "\"in\": \(reason)") }
  }

  private func viewing(_ fields: Fields?) -> Viewing {
    Viewing(
      diagonal: fields?.number("diagonal"), distance: fields?.number("distance"),
      isPublic: fields?.flag("public") ?? false)
  }

  /// Warns of what will be too small on the panel that the board describes.
  private mutating func checkSize(of board: BoardFile, _ fields: Fields) {
    guard let size = RealSize(viewing: board.viewing) else { return }
    let isScaled = fields.block("theme")?["scale"] != nil
    let mark = isScaled ? fields.block("theme")?.mark(of: "scale") : fields.mark(of: "panel")
    let dp = size.dp * (board.theme.scale ?? 1)
    for problem in size.problems(dp: dp) { report(mark ?? fields.mark, problem, severity: .warning) }
    let pages = fields.list("pages").compactMap { if case .block(let page) = $0 { page.list("cards") } else { nil } }
    for cards in pages + [fields.list("cards")] { checkCells(of: cards, most: size.mostCells(dp: dp)) }
  }

  /// Warns of grids whose lines have no room on the panel that the board describes, however it is turned.
  private mutating func checkCells(of cards: [Reading], most: Int) {
    var last = 1
    for case .card(_, let card) in cards {
      let cells = card.integer("columns") ?? 1
      // Of cards in one line the first tells it for all.
      if cells > most, cells != last {
        report(
          card.mark(of: "columns"),
          "\"columns\": \(cells) cells have no room in a line on this panel, at most \(most == 1 ? "1 has" : "\(most) have"): a cell of fewer than 130 dp cannot be read",
          severity: .warning)
      }
      last = cells
      checkCells(of: card.list("cards"), most: most)
    }
  }

  private mutating func theme(_ fields: Fields?, preset: String?) -> Theme {
    var theme = Theme()
    theme.preset = (preset ?? fields?.word("like")).flatMap(ThemePreset.init)
    guard let fields else { return theme }
    theme.mode = fields.choice("mode") ?? .auto
    theme.dark = fields.hours("dark") ?? theme.dark
    if let mark = fields["dark"].map({ _ in fields.mark(of: "dark") }),
      theme.mode != .auto || fields["background"] != nil
    {
      report(
        mark,
        theme.mode != .auto
          ? "\"dark\" is for mode: auto; this theme is \(theme.mode.rawValue) at every hour"
          : "\"dark\" has no effect beside a \"background\" of its own", severity: .warning)
    }
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

  private mutating func idle(_ fields: Fields?) -> Idle? {
    guard let fields, let after = fields.number("after") else { return nil }
    let stages = ["dim", "black", "off", "standby"].filter { fields[$0] != nil }
    for (earlier, later) in zip(stages, stages.dropFirst()) {
      guard let first = fields.number(earlier), let second = fields.number(later), second < first else { continue }
      report(fields.mark(of: later), "\"\(later)\" comes after \"\(earlier)\": it needs the longer time")
    }
    return Idle(
      after: after, place: FilePlace(fields.mark(of: "after")), action: fields.choice("do") ?? .home,
      dim: fields.number("dim"), black: fields.number("black"),
      off: fields.number("off"), standby: fields.number("standby"))
  }

  private func night(_ fields: Fields?) -> Night? {
    fields?.hours("at").map { Night(hours: $0, share: fields?.number("dim") ?? 0.15) }
  }

  private func bindings(_ named: [(name: String, value: Reading)]) -> [BoardFile.Binding] {
    named.compactMap { name, value in
      if case .expression(let expression) = value { BoardFile.Binding(name: name, expression: expression) } else { nil }
    }
  }

  /// An address that nothing can be fetched from, whatever its values.
  private mutating func checkAddress(_ url: Template, at mark: Mark) {
    if let name = url.constant?.programSource {
      guard !programSources.contains(name) else { return }
      let known = programSources.isEmpty ? "this one gives nothing" : "known: \(programSources.joined(separator: ", "))"
      return report(
        mark, "\"url\": no source \"\(name)\" comes from the program that shows the board; \(known)")
    }
    if url.constant == "program:" {
      return report(
        mark, "\"url\": behind \"program:\" stands the name of a source of the program that shows the board")
    }
    let text = url.knownText.lowercased()
    // What a server has answered decides neither whom to ask nor which file to read.
    if url.expressions.contains(where: { $0.globals.contains { sourceNames.contains($0) } }), url.knownHost == nil {
      return report(
        mark, "\"url\": the values of other sources stand behind the host, as in https://example.org/at/{$place.id}")
    }
    guard !url.lacksSetting, let end = text.firstRange(of: "://") else { return }
    // Fits: where it was found in this text.
    let scheme = text[..<end.lowerBound]
    // A path may have an address in it. What stands before that may be a secret, and is in no message.
    guard scheme.utf8.allSatisfy({ (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }) else { return }
    if scheme == "ws" || scheme == "wss" {
      return report(
        mark,
        "\"url\": WebSockets are not spoken, for Debian 12's libcurl comes without them; most services that have them push over mqtt: or as an event stream, too"
      )
    }
    guard ["http", "https", "file", "mqtt", "mqtts"].contains(scheme) else {
      return report(
        mark, "\"url\": nothing is fetched in this way; an address begins with http://, https://, file:/// or mqtt://")
    }
    // The host may come with a value.
    let isWhole = url.parts.allSatisfy { if case .value = $0 { false } else { true } }
    if scheme.hasPrefix("mqtt") { checkTopic(url, at: mark) }
    if scheme != "file", isWhole, HostName(ofAddress: text) == nil {
      report(mark, "\"url\": the address names no host; write it as in https://example.org/data.json")
    }
  }

  /// A selection is made of what stands above it, so that no two are made of each other.
  private mutating func origin(_ name: String, _ fields: Fields, above: [Source]) -> Source? {
    guard let wanted = fields.word("from") else { return nil }
    if let origin = above.first(where: { $0.name == wanted }) { return origin }
    let mark = fields.mark(of: "from")
    if wanted == name {
      report(mark, "\"from\": \(name) would be a selection of itself; name another source")
    } else if sourceNames.contains(wanted) {
      report(mark, "\"from\": \(wanted) stands below this source; move it above, for sources in a circle have no data")
    } else {
      report(mark, "\"from\": unknown source \"\(wanted)\"\(suggestion(for: wanted, in: above.map(\.name)))")
    }
    return nil
  }

  private mutating func source(_ name: String, _ fields: Fields, every: Double?, above: [Source]) -> Source {
    let origin = origin(name, fields, above: above)
    let isSelection = fields["items"] == nil && fields["zip"] == nil
    if fields.flag("insecure") == true {
      report(
        fields.mark(of: "insecure"),
        "\"insecure\": whoever stands between this panel and the server can read and change everything; rather give its certificate to \"ca\"",
        severity: .warning)
    }
    var source = Source(
      name: name, place: FilePlace(fields.mark), origin: origin?.name,
      urls: fields.list("url").compactMap { if case .text(let url) = $0 { url } else { nil } },
      format: fields.choice("as"), delimiter: fields.word("delimiter"),
      every: origin?.every ?? fields.number("every") ?? every ?? 300,
      keep: origin?.keep ?? fields.number("keep") ?? 86400,
      headers: fields.named("headers").compactMap { name, value in
        if case .text(let text) = value { Source.Header(name: name, value: text) } else { nil }
      },
      post: fields.json("post"), items: fields.expression("items"), columns: fields.expression("zip"),
      with: bindings(fields.named("with")),
      condition: fields.expression("where"),
      order: fields.order("sort"), limit: fields.integer("limit"),
      key: fields.expression("key") ?? (isSelection ? origin?.key : nil))
    source.form = fields.named("form").compactMap { name, value in
      if case .text(let text) = value { Source.Header(name: name, value: text) } else { nil }
    }
    push(&source, fields)
    source.authority = fields.word("ca")
    source.trustsAnyone = fields.flag("insecure") ?? false
    let above = Set(above.map(\.name))
    for name in source.questions.flatMap(\.globals) where above.contains(name) && !source.inputs.contains(name) {
      source.inputs.append(name)
    }
    return source
  }
}
