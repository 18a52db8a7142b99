import TestSupport
import Testing
import Vitrine

private let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }

/// The tutorial prints the files that are compiled and run here, letter by letter.
@Test(arguments: [
  ("OwnRefreshControl", ["PulseStyle.swift", "PulsePanel.swift", "PulseTests.swift"]),
  ("PortingARefreshControl", ["ColorDots.swift"]),
  ("OwnCard", ["DialCard.swift"]),
  ("OwnKiosk", ["Counter.swift", "OfficeKiosk.swift", "OfficeTests.swift", "../TutorialProgram/main.swift"]),
  ("Recording", ["PulseRecord.swift"]),
])
func theTutorialPrintsWhatRuns(article name: String, files: [String]) throws {
  let article = String(decoding: try readFile(root + "/Sources/Vitrine/Vitrine.docc/\(name).md"), as: UTF8.self)
  var blocks: [String] = []
  var isInside = false
  for line in article.split(separator: "\n", omittingEmptySubsequences: false) {
    if line == "```swift" {
      blocks.append("")
      isInside = true
    } else if line == "```" {
      isInside = false
    } else if isInside {
      blocks[blocks.count - 1] += line + "\n"
    }
  }
  #expect(blocks.count == files.count)
  for (block, file) in zip(blocks, files) {
    #expect(block == String(decoding: try readFile(root + "/Tests/TutorialTests/" + file), as: UTF8.self))
  }
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
