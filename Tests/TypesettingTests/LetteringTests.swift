import Scene
import TestSupport
import Testing

@testable import Typesetting

/// Words taken apart into letters.
@Suite struct LetteringTests {
  let typesetter = Typesetter(fonts: fonts)

  private func letters(_ letters: [String], size: Double = 40) -> [(pixmap: Pixmap, place: PixelRect)?] {
    letters.indices.map {
      typesetter.sprite(ofLetter: $0, in: letters, size: size, isBold: true, ink: .black, theme: light)
    }
  }

  /// All letters in their places, drawn over each other.
  private func together(_ letters: [(pixmap: Pixmap, place: PixelRect)?], size: PixelSize) -> Pixmap {
    Pixmap(size: size) { x, y in
      var alpha = 0
      for letter in letters {
        guard let letter, letter.place.contains(x: x, y: y) else { continue }
        let own = Int(letter.pixmap.pixel(x: x - letter.place.x0, y: y - letter.place.y0).alpha)
        alpha = own + (alpha * (255 - own) + 127) / 255
      }
      return Pixel(word: UInt32(alpha) << 24)
    }
  }

  /// In their places the letters make the word as it is written: kerned, joined, in the order of its script.
  @Test(arguments: [
    ["H", "e", "l", "l", "o"], ["A", "V", "A", "T", "A", "R"], ["م", "ر", "ح", "ب", "ا"], ["س", "لا", "م"],
    ["お", "か", "え", "り"], ["ש", "ל", "ו", "ם"], ["R", "é", "s", "u", "m", "é"],
  ])
  func theLettersMakeTheWord(word: [String]) throws {
    let whole = try #require(
      typesetter.sprite(word.joined(), size: 40, isBold: true, ink: .black, theme: light))
    let parts = together(letters(word), size: whole.size)
    var ink = 0
    var different = 0
    for y in 0..<whole.size.height {
      for x in 0..<whole.size.width {
        let (a, b) = (Int(whole.pixel(x: x, y: y).alpha), Int(parts.pixel(x: x, y: y).alpha))
        if a > 0 { ink += 1 }
        // Where two letters meet, half-covered pixels are added up in a slightly different way.
        if abs(a - b) > 24 { different += 1 }
      }
    }
    #expect(ink > 400 && different <= ink / 200, "\(different) of \(ink)")
  }

  /// Whatever script a line begins with, those that follow stand on its baseline.
  @Test(arguments: ["日", "漢", "あ", "한"], ["ا", "ل", "ก", "ग", "H", "ש"])
  func allScriptsStandOnOneBaseline(first: String, other: String) throws {
    func bottom(_ first: String, _ size: Double) throws -> Int {
      let word = try #require(typesetter.sprite(first + other, size: size, isBold: false, ink: .black, theme: light))
      func isInked(_ x: Int) -> Bool { (0..<word.size.height).contains { word.pixel(x: x, y: $0).alpha > 40 } }
      // The last letter: up to the gap before it.
      var x = word.size.width - 1
      while x > 0, !isInked(x) { x -= 1 }
      let end = x
      while x > 0, isInked(x) { x -= 1 }
      return try #require(
        (0..<word.size.height).last { y in (x...end).contains { word.pixel(x: $0, y: y).alpha > 128 } })
    }
    for size in [16.0, 25, 40, 61] {
      // Edges between two pixels may fall to either side.
      #expect(abs(try bottom(first, size) - bottom("H", size)) <= 1, "\(first)\(other) at \(size)")
    }
  }

  @Test func lettersStandInTheOrderOfTheirScript() throws {
    let latin = letters(["H", "e", "y"]).compactMap { $0?.place.x0 }
    #expect(latin.count == 3 && latin == latin.sorted())
    let arabic = letters(["م", "ر", "ح", "ب", "ا"]).compactMap { $0?.place.x0 }
    #expect(arabic.count == 5 && arabic == arabic.sorted(by: >))
  }

  /// All are as high as the line, so that they turn about the line's middle.
  @Test func lettersAreAsHighAsTheLine() {
    for word in [["a", "l", "y"], ["م", "ر", "ح"], ["👩‍🚀", "🚀"]] {
      let places = letters(word).compactMap { $0?.place }
      #expect(places.count == word.count)
      #expect(Set(places.map(\.y0)).count == 1 && Set(places.map(\.y1)).count == 1)
    }
  }

  @Test func aLetterIsOnlyItself() throws {
    let parts = letters(["o", "o", " ", "f", "f", "i"])
    #expect(parts[2] == nil)
    let first = try #require(parts[0])
    let second = try #require(parts[1])
    #expect(abs(first.place.width - second.place.width) <= 1)
    #expect(first.place.x1 <= second.place.x0 + 2)
    // f, f and i are not drawn as one.
    for index in 3...5 { #expect(parts[index] != nil) }
  }

  @Test func theInkIsTheLetters() throws {
    let red = Color(rgb: 0xFF0000)
    let letter = try #require(
      typesetter.sprite(ofLetter: 0, in: ["l"], size: 40, isBold: true, ink: red, theme: light))
    let size = letter.pixmap.size
    #expect(letter.pixmap.pixel(x: size.width / 2, y: size.height / 2) == Pixel(red))
  }

  @Test func whatIsNoLetterIsNil() {
    #expect(typesetter.sprite(ofLetter: 3, in: ["a"], size: 20, isBold: false, ink: .black, theme: light) == nil)
    #expect(typesetter.sprite(ofLetter: 0, in: [""], size: 20, isBold: false, ink: .black, theme: light) == nil)
    #expect(typesetter.sprite(ofLetter: 0, in: ["a"], size: 0, isBold: false, ink: .black, theme: light) == nil)
  }
}
