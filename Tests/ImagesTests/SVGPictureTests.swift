import Scene
import TestSupport
import Testing

@testable import Images

// Drawings that ours does not read, drawn by librsvg.

private let frame = PixelSize(width: 40, height: 40)

private func document(_ body: String, box: String = "0 0 40 40", more: String = "") -> String {
  "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' viewBox='\(box)' \(more)>\(body)</svg>"
}

private func picture(_ text: String, _ size: PixelSize = frame, mode: ImageDecoder.Mode = .contain) throws -> Pixmap {
  try ImageDecoder().decode(Array(text.utf8), named: "a.svg", fitting: size, mode: mode)
}

private func refusal(_ text: String) -> String? {
  do {
    _ = try picture(text)
    return nil
  } catch {
    return "\(error)"
  }
}

/// What ours refuses by name is drawn: left half red, right half not.
@Test(arguments: [
  "<style>.a{fill:#f00}</style><rect class='a' width='20' height='40'/>",
  "<defs><rect id='a' width='20' height='40' fill='red'/></defs><use href='#a'/>",
  "<defs><rect id='a' width='20' height='40' fill='red'/></defs><use xlink:href='#a'/>",
  "<clipPath id='c'><rect width='20' height='40'/></clipPath><rect width='40' height='40' fill='red' clip-path='url(#c)'/>",
  "<mask id='m'><rect width='20' height='40' fill='white'/></mask><rect width='40' height='40' fill='red' mask='url(#m)'/>",
  "<svg width='20' height='40'><rect width='100' height='100' fill='red'/></svg>",
  "<pattern id='p' width='1' height='1'><rect width='40' height='40' fill='red'/></pattern><rect width='20' height='40' fill='url(#p)'/>",
  "<path d='M10 0V40' stroke='red' stroke-width='20' stroke-linecap='square'/>",
  "<rect width='20' height='40' fill='red' filter='url(#f)'/><filter id='f'><feOffset dx='0'/></filter>",
])
func drawingsOfAnyKindAreDrawn(body: String) throws {
  #expect(throws: ImageError.self) { try SVGArtwork.read(Array(document(body).utf8), named: "a") }
  let picture = try picture(document(body))
  #expect(picture.size == frame)
  #expect(picture.pixel(x: 10, y: 20).word == 0xFFFF_0000)
  #expect(picture.pixel(x: 30, y: 20).word == 0)
}

@Test func aDocumentTypeThatDeclaresNothingIsNoMatter() throws {
  let type =
    "<?xml version='1.0'?><!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd'>\n"
  #expect(
    try picture(type + document("<rect width='20' height='40' fill='red'/>")).pixel(x: 5, y: 5).word == 0xFFFF_0000)
  #expect(refusal("<!DOCTYPE svg [<!ENTITY x 'y'>]>" + document("&x;"))?.contains("it declares entities") == true)
}

/// The frame is filled, or what is drawn lies in it; both keep the drawing's shape.
@Test func aDrawingFitsItsFrame() throws {
  let wide = document("<style/><rect width='80' height='40' fill='red'/>", box: "0 0 80 40")
  #expect(try picture(wide).size == PixelSize(width: 40, height: 20))
  let covered = try picture(wide, mode: .cover)
  #expect(covered.size == frame && covered.pixel(x: 0, y: 0).word == 0xFFFF_0000)
  #expect(covered.pixel(x: 39, y: 39).word == 0xFFFF_0000)
  let sized = "<svg xmlns='http://www.w3.org/2000/svg' width='20mm' height='10mm'><style/></svg>"
  #expect(try picture(sized).size == PixelSize(width: 40, height: 20))
  #expect(
    try picture("<svg xmlns='http://www.w3.org/2000/svg'><style/></svg>").size == PixelSize(width: 40, height: 20))
}

/// Grey, as ours draws it: pages' icons become the colour of text by that.
@Test func theColourOfThePlaceIsGrey() throws {
  let picture = try picture(document("<style/><rect width='40' height='40' fill='currentColor'/>"))
  #expect(picture.pixel(x: 5, y: 5).word == 0xFF80_8080)
}

@Test func picturesInADrawingAreDrawn() throws {
  let png = Fixture.png(PixelSize(width: 4, height: 4)) { _, _ in Color(rgb: 0xFF0000) }
  let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
  var text = ""
  for start in stride(from: 0, to: png.count, by: 3) {
    let group = png[start..<min(start + 3, png.count)]
    let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
    for place in 0...group.count { text.append(letters[bits >> (18 - 6 * place) & 63]) }
  }
  let image = "<image width='20' height='40' preserveAspectRatio='none' href='data:image/png;base64,\(text)'/>"
  #expect(try picture(document(image)).pixel(x: 10, y: 20).word == 0xFFFF_0000)
  #expect(refusal(document("<image href='data:image/png;base64,AAAA'/>"))?.contains("a picture in it") == true)
  #expect(refusal(document("<image href='data:image/svg+xml,%3Csvg/%3E'/>"))?.contains("none of PNG") == true)
  let svg = "PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4="
  #expect(refusal(document("<image href='data:image/svg+xml;base64,\(svg)'/>"))?.contains("a picture in it") == true)
}

/// Nothing is read from anywhere: neither a file beside it nor one of the machine's.
@Test(arguments: [
  "<image width='40' height='40' href='file:///usr/share/pixmaps/debian-logo.png'/><style/>",
  "<image width='40' height='40' xlink:href='/etc/passwd'/><style/>", "<use href='file:///etc/passwd#a'/>",
  "<image width='40' height='40' href='http://127.0.0.1:1/a.png'/><style/>", "<use href='other.svg#a'/>",
])
func nothingIsLoaded(body: String) throws {
  let picture = try picture(document(body))
  for y in 0..<40 { for x in 0..<40 { #expect(picture.pixel(x: x, y: y).word == 0) } }
}

/// What could hide a document inside is refused, however it is written.
@Test(arguments: [
  "<use href='data:image/svg+xml;base64,AAAA#a'/>", "<rect fill='url(data:image/svg+xml,x#a)'/>",
  "<rect style='filter:url(DATA:x#a)'/>", "<style>@import 'data:text/css,x';</style>",
  "<style>@import url(x.css);</style>",
  "<style>.a{fill:url(\\64 ata:x#a)}</style>", "<use href='&#100;ata:x#a'/>",
  "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='x'/>",
  "<include xmlns='http://www.w3.org/2001/XInclude'/>",
])
func whatCouldHideADocumentIsRefused(body: String) {
  #expect(refusal(document(body))?.contains("a.svg:1: ") == true)
}

private func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }

private let small = "<rect width='9' height='9' filter='url(#f)'/>"
private let blur = "<feGaussianBlur stdDeviation='9'/>"

/// Ten of ten of ten …
private let copies: String = {
  var text = "<g id='a0'><rect width='40' height='40'/></g>"
  for level in 1...6 { text += "<g id='a\(level)'>" + times(10, "<use href='#a\(level - 1)'/>") + "</g>" }
  return text
}()

private let patterns: String = {
  var text = "<rect width='9' height='9' fill='url(#p0)'/>"
  for level in 0...8 {
    let inner = times(8, "<rect width='9' height='9' fill='url(#p\(level + 1))'/>")
    text += "<pattern id='p\(level)' width='1' height='1'>" + inner + "</pattern>"
  }
  return text
}()

private let chain: String = {
  var text = "<style/>"
  for link in 0...200 { text += "<g id='a\(link)'><use href='#a\(link + 1)'/></g>" }
  return text
}()

private let bombs: [String] = [
  copies, patterns, chain, "<filter id='f'><feTurbulence numOctaves='100000'/></filter>" + small,
  "<filter id='f'><feConvolveMatrix order='99' kernelMatrix='1'/></filter>" + small,
  "<filter id='f'><feMorphology radius='900'/></filter>" + small, "<filter id='f'>" + times(60, blur) + "</filter>",
  "<filter id='f'>" + blur + "</filter>" + times(60, small),
  "<style>.a{filter:url(#f)}</style><filter id='f'>" + blur + "</filter>" + times(60, "<rect width='9' height='9'/>"),
  times(10, "<path d='M0 0" + times(400, "L40 40L0 0") + "'/>") + "<style/>", times(80, "<g>") + times(80, "</g>"),
]

/// A few hundred bytes that would take minutes, each refused before anything is drawn.
@Test(arguments: bombs.indices)
func whatWouldTakeMinutesIsRefused(index: Int) { #expect(refusal(document(bombs[index])) != nil) }

@Test func aCircleOfReferencesEnds() throws {
  _ = try picture(document("<g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g><style/>"))
  _ = refusal(document("<g id='a'><use href='#a'/></g>"))
}

@Test func mutationsOfADrawingDoNotCrash() throws {
  let text = document(
    """
    <style>.a{fill:url(#g);stroke:#123}</style><linearGradient id='g'><stop offset='0'/><stop offset='1' stop-color='red'/>
    </linearGradient><clipPath id='c'><circle r='9' cx='20' cy='20'/></clipPath><symbol id='s' viewBox='0 0 9 9'>
    <path class='a' d='M4 4l9-3A5 5 0 0 1 9 9c1 2 3 4 5 6z'/></symbol><use href='#s' width='30' height='30' clip-path='url(#c)'/>
    <filter id='f'><feGaussianBlur stdDeviation='2'/></filter><rect width='9' height='9' rx='2' filter='url(#f)'/>
    """)
  let bytes = Array(text.utf8)
  _ = try picture(text)
  var random = SplitMix64(seed: 3)
  var drawn = 0
  for _ in 0..<600 {
    var mutant = bytes
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      let digits = mutant.indices.filter { (0x2E...0x39).contains(mutant[$0]) }
      let at = digits.randomElement(using: &random) ?? 0
      mutant[at] = Array("0123456789.-e".utf8).randomElement(using: &random) ?? 0
    }
    if let picture = try? ImageDecoder().decode(mutant, named: "a", fitting: frame, mode: .contain) {
      drawn += 1
      #expect(picture.size.width <= 40 && picture.size.height <= 40)
    }
  }
  #expect(drawn > 200)
}

/// Each element counts for all that style sheets point to: many names times many elements.
@Test(arguments: [(5_000, 0, true), (300, 4, true), (300, 65, false)])
func styleSheetsPointToSoManyThings(named: Int, there: Int, isRead: Bool) throws {
  let style = (0..<named).map { "(#\($0))" }.joined()
  let targets = (0..<there).map { "<g id='\($0)'/>" }.joined()
  let elements = String(repeating: "<g/>", count: there == 0 ? 9_000 : 1)
  let text =
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><style>a{b:url\(style)}</style>\(targets)\(elements)</svg>"
  let bytes = Array(text.utf8)
  if isRead {
    #expect(try SVGPicture.checked(bytes) == bytes)
  } else {
    #expect(throws: ImageError.self) { _ = try SVGPicture.checked(bytes) }
  }
}
