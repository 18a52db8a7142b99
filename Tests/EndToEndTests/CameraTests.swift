import Images
import Motion
import Scene
import StubServer
import TestSupport
import Testing
import Vitrine

private let board = """
  board: Gate
  sources: {x: {url: "${SERVER}/x.json", every: 1h}}
  cards:
    - image: {image: "${SERVER}/cam", live: true, ratio: 16/9, title: Gate}
    - row: {title: Below}
  """

private func picture(_ color: Color) -> [UInt8] {
  let size = PixelSize(width: 64, height: 36)
  return PNG.encode(Pixmap(words: Array(repeating: Pixel(color).word, count: size.area), size: size))
}

private func part(_ bytes: [UInt8]) -> [UInt8] {
  Array("--frame\r\nContent-Type: image/png\r\nContent-Length: \(bytes.count)\r\n\r\n".utf8) + bytes + [13, 10]
}

private let red = Color(red: 200, green: 30, blue: 30)
private let green = Color(red: 30, green: 160, blue: 60)

/// What a camera sends is on the glass, and what stands still is never what moves: no placeholder comes between two pictures.
@Test func aCameraIsShownAsItMoves() throws {
  let stage = Stage()
  stage.server.on("/x.json", .reply("{}"))
  stage.server.on(
    "/cam",
    .stream(
      [part(picture(red)), part(picture(green)), part([1, 2, 3])], type: "multipart/x-mixed-replace; boundary=frame"))
  var kiosk = try stage.kiosk(board, size: PixelSize(width: 480, height: 480))
  kiosk.settle()
  #expect(try kiosk.picture().pixel(x: 240, y: 120) == Pixel(red))
  stage.server.release("/cam")
  // It comes by itself: every frame until then shows the picture before.
  var colors: Set<UInt32> = [Pixel(red).word]
  while !colors.contains(Pixel(green).word) {
    kiosk.play(seconds: 1.0 / 60)
    kiosk.settle()
    colors.insert(try kiosk.picture().pixel(x: 240, y: 120).word)
  }
  #expect(colors == [Pixel(red).word, Pixel(green).word])
  // What is no picture changes nothing, and is said once.
  stage.server.release("/cam")
  while !stage.log.all.contains(where: { $0.contains("picture:") }) { kiosk.settle() }
  #expect(try kiosk.picture().pixel(x: 240, y: 120) == Pixel(green))
}

/// A page with more cameras than a panel can follow follows some, and says so.
@Test(arguments: [16, 17, 60])
func notMoreCamerasAreFollowedThanAPanelBears(count: Int) throws {
  let stage = Stage()
  stage.server.on("/x.json", .reply("{}"))
  for number in 0..<count {
    stage.server.on(
      "/cam\(number)", .stream([part(picture(red))], type: "multipart/x-mixed-replace; boundary=frame"))
  }
  let cards = (0..<count).map { "  - image: {image: \"${SERVER}/cam\($0)\", live: true}\n" }.joined()
  var kiosk = try stage.kiosk(
    "board: Gate\nsources: {x: {url: \"${SERVER}/x.json\", every: 1h}}\ncards:\n" + cards,
    size: PixelSize(width: 480, height: 480))
  kiosk.settle()
  let asked = (0..<count).filter { !stage.server.requests("/cam\($0)").isEmpty }
  #expect(asked == Array(0..<16))
  let words = stage.log.all.filter { $0.contains("cameras on one page") }
  #expect(words.count == (count > 16 ? 1 : 0) && words.allSatisfy { $0.contains("\(count) cameras") })
}
