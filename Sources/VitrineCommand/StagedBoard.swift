import Board
import Demo
import Vitrine

/// A board with everything it needs behind it: without a file the demo board and its service.
final class StagedBoard {
  let file: BoardFile
  let source: BoardSource
  let clock: WallClock
  private let service: DemoService?

  /// Friday, 8 May 2026, 17:42 UTC.
  private static let demoTime = 1_778_262_120.0

  /// - Parameters:
  ///   - path: the board file; nil is the demo board.
  ///   - isLive: the demo's service takes its realistic time and follows the clock. Otherwise it answers at once and its time stands
  ///     at a fixed moment, so that the same pictures come out on every day.
  /// - Throws: every mistake in the file, or what the machine lacks.
  init(_ path: String?, isLive: Bool) throws(UserError) {
    try Fonts.check()
    if let path {
      service = nil
      source = BoardSource(path: path)
      clock = .system()
    } else {
      let service =
        isLive
        ? try DemoService.start(delay: 0.4...1.2, clock: systemClock)
        : try DemoService.start(delay: 0...0, clock: { Self.demoTime })
      self.service = service
      source = BoardSource(path: nil, settings: ["DEMO": service.url])
      clock = isLive ? .system() : WallClock(zone: .utc) { Self.demoTime }
    }
    file = try source.load()
  }

  deinit { service?.stop() }
}

extension BoardSource {
  /// The board; what is doubtful in it is printed.
  func load() throws(UserError) -> BoardFile {
    let reading = try read()
    guard let board = reading.board else { throw UserError(reading.diagnostics) }
    for warning in reading.diagnostics { Terminal.error(warning.description) }
    return board
  }
}

extension DemoService {
  /// - Parameters:
  ///   - delay: seconds an answer takes.
  ///   - clock: seconds since 1970.
  static func start(delay: ClosedRange<Double>, clock: @escaping @Sendable () -> Double) throws(UserError)
    -> DemoService
  {
    do throws(DemoError) {
      let pictures = DemoPictures()
      return try start(seed: 7, options: Options(delay: delay, clock: clock)) { pictures.png(named: $0) }
    } catch {
      throw UserError(.machine, error.description)
    }
  }
}
