// What a page costs against what there is of something in its answer: twice as much of anything is twice the work.
//
//   CostBenchmark [--check]
//
// From a value to pixels: evaluated, laid out, and the first panel of it drawn. --check prints what is over a limit, and fails then.
// Formats count their own steps, which the unit tests look at; a page's are time, because the libraries below it count nothing.

import Board
import Glibc
import Numbers
import Panel
import Scene
import Typesetting
import Vitrine

/// So many times the work may twice as much be.
let ratioLimit = 2.5
/// Milliseconds of the processor that any of them may take; a queue that does not answer for seconds is a page that stands still.
let limit = 1500.0
/// What takes less is not compared: milliseconds.
let negligible = 4.0

let screen = PixelSize(width: 800, height: 480)
let moment = Moment(time: 1_741_095_600)
let typesetter = Typesetter(fonts: PanelOptions(mode: DisplayMode(size: screen)).fonts)

/// What a many costs, as often as it takes to know: milliseconds of `count`, and of twice as many.
struct Judgement {
  var one = Double.infinity
  var two = Double.infinity
  var isOver: Bool { two > limit || (two > negligible && two > ratioLimit * one) }
}

/// Milliseconds this thread has had of the processor.
func processorTime() -> Double {
  var time = timespec()
  unsafe _ = clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

/// Milliseconds from the answer to pixels; what is drawn is as new to the typesetter as its first answer.
@MainActor func cost(_ many: Many, _ count: Int) -> Double {
  let answer = many.answer(count)
  let yaml = "board: Costs\nallow: localhost\nsources: {rows: {url: none}}\ncards:\n\(many.cards)\n"
  let options = PanelOptions(mode: DisplayMode(size: screen))
  let reading = BoardSource(path: nil).parse(Array(yaml.utf8), parts: options.parts)
  guard let board = reading.board else {
    print("\(many.place): its board was refused: \(reading.diagnostics.map { "\($0)" }.joined(separator: "; "))")
    exit(1)
  }
  let theme = options.theme(of: board, at: moment)
  typesetter.warm(theme)
  let start = processorTime()
  var evaluator = BoardEvaluator(board)
  evaluator.update("rows", answers: [answer], at: moment.time)
  let content = evaluator.content(page: 0, at: moment)
  let page = typesetter.layout(content.cards, width: screen.width, height: screen.height, theme: theme)
  if let header = page.headerTile { _ = typesetter.raster(header, of: page) { _, _, _ in nil } }
  for tile in page.tiles where tile.frame.y0 < screen.height {
    _ = typesetter.raster(tile, of: page) { _, _, _ in nil }
  }
  return processorTime() - start
}

func tenths(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }

func padded(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(width - text.count, 0)) }

let isCheck = CommandLine.arguments.contains("--check")
var complaints = 0
if !isCheck { print(padded("", 24) + padded("of", 40) + padded("n", 8) + "ms    ms, 2n  ratio") }
for many in Many.all {
  var judgement = Judgement()
  // Nothing is known at first, which is over, too.
  for _ in 0..<5 where judgement.isOver {
    judgement.one = min(judgement.one, cost(many, many.count))
    judgement.two = min(judgement.two, cost(many, 2 * many.count))
  }
  // A step, where more no longer fits into a cache, is no growth: what grows does so from two to four as from one to two.
  var isOver = judgement.isOver
  if isOver, judgement.two <= limit {
    let four = (0..<3).map { _ in cost(many, 4 * many.count) }.min() ?? .infinity
    isOver = four > ratioLimit * ratioLimit * judgement.one
  }
  if isOver { complaints += 1 }
  guard isOver || !isCheck else { continue }
  print(
    padded(many.place, 24) + padded(many.what, 40) + padded("\(many.count)", 8) + padded(tenths(judgement.one), 6)
      + padded(tenths(judgement.two), 8) + tenths(judgement.two / judgement.one) + (isOver ? "  OVER" : ""))
}
print(
  complaints == 0
    ? "pages cost what there is of them: \(Many.all.count) things that can be many, at most \(ratioLimit) times for twice as many"
    : "\(complaints) of \(Many.all.count) cost more than \(ratioLimit) times for twice as many, or more than \(limit) ms"
)
exit(complaints == 0 ? 0 : 1)
