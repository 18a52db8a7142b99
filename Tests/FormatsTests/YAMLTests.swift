import Board
import Formats
import TestSupport
import Testing

private func parse(_ text: String, limits: YAML.Limits = .init()) throws(Diagnostic) -> Node {
  try YAML.parse(Array(text.utf8), file: "board.yaml", limits: limits)
}

private func failure(_ bytes: [UInt8], limits: YAML.Limits = .init()) -> String? {
  do throws(Diagnostic) {
    _ = try YAML.parse(bytes, file: "board.yaml", limits: limits)
    return nil
  } catch {
    return error.description
  }
}

extension Node {
  fileprivate subscript(_ key: String) -> Node? {
    guard case .mapping(let entries) = content else { return nil }
    return entries.first { $0.key == key }?.value
  }

  fileprivate var scalar: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  /// Without marks, for comparing trees: scalars as they are, `[a b]`, `{k: v}`.
  fileprivate var outline: String {
    switch content {
    case .scalar(let text, let isPlain): isPlain ? text : "'\(text)'"
    case .sequence(let items): "[" + items.map(\.outline).joined(separator: " ") + "]"
    case .mapping(let entries): "{" + entries.map { "\($0.key): \($0.value.outline)" }.joined(separator: ", ") + "}"
    }
  }
}

@Test(arguments: ["16:9", "22:30", "NO", "1.10", "01234", "~", "true", "0x1F", "2024-01-01", "1e3"])
func scalarsStayAsWritten(text: String) throws {
  #expect(try parse("a: \(text)")["a"]?.content == .scalar(text, isPlain: true))
  #expect(try parse("a: '\(text)'")["a"]?.content == .scalar(text, isPlain: false))
}

@Test func marksCountScalarsAndStandBehindTheQuote() throws {
  let node = try parse("größe: 1\nk: \"wert\"\nl:\n  - 'x'\n  - y\nm: {ä: 'ü'}\n")
  #expect(node["größe"]?.mark == Mark(line: 1, column: 8))
  #expect(node["k"]?.mark == Mark(line: 2, column: 5))
  guard case .sequence(let items) = node["l"]?.content else { throw Missing() }
  #expect(items.map(\.mark) == [Mark(line: 4, column: 6), Mark(line: 5, column: 5)])
  #expect(node["m"]?["ä"]?.mark == Mark(line: 6, column: 9))
  guard case .mapping(let entries) = node.content else { throw Missing() }
  #expect(entries.map(\.keyMark) == [1, 2, 3, 6].map { Mark(line: $0, column: 1) })
}

private struct Missing: Error {}

@Test func jsonIsYAML() throws {
  #expect(try parse(#"{"a": [1, "x"], "b": {"c": null}}"#).outline == "{a: [1 'x'], b: {c: null}}")
}

@Test func emptyFileIsAnEmptyMapping() throws {
  for text in ["", "\n\n", "# only a comment\n", "\u{FEFF}"] { #expect(try parse(text).outline == "{}") }
}

@Test func byteOrderMarkAndWindowsLineEndsAreFine() throws {
  let node = try parse("\u{FEFF}a: 1\r\nb: 2\r\n")
  #expect(node.outline == "{a: 1, b: 2}")
  #expect(node["b"]?.mark == Mark(line: 2, column: 4))
}

@Test func aliasRepeatsItsAnchor() throws {
  let node = try parse("pages:\n  - cards: &menu\n      - row: {title: x}\n  - cards: *menu\ncopy: *menu\n")
  #expect(
    node.outline == "{pages: [{cards: [{row: {title: x}}]} {cards: [{row: {title: x}}]}], copy: [{row: {title: x}}]}")
  #expect(try parse("a: &x 1\nb: *x\na2: &x 2\nb2: *x").outline == "{a: 1, b: 1, a2: 2, b2: 2}")
}

@Test(arguments: [
  ("a: *menu\n", "1:4: error: *menu is used, but no &menu stands above it"),
  ("a: &x [1, *x]\n", "1:11: error: *x is used inside &x itself"),
  ("a: &x 1\nb: &x [*x]\n", "2:8: error: *x is used inside &x itself"),
  ("a: 1\nb: 2\na: 3\n", "3:1: error: key \"a\" appears twice (first on line 1)"),
  ("x: {k: 1, 'k': 2}\n", "1:12: error: key \"k\" appears twice (first on line 1)"),
  ("a: 1\n---\nb: 2\n", "2:1: error: a second document begins here (---); a file holds one"),
  (
    "a: !!int 3\n",
    "1:4: error: tags (tag:yaml.org,2002:int) are not supported; every text is read by what its key expects"
  ),
  ("a: &x {b: 1}\nc:\n  <<: *x\n", "3:3: error: merge keys (<<) are not supported; write the keys out"),
  ("a:\n\tb: 1\n", "2:1: error: this line is indented with a tab; YAML allows spaces only, so replace it"),
  ("a:\n  \tb: 1\n  c: 2\n", "2:3: error: this line is indented with a tab; YAML allows spaces only, so replace it"),
  ("[a]: 1\n", "1:1: error: a key must be a word, not a list or a block; put quotes around a text in { }"),
  ("ü: é\u{7}\n", "1:5: error: invisible control character U+0007; remove it"),
  ("a: 1\nb: x\u{FEFF}\n", "2:5: error: invisible control character U+FEFF; remove it"),
])
func mistakesAreNamedWithTheirPlace(text: String, expected: String) {
  #expect(failure(Array(text.utf8)) == "board.yaml:\(expected)")
}

@Test(arguments: [
  ("title: Line 3: stopped\n", "1:14", "needs quotes around it"),
  ("a: 'open\nb: 2\nc: 3\n", "4:1", "that begins on line 1; a quote is opened and never closed"),
  ("a: [1, 2\nb: 3\n", "1:4", "this [ is not closed: a ] is missing behind its last value"),
  ("- row: {title: a\n- row: {title: b}\n", "1:8", "this { is not closed: a } is missing"),
  ("- row: {title: a\n", "1:8", "this { is not closed: a } is missing"),
  ("- row: {title: [a, b}\n", "1:16", "this [ is not closed: a ] is missing"),
  ("- row: {title: Open: 10-18}\n", "1:16", "needs quotes around it, as in \"Open: 10-18\""),
  ("- row: {trail: x, title: Open Today: 10-18, b: c}\n", "1:26", "as in \"Open: 10-18\""),
  ("- row: {title: 'It's open'}\n", "1:19", "put the text in \" \", as in \"It's open\""),
  ("- row: {title: \"a \"b\" c\"}\n", "1:19", "write \\\" inside it, or put the text in ' '"),
  ("- row: {title: a subtitle: b}\n", "1:18", "a comma is missing in front of the word that begins here"),
  (
    "- row: {title: \"a\" subtitle: b}\n", "1:20",
    "a comma is missing between the value and what stands here"
  ),
  ("- row: {title: “Open: 10-18”}\n", "1:16", "put the straight quotes \" around the text"),
  ("- row: {title: a}}\n", "1:18", "this } is one too many behind the }"),
  ("- row: {title: a},\n", "1:18", "this , is one too many behind the }"),
  ("a: 1\n b: 2\n", "2:3", "must stand at the same column"),
  ("a: @home\n", "1:4", "begins with one of % @ ` needs quotes"),
  ("a: 1\nb\n", "3:1", "a key is followed by a colon and a space"),
])
func syntaxErrorsSayWhatToDo(text: String, place: String, part: String) throws {
  let message = try #require(failure(Array(text.utf8)))
  #expect(message.hasPrefix("board.yaml:\(place): error: "), "\(message)")
  #expect(message.contains(part), "\(message)")
}

@Test func encodingProblemsHaveAPlace() {
  #expect(
    failure(Array("ä: 1\nb: ".utf8) + [0xE4, 0x0A])
      == "board.yaml:2:4: error: byte 0xe4 is not UTF-8; save the file as UTF-8")
  #expect(failure(Array("a: ".utf8) + [0xED, 0xA0, 0x80])?.hasPrefix("board.yaml:1:4: error: byte 0xed") == true)
  for bigEndian in [true, false] {
    #expect(
      failure(utf16("a: 1", bigEndian: bigEndian))
        == "board.yaml:1:1: error: the file is saved as UTF-16; save it as UTF-8")
  }
  #expect(failure([0x61, 0x3A, 0x20, 0x00])?.contains("1:4: error: invisible control character U+0000") == true)
}

@Test func aliasesThatMultiplyAreRefused() {
  var bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
  for level in 1...20 {
    bomb += "a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ") + "]\n"
  }
  #expect(
    failure(Array(bomb.utf8))
      == "board.yaml:5:15: error: with *a3 repeated here the file holds more than 20000 values; aliases of aliases multiply"
  )
  var tower = "a0: &a0 [x]\n"
  for level in 1...70 { tower += "a\(level): &a\(level) [*a\(level - 1)]\n" }
  #expect(failure(Array(tower.utf8))?.contains("the file is nested deeper than 64 levels") == true)
}

@Test func sizeIsBounded() {
  let deep = String(repeating: "[", count: 20_000)
  #expect(failure(Array(deep.utf8)) == "board.yaml:1:65: error: nested deeper than 64 levels")
  let many = "[" + String(repeating: "1,", count: 30_000) + "]"
  #expect(failure(Array(many.utf8))?.contains("the file holds more than 20000 values") == true)
  let long = Array(repeating: UInt8(ascii: " "), count: 1025)
  #expect(failure(long, limits: .init(bytes: 1024))?.contains("larger than") == true)
}

@Test func nothingCrashesOnDamagedFiles() {
  let good = Array("a: &x {b: [1, 'two', \"three\"]}\nc: *x\nd: |\n  text\n  more\n? e\n: f\n".utf8)
  var random = SplitMix64(seed: 1)
  var refused = 0
  for _ in 0..<2_000 {
    var bytes = good
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes[place] = "&*[]{}:,-'\"\n\t |>%@!?#\u{0}".utf8.randomElement(using: &random)!
      case 1: bytes.remove(at: place)
      default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
      }
    }
    if let message = failure(bytes) {
      refused += 1
      #expect(message.hasPrefix("board.yaml:"))
    }
  }
  #expect(refused > 500)
}

@Test func everyDoubledKeyIsTold() {
  let text = "a: 1\nb: {c: 1, c: [2], c: {c: 3}}\na: {a: 4}\nd: 5\n"
  let (root, doubled) = YAML.read(Array(text.utf8), file: "board.yaml")
  #expect(root?.outline == "{a: 1, b: {c: 1}, d: 5}")
  #expect(
    doubled.map(\.description) == [
      "board.yaml:2:11: error: key \"c\" appears twice (first on line 2)",
      "board.yaml:2:19: error: key \"c\" appears twice (first on line 2)",
      "board.yaml:3:1: error: key \"a\" appears twice (first on line 1)",
    ])
}

@Test func doubledKeysAreToldBeforeWhatEndsTheReading() {
  let (root, mistakes) = YAML.read(Array("a: 1\na: 2\nb: *gone\n".utf8), file: "board.yaml")
  #expect(root == nil)
  #expect(mistakes.map(\.mark.line) == [2, 3])
}

@Test func doubledKeysTakeLittleMemory() {
  let key = String(repeating: "k", count: 100_000)
  let text = "x: &a \(key)\ny: {" + String(repeating: "*a : 1, ", count: 5_000) + "}\n"
  let (root, mistakes) = YAML.read(Array(text.utf8), file: "board.yaml")
  #expect(root == nil)
  #expect(mistakes.count == 51)
  #expect(mistakes.allSatisfy { $0.message.count < 120 })
}

/// What follows a # is a comment, and a colour or a title with it is gone.
@Test(arguments: [
  (
    "title: #1 in town\n",
    "board.yaml:1:8: error: a # behind a space begins a comment: put quotes around it, as in title: \"#1 in town\""
  ),
  (
    "theme:\n  accent: #e0a96d # warm\n",
    "board.yaml:2:11: error: a # behind a space begins a comment: put quotes around it, as in accent: \"#e0a96d\""
  ),
  (
    "theme: {accent: #e0a96d}\nboard: A\n",
    "board.yaml:1:17: error: a # behind a space begins a comment, which ends only with the line: put quotes around it, as in \"#e0a96d\""
  ),
  (
    "cards:\n  - section: {title: #1 in town}\n\n  - row: {title: Tea}\n",
    "board.yaml:2:22: error: a # behind a space begins a comment, which ends only with the line: put quotes around it, as in \"#1 in town\""
  ),
  (
    "theme: {\n  bad: \"#f00\", accent: #e0a96d\n}\n",
    "board.yaml:2:24: error: a # behind a space begins a comment: put quotes around it, as in accent: \"#e0a96d\""
  ),
])
func commentsInPlaceOfValuesAreTold(text: String, expected: String) {
  let (_, mistakes) = YAML.read(Array(text.utf8), file: "board.yaml")
  #expect(mistakes.first?.description == expected)
}

@Test(arguments: [
  "a:   # what follows\n  b: 1\n", "a: # nothing\nb: 1\n", "a: '#1'\n", "a: x #y\n", "a: {b: 1} #c\n",
  "a: #\n", "a: ##\nb: c\n",
  "a: #x\n  - b\n",
])
func commentsAreComments(text: String) {
  #expect(YAML.read(Array(text.utf8), file: "board.yaml").mistakes.isEmpty)
}
