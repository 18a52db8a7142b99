import Board
import Formats
import Testing

/// Where nodes end in their files.
@Suite struct YAMLEndTests {
  private func end(of key: String, in yaml: String) throws -> Mark? {
    let root = try YAML.parse(Array(yaml.utf8), file: "")
    guard case .mapping(let entries) = root.content else { return nil }
    return entries.first { $0.key == key }?.value.end
  }

  @Test(arguments: [
    ("a: word\nb: 1", Mark(line: 1, column: 8)),
    ("a: \"so\"  # yes\nb: 1", Mark(line: 1, column: 8)),
    ("a: {b: 1,\n c: [2,\n 3] }\nb: 1", Mark(line: 3, column: 6)),
    ("a:\n  b: 1\n\n  c: 2  # last\n\n# next\nb: 1", Mark(line: 4, column: 7)),
    ("a:\n- 1\n- 22\nb: 1", Mark(line: 3, column: 5)),
    ("a: |\n  Two\n  lines\n\n\nb: 1", Mark(line: 3, column: 8)),
    ("a: >\n  Two\n  lines", Mark(line: 3, column: 8)),
    ("a: two\n  lines\nb: 1", Mark(line: 2, column: 8)),
    ("b: &x {c: 1}\na: *x", Mark(line: 1, column: 13)),
    ("b: &x {c: 1}\na:\n  d: *x\n", Mark(line: 3, column: 8)),
  ]) func eachEndsBehindItsLastSign(yaml: String, place: Mark) throws {
    #expect(try end(of: "a", in: yaml) == place, "\(yaml)")
  }
}
