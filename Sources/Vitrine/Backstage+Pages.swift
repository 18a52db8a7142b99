import Board
import Fetch
import Kiosk
import Panel
import Scene
import Synchronization
import Typesetting

/// Pages: evaluated, laid out, and handed over when they differ from what is shown.
extension Backstage {
  /// Evaluates and lays out what is visible and what lies beside it, and hands over what differs from what is shown.
  ///
  /// - Parameter isByTime: time alone has changed it: a clock's minute is there, it does not come.
  func publish(_ state: inout ContentState, isByTime: Bool = false) {
    guard state.gathering.isEmpty else { return }
    let moment = setup.clock.now()
    let isOtherLook = followClock(&state, at: moment)
    publishOffer(&state, at: moment)
    // What comes in other colours does not come from one moment to the next.
    let isAnimated = !isByTime || isOtherLook
    publishPage(state.page, &state, isAnimated: isAnimated, at: moment)
    publishNeighbours(&state)
    publishDetail(&state, isAnimated: isAnimated, at: moment)
    keepTime(&state)
  }

  /// Tells the panel which pages there are, when that has changed.
  private func publishOffer(_ state: inout ContentState, at moment: Moment) {
    let offered = state.evaluator.offeredPages(at: moment)
    state.offerEnds = offered.nextChange
    let icons = icons(of: offered.pages, &state, at: moment)
    guard offered.pages != state.offer || icons != state.icons else { return }
    let isOther = offered.pages != state.offer
    state.offer = offered.pages
    state.icons = icons
    guard isOther else {
      return delivery.post(.pages(zip(offered.pages, icons).map { PageOffer(number: $0, icon: $1) }))
    }
    if !offered.pages.contains(state.page) {
      state.page = offered.pages[0]
      state.detail = nil
    }
    for number in state.pages.keys where !offered.pages.contains(number) { state.pages[number] = nil }
    // What comes on show comes with its cards: there is no empty page in between.
    let change = makeChange(of: state.page, &state, at: moment)
    delivery.post(
      .pages(
        zip(offered.pages, icons).map { number, icon in
          PageOffer(number: number, page: number == state.page ? change.page : nil, icon: icon)
        }))
    if let chip = change.chip { delivery.post(.staleChip(chip.pixmap, of: state.page)) }
    state.plates.keep(Set(offered.pages.map(PlateShelf.Owner.page)).union([.detail]))
  }

  /// Pictures for the row of pages, as far as they have come; those in one grey are drawn in the colour of text.
  private func icons(of pages: [Int], _ state: inout ContentState, at moment: Moment) -> [Pixmap?] {
    let side = Int((PageOffer.iconSide * state.look.scale).rounded())
    let size = PixelSize(width: side, height: side)
    return pages.map { number in
      guard pages.count > 1, let address = state.evaluator.icon(ofPage: number, at: moment) else { return nil }
      let picture = pictures.withLock { $0 }?.picture(
        Self.resolved(address, setup.source.directory), size: size, fit: .contain)
      guard let picture else { return nil }
      return state.iconShelf.icon(picture, ink: state.look.colors.text)
    }
  }

  /// What lies beside the page on show comes into sight when a finger turns the pages.
  func publishNeighbours(_ state: inout ContentState) {
    guard let offer = state.offer, let place = offer.firstIndex(of: state.page) else { return }
    let moment = setup.clock.now()
    for index in [place + 1, place - 1] where offer.indices.contains(index) {
      publishPage(offer[index], &state, isAnimated: false, at: moment)
    }
  }

  private func publishPage(_ number: Int, _ state: inout ContentState, isAnimated: Bool, at moment: Moment) {
    let change = makeChange(of: number, &state, at: moment)
    if let page = change.page { delivery.post(.page(page, of: number, isAnimated: isAnimated)) }
    if let chip = change.chip { delivery.post(.staleChip(chip.pixmap, of: number)) }
  }

  /// What has to be shown of a page.
  private struct PageChange {
    /// Nil when it looks as it did.
    var page: KioskPage?
    /// Nil when it says what it did.
    var chip: Chip?
  }

  private struct ChipWords: Hashable {
    var text: String
    var tone: Card.Tone?
  }

  private struct Chip {
    /// Nil while the data is fresh.
    var pixmap: Pixmap?
  }

  private func makeChange(of number: Int, _ state: inout ContentState, at moment: Moment) -> PageChange {
    var content = state.evaluator.content(page: number, at: moment)
    state.posts.mark(&content.cards, page: number, detail: nil, in: state.evaluator.board.language)
    let known = state.pages[number] ?? PageState()
    var change = PageChange()
    if !known.isLaidOut || content.cards != known.shown.cards { change.page = makePage(content, .page(number), &state) }
    let (chip, shown) = (chip(of: content, state), chip(of: known.shown, state))
    if chip != shown || !known.isLaidOut && chip != nil {
      change.chip = Chip(
        pixmap: chip.map { state.typesetter.chip($0.text, tone: $0.tone, look: state.look) })
    }
    for (address, turn) in content.pictureTurns where known.shown.pictureTurns[address] ?? turn != turn {
      pictures.withLock { $0 }?.renew(Self.resolved(address, setup.source.directory))
    }
    tell(content.problems, after: known.shown.problems)
    state.pages[number] = PageState(shown: content, isLaidOut: true)
    return change
  }

  /// Says once what is not shown as the board says.
  private func tell(_ problems: [String], after told: [String]) {
    for problem in problems where !told.contains(problem) { setup.log("\(setup.source.name): \(problem)") }
  }

  /// How old the page's data is; or why there is none, where no card says so.
  private func chip(of content: PageContent, _ state: ContentState) -> ChipWords? {
    let language = state.evaluator.board.language
    if let time = content.staleSince { return ChipWords(text: language.fill(language.asOf, time)) }
    return content.silence.map { ChipWords(text: $0, tone: .muted) }
  }

  private func makePage(_ content: PageContent, _ owner: PlateShelf.Owner, _ state: inout ContentState) -> KioskPage {
    let generation = state.plates.begin(owner)
    let layout = state.typesetter.layout(
      content.cards, width: setup.options.mode.viewerSize.width, look: state.look)
    let page = KioskPage(layout, look: state.look, generation: generation)
    let directory = setup.source.directory
    let pictures = pictures.withLock { $0 }
    tiles.add(
      TileWorkshop.Plate(layout: layout, look: state.look, fonts: state.fonts) { image, size, fit in
        pictures?.picture(Self.resolved(image.url, directory), size: size, fit: fit)
      },
      generation: generation, keeping: state.plates.live)
    state.plates.note(layout, page, of: owner) { Self.resolved($0, directory) }
    return page
  }

  /// The panel has turned to a page.
  func turned(to number: Int, _ state: inout ContentState) {
    guard state.offer?.contains(number) == true, number != state.page else { return }
    state.page = number
    state.detail = nil
    if state.refresh == nil { publish(&state) }
  }

  func pictureArrived(_ address: String, _ state: inout ContentState) {
    // It may be one of the row of pages.
    if state.offer != nil, state.refresh == nil { publishOffer(&state, at: setup.clock.now()) }
    let keys = state.plates.tiles(showing: address)
    guard !keys.isEmpty else { return }
    tiles.invalidate(keys)
    delivery.post(.invalidate(keys))
  }

  /// Pictures in a directory that were replaced under their old names are read anew.
  ///
  /// - Parameter files: when each was last written, by address; empty for a source that is no directory.
  func renewPictures(_ files: [String: Double], of id: SourceID, _ state: inout ContentState) {
    let known = state.files.updateValue(files, forKey: id) ?? [:]
    for (address, written) in files {
      if let before = known[address], before != written { pictures.withLock { $0 }?.renew(address) }
    }
  }

  /// A card of the page on show was tapped, or one of the detail page of a card.
  func tap(_ id: CardID, inDetailOf detail: CardID?, _ state: inout ContentState) {
    let cards = detail == nil ? state.shown.cards : state.detail == detail ? state.detailContent?.cards ?? [] : []
    guard let card = cards.first(where: { $0.id == id }) else { return }
    switch card.tap {
    case .detail where detail == nil:
      state.detail = id
      state.detailContent = nil
      publishDetail(&state, isAnimated: false, at: setup.clock.now())
      keepTime(&state)
    case .page(let title): showPage(title, &state)
    case .post: post(card, PostDesk.Place(page: state.page, detail: detail, card: id), &state)
    case .detail, .back, nil: break
    }
  }

  /// Turns to the page of a title; one that is not on offer now stays away.
  private func showPage(_ title: String, _ state: inout ContentState) {
    let moment = setup.clock.now()
    let number = state.offer?.first { state.evaluator.content(page: $0, at: moment).title == title }
    if let number { delivery.post(.showPage(number)) }
  }

  private func publishDetail(_ state: inout ContentState, isAnimated: Bool, at moment: Moment) {
    guard let card = state.detail else { return }
    guard var content = state.evaluator.detail(of: card, page: state.page, at: moment) else {
      state.detail = nil
      delivery.post(.detail(nil, of: card, isAnimated: false))
      return
    }
    if content.cards.first?.kind != .header {
      let title = state.shown.cards.first { $0.kind == .header }?.title ?? ""
      content.cards.insert(Card(id: CardID(place: -1), kind: .header, title: title), at: 0)
    }
    content.cards[0].tap = .back
    state.posts.mark(&content.cards, page: state.page, detail: card, in: state.evaluator.board.language)
    guard content != state.detailContent else { return }
    tell(content.problems, after: state.detailContent?.problems ?? [])
    state.detailContent = content
    delivery.post(.detail(makePage(content, .detail, &state), of: card, isAnimated: isAnimated))
  }

  /// Comes back when time alone changes the page (a clock's minute, "5 min ago") or the words of a refresh control in sight.
  ///
  /// While a pull waits for its answers, the page waits with it.
  func keepTime(_ state: inout ContentState) {
    // The alarm is taken, and the page comes soon.
    guard state.gathering.isEmpty else { return }
    let moment = setup.clock.now()
    let words = renewLastUpdated(&state, at: moment)
    let page =
      state.refresh == nil
      ? [state.shown.nextChange, state.offerEnds, state.detailEnds, state.lookEnds].compactMap(\.self).min() : nil
    let next = [words, page].compactMap(\.self).min()
    let alarm = next.map { contentTimer.now() + max($0 - moment.time, 0.05) }
    contentTimer.setAlarm(at: alarm) { [weak self] in
      guard let self else { return }
      perform { state in
        if state.refresh == nil { self.publish(&state, isByTime: true) } else { self.keepTime(&state) }
      }
    }
  }
}
