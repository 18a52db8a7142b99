import Board

/// Pages and detail pages: evaluated, and handed over when they differ from what is shown.
extension ContentModel {
  /// Tells the panel which pages there are, when that has changed.
  ///
  /// - Returns: whether the page on show has been evaluated with it.
  mutating func publishOffer() -> Bool {
    let offered = answers.evaluator.offeredPages(at: moment).pages
    let icons = offered.map { offered.count > 1 ? answers.evaluator.icon(ofPage: $0, at: moment) : nil }
    let isOther = offered != pages.offer
    guard isOther || icons != pages.icons else { return false }
    pages.offer(offered, icons: icons)
    guard isOther else {
      tellPages(nil)
      return false
    }
    // What comes on show comes with its cards: there is no empty page in between.
    let update = makeUpdate(of: pages.current)
    tellPages(update.layout)
    if let chip = update.chip { tell(.chip(chip.words, of: pages.current)) }
    return true
  }

  /// - Parameter layout: of the page on show.
  private mutating func tellPages(_ layout: PageLayoutRequest?) {
    let (numbers, icons, current) = (pages.offer ?? [], pages.icons, pages.current)
    tell(
      .pages(
        zip(numbers, icons).map { OfferedPage(number: $0, icon: $1, layout: $0 == current ? layout : nil) }))
  }

  /// What lies beside the page on show comes into sight when a finger turns the pages.
  mutating func publishNeighbours() { for number in pages.neighbours { publishPage(number, isAnimated: false) } }

  mutating func publishPage(_ number: Int, isAnimated: Bool) {
    let update = makeUpdate(of: number)
    if let layout = update.layout { tell(.page(layout, of: number, isAnimated: isAnimated)) }
    if let chip = update.chip { tell(.chip(chip.words, of: number)) }
  }

  /// What has to be shown of a page.
  private struct PageUpdate {
    /// Nil when it looks as it did.
    var layout: PageLayoutRequest?
    /// Nil when it says what it did.
    var chip: (words: Chip?, Void)?
  }

  private mutating func makeUpdate(of number: Int) -> PageUpdate {
    let known = pages.known[number] ?? KnownPage()
    // What a panel shows of a hundred thousand rows is there before they are; once they were, nothing goes back to a part of them.
    let isPart = answers.hasGlimpses
    let content = content(
      ofPage: number, wantsHeads: isPart || !known.isLong && known.content.cards.count < Self.shortPage)
    // What is only glimpsed comes whole by itself.
    if content.goesOn, !isPart { tell(.goOn(of: number)) }
    if number == pages.current { follow(content.cards, isDetail: false) }
    var update = PageUpdate()
    if !known.isLaidOut || content.cards != known.content.cards || content.shape != known.content.shape {
      update.layout = pages.layout(content, of: .page(number))
    }
    let chip = chip(of: content)
    if chip != known.chip || !known.isLaidOut && chip != nil { update.chip = (chip, ()) }
    let turned = content.pictureTurns.filter { known.content.pictureTurns[$0.key] ?? $0.value != $0.value }
    if !turned.isEmpty { tell(.renewPictures(turned.keys.sorted())) }
    tell(content.problems, after: known.content.problems)
    pages.note(
      KnownPage(content: content, chip: chip, isLaidOut: true, isLong: !isPart && (known.isLong || content.goesOn)),
      of: number)
    return update
  }

  /// Nobody has scrolled beyond the first rows of a long list in a page of so many cards.
  private static let shortPage = 500

  /// The rows that come after the first ones of a long list.
  mutating func publishRest(of number: Int) {
    // While a pull waits for its answers, or another board for its own, the page waits with it, and is published whole then.
    guard refresh == nil, initialLoad.isEmpty, !answers.hasGlimpses, pages.known[number]?.content.goesOn == true else {
      return
    }
    publishPage(number, isAnimated: false)
    setChangeAlarm()
  }

  /// What a page shows now, with what has become of its posts.
  ///
  /// - Parameter wantsHeads: only the first rows of long lists.
  mutating func content(ofPage number: Int, wantsHeads: Bool = false) -> PageContent {
    var content = answers.evaluator.content(page: number, at: moment, wantsHeads: wantsHeads)
    content.cards = ease.chosen.cards(content.cards)
    posts.mark(&content.cards, page: number, detail: nil, in: language)
    controls.mark(&content.cards, page: number, detail: nil, in: language)
    typed.mark(&content.cards, page: number, detail: nil, uptime: uptime)
    pages.shapes.give(to: &content.cards)
    return content
  }

  /// Tells which cameras are on show, before anything is drawn of them: each is a connection, and pictures that are taken apart.
  private mutating func follow(_ cards: [Card], isDetail: Bool) {
    var live: Set<String> = []
    var left = 0
    for card in cards {
      guard let image = card.image, image.isLive, !live.contains(image.url) else { continue }
      if live.count < PagesOnOffer.mostCameras { live.insert(image.url) } else { left += 1 }
    }
    guard let change = pages.follow(live, isDetail: isDetail) else { return }
    tell(.followPictures(change))
    guard left > 0 else { return }
    tell(
      .log(
        "\(name): \(left + live.count) cameras on one page; the first \(PagesOnOffer.mostCameras) are followed, the others show nothing"
      ))
  }

  /// Says once what is not shown as the board says.
  private mutating func tell(_ problems: [String], after told: [String]) {
    for problem in problems where !told.contains(problem) { tell(.log("\(name): \(problem)")) }
  }

  /// How old the page's data is; or why there is none, where no card says so.
  private func chip(of content: PageContent) -> Chip? {
    if let time = content.staleSince { return Chip(text: language.fill(language.asOf, time)) }
    return content.silence.map { Chip(text: $0, tone: .muted) }
  }

  /// The panel has turned to a page.
  mutating func turn(to number: Int) {
    guard pages.offer?.contains(number) == true, number != pages.current else { return }
    // One that has come back meanwhile goes with the page it is of.
    if let detail = pages.detail { tell(.detail(nil, of: detail, isAnimated: false)) }
    pages.turn(to: number)
    if refresh == nil { publish() }
  }

  /// Lays out anew what was laid out in haste; nothing moves that is seen.
  mutating func layOutAgain(_ generation: Int) {
    switch pages.owner(of: generation) {
    case .page(let number):
      guard let known = pages.known[number], known.isLaidOut else { return }
      tell(.page(pages.layout(known.content, of: .page(number)), of: number, isAnimated: false))
    case .detail:
      guard let card = pages.detail, let content = pages.detailContent else { return }
      tell(.detail(pages.layout(content, of: .detail), of: card, isAnimated: false))
    case nil: break
    }
  }

  mutating func pictureArrived(_ address: String) {
    // It may be one of the row of pages.
    if pages.icons.contains(where: { $0 != nil }) { tellPages(nil) }
    tell(.redrawPicture(address: address))
  }

  mutating func publishDetail(isAnimated: Bool) {
    guard let card = pages.detail else { return follow([], isDetail: true) }
    guard
      var content = easeContent(inDetailOf: card) ?? keysContent(inDetailOf: card)
        ?? answers.evaluator.detail(of: card, page: pages.current, at: moment)
    else {
      pages.open(nil)
      return tell(.detail(nil, of: card, isAnimated: false))
    }
    if content.cards.first?.kind != .header {
      let title = pages.shown.cards.first { $0.kind == .header }?.title ?? ""
      content.cards.insert(Card(id: CardID(place: -1), kind: .header, title: title), at: 0)
    }
    content.cards = ease.chosen.cards(content.cards)
    content.cards[0].tap = .back
    posts.mark(&content.cards, page: pages.current, detail: card, in: language)
    controls.mark(&content.cards, page: pages.current, detail: card, in: language)
    typed.mark(&content.cards, page: pages.current, detail: card, uptime: uptime)
    pages.shapes.give(to: &content.cards)
    guard content != pages.detailContent else { return }
    tell(content.problems, after: pages.detailContent?.problems ?? [])
    let isOther = content.cards != pages.detailContent?.cards
    follow(content.cards, isDetail: true)
    pages.detailContent = content
    if isOther { tell(.detail(pages.layout(content, of: .detail), of: card, isAnimated: isAnimated)) }
  }
}
