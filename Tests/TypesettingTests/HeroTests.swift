import Board
import Scene
import TestSupport
import Testing

@testable import Typesetting

/// Heroes with a picture on panels of every shape.
@Suite struct HeroTests {
  private let typesetter = Typesetter(fonts: fonts)
  private static let titles = [
    "Dinosaurs", "Betriebsunfähigkeitsbescheinigung",
    "The sea serpents of the north: a journey in four rooms, back after eleven years",
  ]

  /// Never much higher than three quarters of what shows below the header, and its headline stands whole above the panel's end.
  @Test(
    arguments: [
      (320, 480), (480, 320), (480, 800), (800, 480), (1024, 600), (1280, 800), (1920, 360), (1920, 1080), (1080, 1920),
    ],
    [nil, 1.0, 0.5])
  func whatFollowsShowsBelow(size: (Int, Int), ratio: Double?) {
    for title in Self.titles {
      for isFilled in [false, true] {
        let hero = card(
          .hero, title, subtitle: "Hall 3", text: "Siebentausendzweihundert Mitglieder und noch viel mehr Wörter.",
          image: "a",
          ratio: ratio, tone: isFilled ? .bad : nil, isFilled: isFilled)
        let rows = (0..<30).map { card(.row, "Row \($0)") }
        let page = typesetter.layout(
          numbered([card(.header, "Museum"), hero] + rows), width: size.0, height: size.1, theme: light)
        guard let placed = page.cards.first(where: { $0.card.kind == .hero }) else {
          Issue.record("no hero")
          return
        }
        let shown = size.1 - page.headerHeight
        // Beside all the rest it is as high as the panel.
        let isBeside = page.cards.contains { $0.card.kind == .row && $0.frame.y0 < placed.frame.y1 }
        #expect(placed.frame.y1 <= shown, "\(title) at \(size)")
        if !isBeside, shown >= 360 { #expect(placed.frame.height <= shown * 3 / 4 + 1, "\(title) at \(size)") }
      }
    }
  }

  /// A hero measured before is measured anew when somebody wants more contrast: its words stand below its picture then.
  @Test(arguments: [(480, 800), (800, 480), (1080, 1920)])
  func heroesAreMeasuredInEachContrast(size: (Int, Int)) throws {
    let cards = numbered([
      card(.hero, "Dinosaurs", subtitle: "Hall 3", text: "Back after eleven years.", image: "a"), card(.row, "Row"),
    ])
    func height(_ typesetter: Typesetter, _ contrast: Double) throws -> Int {
      let theme = ResolvedTheme(colors: .light, contrast: contrast)
      let page = typesetter.layout(cards, width: size.0, height: size.1, theme: theme)
      return try #require(page.cards.first { $0.card.kind == .hero }).frame.height
    }
    let one = Typesetter(fonts: fonts)
    for contrast in [4.5, 7, 4.5] {
      #expect(try height(one, contrast) == height(Typesetter(fonts: fonts), contrast))
    }
  }

  /// No text of a hero is left out, on the lowest panel either; where somebody wants it larger all of it is told, and the page scrolls.
  @Test(
    arguments: [(320, 480), (480, 320), (800, 480), (1024, 600), (1280, 800), (1920, 360), (1080, 1920)], [1.0, 1.5, 2])
  func itsTextIsNeverLeftOut(size: (Int, Int), factor: Double) {
    var ease = Ease()
    ease.size = factor == 1 ? .standard : factor == 2 ? .largest : .large
    for contrast in [false, true] {
      ease.hasContrast = contrast
      let theme = light.eased(ease, colors: .light)
      for title in Self.titles {
        let text = "Because of strong wind the 12:30 leaves at 13:10 from pier 4, and the 14:30 from pier 2 as usual."
        let cards = numbered([
          card(.header, "Pier"), card(.hero, title, subtitle: "Hall 3", text: text, image: "a"), card(.row, "Row"),
        ])
        let page = typesetter.layout(cards, width: size.0, height: size.1, theme: theme)
        let drawn = typesetter.drawnWords(of: page).first { $0.card.kind == .hero }?.texts ?? []
        #expect(drawn.contains { $0.words.hasPrefix("Because of") }, "\(title) at \(size) \(factor)")
        #expect(factor == 1 || drawn.allSatisfy(\.isWhole), "\(title) at \(size) \(factor): \(drawn)")
      }
    }
  }

  /// A name that no band has room for stands whole below it, with what stands there already, as soon as somebody wants it larger.
  @Test(arguments: [true, false])
  func aLongNameIsToldWhole(hasMore: Bool) {
    let name = "The municipal museum of the sea serpents of the north, its library, its restaurant and its harbour"
    var ease = Ease()
    ease.size = .largest
    let cards = ease.cards(
      numbered([card(.header, name, subtitle: hasMore ? "Open until six" : nil, clock: "10:24"), card(.row, "Row")]))
    let page = typesetter.layout(cards, width: 480, height: 800, theme: light.eased(ease, colors: .light))
    let whole = typesetter.drawnWords(of: page).flatMap(\.texts).filter(\.isWhole).map(\.words)
    #expect(whole.contains(name) && (!hasMore || whole.contains("Open until six")), "\(whole)")
  }

  /// A headline has four lines before it is cut.
  @Test func headlinesHaveFourLines() {
    func tile(_ end: String) -> [UInt32] {
      let title =
        "The sea serpents of the north: a long journey in four rooms and a yard, back after eleven years \(end)"
      let page = typesetter.layout([card(.hero, title, image: "a")], width: 432, height: 800, theme: light)
      return words(of: typesetter.raster(page.cards[0], rect: page.cards[0].frame, theme: light, pictures: noPhoto))
    }
    #expect(tile("6") != tile("8"))
  }
}
