import Numbers

/// What tells panels of a fleet apart, and decides which bundles are for this one: pure.
public struct FleetPanel: Sendable, Hashable {
  /// What is said of it.
  public var labels: [FleetLabel]
  /// Its place among all panels, 0..<1, always the same: who takes a bundle first.
  public var share: Double

  /// For the parameters see the properties.
  public init(labels: [FleetLabel], share: Double) { (self.labels, self.share) = (labels, share) }

  /// What is done with a bundle whose signature is right.
  public enum Verdict: Sendable, Hashable {
    case take
    /// It is the one on show.
    case same
    /// It is meant for others: not this panel's business.
    case leave(String)
    /// Others have it first.
    case wait(String)
    /// It will not be taken, and why.
    case refuse(String)
  }

  /// A bundle that was here before.
  public struct Known: Sendable, Hashable {
    /// As `BundleFile.check` tells it from others.
    public var hash: String
    /// Of its manifest.
    public var version: Int

    /// For the parameters see the properties.
    public init(hash: String, version: Int) { (self.hash, self.version) = (hash, version) }
  }

  /// - Parameters:
  ///   - shown: what is on show; nil for nothing yet.
  ///   - refused: why bundles were sent back, by their hashes.
  ///   - isWished: somebody wants it on this panel now, canary or not.
  public func verdict(
    on manifest: BundleManifest, hash: String, shown: Known?, refused: [String: String], isWished: Bool = false
  ) -> Verdict {
    if let shown, shown.hash == hash { return .same }
    if let reason = refused[hash] { return .refuse(reason) }
    for name in Set(manifest.labels.map(\.name)).sorted() {
      let wanted = manifest.labels.filter { $0.name == name }
      guard wanted.contains(where: labels.contains) else {
        return .leave("it is for panels with \(wanted.map(\.description).joined(separator: " or "))")
      }
    }
    if let shown, manifest.version <= shown.version {
      return .refuse(
        manifest.version == shown.version
          ? "version \(manifest.version) is on show with other contents; give each bundle a version of its own"
          : "version \(manifest.version) is older than \(shown.version), which is on show")
    }
    guard isWished || share * 100 < manifest.canary else {
      return .wait("it is on trial on \(Self.short(manifest.canary)) % of the panels, and this is none of them")
    }
    return .take
  }

  private static func short(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(clamping: number))" : "\(number)"
  }
}

/// When a panel asks: all of them evenly spread over each interval, each always at its own place in it.
public struct FleetRounds: Sendable, Hashable {
  /// Seconds between two rounds.
  public var interval: Double
  /// The panel's place in a round, 0..<1.
  public var phase: Double
  /// Rounds left out after the machine could not do what it should.
  public static let pause = 10.0
  /// Seconds within which panels without a board ask first, all of them, after the power has come back.
  static let firstRound = 10.0

  /// For the parameters see the properties.
  public init(interval: Double, phase: Double) { (self.interval, self.phase) = (interval, phase) }

  /// Seconds to wait for the first time; the rounds themselves begin `phase` of an interval after the start in any case.
  ///
  /// - Parameter hasBoard: whether there is something to show meanwhile.
  public func first(hasBoard: Bool) -> Double { phase * (hasBoard ? interval : min(interval, Self.firstRound)) }

  /// Seconds to wait for the next turn, of a panel that began at `start`; both seconds of the same clock.
  public func next(after start: Double, at now: Double, isTroubled: Bool) -> Double {
    let step = interval * (isTroubled ? Self.pause : 1)
    let origin = start + phase * interval
    // What began before its first round has that still to come.
    let rounds = now < origin - interval * 0.001 ? 0 : ((now - origin + interval * 0.001) / step).rounded(.down) + 1
    return max(origin + rounds * step - now, 0.001)
  }
}
