import Compositor
public import KMS
public import Panel
public import Scene
import Synchronization

/// A panel on a fake machine with what a frame thread does around it: takes changes and flips, draws what is wanted, lets time pass.
public struct Rig: ~Copyable {
  public let kernel: FakeModesetting
  public var display: KMSDisplay<FakeModesetting>
  public private(set) var scheduler: FrameScheduler
  public private(set) var changes: [DisplayChange] = []
  public private(set) var flips: [Flip] = []
  /// Ages of the buffers that were drawn in.
  public private(set) var ages: [Int] = []
  private let journal: Journal
  private var painter: FramePainter
  private var wanted: Scene?
  private var isDirty = false

  private final class Journal: Sendable {
    let lines = Mutex<[String]>([])
  }

  public init(_ kernel: FakeModesetting = FakeModesetting(), _ adjust: (inout KMSOptions) -> Void = { _ in }) {
    let journal = Journal()
    var options = KMSOptions()
    // What it takes is counted by tests of its own.
    options.usesPlanes = false
    options.log = { line in journal.lines.withLock { $0.append(line) } }
    adjust(&options)
    self.journal = journal
    self.kernel = kernel
    display = KMSDisplay(kernel: kernel, options: options, clock: { kernel.now })
    let mode = display.mode
    scheduler = FrameScheduler(mode: mode)
    painter = FramePainter(size: mode.size, format: mode.format, orientation: mode.orientation)
  }

  public var card: FakeCard { kernel.card }
  public var lines: [String] { journal.lines.withLock { $0 } }
  public var now: Nanoseconds { kernel.now }

  /// Wants a picture from now on, and draws it as soon as the display takes it.
  public mutating func show(_ scene: Scene) {
    wanted = scene
    isDirty = true
    turn()
  }

  /// Shows a picture and waits until it is on the glass.
  public mutating func settle(_ scene: Scene) {
    show(scene)
    settle()
  }

  /// Lets time pass until nothing is under way.
  public mutating func settle() {
    var rounds = 0
    while isDirty || kernel.nextFlip != nil || isWaiting {
      guard rounds < 200 else { return }
      kernel.advance(to: max(nextMoment ?? kernel.now, kernel.now))
      turn()
      rounds += 1
    }
  }

  private var isWaiting: Bool {
    switch display.state {
    case .committed, .drawing: true
    default: false
    }
  }

  /// Lets time pass, waking only when the display or the kernel wants it.
  public mutating func wait(_ duration: Nanoseconds) {
    let end = kernel.now + duration
    var rounds = 0
    turn()
    while let next = nextMoment, next <= end {
      rounds += 1
      precondition(rounds < 100_000, "the display asks for a moment that has passed, again and again")
      kernel.advance(to: max(next, kernel.now))
      turn()
    }
    kernel.advance(to: end)
    turn()
  }

  public mutating func wait(milliseconds: Int) { wait(Nanoseconds(milliseconds) * 1_000_000) }

  /// When something happens by itself.
  public var nextMoment: Nanoseconds? {
    guard let flip = kernel.nextFlip, let deadline = display.nextDeadline else {
      return kernel.nextFlip ?? display.nextDeadline
    }
    return min(flip, deadline)
  }

  /// What a frame thread does when it wakes, and as long as there is news.
  public mutating func turn() {
    turnOnce()
    var rounds = 0
    while display.isActive, kernel.hasEvents {
      rounds += 1
      precondition(rounds < 1_000, "a frame is refused and tried again for ever")
      turnOnce()
    }
  }

  private mutating func turnOnce() {
    display.advance(to: kernel.now)
    switch display.takeChange() {
    case nil: break
    case .refused: scheduler.heldUp()
    case .some(let change):
      changes.append(change)
      let mode = display.mode
      if change == .modeChanged {
        painter = FramePainter(size: mode.size, format: mode.format, orientation: mode.orientation)
        if let scene = wanted { wanted = Scene.sample(0, size: mode.viewerSize, background: scene.background) }
      }
      painter.invalidate()
      scheduler.reset()
      isDirty = wanted != nil
    }
    if let flip = display.takeFlip() {
      painter.commit()
      scheduler.flipped(flip, now: kernel.now)
      flips.append(flip)
    }
    guard isDirty, display.isActive, let scene = wanted else { return }
    let began = kernel.now
    guard present(scene) else { return }
    isDirty = false
    scheduler.submitted(presentation: began + display.mode.period, began: began, ended: kernel.now)
    if let flip = display.takeFlip() {
      painter.commit()
      scheduler.flipped(flip, now: kernel.now)
      flips.append(flip)
    }
  }

  private mutating func present(_ scene: Scene) -> Bool {
    var isTaken = false
    if let frame = painter.plan(scene, on: display.rowRing) {
      isTaken = display.present(frame) { ring, parts, age in
        painter.draw(scene, frame, ring: ring, parts: parts, age: age)
      }
    } else {
      isTaken = display.present { surface, age in
        ages.append(age)
        return painter.draw(scene, into: surface, age: age)
      }
    }
    if !isTaken { painter.refused() }
    return isTaken
  }

  /// Whether the glass shows what is wanted, to the pixel.
  public func showsWanted(on connector: FakeConnector? = nil) -> Bool {
    guard let wanted, let card = kernel.hardware.first(where: { $0.path == display.survey.choice?.card.path })
    else { return false }
    return card.glass(of: connector) == Rig.words(of: wanted, display.mode)
  }

  /// What a panel shows of a scene, by way of the virtual panel.
  public static func words(of scene: Scene, _ mode: DisplayMode) -> [UInt32] {
    var display = VirtualDisplay(mode: mode)
    var compositor = Compositor(size: mode.size, format: mode.format, orientation: mode.orientation)
    _ = display.present { surface, age in compositor.draw(scene, into: surface, age: age) }
    display.advance(to: 2_000_000_000)
    var words: [UInt32] = []
    unsafe display.scanOut { _, row in unsafe words.append(contentsOf: row.map { $0 | 0xFF00_0000 }) }
    return words
  }
}

extension [String] {
  /// Whether any of the lines has these words in it.
  public func mention(_ words: String) -> Bool { contains { $0.contains(words) } }
}

extension Scene {
  /// Two rectangles on a ground, at places that follow from a number.
  public static func sample(_ number: Int, size: PixelSize, background: Color = Color(rgb: 0x204060)) -> Scene {
    let x = number * 7 % max(size.width - 9, 1)
    let y = number * 5 % max(size.height - 7, 1)
    return Scene(
      size: size, background: background,
      layers: [
        .fill(Color(rgb: 0xE0A030), PixelRect(x: x, y: y, width: 9, height: 7)),
        .fill(.white, PixelRect(x: size.width - 5, y: (number * 3) % max(size.height - 4, 1), width: 5, height: 4)),
      ])
  }
}
