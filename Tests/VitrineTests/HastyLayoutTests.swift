import Board
import Scene
import Testing
import Typesetting

@testable import Vitrine

/// How long pages are measured behind what is seen.
@Suite struct HastyLayoutTests {
  private let typesetter = Typesetter(fonts: .system)
  private let cards = (0..<1_500).map { index in
    Card(
      id: CardID(place: 0, key: "\(index)"), kind: .row, title: "Row \(index)",
      subtitle: String(repeating: "of words ", count: index * 7 % 23))
  }

  private func layout(width: Int = 480) -> PageLayout {
    typesetter.layout(cards, width: width, height: 320, theme: ResolvedTheme(colors: .light), isHasty: true)
  }

  /// Each layout knows twice as much, and the last all.
  @Test func aLongPageIsMeasuredInAFewLayouts() {
    var hasty = HastyLayouts()
    var generation = 1
    var steps = 0
    var page = layout()
    #expect(page.isGuessed)
    hasty.begin(page, generation: 1, latest: [1])
    loop: while true {
      steps += 1
      switch hasty.goOn(generation, typesetter, seen: nil) {
      case .goesOn: break
      case .isWorthShowing:
        page = layout()
        generation += 1
        hasty.begin(page, generation: generation, latest: [generation])
        if !page.isGuessed { break loop }
      case .isOver:
        Issue.record("it ends before all is measured")
        return
      }
    }
    #expect((3...7).contains(generation) && steps > 10)
    #expect(isOver(hasty.goOn(generation, typesetter, seen: nil)))
  }

  /// In columns every height decides where all others stand: they change places once, not while somebody reads.
  @Test func columnsAreArrangedAnewOnce() {
    var hasty = HastyLayouts()
    let page = layout(width: 1280)
    #expect(page.hasColumns && page.isGuessed)
    hasty.begin(page, generation: 1, latest: [1])
    while case .goesOn = hasty.goOn(1, typesetter, seen: nil) {}
    #expect(!layout(width: 1280).isGuessed)
  }

  private func isOver(_ step: HastyLayouts.Step) -> Bool { if case .isOver = step { true } else { false } }

  @Test func whatHasBeenReplacedIsLeftAlone() {
    var hasty = HastyLayouts()
    hasty.begin(layout(), generation: 1, latest: [1])
    hasty.begin(layout(), generation: 2, latest: [2])
    #expect(isOver(hasty.goOn(1, typesetter, seen: nil)) && !isOver(hasty.goOn(2, typesetter, seen: nil)))
    // Beside another page's, which goes on.
    hasty.begin(layout(), generation: 3, latest: [2, 3])
    #expect(!isOver(hasty.goOn(2, typesetter, seen: nil)))
    hasty.stop()
    #expect(isOver(hasty.goOn(2, typesetter, seen: nil)) && isOver(hasty.goOn(3, typesetter, seen: nil)))
  }

  /// Somebody who is far down has the rows there measured before those above.
  @Test func whatIsLookedAtComesFirst() {
    var hasty = HastyLayouts()
    hasty.begin(layout(), generation: 1, latest: [1])
    guard case .isWorthShowing = hasty.goOn(1, typesetter, seen: cards[1_200].id) else {
      Issue.record("it is shown at once")
      return
    }
    let exact = Typesetter(fonts: .system).layout(cards, width: 480, height: 320, theme: ResolvedTheme(colors: .light))
    func heights(_ page: PageLayout) -> [Int] {
      page.cards.filter { (1_195..<1_215).contains($0.order) }.map(\.frame.height)
    }
    let page = layout()
    #expect(heights(page) == heights(exact) && page.isGuessed)
    // Once: the same again is no news, and what is not on the page is nobody's.
    hasty.begin(page, generation: 2, latest: [2])
    guard case .goesOn = hasty.goOn(2, typesetter, seen: cards[1_200].id),
      case .goesOn = hasty.goOn(2, typesetter, seen: CardID(place: 9))
    else {
      Issue.record("it goes on from the top")
      return
    }
  }
}
