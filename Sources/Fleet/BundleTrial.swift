import Numbers

/// A bundle's first minutes on a panel: shown soon, and nothing wrong with the picture until they are over. Pure; times are seconds of one
/// clock that only goes forward.
public struct BundleTrial: Sendable, Hashable {
  /// How the panel stands at a moment.
  public struct Glance: Sendable, Hashable {
    /// The bundle's board is read, and its first page is on the glass, or nobody can see the glass.
    public var isShown: Bool
    /// What keeps it from being seen; nil for nothing.
    public var trouble: String?

    /// For the parameters see the properties.
    public init(isShown: Bool, trouble: String? = nil) { (self.isShown, self.trouble) = (isShown, trouble) }
  }

  /// What a glance means.
  public enum Verdict: Sendable, Hashable {
    case goesOn
    /// It is good.
    case passed
    /// Go back to the last good one, and say why.
    case failed(String)
  }

  /// Seconds for the first page to come, and for a trouble to pass: with what it takes to look and to go back, less than 30.
  public static let patience = 15.0

  /// How long all must be well.
  private let length: Double
  private let began: Double
  private var hasShown = false
  private var troubledSince: Double?

  /// - Parameter length: seconds.
  public init(at now: Double, length: Double) { (began, self.length) = (now, length) }

  /// Takes how the panel stands; asked every second or two.
  public mutating func judge(_ glance: Glance, at now: Double) -> Verdict {
    if glance.isShown { hasShown = true }
    troubledSince = glance.trouble == nil && (hasShown || glance.isShown) ? nil : troubledSince ?? now
    if !hasShown, now - began >= Self.patience {
      return .failed("its first page was not on the glass after \(Int(clamping: Self.patience)) s" + why(glance))
    }
    if hasShown, let since = troubledSince, now - since >= Self.patience {
      return .failed("it was shown, and then not any more" + why(glance))
    }
    return hasShown && troubledSince == nil && now - began >= length ? .passed : .goesOn
  }

  private func why(_ glance: Glance) -> String { glance.trouble.map { ": \($0)" } ?? "" }
}
