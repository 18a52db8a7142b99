public import Board

/// Decides what is on the glass: takes what happens, says what is to be done.
///
/// A value without a clock: the same events at the same times have the same effects. Whoever holds it carries them out, in their order,
/// and sees to it that `alarm` comes at `nextAlarm`.
public struct ContentModel: Sendable {
  // Many properties: what has been told, what is shown, and what is under way; each event may concern any of it.
  /// What messages call the board.
  let name: String
  var answers: SourceAnswers
  var pages = PagesOnOffer()
  var refresh: RefreshRun?
  var posts = PendingPosts()
  var controls = PendingControls()
  var typed: TypedTexts
  var notices = Notices()
  var control = ControlState()
  var colors: Theme.Colors
  /// What the first page of a board waits for, so that it does not show a part of what the disk knows for a moment.
  var initialLoad: Set<SourceID> = []
  var files = WatchedFiles()
  var alarms = Alarms()
  var narrator = Narrator()
  /// Something says what is to be said, or shows it; else nobody is offered to begin it.
  public var hasVoice = true
  /// Somebody reads the panel elsewhere, and is told what changes.
  public var isMirrored = false
  /// What he was told last.
  var announced: PanelMirror.Announcement?
  var ease: EaseState
  /// The wall clock's time at uptime 0, as it was at the last event.
  private var clockStart: ClockStart
  /// The event under way: when it happened, and what is to be done because of it.
  var turn: Turn

  struct Turn: Sendable {
    let time: Timestamp
    var effects: [ContentEffect] = []
  }

  /// - Parameters:
  ///   - name: what messages call the board.
  ///   - style: a refresh style instead of the board's.
  ///   - files: those the board was read with.
  ///   - isStanding: the panel is higher than wide.
  ///   - brakes: what the run before has left of wrong codes.
  ///   - time: decides the first colours.
  public init(
    _ board: BoardFile, name: String, style: String? = nil, files: [WatchedFile] = [], isStanding: Bool = false,
    brakes: KeypadBrakes = KeypadBrakes(), at time: Timestamp
  ) {
    self.name = name
    typed = TypedTexts(brakes, at: time.uptime)
    ease = EaseState(isStanding: isStanding)
    control.chosenStyle = style
    answers = SourceAnswers(board)
    colors = board.theme.colors(at: time.moment)
    self.files.board = files
    clockStart = ClockStart(time)
    turn = Turn(time: time)
  }

  /// The board that holds.
  public var board: BoardFile { answers.evaluator.board }

  /// What the page on show has, from top to bottom.
  public var shownCards: [Card] { pages.shown.cards }

  /// The card whose detail page is open.
  public var openedCard: CardID? { pages.detail }

  /// What lies uppermost, from top to bottom: the cards of a detail page, or else of the page on show.
  public var uppermostCards: [Card] { pages.detail == nil ? pages.shown.cards : pages.detailContent?.cards ?? [] }

  /// What the page on show is written in.
  public var shownLanguage: Language {
    board.pages.indices.contains(pages.current) ? board.pages[pages.current].language ?? board.language : board.language
  }

  /// Pictures whose proportions matter to cards that have been shown, as the board or the data names them.
  public var picturesToMeasure: Set<String> { pages.shapes.wanted }

  /// Pictures of the page on show that are fetched again and again, as the board or the data names them.
  public var renewedPictures: [String] { pages.shown.pictureTurns.keys.sorted() }

  /// When `alarm` is due, seconds of uptime; nil for never.
  public var nextAlarm: Double? { alarms.earliest }

  /// Takes what has happened.
  ///
  /// - Returns: what is to be done, in this order.
  public mutating func handle(_ event: ContentEvent, at time: Timestamp) -> [ContentEffect] {
    turn = Turn(time: time)
    followClock(event)
    let voice = (mayBeHeard, narrator.isOn)
    switch event {
    case .started: start()
    case .alarm: for name in alarms.takeDue(at: time.uptime) { fire(name) }
    case .clockSet: break
    case .answered(let id, let answer): receive(answer, from: id)
    case .glimpsed(let id, let value): glimpse(value, of: id)
    case .cacheRead(let version): loaded(Self.cache(version))
    case .boardRead(let reading, let files): receive(reading, files)
    case .boardLost(let problem): boardIsBroken([problem])
    case .fileRead(let file): receive(file)
    case .pictureArrived(let address): pictureArrived(address)
    case .measured(let generation): layOutAgain(generation)
    case .restWanted(let number): publishRest(of: number)
    case .pictureMeasured(let url, let ratio):
      if pages.shapes.take(ratio, of: url), refresh == nil { publish() }
    case .controlMade(let problems, let files, let showsAge): controlMade(problems, files, showsAge: showsAge)
    case .styleChosen(let style):
      control.chosenStyle = style
      requestControl()
    case .controlShown(let isShown):
      control.isShown = isShown
      setChangeAlarm()
    case .refreshBegan(let task): beginRefresh(task)
    case .refreshReleased(let task):
      if refresh?.task == task { refresh = nil }
      publish()
    case .tapped(let card, let detail): tap(card, inDetailOf: detail)
    case .controlled(let card, let detail, let input): control(card, inDetailOf: detail, input)
    case .questionAnswered(let isYes):
      narrator.question = nil
      answerQuestion(isYes)
    case .pageShown(let number): turn(to: number)
    case .pagesMoved: publishNeighbours()
    case .detailClosed: closeDetail()
    case .posted(let number, let ending): endPost(number, ending)
    case .said(let sentence, let seconds, let tone): say(sentence, for: seconds, tone)
    case .listened(let wish): listen(wish)
    case .stayed(let stay): self.stay(stay)
    case .recordWanted where board.keepsRecords && uptime >= notices.recordEnd:
      notices.recordEnd = uptime + RecordWords.seconds
      tell(.keepRecord)
    case .recordWanted: break
    case .recordKept(let path):
      say(RecordWords(shownLanguage.code).sentence(path), for: RecordWords.seconds, path == nil ? .bad : .info)
    }
    // Whatever has closed its page, or begun the voice.
    if !showEase(), pages.detail == Ease.symbol, voice != (mayBeHeard, narrator.isOn) {
      publishDetail(isAnimated: true)
    }
    tellChanges()
    if let brakes = typed.takeBrakes(at: uptime) { tell(.keepBrakes(brakes)) }
    defer { turn.effects = [] }
    return turn.effects
  }

  private mutating func start() {
    tell(.board(board))
    tell(.colors(colors))
    publishNight()
    watchFiles()
    load(keeping: [])
    alarms[.control] = typed.nextTurn(at: uptime)
  }

  /// Somebody has set the clock, a hand or the network, and all that follows the time is shown by the new one; what has come is as old as
  /// it was. Where it has gone forward because the machine has slept, all is older.
  private mutating func followClock(_ event: ContentEvent) {
    let now = ClockStart(turn.time)
    defer { clockStart = now }
    let (jump, step) = (now.withSleep - clockStart.withSleep, now.awake - clockStart.awake)
    follow(sleep: now.asleep - clockStart.asleep)
    var slack = SourceAnswers.clockSlack
    var isTold = false
    switch event {
    // Nothing is shown yet.
    case .started: return
    // Another event may have come between the jump and the word of it.
    case .clockSet: (slack, isTold) = (0.5, true)
    default: break
    }
    guard isTold || max(abs(jump), abs(step)) > slack else { return }
    if abs(step) > slack, answers.moveStamps(by: step) { tell(.clockSet(by: step)) }
    // No certificate holds at a wrong time, and no calendar is written out around the right one.
    if abs(step) > SourceAnswers.clockSlack {
      tell(.clockWasWrong(by: step))
      tell(.retryPictures(after: 0))
    }
    answers.evaluator.renewAll()
    publishNight()
    if refresh == nil { publish() }
  }

  /// Two clocks that are read in turn differ by a little; sleeps are longer. Seconds.
  private static let shortestSleep = 1.0

  /// What waits by uptime has waited while the machine slept, and all that came is so much older.
  private mutating func follow(sleep: Double) {
    guard sleep >= Self.shortestSleep else { return }
    answers.sleep(for: sleep)
    tell(.slept(for: sleep))
    tell(.retryPictures(after: 0))
  }

  /// When the machine was started, by a wall clock: it goes on as that does, unless somebody sets it.
  struct ClockStart: Sendable, Hashable {
    /// Seconds since 1970 UTC, had it not slept: a sleep moves it.
    var withSleep: Double
    /// The same, moved by nothing but a hand at the clock.
    var awake: Double
    /// Seconds it has slept since.
    var asleep: Double

    init(_ time: Timestamp) {
      withSleep = time.moment.time - time.uptime
      awake = withSleep - time.asleep
      asleep = time.asleep
    }
  }

  private mutating func fire(_ alarm: Alarms.Name) {
    switch alarm {
    case .initialLoad:
      initialLoad = []
      publish()
    case .news: publishNews()
    case .change: if refresh == nil { publish(isByTime: alarms[.news] == nil) } else { setChangeAlarm() }
    case .night: publishNight()
    case .sentence:
      notices.clear(at: uptime)
      alarms[.sentence] = notices.nextEnd
      publishNotice()
    case .post: endLatePosts()
    case .control: turnControls()
    case .speech: endUnheardSpeech()
    }
  }

  /// Evaluates what is visible and what lies beside it, and hands over what differs from what is shown.
  ///
  /// - Parameter isByTime: time alone has changed it: a clock's minute is there, it does not come.
  mutating func publish(isByTime: Bool = false) {
    guard initialLoad.isEmpty else { return }
    alarms[.news] = nil
    let isRecoloured = followTheme()
    let isFresh = publishOffer()
    // What comes in other colours does not come from one moment to the next.
    let isAnimated = !isByTime || isRecoloured
    if !isFresh { publishPage(pages.current, isAnimated: isAnimated) }
    publishNeighbours()
    publishDetail(isAnimated: isAnimated)
    // The first one after the first page: to shape its words and draw its parts takes as long as that page, and nobody pulls before it.
    requestControl()
    if ease.isAwaited { tell(.eased) }
    ease.isAwaited = false
    setChangeAlarm()
  }

  /// The same for what has come in; with what comes just after it, when much comes.
  mutating func publishNews() {
    // While a pull waits for its answers, the page waits with it.
    guard refresh == nil, initialLoad.isEmpty, alarms[.news] == nil else { return }
    if let later = alarms.newsAllowance.take(at: uptime) { alarms[.news] = later } else { publish() }
  }

  /// Sets the alarm for when time alone changes what is on show (a clock's minute, "5 min ago", the hours of a page or a theme) or the
  /// words of a refresh control in sight. While a pull waits for its answers, the page waits with it.
  mutating func setChangeAlarm() {
    guard initialLoad.isEmpty else { return }
    var changes = [renewAge()]
    if refresh == nil {
      changes += [
        pages.shown.nextChange, answers.evaluator.offeredPages(at: moment).nextChange,
        pages.detail == nil ? nil : pages.detailContent?.nextChange, board.theme.nextChange(after: moment),
      ]
    }
    alarms[.change] = changes.compactMap(\.self).min().map { uptime + max($0 - moment.time, 0.05) }
  }

  // MARK: The event under way

  var moment: Moment { turn.time.moment }
  var uptime: Double { turn.time.uptime }
  /// What the panel writes by itself.
  var language: Language { board.language }

  mutating func tell(_ effect: ContentEffect) { turn.effects.append(effect) }
}
