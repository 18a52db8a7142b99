import TestSupport
import Testing
import Vitrine

private let root = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }

/// The tutorial prints the files that are compiled and run here, letter by letter.
@Test(arguments: [("PulseStyle.swift", 0), ("PulsePanel.swift", 1)])
func theTutorialPrintsWhatRuns(file: String, place: Int) throws {
  let article = String(
    decoding: try readFile(root + "/Sources/Vitrine/Vitrine.docc/OwnRefreshControl.md"), as: UTF8.self)
  let code = String(decoding: try readFile(root + "/Tests/TutorialTests/" + file), as: UTF8.self)
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
  #expect(blocks.count == 2)
  #expect(blocks[place] == code)
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
