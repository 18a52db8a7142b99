import Board
import Kiosk
import Markup
import Scene
import Seeded
import Testing

@testable import Studio
@testable import Vitrine

@Suite struct StudioOrderTests {
  @Test func ordersAreReadAndAllElseIsLeftAlone() {
    #expect(StudioOrder(#"{"do": "remove", "panel": 3}"#) == .remove(3))
    #expect(
      StudioOrder(#"{"do": "add", "width": 1280, "height": 800, "diagonal": 256.5, "mode": "dark"}"#)
        == .add(PanelSpec(size: PixelSize(width: 1280, height: 800), diagonal: 256.5, mode: .dark)))
    #expect(StudioOrder(#"{"do": "network", "source": "a", "state": "offline"}"#) == .network("a", .offline))
    #expect(StudioOrder(#"{"do": "network", "source": "a", "state": ""}"#) == .network("a", nil))
    #expect(
      StudioOrder(#"{"do": "inspect", "panel": 1, "u": 0.5, "v": 0.25}"#) == .inspect(1, StudioSpot(u: 0.5, v: 0.25)))
    #expect(
      StudioOrder(#"{"do": "battery", "panel": 1, "u": 0.5, "v": 0.25, "nearest": true}"#)
        == .battery(1, StudioSpot(u: 0.5, v: 0.25, takesNearest: true)))
    for text in [
      "", "{", "[]", "null", "17", #"{"do": 4}"#, #"{"do": "add"}"#, #"{"do": "remove", "panel": 1e300}"#,
      #"{"do": "remove", "panel": 0.5}"#, #"{"do": "size", "size": 40}"#, #"{"do": "explode"}"#,
      #"{"do": "add", "width": "x", "height": 1, "diagonal": 1}"#, #"{"do": "speed", "rate": 7}"#, #"{"do": "speed"}"#,
      #"{"do": "pull", "outcome": "splendid"}"#, #"{"do": "frame", "panel": 1}"#, #"{"do": "open", "line": 3}"#,
      #"{"do": "film"}"#, #"{"do": "battery", "panel": 1}"#,
    ] { #expect(StudioOrder(text) == nil, "\(text)") }
  }

  @Test(arguments: [-1e9, 0, 1, 799.5, 1e9, .nan, .infinity])
  func panelsStayWithinWhatCanBeShown(side: Double) {
    let whole = side.isFinite ? Int(min(max(side, -1e9), 1e9)) : 0
    let spec = PanelSpec(size: PixelSize(width: whole, height: 480), diagonal: side, mode: nil)
    #expect(PanelSpec.sides.contains(spec.size.width) && PanelSpec.sides.contains(spec.size.height))
    #expect(BoardLanguage.diagonals.contains(spec.diagonal))
    let (width, height) = spec.millimetres
    #expect(abs((width * width + height * height).squareRoot() - spec.diagonal) < 1e-6)
  }
}

@Suite struct ConditionsTests {
  private func sides(_ language: String?, of head: String) throws -> [Bool?] {
    let yaml =
      head + """
        pages:
          - {title: A, cards: [{text: {text: Harbour}}]}
          - {title: B, language: he, cards: [{text: {text: Harbour}}]}
          - {title: C, language: en, cards: [{text: {text: Harbour}}]}
        """
    let board = try #require(BoardSource(path: nil).parse(Array(yaml.utf8), parts: .builtIn).board)
    return Conditions(language: language).staged(board, mode: nil).pages.map(\.shape.isMirrored)
  }

  /// A language that is read from the right turns the pages around, and one that is not turns them back.
  @Test func pagesBeginWhereTheLanguageDoes() throws {
    for code in ["ar", "he"] { #expect(try sides(code, of: "") == [true, true, false], "\(code)") }
    #expect(try sides("de", of: "language: ar\n") == [false, true, false])
    #expect(try sides(nil, of: "language: ar\n") == [true, true, false])
    #expect(try sides(nil, of: "language: de\n") == [false, true, false])
  }
}

@Suite struct PanelGlassTests {
  /// Two columns with a gutter in the middle, one row out of sight below, on a glass of 200 by 100 that is scrolled by 10.
  private func glass(ring: CardID? = nil) -> PanelGlass {
    let frames = [
      PixelRect(x: 0, y: 10, width: 95, height: 60), PixelRect(x: 110, y: 10, width: 90, height: 60),
      PixelRect(x: 0, y: 300, width: 200, height: 40),
    ]
    let blocks = frames.enumerated().map { place, frame in
      KioskPage.Block(id: CardID(place: place), frame: frame, isTappable: true)
    }
    let page = KioskPage(generation: 1, blocks: blocks, tiles: [], header: nil, height: 400)
    return PanelGlass(
      page: page, firstRow: 10, viewport: PixelRect(x: 0, y: 0, width: 200, height: 100), scale: 1, ring: ring)
  }

  @Test func aFingerPointsAtWhatIsUnderIt() {
    #expect(glass().hit(x: 50, y: 20)?.card == CardID(place: 0) && glass().hit(x: 150, y: 20)?.card == CardID(place: 1))
    #expect(glass().hit(x: 100, y: 20) == nil && glass().hit(x: 50, y: 90) == nil && glass().hit(x: 50, y: 290) == nil)
  }

  @Test func keysPointAtTheNearest() {
    #expect(glass().nearest(x: 100, y: 50)?.card == CardID(place: 0))
    #expect(glass().nearest(x: 105, y: 50)?.card == CardID(place: 1))
    // What is out of sight is not near.
    #expect(glass().nearest(x: 199, y: 99)?.card == CardID(place: 1))
  }

  @Test func keysPointAtWhatTheRingIsOn() {
    #expect(glass(ring: CardID(place: 1)).nearest(x: 0, y: 0)?.card == CardID(place: 1))
    #expect(glass(ring: CardID(place: 2)).nearest(x: 0, y: 0)?.card == CardID(place: 0))
  }

  @Test func anEmptyPageHasNothing() {
    let page = KioskPage(generation: 1, blocks: [], tiles: [], header: nil, height: 0)
    let empty = PanelGlass(page: page, firstRow: 0, viewport: PixelRect(x: 0, y: 0, width: 200, height: 100), scale: 1)
    #expect(empty.nearest(x: 100, y: 50) == nil && empty.hit(x: 100, y: 50) == nil)
  }
}

@Suite struct InspectionTests {
  @Test func expressionsAreTriedOnAnItem() {
    let item = Value.record(Record([("name", .text("Ada")), ("count", .number(3))]))
    let moment = Moment(time: 0)
    var nothing: BoardEvaluator?
    #expect(SourceTree.tried("count * 2", on: item, with: &nothing, at: moment).value == .number("6"))
    #expect(SourceTree.tried("name", on: item, with: &nothing, at: moment).value == .text("Ada"))
    #expect(SourceTree.tried("count *", on: item, with: &nothing, at: moment).problem?.isEmpty == false)
    #expect(SourceTree.tried("", on: item, with: &nothing, at: moment).problem != nil)
  }

  @Test func expressionsHaveAllSourcesAroundThem() throws {
    let yaml = """
      board: Pier
      let: {double: "$limits.high * 2"}
      cards: [{text: {text: x}}]
      sources:
        things: {url: things.json}
        limits: {url: limits.json}
      """
    let board = try #require(BoardSource(path: nil).parse(Array(yaml.utf8), parts: .builtIn).board)
    var evaluator: BoardEvaluator? = BoardEvaluator(board)
    evaluator?.update("limits", answers: [.record(Record([("high", .number(4))]))], at: 0)
    let item = Value.record(Record([("count", .number(3))]))
    func tried(_ text: String) -> JSON {
      SourceTree.tried(text, on: item, with: &evaluator, at: Moment(time: 0)).value
    }
    #expect(tried("count < $limits.high") == .flag(true))
    #expect(tried("$double + count") == .number("11"))
    #expect(tried("$board") == .text("Pier"))
    #expect(tried("$things | count") == .null || tried("$things | count") == .number("0"))
  }
}

@Suite struct SaveDifferenceTests {
  private func card(_ place: Int, _ title: String, key: String? = nil, kind: Card.Kind = .row) -> Card {
    var card = Card(id: CardID(place: place, key: key), kind: kind)
    card.title = title
    return card
  }

  /// Cards of 40 rows each, one below the other, on a panel of 200 rows.
  private func sight(_ cards: [Card], firstRow: Int = 0) -> SaveDifference.Sight {
    SaveDifference.Sight(
      cards: cards, texts: cards.map { $0.title ?? "" },
      places: cards.indices.map { PixelRect(x0: 0, y0: $0 * 40, x1: 100, y1: $0 * 40 + 40) }, offset: -firstRow,
      window: PixelRect(x0: 0, y0: 0, x1: 100, y1: 200))
  }

  private func told(_ before: [Card], _ after: [Card]) -> [String] {
    SaveDifference(from: sight(before), to: sight(after)).marks.map { "\($0.fate) \($0.text)" }
  }

  @Test func nothingIsToldOfWhatIsTheSame() {
    let cards = [card(0, "A"), card(1, "B", key: "x"), card(1, "C", key: "y")]
    #expect(told(cards, cards).isEmpty && told([], []).isEmpty)
  }

  @Test func aCardThatIsPutInIsNewAndWhatLiesBelowHasMoved() {
    #expect(
      told([card(0, "A"), card(1, "B")], [card(0, "A"), card(1, "New"), card(2, "B")]) == ["new New", "moved B"])
  }

  @Test func whatSaysSomethingElseHasChanged() {
    #expect(told([card(0, "A"), card(1, "B")], [card(0, "A"), card(1, "C")]) == ["changed C"])
    // An item of a list is the one of its key.
    let list = [card(0, "A", key: "a"), card(0, "B", key: "b")]
    #expect(told(list, [card(0, "A", key: "a"), card(0, "Z", key: "z")]) == ["gone B", "new Z"])
    #expect(told(list, [card(0, "A", key: "a"), card(0, "B2", key: "b")]) == ["changed B2"])
    #expect(told([card(0, "A")], [card(0, "A", kind: .text)]) == ["gone A", "new A"])
  }

  @Test func cardsThatChangePlacesHaveMoved() {
    let told = told([card(0, "A"), card(1, "B"), card(2, "C")], [card(0, "C"), card(1, "A"), card(2, "B")])
    #expect(Set(told) == ["moved C", "moved A", "moved B"] && told.count == 3)
  }

  @Test func whatIsTakenAwayIsToldWhereItWas() {
    #expect(
      told([card(0, "A"), card(1, "B"), card(2, "C")], [card(0, "A"), card(1, "C")]) == ["gone B", "moved C"])
    #expect(told([card(0, "A"), card(1, "B")], []) == ["gone A", "gone B"])
  }

  @Test func boxesLieOnThePanelOrNowhere() {
    let after = (0..<20).map { card($0, "New \($0)") }
    let marks = SaveDifference(from: sight([]), to: sight(after, firstRow: 400)).marks
    #expect(marks.count == 20)
    for (index, mark) in marks.enumerated() {
      let y = index * 40 - 400
      #expect(mark.frame == ((0..<200).contains(y) ? PixelRect(x0: 0, y0: y, x1: 100, y1: y + 40) : nil))
    }
  }

  /// Whatever was saved: each card of the file as it is now is told of once at most, and each that is gone once.
  @Test func everyCardIsToldOfOnceAtMost() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<300 {
      func page() -> [Card] {
        (0..<Int.random(in: 0...8, using: &random)).map { place in
          card(
            place, ["A", "B", "C", "D"].randomElement(using: &random) ?? "",
            key: Bool.random(using: &random) ? "k\(place)" : nil)
        }
      }
      let (before, after) = (page(), page())
      let marks = SaveDifference(from: sight(before), to: sight(after)).marks
      let (news, gone) = (marks.count { $0.fate == .new }, marks.count { $0.fate == .gone })
      #expect(before.count - gone == after.count - news)
      #expect(marks.count { $0.fate != .gone } <= after.count)
    }
  }
}
