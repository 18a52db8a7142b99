import Board
import Formats
import Panel
import Typesetting
import Vitrine

extension Benchmarks {
  /// An answer of 2 MB with 5,000 records, from its bytes to a page: what the queues behind the glass do when it comes.
  func largeAnswer() throws(UserError) -> Row {
    let yaml = """
      sources: {items: {url: none, key: id, where: value >= 0, sort: name}}
      cards:
        - row: {each: items, title: "{name}", subtitle: "{note | truncate(40)}", trail: "{value | number}", tone: {bad: value > 95}}
      """
    let note = String(repeating: "Words as services send them and nobody asked for. ", count: 7)
    let records = (0..<5_000).map { index in
      #"{"id": \#(index), "name": "Item \#(index * 7_919 % 5_000)", "value": \#(index % 97), "note": "\#(note)"}"#
    }
    let bytes = Array(("[" + records.joined(separator: ",\n") + "]").utf8)
    guard let board = BoardSource(path: nil).parse(Array(yaml.utf8), parts: options.parts).board else {
      throw UserError.bug("the benchmark's board was refused")
    }
    let typesetter = Typesetter(fonts: options.fonts)
    let theme = options.theme(of: board, at: Moment(time: 1_741_095_600))
    typesetter.warm(theme)
    let start = MonotonicClock.now()
    guard let value = try? decode(bytes, contentType: "application/json") else {
      throw UserError.bug("the benchmark's answer was refused")
    }
    var evaluator = BoardEvaluator(board)
    evaluator.update("items", answers: [value], at: 1_741_095_600)
    let content = evaluator.content(page: 0, at: Moment(time: 1_741_095_600))
    let layout = typesetter.layout(content.cards, width: options.mode.viewerSize.width, theme: theme)
    guard layout.cards.count == records.count else { throw UserError.bug("the benchmark lost cards") }
    let megabytes = (Double(bytes.count) / 1e5).rounded() / 10
    return Row(
      name: "answer of \(megabytes) MB, 5,000 records: read, evaluated, laid out",
      value: Double(MonotonicClock.now() - start) / 1e6, unit: "ms")
  }
}
