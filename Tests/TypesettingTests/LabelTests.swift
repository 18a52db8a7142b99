import Board
import Scene
import TestSupport
import Testing

@testable import Typesetting

/// Sprites, chips and notices.
@Suite struct LabelTests {
  let typesetter = Typesetter(fonts: fonts)

  private let square = Drawing(
    viewBox: Rect(x: -1, y: -1, width: 4, height: 2),
    shapes: [
      Drawing.Shape(
        path: Path([
          .move(Point(x: -1, y: -1)), .line(Point(x: 1, y: -1)), .line(Point(x: 1, y: 1)), .line(Point(x: -1, y: 1)),
          .close,
        ]), fill: .current(alpha: 1))
    ])

  @Test func aDrawingFillsItsSprite() throws {
    let sprite = try #require(typesetter.sprite(square, height: 4, ink: .white))
    #expect(sprite.border == 2)
    #expect(!sprite.isOpaque)
    expectPicture(
      sprite,
      """
      ####....
      ####....
      ####....
      ####....
      """)
  }

  @Test func theInkIsTheCurrentColour() throws {
    let ink = Color(rgb: 0x336699)
    let sprite = try #require(typesetter.sprite(square, height: 4, ink: ink))
    #expect(sprite.pixel(x: 1, y: 1) == Pixel(ink))
    let half = try #require(typesetter.sprite(square, height: 4, ink: ink.opacity(0.5)))
    #expect(half.pixel(x: 1, y: 1).alpha == 128)
  }

  @Test func gradientsRunAlongTheirLine() throws {
    var drawing = square
    drawing.shapes[0].fill = .linear(
      from: Point(x: -1, y: 0), to: Point(x: 1, y: 0),
      stops: [Drawing.Stop(offset: 0, color: .black), Drawing.Stop(offset: 1, color: .white)])
    let sprite = try #require(typesetter.sprite(drawing, height: 8, ink: .white))
    let reds = (0..<8).map { sprite.pixel(x: $0, y: 4).word >> 16 & 255 }
    #expect(reds == reds.sorted())
    #expect(reds[0] < 40 && reds[7] > 215)
  }

  @Test func groupsFadeAsAWhole() throws {
    var drawing = square
    drawing.shapes[0].stroke = Drawing.Stroke(paint: .current(alpha: 1), width: 1)
    drawing.shapes[0].opacity = 0.5
    let sprite = try #require(typesetter.sprite(drawing, height: 16, ink: .white))
    #expect(Set((2..<14).map { sprite.pixel(x: $0, y: 8).alpha }) == [128])
  }

  @Test(arguments: [0.0, -3, .nan, .infinity, 1e9])
  func impossibleSpritesAreNotMade(height: Double) {
    #expect(typesetter.sprite(square, height: height, ink: .white) == nil)
    #expect(typesetter.sprite("text", size: height, isBold: false, ink: .white, theme: light) == nil)
    var empty = square
    empty.viewBox.width = 0
    #expect(typesetter.sprite(empty, height: 10, ink: .white) == nil)
  }

  @Test func textSpritesHoldTheirInk() throws {
    let sprite = try #require(typesetter.sprite("Ågy", size: 20, isBold: true, ink: .white, theme: dark))
    #expect(sprite.border == 2)
    #expect(sprite.size.height == 28)
    let rows = (0..<sprite.size.height).filter { y in
      (0..<sprite.size.width).contains { sprite.pixel(x: $0, y: y).alpha > 0 }
    }
    #expect(try #require(rows.first) >= 1)
    #expect(try #require(rows.last) <= 26)
    #expect(typesetter.sprite("", size: 20, isBold: true, ink: .white, theme: dark) == nil)
  }

  @Test func chipsGrowWithTheirWords() {
    let short = typesetter.chip("13:40", theme: light)
    let long = typesetter.chip("Data from 13:40", theme: light)
    let marked = typesetter.chip("13:40", tone: .warn, theme: light)
    #expect(short.size.height == 24 && long.size.width > short.size.width && marked.size.width == short.size.width + 22)
    #expect(short.pixel(x: 0, y: 0).alpha == 0)
    #expect(short.pixel(x: short.size.width / 2, y: 2) == Pixel(light.colors.surface))
  }

  @Test(arguments: [1, 40, 320, 1280])
  func noticesSpanThePanel(width: Int) {
    let notice = typesetter.notice(
      "lobby.yaml:12:3: there is no source 'visitor'; did you mean 'visitors'?", width: width, theme: dark)
    #expect(notice.size.width == width)
    #expect(notice.isOpaque)
    #expect(words(of: notice).allSatisfy { $0 >> 24 == 255 })
  }
}
