import Board
import Content
import Dispatch
import Kiosk
import Markup
import Motion
import Numbers
import Panel
import Preview
import Scene
import Synchronization
import Vitrine

/// One panel of a studio: a kiosk, and where pages see it. A new kiosk follows when the panel has another size.
final class StudioPanel: Sendable {
  /// What all panels of a studio share.
  struct Studio: Sendable {
    // Many properties: what a panel is given, and ways to tell what has become of it.
    var source: BoardSource
    var options: PanelOptions
    var cache: String?
    var desk: PanelDesk?
    var log: @Sendable (String) -> Void
    var readings: @Sendable () -> Readings
    /// What becomes of a board, of answers and of readings on the way, by the panel's number.
    var staging: @Sendable (_ panel: Int) -> Staging
    var clock: WallClock
    /// Makes what keeps the last minutes of a panel; nil where nothing is kept.
    var recorder: @Sendable () -> PanelRecorder?
    /// There are frames to be told of.
    var moved: @Sendable (_ panel: Int) -> Void
    /// Does something soon, on the studio's queue.
    var later: @Sendable (@escaping @Sendable () -> Void) -> Void
    /// What a save has changed on the panel of this number.
    var saved: @Sendable (_ panel: Int, [JSON.Member]) -> Void
    /// Nobody asks the kiosk any more that ran on the panel of this number; how its frames went.
    var ended: @Sendable (_ panel: Int, FrameStatistics?) -> Void
  }

  /// What is known of the board's file.
  struct Readings: Sendable {
    /// The last one without a mistake.
    var good: BoardReading
    /// The one after it, where that has some.
    var broken: BoardReading?
    /// No file has been right yet: what is shown says so, and no file says that.
    var isStandIn = false
  }

  struct State: Sendable {
    // Many properties: one lock for the kiosk, what it shows and who looks at it.
    var spec: PanelSpec
    var kiosk: LiveKiosk?
    var mirrors = MirrorHistory()
    var glass: PanelGlass?
    var recorder: PanelRecorder?
    var film: PullFilm?
    /// What is shown in place of the kiosk.
    var still: Still?
    /// The kiosk's picture has to be shown again, though it is none that is new: something else was there.
    var isCovered = false
    /// Of the file that is shown, once one is; saves of it, and the last one while it is looked at.
    var digest: String?
    var saves = 0
    var save: SaveWatch?
    /// What comes is a finger on another panel.
    var isFollowing = false
    var isOver = false
  }

  /// A picture that stays while the kiosk may go on.
  struct Still: Sendable {
    var scene: Scene
    /// Of the frames that are kept; nil for one of a pull's.
    var frame: Int?
  }

  /// Pages that may look at it at once.
  private static let mostPages = 16

  let number: Int
  let panel: PreviewPanel
  let studio: Studio
  let state: Mutex<State>
  /// How fast it moves.
  let time = PanelTime()
  /// How it has moved.
  let log = FrameLog()
  let projector = Mutex<StillProjector?>(nil)

  init(_ number: Int, _ spec: PanelSpec, of studio: Studio) {
    self.number = number
    self.studio = studio
    state = Mutex(State(spec: spec))
    let relay = Relay<StudioPanel>()
    panel = PreviewPanel(
      info: Self.info(spec, nil, studio.source.name), maximumViewers: Self.mostPages,
      onInput: { relay.target?.post($0) }, onCommand: { relay.target?.obey($0) }, onArrival: { relay.target?.wake() })
    relay.set(self)
  }

  var spec: PanelSpec { state.withLock { $0.spec } }

  /// Shows kiosks until `stop`; blocks the caller.
  func run() {
    while let kiosk = next() {
      panel.publish(info())
      log.begin()
      let shown = Mutex(0)
      kiosk.runStudied { [self] loop, began in
        let glass = PanelGlass(loop)
        let (hasStill, isUncovered, isToCompare) = state.withLock { state in
          state.glass = glass
          let isUncovered = state.still == nil && state.isCovered
          if isUncovered { state.isCovered = false }
          return (state.still != nil, isUncovered, noteSave(&state))
        }
        if isToCompare { studio.later { [self] in compare() } }
        // What comes meanwhile is shown when the still has gone.
        shown.withLock { $0 = hasStill ? -1 : panel.follow(loop.screen, shown: isUncovered ? -1 : $0) }
        if log.note(loop, began: began, now: MonotonicClock.now()) { studio.moved(number) }
      }
      studio.ended(number, statistics)
    }
    panel.close()
  }

  private func next() -> LiveKiosk? {
    let readings = studio.readings()
    guard let file = readings.good.board else { return nil }
    // Asks for this panel's colours: not under the lock.
    var staging = studio.staging(number)
    staging.time = time
    staging.sends = { [weak self] in self?.state.withLock { !$0.isFollowing } ?? true }
    let board = staging.board(file)
    let kiosk = state.withLock { state -> LiveKiosk? in
      guard !state.isOver else { return nil }
      var options = options(state.spec)
      options.recorder = studio.recorder()
      state.recorder = options.recorder
      (state.film, state.still) = (nil, nil)
      (state.digest, state.save) = (readings.good.digest, nil)
      let kiosk = LiveKiosk(
        board: board, source: studio.source, options: options, clock: studio.clock,
        cacheDirectory: studio.cache, desk: studio.desk, staging: staging, log: studio.log, boardChanged: { _ in },
        mirrored: { [weak self] mirror in self?.show(mirror) })
      state.kiosk = kiosk
      return kiosk
    }
    return kiosk
  }

  /// How a panel of this kind is driven.
  func options(_ spec: PanelSpec) -> PanelOptions {
    var options = studio.options
    let millimetres = spec.millimetres
    options.mode = DisplayMode(
      size: spec.size, millimetres: Millimetres(width: millimetres.width, height: millimetres.height))
    options.viewing.diagonal = spec.diagonal
    options.pointerIsFinger = true
    return options
  }

  /// Ends the kiosk, and begins anew with another one.
  func restart() { state.withLock { $0.kiosk }?.stop() }

  /// The clock has been set.
  func showAnew() { state.withLock { $0.kiosk }?.showAnew() }

  /// A card on the glass, and what it was made from.
  struct Found: Sendable {
    var hit: PanelGlass.Hit
    /// Pixels per dp.
    var scale: Double
    var card: Card
    /// Nil for what no file says.
    var template: CardTemplate?
    var report: KioskReport
    /// The card whose detail page it is on.
    var opened: CardID?
  }

  /// Finds what is at a share of the picture, and hands it over on a queue of the kiosk, or at once that there is nothing.
  func find(_ spot: StudioSpot, _ take: @escaping @Sendable (Found?) -> Void) {
    let (kiosk, glass, spec) = state.withLock { ($0.kiosk, $0.glass, $0.spec) }
    let x = Int(clamping: (spot.u * Double(spec.size.width)).rounded(.down))
    let y = Int(clamping: (spot.v * Double(spec.size.height)).rounded(.down))
    guard let kiosk, let glass, let hit = spot.takesNearest ? glass.nearest(x: x, y: y) : glass.hit(x: x, y: y) else {
      return take(nil)
    }
    let readings = studio.readings()
    let board = readings.isStandIn ? nil : readings.good.board
    kiosk.study { model in
      let found = model.uppermostCards.first { card in hit.card.map { $0 == card.id } ?? (card.kind == .header) }
      guard let card = found else { return take(nil) }
      let report = model.report
      let template = board?.template(of: card.id, page: report.page, inDetail: report.showsDetail)
      take(
        Found(hit: hit, scale: glass.scale, card: card, template: template, report: report, opened: model.openedCard))
    }
  }

  /// The same, as it is told.
  ///
  /// - Parameter file: the board's, as it is on show.
  func inspect(
    _ spot: StudioSpot, file: BoardText, _ take: @escaping @Sendable (Inspection?) -> Void
  ) {
    let spec = spec
    let board = studio.readings().good.board
    find(spot) { [number] found in
      guard let found else { return take(nil) }
      let origins = board?.origins(of: found.card.id, page: found.report.page, opened: found.opened) ?? []
      take(
        Inspection(
          panel: number, hit: found.hit, scale: found.scale,
          millimetres: spec.millimetres.width / Double(max(spec.size.width, 1)),
          target: board?.viewing.isPublic == true ? 15 : 9, card: found.card,
          lines: found.template.map { file.lines(ofCardAt: $0.place.mark) },
          sources: found.report.sources.filter { origins.contains($0.name) }))
    }
  }

  /// Pixels per dp; nil before the first frame.
  var scale: Double? { state.withLock { $0.glass?.scale } }

  /// How its frames went; nil before the first.
  var statistics: FrameStatistics? { state.withLock { $0.glass?.statistics } }

  /// Shows the board anew, as its file says and the studio has it.
  func restage() {
    let readings = studio.readings()
    let kiosk = state.withLock { $0.kiosk }
    kiosk?.restage(readings.good)
    if let broken = readings.broken { kiosk?.restage(broken) }
  }

  func change(to spec: PanelSpec) {
    let (kiosk, isOther) = state.withLock { state -> (LiveKiosk?, Bool) in
      let isOther = state.spec.size != spec.size || state.spec.diagonal != spec.diagonal
      state.spec = spec
      return (state.kiosk, isOther)
    }
    panel.publish(info())
    if isOther { kiosk?.stop() } else { restage() }
  }

  func stop() {
    let kiosk = state.withLock { state in
      state.isOver = true
      return state.kiosk
    }
    kiosk?.stop()
  }

  private func post(_ event: InputEvent) {
    release()
    state.withLock { $0.kiosk }?.post(event)
  }

  /// Another page looks.
  private func wake() {
    if let still = state.withLock({ $0.still }) { studio.later { [self] in project(still.scene) } }
    state.withLock { $0.kiosk }?.wake()
  }

  private func show(_ mirror: PanelMirror) {
    state.withLock { $0.mirrors.show(mirror) }
    panel.publish(info())
  }

  /// What a screen reader asks for; sizes and styles are the studio's business.
  private func obey(_ command: PreviewCommand) {
    let (kiosk, mirrors) = state.withLock { state in
      // A screen reader reads one panel.
      if case .follow(let follows) = command { state.isFollowing = follows } else { state.isFollowing = false }
      return (state.kiosk, state.mirrors)
    }
    switch command {
    // What was read may have changed since.
    case .press(let item, let part, let version):
      guard let mirror = mirrors.latest, let item = mirrors.item(item, of: version) else { return }
      kiosk?.press(item, part: part, of: mirror)
    case .slide(let item, let share, let version):
      guard let mirror = mirrors.latest, let item = mirrors.item(item, of: version) else { return }
      kiosk?.slide(item, to: share, of: mirror)
    case .answer(let isYes): kiosk?.answer(isYes)
    case .orientation, .size, .style, .follow: break
    }
  }

  private func info() -> PreviewInfo {
    let (spec, mirrors) = state.withLock { ($0.spec, $0.mirrors) }
    return Self.info(
      spec, mirrors.latest.map { PreviewMirror($0, version: mirrors.version) }, studio.source.name)
  }

  private static func info(_ spec: PanelSpec, _ mirror: PreviewMirror?, _ title: String) -> PreviewInfo {
    PreviewInfo(title: title, size: spec.size, mirror: mirror)
  }
}
