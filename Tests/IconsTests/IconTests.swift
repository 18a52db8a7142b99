import Icons
import Scene
import Testing

@Suite struct IconTests {
  @Test func thereAreEnoughOfThem() {
    #expect(Icon.names.count >= 150)
    #expect(Set(Icon.names).count == Icon.names.count)
  }

  /// Each is an outline in its box.
  @Test(arguments: Icon.names)
  func itIsDrawnInItsBox(name: String) throws {
    let icon = try #require(Icon(name))
    #expect(icon.name == name)
    let path = icon.drawing.shapes[0].path
    #expect(path.elements.count > 3)
    guard case .move = path.elements[0] else {
      Issue.record("no beginning")
      return
    }
    let points = path.elements.flatMap { element -> [Point] in
      switch element {
      case .move(let p), .line(let p): [p]
      case .curve(_, _, let p): [p]
      case .close: []
      }
    }
    #expect(points.allSatisfy { (-30...1710).contains($0.x) && (-30...1710).contains($0.y) })
  }

  @Test(arguments: [("61", "rain"), ("10d", "rain"), ("partlycloudy", "partly-cloudy"), ("sun", "sun")])
  func weatherServicesWordsAreKnown(word: String, name: String) { #expect(Icon(word)?.name == name) }

  @Test(arguments: ["", "nosuch", "Sun", String(repeating: "x", count: 100_000)])
  func othersAreNone(word: String) { #expect(Icon(word) == nil) }
}
