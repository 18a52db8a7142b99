import Board
import Content
import Dispatch
import Kiosk
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
    var source: BoardSource
    var options: PanelOptions
    var cache: String?
    var desk: PanelDesk?
    var log: @Sendable (String) -> Void
    var readings: @Sendable () -> Readings
    /// What becomes of a board, of answers and of readings on the way, by the panel's number.
    var staging: @Sendable (_ panel: Int) -> Staging
    var clock: WallClock
    /// Nobody asks the kiosk any more that ran on the panel of this number; how its frames went.
    var ended: @Sendable (_ panel: Int, FrameStatistics?) -> Void
  }

  /// What is known of the board's file.
  struct Readings: Sendable {
    /// The last one without a mistake.
    var good: BoardReading
    /// The one after it, where that has some.
    var broken: BoardReading?
  }

  private struct State: Sendable {
    var spec: PanelSpec
    var kiosk: LiveKiosk?
    var mirror: PanelMirror?
    var mirrors = 0
    var glass: PanelGlass?
    var isOver = false
  }

  /// Pages that may look at it at once.
  private static let mostPages = 16

  let number: Int
  let panel: PreviewPanel
  private let studio: Studio
  private let state: Mutex<State>

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
      let shown = Mutex(0)
      kiosk.runStudied { [self] loop in
        shown.withLock { $0 = panel.follow(loop.screen, shown: $0) }
        let glass = PanelGlass(loop)
        state.withLock { $0.glass = glass }
      }
      studio.ended(number, statistics)
    }
    panel.close()
  }

  private func next() -> LiveKiosk? {
    let readings = studio.readings()
    guard let file = readings.good.board else { return nil }
    // Asks for this panel's colours: not under the lock.
    let staging = studio.staging(number)
    let board = staging.board(file)
    let kiosk = state.withLock { state -> LiveKiosk? in
      guard !state.isOver else { return nil }
      var options = studio.options
      let millimetres = state.spec.millimetres
      options.mode = DisplayMode(
        size: state.spec.size, millimetres: Millimetres(width: millimetres.width, height: millimetres.height))
      options.viewing.diagonal = state.spec.diagonal
      options.pointerIsFinger = true
      let kiosk = LiveKiosk(
        board: board, source: studio.source, options: options, clock: studio.clock,
        cacheDirectory: studio.cache, desk: studio.desk, staging: staging, log: studio.log, boardChanged: { _ in },
        mirrored: { [weak self] mirror in self?.show(mirror) })
      state.kiosk = kiosk
      return kiosk
    }
    return kiosk
  }

  /// Ends the kiosk, and begins anew with another one.
  func restart() { state.withLock { $0.kiosk }?.stop() }

  /// The clock has been set.
  func showAnew() { state.withLock { $0.kiosk }?.showAnew() }

  /// Finds what is at a share of the picture, and hands it over on a queue of the kiosk; nothing where there is nothing.
  ///
  /// - Parameter file: the lines of the board's file.
  func inspect(
    u: Double, v: Double, file: [String], _ take: @escaping @Sendable (Inspection) -> Void
  ) {
    let (kiosk, glass, spec) = state.withLock { ($0.kiosk, $0.glass, $0.spec) }
    let x = Int(clamping: (u * Double(spec.size.width)).rounded(.down))
    let y = Int(clamping: (v * Double(spec.size.height)).rounded(.down))
    guard let kiosk, let glass, let hit = glass.hit(x: x, y: y) else { return }
    let board = studio.readings().good.board
    kiosk.study { [number] model in
      let found = model.uppermostCards.first { card in hit.card.map { $0 == card.id } ?? (card.kind == .header) }
      guard let card = found else { return }
      let report = model.report
      let template = board?.template(of: card.id, page: report.page, inDetail: report.showsDetail)
      take(
        Inspection(
          panel: number, hit: hit, scale: glass.scale,
          millimetres: spec.millimetres.width / Double(max(spec.size.width, 1)),
          target: board?.viewing.isPublic == true ? 15 : 9, card: card,
          lines: template.map { Inspection.Lines(of: $0.place.mark, in: file) }, sources: report.sources))
    }
  }

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

  private func post(_ event: InputEvent) { state.withLock { $0.kiosk }?.post(event) }
  private func wake() { state.withLock { $0.kiosk }?.wake() }

  private func show(_ mirror: PanelMirror) {
    state.withLock { state in
      state.mirror = mirror
      state.mirrors += 1
    }
    panel.publish(info())
  }

  /// What a screen reader asks for; sizes and styles are the studio's business.
  private func obey(_ command: PreviewCommand) {
    let (kiosk, mirror, version) = state.withLock { ($0.kiosk, $0.mirror, $0.mirrors) }
    switch command {
    case .press(let item, let part, let wanted):
      // What was read has changed since.
      guard wanted == version, let mirror, mirror.items.indices.contains(item) else { return }
      kiosk?.press(mirror.items[item], part: part, of: mirror)
    case .answer(let isYes): kiosk?.answer(isYes)
    case .orientation, .size, .style: break
    }
  }

  private func info() -> PreviewInfo {
    let (spec, mirror, version) = state.withLock { ($0.spec, $0.mirror, $0.mirrors) }
    return Self.info(spec, mirror.map { PreviewMirror($0, version: version) }, studio.source.name)
  }

  private static func info(_ spec: PanelSpec, _ mirror: PreviewMirror?, _ title: String) -> PreviewInfo {
    PreviewInfo(title: title, size: spec.size, mirror: mirror)
  }
}
