import Content
import Testing

@testable import Board

/// What comes of three fingers that rest, behind the frame thread.
@Suite struct RecordTests {
  private func started(_ more: String) throws -> Driver {
    var driver = Driver(try board("board: Doors\n\(more)\ncards: [{text: {text: Hello}}]"))
    driver.take(.started)
    return driver
  }

  private func notice(_ effects: [ContentEffect]) -> String? {
    for case .notice(let sentence?, _, isMark: false) in effects { return sentence }
    return nil
  }

  @Test func onlyWhereTheBoardAllowsIt() throws {
    for (more, isAllowed) in [("", false), ("record: false", false), ("record: true", true)] {
      var driver = try started(more)
      #expect(driver.take(.recordWanted).contains(.keepRecord) == isAllowed, "\(more)")
    }
    #expect(read("board: x\nrecord: perhaps\ncards: [{text: {text: Hello}}]").board == nil)
  }

  @Test func thePanelSaysWhereItIsForAWhile() throws {
    var driver = try started("record: true")
    #expect(notice(driver.take(.recordKept(path: "/var/r/1-fingers.vrec"))) == "Record kept: /var/r/1-fingers.vrec")
    #expect(driver.pass(29).allSatisfy { $0 != .notice(nil) })
    #expect(driver.pass(2).contains { if case .notice(nil, _, _) = $0 { true } else { false } })
    #expect(notice(driver.take(.recordKept(path: nil)))?.hasPrefix("No record") == true)
  }

  /// Whoever holds his fingers there again and again writes no file each time.
  @Test func oneIsEnoughForAWhile() throws {
    var driver = try started("record: true")
    #expect(driver.take(.recordWanted).contains(.keepRecord))
    for _ in 0..<9 {
      driver.pass(3)
      #expect(!driver.take(.recordWanted).contains(.keepRecord))
    }
    driver.pass(4)
    #expect(driver.take(.recordWanted).contains(.keepRecord))
  }

  /// In the board's language, each in words of its own.
  @Test func inEveryLanguage() throws {
    var sentences: Set<String> = []
    for language in Language.all {
      var driver = try started("record: true\nlanguage: \(language.code)")
      for path in ["/r", nil] {
        let sentence = try #require(notice(driver.take(.recordKept(path: path))))
        #expect(sentences.insert(sentence).inserted, "\(language.code)")
      }
    }
  }
}
