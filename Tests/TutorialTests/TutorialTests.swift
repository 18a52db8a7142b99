import TestSupport
import Testing
import Vitrine

@testable import TutorialProgram

private let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }

/// What a page prints belongs to a package of a program and its tests, two targets: so it is compiled here, program and tests apart.
@Test(arguments: [
  ("OwnRefreshControl", ["PulseStyle", "PulsePanel"], ["PulseTests"]),
  ("PortingARefreshControl", ["ColorDots"], []),
  ("OwnCard", ["DialCard"], []),
  ("OwnKiosk", ["Counter", "OfficeKiosk"], ["OfficeTests"]),
  ("Recording", ["PulseRecord"], []),
])
func theTutorialPrintsWhatRuns(article name: String, program: [String], tests: [String]) throws {
  // The program's last files stand behind its tests.
  let rest = name == "OwnKiosk" ? ["OfficePanel", "main"] : []
  let printed = try blocks(of: name, "swift")
  let files =
    program.map { "TutorialProgram/\($0)" } + tests.map { "TutorialTests/\($0)" } + rest.map { "TutorialProgram/\($0)" }
  #expect(printed.count == files.count)
  for (block, file) in zip(printed, files) {
    let text = String(decoding: try readFile(root + "/Tests/\(file).swift"), as: UTF8.self)
    // The page's program is called as its manifest calls it.
    #expect(block == text.replacing("@testable import TutorialProgram", with: "@testable import office"))
  }
}

/// The program of the page shows the board of the page.
@Test func theTutorialsBoardIsOneOfItsProgram() throws {
  let boards = try blocks(of: "OwnKiosk", "yaml")
  #expect(boards.count == 1)
  for board in boards {
    let reading = try BoardSource(text: board).read(parts: .office(Counter()))
    #expect(reading.board != nil && reading.diagnostics.isEmpty, "\(reading.diagnostics.map(\.description))")
  }
}

/// What stands between fences of this kind.
private func blocks(of article: String, _ kind: String) throws -> [String] {
  let page = String(decoding: try readFile(root + "/Sources/Vitrine/Vitrine.docc/\(article).md"), as: UTF8.self)
  var blocks: [String] = []
  var isInside = false
  for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
    if line == "```" + kind {
      blocks.append("")
      isInside = true
    } else if line == "```" {
      isInside = false
    } else if isInside {
      blocks[blocks.count - 1] += line + "\n"
    }
  }
  return blocks
}

/// The ported control refreshes: its task starts with the finger still down, and its dots pass their colours on.
@Test func thePortedControlRefreshes() throws {
  let path = "/tmp/vitrine-tutorial-dots.yaml"
  try writeFile(path, Array("board: Dots\nrefresh: {style: dots}\ncards:\n  - row: {title: A row}\n".utf8))
  var styles = RefreshStyles.builtIn
  styles.register("dots", "Four dots.") { ColorDots(words: $0.words) }
  let source = BoardSource(path: path)
  let board = try #require(try source.read(parts: BoardParts(styles: styles)).board)
  let mode = DisplayMode(size: PixelSize(width: 480, height: 800))
  var kiosk = VirtualKiosk(
    board: board, source: source, options: PanelOptions(mode: mode, scale: 1, parts: BoardParts(styles: styles)),
    start: 0,
    answers: .scripted(.success, after: 1)
  ) { print($0) }
  let start = kiosk.seconds
  kiosk.schedule(kiosk.pullGesture(toRatio: 0.6, start: start))
  kiosk.play(seconds: 0.8)
  let pulled = try dots(on: kiosk)
  #expect(pulled.prefix(2) == [0x4285F4, 0xEA4335] && pulled[3] == 0)
  kiosk.schedule(kiosk.pullGesture(toRatio: 1.1, start: kiosk.seconds))
  kiosk.play(seconds: 0.65)
  #expect(kiosk.refreshPhase.task == 1, "the finger still holds the list")
  let first = try dots(on: kiosk)
  #expect(Set(first) == [0x4285F4, 0xEA4335, 0xFBBC05, 0x34A853])
  kiosk.play(seconds: 0.2)
  let later = try dots(on: kiosk)
  #expect(later == Array(first[1...] + first[..<1]))
  kiosk.play(seconds: 1)
  let ended = try dots(on: kiosk)
  #expect(ended == [0, 0, 0, 0] && kiosk.refreshPhase.outcome == .success)
}

/// The colours of the four dots, from left to right; 0 where there is none.
private func dots(on kiosk: borrowing VirtualKiosk) throws -> [UInt32] {
  let shown = kiosk.screenshot()
  let picture = try #require(shown)
  return [204, 228, 252, 276].map { x in
    let colors = (0..<140).map { picture.pixel(x: x, y: $0).word & 0xFF_FFFF }
    return [0x4285F4, 0xEA4335, 0xFBBC05, 0x34A853].first { colors.contains($0) } ?? 0
  }
}

@Test func aBoardNamesTheStyleOfTheTutorial() throws {
  let path = "/tmp/vitrine-tutorial-board.yaml"
  try writeFile(
    path,
    Array(
      """
      board: Tutorial
      refresh: {style: pulse, color: teal}
      cards:
        - row: {title: A row}
      """.utf8))
  var kiosk = try pulsePanel(board: path)
  kiosk.pull(toRatio: 0.8)
  let pulled = kiosk.screenshot()
  #expect(try tealPixels(in: #require(pulled)) > 20)
  // Another one: on the first a finger still holds the list.
  kiosk = try pulsePanel(board: path)
  kiosk.beginRefresh()
  kiosk.play(seconds: 1.3)
  let refreshing = kiosk.screenshot()
  #expect(try tealPixels(in: #require(refreshing)) > 0)
  kiosk.endRefresh(with: .failure)
  kiosk.play(seconds: 1)
  let failed = kiosk.screenshot()
  #expect(try tealPixels(in: #require(failed)) == 0)
  kiosk.play(seconds: 5)
  #expect(kiosk.refreshPhase == .idle)
}

/// Pixels whose colour is a shade of teal, near the top.
private func tealPixels(in picture: Pixmap) -> Int {
  var count = 0
  for y in 0..<120 {
    for x in 0..<picture.size.width {
      let word = picture.pixel(x: x, y: y).word
      let (red, green, blue) = (Int(word >> 16 & 255), Int(word >> 8 & 255), Int(word & 255))
      if green - red > 40, blue - red > 40, abs(green - blue) < 20 { count += 1 }
    }
  }
  return count
}
