import Markup
import TestSupport
import Testing

@Test func textsAreWrittenInEachOfTheThreeForms() {
  let json: JSON = ["a": .list([.number(1), .flag(true), .null]), "b": [:], "c": .list([])]
  #expect(json.line == #"{"a": [1, true, null], "b": {}, "c": []}"#)
  #expect(json.page == "{\n  \"a\": [\n    1,\n    true,\n    null\n  ],\n  \"b\": {},\n  \"c\": []\n}")
  #expect(JSON.list([["a": 1.json], ["a": 2.json]]).lines == "[\n  {\"a\": 1},\n  {\"a\": 2}\n]")
  #expect(JSON.list([]).lines == "[]")
}

@Test(arguments: [(0.5, "0.5"), (-3, "-3"), (1e300, "1e+300"), (.nan, "null"), (.infinity, "null"), (-0.0, "0")])
func numbersAreNumbers(value: Double, text: String) { #expect(JSON.number(value).line == text) }

/// Whatever is written is read as what it was: every scalar there is but zero.
/// For that one the reader has another.
@Test(arguments: 0..<17)
func everyTextComesBack(plane: UInt32) throws {
  var text = ""
  for value in max(plane << 16, 1)..<((plane + 1) << 16) {
    Unicode.Scalar(value).map { text.unicodeScalars.append($0) }
  }
  let read = try textRead(from: JSON.list([.text(text)]).line)
  #expect(read.unicodeScalars.elementsEqual(text.unicodeScalars))
}

extension Int {
  fileprivate var json: JSON { .number(Double(self)) }
}
