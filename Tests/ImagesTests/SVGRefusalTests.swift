import Scene
import TestSupport
import Testing

@testable import Images

private func refusal(_ text: String) -> String {
  do {
    _ = try SVGArtwork.read(Array(text.utf8), named: "icon.svg")
    return "read"
  } catch {
    return error.description
  }
}

private func inside(_ body: String) -> String {
  refusal("<svg xmlns=\"http://www.w3.org/2000/svg\"\n viewBox=\"0 0 9 9\">\n\(body)</svg>")
}

@Test(arguments: [
  ("<script>alert(1)</script>", "<script> is not read; delete it"),
  ("<text>Hi</text>", "<text> is not read; convert the text to paths"),
  ("<image href='a.png'/>", "<image> is not read; trace it, or show a PNG instead"),
  ("<use href='#a'/>", "<use> is not read; expand the copies into shapes"),
  ("<style>path{fill:red}</style>", "<style> is not read; move its rules into attributes"),
  ("<filter/>", "<filter> is not read; flatten the effect into shapes"),
  ("<svg/>", "<svg> is not read; express it in paths and basic shapes"),
  ("<defs><path id='a'/></defs>", "<path> in <defs> is not read; put it where it is to be seen, without <use>"),
  ("<path onclick='x()'/>", "onclick=\"x()\" on <path> is not read; delete it"),
  (
    "<path stroke-dasharray='1 2'/>",
    "stroke-dasharray=\"1 2\" on <path> is not read; delete it or flatten it into shapes"
  ),
  ("<circle points='1'/>", "points=\"1\" on <circle> is not read; delete it"),
  ("<path style='fill'/>", "style has \"fill\"; write style=\"name: value; name: value\""),
  ("<path stroke-linecap='square'/>", "stroke-linecap=\"square\" is not read; write butt or round"),
  ("<path fill='inherit'/>", "fill=\"inherit\" is not read; delete it or write the value itself"),
  ("<path fill='url(b.svg#a)'/>", "fill=\"url(b.svg#a)\" is not read; name a gradient of this file: url(#id)"),
  ("<line x2='1' fill='url(#a)'/>", "there is no gradient with the id \"a\"; check the spelling"),
  ("<line x2='10%'/>", "x2=\"10%\" has a unit that is not read; write a plain number"),
  ("<circle r='-1'/>", "r of <circle> is negative; write 0 or more"),
  ("<polygon points='1 2 3'/>", "points has an odd count of numbers; write x and y of each point"),
  (
    "<line x2='9' stroke='red' transform='scale(2 1)'/>",
    "a stroke that is stretched or skewed is not read; convert the stroke to a path"
  ),
  (
    "<g transform='spin(3)'/>",
    "transform has spin() with 1 numbers; use matrix, translate, scale, rotate, skewX or skewY"
  ),
  (
    "<g transform='rotate 3'/>",
    "transform has \"3\" as character 8 where a function such as translate(1 2) is expected; correct it there"
  ),
  ("<g fill='bluish'/>", "fill=\"bluish\" is no colour that is read; write #rgb, #rrggbb, rgb(r, g, b) or a CSS name"),
  ("<linearGradient id='a'/><radialGradient id='a'/>", "id \"a\" is given twice; give each gradient an id of its own"),
  (
    "<linearGradient id='a' xmlns:xlink='http://www.w3.org/1999/xlink' xlink:href='#b'/><line x2='1' fill='url(#a)'/>",
    "href=\"#b\" on <linearGradient> is not read; copy the stops here"
  ),
])
func refusedByNameAndLine(body: String, sentence: String) {
  #expect(inside(body) == "icon.svg:3: \(sentence)")
}

@Test func wholeFilesAreRefused() {
  #expect(refusal("<html/>") == "icon.svg:1: this is a <html>, not an <svg>; give an SVG file")
  #expect(refusal("<svg/>") == "icon.svg:1: <svg> has no viewBox; add viewBox=\"0 0 width height\"")
  #expect(
    refusal("<svg viewBox='0 0 0 5'/>") == "icon.svg:1: the view box is empty; write viewBox=\"0 0 width height\"")
  #expect(refusal("<svg viewBox='0 0 9 9' preserveAspectRatio='none'/>").contains("preserveAspectRatio"))
  #expect(refusal("") == "icon.svg: there are no bytes; check where it comes from")
  #expect(refusal("hello").hasPrefix("icon.svg:1: its XML cannot be read ("))
  #expect(
    refusal("<svg viewBox='0 0 9 9'>\n<g>\n</svg>").hasPrefix(
      "icon.svg:3: its XML cannot be read (Opening and ending tag mismatch"))
  #expect(refusal("<svg xmlns='urn:other'/>").contains("there is no SVG in it"))
  #expect(refusal(String(repeating: " ", count: SVGArtwork.maximumBytes + 1)).contains("1,048,577 bytes is more than"))
}

@Test func entitiesAreNeverExpanded() {
  var laughs = "<!DOCTYPE svg [<!ENTITY a0 'ha'>"
  for level in 1...12 {
    laughs += "<!ENTITY a\(level) '" + String(repeating: "&a\(level - 1);", count: 10) + "'>"
  }
  let answer = "icon.svg:1: a document type is not read; delete the <!DOCTYPE ...>"
  #expect(refusal(laughs + "]><svg viewBox='0 0 1 1'><path d='&a12;'/></svg>") == answer)
  #expect(refusal("<!DOCTYPE svg SYSTEM 'file:///etc/passwd'><svg/>") == answer)
  #expect(refusal("<!DOCTYPE svg [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><svg viewBox='0 0 1 1'>&x;</svg>") == answer)
  #expect(
    refusal("<?xml version='1.0'?>\n<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'svg11.dtd'><svg/>").hasPrefix(
      "icon.svg:2: a doc"))
  // In UTF-16 it is not even looked for.
  let wide = "<!DOCTYPE svg><svg viewBox='0 0 1 1'/>".utf16.flatMap { Fixture.little(Int($0), 2) }
  #expect(throws: ImageError.self) { try SVGArtwork.read([0xFF, 0xFE] + wide, named: "icon.svg") }
  #expect(refusal("<svg viewBox='0 0 1 1'>&x;</svg>").contains("cannot be read"))
}

@Test func sizesAreBounded() {
  #expect(
    inside(String(repeating: "<g>", count: 64) + String(repeating: "</g>", count: 64)).contains(
      "nests them deeper than 64"))
  #expect(inside(String(repeating: "<g/>", count: 10_001)).contains("more than 10,000 elements"))
  let path = "<path d='M0 0" + String(repeating: "h1", count: 60_000) + "'/>"
  #expect(inside(path + path).contains("more than 100,000 pieces"))
  let huge = String(repeating: "<g transform='scale(1e7)'>", count: 50)
  #expect(inside(huge + "<line x2='9'/>" + String(repeating: "</g>", count: 50)).contains("coordinates are too large"))
}

private let artwork = """
  <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><defs><linearGradient id="a" x2="0" y2="1">
  <stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="rgb(1,2,3)" stop-opacity=".5"/></linearGradient></defs>
  <g transform="rotate(30 32 32) scale(.9)" style="stroke:#123;stroke-width:2"><circle cx="32" cy="32" r="30" fill="url(#a)"/>
  <path d="M4 4l9-3A5 5 0 0 1 9 9c1 2 3 4 5 6z" fill="currentColor"/><rect width="9" height="9" rx="2"/></g></svg>
  """

@Test func mutationsOfArtworkDoNotCrash() throws {
  let bytes = Array(artwork.utf8)
  #expect(try SVGArtwork.read(bytes, named: "a").shapes.count == 3)
  var random = SplitMix64(seed: 12)
  var read = 0
  for round in 0..<4000 {
    var mutant = bytes
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      // Half of the rounds change numbers only, and so get past the XML reader.
      let digits = round.isMultiple(of: 2) ? mutant.indices.filter { (0x2E...0x39).contains(mutant[$0]) } : []
      let at = digits.randomElement(using: &random) ?? Int.random(in: 0..<mutant.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: mutant[at] = .random(in: 0...255, using: &random)
      case 1: mutant[at] = Array("0123456789.-eMlAzs #%".utf8).randomElement(using: &random) ?? 0
      default: mutant.removeSubrange(at..<min(mutant.count, at + Int.random(in: 1...9, using: &random)))
      }
    }
    do {
      let drawing = try SVGArtwork.read(mutant, named: "a")
      read += 1
      #expect(drawing.shapes.allSatisfy { $0.path.isFinite })
    } catch {
      #expect(!error.problem.isEmpty)
    }
  }
  #expect(read > 200)
  for count in 0..<bytes.count - 1 {
    #expect(throws: ImageError.self) { try SVGArtwork.read(Array(bytes[..<count]), named: "a") }
  }
}
