import Scene
import TestSupport
import Testing

@testable import Compositor

/// How the rows of a scene's first strip are composed on a panel turned by 90 degrees.
private func steps(_ scene: Scene, panel: PixelSize, format: PixelFormat = .xrgb8888) -> [(
  last: Run.Last, step: Run.Step, count: Int
)] {
  let canvas = Canvas(panel, format)
  var list = DisplayList()
  list.lower(scene, panel: panel, orientation: .degrees90)
  var cutter = CellCutter()
  cutter.begin(list)
  var composer = RowComposer(width: panel.width, format: format)
  var found: [(last: Run.Last, step: Run.Step, count: Int)] = []
  composer.begin(canvas.surface, background: 0xFF00_0000, isStreaming: true)
  cutter.compose(PixelRect(panel), list, composer)
  composer.end()
  for index in 0..<cutter.runs.count {
    found.append((cutter.runs[index].last, cutter.runs[index].step, cutter.runs[index].count))
  }
  return withExtendedLifetime(canvas) { found }
}

private let panel = PixelSize(width: 400, height: 3)
private let viewer = PixelSize(width: 3, height: 400)

private func card(_ height: Int) -> Pixmap {
  Pixmap(size: PixelSize(width: viewer.width, height: height), isOpaque: true) { x, y in
    Pixel(word: 0xFF00_0000 | UInt32(x * 256 + y))
  }.converted(orientation: .degrees90)
}

@Test func cardsAreJoined() {
  var scene = Scene(size: viewer)
  scene.add(.pixmap(card(150), x: 0, y: 0))
  scene.add(.pixmap(card(250), x: 0, y: 150))
  #expect(steps(scene, panel: panel).count { $0.step == .join && $0.count == 16 } == 1)
  scene.add(.fill(.black, PixelRect(viewer), opacity: 0.25))
  #expect(steps(scene, panel: panel).count { $0.step == .joinTinted } == 0, "too short to be streamed")
  let long = PixelSize(width: 1200, height: 3)
  var page = Scene(size: PixelSize(width: 3, height: 1200))
  page.add(.pixmap(card(590), x: 0, y: 0))
  page.add(.pixmap(card(610), x: 0, y: 590))
  page.add(.fill(.black, PixelRect(page.size), opacity: 0.25))
  #expect(steps(page, panel: long).count { $0.step == .joinTinted } == 1)
  #expect(steps(page, panel: long, format: .xbgr8888).count { $0.step == .joinTinted } == 0)
}

@Test func whatIsHiddenAtTheEdgeIsAskedFor() {
  #if arch(x86_64)
    func gaps(_ y: Int, height: Int) -> [Int] {
      var scene = Scene(size: viewer)
      scene.add(.pixmap(card(height), x: 0, y: y))
      return steps(scene, panel: panel).filter { $0.step == .readOn }.map(\.count)
    }
    #expect(gaps(0, height: 400) == [])
    #expect(gaps(-100, height: 400) == [400])
    #expect(gaps(-100, height: 600).sorted() == [400, 400])
    // A line or two is foreseen, and a long way is not worth it.
    #expect(gaps(-20, height: 400) == [])
    #expect(gaps(-300, height: 700) == [])
    // What is hidden by something else is not at the edge.
    var covered = Scene(size: viewer)
    covered.add(.pixmap(card(400), x: 0, y: 0))
    covered.add(.fill(.black, PixelRect(x: 0, y: 100, width: 3, height: 50)))
    #expect(!steps(covered, panel: panel).contains { $0.step == .readOn })
  #endif
}

@Test func patternsAreRepeated() {
  let pattern = Pixmap(size: PixelSize(width: 3, height: 16)) { x, y in Pixel(word: UInt32(x + y) * 0x0101_0101) }
  var scene = Scene(size: viewer)
  scene.add(.fill(.white, PixelRect(viewer)))
  scene.add(Layer(.pattern(pattern, phaseX: 0, phaseY: 0), frame: PixelRect(viewer)))
  #expect(steps(scene, panel: panel).contains { $0.last == .repeated })
  // A small one is composed.
  var small = Scene(size: viewer)
  small.add(.fill(.white, PixelRect(x: 0, y: 0, width: 3, height: 60)))
  small.add(
    Layer(.pattern(pattern, phaseX: 0, phaseY: 0), frame: PixelRect(x: 0, y: 0, width: 3, height: 60)))
  #expect(!steps(small, panel: panel).contains { $0.last == .repeated })
}
