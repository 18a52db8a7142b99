import Board
import Refresh
import Scene
import StubServer
import TestSupport
import Testing
import Vitrine

private let styles = #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 } + "/Boards/styles/"

private func board(_ style: String) -> String {
  """
  board: Styles
  theme: {mode: dark, scale: 1}
  refresh: {style: \(style)}
  cards:
    - row: {title: First card, subtitle: below the gap}
    - row: {title: Second card, subtitle: below the gap}
  """
}

private let plain = """
  sprites: {d: {disc: 20, color: "#ff0000"}}
  layers:
    - sprite: d
      y: 20
  """

/// Red pixels in the gap.
private func red(_ picture: Pixmap) -> Int {
  var count = 0
  for y in 0..<96 {
    for x in 0..<picture.size.width where picture.pixel(x: x, y: y).word == 0xFFFF_0000 { count += 1 }
  }
  return count
}

/// Every style of `Boards/styles`.
let exampleStyles = [
  "arrow.yaml", "compass.yaml", "cup.json", "dots.yaml", "gear.yaml", "house.yaml", "icon.yaml", "material.yaml",
  "paper.yaml", "petals.yaml", "plane.yaml", "radar.yaml", "ring.yaml", "train.yaml",
]

@Test func everyExampleIsRight() throws {
  let stage = Stage()
  for name in exampleStyles {
    try stage.write(board(styles + name), to: "board.yaml")
    let source = BoardSource(path: stage.directory + "/board.yaml")
    let file = try #require(try source.read().board)
    #expect(try source.checkStyle(of: file).isEmpty, "\(name)")
  }
}

@Test func thePlaneFlies() throws {
  let stage = Stage()
  var kiosk = try stage.kiosk(board(styles + "plane.yaml"))
  kiosk.pull(toRatio: 0.9)
  expectGolden(try kiosk.picture(), "plane-pulled")
  var other = try stage.kiosk(board(styles + "plane.yaml"))
  other.beginRefresh()
  other.play(seconds: 1)
  expectGolden(try other.picture(), "plane-refreshing")
  other.endRefresh(with: .offline)
  other.play(seconds: 1.2)
  expectGolden(try other.picture(), "plane-offline")
  #expect(stage.log.all.isEmpty)
}

/// Pixels of the cup's own amber in the middle of the gap.
private func amber(_ picture: Pixmap) -> Int {
  var count = 0
  for y in 0..<96 {
    for x in 180..<300 {
      let word = picture.pixel(x: x, y: y).word
      if word >> 16 & 255 > 180, word >> 8 & 255 > 100, word & 255 < 110 { count += 1 }
    }
  }
  return count
}

@Test func theCupSteams() throws {
  let stage = Stage()
  var kiosk = try stage.kiosk(board(styles + "cup.json"))
  kiosk.beginRefresh()
  kiosk.play(seconds: 1)
  #expect(try amber(kiosk.picture()) > 100)
  #expect(stage.log.all.isEmpty)
}

/// The same animation out of an archive, of either version of the format; edited under a running panel it is read again.
@Test(arguments: [
  (
    "animations/cup.json",
    #"{"version": "1.0", "animations": [{"id": "other"}, {"id": "cup"}], "activeAnimationId": "cup"}"#
  ),
  ("animations/cup.json", #"{"animations": [{"id": "cup", "loop": true}]}"#),
  ("a/cup.json", #"{"version": "2", "animations": [{"id": "cup"}], "initial": {"animation": "cup"}}"#),
])
func anArchiveShowsItsFirstAnimation(name: String, manifest: String) throws {
  let stage = Stage()
  let cup = try readFile(styles + "cup.json")
  func write(_ animation: [UInt8]) throws {
    try writeFile(
      stage.directory + "/cup.lottie", StoredZIP.archive([("manifest.json", Array(manifest.utf8)), (name, animation)]))
  }
  try write(cup)
  var kiosk = try stage.kiosk(board("cup.lottie"))
  kiosk.beginRefresh()
  kiosk.play(seconds: 1)
  #expect(try amber(kiosk.picture()) > 100)
  #expect(stage.log.all.isEmpty)
  kiosk.endRefresh(with: .success)
  kiosk.play(seconds: 3)
  try write(Array("{}".utf8))
  kiosk.lookAtFiles()
  #expect(stage.log.all.contains { $0.hasSuffix("cup.lottie: it is no Lottie animation: it has no \"layers\"") })
  try write(cup)
  kiosk.lookAtFiles()
  kiosk.beginRefresh()
  kiosk.play(seconds: 1)
  #expect(try amber(kiosk.picture()) > 100)
}

@Test(arguments: [
  ([("readme.txt", "hello")], "no dotLottie archive: it holds no manifest.json"),
  ([("manifest.json", "{}")], "its manifest.json names no animation"),
  ([("manifest.json", "[")], "line 1"),
  (
    [("manifest.json", #"{"animations": [{"id": "../cup"}]}"#)],
    #"its manifest.json names the animation "../cup", which is not in it"#
  ),
  ([("manifest.json", #"{"animations": [{"id": "a"}]}"#), ("a/a.json", "{")], "line 1"),
])
func anArchiveWithoutAnAnimationIsRefused(files: [(String, String)], reason: String) throws {
  let stage = Stage()
  try writeFile(stage.directory + "/a.lottie", StoredZIP.archive(files.map { ($0.0, Array($0.1.utf8)) }))
  _ = try stage.kiosk(board("a.lottie"))
  #expect(stage.log.all.contains { $0.contains("a.lottie: " + reason) }, "\(stage.log.all)")
}

@Test(arguments: [
  (
    "style.yaml", "layers:\n  - {sprite: x}\n",
    #"style.yaml:2:14: error: "sprite": unknown sprite "x"; this style has no "sprites""#
  ),
  ("style.yaml", "layers: [", "style.yaml:2:1: error: did not find expected node content"),
  ("gone.yaml", nil, "could not open"),
  ("broken.json", "{\"layers\": [", "broken.json: line 1"),
  (
    "text.json", #"{"w": 10, "h": 10, "fr": 30, "ip": 0, "op": 9, "layers": [{"ty": 5, "nm": "hello"}]}"#,
    #"text.json: uses text; convert it to shapes: layer "hello""#
  ),
  ("a.lottie", "PK\u{3}\u{4}", "a.lottie: not a ZIP archive: "),
])
func aBrokenStyleGivesWayAndIsSaid(name: String, text: String?, message: String) throws {
  let stage = Stage()
  if let text { try stage.write(text, to: name) }
  var kiosk = try stage.kiosk(board(name))
  #expect(stage.log.all.contains { $0.contains(message) }, "\(stage.log.all)")
  // A board of its own: the panel above reads its file again when it changes.
  let other = Stage()
  var standard = try other.kiosk(board("compass"))
  let (marked, plain) = (try kiosk.picture(), try standard.picture())
  // A mark in the lower corner says that there is something to read in the log.
  var marks = 0
  for y in 280..<320 { for x in 0..<480 where marked.pixel(x: x, y: y) != plain.pixel(x: x, y: y) { marks += 1 } }
  #expect(marks > 20 && marks < 40 * 40, "\(marks)")
  kiosk.beginRefresh()
  kiosk.play(seconds: 0.5)
  standard.beginRefresh()
  standard.play(seconds: 0.5)
  let (found, expected) = (try kiosk.picture(), try standard.picture())
  var differences = 0
  for y in 0..<90 {
    for x in 0..<480 where found.pixel(x: x, y: y) != expected.pixel(x: x, y: y) { differences += 1 }
  }
  #expect(differences == 0)
  #expect(expected.pixel(x: 5, y: 5) != plain.pixel(x: 5, y: 5), "the default style is turning")
}

@Test func anEditedStyleShowsAtOnceAndABrokenEditIsSaid() throws {
  let stage = Stage()
  try stage.write(plain, to: "style.yaml")
  var kiosk = try stage.kiosk(board("style.yaml"))
  kiosk.pull(toRatio: 1)
  let shown1 = try kiosk.picture()
  #expect(red(shown1) > 60)
  try stage.write(plain.replacing("disc: 20", with: "disc: 4"), to: "style.yaml")
  kiosk.lookAtFiles()
  #expect(stage.log.all.contains { $0.contains("style.yaml: read again") })
  kiosk.play(seconds: 1)
  let shown2 = try kiosk.picture()
  #expect(red(shown2) < 20)
  try stage.write("layers: 3", to: "style.yaml")
  kiosk.lookAtFiles()
  #expect(stage.log.all.contains { $0.contains(#""layers" must be a list"#) })
  try stage.write(plain, to: "style.yaml")
  kiosk.lookAtFiles()
  kiosk.play(seconds: 1)
  let shown3 = try kiosk.picture()
  #expect(red(shown3) > 60)
}

@Test func anEditedPictureOfAStyleShowsAtOnce() throws {
  let stage = Stage()
  func square(_ color: String) -> String {
    #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0H10V10H0Z" fill="\#(color)"/></svg>"#
  }
  try stage.write(square("#0000ff"), to: "square.svg")
  try stage.write(
    plain.replacing(##"{disc: 20, color: "#ff0000"}"##, with: "square.svg"), to: "style.yaml")
  var kiosk = try stage.kiosk(board("style.yaml"))
  kiosk.pull(toRatio: 1)
  let shown4 = try kiosk.picture()
  #expect(red(shown4) == 0)
  try stage.write(square("#ff0000"), to: "square.svg")
  kiosk.lookAtFiles()
  #expect(stage.log.all.contains { $0.contains("square.svg: read again") })
  kiosk.play(seconds: 1)
  let shown5 = try kiosk.picture()
  #expect(red(shown5) > 300)
}
