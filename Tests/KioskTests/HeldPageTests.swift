import Board
import Hands
import Kiosk
import Motion
import Refresh
import Scene
import TestSupport
import Testing
import Touch

/// A kiosk of any size with pages of plain rows, in virtual time at 60 frames a second.
private final class Rig {
  let size: PixelSize
  let scale: Double
  var kiosk: Kiosk
  private(set) var now = 1.0
  private let asked = Asked()

  private final class Asked {
    var requests: [KioskRequest] = []
  }

  init(width: Int = 800, height: Int = 480, scale: Double = 1, pages: Int = 1, rows: Int = 60) {
    size = PixelSize(width: width, height: height)
    self.scale = scale
    let style = PetalsStyle()
    kiosk = Kiosk(
      size: size, scale: scale, colors: plainColors,
      control: RefreshControl(style: style, sprites: SpriteSet(style.sprites.map { _ in nil })), tileQueue: TileQueue {}
    ) { [asked] in asked.requests.append($0) }
    let page = plainPage(rows: rows, width: width)
    kiosk.receive(.page(page), at: 0)
    if pages > 1 { kiosk.receive(.pages((0..<pages).map { PageOffer(number: $0, page: page) }), at: 0) }
    kiosk.advance(to: now)
  }

  var offset: Double { kiosk.offset }
  var page: Int { kiosk.page }
  var phase: RefreshPhase { kiosk.refreshPhase }
  var showsDetail: Bool { kiosk.showsDetail }
  var isTouched: Bool { kiosk.isTouched }
  var starts: Int { asked.requests.count { if case .startRefresh = $0 { true } else { false } } }
  var taps: Int { asked.requests.count { if case .tapped = $0 { true } else { false } } }
  var isResting: Bool { !kiosk.needsFrame(at: now + 1.0 / 60) }

  func tell(_ message: KioskMessage) { kiosk.receive(message, at: now) }

  func press(_ key: InputEvent.Key) { kiosk.handle(.key(key, time: now)) }

  func touch(_ phase: TouchEvent.Phase, _ x: Double, _ y: Double) {
    kiosk.handle(.touch(TouchEvent(phase: phase, contact: 0, position: Point(x: x, y: y), time: now)))
  }

  /// As a panel draws: only frames that are wanted.
  func wait(_ seconds: Double) {
    for _ in 0..<Int((seconds * 60).rounded()) {
      now += 1.0 / 60
      if kiosk.needsFrame(at: now) || kiosk.nextDeadline(after: now).map({ $0 <= now }) == true {
        kiosk.advance(to: now)
      }
    }
  }

  /// Down and along x or y, 60 reports a second.
  func drag(from start: Double, to end: Double, along axis: Axis = .vertical, over seconds: Double) {
    let other = axis == .vertical ? Double(size.width) * 0.3 : Double(size.height) * 0.5
    func send(_ phase: TouchEvent.Phase, _ place: Double) {
      if axis == .vertical { touch(phase, other, place) } else { touch(phase, place, other) }
    }
    send(.down, start)
    let steps = max(Int(seconds * 60), 1)
    for step in 1...steps {
      wait(1.0 / 60)
      send(.motion, start + (end - start) * Double(step) / Double(steps))
    }
    last = (axis, other, end)
  }

  private var last = (axis: Axis.vertical, other: 0.0, end: 0.0)

  func lift() {
    if last.axis == .vertical { touch(.up, last.other, last.end) } else { touch(.up, last.end, last.other) }
  }

  /// Moves the finger that drags on, and lifts it on the way.
  func flick(by distance: Double, speed: Double) {
    let steps = max(Int(abs(distance) / speed * 60), 3)
    let start = last.end
    for step in 1...steps {
      wait(1.0 / 60)
      last.end = start + (distance < 0 ? -1 : 1) * speed * Double(step) / 60
      touch(.motion, last.other, last.end)
    }
    lift()
  }
}

/// Panels as they are sold, in pixels.
private let panels = [
  (320, 240), (480, 320), (480, 800), (640, 480), (720, 720), (720, 1280), (800, 480), (800, 600), (800, 1280),
  (1024, 600),
  (1024, 768), (1080, 1920), (1200, 1920), (1280, 400), (1280, 720), (1280, 800), (1366, 768), (1440, 900), (1600, 900),
  (1680, 1050), (1920, 515), (1920, 1080), (1920, 1200), (2160, 3840), (2560, 1440), (2560, 1600), (3840, 2160),
]

/// Whatever page one turns to, the panel comes to rest within five seconds of the last touch, and what is under the finger works.
@Suite struct RestTests {
  private func check(width: Int, height: Int, scale: Double, pages: Int, _ page: Int) {
    let rig = Rig(width: width, height: height, scale: scale, pages: pages, rows: 4)
    let words: Comment = "\(width) x \(height), scale \(scale), page \(page) of \(pages)"
    for _ in 0..<page {
      rig.press(.right)
      rig.wait(0.1)
    }
    rig.wait(5)
    #expect(rig.page == page, words)
    #expect(rig.isResting, words)
    rig.drag(from: 20 * scale, to: Double(height) - 5, over: 0.5)
    rig.wait(0.2)
    #expect(rig.phase == .armed, words)
    rig.lift()
    #expect(rig.starts == 1, words)
  }

  @Test(arguments: panels)
  func everyPanelRests(width: Int, height: Int) {
    let automatic = min(max(Double(min(width, height)) / 480, 0.5), 4)
    for scale in [automatic, 1, 1.5, 800.0 / 600] {
      for pages in [2, 3, 5, 12] { check(width: width, height: height, scale: scale, pages: pages, pages - 1) }
    }
  }

  @Test func everyWidthRests() {
    var random = SplitMix64(seed: 21)
    for _ in 0..<400 {
      let pages = Int.random(in: 1...12, using: &random)
      check(
        width: Int.random(in: 320...3840, using: &random), height: Int.random(in: 240...2160, using: &random),
        scale: Double.random(in: 0.5...4, using: &random), pages: pages, Int.random(in: 0..<pages, using: &random))
    }
  }
}

@Suite struct HeldPageTests {
  enum Turn: CaseIterable { case message, key, rule }

  /// Whoever turns the page, what a finger held is let go of, and goes to its place.
  @Test(arguments: Turn.allCases, [300.0, 480])
  func aTurnLetsGoOfThePageThatIsLeft(turn: Turn, height: Double) {
    let rig = Rig(pages: 3)
    rig.drag(from: 20, to: height - 20, over: 0.4)
    rig.wait(0.1)
    #expect(rig.offset < -50)
    switch turn {
    case .message: rig.tell(.showPage(1))
    case .key: rig.press(.right)
    case .rule: rig.tell(.pages([1, 2].map { PageOffer(number: $0, page: plainPage(rows: 60, width: 800)) }))
    }
    rig.wait(0.3)
    rig.lift()
    rig.wait(5)
    #expect(rig.starts == 0)
    #expect(rig.page == 1 && rig.offset == 0)
    #expect(rig.isResting)
    guard turn != .rule else { return }
    rig.tell(.showPage(0))
    rig.wait(3)
    #expect(rig.page == 0 && rig.offset == 0 && rig.isResting)
    rig.kiosk.handle(.wheel(lines: 3, position: Point(x: 50, y: 50), time: rig.now))
    rig.wait(1)
    #expect(rig.offset > 100)
  }

  /// Pages on their way when other ones are offered turn to wherever they are nearest; the refresh of the one left is given up.
  @Test(arguments: [0.1, 0.3, 0.45, 0.55, 0.7, 0.9], [[0, 1], [0, 1, 2], [1, 0], [1], [0]])
  func anOfferInTheMidstOfATurnLeavesNoHeaderOpen(share: Double, offered: [Int]) {
    let rig = Rig(pages: 2)
    let page = plainPage(rows: 60, width: 800)
    rig.tell(.showPage(1))
    rig.wait(2)
    rig.press(.refresh)
    rig.wait(1)
    #expect(rig.offset < -30 && rig.starts == 1)
    // Moving fingers lift at their speed, those that are taken away do not.
    rig.drag(from: 50, to: 50 + 700 * share, along: .horizontal, over: 0.5)
    rig.tell(.pages(offered.map { PageOffer(number: $0, page: page) } + [PageOffer(number: 9, page: page)]))
    rig.lift()
    rig.wait(3)
    if rig.phase == .idle {
      #expect(rig.offset == 0)
    } else {
      #expect(rig.page == 1 && rig.offset < -30)
    }
    for number in offered {
      rig.tell(.showPage(number))
      rig.wait(3)
      #expect(rig.phase == .idle ? rig.offset == 0 : rig.offset < -30)
    }
  }

  /// A machine that is made anew under a list that is scrolled, pulled or held goes on from there.
  @Test(arguments: [0.0, 30, 800, 2000])
  func aRefreshByKeyMovesNoListThatIsScrolled(offset: Double) {
    let chip = Pixmap(size: PixelSize(width: 20, height: 8), isOpaque: true) { _, _ in Pixel(.white) }
    let rig = Rig()
    rig.tell(.scrollTo(pixel: Int(offset)))
    rig.wait(1)
    rig.tell(.staleChip(chip))
    rig.wait(0.1)
    rig.press(.refresh)
    #expect(rig.starts == 1)
    for _ in 0..<60 {
      rig.wait(1.0 / 60)
      #expect(offset == 0 ? rig.offset <= 0 : rig.offset == offset)
    }
  }

  @Test func whateverComesUnderAPullThePageStaysInTheHand() {
    let style = ArrowStyle()
    let control = RefreshControl(style: style, sprites: SpriteSet(style.sprites.map { _ in nil }))
    let chip = Pixmap(size: PixelSize(width: 20, height: 8), isOpaque: true) { _, _ in Pixel(.white) }
    let messages: [KioskMessage] = [
      .refreshControl(control), .staleChip(chip), .notice(chip), .refreshEnded(task: 9, .success),
    ]
    for message in messages {
      let rig = Rig()
      rig.drag(from: 20, to: 440, over: 0.4)
      rig.wait(0.1)
      #expect(rig.phase == .armed)
      let held = rig.offset
      rig.tell(message)
      rig.wait(0.3)
      #expect(abs(rig.offset - held) < 3)
      #expect(rig.phase == .armed)
      rig.lift()
      #expect(rig.starts == 1)
    }
  }

  @Test func aJumpUnderAPullStaysWhereItLeads() {
    let rig = Rig()
    rig.drag(from: 20, to: 440, over: 0.4)
    rig.tell(.scrollTo(pixel: 2224))
    #expect(rig.offset == 2224)
    rig.wait(0.5)
    #expect(rig.offset == 2224)
    rig.lift()
    rig.wait(1)
    #expect(rig.offset == 2224 && rig.starts == 0 && rig.isResting)
  }

  /// Thrown back while pulled, the page goes on as if it had never been pulled.
  @Test(arguments: [800.0, 2000, 5000])
  func aFlickBackFromAPullThrows(speed: Double) {
    let rig = Rig()
    rig.drag(from: 20, to: 130, over: 0.4)
    #expect(rig.offset < -20 && rig.phase == .pulling)
    rig.flick(by: -100, speed: speed)
    rig.wait(4)
    #expect(rig.offset > speed * 0.2)
    #expect(rig.starts == 0)
  }

  /// It is the finger that changes its mind, not the page, which follows it at half its speed.
  @Test(arguments: [(600.0, 0), (300, 1)])
  func anArmedPullIsCancelledByTheFingersSpeed(speed: Double, starts: Int) {
    let rig = Rig(height: 800)
    rig.drag(from: 20, to: 780, over: 0.5)
    #expect(rig.phase == .armed)
    rig.flick(by: -40, speed: speed)
    rig.wait(1)
    #expect(rig.starts == starts)
  }

  /// A finger that holds a half-open detail page holds nothing else: what is behind goes to its place and is seen to.
  @Test func theBounceBehindAHeldDetailPageGoesOn() {
    let rig = Rig()
    rig.drag(from: 20, to: 200, over: 0.2)
    rig.tell(.detail(plainPage(rows: 5, width: 800), of: CardID(place: 0, key: "0"), isAnimated: false))
    rig.wait(0.05)
    #expect(rig.offset < -5)
    rig.touch(.down, 500, 300)
    rig.wait(2)
    #expect(rig.offset == 0)
    #expect(rig.showsDetail && rig.isResting)
    // And behind one that goes.
    rig.touch(.up, 500, 300)
    rig.wait(2)
    rig.press(.back)
    rig.wait(0.1)
    rig.touch(.down, 500, 300)
    rig.wait(2)
    #expect(rig.offset == 0 && rig.isResting)
  }

  @Test func aTapTakesAnyTimeAndSomeWobble() {
    for (hold, dx) in [(0.05, 0.0), (0.6, 0), (5, 0), (0.1, 12), (0.1, 20)] {
      let rig = Rig()
      rig.touch(.down, 300, 150)
      rig.wait(hold / 2)
      rig.touch(.motion, 300 + dx, 152)
      rig.wait(hold / 2)
      rig.touch(.up, 300 + dx, 152)
      #expect(rig.taps == 1)
    }
  }

  @Test(arguments: [240, 480, 800, 1280])
  func aCalmKioskFlicksNoFurtherThanTwoPanels(height: Int) {
    for isCalm in [true, false] {
      let rig = Rig(height: height, rows: 400)
      rig.tell(.motion(isCalm: isCalm))
      rig.tell(.scrollTo(pixel: 10_000))
      rig.drag(from: Double(height) - 5, to: Double(height) - 30, over: 0.02)
      rig.flick(by: -400, speed: 9000)
      let lifted = rig.offset
      rig.wait(5)
      #expect((rig.offset - lifted > 2 * Double(height)) == !isCalm)
      #expect(rig.offset - lifted > Double(height) / 2)
    }
  }
}

@Suite struct LostLiftTests {
  private static let size = PixelSize(width: 800, height: 480)

  /// Ten taps, the first of which is never lifted, each so long after the one before; the idle rule's action follows.
  @Test(arguments: [1.2, 5, 59, 61, 3600])
  func aLostLiftCostsNoFurtherTap(pause: Double) {
    let rig = Rig()
    var translator = InputTranslator(area: TouchArea(size: Self.size))
    var events: [InputEvent] = []
    translator.translate(
      DeviceEvent(device: 1, time: 0, .added(InputDevice(name: "Panel", node: "event0", isTouchscreen: true))),
      into: &events)
    func send(_ action: DeviceEvent.Action) {
      translator.translate(DeviceEvent(device: 1, time: Int64(rig.now * 1e6), action), into: &events)
      for event in events { rig.kiosk.handle(event) }
      events.removeAll()
    }
    for tap in 0..<10 {
      send(.touchDown(slot: tap == 0 ? 3 : 0, Point(x: 0.3, y: 0.4)))
      rig.wait(0.05)
      if tap > 0 { send(.touchUp(slot: 0)) }
      // What time alone does is done when it is due.
      for _ in 0..<4 {
        rig.wait(min(pause / 4, 20))
        translator.advance(to: rig.now, into: &events)
        for event in events { rig.kiosk.handle(event) }
        events.removeAll()
      }
    }
    #expect(rig.taps == 9)
    #expect(!rig.isTouched)
  }

  @Test func aLostLiftIsGivenUpByItself() {
    let rig = Rig()
    rig.tell(.idle(IdleRule(after: 30, action: .top)))
    rig.tell(.scrollTo(pixel: 500))
    var translator = InputTranslator(area: TouchArea(size: Self.size))
    var events: [InputEvent] = []
    translator.translate(
      DeviceEvent(device: 1, time: 0, .added(InputDevice(name: "Panel", node: "event0", isTouchscreen: true))),
      into: &events)
    translator.translate(
      DeviceEvent(device: 1, time: 2_000_000, .touchDown(slot: 0, Point(x: 0.3, y: 0.4))), into: &events)
    for event in events { rig.kiosk.handle(event) }
    events.removeAll()
    rig.wait(50)
    #expect(rig.isTouched && rig.offset == 500)
    #expect(translator.deadline == 62)
    rig.wait(12)
    translator.advance(to: 62, into: &events)
    #expect(translator.deadline == nil)
    for event in events { rig.kiosk.handle(event) }
    rig.wait(3)
    #expect(!rig.isTouched && rig.offset == 0)
  }
}
