import Board
import Scene
import TestSupport
import Testing

@testable import Typesetting

/// Long pages are shown before all of them is measured.
@Suite struct HasteTests {
  private static let words = [
    "alder birch cedar dogwood elm fir ginkgo hazel ironwood juniper", "Straßenbahnhaltestelle Fahrplanauskunft um",
    "الحافلة التالية إلى المركز بعد خمس دقائق", "東京駅から新宿駅までの次の列車は五分後に出発します", "รถไฟขบวนต่อไปจะออกในอีกห้านาที",
    "следующий поезд отправляется через пять минут", "👩‍👩‍👧 🚲 👍🏽 🏳️‍🌈",
  ]

  /// Of a length, in one of the scripts.
  private func sentence(_ length: Int, _ script: Int) -> String {
    var text = ""
    while text.count < length { text += Self.words[script % Self.words.count] + " " }
    return String(text.prefix(max(length, 1)))
  }

  private func cards(_ count: Int, script: Int? = nil, longest: Int = 200, using random: inout SplitMix64) -> [Card] {
    numbered(
      (0..<count).map { index in
        let script = script ?? Int.random(in: 0..<7, using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0: return card(.section, sentence(Int.random(in: 1...longest, using: &random), script))
        case 1: return card(.text, text: sentence(Int.random(in: 1...4 * longest, using: &random), script))
        default:
          return card(
            .row, sentence(Int.random(in: 1...longest, using: &random), script),
            subtitle: index % 3 == 0 ? nil : sentence(Int.random(in: 1...longest, using: &random), script))
        }
      })
  }

  private static let panels = [
    PixelSize(width: 240, height: 320), PixelSize(width: 800, height: 480), PixelSize(width: 1080, height: 1920),
    PixelSize(width: 1920, height: 480), PixelSize(width: 1920, height: 1080),
  ]

  /// What the first panel shows is as it will be; the rest becomes so as it is measured, whatever stands on it.
  @Test(arguments: 0..<15)
  func hasteIsMadeGood(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let cards = cards(Int.random(in: 150...400, using: &random), using: &random)
    let size = Self.panels[Int(seed) % Self.panels.count]
    let theme = ResolvedTheme(colors: .light, scale: [0.75, 1, 1.5][Int(seed) % 3])
    let typesetter = Typesetter(fonts: fonts)
    var shape = PageShape()
    if seed % 4 == 3 { shape.columns = [2, 1] }
    func layout(isHasty: Bool) -> PageLayout {
      typesetter.layout(
        cards, width: size.width, height: size.height, shape: shape, theme: theme, isHasty: isHasty)
    }
    let hasty = layout(isHasty: true)
    var pages = [hasty]
    var next = 0
    while next < hasty.cards.count {
      _ = typesetter.measure(hasty, from: &next, bytes: 2_000)
      if pages.count < 3, next > hasty.cards.count * pages.count / 3 { pages.append(layout(isHasty: true)) }
    }
    // Cards that others push into another column are measured anew there.
    var learned = 1
    while learned > 0, pages.count < 30 {
      pages.append(layout(isHasty: true))
      learned = 0
      next = 0
      while next < pages[pages.count - 1].cards.count {
        learned += typesetter.measure(pages[pages.count - 1], from: &next, bytes: 4_000)
      }
    }
    let exact = Typesetter(fonts: fonts).layout(
      cards, width: size.width, height: size.height, shape: shape, theme: theme)
    for page in pages {
      // Without a guess among them: as high as measured.
      for placed in page.cards.prefix(while: { $0.frame.y0 < size.height }) {
        let painter = CardPainter(
          card: placed.card, arrangement: placed.arrangement, theme: theme, typesetter: typesetter)
        #expect(placed.frame.height == max(painter.height(width: placed.frame.width), 1))
      }
      #expect(Set(page.cards.map(\.card.id)).count == cards.count)
    }
    let last = pages[pages.count - 1]
    #expect(!exact.isGuessed)
    // What was tried and thrown away may have been a guess: then other columns may have been chosen.
    if !last.isGuessed {
      let isSame = last.cards.map(\.frame) == exact.cards.map(\.frame) && last.height == exact.height
      let looksSame = last.tiles.map(\.key) == exact.tiles.map(\.key)
      #expect(isSame && looksSame)
    }
    // Nothing is measured twice.
    next = 0
    #expect(typesetter.measure(last, from: &next, bytes: .max / 2) == 0)
    #expect(next == last.cards.count)
  }

  /// Ten times as many rows are shown as soon.
  @Test(arguments: [0, 2, 3], [PixelSize(width: 800, height: 480), PixelSize(width: 1080, height: 1920)])
  func whatIsMeasuredFirstDoesNotGrowWithThePage(script: Int, size: PixelSize) {
    var random = SplitMix64(seed: UInt64(script))
    let many = cards(5_000, script: script, using: &random)
    func bytes(_ count: Int) -> Int {
      let typesetter = Typesetter(fonts: fonts)
      let page = typesetter.layout(
        Array(many.prefix(count)), width: size.width, height: size.height, theme: light, isHasty: true)
      #expect(page.isGuessed)
      return typesetter.shapedBytes
    }
    let some = bytes(500)
    #expect(some > 1_000)
    #expect(bytes(5_000) < some * 5 / 4)
  }

  /// What is tried and thrown away may be a guess for ever; what draws words without keeping their height never counts as news.
  @Test(arguments: [PixelSize(width: 1920, height: 1080), PixelSize(width: 1280, height: 800)])
  func measuringEnds(size: PixelSize) {
    var random = SplitMix64(seed: 1)
    var cards = [card(.section, "One"), card(.clock, figure: .clock(ClockFigure(style: .digital, time: "17:42")))]
    cards += (0..<60).map { _ in card(.text, text: sentence(Int.random(in: 100...900, using: &random), 0)) }
    cards.append(card(.section, "Two"))
    cards += (0..<300).map { _ in card(.row, sentence(150, 1), subtitle: sentence(150, 0)) }
    let typesetter = Typesetter(fonts: fonts)
    var rounds = 0
    var learned = 1
    while learned > 0, rounds < 20 {
      rounds += 1
      let page = typesetter.layout(
        numbered(cards), width: size.width, height: size.height, theme: light, isHasty: true)
      var next = 0
      learned = 0
      while next < page.cards.count { learned += typesetter.measure(page, from: &next, bytes: 4_000) }
    }
    #expect(rounds <= 4)
  }

  /// A short page that changes all the time lets a long one be measured to its end.
  @Test func aShortPageDoesNotForgetALongOne() {
    let long = numbered((0..<3_000).map { card(.row, "Row \($0)", subtitle: sentence(120 + $0 % 7, 0)) })
    let typesetter = Typesetter(fonts: fonts)
    let page = typesetter.layout(long, width: 480, height: 320, theme: light, isHasty: true)
    var next = 0
    var turn = 0
    while next < page.cards.count {
      _ = typesetter.measure(page, from: &next, bytes: 20_000)
      for _ in 0..<20 {
        turn += 1
        let ticking = [
          card(.text, text: "It is second \(turn), and these words wrap on a panel that is as narrow as this one.")
        ]
        _ = typesetter.layout(numbered(ticking), width: 480, height: 320, theme: light, isHasty: true)
      }
    }
    #expect(!typesetter.layout(long, width: 480, height: 320, theme: light, isHasty: true).isGuessed)
  }

  /// In groups of their own, too, and in grids.
  @Test func groupsAndGridsAreGuessedAsWell() {
    var random = SplitMix64(seed: 4)
    let typesetter = Typesetter(fonts: fonts)
    var cards = (0..<4_000).map { index in
      index % 8 == 0 ? card(.section, "Group \(index)") : card(.row, sentence(150, 0), subtitle: sentence(180, 0))
    }
    cards += (0..<1_000).map { _ in card(.row, sentence(Int.random(in: 60...150, using: &random), 1), columns: 2) }
    let page = typesetter.layout(numbered(cards), width: 1280, height: 800, theme: light, isHasty: true)
    #expect(page.isGuessed && typesetter.shapedBytes < 150_000)
  }

  /// The end of the page is about where it will be.
  @Test(arguments: 0..<6)
  func guessesAreNear(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let cards = cards(400, script: Int(seed), longest: 60 + 50 * Int(seed), using: &random)
    let size = Self.panels[Int(seed) % Self.panels.count]
    let typesetter = Typesetter(fonts: fonts)
    let hasty = typesetter.layout(cards, width: size.width, height: size.height, theme: light, isHasty: true)
    let exact = typesetter.layout(cards, width: size.width, height: size.height, theme: light)
    #expect(abs(hasty.height - exact.height) * 100 < 15 * exact.height, "\(hasty.height) of \(exact.height)")
  }

  /// When night falls everything is drawn anew, and nothing measured.
  @Test func colorsAreNoMatterOfHeights() {
    var random = SplitMix64(seed: 2)
    let cards = cards(300, script: 1, using: &random)
    let typesetter = Typesetter(fonts: fonts)
    let day = typesetter.layout(cards, width: 800, height: 480, theme: light)
    let measured = typesetter.shapedBytes
    let night = typesetter.layout(cards, width: 800, height: 480, theme: dark, isHasty: true)
    #expect(typesetter.shapedBytes == measured && !night.isGuessed)
    #expect(night.cards.map(\.frame) == day.cards.map(\.frame))
    #expect(Set(night.tiles.map(\.key)).isDisjoint(with: day.tiles.map(\.key)))
  }

  @Test func shortPagesAreNotGuessed() {
    let typesetter = Typesetter(fonts: fonts)
    #expect(!typesetter.layout(Samples.lobby, width: 800, height: 480, theme: light, isHasty: true).isGuessed)
    #expect(!typesetter.layout([], width: 800, height: 480, theme: light, isHasty: true).isGuessed)
  }

  /// Pages in parts show whole rows: each of them is measured.
  @Test func partsOfAPageAreExact() {
    let cards = numbered((0..<300).map { card(.row, "Row \($0)", subtitle: sentence($0 * 37 % 200 + 1, 0)) })
    var shape = PageShape()
    shape.isPaged = true
    let size = PixelSize(width: 1280, height: 800)
    func page(_ isHasty: Bool) -> PageLayout {
      Typesetter(fonts: fonts).layout(
        cards, width: size.width, height: size.height, shape: shape, theme: light, isHasty: isHasty)
    }
    let isExact = page(true).cards.map(\.frame) == page(false).cards.map(\.frame)
    #expect(isExact && page(true).cards.count < 60 && !page(true).isGuessed)
  }
}
