import AllocationCounter
import Refresh
import Scene
import Testing

@Test func theCounterCounts() {
  let before = allocations_of_this_thread()
  let made = Array(repeating: 1, count: 1000)
  // A sanitizer has an allocator of its own: there the test below cannot fail, and says so here.
  #expect(allocations_of_this_thread() > before || allocations_are_counted() == 0)
  #expect(made.count == 1000)
}

/// Once the list of layers has its size, drawing a frame asks for no memory.
@Test(arguments: allNames)
func drawingAllocatesNothing(name: String) throws {
  let film = Film(try style(name), width: 800)
  for outcome in [RefreshOutcome.success, .failure] {
    var shooting = Shooting(film, .plain(outcome))
    var moments: [(state: RefreshState, canvas: RefreshCanvas)] = []
    for tick in 0..<480 where !shooting.isOver {
      shooting.pass(to: Double(tick) / 60)
      _ = shooting.act()
      moments.append((shooting.state, film.canvas(shooting.extent)))
    }
    var scene = Scene(size: PixelSize(width: 800, height: 480))
    scene.layers.reserveCapacity(256)
    // The first pass makes what is made once.
    for moment in moments {
      scene.removeAll()
      film.style.draw(moment.state, on: moment.canvas, into: &scene)
    }
    var worst: UInt64 = 0
    for moment in moments {
      scene.removeAll()
      let before = allocations_of_this_thread()
      film.style.draw(moment.state, on: moment.canvas, into: &scene)
      worst = max(worst, allocations_of_this_thread() - before)
    }
    #expect(worst == 0)
  }
}
