import Compositor
import Dispatch
import Images
import Kiosk
import Linux
import Panel
import Scene
import Synchronization

/// Pictures of what is on the glass, without a look at the panel's memory: the frame thread hands over the layers it showed last, and they
/// are composed anew, on another thread, as the panel got them.
///
/// At most a few are made a second, however many ask: who asks meanwhile is given the same.
final class PanelCamera: Sendable {
  /// A PNG; nil when nothing is on the glass.
  typealias Taker = @Sendable ([UInt8]?) -> Void

  private struct State {
    var takers: [Taker] = []
    /// The kiosk that has been asked for the layers and has not given them yet.
    var asked: ObjectIdentifier?
    /// Counts the pictures taken, so that one that is late is nobody's.
    var number = 0
    var isTaking = false
    var last: (png: [UInt8], time: Nanoseconds)?
  }

  /// How many pictures have been begun.
  var taken: Int { state.withLock { $0.number } }

  /// How long a picture is given again.
  static let pause: Nanoseconds = 400_000_000
  /// How long nothing may be on the glass.
  private static let patience = DispatchTimeInterval.seconds(3)

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "vitrine.camera", qos: .utility)

  /// Hands a picture to `taker`, on a queue of its own, at once or within seconds.
  func take(of kiosk: LiveKiosk, _ taker: @escaping Taker) {
    let now = MonotonicClock.now()
    let (known, mustBegin, mustAsk, number) = state.withLock { state -> ([UInt8]?, Bool, Bool, Int) in
      if let last = state.last, now - last.time < Self.pause { return (last.png, false, false, 0) }
      state.takers.append(taker)
      guard !state.isTaking else { return (nil, false, false, 0) }
      state.isTaking = true
      state.number += 1
      let mustAsk = state.asked != ObjectIdentifier(kiosk)
      state.asked = ObjectIdentifier(kiosk)
      return (nil, true, mustAsk, state.number)
    }
    if let known { return queue.async { taker(known) } }
    guard mustBegin else { return }
    if mustAsk {
      let mode = kiosk.mode
      // What is a burst of work steps back behind all else: the kernel's own threads, which show frames, are ordinary ones, and have come
      // a blank late on a single processor that made a hundred pictures a second (`Tests/PanelVM`).
      kiosk.send(
        .picture { [self] scene in
          queue.async { QuietThread.run(named: "vitrine-camera") { [self] in develop(scene, mode) } }
        })
    }
    queue.asyncAfter(deadline: .now() + Self.patience) { [self] in giveUp(number) }
  }

  /// What was asked of a kiosk that has ended never comes.
  func forget() {
    state.withLock { state in
      state.asked = nil
      state.last = nil
    }
  }

  private func develop(_ scene: Scene, _ mode: DisplayMode) {
    let png = Self.picture(of: scene, mode).map { PNG.encode($0) }
    let takers = state.withLock { state in
      state.asked = nil
      state.isTaking = false
      if let png { state.last = (png, MonotonicClock.now()) }
      defer { state.takers = [] }
      return state.takers
    }
    for taker in takers { taker(png) }
  }

  private func giveUp(_ number: Int) {
    let takers = state.withLock { state -> [Taker] in
      guard state.number == number, state.isTaking else { return [] }
      state.isTaking = false
      defer { state.takers = [] }
      return state.takers
    }
    for taker in takers { taker(nil) }
  }

  /// What a panel of this mode shows of a scene, upright: to the bit, dither and turns among it.
  static func picture(of scene: Scene, _ mode: DisplayMode) -> Pixmap? {
    var screen = VirtualDisplay(mode: mode, buffers: 2, logLimit: 1, rows: .even)
    var compositor = Compositor(size: mode.size, format: mode.format, orientation: mode.orientation)
    _ = screen.present { surface, age in compositor.draw(scene, into: surface, age: age) }
    screen.advance(to: 2 * mode.period)
    return screen.screenshot()
  }
}
