import Board
import Glibc
import Scene
import StubServer
import TestSupport
import Testing
import Vitrine

private let board = """
  board: Photos
  theme: {mode: dark, scale: 1}
  sources:
    photos: {url: "photos/", every: 1h}
  cards:
    - image: {each: photos, image: "{file}", ratio: 16/9}
    - text: {text: "No pictures yet", when: $photos | count == 0}
  """

extension Stage {
  /// Puts a picture of one colour into the directory of photos; written second `time` of 1970, as file systems keep time too coarsely
  /// for a test.
  fileprivate func put(_ name: String, _ color: UInt32, at time: Int) throws {
    let path = directory + "/photos/" + name
    try writeFile(path, try file(of: plainPicture(Color(rgb: color)), in: self))
    let times = [timespec(tv_sec: time, tv_nsec: 0), timespec(tv_sec: time, tv_nsec: 0)]
    try #require(unsafe utimensat(AT_FDCWD, path, times, 0) == 0)
  }
}

@Test func aDirectoryIsFollowedWhileTheBoardRuns() throws {
  let stage = Stage()
  var kiosk = try stage.kiosk(board)
  let background = try kiosk.color(x: 240, y: 300)
  #expect(stage.log.all.count == 1)
  #expect(stage.log.all.first?.contains("does not exist; it is shown as soon as it does") == true)

  try stage.put("b.png", 0xC03020, at: 1000)
  kiosk.lookAtFiles()
  #expect(try kiosk.color(x: 240, y: 160) == 0xC03020)

  // Replaced under its old name.
  try stage.put("b.png", 0x2030C0, at: 2000)
  kiosk.lookAtFiles()
  #expect(try kiosk.color(x: 240, y: 160) == 0x2030C0)

  // By name: another one comes before it.
  try stage.put("a.png", 0x20C030, at: 3000)
  kiosk.lookAtFiles()
  #expect(try kiosk.color(x: 240, y: 160) == 0x20C030)

  unsafe _ = unlink(stage.directory + "/photos/a.png")
  kiosk.lookAtFiles()
  #expect(try kiosk.color(x: 240, y: 160) == 0x2030C0)

  unsafe _ = unlink(stage.directory + "/photos/b.png")
  kiosk.lookAtFiles()
  #expect(try kiosk.color(x: 240, y: 160) == background)
  #expect(kiosk.isComplete == true)
}

/// A camera's picture has one address and is another one each time.
@Test func aSinglePictureIsFetchedAnew() throws {
  let stage = Stage()
  func answer(_ color: UInt32) throws {
    let bytes = try file(of: plainPicture(Color(rgb: color)), in: stage)
    stage.server.on("/camera.png", .reply(200, type: "image/png", bytes: bytes))
  }
  try answer(0xC03020)
  var kiosk = try stage.kiosk(
    """
    board: Door
    theme: {mode: dark, scale: 1}
    cards:
      - image: {image: "${SERVER}/camera.png", ratio: 16/9, every: 30s}
    """)
  #expect(try kiosk.color(x: 240, y: 160) == 0xC03020)
  try answer(0x20C030)
  kiosk.play(seconds: 31)
  #expect(try kiosk.color(x: 240, y: 160) == 0x20C030)
}

@Test func aPictureReplacedByRubbishStays() throws {
  let stage = Stage()
  var kiosk = try stage.kiosk(board)
  try stage.put("a.png", 0xC03020, at: 1000)
  kiosk.lookAtFiles()
  try writeFile(stage.directory + "/photos/a.png", Array("half a".utf8))
  kiosk.lookAtFiles()
  #expect(try kiosk.color(x: 240, y: 160) == 0xC03020)
  #expect(stage.log.all.contains { $0.contains("picture: could not read \(stage.directory)/photos/a.png") })
}
