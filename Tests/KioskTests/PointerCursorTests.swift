import Scene
import Testing

@testable import Kiosk

/// `#` white, `+` mostly dark, `.` faint, space clear.
private func rows(_ pixmap: Pixmap) -> [String] {
  (0..<pixmap.size.height).map { y in
    var row = ""
    for x in 0..<pixmap.size.width {
      let pixel = pixmap.pixel(x: x, y: y)
      let light = pixel.word & 0xFF
      row += pixel.alpha < 32 ? " " : light > 128 ? "#" : pixel.alpha > 128 ? "+" : "."
    }
    while row.last == " " { row.removeLast() }
    return row
  }
}

@Test func theArrowIsWhiteWithADarkEdge() {
  let picture = rows(PointerCursor.pixmap(scale: 1))
  #expect(picture.count == 22)
  #expect(picture[0].first == "+" || picture[1].hasPrefix("+"))
  #expect(picture[8].hasPrefix("++") || picture[8].hasPrefix("+#"))
  #expect(picture[8].contains("####"))
  #expect(picture[8].last == "+" || picture[8].last == ".")
  for row in picture where row.contains("#") { #expect(!row.hasPrefix("#") && !row.hasSuffix("#")) }
}

@Test(arguments: [1.0, 1.5, 2, 3])
func theTipIsWhereTheMousePoints(scale: Double) {
  let pixmap = PointerCursor.pixmap(scale: scale)
  let tip = PointerCursor.hotspot(scale: scale)
  #expect(pixmap.pixel(x: tip, y: tip).alpha > 128)
  #expect(pixmap.pixel(x: pixmap.size.width - 1, y: tip).alpha == 0)
}
