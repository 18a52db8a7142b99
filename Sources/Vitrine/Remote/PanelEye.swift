import Compositor
import Dispatch
import Kiosk
import Numbers
import Panel
import Scene
import Status
import Synchronization
package import VNC

/// Shows what is on the glass to viewers of VNC, and takes what their hands do for what is done there.
///
/// While somebody watches it looks twelve times a second whether a flip has completed, which the frame thread has counted anyway; only then
/// it asks for the layers, as the camera does, and composes what has changed in them, on a queue of its own. While nothing changes nothing
/// is composed, and while nobody watches nothing happens at all.
package final class PanelEye: Sendable {
  /// What is known of the glass: confined to the queue.
  private final class Sight {
    var isWatched = false
    /// The kiosk that has been asked for its layers and has not given them yet.
    weak var asked: LiveKiosk?
    /// As they were when they were asked for last.
    weak var kiosk: LiveKiosk?
    var flips = -1
    var screen: Screen?
    /// Not before then, in nanoseconds of uptime.
    var restsUntil: Nanoseconds = 0
  }

  /// A panel in memory on which only what has changed is drawn.
  private final class Screen {
    let mode: DisplayMode
    var display: VirtualDisplay
    var compositor: Compositor

    init(_ mode: DisplayMode) {
      self.mode = mode
      display = VirtualDisplay(mode: mode, buffers: 2, logLimit: 1, rows: .even)
      compositor = Compositor(size: mode.size, format: mode.format, orientation: mode.orientation, buffers: 2)
    }

    /// Draws a scene.
    ///
    /// - Returns: where it differs from the one before, in viewer pixels.
    func draw(_ scene: Scene) -> [PixelRect] {
      var damage = Region()
      _ = display.present { surface, age in
        damage = compositor.draw(scene, into: surface, age: age)
        return damage
      }
      display.advance(to: display.clock + 2 * mode.period)
      return damage.rects.map { mode.orientation.toViewer($0, panel: mode.size) }
    }
  }

  /// Nanoseconds between two looks: twelve pictures a second.
  private static let pace: Nanoseconds = 80_000_000
  /// After a picture it rests three times as long as that took: a quarter of a processor at most.
  private static let rest: Nanoseconds = 3

  private let desk: PanelDesk
  private let queue = DispatchQueue(label: "vitrine.eye", qos: .utility)
  private let sight = Confined(Sight())
  private let server: EyeServer

  /// What is used on the queue alone.
  private struct Confined: @unchecked Sendable {
    // @unchecked: whoever asks for it is on the queue.
    let value: Sight

    init(_ value: Sight) { self.value = value }
  }

  /// Listens.
  ///
  /// - Parameters:
  ///   - port: 0 lets the kernel choose.
  ///   - password: nil lets everybody in who can reach it.
  ///   - log: takes lines for people.
  /// - Throws: when the address or port cannot be had.
  package init(
    host: String, port: Int, password: String?, _ desk: PanelDesk, log: @escaping @Sendable (String) -> Void
  ) throws(EyeFailure) {
    self.desk = desk
    let relay = Relay<PanelEye>()
    server = try EyeServer(
      EyeServer.Setup(
        host: host, port: port, name: "Vitrine", password: password, log: log,
        size: { desk.kiosk?.mode.viewerSize }, input: { desk.kiosk?.post($0) },
        watched: { relay.target?.watch($0 > 0) }))
    relay.set(self)
  }

  /// Lets everybody go.
  package func stop() { server.stop() }

  private func watch(_ isWatched: Bool) {
    queue.async { [self] in
      let sight = sight.value
      guard sight.isWatched != isWatched else { return }
      sight.isWatched = isWatched
      // What was drawn for others is nobody's.
      (sight.screen, sight.flips) = (nil, -1)
      if isWatched { look() }
    }
  }

  // MARK: On the queue

  private func look() {
    let sight = sight.value
    guard sight.isWatched else { return }
    let now = MonotonicClock.now()
    if let kiosk = desk.kiosk, now >= sight.restsUntil { ask(kiosk) }
    queue.asyncAfter(deadline: .now() + .nanoseconds(Int(clamping: max(Self.pace, sight.restsUntil - now)))) {
      [weak self] in self?.look()
    }
  }

  private func ask(_ kiosk: LiveKiosk) {
    let sight = sight.value
    guard sight.asked !== kiosk else { return }
    let flips = desk.gauge.glass.flips
    guard flips != sight.flips || sight.kiosk !== kiosk else { return }
    (sight.flips, sight.kiosk, sight.asked) = (flips, kiosk, kiosk)
    let mode = kiosk.mode
    kiosk.send(.picture { [weak self, weak kiosk] scene in self?.take(scene, mode, of: kiosk) })
  }

  /// On the frame thread: hands it over.
  private func take(_ scene: Scene, _ mode: DisplayMode, of kiosk: LiveKiosk?) {
    queue.async { [self] in draw(scene, mode, of: kiosk) }
  }

  private func draw(_ scene: Scene, _ mode: DisplayMode, of kiosk: LiveKiosk?) {
    let sight = sight.value
    guard let kiosk else { return }
    if sight.asked === kiosk { sight.asked = nil }
    guard sight.isWatched, sight.kiosk === kiosk else { return }
    let began = MonotonicClock.now()
    let screen: Screen
    if let known = sight.screen, known.mode == mode { screen = known } else { screen = Screen(mode) }
    sight.screen = screen
    for part in screen.draw(scene) {
      guard let picture = screen.display.screenshot(of: part) else { continue }
      server.show(picture, at: (part.x0, part.y0), of: mode.viewerSize)
    }
    let now = MonotonicClock.now()
    sight.restsUntil = now + Self.rest * (now - began)
  }
}
