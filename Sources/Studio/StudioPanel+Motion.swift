import Board
import Kiosk
import Motion
import Numbers
import Panel
import Preview
import Refresh
import Scene
import Synchronization
import Vitrine

/// How a panel moves: slower, frame by frame, and through a pull.
extension StudioPanel {
  var recorder: PanelRecorder? { state.withLock { $0.recorder } }
  var still: Still? { state.withLock { $0.still } }
  /// The pull that is gone through.
  var film: PullFilm? {
    get { state.withLock { $0.film } }
    set { state.withLock { $0.film = newValue } }
  }

  /// Shows this until `release`.
  func hold(_ still: Still) {
    state.withLock { ($0.still, $0.isCovered) = (still, true) }
    project(still.scene)
  }

  /// Shows the kiosk again.
  func release() {
    let had = state.withLock { state in
      defer { state.still = nil }
      return state.still != nil
    }
    if had { state.withLock { $0.kiosk }?.wake() }
  }

  /// Goes on at another speed.
  func run(at rate: Double) {
    time.run(at: rate)
    release()
    state.withLock { $0.kiosk }?.wake()
  }

  /// One frame further, or back to one that is kept.
  func step(by step: Int) {
    let held = still?.frame
    // Forward of the newest frame there is none yet: the kiosk makes it.
    if held != nil || step < 0, let frame = log.frame(held ?? log.last?.number ?? 0, by: step) {
      return hold(Still(scene: frame.scene, frame: frame.number))
    }
    guard step > 0 else { return }
    release()
    time.step()
    state.withLock { $0.kiosk }?.wake()
  }

  /// Shows one of the frames that are kept.
  func show(frame number: Int) {
    guard let frame = log.frame(number) else { return }
    hold(Still(scene: frame.scene, frame: number))
  }

  /// Shows a frame of the pull that was made, or its last.
  func show(pull frame: Int) {
    guard let scenes = film?.scenes, !scenes.isEmpty else { return }
    hold(Still(scene: scenes[min(max(frame, 0), scenes.count - 1)], frame: nil))
  }

  func project(_ scene: Scene) {
    let size = scene.size
    projector.withLock { projector in
      if projector?.size != size { projector = StillProjector(mode: DisplayMode(size: size)) }
      projector?.show(scene, on: panel)
    }
  }

  /// Plays a pull that ends like this, for who wants to go through it; takes as long as a page takes to come up.
  func makeFilm(of outcome: RefreshOutcome) -> PullFilm? {
    guard let file = studio.readings().good.board else { return nil }
    let board = studio.staging(number).board(file)
    // Under a number no panel has: what its sources say is told of no panel. The file is read again as it begins.
    var staging = studio.staging(-number)
    staging.board = { _ in board }
    let film = PullFilm(
      of: board, studio.source, options: options(spec), clock: studio.clock,
      cacheDirectory: studio.cache, staging: staging, outcome: outcome)
    studio.ended(-number, nil)
    self.film = film
    return film
  }
}
