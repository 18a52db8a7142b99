import TestSupport
import Testing

@testable import Typesetting

/// Which words below a plot stay.
@Suite struct TickChoiceTests {
  /// - Parameter pattern: `|` where a day or year begins, `.` else.
  private func kept(_ pattern: String, most: Int) -> [Int] {
    TickChoice(pattern.map { $0 == "|" }).kept { $0.count <= most }
  }

  @Test func yearsStayAndMonthsAreCountedFromThem() {
    #expect(kept("....", most: 4) == [0, 1, 2, 3])
    #expect(kept("......", most: 3) == [0, 2, 4])
    #expect(kept("..|...........|....", most: 19) == Array(0..<19))
    #expect(kept("..|...........|....", most: 8) == [2, 5, 8, 11, 14, 17])
    #expect(kept("..|...........|....", most: 2) == [2, 14])
    #expect(kept("..|...........|....", most: 1) == [2])
    #expect(kept("|.|.|", most: 2) == [0, 4])
    #expect(kept("", most: 2).isEmpty)
    // One label tells of no scale: rather two others.
    let near = TickChoice([false, true, false]).kept { zip($0, $0.dropFirst()).allSatisfy { $1 - $0 >= 2 } }
    #expect(near == [0, 2])
  }

  @Test(arguments: 0..<200)
  func keptWordsAreInOrderAndFit(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let isMain = (0..<Int.random(in: 1...60, using: &random)).map { _ in Int.random(in: 0..<8, using: &random) == 0 }
    let least = Int.random(in: 1...20, using: &random)
    let kept = TickChoice(isMain).kept { kept in zip(kept, kept.dropFirst()).allSatisfy { $1 - $0 >= least } }
    #expect(!kept.isEmpty)
    #expect(kept.allSatisfy(isMain.indices.contains))
    #expect(zip(kept, kept.dropFirst()).allSatisfy { $1 - $0 >= least })
  }
}
