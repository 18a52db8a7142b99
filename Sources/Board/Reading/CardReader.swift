import Icons
import Scene

/// Cards, from the fields that have been read of them.
extension NodeReader {
  mutating func cards(_ readings: [Reading], hasDetail: Bool) -> [CardTemplate] {
    readings.compactMap { reading -> CardTemplate? in
      guard case .card(let table, let fields) = reading else { return nil }
      if fields.word("tap") == "detail", !hasDetail {
        report(fields.mark(of: "tap"), "tap: detail needs a \"detail\" list of cards in this board")
      }
      return card(table, fields, hasDetail: hasDetail)
    }
  }

  private mutating func card(_ table: CardTable, _ fields: Fields, hasDetail: Bool) -> CardTemplate {
    let kind = table.kind
    var each: CardTemplate.Each?
    if case .each(let value)? = fields["each"] { each = value }
    let images = fields.list("image").compactMap { if case .text(let image) = $0 { image } else { nil } }
    checkIcon(fields)
    checkFields(kind, fields)
    if kind == .gauge || kind == .range || kind == .chart { checkScale(fields) }
    let clock: CardTemplate.Clock? =
      switch fields.word("clock") {
      case "true": .minutes
      case "seconds": .seconds
      default: nil
      }
    var card = CardTemplate(
      kind: kind, place: FilePlace(fields.mark), each: each, condition: fields.expression("where"),
      skip: fields.integer("skip") ?? 0,
      limit: fields.integer("limit"), group: fields.text("group"), columns: fields.integer("columns") ?? 1,
      when: fields.expression("when"), hours: fields.hours("at"), tones: tones(fields),
      isFilled: fields.flag("fill") ?? false, tap: tap(kind, fields),
      title: fields.text("label") ?? fields.text("to") ?? fields.text("title"),
      // A forecast's is about each of its hours.
      subtitle: kind == .departure ? fields.text("note") : fields.text("subtitle"), trail: fields.text("trail"),
      badge: fields.text("line") ?? fields.text("badge"), text: fields.text("text"),
      image: fields.text("logo") ?? fields.text("image") ?? images.first, clock: clock, ratio: fields.number("ratio"),
      fit: fields.choice("fit") ?? .cover, every: fields.number("every"), figure: figure(table, fields))
    if let focus = fields.block("focus") {
      card.focus = Point(x: Double(focus.integer("x") ?? 50) / 100, y: Double(focus.integer("y") ?? 50) / 100)
    }
    card.column = fields.integer("in")
    card.isLive = fields.flag("live") ?? false
    if card.isLive, fields.number("every") != nil {
      report(
        fields.mark(of: "live"),
        "\"live\" and \"every\": a camera that sends by itself is not asked again; leave one of them out")
    }
    if fields.word("ratio") == Scalars.ownRatio {
      card.keepsRatio = true
      card.fit = .contain
    }
    if images.count > 1 { card.endImage = images[1] }
    card.alt = fields.text("alt")
    card.announce = fields.choice("announce")
    if kind != .forecast { card.icon = fields.text("icon") }
    if kind == .group { card.cards = cards(fields.list("cards"), hasDetail: hasDetail) }
    return card
  }

  /// A name that is no icon's.
  private mutating func checkIcon(_ fields: Fields) {
    guard let name = fields.text("icon")?.constant, Icon(name) == nil else { return }
    report(
      fields.mark(of: "icon"),
      "\"icon\": there is no icon \"\(Self.short(name))\"\(suggestion(for: name, in: Icon.names))")
  }

  private func tones(_ fields: Fields) -> [CardTemplate.ToneRule] {
    if let tone: Card.Tone = fields.choice("tone") { return [CardTemplate.ToneRule(tone: tone, condition: nil)] }
    return (fields.block("tone")?.entries ?? []).compactMap { rule in
      guard let tone = Card.Tone(rawValue: rule.name), case .expression(let condition) = rule.value else { return nil }
      return CardTemplate.ToneRule(tone: tone, condition: condition)
    }
  }

  // MARK: Figures

  private mutating func figure(_ table: CardTable, _ fields: Fields) -> FigureTemplate? {
    switch table.kind {
    case .number:
      .number(
        NumberTemplate(
          value: fields.text("value"), unit: fields.text("unit"), maximum: fields.expression("max"),
          spark: fields.expression("spark")))
    case .departure:
      .departure(
        DepartureTemplate(
          due: fields.expression("due"), planned: fields.expression("planned"), platform: fields.text("platform"),
          cancelled: fields.expression("cancelled"), color: fields.text("color")))
    case .agenda:
      .agenda(
        AgendaTemplate(
          start: fields.expression("start"), end: fields.expression("end"), allDay: fields.expression("allday")))
    case .chart: .chart(chart(fields))
    case .button: .button
    case .table, .clock, .forecast, .gauge, .range, .month: drawnFigure(table.kind, fields)
    case .toggle, .slider, .stepper, .choice, .keypad, .entry: control(table.kind, fields)
    case .header, .section, .row, .hero, .image, .text, .qr, .group, .field, .keyboard: nil
    case .own: table.own.map { .own(OwnTemplate($0, fields)) }
    }
  }

  private mutating func chart(_ fields: Fields) -> ChartTemplate {
    let lists = expressions(fields, "points")
    let values = expressions(fields, "y")
    if lists.count > 1, values.count > 1 {
      report(fields.mark(of: "y"), "\"points\" and \"y\" both name several series: one of the two does")
    }
    let series = lists.flatMap { list -> [ChartTemplate.Series] in
      guard !values.isEmpty else { return [ChartTemplate.Series(name: list.name, points: list.value, y: nil)] }
      return values.map { ChartTemplate.Series(name: $0.name ?? list.name, points: list.value, y: $0.value) }
    }
    return ChartTemplate(
      style: fields.choice("kind") ?? .line, series: series, x: fields.expression("x"),
      minimum: fields.expression("min"), maximum: fields.expression("max"), marks: marks(fields),
      isSplit: fields.flag("split") ?? false)
  }

  /// One expression, or several with their names.
  private func expressions(_ fields: Fields, _ key: String) -> [(name: String?, value: Expression)] {
    if let expression = fields.expression(key) { return [(nil, expression)] }
    return fields.named(key).compactMap { name, value in
      if case .expression(let expression) = value { (name, expression) } else { nil }
    }
  }

  // MARK: Taps

  private mutating func tap(_ kind: Card.Kind, _ fields: Fields) -> TapTemplate? {
    if fields.word("tap") == "detail" { return .detail }
    if let request = request(fields) { return request }
    guard let block = fields.block("tap") else { return nil }
    if let page = block.word("page") {
      pageTaps.append((page, block.mark(of: "page")))
      return .page(page)
    }
    return request(block)
  }

  private mutating func request(_ fields: Fields) -> TapTemplate? {
    if let name = fields.word("call") {
      if let values = fields.json("with") {
        guard case .record = values else {
          report(fields.mark(of: "with"), "\"with\" gives values by name, as in {name: \"{name}\"}")
          return nil
        }
      }
      return .call(CallTemplate(name: name, values: fields.json("with"), confirm: fields.text("confirm")))
    }
    return post(fields).map(TapTemplate.post)
  }

  private mutating func post(_ fields: Fields) -> PostTemplate? {
    guard let url = fields.text("post") else { return nil }
    posts.append((url, fields.mark(of: "post")))
    let headers = fields.named("headers").compactMap { name, value in
      if case .text(let text) = value { Source.Header(name: name, value: text) } else { nil }
    }
    let json = fields.json("json")
    var post = PostTemplate(url: url, headers: headers, json: json, confirm: fields.text("confirm"))
    post.form = fields.named("form").compactMap { name, value in
      if case .text(let text) = value { Source.Header(name: name, value: text) } else { nil }
    }
    (post.text, post.method) = (fields.text("body"), fields.choice("method") ?? .post)
    checkBody(of: post, fields)
    checkClearText(of: url, headers: headers, body: post.body, at: fields.mark(of: "post"))
    if fields.flag("retain") == true, !Push.isBroker(url.knownText), !url.hidesScheme {
      report(fields.mark(of: "retain"), "\"retain\" is for what is published at a broker: mqtt://broker/topic")
    }
    post.isRetained = fields.flag("retain") ?? false
    for setting in post.missingSettings where !missingToSend.contains(setting) { missingToSend.append(setting) }
    return post
  }

  /// One request has one body, and a broker knows none of HTTP's.
  private mutating func checkBody(of post: PostTemplate, _ fields: Fields) {
    let bodies = ["json", "form", "body"].filter { fields[$0] != nil }
    if bodies.count > 1 {
      report(
        fields.mark(of: bodies[1]), "\"\(bodies[1])\" has no meaning beside \"\(bodies[0])\": one request has one body")
    }
    guard Push.isBroker(post.url.knownText) else { return }
    for key in ["form", "method"] where fields[key] != nil {
      report(
        fields.mark(of: key),
        "\"\(key)\" is for http: and https: addresses; a broker takes what \"json\" or \"body\" says")
    }
  }

  /// A tap may send only to where the board has its data from, and to what it names under `allow`. What data decides is looked at
  /// when it is sent, and what a setting decides once that is there.
  mutating func checkPosts(of board: BoardFile, allow: Mark) {
    for template in board.allowed where template.isKnown && template.allowedHost == nil {
      report(allow, "\"\(template)\" is no host: write its name, such as booking.acme.example, or an address there")
    }
    let addresses = board.sources.flatMap(\.urls)
    guard (addresses + board.allowed).allSatisfy({ $0.isKnown || $0.knownHost != nil }) else { return }
    let known = Set(addresses.compactMap { $0.knownHost?.host } + board.allowed.compactMap(\.allowedHost))
    for post in posts {
      guard let (host, isSecret) = post.url.knownHost else {
        if post.url.isKnown { report(post.mark, "a \"post\" goes to an http:, https:, mqtt: or mqtts: address") }
        continue
      }
      guard !known.contains(host) else { continue }
      // A host out of the machine's settings is not told.
      report(
        post.mark,
        isSecret
          ? "no source of this board has its data from this host; if it may be sent to, name it under \"allow\""
          : "no source of this board has its data from \(host); if it may be sent to, add \"allow: \(host)\"")
    }
  }

  /// Pages that taps lead to must be there. A title with values in it may be any.
  mutating func checkPages(of board: BoardFile) {
    guard board.pages.allSatisfy({ $0.title == nil || $0.title?.constant != nil }) else { return }
    let known = board.pages.compactMap { $0.title?.constant }
    for tap in pageTaps where !known.contains(tap.title) {
      report(tap.mark, "no page has the title \"\(tap.title)\"\(suggestion(for: tap.title, in: known))")
    }
  }
}

extension OwnTemplate {
  /// Of the kind's own keys; those of every card are the card's. What is left out is what its key's standard says.
  fileprivate init(_ kind: any CardKind, _ fields: Fields) {
    self.kind = kind
    values = [:]
    for key in kind.keys {
      switch (key.kind, fields[key.name]) {
      case (.text, .text(let template)?): values[key.name] = .text(template)
      case (.number, .expression(let expression)?): values[key.name] = .number(expression)
      case (.flag, .expression(let expression)?): values[key.name] = .flag(expression)
      case (.numbers, .expression(let expression)?): values[key.name] = .numbers(expression)
      case (.choice, .word(let word)?): values[key.name] = .word(word)
      // What it says was looked at when the kind was registered.
      case (_, nil): values[key.name] = (try? key.standardPart()) ?? nil
      default: break
      }
    }
  }
}

extension Key {
  init(_ key: CardKey) {
    let type: KeyType =
      switch key.kind {
      case .text: .text(.card)
      case .number, .flag, .numbers: .expression(.card)
      case .choice(let words): .choice(words)
      }
    self.init(key.name, type, isRequired: key.isRequired, standard: key.standard, key.summary)
  }
}
