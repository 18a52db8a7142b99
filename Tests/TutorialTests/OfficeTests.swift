import Testing
import Vitrine

@testable import TutorialProgram

/// A board that is a text of the test's own: no file is needed.
private let board = """
  board: Office
  sources:
    counter: {url: "program:counter", every: 1h}
  cards:
    - dial: {value: "$counter.count", max: 5, label: Waiting}
    - row: {each: $counter.people, title: "{name}", tap: {call: next, with: {name: "{name}"}}}
  """

@Test func whoIsCalledInLeavesTheList() throws {
  let counter = Counter()
  let parts = BoardParts.office(counter)
  let source = BoardSource(text: board, name: "office")
  let mode = DisplayMode(size: PixelSize(width: 480, height: 800))
  var kiosk = VirtualKiosk(
    board: try #require(try source.read(parts: parts).board), source: source,
    options: PanelOptions(mode: mode, parts: parts), start: 0, log: { print($0) })
  kiosk.tap(Point(x: 200, y: 330))
  #expect(counter.count == 2 && kiosk.report().cardCount == 3)
  // Past the trigger, and let go: the source is asked again.
  try counter.call("Ada")
  kiosk.pull(toRatio: 1.2)
  kiosk.release()
  kiosk.play(seconds: 0.75)
  #expect(kiosk.refreshPhase.outcome == .success && kiosk.report().cardCount == 2)
}
