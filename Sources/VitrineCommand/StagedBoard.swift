import Board
import Demo
import Synchronization
import Vitrine

/// A board's file with the demo's service behind it where it names that: for who reads the file himself, right or wrong.
final class StagedSource {
  let source: BoardSource
  private let service: DemoService?

  /// - Parameter path: the board file; nil is the demo board.
  /// - Throws: when there is no such file, or what the machine lacks.
  init(_ path: String?) throws(UserError) {
    try Fonts.check()
    if let problem = Fonts.environmentProblem { Terminal.error(problem) }
    guard try path.map({ path throws(UserError) in try BoardSource(path: path).usesDemoService }) ?? true else {
      (service, source) = (nil, BoardSource(path: path))
      return
    }
    var options = DemoService.Options(delay: 0.4...1.2, clock: systemClock)
    options.offset = { [zone = WallClock.system().zone] time in zone.offset(at: time) }
    if let path { options.file = { name in BoardSource(path: path).dataFile(name) } }
    let service = try DemoService.start(options)
    self.service = service
    source = BoardSource(path: path, settings: ["DEMO": service.url])
  }

  deinit { service?.stop() }
}

/// A board with everything it needs behind it. Without a file that is the demo board and its service; the service also stands behind
/// boards that name it, as `${DEMO}`, and serves what lies in `data` beside them.
final class StagedBoard {
  let file: BoardFile
  let source: BoardSource
  let clock: WallClock
  /// What the board may name besides the language itself.
  let parts: BoardParts
  /// What is shown instead of the board; nil where that is shown.
  let standIn: StandIn?
  private let service: DemoService?
  private let played = Played()

  /// Seconds of a film that have been played.
  private final class Played: Sendable {
    let seconds = Mutex(0.0)
  }

  /// Friday, 8 May 2026, 17:42 UTC.
  private static let demoTime = 1_778_262_120.0

  /// - Parameters:
  ///   - path: the board file; nil is the demo board.
  ///   - isLive: the service takes its realistic time and follows the clock. Otherwise it answers at once, and its time begins at a
  ///     fixed moment and passes as `play` says, so that the same pictures come out on every day.
  ///   - time: what the clock shows instead, as `Moment.instant` reads it; nil leaves it alone.
  ///   - warns: whether what is doubtful in the file is printed.
  /// - Throws: every mistake in the file, or what the machine lacks.
  init(_ path: String?, isLive: Bool, time: String? = nil, warns: Bool = true) throws(UserError) {
    try Fonts.check()
    if warns, let problem = Fonts.environmentProblem { Terminal.error(problem) }
    let usesService = try path.map { path throws(UserError) in try BoardSource(path: path).usesDemoService } ?? true
    let own = isLive || !usesService ? .system() : WallClock(zone: .utc) { Self.demoTime }
    let start = try time.map { text throws(UserError) in try Self.instant(text, own.now()) }
    clock = start.map { start in WallClock(zone: own.zone) { start } } ?? own
    if usesService {
      let standing: @Sendable () -> Double = { [played] in
        (start ?? Self.demoTime) + played.seconds.withLock { $0 }
      }
      var options = DemoService.Options(delay: isLive ? 0.4...1.2 : 0...0, clock: isLive ? systemClock : standing)
      options.offset = { [zone = clock.zone] time in zone.offset(at: time) }
      if let path { options.file = { name in BoardSource(path: path).dataFile(name) } }
      let service = try DemoService.start(options)
      self.service = service
      source = BoardSource(path: path, settings: ["DEMO": service.url])
    } else {
      service = nil
      source = BoardSource(path: path)
    }
    (parts, standIn) = (.builtIn, nil)
    file = try source.load(warns: warns)
  }

  /// The set-up screen, in place of a board that is not there yet.
  ///
  /// - Parameter path: of the board; nil where none is waited for.
  init(
    _ standIn: StandIn, awaiting path: String?, parts: BoardParts, language: String
  ) throws(UserError) {
    try Fonts.check()
    var source = BoardSource(path: path)
    source.isAwaited = true
    file = try source.setupScreen(language: language, parts: parts)
    standIn.begin(file)
    (self.source, self.parts, self.standIn, clock, service) = (source, parts, standIn, .system(), nil)
  }

  private static func instant(_ text: String, _ moment: Moment) throws(UserError) -> Double {
    if let time = moment.instant(text) { return time }
    throw UserError(.input, "--time: \"\(text)\" is no time; write 07:30, 2026-12-24 or 2026-12-24T18:30")
  }

  /// Lets the service's time pass: so much of a film has been played.
  func play(to seconds: Double) { played.seconds.withLock { $0 = seconds } }

  deinit { service?.stop() }
}

extension BoardSource {
  /// The board; what is doubtful in it is printed if wanted.
  func load(warns: Bool = true) throws(UserError) -> BoardFile {
    let reading = try read()
    guard let board = reading.board else { throw UserError(reading.diagnostics) }
    for warning in reading.diagnostics where warns { Terminal.error(warning.description) }
    return board
  }
}

extension DemoService {
  /// With the demo's pictures.
  static func start(_ options: Options) throws(UserError) -> DemoService {
    do throws(DemoError) {
      let pictures = DemoPictures()
      return try start(seed: 7, options: options) { pictures.png(named: $0) }
    } catch {
      throw UserError(.machine, error.description)
    }
  }
}
