import Board
import Compositor
import Dispatch
import Glibc
import Motion
import Panel
import Scene
import StubServer
import Synchronization
import TestSupport
import Typesetting
import Vitrine

/// A board, a server for it, and a directory of its own; everything goes when it does.
final class Stage {
  let server = StubServer()
  let directory: String

  init() throws {
    var template = Array("/tmp/vitrine-stage-XXXXXX".utf8CString)
    guard let made = unsafe template.withUnsafeMutableBufferPointer({ unsafe mkdtemp($0.baseAddress!) }) else {
      throw StageError.noDirectory
    }
    directory = unsafe String(cString: made)
  }

  deinit {
    server.stop()
    for name in (try? names(in: directory + "/cache")) ?? [] { unsafe unlink(directory + "/cache/" + name) }
    unsafe rmdir(directory + "/cache")
    for name in (try? names(in: directory)) ?? [] { unsafe unlink(directory + "/" + name) }
    unsafe rmdir(directory)
  }

  enum StageError: Error {
    case noDirectory
    case nothingShown
    case mistakes([Diagnostic])
  }

  private func names(in directory: String) throws -> [String] {
    guard let handle = unsafe opendir(directory) else { return [] }
    defer { unsafe closedir(handle) }
    var names: [String] = []
    while let entry = unsafe readdir(handle) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

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

  /// Puts a board on a virtual panel of 480 x 320.
  func kiosk(
    _ board: String = Stage.listBoard, answers: VirtualKiosk.Answers = .atOnce, caches: Bool = false,
    orientation: Orientation = .degrees0, format: PixelFormat = .xrgb8888
  ) throws -> VirtualKiosk {
    try write(board, to: "board.yaml")
    let source = BoardSource(path: directory + "/board.yaml", settings: ["SERVER": server.url("")])
    let reading = try source.read()
    guard let file = reading.board else { throw StageError.mistakes(reading.diagnostics) }
    let viewer = PixelSize(width: 480, height: 320)
    let mode = DisplayMode(size: orientation.turn(viewer), format: format, orientation: orientation)
    return VirtualKiosk(
      board: file, source: source, options: PanelOptions(mode: mode, fonts: Stage.fonts), start: 1_778_262_120,
      answers: answers, cacheDirectory: caches ? directory + "/cache" : nil, log: { [log] in log.add($0) })
  }

  let log = Log()

  static let fonts = FontSource.pinned(
    directories: ["/usr/share/fonts/opentype/inter", "/usr/share/fonts/truetype/noto"], cache: "/tmp/vitrine-test-fonts"
  )
}

/// Lines the kiosk wrote for people.
final class Log: Sendable {
  private let lines = Mutex<[String]>([])

  private let added = DispatchSemaphore(value: 0)

  func add(_ line: String) {
    lines.withLock { $0.append(line) }
    added.signal()
  }

  /// Blocks until `count` lines hold a text; false when they do not come within half a minute.
  func waits(for text: String, count: Int = 1) -> Bool {
    while lines.withLock({ $0.filter { $0.contains(text) }.count }) < count {
      guard added.wait(timeout: .now() + 30) == .success else { return false }
    }
    return true
  }

  var all: [String] { lines.withLock { $0 } }
}

extension VirtualKiosk {
  /// What is on the glass.
  func picture() throws -> Pixmap {
    guard let picture = screenshot() else { throw Stage.StageError.nothingShown }
    return picture
  }

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
