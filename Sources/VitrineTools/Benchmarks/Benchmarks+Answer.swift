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
    let bytes = Self.records(5_000)
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
    guard layout.cards.count == 5_000 else { throw UserError.bug("the benchmark lost cards") }
    let megabytes = (Double(bytes.count) / 1e5).rounded() / 10
    return Row(
      name: "answer of \(megabytes) MB, 5,000 records: read, evaluated, laid out",
      value: Double(MonotonicClock.now() - start) / 1e6, unit: "ms")
  }

  /// What it costs that answers are read by a process without rights: beside the reading itself, for a small and for a large one.
  ///
  /// Limits: the design of the reader asks for 0.3 ms for 10 KB, and for a tenth more for 2 MB. The second is missed: the bytes go over,
  /// the values come back, and fresh pages for both are most of it (a reader that keeps its memory, and a body that is not copied once
  /// more, took it from 3.0 to 2.1). Of the answer's whole way to a page it is a tenth.
  ///
  /// - Parameter whole: milliseconds of that way, read here.
  func reader(whole: Double) throws(UserError) -> [Row] {
    let small = try readingTimes(records: 27)
    let large = try readingTimes(records: 5_000)
    return [
      Row(
        name: "answer of \(small.bytes / 1000) KB by a reader, beside reading it",
        value: max(small.apart - small.here, 0), unit: "ms median", limit: 0.3),
      Row(
        name: "answer of \(large.bytes / 1_000_000) MB by a reader, against reading it here",
        value: large.apart / large.here, unit: "x", limit: 1.1),
      Row(
        name: "  against its whole way to a page", value: 1 + (large.apart - large.here) / whole, unit: "x"),
    ]
  }

  /// Medians in milliseconds of the real clock: read in this process, and by a reader.
  private func readingTimes(records count: Int) throws(UserError) -> (bytes: Int, here: Double, apart: Double) {
    let bytes = Self.records(count)
    var times: [[Double]] = [[], []]
    for round in 0..<31 {
      // One after the other, so that a machine that gets slower meanwhile does so for both.
      for (index, isHere) in [true, false].enumerated() {
        let start = MonotonicClock.now()
        guard let value = WorldReader.value(of: bytes, as: .json, isHere: isHere), case .list(let items) = value,
          items.count == count
        else { throw UserError.bug("the benchmark's answer was refused") }
        // The first starts the reader.
        if round > 0 { times[index].append(Double(MonotonicClock.now() - start) / 1e6) }
      }
    }
    let medians = times.map { $0.sorted()[$0.count / 2] }
    return (bytes.count, medians[0], medians[1])
  }

  /// So many records of some 400 bytes, as JSON.
  private static func records(_ count: Int) -> [UInt8] {
    let note = String(repeating: "Words as services send them and nobody asked for. ", count: 7)
    let records = (0..<count).map { index in
      #"{"id": \#(index), "name": "Item \#(index * 7_919 % 5_000)", "value": \#(index % 97), "note": "\#(note)"}"#
    }
    return Array(("[" + records.joined(separator: ",\n") + "]").utf8)
  }
}
