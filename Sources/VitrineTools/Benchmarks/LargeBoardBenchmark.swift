import Board
import Glibc
import Kiosk
import Motion
import Numbers
import Panel
import Scene
import Vitrine

/// A page of 5,000 records with 200 pictures whose answer of 2 MB comes anew again and again while a finger scrolls it: how long each
/// takes, how many frames it makes late, and what memory goes where.
struct LargeBoardBenchmark {
  let options: PanelOptions

  private static let records = 5_000
  private static let pictures = 200
  private static let rounds = 5

  func rows() throws(UserError) -> [Benchmarks.Row] {
    let scratch = try ScratchDirectory()
    try writePictures(to: scratch.path)
    let size = try writeAnswer(0, to: scratch.path)
    let before = Memory.resident
    var kiosk = try kiosk(scratch.path)
    var frames = 0
    var late = 0
    var slowest = 0.0
    for round in 1...Self.rounds {
      _ = try writeAnswer(round, to: scratch.path)
      let shown = kiosk.layoutGeneration
      kiosk.askFiles()
      var arrival: Double?
      let began = kiosk.seconds
      // Once is enough for any machine that is not busy with something else.
      for _ in 0..<15 where arrival == nil {
        kiosk.schedule(drag(from: kiosk.seconds))
        kiosk.race(seconds: 2, slowdown: 1) { frame in
          frames += 1
          if frame.isLate { late += 1 }
          if arrival == nil, frame.generation != shown { arrival = frame.presentation - began }
        }
      }
      guard let arrival else { throw UserError.bug("the benchmark's answer did not come within 30 s") }
      slowest = max(slowest, arrival)
    }
    let megabytes = (Double(size) / 1e5).rounded() / 10
    let name = "answer of \(megabytes) MB, 5,000 records, \(Self.rounds) times under a scrolling finger"
    var rows = [
      Benchmarks.Row(name: name + ": slowest", value: slowest * 1e3, unit: "ms"),
      Benchmarks.Row(name: "frames meanwhile", value: Double(frames), unit: ""),
      Benchmarks.Row(name: "of them later than their deadline", value: Double(late), unit: ""),
    ]
    // Past every picture once.
    for _ in 0..<60 {
      kiosk.schedule([.key(.pageDown, time: kiosk.seconds + 0.01)])
      kiosk.play(seconds: 0.5)
    }
    kiosk.settle()
    let resident = Memory.resident - before
    let (tiles, held) = (Double(kiosk.tileBytes), Double(kiosk.pictureBytes))
    let budget = Double(Kiosk.tileBudget(for: options.mode.viewerSize))
    rows += [
      Benchmarks.Row(name: "memory it takes, with 200 pictures scrolled past", value: resident / 1e6, unit: "MB"),
      Benchmarks.Row(name: "  tiles, of a budget of \(Self.rounded(budget)) MB", value: tiles / 1e6, unit: "MB"),
      Benchmarks.Row(
        name: "  pictures, of a budget of \(Self.rounded(Double(VirtualKiosk.pictureBudget))) MB", value: held / 1e6,
        unit: "MB"),
      Benchmarks.Row(
        name: "  records, cards, layouts, fonts, panel", value: (resident - tiles - held) / 1e6, unit: "MB"),
    ]
    return rows
  }

  private static func rounded(_ bytes: Double) -> Int { Int(clamping: (bytes / 1e6).rounded()) }

  private func kiosk(_ directory: String) throws(UserError) -> VirtualKiosk {
    let yaml = """
      board: Bench
      sources: {items: {url: "file://\(directory)/items.json", key: id, where: value >= 0, sort: name}}
      cards:
        - header: {title: "{$board}"}
        - row: {each: items, image: "{picture}", title: "{name}", subtitle: "{note | truncate(40)}", trail: "{value | number}", tone: {bad: value > 95}}
      """
    let source = BoardSource(path: nil)
    guard let board = source.parse(Array(yaml.utf8), parts: options.parts).board else {
      throw UserError.bug("the benchmark's board was refused")
    }
    return VirtualKiosk(board: board, source: source, options: options, start: 1_741_095_600) { _ in }
  }

  /// A finger that goes up and down for two seconds.
  private func drag(from start: Double) -> [InputEvent] {
    let size = options.mode.viewerSize
    let x = Double(size.width) / 2
    var touch = ScriptedTouch(start: start + 0.02, rate: 125)
    touch.down(Point(x: x, y: Double(size.height) * 0.8))
    for _ in 0..<2 {
      touch.move(to: Point(x: x, y: Double(size.height) * 0.3), over: 0.5)
      touch.move(to: Point(x: x, y: Double(size.height) * 0.8), over: 0.45)
    }
    touch.up()
    return touch.events
  }

  /// - Returns: bytes written.
  private func writeAnswer(_ round: Int, to directory: String) throws(UserError) -> Int {
    let note = String(repeating: "Words as services send them and nobody asked for. ", count: 7)
    let records = (0..<Self.records).map { index in
      """
      {"id": \(index), "name": "Item \(10_000 + index)", "value": \((index + round) % 97), \
      "picture": "file://\(directory)/\(index % Self.pictures).png", "note": "\(note)"}
      """
    }
    let bytes = Array(("[" + records.joined(separator: ",\n") + "]").utf8)
    try Files.write(bytes, to: directory + "/items.json")
    return bytes.count
  }

  private func writePictures(to directory: String) throws(UserError) {
    for index in 0..<Self.pictures {
      let shade = UInt32(index)
      let picture = Pixmap(size: PixelSize(width: 160, height: 160), isOpaque: true) { x, y in
        Pixel(word: 0xFF00_0000 | shade << 16 | UInt32(x) << 8 | UInt32(y))
      }
      try PictureFile.write(picture, to: "\(directory)/\(index).png")
    }
  }
}
