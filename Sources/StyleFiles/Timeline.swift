import Refresh
import Scene

/// Values at keys, and how they run between them. Keys are a pull's ratio, or seconds.
public struct Timeline<Stop: Sendable & Hashable>: Sendable, Hashable {
  // Indices: there is a key, the first of them; `place` looks for what lies before `driver` only between the first and the last.
  /// A value and where on the way it is reached.
  public struct Key: Sendable, Hashable {
    /// A pull's ratio, or seconds.
    public var at: Double
    /// A number in its property's unit, or a colour.
    public var value: Stop

    /// - Parameter at: a pull's ratio, or seconds.
    public init(at: Double, value: Stop) {
      self.at = at
      self.value = value
    }
  }

  /// At least one, in rising order.
  public let keys: [Key]
  /// From each key to the next.
  public let easing: Easing

  /// - Precondition: at least one key; each lies after the one before.
  public init(_ keys: [Key], easing: Easing = .linear) {
    // Fits: a style file's keys are sorted, none stands in it twice, and one with none is refused.
    precondition(!keys.isEmpty && zip(keys, keys.dropFirst()).allSatisfy { $0.at < $1.at }, "keys rise")
    self.keys = keys
    self.easing = easing
  }

  /// The last key.
  public var end: Double { keys[keys.count - 1].at }

  /// Where `driver` brought round to the first turn lies, for a motion that repeats from its last key on.
  func wrapped(_ driver: Double) -> Double {
    end > 0 && driver.isFinite ? driver.truncatingRemainder(dividingBy: end) : 0
  }

  /// The keys around `driver` and the eased share of the way between them; before the first key and after the last, that key.
  func place(_ driver: Double) -> (from: Int, to: Int, share: Double) {
    let last = keys.count - 1
    guard driver > keys[0].at else { return (0, 0, 0) }
    guard driver < keys[last].at else { return (last, last, 0) }
    var next = 1
    while keys[next].at <= driver { next += 1 }
    let share = (driver - keys[next - 1].at) / (keys[next].at - keys[next - 1].at)
    return (next - 1, next, easing(share))
  }
}

extension Timeline<Double> {
  func value(at driver: Double) -> Double {
    let (from, to, share) = place(driver)
    let start = keys[from].value
    return start + (keys[to].value - start) * share
  }
}

extension Timeline<SpriteRequest.Ink> {
  /// The colours around `driver` in a theme, mixed.
  func color(at driver: Double, in theme: RefreshTheme) -> Color {
    let (from, to, share) = place(driver)
    return theme.color(keys[from].value).mixed(with: theme.color(keys[to].value), share)
  }
}
