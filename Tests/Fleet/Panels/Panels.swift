import Dispatch
import Fetch
import Fleet
import Glibc
import Markup
import Numbers
import Status
import StubServer
import Synchronization
import Vitrine

/// Many panels of a fleet in one process: each fetches, decides, unpacks, looks through and goes back as a kiosk does, and tells a broker and
/// Prometheus how it stands; the glass alone is left out.
///
///     FleetPanels DIRECTORY FIRST COUNT ADDRESS KEY INTERVAL TRIAL [BROKER]
///
/// Says a line for each change: name, seconds since 1970, version, state, hash.
@main
struct Panels {
  static func main() {
    let words = CommandLine.arguments
    guard words.count >= 8, let first = Int(words[2]), let count = Int(words[3]), let key = PublicKey(words[5]),
      let interval = Double(words[6]), let trial = Double(words[7])
    else {
      print("usage: FleetPanels DIRECTORY FIRST COUNT ADDRESS KEY INTERVAL TRIAL [BROKER]")
      exit(1)
    }
    _ = signal(SIGPIPE, SIG_IGN)
    let server = StubServer()
    // Disks are waited for; a thread a panel would be too many.
    let queues = (0..<4).map { DispatchQueue(label: "panels \($0)") }
    var panels: [Panel] = []
    for number in first..<(first + count) {
      var setup = BundleKeeper.Setup(
        address: words[4], stick: nil, keys: [key], directory: "\(words[1])/\(number)", boot: "one",
        check: { BoardSource.mistakes(in: $0) }, log: { _ in })
      (setup.interval, setup.trial, setup.target) = (interval, trial, queues[number % queues.count])
      setup.name = "panel-\(number)"
      if let floor = FleetLabel("floor=\(number % 10)") { setup.labels = [floor] }
      do throws(UserError) {
        let panel = Panel(try BundleKeeper(setup), name: setup.name, server: server)
        if words.count > 8 { panel.join(words[8]) }
        panels.append(panel)
      } catch {
        print("panel \(number): \(error)")
        exit(1)
      }
    }
    say("ready \(server.port)")
    for panel in panels { panel.begin() }
    // Until whoever has started it goes.
    while readLine() != nil {}
    for panel in panels { panel.stop() }
  }

  static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    unsafe _ = write(1, bytes, bytes.count)
  }
}

/// One of them.
private final class Panel: Sendable {
  private let keeper: BundleKeeper
  private let name: String
  private let server: StubServer
  private let topics: BrokerTopics
  private let broker = Mutex<BrokerPresence?>(nil)
  private let last = Mutex("")

  init(_ keeper: BundleKeeper, name: String, server: StubServer) {
    (self.keeper, self.name, self.server) = (keeper, name, server)
    topics = BrokerTopics(base: "", name: name)
  }

  func join(_ address: String) {
    guard var setup = BrokerPresence.Setup(address) else { return }
    setup.client = name
    setup.birth = BrokerPresence.Message(topics.availability, Array("online".utf8))
    setup.will = BrokerPresence.Message(topics.availability, Array("offline".utf8))
    setup.filter = topics.commands
    let presence = BrokerPresence(setup, welcomed: {}, received: { [weak self] in self?.obey($0, $1) }, log: { _ in })
    broker.withLock { $0 = presence }
  }

  private func obey(_ topic: String, _ payload: [UInt8]) {
    guard let command = topics.command(of: topic),
      case .bundle(let address)? = try? ControlRequest(
        command: command, payload: String(decoding: payload, as: UTF8.self))
    else { return }
    keeper.look(at: address) { _ in }
  }

  func begin() {
    keeper.begin(
      BundleStage(
        reload: { [keeper] done in done(BoardSource.mistakes(in: keeper.boardPath)) },
        look: { [keeper] digest, taker in
          let source = BoardSource(path: keeper.boardPath)
          // What nobody can see before it is on the glass.
          let text = (try? source.read())?.board?.theme.scale == 3 ? "the glass stays dark" : nil
          taker(BundleTrial.Glance(isShown: text == nil && source.digest == digest, trouble: text))
        },
        note: { [weak self] in self?.tell($0) }))
  }

  func stop() {
    keeper.stop()
    broker.withLock { $0 }?.stop()
  }

  private func tell(_ bundle: PanelStatus.Bundle) {
    var status = PanelStatus(version: "test", name: name, time: Self.time(), uptime: 1000, began: 0)
    status.bundle = bundle
    status.bundle?.heard = nil
    status.bundle?.asked = 1000
    let metrics = status.metrics
    server.on("/metrics/\(name)", .reply(metrics, type: "text/plain; version=0.0.4"))
    let line = "\(bundle.version ?? 0) \(bundle.state.rawValue) \(bundle.hash ?? "-")"
    let isNew = last.withLock { last in
      defer { last = line }
      return last != line
    }
    guard isNew else { return }
    Panels.say("\(name) \(Self.time()) \(line)")
    broker.withLock { $0 }?.publish(BrokerPresence.Message(topics.state, Array(status.json.line.utf8)))
  }

  private static func time() -> Double {
    var now = timespec()
    unsafe _ = clock_gettime(CLOCK_REALTIME, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }
}
