import Testing

@testable import Images

private func refusal(_ body: String) -> String? {
  let document = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1000 1000'>" + body + "</svg>"
  do {
    _ = try SVGPicture.checked(Array(document.utf8))
    return nil
  } catch {
    return "\(error)"
  }
}

private func many(_ count: Int, _ piece: (Int) -> String) -> String { (0..<count).map(piece).joined() }

/// What is refused before anything is drawn: letters and rules that would take a processor for seconds.
@Suite struct SVGCostTests {
  @Test func lettersOfOnePieceAreCounted() {
    let steps = "more than 1,000 million steps"
    #expect(refusal("<text>" + String(repeating: "W", count: 3_000) + "</text>") == nil)
    for count in [6_000, 100_000, 1_000_000] {
      let letters = String(repeating: "W", count: count)
      #expect(refusal("<text>\(letters)</text>")?.contains(steps) == true)
      #expect(refusal("<text>a<tspan>\(letters)</tspan></text>")?.contains(steps) == true)
      #expect(refusal("<defs><text id='t'>\(letters)</text></defs><use href='#t'/>")?.contains(steps) == true)
    }
    // As often as it is used.
    let half = "<defs><text id='t'>" + String(repeating: "W", count: 3_000) + "</text></defs>"
    #expect(refusal(half + "<use href='#t'/>") == nil)
    #expect(refusal(half + many(4) { _ in "<use href='#t'/>" })?.contains(steps) == true)
  }

  /// A plan of a city has thousands of names, and a poster a page of text.
  @Test func manyShortTextsAreDrawn() {
    #expect(refusal(many(3_000) { "<text y='\($0)'>Stop \($0)</text>" }) == nil)
    #expect(refusal("<text>" + many(2_000) { "\n  <tspan x='0' y='\($0)'>Words of a line</tspan>" } + "</text>") == nil)
    #expect(refusal(many(6_000) { "<text y='\($0)'>Stop \($0)</text>" })?.contains("million steps") == true)
  }

  /// Each rule is tried on each element.
  @Test func rulesAreCountedByWhatTheyAreTriedOn() {
    func drawing(rules: Int, elements: Int, selector: String = "") -> String {
      "<style>" + many(rules) { "\(selector).c\($0){fill:#\($0 % 900 + 100)}" } + "</style>"
        + many(elements) { "<rect class='c\($0)' y='\($0 % 900)' width='2' height='2'/>" }
    }
    #expect(refusal(drawing(rules: 500, elements: 2_000)) == nil)
    #expect(refusal(drawing(rules: 2_000, elements: 500)) == nil)
    #expect(refusal(drawing(rules: 3_000, elements: 3_000))?.contains("too many rules") == true)
    #expect(
      refusal(drawing(rules: 1_000, elements: 1_000, selector: "g *>g *>* g *:not(.a) "))?.contains("too many rules")
        == true)
  }

  @Test(arguments: [
    ("", 0.0), ("a{}", 1), ("a b > c, d { fill: red; stroke: blue }", 4), ("a{x:y;z:w}b{}", 2),
    ("@media print { .a { } .b{ } }", 4),
    (".a.b:hover{}", 1), ("a{", 1), ("a", 0), ("}}}}{{{{", 0), ("a\n+\n~\tb{}", 2),
  ])
  func compoundsOfSelectors(css: String, count: Double) { #expect(SVGCost.compounds(in: css) == count) }
}
