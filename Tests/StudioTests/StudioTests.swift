import Board
import Markup
import Scene
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

@Suite struct InspectionTests {
  private let file = [
    "board: x", "cards:", "  - header: {title: A}", "  - row:", "      each: things", "", "      title: B",
    "  - text: C", "",
  ]

  @Test func aCardIsTheLinesIndentedDeeper() {
    #expect(Inspection.Lines(of: Mark(line: 3, column: 5), in: file).texts == ["- header: {title: A}"])
    #expect(
      Inspection.Lines(of: Mark(line: 4, column: 5), in: file).texts
        == ["- row:", "    each: things", "", "    title: B"])
    // A file that has become shorter since.
    #expect(Inspection.Lines(of: Mark(line: 90, column: 5), in: []).texts.isEmpty)
    #expect(Inspection.Lines(of: Mark(line: 90, column: 5), in: file).texts == [""])
  }

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
