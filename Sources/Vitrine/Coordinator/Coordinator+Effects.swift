import Board
import Content
import Fetch
import Icons
import Kiosk
import Numbers
import Panel
import Refresh
import Scene
import Typesetting

/// What the model says is to be done, done.
extension Coordinator {
  /// - Returns: what has come of it, where that is known at once.
  func carryOut(_ effect: ContentEffect, _ bench: inout Workbench) -> ContentEvent? {
    switch effect {
    case .board(let board): adopt(board, &bench)
    case .colors(let colors):
      bench.use(colors)
      outbox.post(.colors(bench.theme.kioskColors))
      postIcons(&bench)
      postEase(bench)
    case .ease(let ease):
      bench.use(ease)
      postEase(bench)
    case .eased: outbox.post(.eased)
    case .night(let share): outbox.post(.night(share))
    case .keepBrakes(let brakes): brakeFile?.keep(brakes, at: timer.now())
    case .log(let line): setup.log(line)

    case .load(let sources): feeds.load(sources, of: bench.model.board)
    case .fetch(let ids): feeds.fetch(ids)
    case .inputs(let inputs): feeds.updateQuestions(inputs)
    case .watch(let files): feeds.watch(files)
    case .readBoard: readBesideAgain()
    case .readAnew(let id): feeds.readAnew(id)
    case .clockSet(let seconds): feeds.moveStamps(by: seconds)
    case .clockWasWrong(let seconds): feeds.clockWasWrong(by: seconds)
    case .slept(let seconds): feeds.slept(for: seconds)
    case .renewPictures(let addresses): for address in addresses { pictures.renew(resolved(address)) }
    case .followPictures(let addresses): cameras.follow(addresses)
    case .retryPictures(let age): pictures.retryFailed(after: age)
    case .redrawPicture(let address): redraw(address, &bench)
    case .send(let number, let tap):
      guard setup.sendsPosts else {
        setup.log(
          "\(tap.shown): not sent, for this only shows the board, as if it had been done; --posts sends it")
        return .posted(number, .done)
      }
      guard setup.staging?.sends() ?? true else {
        setup.log("\(tap.shown): not sent, for the panel under the finger sends it; shown as done")
        return .posted(number, .done)
      }
      switch tap {
      case .post(let request): send(request, number, &bench)
      case .call(let call): perform(call, number, &bench)
      }
    case .cancelPost(let number):
      bench.tickets[number].map { fetcher.cancel($0) }
      bench.calls[number]?.cancel()
      bench.forget(post: number)

    case .pages(let offered): post(offered, &bench)
    case .page(let request, let number, let isAnimated):
      outbox.post(.page(layOut(request, &bench), of: number, isAnimated: isAnimated))
    case .goOn(let number): perform { self.process(.restWanted(of: number), &$0) }
    case .chip(let chip, let number):
      outbox.post(
        .staleChip(
          chip.map { bench.typesetter.chip($0.text, tone: $0.tone, theme: bench.theme) }, of: number))
    case .showPage(let number): outbox.post(.showPage(number))
    case .detail(let request, let card, let isAnimated):
      outbox.post(.detail(request.map { layOut($0, &bench) }, of: card, isAnimated: isAnimated))
    case .ask(let question): ask(question, bench)
    case .notice(let sentence, let tone, let isMark):
      let size = setup.options.mode.viewerSize
      outbox.post(
        .notice(
          sentence.map {
            isMark
              ? bench.typesetter.cornerMark(tone, theme: bench.theme)
              : bench.typesetter.notice($0, tone: tone, width: size.width, height: size.height, theme: bench.theme)
          }))
    case .control(let request): return makeControl(request, &bench)
    case .age(let words): postAge(words, bench)
    case .refreshEnded(let task, let outcome): outbox.post(.refreshEnded(task: task, outcome))
    case .unfinished(let isOn): outbox.post(.unfinished(isOn))
    case .keepRecord:
      guard let recorder = setup.options.recorder else {
        setup.log("three fingers ask for a record: none is kept, \(PanelRecorder.absence)")
        return .recordKept(path: nil)
      }
      recorder.keep(.fingers) { [weak self] path in self?.handle(.recordKept(path: path)) }
    case .hears(let isOn):
      if !isOn { setup.voice.end() }
      outbox.post(.hears(isOn))
    case .say(let utterance): setup.voice.say(utterance)
    }
    return nil
  }

  private func adopt(_ board: BoardFile, _ bench: inout Workbench) {
    secrets.add(board.secrets)
    bench.adopt(board, setup)
    pictures.trust(BoardEvaluator(board).pictureHosts(at: setup.clock.now()))
    outbox.post(.motion(isCalm: board.motion == .calm))
    outbox.post(.idle(board.idle.map { IdleRule($0) }))
    outbox.post(.ladder(board.idle.map { IdleLadder($0) } ?? IdleLadder()))
    setup.boardChanged(board)
  }

  private func postEase(_ bench: Workbench) {
    var ease = PanelEase()
    ease.top = bench.rowsAbove(on: panel)
    ease.enlargement = bench.ease.size.factor
    ease.rowEnlargement = bench.ease.size.rowFactor
    ease.isStill = bench.ease.isStill
    ease.isChosen = bench.ease != Ease()
    if bench.model.board.hasEase, let drawing = Icon("accessible")?.drawing {
      let row = Double(PageOffer.symbolRow(scale: bench.rowScale, panel: area(bench).height))
      let side = min(PageOffer.symbolSide * bench.rowScale, row * PageOffer.symbolShare)
      ease.symbol = bench.typesetter.symbol(
        drawing, side: side / bench.theme.scale, isOn: ease.isChosen, theme: bench.theme)
    }
    outbox.post(.ease(ease))
  }

  // MARK: Pages

  /// The whole of it, as a viewer sees it.
  private var panel: PixelSize { setup.options.mode.viewerSize }

  /// What of it is used, as a viewer sees it.
  private func area(_ bench: Workbench) -> PixelSize {
    PixelSize(width: panel.width, height: panel.height - bench.rowsAbove(on: panel))
  }

  /// To which part of their size pages shrink that are to be seen whole: of the board's, and of any.
  private static let leastWhole = 0.8
  private static let leastLarge = 0.6

  private func layOut(_ request: PageLayoutRequest, _ bench: inout Workbench) -> KioskPage {
    let size = area(bench)
    let board = bench.model.board
    let pages = PageOffer.rowHeight(
      pages: board.hasPagesSideBySide ? board.pages.count : 1, hasIcons: board.pages.contains { $0.icon != nil })
    let symbol = board.hasEase ? PageOffer.symbolRow(scale: bench.rowScale, panel: size.height) : 0
    let row = max(Int(clamping: (pages * bench.rowScale).rounded()), symbol)
    let layout = bench.typesetter.layout(
      request.cards, width: size.width, height: size.height - row, shape: request.shape, theme: bench.theme, foot: row,
      // What somebody has chosen to be larger stays so.
      least: max(Self.leastWhole / bench.ease.size.factor, Self.leastLarge), isHasty: true)
    for omission in bench.omissions(of: layout) { setup.log("warning: \(omission)") }
    bench.measuring.begin(layout, generation: request.generation, latest: request.latest)
    // Whoever looks at the first panel alone is not kept.
    if layout.isGuessed, !activity.leavesMeasuring { measureOn(request.generation) }
    let page = KioskPage(layout, generation: request.generation, typesetter: bench.typesetter)
    tiles.add(
      TileRasterizer.Source(layout: layout, fonts: bench.fonts) {
        [pictures, directory = setup.directory] image, size, fit in
        pictures.picture(
          image.url.resolved(beside: directory), size: size, fit: fit, focus: image.focus,
          isLive: image.isLive)
      },
      generation: request.generation, keeping: request.live)
    bench.note(layout, page, live: request.live, address: resolved)
    bench.memory.replaced(layout)
    return page
  }

  /// Measures what was laid out in haste, a little at a time: what fingers and sources say meanwhile comes in between.
  private func measureOn(_ generation: Int) {
    perform(.measuring) { bench in
      switch bench.measuring.goOn(generation, bench.typesetter, seen: self.tiles.lastAwaited) {
      case .goesOn: self.measureOn(generation)
      case .isWorthShowing: self.process(.measured(generation: generation), &bench)
      case .isOver: break
      }
    }
  }

  private func post(_ offered: [OfferedPage], _ bench: inout Workbench) {
    let pages = offered.map { $0.layout.map { layOut($0, &bench) } }
    bench.icons.offer(offered, pictures: pageIcon, theme: bench.theme, scale: bench.rowScale)
    outbox.post(
      .pages(
        offered.indices.map { PageOffer(number: offered[$0].number, page: pages[$0], icon: bench.icons.shown[$0]) }))
  }

  /// Pictures of the row of pages that have come, or whose colours are others now.
  private func postIcons(_ bench: inout Workbench) {
    guard bench.icons.renew(pictures: pageIcon, theme: bench.theme, scale: bench.rowScale) else { return }
    outbox.post(
      .pages(zip(bench.icons.offered, bench.icons.shown).map { PageOffer(number: $0.number, icon: $1) }))
  }

  private func pageIcon(_ address: String, _ size: PixelSize) -> Pixmap? {
    pictures.picture(resolved(address), size: size, fit: .contain)
  }

  private func redraw(_ address: String, _ bench: inout Workbench) {
    postIcons(&bench)
    let keys = bench.tiles(showing: address)
    guard !keys.isEmpty else { return }
    tiles.invalidate(keys)
    outbox.post(.invalidate(keys))
  }

  func resolved(_ address: String) -> String { address.resolved(beside: setup.directory) }

  // MARK: Posts

  private func ask(_ question: PostQuestion, _ bench: Workbench) {
    let sheet = bench.typesetter.question(
      question.text, about: question.subject, action: question.action, cancel: question.cancel, tone: question.tone,
      panel: area(bench), theme: bench.theme)
    outbox.post(
      .question(
        Question(pixmap: sheet.pixmap, yes: sheet.yes, no: sheet.no, radius: bench.theme.buttonRadius)))
  }

  private func send(_ request: PostRequest, _ number: PendingPosts.Number, _ bench: inout Workbench) {
    let body = FetchRequest.Body(
      bytes: Array((request.body?.reveal() ?? "").utf8), contentType: request.contentType)
    let headers = Dictionary(request.headers.map { ($0.name, $0.value.reveal()) }, uniquingKeysWith: { $1 })
    activity.begin(.fetch)
    var fetch = FetchRequest(request.url.reveal(), headers: headers, body: body)
    fetch.isRetained = request.isRetained
    if request.method != .post { fetch.method = request.method.rawValue.uppercased() }
    bench.tickets[number] = fetcher.fetch(fetch) {
      [weak self] outcome in
      guard let self else { return }
      setup.admit { [self] in handle(.posted(number, PostEnding(outcome, hiding: secrets.hide))) }
      activity.end(.fetch)
    }
  }

  /// Has the program do what a tap calls.
  private func perform(_ call: ActionCall, _ number: PendingPosts.Number, _ bench: inout Workbench) {
    activity.begin(.fetch)
    bench.calls[number] = setup.program.perform(call) { [self] ending in
      setup.admit { [self] in handle(.posted(number, ending)) }
      activity.end(.fetch)
    }
  }

  // MARK: The refresh control

  private func makeControl(_ request: ControlRequest, _ bench: inout Workbench) -> ContentEvent {
    let factory = RefreshControlFactory(
      theme: bench.theme, enlargement: bench.ease.size.factor, isStill: bench.ease.isStill,
      artwork: RefreshArtwork(directory: setup.directory),
      styles: setup.options.parts.styles,
      log: setup.log, render: AnimationRenderer(activity: activity, outbox: outbox, log: setup.log).render)
    // The board's own style lies beside the board, one given on the command line where it says.
    let made = factory.make(
      request.style, beside: { request.isOfBoard ? setup.source.beside($0) : $0 }, board: bench.model.board,
      typesetter: bench.typesetter)
    bench.ageLines = AgeLine.lines(of: made.control.style)
    if let recipe = made.control.recipe { bench.note(recipe.origin) }
    outbox.post(.refreshControl(made.control))
    return .controlMade(problems: made.problems, files: made.files, showsAge: !bench.ageLines.isEmpty)
  }

  private func postAge(_ words: String, _ bench: Workbench) {
    for line in bench.ageLines {
      let ink = bench.theme.refreshTheme.color(line.ink)
      let sprite = bench.typesetter.sprite(words, size: line.size, isBold: false, ink: ink, theme: bench.theme)
      outbox.post(.refreshSprite(sprite, index: line.index))
    }
  }
}

extension String {
  /// A path beside the board as an address; an address as it is.
  func resolved(beside directory: String) -> String {
    // `file:/path` is an address, too. Source: RFC 8089, appendix B.
    if contains("://") || isEmpty || lowercased().hasPrefix("file:/") { return self }
    if FetchRequest.program(ofAddress: self) != nil { return self }
    return FetchRequest.address(ofFile: hasPrefix("/") ? self : directory + "/" + self)
  }
}

extension PostEnding {
  /// - Parameter hide: takes out what no line for people may hold.
  init(_ outcome: FetchOutcome, hiding hide: (String) -> String) {
    let said = outcome.error?.said.map(hide)
    switch outcome {
    case .success, .notModified: self = .done
    // "See other", and "found", which older servers mean by it: done, and the answer is elsewhere. Source: RFC 9110, sections 15.4.3 and 4.
    case .failure(let error) where error.kind == .status(303) || error.kind == .status(302): self = .done
    case .offline(let error): self = .failed(.offline, "post: \(error)")
    case .timeout(let error): self = .failed(.timeout, "post: \(error)")
    case .failure(let error) where error.isRefusal: self = .refused("post: \(error)", said: said)
    case .failure(let error): self = .failed(.failure, "post: \(error)", said: said)
    case .cancelled: self = .cancelled
    }
  }
}
