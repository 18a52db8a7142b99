import Board
import Formats
import Lottie
import Scene
import TestSupport
import Testing

@Test func aPlainAnimationIsRead() throws {
  let file = try file(document())
  #expect(file.outline.frameCount == 60)
  #expect(file.outline.rate == 30)
  #expect(file.outline.ratio == 1.25)
  // Without markers 30 % follow the finger and the whole loops.
  #expect(file.outline.segments == LottieSegments(pull: 0..<18, loop: 0..<60))
}

@Test(arguments: [
  (
    #"{"cm": "pull", "tm": 0, "dr": 10}, {"cm": "loop", "tm": 10, "dr": 30}, {"cm": "done", "tm": 40, "dr": 8}, {"cm": "fail", "tm": 48, "dr": 12}"#,
    LottieSegments(pull: 0..<10, loop: 10..<40, done: 40..<48, fail: 48..<60)
  ),
  // Without lengths each goes up to the next.
  (
    #"{"cm": "Pull", "tm": 0, "dr": 0}, {"cm": "LOOP ", "tm": 10}, {"cm": "fail", "tm": 50}"#,
    LottieSegments(pull: 0..<10, loop: 10..<50, fail: 50..<60)
  ),
  (#"{"cm": "loop", "tm": 20, "dr": 20}"#, LottieSegments(pull: 0..<20, loop: 20..<40)),
  (#"{"cm": "pull", "tm": 0, "dr": 20}"#, LottieSegments(pull: 0..<20, loop: 20..<60)),
  (
    #"{"cm": "pull", "tm": 0, "dr": 20}, {"cm": "done", "tm": 50, "dr": 10}"#,
    LottieSegments(pull: 0..<20, loop: 20..<50, done: 50..<60)
  ),
  (#"{"cm": "chorus", "tm": 20, "dr": 20}"#, LottieSegments(pull: 0..<18, loop: 0..<60)),
  // Beyond the file.
  (#"{"cm": "loop", "tm": 50, "dr": 5000}"#, LottieSegments(pull: 0..<50, loop: 50..<60)),
  (#"{"cm": "loop", "tm": -50, "dr": 1}, {"cm": 3}, 4"#, LottieSegments(pull: 0..<1, loop: 0..<1)),
])
func markersNameTheParts(markers: String, segments: LottieSegments) throws {
  #expect(try file(document(root: "\"markers\": [\(markers)],")).outline.segments == segments)
}

private let mattes: [(String, String, String, String?)] = [
  (#""tt": 1,"#, #""td": 1,"#, "", nil), (#""tt": 2,"#, #""td": 1,"#, "", nil), (#""tt": 3,"#, #""td": 1,"#, "", nil),
  (#""tt": 4,"#, "", "", nil), (#""tt": 1, "tp": 1,"#, #""ind": 1, "td": 1,"#, "", nil),
  (#""tt": 1, "tp": 7,"#, #""ind": 1, "td": 1,"#, "", "has its matte elsewhere; put that layer directly above"),
  (#""tt": 1, "td": 1,"#, #""td": 1,"#, "", "is a matte that has one itself; put both into a composition"),
  (#""tt": 5,"#, #""td": 1,"#, "", "uses an unknown matte"),
  (
    #""tt": 3,"#, #""td": 1,"#, #"{"ty": "fl", "c": {"k": [1, 1, 1, 1]}, "o": {"a": 0, "k": 50}},"#,
    "uses a luma matte that is not opaque; use an alpha matte"
  ),
  (
    #""tt": 4,"#, #""td": 1, "tt": 1,"#, "", "uses a luma matte that is not opaque; use an alpha matte"
  ),
  (#""tt": 1,"#, #""td": 1,"#, #"{"ty": "fl", "c": {"k": [1, 1, 1, 1]}, "o": {"a": 0, "k": 50}},"#, nil),
]

/// Mattes that are drawn as their author sees them, and those that are not. The matte is a square in a layer of its own.
@Test(arguments: mattes)
func mattesAreDrawnRightlyOrNamed(layer: String, matte: String, shapes: String, reason: String?) throws {
  let layers = square(name: "matte", layer: matte, shapes: shapes) + "," + square(name: "seen", layer: layer)
  let found = try reasons(document(layers: layers)).filter { $0.hasSuffix("\"seen\"") }
  #expect(found == (reason.map { ["\($0): layer \"seen\""] } ?? []))
}

@Test func aMatteNeedsALayerAboveIt() throws {
  #expect(
    try reasons(document(layers: square(layer: #""tt": 1,"#)))
      == [#"has no layer above it to be its matte: layer "square""#])
}

/// What the library leaves out or draws wrongly is refused by its name.
@Test(arguments: [
  (
    square(name: "worm", transform: #""sk": {"a": 0, "k": 0, "x": "var $bm_rt = time * 3;"},"#),
    #"uses expressions: layer "worm""#
  ),
  (square(layer: #""ef": [{"ty": 21}],"#), #"uses effects: layer "square""#),
  (square(layer: #""sy": [{"ty": 1}],"#), #"uses layer styles: layer "square""#),
  (square(layer: #""tm": {"a": 0, "k": 1},"#), #"uses time remapping: layer "square""#),
  (square(layer: #""bm": 1,"#), #"uses a blend mode: layer "square""#),
  (square(kind: "2"), #"uses a picture: layer "square""#),
  (square(kind: "5"), #"uses text; convert it to shapes: layer "square""#),
  (square(kind: "6"), #"plays sound: layer "square""#),
  (square(kind: "13"), #"is a camera: layer "square""#),
  (square(kind: "99"), #"is of an unknown kind 99: layer "square""#),
  (square(kind: "\"4\""), #"is of an unknown kind: layer "square""#),
  (square(kind: "0"), #"shows no composition: layer "square""#),
  (square(layer: #""refId": "gone","#, kind: "0"), #"layer "square" shows "gone", which is not there"#),
  (square(shapes: #"{"ty": "mm", "mm": 1},"#), #"uses merge paths: layer "square""#),
  (square(shapes: #"{"ty": "rd", "r": {"k": 3}},"#), #"uses rounded corners: layer "square""#),
  (square(shapes: #"{"ty": "zz"},"#), #"uses zig-zag: layer "square""#),
  (square(shapes: #"{"ty": "xx"},"#), #"uses a shape of the kind "xx": layer "square""#),
  (square(shapes: #"{"nm": "a"},"#), #"a shape has no kind: layer "square""#),
  (square(layer: #""hasMask": true, "masksProperties": [{"mode": "l"}],"#), #"uses an unknown mask: layer "square""#),
  (square(transform: #""rx": {"a": 0, "k": 30},"#), #"is three-dimensional: layer "square""#),
])
func whatCannotBeDrawnIsNamed(layer: String, reason: String) throws {
  let found = try reasons(document(layers: layer))
  #expect(found.contains(reason), "\(found)")
}

@Test(arguments: [
  (
    document(assets: #"{"id": "image_0", "w": 10, "h": 10, "u": "images/", "p": "cat.png"}"#),
    #"uses a picture: "image_0"; draw it with shapes"#
  ),
  (document(root: #""slots": {},"#), "uses slots; replace them by values"),
  (
    document().replacing(#""ddd": 0,"#, with: #""ddd": 1,"#, maxReplacements: 1),
    "it is three-dimensional; flat animations are drawn"
  ),
  ("[1, 2]", #"it is no Lottie animation: it has no "layers""#),
  (#"{"layers": 3}"#, #"it is no Lottie animation: it has no "layers""#),
])
func filesThatAreSomethingElseAreNamed(text: String, reason: String) throws {
  #expect(try reasons(text) == [reason])
}

/// Everything wrong is said at once.
@Test func everyReasonIsSaid() throws {
  let layer = square(layer: #""ef": [{}], "tm": {"k": 1},"#)
  #expect(try reasons(document(layers: layer)).count == 2)
}

// MARK: Hostile files

@Test(arguments: [
  (document(width: "100000"), "it is 100000 x 96; at most 4096 a side are drawn"),
  (document(width: "0"), #"it has no size: "w" and "h" must be 1 or more"#),
  (document(width: "1e300"), "it has the number 1e+300; beyond 1000000 nothing is drawn"),
  (document(frames: 0), #"it has no frames: "op" must lie after "ip""#),
  (document(frames: 100_000), "it has 100000 frames; at most 3600 are drawn"),
  (document().replacing(#""fr": 30"#, with: #""fr": 0"#), "it has 0.0 frames a second; 1 to 120 are drawn"),
  (document().replacing(#""fr": 30"#, with: #""fr": 1000"#), "it has 1000.0 frames a second; 1 to 120 are drawn"),
  (document(layers: square(layer: #""parent": 1,"#)), "layer number 1 is its own parent"),
  (
    document(
      layers: square(layer: #""parent": 2,"#) + ","
        + square(layer: #""parent": 1,"#).replacing(#""ind": 1"#, with: #""ind": 2"#)),
    "is its own parent"
  ),
  (
    document(
      layers: square(layer: #""refId": "a","#, kind: "0"),
      assets: #"{"id": "a", "layers": [\#(square(layer: #""refId": "a","#, kind: "0"))]}"#),
    #"composition "a" is part of itself"#
  ),
  (
    document(layers: square(shapes: #"{"ty": "rp", "c": {"a": 0, "k": 100000}, "o": {"a": 0, "k": 0}, "tr": {}},"#)),
    "a repeater makes 100000 copies; at most 100 are drawn"
  ),
  (
    document(layers: square(shapes: #"{"ty": "sr", "sy": 1, "pt": {"a": 0, "k": 5000}},"#)),
    "a star has 5000 points; at most 200 are drawn"
  ),
  (
    document(layers: square(shapes: #"{"ty": "st", "d": [{"n": "d", "v": {"a": 0, "k": 0.0001}}]},"#)),
    "has dashes too short to be seen"
  ),
  (
    document(layers: square(shapes: #"{"ty": "gf", "g": {"p": 900, "k": {"a": 0, "k": [1, 2]}}},"#)),
    "has a broken gradient"
  ),
  (
    document(
      layers: square(shapes: #"{"ty": "sh", "ks": {"a": 0, "k": {"v": [[0, 0], [1, 1]], "i": [[0, 0]], "o": []}}},"#)),
    "has a broken path"
  ),
  (document(layers: Array(repeating: square(), count: 501).joined(separator: ",")), "it has more than 500 layers"),
  (
    document(
      layers: square(
        shapes: String(repeating: #"{"ty": "gr", "it": ["#, count: 40) + String(repeating: "]}", count: 40) + ",")),
    "nested deeper"
  ),
])
func numbersWithoutMeasureAreRefused(text: String, reason: String) throws {
  let found: [String]
  do {
    found = try reasons(text)
  } catch {
    Issue.record("not JSON: \(error)")
    return
  }
  #expect(found.contains { $0.contains(reason) }, "\(found)")
}

/// Compositions that show each other twice: thirty levels would be a billion layers.
@Test func compositionsThatMultiplyAreRefused() throws {
  let assets = (0..<7).map { level in
    let inner = square(layer: "\"refId\": \"\(level + 1)\",", kind: "0")
    return #"{"id": "\#(level)", "layers": [\#((0..<8).map { _ in inner }.joined(separator: ","))]}"#
  }
  let last = #"{"id": "7", "layers": [\#(square())]}"#
  let text = document(
    layers: square(layer: #""refId": "0","#, kind: "0"), assets: (assets + [last]).joined(separator: ","))
  #expect(try reasons(text) == ["it has more than 500 layers: simplify it"])
}

/// Documents damaged at random are refused or drawn; the library is only given what was checked.
@Test func damagedDocumentsAreRefusedOrDrawn() throws {
  let text = Array(
    document(
      layers: square(
        layer:
          #""hasMask": true, "masksProperties": [{"mode": "a", "inv": false, "o": {"a": 0, "k": 100}, "pt": {"a": 0, "k": {"c": true, "v": [[0, 0], [90, 0], [90, 90]], "i": [[0, 0], [0, 0], [0, 0]], "o": [[0, 0], [0, 0], [0, 0]]}}}],"#,
        shapes:
          #"{"ty": "tm", "s": {"a": 0, "k": 0}, "e": {"a": 0, "k": 70}, "o": {"a": 0, "k": 0}, "m": 1}, {"ty": "rp", "c": {"a": 0, "k": 3}, "o": {"a": 0, "k": 0}, "m": 1, "tr": {"ty": "tr", "p": {"a": 0, "k": [10, 0]}, "a": {"a": 0, "k": [0, 0]}, "s": {"a": 0, "k": [100, 100]}, "r": {"a": 0, "k": 0}, "so": {"a": 0, "k": 100}, "eo": {"a": 0, "k": 50}}},"#
      )
    ).utf8)
  var random = SplitMix64(seed: 11)
  var drawn = 0
  for _ in 0..<800 {
    var bytes = text
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let at = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes[at] = UInt8.random(in: 32...126, using: &random)
      case 1: bytes.remove(at: at)
      case 2: bytes.insert(UInt8(ascii: "9"), at: at)
      default: bytes[at] = UInt8(ascii: "0") + UInt8.random(in: 0...9, using: &random)
      }
    }
    guard let value = try? JSON.parse(bytes), let file = try? LottieFile(value),
      let frames = try? LottieFrames(file, height: 24, clock: { 0 })
    else { continue }
    #expect(frames.size.height == 24)
    drawn += 1
  }
  #expect(drawn > 100)
}
