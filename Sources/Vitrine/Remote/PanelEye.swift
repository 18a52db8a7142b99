import Dispatch
import Kiosk
import Linux
import Numbers
import Panel
import Scene
import Status
import Synchronization
package import VNC

/// Shows what is on the glass to viewers of VNC, and takes what their hands do for what is done there.
///
/// While somebody watches it looks twelve times a second whether a flip has completed, which the frame thread has counted anyway; only then
/// it asks for the layers, as the camera does, and composes what has changed in them, on a thread of its own that steps back behind all others. While nothing changes nothing
/// is composed, and while nobody watches nothing happens at all.
package final class PanelEye: Sendable {
  /// What is known of the glass, while somebody watches.
  private struct Sight {
    /// The kiosk that has been asked for its layers and has not given them yet.
    weak var asked: LiveKiosk?
    /// As they were when they were asked for last.
    weak var kiosk: LiveKiosk?
    var flips = -1
    var screen: EyeScreen?
    /// Not before then, in nanoseconds of uptime.
    var restsUntil: Nanoseconds = 0
  }

  /// What others have put down for the thread.
  private struct Inbox: Sendable {
    var isWatched = false
    /// Those who watch are not those who did.
    var isAnew = false
    var layers: Layers?
    var isOver = false
  }

  /// What a kiosk has shown.
  private struct Layers: Sendable {
    var scene: Scene
    var mode: DisplayMode
    weak var kiosk: LiveKiosk?
  }

  /// Nanoseconds between two looks: twelve pictures a second.
  private static let pace: Nanoseconds = 80_000_000
  /// After a picture it rests three times as long as that took: a quarter of a processor at most.
  private static let rest: Nanoseconds = 3

  private let desk: PanelDesk
  private let inbox = Mutex(Inbox())
  private let bell = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)
  private let server: EyeServer

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
        watched: { count in
          desk.note(viewers: count)
          relay.target?.watch(count > 0)
        }))
    relay.set(self)
    desk.note(viewers: 0)
    let told = Mutex<PixelSize?>(nil)
    desk.greet { kiosk in
      let size = kiosk.mode.viewerSize
      guard let refusal = EyeServer.refusal(of: size), told.withLock({ $0 != size }) else { return }
      told.withLock { $0 = size }
      log("--vnc: nobody can watch: \(refusal)")
    }
    DispatchQueue(label: "vitrine.eye", qos: .utility).async { [self] in
      run()
      ended.signal()
    }
  }

  /// Lets everybody go.
  package func stop() {
    server.stop()
    tell { $0.isOver = true }
    ended.wait()
  }

  private func watch(_ isWatched: Bool) {
    tell { inbox in
      inbox.isAnew = inbox.isAnew || inbox.isWatched != isWatched
      inbox.isWatched = isWatched
    }
  }

  private func tell(_ change: (inout Inbox) -> Void) {
    inbox.withLock { change(&$0) }
    bell.signal()
  }

  // MARK: The thread

  private func run() {
    // The thread is this one's until it ends.
    QuietThread.stepBack()
    var sight = Sight()
    while true {
      let news = inbox.withLock { inbox in
        defer { (inbox.isAnew, inbox.layers) = (false, nil) }
        return inbox
      }
      if news.isOver { return }
      // What was drawn for others is nobody's.
      if news.isAnew { sight = Sight() }
      guard news.isWatched else {
        bell.wait()
        continue
      }
      if let layers = news.layers { draw(layers, &sight) }
      let now = MonotonicClock.now()
      if let kiosk = desk.kiosk, now >= sight.restsUntil { ask(kiosk, &sight) }
      let pause = max(Self.pace, sight.restsUntil - now)
      _ = bell.wait(timeout: .now() + .nanoseconds(Int(clamping: pause)))
    }
  }

  private func ask(_ kiosk: LiveKiosk, _ sight: inout Sight) {
    guard sight.asked !== kiosk else { return }
    let flips = desk.gauge.glass.flips
    guard flips != sight.flips || sight.kiosk !== kiosk else { return }
    (sight.flips, sight.kiosk, sight.asked) = (flips, kiosk, kiosk)
    let mode = kiosk.mode
    // On the frame thread: hands it over.
    kiosk.send(
      .picture { [weak self, weak kiosk] scene in
        self?.tell { $0.layers = Layers(scene: scene, mode: mode, kiosk: kiosk) }
      })
  }

  private func draw(_ layers: Layers, _ sight: inout Sight) {
    guard let kiosk = layers.kiosk else { return }
    if sight.asked === kiosk { sight.asked = nil }
    guard sight.kiosk === kiosk else { return }
    let (began, mode) = (MonotonicClock.now(), layers.mode)
    let screen: EyeScreen
    if let known = sight.screen, known.mode == mode { screen = known } else { screen = EyeScreen(mode) }
    sight.screen = screen
    for part in screen.draw(layers.scene) {
      guard let picture = screen.picture(of: part) else { continue }
      server.show(picture, at: (part.x0, part.y0), of: mode.viewerSize)
    }
    let now = MonotonicClock.now()
    sight.restsUntil = now + Self.rest * (now - began)
  }
}
