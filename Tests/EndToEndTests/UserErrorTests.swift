import Board
import Testing
import Vitrine

@Test func exitCodesAreThoseOfTheManual() {
  #expect(UserError(.input, "").kind.rawValue == 1)
  #expect(UserError(.machine, "").kind.rawValue == 2)
  #expect(UserError.bug("").kind.rawValue == 70)
}

@Test func aBugSaysThatItIsOneAndWhatToSend() {
  let text = UserError.bug("no frame was drawn for board.yaml").description
  #expect(text.hasPrefix("no frame was drawn for board.yaml; this is a bug in Vitrine"))
  #expect(["report it", "this line", "the board", "--version"].allSatisfy { text.contains($0) })
  #expect(!text.contains("\n"))
}

@Test func mistakesStandEachOnALineThatBeginsWithItsPlace() {
  let marks = [Mark(line: 3, column: 5), Mark(line: 7, column: 1)]
  let error = UserError(marks.map { Diagnostic(file: "board.yaml", mark: $0, message: "wrong") })
  #expect(error.kind == .input && error.isPlaced)
  #expect(error.description == "board.yaml:3:5: error: wrong\nboard.yaml:7:1: error: wrong")
}
