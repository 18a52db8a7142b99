import Scene
import Testing

@Test(arguments: Orientation.allCases)
func touchTurnedBackIsWhereItWas(orientation: Orientation) {
  for size in [PixelSize(width: 800, height: 480), PixelSize(width: 7, height: 3), PixelSize(width: 1, height: 1)] {
    let panel = orientation.turn(size)
    for point in [Point(x: 0.5, y: 0.5), Point(x: Double(size.width) - 0.5, y: 0.25), Point(x: 3.75, y: 2.5)] {
      #expect(orientation.toViewer(orientation.toPanel(point, viewer: size), panel: panel) == point)
    }
    for rect in [PixelRect(size), PixelRect(x0: 0, y0: 0, x1: 1, y1: 1)] {
      #expect(orientation.toViewer(orientation.toPanel(rect, viewer: size), panel: panel) == rect)
      #expect(PixelRect(panel).contains(orientation.toPanel(rect, viewer: size)))
    }
  }
}
