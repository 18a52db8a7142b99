import Board
import Compositor
import Glibc
import Linux
import Motion
import Panel
import Scene
import Scratch
import Service
import StubServer
import Synchronization
import TestSupport
import Typesetting
import Vitrine

/// A board, a server for it, and a directory of its own; everything goes when it does.
final class Stage {
  let server = StubServer()
  private let place = TemporaryDirectory()
  var directory: String { place.path }

  deinit { server.stop() }

  enum StageError: Error {
    case nothingShown
    case mistakes([Diagnostic])
  }

  /// Names in a directory; none when there is no such directory.
  func names(in directory: String) -> [String] {
    (try? Directory.names(in: directory)) ?? []
  }

  /// Files in the cache, without those of answers before the last.
  var cached: [String] { names(in: directory + "/cache").filter { !$0.hasSuffix(".previous") } }

  /// Rows of a list that the board below shows.
  static func items(_ range: Range<Int>, note: String = "as planned") -> String {
    let rows = range.map { #"{"id": \#($0), "name": "Departure \#($0)", "note": "\#(note)", "at": "1\#($0 % 10):30"}"# }
    return #"{"items": [\#(rows.joined(separator: ", "))]}"#
  }

  /// A list over HTTP with a header.
  static let listBoard = """
    board: Station
    theme: {mode: dark, scale: 1}
    refresh: {style: compass}
    sources:
      list: {url: "${SERVER}/list.json", items: items, key: id, every: 1h}
    cards:
      - header: {title: "{$board}", subtitle: Departures}
      - row: {each: list, title: "{name}", subtitle: "{note}", trail: "{at}", tap: detail}
    detail:
      - hero: {title: "{name}", text: "{note}"}
    """

  func write(_ text: String, to name: String) throws { try writeFile(directory + "/" + name, Array(text.utf8)) }

  /// The moment virtual time begins: Friday, 8 May 2026, 17:42 UTC.
  static let start = 1_778_262_120.0

  /// Reads a board, written into the stage's directory.
  func read(_ board: String) throws -> (file: BoardFile, source: BoardSource, diagnostics: [Diagnostic]) {
    try write(board, to: "board.yaml")
    let source = BoardSource(path: directory + "/board.yaml", settings: ["SERVER": server.url("")])
    let reading = try source.read()
    guard let file = reading.board else { throw StageError.mistakes(reading.diagnostics) }
    return (file, source, reading.diagnostics)
  }

  /// Puts a board on a virtual panel.
  ///
  /// - Parameters:
  ///   - size: as the viewer sees it.
  ///   - start: the time of day at virtual time 0, seconds since 1970.
  func kiosk(
    _ board: String = Stage.listBoard, size: PixelSize = PixelSize(width: 480, height: 320),
    answers: VirtualKiosk.Answers = .atOnce, start: Double = Stage.start, caches: Bool = false,
    orientation: Orientation = .degrees0, format: PixelFormat = .xrgb8888, run: RunFile? = nil
  ) throws -> VirtualKiosk {
    let (file, source, _) = try read(board)
    let mode = DisplayMode(size: orientation.turn(size), format: format, orientation: orientation)
    return VirtualKiosk(
      board: file, source: source, options: PanelOptions(mode: mode, fonts: Stage.fonts), start: start,
      answers: answers, cacheDirectory: caches ? directory + "/cache" : nil, run: run, log: { [log] in log.add($0) })
  }

  /// Edits the board under a running kiosk, which notices.
  func edit(_ board: String, under kiosk: inout VirtualKiosk) throws {
    try write(board, to: "board.yaml")
    kiosk.lookAtFiles()
  }

  let log = Log()

  static let fonts = FontSource.pinned(
    directories: ["/usr/share/fonts/opentype/inter", "/usr/share/fonts/truetype/noto"], cache: "/tmp/vitrine-test-fonts"
  )
}

/// Lines the kiosk wrote for people.
final class Log: Sendable {
  private let lines = Mutex<[String]>([])

  func add(_ line: String) { lines.withLock { $0.append(line) } }

  var all: [String] { lines.withLock { $0 } }
}

extension VirtualKiosk {
  /// What is on the glass.
  func picture() throws -> Pixmap {
    guard let picture = screenshot() else { throw Stage.StageError.nothingShown }
    return picture
  }

  /// The colour of one pixel on the glass, `0xRRGGBB`.
  func color(x: Int, y: Int) throws -> UInt32 { try picture().pixel(x: x, y: y).word & 0xFF_FFFF }

  /// Schedules a script that begins a little later, and plays it to its end.
  ///
  /// - Parameter finger: where the script before left one down.
  mutating func play(finger: Point = .zero, _ script: (inout ScriptedTouch) -> Void, tail: Double = 0) {
    var touch = ScriptedTouch(start: seconds + 0.05, rate: 100, finger: finger)
    script(&touch)
    schedule(touch.events)
    play(seconds: touch.time - seconds + tail)
  }
}

/// Pixels that differ.
func differences(_ a: Pixmap, _ b: Pixmap) -> Int {
  guard a.size == b.size else { return .max }
  var count = 0
  for y in 0..<a.size.height {
    for x in 0..<a.size.width where a.pixel(x: x, y: y) != b.pixel(x: x, y: y) { count += 1 }
  }
  return count
}

/// All pixels of a picture, row by row.
func pixels(of picture: Pixmap) -> [UInt32] {
  (0..<picture.size.height).flatMap { y in (0..<picture.size.width).map { x in picture.pixel(x: x, y: y).word } }
}
