import Kiosk
import Motion
import Panel
import Scene
import StubServer
import TestSupport
import Testing
import Vitrine

private let board = """
  board: Hall
  theme: {mode: light, scale: 1}
  sources:
    hall: {url: "${SERVER}/hall.json", every: 1h}
  cards:
    - entry: {label: Note, icon: pen, value: $hall.note, length: 60, post: "${SERVER}/note", json: {note: "{$value}"}}
    - keypad: {label: Alarm, icon: lock, length: 4, post: "${SERVER}/code", json: {code: "{$value}"}}
  """

private func kiosk(_ stage: Stage, _ yaml: String = board, size: PixelSize = PixelSize(width: 480, height: 640)) throws
  -> VirtualKiosk
{
  stage.server.on("/hall.json", .reply(#"{"note": "Back at 4 pm"}"#))
  for name in ["note", "code"] { stage.server.on("/" + name, .reply("{}")) }
  var kiosk = try stage.kiosk(yaml, size: size, answers: .held)
  kiosk.deliverAnswers()
  kiosk.settle()
  return kiosk
}

/// Keys of a telephone, in the order of its parts.
private func part(_ digit: Character) -> Int { digit == "0" ? 10 : (digit.wholeNumberValue ?? 1) - 1 }

extension VirtualKiosk {
  /// The middle of a part of the first card on show that has so many.
  fileprivate func middle(ofPart part: Int, least: Int) throws -> Point {
    let parts = shownPage.blocks.compactMap { $0.control?.parts }.first { $0.count >= least }
    let rect = try #require(parts)[part]
    let top = shownPage.header?.frame.height ?? 0
    return Point(x: Double(rect.x0 + rect.x1) / 2, y: Double(rect.y0 + rect.y1) / 2 + Double(top))
  }
}

@Test func aKeypadShowsHowMuchWasTypedAndNeverWhat() throws {
  let stage = Stage()
  var kiosk = try kiosk(stage)
  expectGolden(try kiosk.picture(), "keypad")
  stage.server.on("/code", .reply(403))
  let five = try kiosk.middle(ofPart: part("5"), least: 12)
  let before = try kiosk.picture()
  // While the finger is on it, nothing tells which key it is.
  kiosk.play({ $0.down(five) }, tail: 0.3)
  #expect(differences(before, try kiosk.picture()) == 0)
  kiosk.play({ $0.up() }, tail: 0.5)
  let typed = try kiosk.picture()
  expectGolden(typed, "keypad-typed")
  for digit in "555" {
    let point = try kiosk.middle(ofPart: part(digit), least: 12)
    kiosk.play({ $0.tap(point) }, tail: 0.1)
  }
  kiosk.deliverAnswers()
  kiosk.play(seconds: 1)
  expectGolden(try kiosk.picture(), "keypad-refused")
  #expect(
    stage.server.requests("/code").map { String(decoding: $0.body, as: UTF8.self) } == ["{\n  \"code\": \"5555\"\n}"])
}

/// All keys but the one that was pressed look the same after any digit: a picture gives nothing away.
@Test(arguments: ["1", "4", "0", "9"] as [Character]) func picturesOfAnyDigitAreOne(digit: Character) throws {
  let stage = Stage()
  var kiosk = try kiosk(stage)
  let other = try TypingStage.typed("5")
  let point = try kiosk.middle(ofPart: part(digit), least: 12)
  kiosk.play({ $0.tap(point) }, tail: 0.5)
  #expect(differences(try kiosk.picture(), try other.picture()) == 0)
}

private enum TypingStage {
  static func typed(_ digit: Character) throws -> VirtualKiosk {
    let stage = Stage()
    var kiosk = try kiosk(stage)
    let point = try kiosk.middle(ofPart: part(digit), least: 12)
    kiosk.play({ $0.tap(point) }, tail: 0.5)
    return kiosk
  }
}

@Test func aTextIsWrittenWithTwoThumbs() throws {
  let stage = Stage()
  var kiosk = try kiosk(stage)
  kiosk.play({ $0.tap(Point(x: 240, y: 44)) }, tail: 1)
  #expect(kiosk.showsDetail == true)
  expectGolden(try kiosk.picture(), "keyboard")
  // "q" and "p" with fingers that overlap: the second lands before the first has lifted.
  let (q, p) = (try kiosk.middle(ofPart: 0, least: 20), try kiosk.middle(ofPart: 9, least: 20))
  kiosk.play(
    { touch in
      touch.down(q, contact: 0)
      touch.wait(0.05)
      touch.down(p, contact: 1)
      touch.wait(0.05)
      touch.up(contact: 0)
      touch.wait(0.05)
      touch.up(contact: 1)
    }, tail: 0.5)
  // A key that is held goes on.
  let repeating = kiosk.shownPage.blocks.compactMap { $0.control?.keys?.repeating }
  let delete = try #require(repeating.first)
  let point = try kiosk.middle(ofPart: delete, least: 20)
  kiosk.play(
    { touch in
      touch.down(point)
      touch.wait(0.8)
      touch.up()
    }, tail: 0.5)
  expectGolden(try kiosk.picture(), "keyboard-held")
  let done = (kiosk.shownPage.blocks.compactMap { $0.control?.parts.count }.max() ?? 1) - 1
  let end = try kiosk.middle(ofPart: done, least: 20)
  kiosk.play({ $0.tap(end) }, tail: 1)
  #expect(kiosk.showsDetail == false)
  kiosk.deliverAnswers()
  let bodies = stage.server.requests("/note").map { String(decoding: $0.body, as: UTF8.self) }
  #expect(bodies == ["{\n  \"note\": \"Back at 4 \"\n}"])
  // And once more.
  kiosk.play({ $0.tap(Point(x: 240, y: 44)) }, tail: 1)
  #expect(kiosk.showsDetail == true)
}

/// In every script, on small and on wide panels, light and dark.
@Test(arguments: [("ru", 800, 480), ("ar", 480, 800), ("de", 1280, 800), ("fr", 320, 480)])
func keysHaveRoomOnEveryPanel(language: String, width: Int, height: Int) throws {
  let stage = Stage()
  let words = language == "ar" ? "label: ملاحظة" : "label: Note"
  let yaml = board.replacing("label: Note", with: words).replacing(
    "length: 60", with: "length: 60, keyboard: \(language)"
  )
  .replacing("mode: light", with: language == "ru" ? "mode: dark" : "mode: light")
  var kiosk = try kiosk(stage, yaml, size: PixelSize(width: width, height: height))
  let blocks = kiosk.shownPage.blocks
  let block = try #require(blocks.first)
  let top = kiosk.shownPage.header?.frame.height ?? 0
  kiosk.play(
    {
      $0.tap(
        Point(
          x: Double(block.frame.x0 + block.frame.x1) / 2, y: Double(block.frame.y0 + block.frame.y1) / 2 + Double(top)))
    },
    tail: 1)
  #expect(kiosk.showsDetail == true)
  expectGolden(try kiosk.picture(), "keyboard-\(language)")
  for block in kiosk.shownPage.blocks {
    for part in block.control?.parts ?? [] {
      #expect(part.x0 >= 0 && part.x1 <= width && part.width >= 20 && part.height >= 40)
    }
  }
}
