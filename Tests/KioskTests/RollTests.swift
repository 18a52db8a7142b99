import Board
import Glibc
import Hands
import Motion
import Refresh
import Scene
import TestSupport
import Testing

@testable import Kiosk

/// Fingertips roll as they press keys.
@Suite struct RollTests {
  /// A page with keys at its top, or a detail page of them.
  private final class Keys {
    let scale: Double
    let size: Size
    var kiosk: Kiosk
    private(set) var now = 1.0
    private let asked = Asked()

    private final class Asked {
      var requests: [KioskRequest] = []
    }

    /// - Parameter height: of the page, dp; the panel is 480 high.
    init(scale: Double = 1, size: Size = Size(width: 90, height: 50), height: Double = 480, pages: Int = 1) {
      (self.scale, self.size) = (scale, size)
      let style = PetalsStyle()
      kiosk = Kiosk(
        size: PixelSize(width: Int(800 * scale), height: Int(480 * scale)), scale: scale, colors: plainColors,
        control: RefreshControl(style: style, sprites: SpriteSet(style.sprites.map { _ in nil })),
        tileQueue: TileQueue {}
      ) { [asked] in asked.requests.append($0) }
      let page = page(height)
      if pages > 1 {
        kiosk.receive(.pages((0..<pages).map { PageOffer(number: $0, page: page) }), at: 0)
      } else {
        kiosk.receive(.page(page), at: 0)
      }
      kiosk.advance(to: now)
    }

    /// Of a key, dp.
    func middle(_ part: Int) -> Point {
      Point(
        x: 40 + Double(part % 3) * (size.width + 10) + size.width / 2,
        y: 40 + Double(part / 3) * (size.height + 10) + size.height / 2)
    }

    private func page(_ height: Double) -> KioskPage {
      var control = KioskPage.Control(
        parts: (0..<12).map { part in
          let middle = middle(part)
          return PixelRect(
            x: Int((middle.x - size.width / 2) * scale), y: Int((middle.y - size.height / 2) * scale),
            width: Int(size.width * scale), height: Int(size.height * scale))
        })
      control.keys = KioskPage.Control.Keys(isSecret: true, gap: Int(5 * scale))
      let frame = PixelRect(x: 0, y: 0, width: Int(800 * scale), height: Int(480 * scale))
      var blocks = [KioskPage.Block(id: card(0), frame: frame, isTappable: true, control: control)]
      if height > 480 {
        blocks.append(
          KioskPage.Block(
            id: card(1),
            frame: PixelRect(x: 0, y: frame.y1, width: frame.width, height: Int((height - 480) * scale)),
            isTappable: false))
      }
      return KioskPage(
        generation: 1, blocks: blocks,
        tiles: blocks.enumerated().map { PageTile(key: key($0), frame: $1.frame, block: $0) }, header: nil,
        height: Int(height * scale))
    }

    func wait(_ seconds: Double) {
      for _ in 0..<max(Int((seconds * 60).rounded()), 1) {
        now += 1.0 / 60
        kiosk.advance(to: now)
      }
    }

    func touch(_ phase: TouchEvent.Phase, _ point: Point, contact: Int = 0, noise: Double = 0) {
      kiosk.handle(
        .touch(
          TouchEvent(
            phase: phase, contact: contact, position: Point(x: point.x * scale, y: point.y * scale), time: now,
            noise: noise)))
    }

    /// A finger goes along a way and lifts.
    func roll(_ way: [Point], noise: Double = 0) {
      touch(.down, way[0], noise: noise)
      for point in way.dropFirst() {
        wait(0.016)
        touch(.motion, point)
      }
      wait(0.016)
      touch(.up, way[way.count - 1])
      wait(0.1)
    }

    var typed: [Int] {
      asked.requests.compactMap { if case .controlled(_, _, .press(let part)) = $0 { part } else { nil } }
    }
  }

  private static let sizes = [Size(width: 36, height: 36), Size(width: 64, height: 48), Size(width: 106, height: 90)]

  /// From anywhere on a key to anywhere on it, whatever lies between.
  @Test(arguments: [0.75, 1, 1.5, 3], sizes) func aRolledFingerTypesItsKey(scale: Double, size: Size) {
    var random = SplitMix64(seed: 5)
    for _ in 0..<40 {
      let desk = Keys(scale: scale, size: size)
      let part = Int.random(in: 0..<12, using: &random)
      let middle = desk.middle(part)
      func place() -> Point {
        Point(
          x: middle.x + Double.random(in: -0.48...0.48, using: &random) * size.width,
          y: middle.y + Double.random(in: -0.48...0.48, using: &random) * size.height)
      }
      desk.roll((0..<Int.random(in: 1...6, using: &random)).map { _ in place() })
      #expect(desk.typed == [part] && desk.kiosk.offset == 0)
    }
  }

  /// From the middle, by up to half a key in all directions, on a device that trembles.
  @Test(arguments: [0.0, 4, 8, 16]) func whoTremblesTypes(noise: Double) {
    var random = SplitMix64(seed: 6)
    for turn in 0..<32 {
      for share in [0.2, 0.5] {
        let desk = Keys()
        let angle = Double(turn) / 32 * 2 * Double.pi
        let middle = desk.middle(4)
        let way = (0...8).map { step in
          let far = share * Double(step) / 8
          return Point(
            x: middle.x + cos(angle) * far * 90 + Double.random(in: -0.5...0.5, using: &random) * noise,
            y: middle.y + sin(angle) * far * 50 + Double.random(in: -0.5...0.5, using: &random) * noise)
        }
        desk.roll(way, noise: noise)
        #expect(desk.typed == [4])
      }
    }
  }

  /// Where the page scrolls, a finger that goes up scrolls it as from anywhere else, from its own slop on; sideways it may roll.
  @Test(arguments: [(0.0, 8.0), (2, 8), (10, 20)]) func aPageWithKeysScrolls(noise: Double, slop: Double) {
    for far in [slop - 1, slop + 1.5, 40, 200] {
      let desk = Keys(height: 2000)
      let middle = desk.middle(10)
      desk.roll((0...20).map { Point(x: middle.x, y: middle.y - far * Double($0) / 20) }, noise: noise)
      #expect(desk.typed == (far < slop ? [10] : []))
      #expect((desk.kiosk.offset > 0) == (far > slop))
    }
    let desk = Keys(height: 2000)
    let middle = desk.middle(10)
    desk.roll([middle, Point(x: middle.x + 40, y: middle.y + 4)], noise: noise)
    #expect(desk.typed == [10] && desk.kiosk.offset == 0)
  }

  /// Where pages turn, a finger that goes sideways turns them; up and down it may roll.
  @Test func pagesTurnFromKeys() {
    let desk = Keys(height: 400, pages: 2)
    let middle = desk.middle(4)
    desk.roll([middle, Point(x: middle.x + 3, y: middle.y + 20), Point(x: middle.x + 8, y: middle.y + 24)])
    #expect(desk.typed == [4] && desk.kiosk.pagePosition == 0)
    desk.roll((0...10).map { Point(x: middle.x - 30 * Double($0), y: middle.y) })
    desk.wait(1)
    #expect(desk.typed == [4] && desk.kiosk.page == 1)
  }

  /// Who leaves a key for good presses nothing; what he does then moves the page without a jump.
  @Test func whoGoesAwayTypesNothing() {
    let desk = Keys()
    let middle = desk.middle(1)
    desk.touch(.down, middle)
    var most = 0.0
    for step in 1...12 {
      let before = desk.kiosk.offset
      desk.touch(.motion, Point(x: middle.x, y: middle.y + Double(step) * 8))
      desk.wait(0.016)
      most = max(most, (desk.kiosk.offset - before).magnitude)
    }
    #expect(desk.kiosk.offset < -12 && most <= 8)
    desk.touch(.up, Point(x: middle.x, y: middle.y + 96))
    desk.wait(1)
    #expect(desk.typed.isEmpty && desk.kiosk.offset == 0)
  }

  /// Two thumbs roll beside each other.
  @Test func thumbsRollBesideEachOther() {
    let desk = Keys()
    var wanted: [Int] = []
    for turn in 0..<20 {
      let (first, second) = (turn % 6, 6 + turn % 5)
      desk.touch(.down, desk.middle(first), contact: 1)
      desk.wait(0.03)
      desk.touch(.down, desk.middle(second), contact: 2)
      for (contact, part) in [(1, first), (2, second)] {
        let middle = desk.middle(part)
        desk.touch(.motion, Point(x: middle.x + 14, y: middle.y - 18), contact: contact)
        desk.wait(0.03)
        desk.touch(.motion, Point(x: middle.x + 30, y: middle.y - 22), contact: contact)
        desk.wait(0.03)
        desk.touch(.up, Point(x: middle.x + 30, y: middle.y - 22), contact: contact)
      }
      desk.wait(0.1)
      wanted += [first, second]
    }
    #expect(desk.typed == wanted && desk.kiosk.offset == 0)
  }

  /// A page that another finger scrolls has no keys pressed; one that it only holds has.
  @Test func aDragTakesKeysOnceItScrolls() {
    for far in [0.5, 60] {
      let desk = Keys(height: 2000)
      desk.touch(.down, desk.middle(3), contact: 1)
      desk.wait(0.05)
      desk.touch(.down, Point(x: 700, y: 400), contact: 2)
      desk.touch(.motion, Point(x: 700, y: 400 - 8 - far), contact: 2)
      desk.wait(0.05)
      desk.touch(.up, desk.middle(3), contact: 1)
      desk.touch(.up, Point(x: 700, y: 400 - 8 - far), contact: 2)
      #expect(desk.typed == (far < 1 ? [3] : []))
    }
  }

  /// Records of before are played as they were.
  @Test func onceAKeyWasLeftTwelveAway() {
    for isStiff in [false, true] {
      let desk = Keys()
      desk.kiosk.hasStiffHands = isStiff
      let middle = desk.middle(4)
      desk.roll([middle, Point(x: middle.x + 13, y: middle.y)])
      #expect(desk.typed == (isStiff ? [] : [4]))
    }
  }
}
