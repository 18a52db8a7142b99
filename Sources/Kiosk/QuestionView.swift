import Motion
import Numbers
public import Scene

/// A question the panel asks before it acts, and the places of its two answers.
public struct Question: Sendable {
  /// The whole sheet.
  public var pixmap: Pixmap
  /// Of the answers, in the pixmap's pixels.
  public var yes: PixelRect
  /// Of the answer that sends nothing, in the pixmap's pixels.
  public var no: PixelRect
  /// Of the answers' corners, in pixels.
  public var radius: Double

  /// For the parameters see the properties.
  public init(pixmap: Pixmap, yes: PixelRect, no: PixelRect, radius: Double) {
    self.pixmap = pixmap
    self.yes = yes
    self.no = no
    self.radius = radius
  }
}

/// The question on its way up from the panel's lower edge, in place, or on its way down. Nothing else is reached until
/// it is answered.
struct QuestionView {
  let question: Question
  private let opened: Double
  /// How far below its place it is, in dp.
  private var slide: Spring
  private(set) var isAnswered = false
  private let size: PixelSize
  private let grid: PixelGrid
  /// It is there instead of sliding in.
  private let isStill: Bool
  /// Of the sheet in its place, viewer pixels.
  private let top: Int

  /// Seconds without a touch until it counts as answered with no: whoever asked has gone.
  static let patience = 60.0
  /// Of the darkness over what lies behind.
  private static let shade = 0.55
  /// From the panel's lower edge, in dp.
  private static let margin = 16.0

  /// - Parameter card: where the card that asks lies on the panel, if it is in sight; the sheet leaves it uncovered where it can.
  init(
    _ question: Question, about card: PixelRect?, size: PixelSize, grid: PixelGrid, isStill: Bool = false,
    at time: Double
  ) {
    self.question = question
    self.size = size
    self.grid = grid
    self.isStill = isStill
    let margin = Int(clamping: (Self.margin * grid.scale).rounded())
    let height = question.pixmap.size.height
    let lowest = size.height - margin - height
    // Just above the card, if it would lie under the sheet and there is room above.
    let above = card.map { $0.y0 - margin - height } ?? lowest
    let isCovered = card.map { $0.y0 < lowest + height && $0.y1 > lowest } ?? false
    top = isCovered && above >= margin ? above : lowest
    opened = time
    slide = Spring(
      target: 0, position: isStill ? 0 : Double(size.height - top) / grid.scale, velocity: 0, startTime: time)
  }

  /// From below the panel's lower edge, in dp.
  private var travel: Double { Double(size.height - top) / grid.scale }

  /// When it counts as answered with no, of a panel that was touched last at a moment.
  func expires(after lastTouch: Double) -> Double { max(opened, lastTouch) + Self.patience }

  func isMoving(at time: Double) -> Bool { time < slide.restTime || isGone(at: time) }
  func isGone(at time: Double) -> Bool { isAnswered && time >= slide.restTime }

  /// Where the sheet's corner is on the panel.
  private func corner(at time: Double) -> (x: Int, y: Int) {
    (
      (size.width - question.pixmap.size.width) / 2,
      top + Int(clamping: (slide.position(at: time) * grid.scale).rounded())
    )
  }

  /// Answers may be given once they can be read: a second tap on what asked is none.
  private func takesTaps(at time: Double) -> Bool {
    !isAnswered && slide.position(at: time) < 0.1 * travel
  }

  /// The answer at a position on the panel; nil for none.
  func answer(at point: Point, time: Double) -> Bool? {
    guard takesTaps(at: time) else { return nil }
    let (x, y) = onSheet(point, at: time)
    if question.yes.contains(x: x, y: y) { return true }
    // Beside the sheet is no, too; between the answers is nothing.
    return question.no.contains(x: x, y: y) || !isOnSheet(point, at: time) ? false : nil
  }

  /// Whether the sheet lies at a position on the panel.
  func isOnSheet(_ point: Point, at time: Double) -> Bool {
    let (x, y) = onSheet(point, at: time)
    return PixelRect(question.pixmap.size).contains(x: x, y: y)
  }

  /// A position on the panel in the pixmap's pixels.
  private func onSheet(_ point: Point, at time: Double) -> (x: Int, y: Int) {
    let corner = corner(at: time)
    return (Int(clamping: point.x.rounded(.down)) - corner.x, Int(clamping: point.y.rounded(.down)) - corner.y)
  }

  mutating func close(at time: Double) {
    isAnswered = true
    slide = Spring(
      target: travel, position: isStill ? travel : slide.position(at: time),
      velocity: isStill ? 0 : slide.velocity(at: time), startTime: time)
  }

  func draw(into scene: inout Scene, pressedAt point: Point?, ink: Color, focus: FocusHand, at time: Double) {
    let share = 1 - min(max(slide.position(at: time) / travel, 0), 1)
    scene.add(.fill(.black, PixelRect(size), opacity: Self.shade * share))
    let corner = corner(at: time)
    scene.add(.pixmap(question.pixmap, x: corner.x, y: corner.y))
    if let answer = focus.answer, !isAnswered {
      let button = (answer ? question.yes : question.no).offset(dx: corner.x, dy: corner.y)
      focus.ring.draw(around: button, into: &scene)
    }
    guard let point, let answer = answer(at: point, time: time) else { return }
    let button = (answer ? question.yes : question.no).offset(dx: corner.x, dy: corner.y)
    guard button.contains(x: Int(clamping: point.x), y: Int(clamping: point.y)) else { return }
    scene.add(.fill(ink, button, radius: question.radius, opacity: Kiosk.pressed))
  }
}

extension Kiosk {
  /// Asks, and lets go of everything behind the question.
  mutating func open(_ question: Question, at time: Double) {
    cancelTouches(at: time)
    hand.focus.answer = nil
    navigation.open(question, at: time)
    isDirty = true
  }

  /// - Parameter answer: nil takes the question away without one.
  mutating func closeQuestion(answering answer: Bool?, at time: Double) {
    guard navigation.closeQuestion(at: time) else { return }
    if let answer { ask(.answered(answer)) }
    isDirty = true
    guard !navigation.asksUntilGone else { return }
    // What a finger that has landed on it still does means nothing to the page behind.
    hand.focus.answer = nil
    hand.keys.leaveAll()
    _ = hand.gestures.cancelAll()
  }

  /// A question nobody answers is taken back; one that has slid out is forgotten.
  mutating func advanceQuestion() {
    guard let question = navigation.question else { return }
    if now >= question.expires(after: rest.lastTouch ?? 0) { closeQuestion(answering: false, at: now) }
    if navigation.dropGoneQuestion(at: now), navigation.asksUntilGone { _ = hand.gestures.cancelAll() }
  }
}
