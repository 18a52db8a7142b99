import Board
import Dispatch
import Kiosk
import Panel
import Scene
import Scratch
import Status
import StubServer
import TestSupport
import Testing

@testable import Vitrine

/// How messages come to a kiosk.
enum PushedWay: String, Sendable, CaseIterable {
  case events, lines, broker
}

/// A kiosk on a virtual panel, and a real server or broker: virtual time stands while a message is on its way over the socket, and goes
/// on when it has been handed to the content. What is on the glass is known after each vertical blank.
struct PushedKiosk: ~Copyable {
  var kiosk: VirtualKiosk
  /// Pixels of what has been on the glass, by their pixmaps, which are held so that no other is taken for them.
  private var known: [Pixmap: Int] = [:]
  private let server = StubServer()
  private let broker: Mosquitto?
  private let arrived = DispatchSemaphore(value: 0)
  private let place = TemporaryDirectory()
  /// What the server says to whoever comes.
  private let stream: StubReply
  private let words: @Sendable (Int) -> String

  /// - Parameters:
  ///   - rows: below the card that shows the number.
  ///   - count: of the messages there will be.
  ///   - words: what each of them says, by its number from 0 on; 0 is there at the beginning.
  init(
    _ way: PushedWay, mode: DisplayMode, rows: Int, count: Int,
    words: @escaping @Sendable (Int) -> String = { "{\"value\": \($0)}" }
  ) throws {
    self.words = words
    let address: String
    stream =
      way == .events
      ? .stream((0..<count).map { Array("data: \(words($0))\n\n".utf8) })
      : .stream((0..<count).map { Array("\(words($0))\n".utf8) }, type: "application/x-ndjson")
    server.on("/x", stream)
    switch way {
    case .events: (broker, address) = (nil, "{url: \"\(server.url("/x"))\", stream: events}")
    case .lines: (broker, address) = (nil, "{url: \"\(server.url("/x"))\", stream: lines}")
    case .broker:
      let broker = Mosquitto(["allow_anonymous true", "max_queued_messages 0"])
      broker.publish("x", words(0))
      (self.broker, address) = (broker, "{url: \"mqtt://127.0.0.1:\(broker.port)/x\", as: json}")
    }
    let value = way == .broker ? "x.value.value" : "x.value"
    let board = """
      board: Push
      theme: {mode: light}
      sources: {x: \(address)}
      cards:
        - number: {value: "{$\(value)}", label: Now}

      """ + (0..<rows).map { "  - row: {title: \"Row \($0)\", subtitle: Nothing changes here}\n" }.joined()
    let path = place.path + "/board.yaml"
    try writeFile(path, Array(board.utf8))
    let source = BoardSource(path: path)
    let reading = try source.read()
    let file = try #require(reading.board, "\(reading.diagnostics)")
    let arrived = arrived
    let staging = Staging(
      board: { $0 }, read: { _, _, _ in }, lost: { _ in },
      answered: { _, answer, pass in
        pass(answer)
        arrived.signal()
      })
    kiosk = VirtualKiosk(
      board: file, source: source, options: PanelOptions(mode: mode), start: 1_778_198_400, run: nil,
      staging: staging, log: { _ in })
    kiosk.play(seconds: 3)
    while arrived.wait(timeout: .now()) == .success {}
  }

  deinit { server.stop() }

  var now: Nanoseconds { Nanoseconds(seconds: kiosk.seconds) }

  /// Says the next message, and waits until it has come; false when it does not come while time stands.
  mutating func say(_ number: Int) -> Bool {
    while arrived.wait(timeout: .now()) == .success {}
    if let broker { broker.publish("x", words(number)) } else { server.release("/x") }
    // As long as a busy machine may need.
    return arrived.wait(timeout: .now() + 60) == .success
  }

  /// Has the broker say all of these at once, and does not wait until any of it has come.
  func flood(_ numbers: [Int]) { broker?.flood(numbers.map { ("x", words($0)) }) }

  /// Whether the card says this number.
  func isSaid(_ number: Int) -> Bool {
    let (cards, words) = kiosk.spoken
    return cards.contains { $0.line(words).contains("\(number)") }
  }

  /// Its way breaks after the last message there was to be said, and nobody is let in until it is mended.
  ///
  /// - Returns: false when the kiosk does not notice.
  mutating func breakDown() -> Bool {
    if let broker {
      broker.kill()
    } else {
      server.on("/x", .reply(503, "later"))
      server.release("/x")
    }
    while kiosk.status().sources.first?.isOpen == true {
      guard arrived.wait(timeout: .now() + 60) == .success else { return false }
    }
    return true
  }

  /// Whoever comes is let in again.
  func mend() {
    server.on("/x", stream)
    broker?.start()
    broker?.publish("x", words(0))
  }

  /// Lets time pass, vertical blank by vertical blank.
  ///
  /// - Parameter onFlip: told when a flip was complete, and of the pixels of each pixmap on the glass then.
  mutating func play(until end: Nanoseconds, onFlip: (Nanoseconds, Set<Int>) -> Void = { _, _ in }) {
    while now < end {
      let before = kiosk.frameCount
      let next = min(end, kiosk.loop.screen.nextVerticalBlank(after: now))
      kiosk.play(seconds: Double(next - now) / 1e9)
      // Nothing has been described since: what was described last is what has come to the glass.
      guard kiosk.frameCount > before, let flip = kiosk.loop.screen.log.last?.flipped else { continue }
      onFlip(flip, glass())
    }
  }

  /// The pixels of each pixmap that is described.
  private mutating func glass() -> Set<Int> {
    var found: Set<Int> = []
    for layer in kiosk.scene.layers where layer.opacity > 0 {
      guard case .pixmap(let pixmap, _, _) = layer.content else { continue }
      let pixels = known[pixmap] ?? Self.pixels(of: pixmap)
      known[pixmap] = pixels
      found.insert(pixels)
    }
    return found
  }

  /// A number for what it shows.
  private static func pixels(of pixmap: Pixmap) -> Int {
    var hasher = Hasher()
    for y in 0..<pixmap.size.height {
      for x in 0..<pixmap.size.width { hasher.combine(pixmap.pixel(x: x, y: y).word) }
    }
    return hasher.finalize()
  }
}
