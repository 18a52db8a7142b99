import Board
import Motion
import Numbers
import Scene

/// Fingers on sliders: each holds one, and two hands hold two.
struct SliderHand {
  /// A finger that has landed on a slider, and holds it once it has moved along it.
  struct Grip {
    let contact: Int
    let card: CardID
    /// Where it landed, viewer pixels.
    let start: Point
    var isHeld = false
    /// Where the thumb is, 0...1.
    var share = 0.0
    /// When that was told last.
    var toldAt = -Double.infinity
  }

  /// A thumb that was let go of: it stays until the page says where the value is.
  private struct Rest {
    var card: CardID
    var share: Double
    /// What the page says while it has not heard.
    var before: Double?
    var until: Double
  }

  private var grips: [Grip] = []
  private var rests: [Rest] = []

  /// As many as a panel tells fingers.
  private static let most = 10
  /// Seconds between two values that are told while a finger moves.
  static let pace = 0.1
  /// Seconds a page has to say where the value is.
  private static let patience = 0.7

  init() {
    grips.reserveCapacity(Self.most)
    rests.reserveCapacity(Self.most)
  }

  /// Whether a finger holds a slider.
  var isHolding: Bool { grips.contains(where: \.isHeld) }

  /// Whether a finger is on this one.
  func isOn(_ card: CardID) -> Bool { grips.contains { $0.card == card } }

  /// When a thumb that was let go of is no longer kept.
  var nextEnd: Double? { rests.map(\.until).min() }

  /// No finger is on one, and none shows anything but its value.
  var isAtRest: Bool { grips.isEmpty && rests.isEmpty }

  /// The finger of a contact, if it is on a slider.
  subscript(contact: Int) -> Grip? {
    get { grips.first { $0.contact == contact } }
    set {
      let place = grips.firstIndex { $0.contact == contact }
      switch (place, newValue) {
      case (let place?, let grip?): grips[place] = grip
      case (let place?, nil): grips.remove(at: place)
      case (nil, let grip?): if grips.count < Self.most { grips.append(grip) }
      case (nil, nil): break
      }
    }
  }

  /// The finger that holds any slider, to be let go of.
  var anyHeld: Grip? { grips.first(where: \.isHeld) }

  /// Forgets fingers that hold nothing.
  mutating func forgetLanded() { grips.removeAll { !$0.isHeld } }

  /// A thumb is let go of.
  ///
  /// - Parameter before: what the page says of it now.
  mutating func rest(_ grip: Grip, before: Double?, at time: Double) {
    rests.removeAll { $0.card == grip.card }
    if rests.count == Self.most { rests.removeFirst() }
    rests.append(Rest(card: grip.card, share: grip.share, before: before, until: time + Self.patience))
  }

  mutating func advance(to time: Double) { rests.removeAll { $0.until <= time } }

  /// Where a thumb is: at its finger, else where it was let go of until the page has heard, else where the page says.
  ///
  /// - Parameter share: what the page says; nil where nobody knows.
  func share(of card: CardID, page share: Double?) -> Double? {
    for grip in grips where grip.isHeld && grip.card == card { return grip.share }
    for rest in rests where rest.card == card && rest.before == share { return rest.share }
    return share
  }
}
