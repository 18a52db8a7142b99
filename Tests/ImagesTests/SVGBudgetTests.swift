import Scene
import TestSupport
import Testing

@testable import Images

private func document(_ body: String, box: String = "0 0 1000 1000") -> String {
  "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"\(box)\">\(body)</svg>"
}

private func refusal(_ body: String) -> String {
  do {
    _ = try SVGArtwork.read(Array(document(body).utf8), named: "a.svg")
    return "read"
  } catch {
    return error.description
  }
}

private func many(_ count: Int, _ piece: (Int) -> String) -> String { (0..<count).map(piece).joined() }

/// What a drawing has cost when all of it is read.
private func budget(_ body: String) throws -> SVGBudget {
  let root = try SVGDocument.root(Array(document(body).utf8))
  var reader = SVGReader(viewBox: try SVGReader.viewBox(of: root))
  try reader.collectGradients(in: root)
  try reader.readChildren(of: root, in: SVGStyle())
  return reader.budget
}

/// A line from edge to edge, somewhere else each time.
private func scribble(_ count: Int) -> String {
  var random = SplitMix64(seed: 5)
  return "M0 0"
    + many(count) { _ in "L\(Int.random(in: 0...1000, using: &random)) \(Int.random(in: 0...1000, using: &random))" }
}

private let tooMuch: [(body: String, reason: String)] = {
  let square = "<rect width='9' height='9' fill='url(#a)'/>"
  let gradient = { (stops: String) in "<linearGradient id='a'>" + stops + "</linearGradient>" }
  let large = "<rect width='1000' height='1000'/>"
  let faint = "<rect width='1000' height='1000' stroke='red' opacity='0.5'/>"
  let line = { (attributes: String, data: String) in "<path fill='none' stroke='red' \(attributes) d='\(data)'/>" }
  let pieces = "more than 100,000 pieces"
  let steps = "more than 1,000 million steps"
  let attributes = "more than 256 attributes"
  var cases: [(body: String, reason: String)] = []
  cases.append((gradient(many(5000) { _ in "<stop/>" }) + many(4990) { _ in square }, "more than 256 stops"))
  cases.append((gradient(many(256) { "<stop offset='\($0)%'/>" }) + many(4990) { _ in square }, pieces))
  cases.append((line("", scribble(50_000)), steps))
  cases.append(("<path d='\(scribble(10_000))'/>", steps))
  cases.append((many(9000) { _ in large }, steps))
  cases.append((many(300) { _ in faint }, steps))
  cases.append((line("stroke-width='900' stroke-linejoin='round'", "M0 0" + many(9000) { _ in "l1 1l-1 1" }), steps))
  cases.append((line("stroke-width='9999'", "M0 0h9"), "outside of the view box"))
  cases.append(("<path d='M0 0h9v9999999z'/>", "outside of the view box"))
  cases.append(("<path d='M0 0" + many(200_000) { _ in "h1" } + "'/>", pieces))
  cases.append(("<path d='M0 0" + many(60_000) { _ in "a9 9 0 1 0 1 1" } + "'/>", pieces))
  cases.append(("<path " + many(70_000) { "a\($0)=''" } + "/>", attributes))
  cases.append(("<path " + many(50_000) { "xmlns:a\($0)=''" } + "/>", attributes))
  cases.append(("<g " + many(60_000) { "a\($0) = \n ''" } + "/>", attributes))
  cases.append((many(9000) { _ in "<g>" }, "nests them deeper than 64"))
  return cases
}()

@Test(arguments: tooMuch.indices)
func whatCostsTooMuchIsRefused(index: Int) { #expect(refusal(tooMuch[index].body).contains(tooMuch[index].reason)) }

/// Nothing of a document makes the count of a tag's attributes miss one.
@Test(arguments: [
  "<!-- \" ' -->", "<![CDATA[ \" ]]>", "<?x \" ?>", "<title>it's \"</title>", "<g id='\"'/>", "<g id=\"a>'\"/>",
])
func attributesCannotBeHidden(before: String) {
  #expect(refusal(before + "<path \(many(257) { "a\($0)='x>y'" })/>").contains("more than 256 attributes"))
  #expect(refusal(before + "<path \(many(200) { "data-a\($0)='x>y' " })/>") == "read")
}

/// Twice as much costs at most twice as much, and a little for what is there once; lines that all cross each other four times.
@Test(arguments: 0..<5)
func costGrowsWithWhatIsThere(kind: Int) throws {
  func body(_ count: Int) -> String {
    switch kind {
    case 0: many(count) { "<rect y='\($0 % 900)' width='9' height='9'/>" }
    case 1: many(count) { "<path stroke='red' d='M\($0 % 900) 0l3 5l5 3'/>" }
    case 2: many(count) { "<circle cx='\($0 % 900)' cy='\($0 % 700)' r='3' opacity='.5' stroke='red'/>" }
    case 3: "<path d='M0 0\(many(count) { _ in "l1 1" })'/>"
    default: "<path d='\(scribble(count / 4))'/>"
    }
  }
  let one = try budget(body(800))
  let two = try budget(body(1600))
  #expect(two.steps <= (kind == 4 ? 4.2 : 2.1) * one.steps)
  #expect(Double(two.pieces) <= 2.1 * Double(one.pieces))
  #expect(one.steps > 0)
}

/// Shapes that share a gradient share its colours.
@Test func aGradientIsReadOnce() throws {
  let stops = many(200) { "<stop offset='\(Double($0) / 200)' stop-color='#00000\($0 % 10)'/>" }
  let drawing = try SVGArtwork.read(
    Array(
      document(
        "<linearGradient id='a'>\(stops)</linearGradient>"
          + many(100) { "<rect x='\($0)' width='9' height='9' fill='url(#a)'/>" }
      ).utf8), named: "a.svg")
  let places = Set(
    drawing.shapes.map { shape -> Int in
      guard case .linear(_, _, let stops)? = shape.fill else { return 0 }
      return unsafe stops.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
    })
  #expect(places.count == 1 && !places.contains(0))
}

/// The project's own drawings, which are large for what a panel shows, are far from any limit.
@Test func realDrawingsAreFarFromTheLimits() throws {
  for name in ["balloon", "compass-rose", "demo-concert-hall", "demo-harbour", "demo-island", "whale-happy", "logo"] {
    let bytes = try svg(ofAsset: name)
    let root = try SVGDocument.root(bytes)
    var reader = SVGReader(viewBox: try SVGReader.viewBox(of: root))
    try reader.collectGradients(in: root)
    try reader.readChildren(of: root, in: SVGStyle())
    #expect(reader.budget.steps < SVGBudget.maximumSteps / 10, "\(name)")
    #expect(reader.budget.pieces < SVGBudget.maximumPieces / 10, "\(name)")
  }
}

/// What a file says of itself may be a megabyte; a message is a line.
@Test func aMessageIsNoLongerThanALine() {
  let long = String(repeating: "x", count: 500_000)
  for body in [
    "<path fill='\(long)'/>", "<\(long)/>", "<path \(long)='1'/>", "<g transform='\(long)(1)'/>",
    "<path style='\(long)'/>",
  ] {
    #expect(refusal(body).utf8.count < 500)
  }
}
