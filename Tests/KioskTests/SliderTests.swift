import Board
import Hands
import Kiosk
import Motion
import Refresh
import Scene
import TestSupport
import Testing

/// A page of plain rows with two sliders among them, in virtual time.
private final class Rig {
  let scale: Double
  var kiosk: Kiosk
  private(set) var now = 1.0
  private let asked = Asked()
  private let isMirrored: Bool
  private let isUpright: Bool

  private final class Asked {
    var requests: [KioskRequest] = []
  }

  /// Shares of the way where the page says the values are.
  private var shares: [Int: Double?] = [1: 0.25, 4: 0.75]

  init(
    scale: Double = 1, isMirrored: Bool = false, isUpright: Bool = false, pages: Int = 1, shares: [Int: Double?]? = nil
  ) {
    self.scale = scale
    self.isMirrored = isMirrored
    self.isUpright = isUpright
    if let shares { self.shares = shares }
    let style = PetalsStyle()
    kiosk = Kiosk(
      size: PixelSize(width: Int(800 * scale), height: Int(480 * scale)), scale: scale, colors: plainColors,
      control: RefreshControl(style: style, sprites: SpriteSet(style.sprites.map { _ in nil })), tileQueue: TileQueue {}
    ) { [asked] in asked.requests.append($0) }
    if pages > 1 {
      kiosk.receive(.pages((0..<pages).map { PageOffer(number: $0, page: page(1)) }), at: 0)
    } else {
      kiosk.receive(.page(page(1)), at: 0)
    }
    kiosk.advance(to: now)
  }

  /// Of a slider, in pixels of its page.
  func track(_ number: Int) -> PixelRect {
    let y = number * Int(100 * scale)
    if isUpright {
      return PixelRect(
        x0: Int(396 * scale), y0: y + Int(14 * scale), x1: Int(404 * scale), y1: y + Int(86 * scale))
    }
    return PixelRect(x0: Int(40 * scale), y0: y + Int(60 * scale), x1: Int(760 * scale), y1: y + Int(68 * scale))
  }

  private func page(_ generation: Int) -> KioskPage {
    let height = Int(100 * scale)
    let blocks = (0..<20).map { number in
      let frame = PixelRect(x: 0, y: number * height, width: Int(800 * scale), height: height)
      guard let share = shares[number] else {
        return KioskPage.Block(id: card(number), frame: frame, isTappable: true)
      }
      let track = track(number)
      let slider = KioskPage.Slider(
        track: track,
        reach: isUpright
          ? PixelRect(x0: track.x0 - 20, y0: frame.y0, x1: track.x1 + 20, y1: frame.y1)
          : PixelRect(x0: 0, y0: frame.y0 + height / 3, x1: frame.x1, y1: frame.y1), share: share,
        isMirrored: isMirrored, isUpright: isUpright, ground: .black, bar: .white, middle: .black,
        thumb: Int(28 * scale))
      return KioskPage.Block(id: card(number), frame: frame, isTappable: true, control: .init(slider: slider))
    }
    return KioskPage(
      generation: generation, blocks: blocks,
      tiles: blocks.enumerated().map { PageTile(key: key($0), frame: $1.frame, block: $0) }, header: nil,
      height: 20 * height)
  }

  /// The page says otherwise.
  func say(_ shares: [Int: Double?]) {
    self.shares = shares
    kiosk.receive(.page(page(2)), at: now)
    wait(0.02)
  }

  func touch(_ phase: TouchEvent.Phase, _ x: Double, _ y: Double, contact: Int = 0) {
    kiosk.handle(
      .touch(TouchEvent(phase: phase, contact: contact, position: Point(x: x * scale, y: y * scale), time: now)))
  }

  func wait(_ seconds: Double) {
    for _ in 0..<max(Int((seconds * 60).rounded()), 1) {
      now += 1.0 / 60
      kiosk.advance(to: now)
    }
  }

  /// A finger that goes from one place to another in so many seconds, and stays.
  func move(from a: Point, to b: Point, over seconds: Double, contact: Int = 0) {
    let steps = max(Int((seconds * 60).rounded()), 1)
    for step in 1...steps {
      let share = Double(step) / Double(steps)
      touch(.motion, a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share, contact: contact)
      wait(1.0 / 60)
    }
  }

  /// The middles of thumbs on the panel, from the top.
  func thumbs() -> [Point] {
    var scene = Scene(size: PixelSize(width: Int(800 * scale), height: Int(480 * scale)))
    kiosk.draw(into: &scene)
    let side = Int(28 * scale)
    return scene.layers.compactMap { layer -> Point? in
      guard layer.frame.width == side, layer.frame.height == side else { return nil }
      return Point(x: Double(layer.frame.x0 + layer.frame.x1) / 2, y: Double(layer.frame.y0 + layer.frame.y1) / 2)
    }
  }

  var slides: [(card: CardID, share: Double, isFinal: Bool)] {
    asked.requests.compactMap { request in
      if case .controlled(let card, _, .slide(let share, let isFinal)) = request { (card, share, isFinal) } else { nil }
    }
  }

  var offset: Double { kiosk.offset }
  var page: Double { kiosk.pagePosition }
  var isTouched: Bool { kiosk.isTouched }
  var taps: Int { asked.requests.count { if case .tapped = $0 { true } else { false } } }
}

@Suite struct SliderTests {
  /// On any panel, in either direction of writing: the thumb is where the finger is, to a pixel, in the frame that follows.
  @Test(arguments: [0.75, 1, 1.5, 3], [false, true]) func theThumbIsAtTheFinger(scale: Double, isMirrored: Bool) {
    let rig = Rig(scale: scale, isMirrored: isMirrored)
    rig.touch(.down, 220, 164)
    rig.wait(0.05)
    for x in stride(from: 230.0, through: 700, by: 13.7) {
      rig.touch(.motion, x, 166)
      rig.wait(1.0 / 60)
      guard x > 240 else { continue }
      #expect((rig.thumbs()[0].x - x * scale).magnitude <= 1, "\(x)")
    }
    // Beyond its end it stays there.
    rig.touch(.motion, 799, 166)
    rig.wait(0.02)
    #expect((rig.thumbs()[0].x - Double(rig.track(1).x1)).magnitude <= 1)
    rig.touch(.up, 799, 166)
    #expect(rig.slides.last?.isFinal == true && rig.slides.last?.share == (isMirrored ? 0 : 1))
    // As many as ten a second, and the last.
    #expect(rig.slides.count <= 8)
    #expect(rig.offset == 0 && rig.taps == 0)
  }

  /// One that stands upright goes up and down with the finger, on a page that is scrolled, too; the page does not.
  @Test(arguments: [1, 1.5, 3], [0.0, 40, 90])
  func anUprightThumbIsAtTheFinger(scale: Double, scrolled: Double) {
    let rig = Rig(scale: scale, isUpright: true)
    rig.kiosk.receive(.scrollTo(pixel: Int(scrolled * scale)), at: rig.now)
    rig.wait(0.5)
    let offset = rig.offset
    let bottom = 186 - scrolled
    rig.touch(.down, 402, bottom - 18)
    rig.wait(0.05)
    for y in stride(from: bottom - 28, through: bottom - 70, by: -3.7) {
      rig.touch(.motion, 404, y)
      rig.wait(1.0 / 60)
      #expect((rig.thumbs()[0].y - y * scale).magnitude <= 1, "\(y)")
    }
    rig.touch(.motion, 404, -90)
    rig.wait(0.02)
    rig.touch(.up, 404, -90)
    #expect(rig.slides.last?.isFinal == true && rig.slides.last?.share == 1)
    #expect(rig.offset == offset && rig.taps == 0)
    // Beside the bar it is the page that is dragged, and across it the other way.
    let count = rig.slides.count
    rig.touch(.down, 300, 300)
    rig.move(from: Point(x: 300, y: 300), to: Point(x: 300, y: 200), over: 0.2)
    rig.touch(.up, 300, 200)
    rig.wait(2)
    #expect(rig.slides.count == count && rig.offset > offset)
  }

  /// The thumb stays where it was let go of until the page has heard, and goes where the page says it is if that hears nothing.
  @Test func theThumbStaysUntilThePageHasHeard() {
    let rig = Rig()
    rig.touch(.down, 220, 164)
    rig.move(from: Point(x: 220, y: 164), to: Point(x: 400, y: 164), over: 0.2)
    rig.touch(.up, 400, 164)
    rig.wait(0.4)
    #expect((rig.thumbs()[0].x - 400).magnitude <= 1)
    rig.say([1: 0.5, 4: 0.75])
    #expect(rig.thumbs()[0].x == 400)
    rig.touch(.down, 400, 164)
    rig.move(from: Point(x: 400, y: 164), to: Point(x: 700, y: 164), over: 0.2)
    rig.touch(.up, 700, 164)
    rig.wait(2)
    #expect(rig.thumbs()[0].x == 400)
    let rests = rig.kiosk.needsFrame(at: 100)
    #expect(!rests)
  }

  /// A slider in a list takes no scroll away, and a scroll moves no slider.
  @Test(arguments: [170.0, 130, -60]) func aScrollIsAScroll(dx: Double) {
    let rig = Rig()
    rig.touch(.down, 220, 164)
    rig.move(from: Point(x: 220, y: 164), to: Point(x: 220 + dx, y: 164 - 200), over: 0.3)
    rig.touch(.up, 220 + dx, -36)
    #expect(rig.slides.isEmpty)
    #expect(rig.offset > 100)
  }

  /// Once the page scrolls, a finger that goes aside goes on scrolling it; once a thumb is held, one that goes down goes on holding it.
  @Test func whatHasBegunGoesOn() {
    let rig = Rig()
    rig.touch(.down, 220, 164)
    rig.move(from: Point(x: 220, y: 164), to: Point(x: 220, y: 104), over: 0.2)
    rig.move(from: Point(x: 220, y: 104), to: Point(x: 600, y: 104), over: 0.2)
    #expect(rig.slides.isEmpty && rig.offset > 40)
    rig.touch(.up, 600, 104)
    rig.wait(3)
    let other = Rig()
    other.touch(.down, 220, 164)
    other.move(from: Point(x: 220, y: 164), to: Point(x: 300, y: 164), over: 0.2)
    other.move(from: Point(x: 300, y: 164), to: Point(x: 300, y: 400), over: 0.2)
    #expect(other.offset == 0 && (other.thumbs()[0].x - 300).magnitude <= 1)
    other.touch(.up, 300, 400)
    #expect(other.slides.last?.isFinal == true)
  }

  /// Pages that are turned sideways are not turned by a finger on a slider.
  @Test func aSlideTurnsNoPage() {
    let rig = Rig(pages: 3)
    rig.touch(.down, 600, 164)
    rig.move(from: Point(x: 600, y: 164), to: Point(x: 100, y: 164), over: 0.2)
    rig.touch(.up, 100, 164)
    rig.wait(1)
    #expect(rig.page == 0 && rig.slides.last?.isFinal == true)
    // Beside it they are.
    rig.touch(.down, 600, 240)
    rig.move(from: Point(x: 600, y: 240), to: Point(x: 100, y: 240), over: 0.2)
    rig.touch(.up, 100, 240)
    rig.wait(1)
    #expect(rig.page == 1)
  }

  @Test func twoHandsHoldTwo() {
    let rig = Rig()
    rig.touch(.down, 220, 164, contact: 1)
    rig.touch(.down, 580, 464, contact: 2)
    for step in 1...60 {
      rig.touch(.motion, 220 + Double(step) * 5, 164, contact: 1)
      rig.touch(.motion, 580 - Double(step) * 4, 464, contact: 2)
      rig.wait(1.0 / 60)
      guard step > 4 else { continue }
      let thumbs = rig.thumbs()
      #expect((thumbs[0].x - 220 - Double(step) * 5).magnitude <= 1)
      #expect((thumbs[1].x - 580 + Double(step) * 4).magnitude <= 1)
    }
    rig.touch(.up, 520, 164, contact: 1)
    rig.touch(.up, 340, 464, contact: 2)
    let ends = rig.slides.filter(\.isFinal)
    #expect(Set(ends.map(\.card)) == [card(1), card(4)])
    #expect(!rig.isTouched && rig.offset == 0)
    // A third finger on one that is held holds nothing.
    rig.touch(.down, 520, 164, contact: 1)
    rig.move(from: Point(x: 520, y: 164), to: Point(x: 400, y: 164), over: 0.1, contact: 1)
    rig.touch(.down, 700, 164, contact: 2)
    rig.move(from: Point(x: 700, y: 164), to: Point(x: 600, y: 164), over: 0.1, contact: 2)
    #expect((rig.thumbs()[0].x - 400).magnitude <= 1)
  }

  /// A tap on the bar sets it; one on a slider that nobody knows the value of does nothing, and none can be dragged.
  @Test func aTapSetsIt() {
    let rig = Rig(shares: [1: 0.25, 4: nil])
    rig.touch(.down, 400, 164)
    rig.wait(0.1)
    rig.touch(.up, 400, 164)
    #expect(rig.slides.map(\.share) == [0.5] && rig.slides.last?.isFinal == true)
    rig.touch(.down, 400, 464)
    rig.move(from: Point(x: 400, y: 464), to: Point(x: 600, y: 464), over: 0.2)
    rig.touch(.up, 600, 464)
    #expect(rig.slides.count == 1 && rig.taps == 0)
    #expect(rig.thumbs().count == 1)
  }

  /// The panel takes the touch away, or the page changes under the finger.
  @Test func aLostFingerLetsGo() {
    let rig = Rig()
    rig.touch(.down, 220, 164)
    rig.move(from: Point(x: 220, y: 164), to: Point(x: 400, y: 164), over: 0.2)
    rig.touch(.cancel, 400, 164)
    #expect(rig.slides.last?.isFinal == true && !rig.isTouched)
    rig.touch(.down, 220, 164)
    rig.move(from: Point(x: 220, y: 164), to: Point(x: 500, y: 164), over: 0.2)
    rig.kiosk.cancelTouches(at: 0)
    #expect(rig.slides.last?.isFinal == true && !rig.isTouched)
    rig.touch(.down, 220, 164)
    rig.move(from: Point(x: 220, y: 164), to: Point(x: 500, y: 164), over: 0.2)
    rig.say([2: 0.5])
    rig.move(from: Point(x: 500, y: 164), to: Point(x: 600, y: 164), over: 0.1)
    rig.touch(.up, 600, 164)
    #expect(!rig.isTouched)
  }
}
