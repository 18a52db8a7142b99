import Board
import Scene
import TestSupport
import Testing
import Typesetting

@Test(arguments: [("dark", 800, 480, 1.0), ("light", 800, 480, 1.0), ("dark", 1280, 800, 1.5), ("light", 1080, 1920, 2.0)])
func samplePages(mode: String, width: Int, height: Int, scale: Double) {
  let look = Look(colors: mode == "dark" ? .dark : .light, scale: scale)
  let page = SamplePage.render(size: PixelSize(width: width, height: height), look: look)
  expectGolden(page, "page-\(mode)-\(width)x\(height)")
}
