import Board
import Motion
import Numbers
import Scene

/// What lay under a finger when it landed: data that arrives while it is down may bring something else there, which nobody has pressed.
struct Aim: Equatable {
  /// Number of the page on show.
  var page: Int
  /// The card whose detail page was in front.
  var detail: CardID?
  /// Nil where there was nothing to tap.
  var card: CardID?
  /// Of a control.
  var part: Int?
}

/// What touches the panel: fingers, the scroll indicator one of them may hold, and the mouse.
struct Hand {
  var gestures: GestureRecognizer
  /// A finger has taken hold of the scroll indicator.
  private(set) var barDrag: ScrollbarDrag?
  /// Fingers on sliders.
  var sliders = SliderHand()
  /// Fingers on keys.
  var keys = KeyHand()
  /// Fingers that rest.
  var hold = FingerHold()
  /// What the finger landed on that may become a tap.
  var aim: Aim?
  /// How it landed; nil where that caught a motion, and once another has landed beside it.
  var landing: TouchEvent?
  /// What the keys of a keyboard are on.
  var focus = FocusHand()
  /// A mouse may pull like a finger, and no arrow shows where it is.
  let pointerIsFinger: Bool
  /// Where the mouse is, and until when that is shown.
  private var pointer: (position: Point, until: Double)?
  /// The arrow that shows it; made when a mouse first moves.
  private var arrow: Pixmap?

  init(metrics: TouchMetrics, pointerIsFinger: Bool) {
    gestures = GestureRecognizer(metrics: metrics)
    self.pointerIsFinger = pointerIsFinger
  }

  /// Only fingers pull: a mouse has wheels and keys, but where it stands for a finger.
  func mayPull(_ device: TouchEvent.Device) -> Bool { device == .touchscreen || pointerIsFinger }

  // MARK: Scroll indicator

  var holdsBar: Bool { barDrag != nil }

  /// A finger that has come to rest on the bar while that shows moves it from now on, and with it the page.
  ///
  /// - Parameter isFree: nothing lies over the page.
  mutating func holdBar(of view: PageView, isFree: Bool, at time: Double) {
    let scroller = view.scroller
    let offset = scroller.position(at: time)
    guard barDrag == nil else { return barDrag!.follow(scroller.range, offset: offset) }
    guard isFree, let point = gestures.rest(at: time), view.isOnIndicator(point, at: time) else { return }
    barDrag = ScrollbarDrag(offset: offset, range: scroller.range)
    gestures.grip(.vertical)
  }

  /// Travel on the page of a finger that has gone so far, dp.
  mutating func contentTravel(_ travel: Double) -> Double { barDrag?.contentTravel(travel) ?? travel }

  /// - Returns: whether the bar was held.
  mutating func letGoOfBar() -> Bool { barDrag.take() != nil }

  // MARK: Mouse

  /// The mouse is here.
  mutating func point(at position: Point, scale: Double, time: Double) {
    guard !pointerIsFinger else { return }
    pointer = (position, time + PointerCursor.duration)
    if arrow == nil { arrow = PointerCursor.pixmap(scale: scale) }
  }

  /// When the mouse is no longer shown.
  var pointerEnd: Double? { pointer?.until }

  /// Forgets a mouse that has not moved for long.
  mutating func advance(to time: Double) {
    sliders.advance(to: time)
    if let pointer, pointer.until <= time { self.pointer = nil }
  }

  func drawPointer(into scene: inout Scene, scale: Double, at time: Double) {
    guard let pointer, let arrow, pointer.until > time else { return }
    let tip = PointerCursor.hotspot(scale: scale)
    scene.add(
      .pixmap(
        arrow, x: Int(clamping: pointer.position.x.rounded(.down)) - tip,
        y: Int(clamping: pointer.position.y.rounded(.down)) - tip))
  }
}
