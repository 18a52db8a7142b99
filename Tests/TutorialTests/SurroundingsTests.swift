import Control
import Dispatch
import Scratch
import Synchronization
import TestSupport
import Testing
import Vitrine

@testable import TutorialProgram

/// What stands around a kiosk of a program's own: records, and a socket for who asks.

private let board = """
  board: Office
  record: true
  refresh: {style: pulse}
  sources:
    counter: {url: "program:counter", every: 1h}
  cards:
    - dial: {value: "$counter.count", max: 5, label: Waiting}
    - row: {each: $counter.people, title: "{name}", tap: {call: next, with: {name: "{name}"}}}
  """

/// The office's, with a refresh control of its own.
private func parts(_ counter: Counter) -> BoardParts {
  var parts = BoardParts.office(counter)
  parts.styles = BoardParts.withPulse.styles
  return parts
}

private func options(_ parts: BoardParts, records: PanelRecords?) -> PanelOptions {
  var options = PanelOptions(mode: DisplayMode(size: PixelSize(width: 480, height: 800)), parts: parts)
  options.records = records
  return options
}

private final class Lines: Sendable {
  private let all = Mutex<[String]>([])
  func add(_ line: String) { all.withLock { $0.append(line) } }
  func has(_ words: String) -> Bool { all.withLock { $0.contains { $0.contains(words) } } }
}

/// Fingers, a card and a control of the program's: its record is played again by whoever has them, and every frame is the panel's.
@Test func aRecordOfAProgramIsPlayedAgainByIt() throws {
  let (counter, place) = (Counter(), TemporaryDirectory(isInMemory: true))
  let source = BoardSource(text: board)
  var kiosk = VirtualKiosk(
    board: try #require(try source.read(parts: parts(counter)).board), source: source,
    options: options(parts(counter), records: PanelRecords(directory: place.path)), start: 0, log: { _ in })
  kiosk.tap(Point(x: 200, y: 330))
  kiosk.pull(toRatio: 1.2)
  kiosk.release()
  kiosk.play(seconds: 6)
  let kept = kiosk.keepRecord()
  let path = try #require(kept)
  #expect(path.hasPrefix(place.path) && path.hasSuffix("-asked.vrec"))
  let replay = try RecordReplay(path, parts: parts(Counter()))
  #expect(replay.frames > 50 && replay.compared == replay.frames && replay.troubles.isEmpty, "\(replay.troubles)")
  #expect(replay.unknown.isEmpty, "\(replay.unknown)")
  // Who has not its control says so, and compares the rest.
  let stranger = try RecordReplay(path)
  #expect(stranger.compared < stranger.frames && !stranger.unknown.isEmpty)
}

@Test func aKioskWithoutRecordsSaysWhoKeepsNone() throws {
  let (lines, source) = (Lines(), BoardSource(text: board))
  let parts = parts(Counter())
  var kiosk = VirtualKiosk(
    board: try #require(try source.read(parts: parts).board), source: source, options: options(parts, records: nil),
    start: 0, log: { lines.add($0) })
  let kept = kiosk.keepRecord()
  #expect(kept == nil && lines.has("the program gave no PanelOptions.records"))
  // Three fingers hear the same.
  kiosk.schedule(
    (0..<3).map { finger in
      let place = Point(x: 100 + 100 * Double(finger), y: 600)
      return .touch(
        TouchEvent(phase: .down, contact: finger, position: place, time: kiosk.seconds + 0.1 + Double(finger) / 100))
    })
  kiosk.play(seconds: 3)
  #expect(lines.has("three fingers ask for a record: none is kept, this kiosk has no recorder"))
  kiosk = VirtualKiosk(
    board: try #require(try source.read(parts: parts).board), source: source,
    options: options(parts, records: PanelRecords(directory: nil)), start: 0, log: { lines.add($0) })
  let nowhere = kiosk.keepRecord()
  #expect(nowhere == nil && lines.has("its PanelOptions.records name no directory"))
}

/// A kiosk that runs is asked as `vitrine ctl` asks, and leaves nothing that the next one takes for a crash.
@Test func aKioskOfAProgramIsAskedBySocket() throws {
  let (counter, place) = (Counter(), TemporaryDirectory(isInMemory: true))
  let parts = parts(counter)
  let source = BoardSource(text: board)
  let lines = Lines()
  var options = options(
    parts, records: PanelRecords(directory: place.path + "/records", runtimeDirectory: place.path + "/run"))
  options.access = PanelAccess(control: place.path + "/control")
  options.access?.version = "3 of the office"
  options.access?.broker = "http://none"
  let board = try #require(try source.read(parts: parts).board)
  func makeKiosk() -> LiveKiosk {
    LiveKiosk(board: board, source: source, options: options, cacheDirectory: nil, log: { lines.add($0) })
  }
  let kiosk = makeKiosk()
  let (shows, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  DispatchQueue(label: "run").async {
    let isFirst = Mutex(true)
    kiosk.runVirtual { display in
      guard display.frameCount > 0 else { return }
      let mustTell = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      if mustTell { shows.signal() }
    }
    ended.signal()
  }
  shows.wait()
  func ask(_ verb: String) throws -> (line: String, bytes: [UInt8]) {
    let client = try ControlClient([place.path + "/control"])
    let (line, bytes) = try client.ask("{\"verb\": \"\(verb)\"}") { line in
      // How many bytes follow the line stands in it.
      let text = String(decoding: line, as: UTF8.self)
      guard let start = text.firstRange(of: "\"bytes\":") else { return 0 }
      return Int(text[start.upperBound...].drop { $0 == " " }.prefix { $0.isNumber }) ?? 0
    }
    return (String(decoding: line, as: UTF8.self), bytes)
  }
  let status = try ask("status")
  #expect(status.line.contains("3 of the office") && status.line.contains("PanelAccess.broker: that is no address"))
  #expect(lines.has("PanelAccess.broker: that is no address of a broker"))
  let picture = try ask("screenshot")
  #expect(picture.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
  let record = try ask("record")
  try writeFile(place.path + "/asked.vrec", record.bytes)
  #expect(try RecordReplay(place.path + "/asked.vrec", parts: parts).troubles.isEmpty)
  let kept = Mutex<String?>(nil)
  let isKept = DispatchSemaphore(value: 0)
  kiosk.keepRecord { path in
    kept.withLock { $0 = path }
    isKept.signal()
  }
  isKept.wait()
  let path = try #require(kept.withLock { $0 })
  #expect(path.hasPrefix(place.path + "/records/"))
  kiosk.stop()
  ended.wait()
  #expect(throws: ControlFailure.self) { _ = try ControlClient([place.path + "/control"]) }
  // It ended as it was meant to.
  withExtendedLifetime(makeKiosk()) {}
  #expect(!lines.has("-crash.vrec"))
}
