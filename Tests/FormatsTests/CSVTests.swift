import Board
import Formats
import TestSupport
import Testing

private func table(_ text: String, _ delimiter: CSV.Delimiter? = nil) throws -> Value {
  try CSV.parse(Array(text.utf8), delimiter: delimiter)
}

/// Records as `name=value` pairs, one line each.
private func lines(_ value: Value) -> [String] {
  value.items.map { item in
    guard case .record(let record) = item else { return "?" }
    return record.names.map { "\($0)=\(record[$0]?.textOrNil ?? "?")" }.joined(separator: " ")
  }
}

extension Value {
  fileprivate var textOrNil: String? { text }
}

@Test func theFirstLineNamesTheFields() throws {
  let menu = try table("id,name,price\n1,Soup,4.50\n2,Bread,1.10\n")
  #expect(lines(menu) == ["id=1 name=Soup price=4.50", "id=2 name=Bread price=1.10"])
}

@Test(arguments: [
  ("name,price\nSoup,\"4,50\"\n", "name=Soup price=4,50"),
  ("name;price\nSoup;4,50\n", "name=Soup price=4,50"),
  ("name\tprice\nSoup, hot\t4,50\n", "name=Soup, hot price=4,50"),
  ("name|price\nSoup|4\n", "name=Soup price=4"),
  ("sep=;\nname;a,b\nSoup;4\n", "name=Soup a_b=4"),
  ("name\nSoup\n", "name=Soup"),
  // More commas than semicolons, but not in every line.
  ("name;what\nSoup;hot, red, thick\nRoll;\n", "name=Soup what=hot, red, thick"),
]) func theDelimiterIsFoundByEvidence(text: String, first: String) throws {
  #expect(lines(try table(text)).first == first)
}

@Test func aStatedDelimiterIsBelieved() throws {
  #expect(lines(try table("a,b;c\n1,2;3\n", .comma)) == ["a=1 b_c=2;3"])
  #expect(lines(try table("a,b;c\n1,2;3\n", .semicolon)) == ["a_b=1,2 c=3"])
}

@Test func quotesHoldDelimitersQuotesAndLineBreaks() throws {
  let text = "name,note\r\n\"Soup, \"\"hot\"\"\",\"two\r\nlines\"\r\n \"Roll\" , plain \r\n"
  #expect(lines(try table(text)) == ["name=Soup, \"hot\" note=two\r\nlines", "name=Roll note=plain"])
}

@Test func raggedRowsKeepWhatTheyHave() throws {
  let text = "a,b,c\n1\n1,2,3,4,5\n\n,,\n,2\n"
  #expect(lines(try table(text)) == ["a=1", "a=1 b=2 c=3 column4=4 column5=5", "b=2"])
}

@Test func anOpenQuoteIsACharacter() throws {
  #expect(lines(try table("name,inch\nPipe,\"2\nTap,3\n")) == ["name=Pipe inch=\"2", "name=Tap inch=3"])
}

@Test func namesAreThoseExpressionsCanSay() throws {
  let text = "Sold out,Größe (cm),,name,name,2nd\n1,2,3,4,5,6\n"
  #expect(lines(try table(text)) == ["Sold_out=1 Größe_cm=2 column3=3 name=4 name_2=5 _2nd=6"])
}

/// Signs that change a letter are parts of it, in every script; alone they are none.
@Test func namesKeepTheirSigns() throws {
  let names = ["ชื่อ", "शिक्षक", "कक्ष", "Pre\u{301}nom", "Gro\u{308}ße", "مُعَلِّم", "שֵׁם", "தமிழ்", "ཐོག་མ"]
  for name in names {
    let row = try table(name + ",b\n1,2\n")
    guard case .list(let items) = row, case .record(let record)? = items.first else {
      return #expect(Bool(false)) as Void
    }
    let first = try #require(record.names.first)
    #expect(first == name || name.contains("་") && first == name.replacing("་", with: "_"))
    #expect(
      record[name.replacing("་", with: "_")] == .text("1") || record[name.replacing("་", with: "_")] == .number(1))
  }
  #expect(lines(try table("\u{301}a,b \u{308}c\n1,2\n")) == ["_a=1 b_c=2"])
}

@Test func aByteOrderMarkAndOldEncodingsAreRead() throws {
  #expect(lines(try CSV.parse([0xEF, 0xBB, 0xBF] + Array("name\nÄpfel".utf8))) == ["name=Äpfel"])
  #expect(lines(try CSV.parse(utf16("name;n\nÄpfel;1", bigEndian: false))) == ["name=Äpfel n=1"])
  #expect(lines(try CSV.parse(Array("name\n".utf8) + [0xC4] + Array("pfel".utf8))) == ["name=Äpfel"])
}

@Test func whatIsNoTableSaysSo() throws {
  #expect(problem { try table(" \n\n") } == "the answer is empty, not a table")
  #expect(problem { try table("<!doctype html><html>") }?.hasPrefix("the server sent a web page, not a table") == true)
}

/// Whatever is written comes back as it was, by any delimiter.
@Test(arguments: CSV.Delimiter.allCases) func tablesRoundTrip(delimiter: CSV.Delimiter) throws {
  var random = SplitMix64(seed: 11)
  let letters = Array("ab,;|\t\"\n é")
  let separator = delimiter == .tab ? "\t" : delimiter.rawValue
  for _ in 0..<200 {
    let columns = Int.random(in: 2...5, using: &random)
    let rows = (0..<6).map { _ in
      (0..<columns).map { _ in
        "x" + String((0..<Int.random(in: 0...6, using: &random)).map { _ in letters.randomElement(using: &random)! })
          + "x"
      }
    }
    let written =
      ([(0..<columns).map { "c\($0)" }] + rows).map { row in
        row.map { "\"" + $0.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\"" }
          .joined(separator: separator)
      }.joined(separator: "\n")
    let read = try table(written, delimiter).items
    #expect(read.map { item in (0..<columns).map { item["c\($0)"].text ?? "" } } == rows)
    #expect(try table(written).items == read)
  }
}

/// No bytes at all make the reader stop or trap, and its work stays bounded.
@Test func rubbishIsReadToItsEnd() throws {
  var random = SplitMix64(seed: 5)
  let alphabet = Array("\"\",;\n\r a|\t".utf8) + [0xFF, 0xC3]
  for _ in 0..<400 {
    let bytes = (0..<Int.random(in: 0...80, using: &random)).map { _ in alphabet.randomElement(using: &random)! }
    _ = try? CSV.parse(bytes)
  }
  let quotes = [UInt8](repeating: UInt8(ascii: "\""), count: 200_001)
  _ = try? CSV.parse(quotes)
  let openings = Array(String(repeating: "a,\"b\n", count: 40_000).utf8)
  _ = try? CSV.parse(openings)
}
