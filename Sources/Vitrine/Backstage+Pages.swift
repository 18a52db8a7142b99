import Board
import Fetch
import Kiosk
import Panel
import Scene
import Synchronization
import Typesetting

/// Pages: evaluated, laid out, and handed over when they differ from what is shown.
extension Backstage {
  /// Evaluates and lays out what is visible, and hands it over if it differs from what is shown.
  func publish(_ state: inout ContentState) {
    guard state.gathering.isEmpty else { return }
    let moment = setup.clock.now()
    let content = state.evaluator.content(page: state.page, at: moment)
    let isNew = state.layout == nil
    if isNew || content.cards != state.shown.cards {
      let (page, layout) = makePage(content, &state)
      state.layout = layout
      mailbox.post(.page(page))
    }
    if content.staleSince != state.shown.staleSince || isNew && content.staleSince != nil {
      let chip = content.staleSince.map { state.typesetter.chip("as of \($0)", look: state.look) }
      mailbox.post(.staleChip(chip))
    }
    state.shown = content
    publishDetail(&state, at: moment)
    keepTime(&state)
  }

  private func makePage(_ content: PageContent, _ state: inout ContentState) -> (KioskPage, PageLayout) {
    state.generation += 1
    let generation = state.generation
    let layout = state.typesetter.layout(
      content.cards, width: setup.options.mode.viewerSize.width, look: state.look)
    let page = KioskPage(layout, look: state.look, generation: generation)
    let directory = setup.source.directory
    let pictures = pictures.withLock { $0 }
    tiles.add(
      TileWorkshop.Plate(layout: layout, look: state.look, fonts: state.fonts) { image, size, fit in
        pictures?.picture(Self.resolved(image.url, directory), size: size, fit: fit)
      },
      generation: generation, keeping: state.liveGenerations)
    state.liveGenerations = [generation, generation - 1, generation - 2, generation - 3]
    state.pictureKeys.removeAll(keepingCapacity: true)
    state.addPictureKeys(of: layout, page) { Self.resolved($0, directory) }
    return (page, layout)
  }

  func pictureArrived(_ address: String, _ state: inout ContentState) {
    guard let keys = state.pictureKeys[address] else { return }
    tiles.invalidate(keys)
    mailbox.post(.invalidate(keys))
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

  func openDetail(_ card: CardID, _ state: inout ContentState) {
    guard state.shown.cards.first(where: { $0.id == card })?.tap == .detail else { return }
    state.detail = card
    state.detailContent = nil
    publishDetail(&state, at: setup.clock.now())
  }

  private func publishDetail(_ state: inout ContentState, at moment: Moment) {
    guard let card = state.detail else { return }
    guard var content = state.evaluator.detail(of: card, page: state.page, at: moment) else {
      state.detail = nil
      mailbox.post(.detail(nil, of: card))
      return
    }
    if content.cards.first?.kind != .header {
      let title = state.shown.cards.first { $0.kind == .header }?.title ?? ""
      content.cards.insert(Card(id: CardID(place: -1), kind: .header, title: "‹  " + title), at: 0)
    }
    guard content != state.detailContent else { return }
    state.detailContent = content
    let home = state.pictureKeys
    let (page, _) = makePage(content, &state)
    state.pictureKeys.merge(home) { $0 + $1 }
    mailbox.post(.detail(page, of: card))
  }

  /// Comes back when time alone changes the page (a clock's minute, "5 min ago") or the words of a refresh control in sight.
  ///
  /// While a pull waits for its answers, the page waits with it.
  func keepTime(_ state: inout ContentState) {
    // The alarm is taken, and the page comes soon.
    guard state.gathering.isEmpty else { return }
    let moment = setup.clock.now()
    let words = renewLastUpdated(&state, at: moment)
    let page = state.refresh == nil ? state.shown.nextChange : nil
    let next = [words, page].compactMap(\.self).min()
    let alarm = next.map { contentTimer.now() + max($0 - moment.time, 0.05) }
    contentTimer.setAlarm(at: alarm) { [weak self] in
      guard let self else { return }
      perform { state in
        if state.refresh == nil { self.publish(&state) } else { self.keepTime(&state) }
      }
    }
  }
}
