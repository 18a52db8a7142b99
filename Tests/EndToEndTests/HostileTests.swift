import Glibc
import Panel
import Scene
import Testing
import Vitrine

/// So many random boards: `VITRINE_HOSTILE=10000` looks for longer, `VITRINE_HOSTILE=40..<41` at one of them.
private let seeds: Range<UInt64> = {
  let words = unsafe getenv("VITRINE_HOSTILE").map { unsafe String(cString: $0) } ?? "40"
  let ends = words.split(separator: "..<").compactMap { UInt64($0) }
  return ends.count == 2 && ends[0] < ends[1] ? ends[0]..<ends[1] : 0..<(ends.first ?? 40)
}()

/// What is legal and hostile goes through a whole kiosk: read, evaluated, laid out, drawn, pulled, scrolled, tapped, changed.
@Test(arguments: seeds) func whateverTheWorldSaysTheGlassGoesOn(seed: UInt64) throws {
  var hostile = HostileBoard(seed: seed)
  let stage = Stage()
  try stage.write(hostile.answer(), to: "rows.json")
  let size = PixelSize(
    width: hostile.pick([16, 64, 320, 480, 800, 1280]), height: hostile.pick([16, 64, 240, 480, 800, 1280]))
  let start = hostile.pick([Stage.start, 0, -1e9, 4e9, 253_402_300_799, Stage.start + 0.999_999])
  let board = hostile.board()
  var kiosk = try stage.kiosk(board, size: size, start: start)
  for _ in 0..<2 {
    kiosk.settle()
    let (width, height) = (Double(size.width), Double(size.height))
    kiosk.play { touch in
      touch.down(Point(x: width / 2, y: height * 0.2))
      touch.move(to: Point(x: width / 2, y: height * 0.95), over: 0.3)
      touch.up()
    }
    kiosk.play(seconds: 2)
    kiosk.play { touch in
      touch.flick(from: Point(x: width / 2, y: height * 0.9), to: Point(x: width / 2, y: height * 0.1), over: 0.1)
      touch.wait(1)
      touch.tap(Point(x: width * 0.5, y: height * 0.5))
      touch.wait(1)
      touch.tap(Point(x: width * 0.1, y: height * 0.1))
    }
    kiosk.play(seconds: 1)
    try stage.write(hostile.answer(), to: "rows.json")
    kiosk.lookAtFiles()
  }
  kiosk.settle()
  #expect(
    kiosk.isComplete == true,
    "\(size.width)x\(size.height)\n\(board)\n\(kiosk.offset) \(kiosk.refreshPhase)")
  let picture = try kiosk.picture()
  #expect(picture.size == size)
  let (offset, position) = (kiosk.offset, kiosk.pagePosition)
  #expect(offset.isFinite && position.isFinite)
}
