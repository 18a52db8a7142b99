import Board
import Formats
import Setup
import Testing

@Suite struct SetupWordsTests {
  /// Nobody is spoken to in half a language.
  @Test func everyLanguageABoardCanNameHasAllOfIt() throws {
    for code in SetupWords.codes { #expect(SetupWords(code).isWhole, "\(code)") }
    #expect(Set(SetupWords.codes.map { SetupWords($0).title }).count == SetupWords.codes.count)
    // What the board's own reader says of a language that is none names those there are.
    let board = "board: x\nlanguage: xx\ncards: [{header: {title: x}}]\n"
    let said = BoardFile.read(try YAML.parse(Array(board.utf8), file: "b"), file: "b") { _ in nil }.diagnostics
    let sentence = try #require(said.first?.message)
    for code in SetupWords.codes { #expect(sentence.contains(code), "\(code)") }
    #expect(sentence.split(separator: ",").count == SetupWords.codes.count, "\(sentence)")
  }
}
