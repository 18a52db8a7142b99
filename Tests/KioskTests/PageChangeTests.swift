import Motion
import Refresh
import Scene
import TestSupport
import Testing

@testable import Kiosk

private let colors = KioskColors(
  background: .black, surface: Color(rgb: 0x112233), text: .white, isDark: true,
  refresh: RefreshTheme(
    background: .black, text: .white, muted: .white, accent: .white, good: .white, warn: .white, bad: .white,
    info: .white))

/// Pages whose tiles know their cards.
private func page(_ cards: [(number: Int, height: Int)], generation: Int = 1) -> KioskPage {
  let plain = stack(cards, generation: generation)
  let tiles = plain.tiles.enumerated().map { PageTile(key: $1.key, frame: $1.frame, block: $0) }
  return KioskPage(
    generation: generation, blocks: plain.blocks, tiles: tiles, header: nil, height: plain.height)
}

private func view(_ page: KioskPage) -> PageView {
  var view = PageView(size: PixelSize(width: 400, height: 300), grid: PixelGrid(scale: 1), page: page, tileBudget: .max)
  for tile in page.tiles { _ = view.insert(tilePixmap(height: 9), for: tile.key, at: 0) }
  return view
}

private func layers(_ view: PageView, at time: Double) -> [Layer] {
  var scene = Scene(size: view.size)
  view.drawCards(into: &scene, colors: colors, dx: 0, at: time)
  return scene.layers
}

@Suite struct PageChangeTests {
  /// At its beginning everything is where it was, at its end where it belongs; in between it goes one way only.
  @Test(arguments: UInt64(1)...40)
  func everyRowGoesFromWhereItWasToWhereItBelongs(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let heights = (0..<12).map { _ in Int.random(in: 30...90, using: &random) }
    let before = page((0..<10).shuffled(using: &random).prefix(8).map { ($0, heights[$0]) })
    let after = page((0..<12).shuffled(using: &random).prefix(8).map { ($0, heights[$0]) }, generation: 2)
    var view = view(before)
    view.showPage(after, isAnimated: true, at: 1)
    for tile in after.tiles { _ = view.insert(tilePixmap(height: 9), for: tile.key, at: 1) }
    for block in before.blocks {
      guard let index = after.index(of: block.id), abs(after.blocks[index].frame.y0 - block.frame.y0) <= 300 else {
        continue
      }
      let wanted = PixelRect(x: 0, y: block.frame.y0, width: 400, height: block.frame.height)
      guard wanted.y0 < 300 else { continue }
      #expect(layers(view, at: 1).contains { $0.frame == wanted })
    }
    let over = 1 + PageChange.duration
    view.advance(to: over)
    #expect(!view.isChanging)
    let rest = layers(view, at: over)
    #expect(rest.map(\.frame) == after.tiles(inRows: 0..<300).map { after.tiles[$0].frame })
    #expect(rest.allSatisfy { $0.opacity == 255 })
  }

  @Test func whatIsTheSameDoesNotChange() {
    let cards = (0..<6).map { (number: $0, height: 80) }
    var view = view(page(cards))
    view.showPage(page(cards, generation: 2), isAnimated: true, at: 1)
    #expect(!view.isChanging)
    view.showPage(page([(9, 80)] + cards, generation: 3), at: 2)
    #expect(!view.isChanging)
  }

  @Test func whatGoesFadesAndWhatComesAppears() {
    var view = view(page([(0, 80), (1, 80), (2, 80)]))
    view.showPage(page([(0, 80), (7, 80), (2, 80)], generation: 2), isAnimated: true, at: 1)
    _ = view.insert(tilePixmap(height: 9), for: key(7), at: 1)
    let middle = PixelRect(x: 0, y: 80, width: 400, height: 80)
    for share in [0.0, 0.3, 0.6, 0.9] {
      let opacities = layers(view, at: 1 + share * PageChange.duration).filter { $0.frame == middle }.map(\.opacity)
      #expect(abs(opacities.reduce(0) { $0 + Int($1) } - 255) <= 1)
    }
  }

  /// What is found out about rows nobody sees, above and below, while rows in sight are on their way: nothing of it is seen.
  @Test(arguments: UInt64(1)...20)
  func aCorrectionOutOfSightChangesNothing(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let before = (0..<40).map { (number: $0, height: 80) }
    // A row comes, one goes, some change places, in sight.
    var after = before
    after[13...16].shuffle(using: &random)
    after.remove(at: 15)
    after.insert((number: 99, height: 50), at: 14)
    var corrected = after
    for index in Array(0..<8) + Array(25..<40) { corrected[index].height = Int.random(in: 20...200, using: &random) }
    func shown(isCorrected: Bool) -> [[Layer]] {
      var view = view(page(before))
      view.jump(toRow: 1_000, at: 0)
      view.showPage(page(after, generation: 2), isAnimated: true, at: 1)
      _ = view.insert(tilePixmap(height: 9), for: key(99), at: 1)
      #expect(view.isChanging)
      let parts = (0..<30).map { step in
        if isCorrected, step == 6 { view.showPage(page(corrected, generation: 3), at: 1.06) }
        let time = 1 + Double(step) / 50
        view.advance(to: time)
        return layers(view, at: time)
      }
      #expect(!view.isChanging)
      return parts
    }
    // What leaves or comes outside the panel stands in no order.
    func inSight(_ parts: [[Layer]]) -> [[PixelRect: UInt8]] {
      parts.map { layers in
        Dictionary(
          layers.filter { $0.frame.y1 > 0 && $0.frame.y0 < 300 }.map { ($0.frame, $0.opacity) },
          uniquingKeysWith: { min($0, $1) })
      }
    }
    #expect(inSight(shown(isCorrected: true)) == inSight(shown(isCorrected: false)))
  }

  /// Asked twice, in any order, it gives the same answer.
  @Test func aChangeIsAPureFunctionOfTime() {
    var view = view(page([(0, 80), (1, 80), (2, 80)]))
    view.showPage(page([(2, 80), (0, 80), (1, 80)], generation: 2), isAnimated: true, at: 1)
    let times = (0..<20).map { 1 + Double($0) / 50 }
    let forwards = times.map { layers(view, at: $0) }
    #expect(Array(times.reversed().map { layers(view, at: $0) }.reversed()) == forwards)
  }
}
