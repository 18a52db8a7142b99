import CLinux
import Glibc
import Linux
import Numbers
import Scene

/// All who watch or want to: confined to the server's thread, which tells it the time.
struct Crowd {
  private let setup: EyeServer.Setup
  private let most: Int
  private var viewers: [Viewer] = []
  private var lastNumber = 0
  /// How many watch, as was told last.
  private(set) var count = 0
  /// No guess of the password is looked at before.
  private var guessesFrom = 0.0
  /// Nobody is let in before: there were no descriptors.
  private var closedUntil = 0.0
  /// Nothing is drawn for anybody before.
  private var restsUntil = 0.0
  private var lastLine = -Double.infinity

  /// Connections at once; whoever has not begun makes room for the next: those first who have said least, and of them who came first.
  private static let connections = 16
  /// Seconds between two pictures of a viewer: fifteen a second.
  private static let pace = 1.0 / 15
  /// After a picture it rests three times as long as that took: a quarter of a processor, whatever viewers ask for.
  private static let rest = 3.0
  /// Seconds for which nobody may guess after somebody has guessed wrong.
  private static let pauseAfterGuess = 2.0

  init(_ setup: EyeServer.Setup, viewers: Int) { (self.setup, most) = (setup, viewers) }

  /// Whether more are let in.
  func isOpen(at now: Double) -> Bool { now >= closedUntil }

  /// Sockets and what they are looked at for, and when something is due although nothing comes in.
  func watched(
    _ canvas: borrowing Canvas, at now: Double
  ) -> (sockets: [(socket: Int32, wanted: Int16)], deadline: Double?) {
    var sockets: [(Int32, Int16)] = []
    var deadline = closedUntil > now ? closedUntil : Double.infinity
    for viewer in viewers {
      var wanted: Int16 = viewer.isTalking ? Int16(POLLOUT) : 0
      let mayGuess = viewer.conversation.step != .response || now >= guessesFrom
      if mayGuess, viewer.isHeard { wanted |= Int16(POLLIN) }
      sockets.append((viewer.socket, wanted))
      deadline = min(deadline, viewer.deadline, viewer.hand.deadline ?? .infinity)
      if !mayGuess { deadline = min(deadline, guessesFrom) }
      if viewer.isDue(for: canvas) { deadline = min(deadline, max(viewer.updatedAt + Self.pace, restsUntil)) }
    }
    return (sockets, deadline.isFinite ? deadline : nil)
  }

  mutating func accept(from listener: Int32, at now: Double) {
    // As many as there is room for at once; the others wait in the kernel for the next turn.
    for _ in 0..<Self.connections {
      var address = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let socket = unsafe withUnsafeMutablePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe accept4(listener, $0, &length, O_CLOEXEC | O_NONBLOCK)
        }
      }
      guard socket >= 0 else {
        if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) { closedUntil = now + 1 }
        return
      }
      let descriptor = FileDescriptor(socket)
      var one: Int32 = 1
      unsafe setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
      Listener.watchPeer(of: socket)
      guard let size = setup.size() else { continue }
      if viewers.count >= Self.connections {
        // Who is about to type a password is there already: a stranger who only connects cannot turn him out.
        guard let place = placeOfLeast() else { continue }
        // Fits: it is where it was found, just above.
        viewers.remove(at: place)
      }
      lastNumber += 1
      var generator = SystemRandomNumberGenerator()
      let challenge = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let conversation = Conversation(
        size: size, name: setup.name, challenge: challenge, password: setup.password,
        refusal: EyeServer.refusal(of: size))
      viewers.append(
        Viewer(
          lastNumber, descriptor, peer: Listener.name(of: address, length), conversation: conversation, size: size,
          at: now))
    }
  }

  private func placeOfLeast() -> Int? {
    viewers.firstIndex { $0.conversation.step == .version } ?? viewers.firstIndex { $0.conversation.step == .security }
      ?? placeOfGreediest
  }

  /// Among those who have been asked for the password, one of whoever has the most of them: who comes again and again takes places from
  /// himself, and not from the one who types.
  private var placeOfGreediest: Int? {
    let waiting = viewers.filter { !$0.hasBegun }
    func places(of viewer: Viewer) -> Int { waiting.count { $0.peer == viewer.peer } }
    let most = waiting.map(places).max()
    return viewers.firstIndex { !$0.hasBegun && places(of: $0) == most }
  }

  /// Reads and writes where there is something to, and lets go of who is over.
  mutating func serve(_ ready: [Int32: Int16], at now: Double) {
    for viewer in viewers {
      // Fits: flags of 16 bits are fewer than 32.
      let flags = Int32(ready[viewer.socket] ?? 0)
      if flags & POLLOUT != 0 { viewer.write(at: now) }
      let mayGuess = viewer.conversation.step != .response || now >= guessesFrom
      if mayGuess, viewer.isHeard, flags & POLLIN != 0 {
        // What one has said who is let go meanwhile is nobody's.
        for event in viewer.hear(at: now) where viewer.isHeard || viewer.isEnding { take(event, of: viewer, at: now) }
      }
      // Only what has been asked for is looked at: a connection that broke says so by this alone.
      if flags & (POLLERR | POLLNVAL) != 0 || flags & POLLHUP != 0 && flags & POLLIN == 0 { viewer.end() }
      for event in viewer.hand.due(at: now) { setup.input(event) }
      if let event = viewer.hand.tired(at: now) { setup.input(event) }
      if viewer.deadline <= now { viewer.end() }
    }
    letGo(at: now)
  }

  private mutating func take(_ event: Conversation.Event, of viewer: Viewer, at now: Double) {
    switch event {
    case .guessed(isRight: false):
      guessesFrom = now + Self.pauseAfterGuess
      say("vnc: somebody at \(viewer.peer) has said a wrong password", at: now)
    case .began:
      if viewers.count(where: \.hasBegun) > most { viewer.end() }
    case .pointer(let buttons, let x, let y):
      guard let size = setup.size() else { return }
      for event in viewer.hand.pointer(buttons: buttons, x: x, y: y, in: size, at: now) { setup.input(event) }
    case .key(let isDown, let symbol):
      if let event = viewer.hand.key(isDown: isDown, symbol: symbol, at: now) { setup.input(event) }
    case .guessed, .refused, .format, .encodings, .wants: break
    }
  }

  private mutating func letGo(at now: Double) {
    for viewer in viewers where viewer.isOver {
      if let event = viewer.hand.cancel(at: now) { setup.input(event) }
    }
    viewers.removeAll(where: \.isOver)
    let watching = viewers.filter { $0.hasBegun && !$0.isEnding }
    guard watching.count != count else { return }
    if watching.count > count, let last = watching.last {
      say("vnc: the panel is watched from \(last.peer), by \(watching.count) altogether", at: now)
    }
    count = watching.count
    setup.watched(count)
  }

  /// Draws for those who have asked for it, one after the other.
  mutating func update(_ canvas: borrowing Canvas, clock: () -> Double) {
    // The panel has become one that nobody can be shown: who came when it was not is told so when he comes again.
    if canvas.isTooLarge { for viewer in viewers where viewer.hasBegun { viewer.end() } }
    for viewer in viewers {
      let now = clock()
      guard now >= restsUntil else { return }
      guard viewer.isDue(for: canvas), now >= viewer.updatedAt + Self.pace else { continue }
      guard viewer.update(from: canvas, at: now) else { continue }
      restsUntil = now + (clock() - now) * (1 + Self.rest)
    }
    // Nothing else may come for a long time.
    letGo(at: clock())
  }

  mutating func endAll(at now: Double) {
    for viewer in viewers { viewer.end() }
    letGo(at: now)
  }

  /// A line a second: whoever comes and goes all the time is no news.
  private mutating func say(_ line: String, at now: Double) {
    guard now >= lastLine + 1 else { return }
    lastLine = now
    setup.log(line)
  }
}
