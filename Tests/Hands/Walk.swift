import Board
import Kiosk
import Motion
import Refresh
import Scene
import Seeded

/// A kiosk to which anything happens in any order, in virtual time: fingers, wheels, keys, letters, and messages of any kind, on pages of
/// rows, sliders and keys.
///
/// After each step it is looked at, and every hundredth time left alone until it must have come to rest. `complaints` holds what was
/// wrong, each with the step it was seen at.
public struct Walk: ~Copyable {
  private let size: PixelSize
  private let scale: Double
  private var kiosk: Kiosk
  private var random: SplitMix64
  private let asked = Asked()
  private var now = 1.0
  private var step = 0
  private var pages = 1
  private var generation = 1
  /// Of the fingers that are down, by contact.
  private var fingers: [(contact: Int, position: Point)] = []
  /// How far fingers have moved since the last frame, in pixels, and whether one may hold the scroll indicator.
  private var fingerTravel = 0.0
  private var mayHoldBar = false
  /// Something has happened that moves rows by its own law: a jump, a turn, other rows, a key's scroll.
  private var isExcused = false
  /// Until then the panel may keep the picture it shows, and what moves behind it is not seen.
  private var hiddenUntil = 0.0
  /// Somebody has chosen that nothing slides: what a message closes is closed at once.
  private var isStill = false
  /// Of everything that was seen, frame by frame.
  public private(set) var hash: UInt64 = 14_695_981_039_346_656_037
  /// What was wrong; empty when nothing was.
  public private(set) var complaints: [String] = []
  /// How often it was left alone until it rested.
  public private(set) var rests = 0
  /// Frames drawn.
  public private(set) var frames = 0

  private final class Asked {
    var started: [Int] = []
    var running: Int?
    var taps = 0
    var strange: [String] = []
    /// Reasons to start a task there have been: commands, and lifts of an armed pull.
    var reasons = 0

    func take(_ request: KioskRequest) {
      switch request {
      case .startRefresh(let task):
        if let running { strange.append("task \(task) starts while \(running) runs") }
        if let last = started.last, task <= last { strange.append("task \(task) starts after \(last)") }
        if reasons == 0 { strange.append("task \(task) starts for no reason") }
        started = [task]
        reasons = max(reasons - 1, 0)
        running = task
      case .cancelRefresh(let task):
        if running == task { running = nil }
      case .tapped: taps += 1
      case .controlled(_, _, .slide(let share, _)) where !(0...1).contains(share):
        strange.append("a slider is at \(share)")
      default: break
      }
    }
  }

  /// A kiosk of any size and scale.
  public init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    size = PixelSize(
      width: Int.random(in: 320...1920, using: &random), height: Int.random(in: 240...1080, using: &random))
    scale = [0.5, 1, 1.25, 1.5, 2, 3].randomElement(using: &random) ?? 1
    self.random = random
    kiosk = Kiosk(
      size: size, scale: scale, colors: plainColors, control: Self.control(CompassStyle()), tileQueue: TileQueue {}
    ) { [asked] in asked.take($0) }
    kiosk.receive(.page(page(rows: 60)), at: 0)
    kiosk.advance(to: now)
  }

  private static func control(_ style: any RefreshStyle) -> RefreshControl {
    RefreshControl(style: style, sprites: SpriteSet(style.sprites.map { _ in nil }))
  }

  private func page(rows: Int, first: Int = 0, step: Int = 1, generation: Int = 1) -> KioskPage {
    plainPage(
      rows: rows, width: size.width, rowHeight: max(Int(80 * scale), 20), generation: generation, first: first,
      step: step
    ) { index, frame in Self.control(index, frame) }
  }

  /// In the right half of some rows, of which no two lie below each other: only its parts do something.
  private static func control(_ index: Int, _ frame: PixelRect) -> KioskPage.Control? {
    let half = PixelRect(x0: (frame.x0 + frame.x1) / 2, y0: frame.y0, x1: frame.x1, y1: frame.y1)
    switch index % 7 {
    case 1, 3:
      let isUpright = index % 7 == 3
      let middle = (x: (half.x0 + half.x1) / 2, y: (half.y0 + half.y1) / 2)
      let track =
        isUpright
        ? PixelRect(x0: middle.x - 4, y0: half.y0 + 4, x1: middle.x + 4, y1: half.y1 - 4)
        : PixelRect(x0: half.x0 + 10, y0: middle.y - 4, x1: half.x1 - 10, y1: middle.y + 4)
      let reach = isUpright ? PixelRect(x0: middle.x - 30, y0: half.y0, x1: middle.x + 30, y1: half.y1) : half
      return KioskPage.Control(
        slider: KioskPage.Slider(
          track: track, reach: reach, share: index % 2 == 0 ? Double(index % 5) / 4 : nil, isUpright: isUpright,
          ground: .black, bar: .white, middle: .black, thumb: 16))
    case 5:
      let width = half.width / 4
      var keys = KioskPage.Control(
        parts: (0..<4).map {
          PixelRect(x: half.x0 + $0 * width, y: half.y0 + 4, width: width - 4, height: half.height - 8)
        })
      keys.keys = KioskPage.Control.Keys(isSecret: index % 2 == 0, gap: 4, repeating: 3)
      return keys
    default: return nil
    }
  }

  /// Goes so many steps.
  public mutating func go(steps: Int) {
    for _ in 0..<steps {
      step += 1
      act()
      if chance(0.7) { wait(frames: 1) } else if chance(0.1) { wait(frames: Int.random(in: 2...30, using: &random)) }
      if step % 100 == 0 { rest() }
      if complaints.count > 20 { return }
    }
  }

  private mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }

  private mutating func complain(_ words: String) { complaints.append("step \(step): \(words)") }

  // MARK: Time

  private static let period = 1.0 / 60

  /// Frames as a panel draws them: only when one is wanted.
  private mutating func wait(frames count: Int) {
    for _ in 0..<count {
      now += Self.period
      guard kiosk.needsFrame(at: now) || kiosk.nextDeadline(after: now).map({ $0 <= now }) == true else { continue }
      let before = kiosk.offset
      let speed = abs(kiosk.velocity)
      let page = kiosk.page
      // Behind a detail page nobody sees what moves, and no frame is drawn for it.
      let isSeen = !kiosk.showsDetail
      kiosk.advance(to: now)
      frames += 1
      if page != kiosk.page || !isSeen || now < hiddenUntil { isExcused = true }
      look(from: before, speed: speed)
      note(kiosk.offset.bitPattern)
      note(kiosk.pagePosition.bitPattern)
      note(UInt64(kiosk.page))
    }
  }

  private mutating func note(_ word: UInt64) { hash = (hash ^ word) &* 1_099_511_628_211 }

  private mutating func look(from before: Double, speed: Double) {
    let moved = abs(kiosk.offset - before)
    let mine = max(speed, abs(kiosk.velocity)) * Self.period * 1.5
    // A finger is drawn where it will be: up to 8 ms of its speed ahead, and of the indicator the page is moved by its gear.
    let gear = mayHoldBar ? 200.0 : 2.5
    let allowed = mine + fingerTravel / scale * gear + 24
    if moved > allowed, !isExcused {
      complain(
        "the page jumps by \(moved) dp where \(allowed) are right, \(before) -> \(kiosk.offset), \(kiosk.refreshPhase)")
    }
    isExcused = false
    // What was shown ahead of it comes back with its lift.
    fingerTravel *= 0.93
    if fingers.isEmpty { mayHoldBar = false }
    if let words = asked.strange.first {
      complain(words)
      asked.strange.removeAll()
    }
    if !kiosk.offset.isFinite || !kiosk.pagePosition.isFinite { complain("not a number") }
  }

  // MARK: Rest

  /// Everybody goes away; tasks end. Five seconds later nothing may move, and everything must work.
  private mutating func rest() {
    asked.reasons += fingers.count
    for finger in fingers { touch(.up, finger.contact, finger.position) }
    fingers.removeAll()
    end(.success)
    receive(.idle(nil))
    receive(.question(nil))
    // What lies behind a detail page is not seen, and so not kept up.
    receive(.detail(nil, of: CardID(place: 0, key: "0"), isAnimated: false))
    receive(.night(nil))
    receive(.ladder(IdleLadder()))
    receive(.refreshEnabled(true))
    receive(.unfinished(false))
    ease(PanelEase())
    // Trouble is shown for two seconds and a half.
    var left = 420
    while left > 0 {
      wait(frames: 1)
      left -= 1
      // What was begun meanwhile ends too.
      if asked.running != nil, left % 60 == 0 { end(.noChange) }
    }
    if kiosk.refreshPhase != .idle {
      end(.noChange)
      wait(frames: 420)
    }
    rests += 1
    if kiosk.needsFrame(at: now + Self.period) {
      complain("it does not rest: \(kiosk.refreshPhase), offset \(kiosk.offset), page \(kiosk.pagePosition)")
    }
    if kiosk.refreshPhase != .idle { complain("the refresh does not end: \(kiosk.refreshPhase)") }
    if asked.running != nil { complain("a task is forgotten") }
    if kiosk.offset < 0 {
      complain("the page is torn at \(kiosk.offset), page \(kiosk.page), touched \(kiosk.isTouched)")
    }
    if abs(kiosk.pagePosition - kiosk.pagePosition.rounded()) > 1e-6 {
      complain("pages stand at \(kiosk.pagePosition)")
    }
    if kiosk.isTouched { complain("it believes in a finger") }
    tryOut()
  }

  /// A key refreshes, a tap taps.
  private mutating func tryOut() {
    if chance(0.5) {
      key(.back)
      wait(frames: 120)
      asked.reasons += 1
      receive(.beginRefresh)
      wait(frames: 1)
      if asked.running == nil { complain("a command refreshes nothing") }
      wait(frames: 60)
      end(.noChange)
      wait(frames: 300)
    }
    key(.back)
    wait(frames: 120)
    let taps = asked.taps
    // One of two neighbours is a row.
    let height = Double(max(Int(80 * scale), 20))
    let places = [0, height].map { Point(x: Double(size.width) * 0.3, y: Double(size.height) * 0.4 + $0) }
    let mustTap = places.allSatisfy { $0.y < Double(size.height) && kiosk.hasCard(at: $0) }
    for place in places {
      touch(.down, 7, place)
      wait(frames: 3)
      touch(.up, 7, place)
      wait(frames: 1)
    }
    if mustTap, asked.taps == taps { complain("a tap is lost, offset \(kiosk.offset)") }
    // Commands that came while one ran are forgotten with it.
    asked.reasons = 0
    receive(.detail(nil, of: CardID(place: 0, key: "0"), isAnimated: false))
    wait(frames: 30)
  }

  private mutating func end(_ outcome: RefreshOutcome) {
    guard let task = asked.running else { return }
    asked.running = nil
    receive(.refreshEnded(task: task, outcome))
  }

  // MARK: Deeds

  private mutating func receive(_ message: KioskMessage) {
    let before = kiosk.offset
    let page = kiosk.page
    // Behind a detail page nobody sees what moves, and no frame keeps it up with the time.
    let isSeen = !kiosk.showsDetail
    kiosk.receive(message, at: now)
    // Messages come between frames: what they do to the moment shown is a jump.
    if kiosk.page != page || now < hiddenUntil || isStill { isExcused = true }
    // A spring that is told of may end then: within half a dp.
    if !isExcused, isSeen, abs(kiosk.offset - before) > max(1.01 / scale, 0.51) {
      complain("a message moves the page from \(before) to \(kiosk.offset): \(String(describing: message).prefix(40))")
    }
  }

  private mutating func touch(_ phase: TouchEvent.Phase, _ contact: Int, _ position: Point) {
    kiosk.handle(.touch(TouchEvent(phase: phase, contact: contact, position: position, time: now)))
  }

  private mutating func key(_ key: InputEvent.Key) { kiosk.handle(.key(key, time: now)) }

  private mutating func place() -> Point {
    Point(
      x: Double.random(in: 0..<Double(size.width), using: &random),
      y: Double.random(in: 0..<Double(size.height), using: &random))
  }

  private mutating func act() {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<12: land()
    case 12..<60: move()
    case 60..<72: lift()
    case 72..<86: say()
    case 86..<91:
      isExcused = true
      kiosk.handle(.wheel(lines: Double.random(in: -4...4, using: &random), position: place(), time: now))
    default: press()
    }
  }

  private mutating func land() {
    guard fingers.count < 10 else { return }
    let contact = (0..<12).first { number in !fingers.contains { $0.contact == number } } ?? 11
    let position = place()
    if position.x > Double(size.width) - 30 * scale { mayHoldBar = true }
    fingers.append((contact, position))
    touch(.down, contact, position)
  }

  private mutating func move() {
    guard !fingers.isEmpty else { return land() }
    let index = Int.random(in: 0..<fingers.count, using: &random)
    let far = chance(0.1) ? 200.0 : 30
    var position = fingers[index].position
    // Some hands go one way for a while.
    let way = Double((step / 40) % 3) - 1
    let dy = (way * 0.6 + Double.random(in: -0.5...0.5, using: &random)) * far * scale
    let dx = Double.random(in: -0.5...0.5, using: &random) * far * scale * (chance(0.2) ? 3 : 0.3)
    position.y = min(max(position.y + dy, 0), Double(size.height))
    position.x = min(max(position.x + dx, 0), Double(size.width))
    fingerTravel += abs(position.y - fingers[index].position.y)
    fingers[index].position = position
    touch(.motion, fingers[index].contact, position)
  }

  private mutating func lift() {
    guard !fingers.isEmpty else { return }
    let finger = fingers.remove(at: Int.random(in: 0..<fingers.count, using: &random))
    asked.reasons += 1
    touch(chance(0.15) ? .cancel : .up, finger.contact, finger.position)
  }

  private mutating func press() {
    let keys: [InputEvent.Key] = [.up, .down, .pageUp, .pageDown, .home, .end, .left, .right, .refresh, .back]
    let next = keys[Int.random(in: 0..<keys.count, using: &random)]
    if next == .refresh { asked.reasons += 1 }
    isExcused = next != .refresh
    if chance(0.2) {
      // Where nothing is written a letter may be any key.
      let letters: [Unicode.Scalar] = ["0", "7", "a", " ", "\r", Motion.Stroke.delete]
      let letter = letters[Int.random(in: 0..<letters.count, using: &random)]
      kiosk.handle(
        .typed(Motion.Stroke(letter, meaning: chance(0.5) ? .key(next) : nil, steers: chance(0.3)), time: now))
    } else {
      key(next)
    }
  }

  /// What somebody chooses is laid out anew, and shown when all of it is here.
  private mutating func ease(_ next: PanelEase) {
    hiddenUntil = now + 1
    isStill = next.isStill
    isExcused = true
    receive(.ease(next))
    generation += 1
    for number in 0..<pages {
      isExcused = true
      receive(.page(page(rows: 30 + number, generation: generation), of: number))
    }
    isExcused = true
    receive(.eased)
  }

  private mutating func say() {
    switch Int.random(in: 0..<18, using: &random) {
    case 16:
      var next = PanelEase()
      next.top = chance(0.5) ? size.height / 3 : 0
      next.enlargement = chance(0.5) ? 1.5 : 1
      (next.isStill, next.isChosen) = (chance(0.3), chance(0.7))
      ease(next)
    case 17: receive(.unfinished(chance(0.5)))
    case 0:
      // Rows come or go at the end, or the page is another one.
      isExcused = true
      generation += 1
      let rows = Int.random(in: 0...80, using: &random)
      let first = chance(0.5) ? 0 : Int.random(in: 0...20, using: &random)
      let next = page(rows: rows, first: first, generation: generation)
      receive(.page(next, of: Int.random(in: 0..<pages, using: &random), isAnimated: chance(0.5)))
    case 1:
      isExcused = true
      pages = Int.random(in: 1...6, using: &random)
      receive(.pages((0..<pages).map { PageOffer(number: $0, page: page(rows: 30 + $0)) }))
    case 2:
      isExcused = true
      receive(.showPage(Int.random(in: 0..<pages, using: &random)))
    case 3:
      receive(
        .detail(
          page(rows: 20), of: CardID(place: 0, key: "\(Int.random(in: 0...3, using: &random))"), isAnimated: chance(0.5)
        ))
    case 4: receive(.detail(nil, of: CardID(place: 0, key: "0"), isAnimated: false))
    case 5: ask()
    case 6: receive(.question(nil))
    case 7: receive(.refreshControl(Self.control(chance(0.5) ? CompassStyle() : PetalsStyle())))
    case 8, 9: end(RefreshOutcome.allCases.randomElement(using: &random) ?? .success)
    case 10:
      asked.reasons += 1
      receive(.beginRefresh)
    case 11:
      isExcused = true
      receive(.scrollTo(pixel: Int.random(in: 0...8000, using: &random)))
    case 12: receive(.refreshEnabled(chance(0.8)))
    case 13:
      let chip = Pixmap(size: PixelSize(width: 20, height: 8), isOpaque: true) { _, _ in Pixel(.white) }
      receive(.staleChip(chance(0.5) ? chip : nil, of: Int.random(in: 0..<pages, using: &random)))
    case 14:
      let actions: [IdleRule.Action] = [.top, .home, .next, .scroll]
      isExcused = true
      receive(
        .idle(
          chance(0.5)
            ? IdleRule(
              after: Double.random(in: 0.5...5, using: &random), action: actions[Int.random(in: 0..<4, using: &random)])
            : nil))
    default:
      // The answer to a task nobody waits for.
      let task = Int.random(in: 0...9, using: &random)
      if task != asked.running { receive(.refreshEnded(task: task, .failure)) }
    }
  }

  private mutating func ask() {
    let sheet = Pixmap(size: PixelSize(width: size.width, height: 60), isOpaque: true) { _, _ in Pixel(.white) }
    receive(
      .question(
        Question(
          pixmap: sheet, yes: PixelRect(x: 0, y: 0, width: 100, height: 60),
          no: PixelRect(x: 100, y: 0, width: 100, height: 60), radius: 4)))
  }
}
