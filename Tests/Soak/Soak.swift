import Board
import Demo
import Glibc
import Linux
import Panel
import Scene
import Scratch
import Status
import Synchronization
import Vitrine

/// A kiosk that runs for days in virtual time, with people before it and a world behind it.
struct Soak {
  /// The board file; nil is the demo board.
  var board: String?
  var days: Int
  var size: PixelSize
  var seed: UInt64

  /// Bytes that the memory of a later day may be above that of the second.
  static let growth = 2 << 20
  /// Bytes of the cache at most: of the answers, and of what was read of them.
  static let cacheLimit = 160 << 20
  /// Sockets that a later day may have more than the second: a host has at most two connections, of which one may have been asked for
  /// since, and both ends of it are in this process.
  static let connection = 2
  /// Friday, 8 May 2026, 00:00 UTC.
  private static let start = 1_778_198_400.0
  private static let day = 86_400.0

  /// Runs it, prints a line a day, and says what was wrong; nothing when nothing was.
  func run() throws -> [String] {
    // Virtual days need not wait for a real disk with every answer.
    let place = TemporaryDirectory(isInMemory: true)
    defer { withExtendedLifetime(place) {} }
    let directory = place.path
    let now = Mutex(Self.start)
    let clock: @Sendable () -> Double = { now.withLock { $0 } }
    let data = board.map {
      $0.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    }
    let world = World(directory: (data ?? ".") + "/data", time: clock)
    var options = DemoService.Options(delay: 0...0, clock: clock)
    options.file = { name in world.file(name) { try? RegularFile.read($0, limit: 1 << 22) } }
    let pictures = DemoPictures()
    let service = try DemoService.start(seed: seed, options: options) { pictures.png(named: $0) }
    defer { service.stop() }
    let source = BoardSource(path: try copy(to: directory), settings: ["DEMO": service.url])
    guard let file = try source.read().board else { return ["the board has mistakes"] }
    var kiosk = VirtualKiosk(
      board: file, source: source, options: PanelOptions(mode: DisplayMode(size: size)), start: Self.start,
      cacheDirectory: directory + "/cache", log: { _ in })
    return try play(&kiosk, edits: source, pages: file.pages.count, cache: directory + "/cache") { seconds in
      now.withLock { $0 = Self.start + seconds }
    }
  }

  private func play(
    _ kiosk: inout VirtualKiosk, edits source: BoardSource, pages: Int, cache: String, tell: (Double) -> Void
  ) throws -> [String] {
    var passers = Passers(seed: seed, size: size)
    var complaints: [String] = []
    var second: Census?
    say("   day  memory    given  descriptors  sockets  threads  timers    cache    frames")
    for day in 1...days {
      for hour in 0..<24 {
        let end = Double(day - 1) * Self.day + Double(hour + 1) * 3600
        // Nobody comes by at night, nor in the hour before it.
        if 6..<World.lastHour ~= hour {
          let script = passers.script(start: kiosk.seconds + 600)
          kiosk.schedule(script.events)
        }
        while kiosk.seconds < end {
          kiosk.play(seconds: min(20, end - kiosk.seconds))
          tell(kiosk.seconds)
        }
      }
      try edit(source, day: day)
      kiosk.lookAtFiles()
      kiosk.play(seconds: 120)
      // Since an hour all that is fetched has been there: whatever is called a trouble now is none.
      complaints += kiosk.status().troubles.map { "day \(day): a false alarm: \($0.sentence)" }
      closeUp(&kiosk, pages: pages)
      let census = Census.take(cache: cache)
      say(
        [
          "\(day)", megabytes(census.memory), megabytes(census.given), "\(census.descriptors)", "\(census.sockets)",
          "\(census.threads)",
          "\(kiosk.alarmCount)",
          megabytes(census.cache), "\(kiosk.frameCount)",
        ].map { String(repeating: " ", count: max(0, 7 - $0.count)) + $0 }.joined(separator: "  "))
      guard let second else {
        if day == 2 { second = census }
        continue
      }
      complaints += Self.complaints(census, since: second, on: day)
    }
    return complaints
  }

  /// Leaves the kiosk as on any other evening: every page looked at to its end, the first one on show, the allocator's spare pages given
  /// back. What differs from day to day after that is what the kiosk has kept of them, and neither what somebody looked at last nor what
  /// lay free: a day's end in the middle of things differs by 3 MB either way.
  private func closeUp(_ kiosk: inout VirtualKiosk, pages: Int) {
    for number in (0..<pages).reversed() {
      kiosk.turn(toPage: number)
      kiosk.scrollWithoutMotion(toPixel: 1 << 20)
      kiosk.settle()
      kiosk.scrollWithoutMotion(toPixel: 0)
      kiosk.settle()
    }
    // Dispatch ends a thread that has had nothing to do for five seconds, and virtual days leave it none: each thread keeps some memory
    // for itself, which made 3 MB of 18 of them.
    _ = sleep(6)
    Memory.giveBack()
  }

  private func megabytes(_ bytes: Int) -> String { "\((Double(bytes) / 1e5).rounded() / 10)" }

  private static func complaints(_ census: Census, since second: Census, on day: Int) -> [String] {
    var complaints: [String] = []
    if census.memory > second.memory + growth {
      complaints.append("day \(day): \((census.memory - second.memory) / 1024) KB more than on the second day")
    }
    if census.descriptors > second.descriptors {
      complaints.append("day \(day): \(census.descriptors) descriptors, \(second.descriptors) on the second day")
    }
    if census.sockets > second.sockets + connection {
      complaints.append("day \(day): \(census.sockets) sockets, \(second.sockets) on the second day")
    }
    if census.cache > cacheLimit { complaints.append("day \(day): the cache has \(census.cache) bytes") }
    return complaints
  }

  /// Another line at its end, and every other day another accent.
  private func edit(_ source: BoardSource, day: Int) throws {
    guard let path = source.path else { return }
    let text = String(decoding: try RegularFile.read(path, limit: 1 << 22), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix("# day ") ? "# day \(day)" : line
    }
    let file = try FileDescriptor(opening: path, O_WRONLY | O_TRUNC)
    try file.writeAll(Array(lines.joined(separator: "\n").utf8))
  }

  /// The board, where it may be edited, with what lies beside it; nil for the demo board.
  private func copy(to directory: String) throws -> String? {
    guard let board else { return nil }
    let name = board.split(separator: "/").last.map(String.init) ?? board
    let text = try RegularFile.read(board, limit: 1 << 22)
    let file = try FileDescriptor(opening: directory + "/" + name, O_WRONLY | O_CREAT)
    try file.writeAll(text + Array("\n# day 0\n".utf8))
    let folder = board.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    for beside in ["data", "styles"] {
      guard let resolved = unsafe realpath((folder.isEmpty ? "." : folder) + "/" + beside, nil) else { continue }
      unsafe _ = symlink(resolved, directory + "/" + beside)
      unsafe free(resolved)
    }
    return directory + "/" + name
  }
}

/// A line for whoever looks on, at once: the C library keeps lines back from files and pipes.
func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  unsafe _ = write(STDOUT_FILENO, bytes, bytes.count)
}
