import Markup
import Numbers

extension PanelStatus {
  /// The bundle a panel of a fleet has its board from.
  public struct Bundle: Sendable, Hashable {
    // Many properties: what is on show, what is offered, and how that is known.
    /// What is on show.
    public enum State: String, Sendable, Hashable, CaseIterable {
      /// Nothing has come yet.
      case none
      /// Shown, and watched for the first minutes.
      case trial
      /// It has passed.
      case kept
    }

    /// Where bundles come from, for people.
    public var origin: String
    /// What is said of this panel, as `floor=2`.
    public var labels: [String] = []
    /// What is on show.
    public var state = State.none
    /// Tells it from others; nil for none.
    public var hash: String?
    /// Of what is on show; nil for none.
    public var version: Int?
    /// The newest that could be on show here; nil while none has been seen.
    public var latest: Int?
    /// Why the newest is not taken though nothing is wrong with it; nil when it is taken.
    public var held: String?
    /// Which one is there that is for other panels; nil when what was seen last is not.
    public var others: String?
    /// What is wrong with the bundles on this machine's disk; nil for nothing.
    public var fault: String?
    /// Why the last one was not taken or was sent back, or none could be had; nil when all is well.
    public var problem: String?
    /// Whether that is the bundle's fault.
    public var isRefused = false
    /// Sent back since the kiosk began.
    public var refusals = 0
    /// Since when bundles are asked for, seconds of uptime.
    public var asked = 0.0
    /// When somebody last answered whether there is a new one, seconds of uptime; nil while nobody has.
    public var heard: Double?
    /// Seconds of silence after which that is a trouble.
    public var promise: Double

    /// For the parameters see the properties.
    public init(origin: String, promise: Double) { (self.origin, self.promise) = (origin, promise) }
  }

  var bundleTroubles: [Trouble] {
    guard let bundle else { return [] }
    return [bundle.fault.map { Trouble(.bundleNotKept, "bundles: \($0)") }].compactMap(\.self) + supplyTroubles(bundle)
  }

  private func supplyTroubles(_ bundle: Bundle) -> [Trouble] {
    if bundle.isRefused, let problem = bundle.problem {
      return [Trouble(.bundleRefused, "the newest bundle is not shown: \(problem)")]
    }
    if bundle.state == .none, let reason = bundle.problem ?? bundle.others, uptime - bundle.asked > HealthLimits.bundle
    {
      return [Trouble(.bundleMissing, "there is no bundle to show: \(reason)")]
    }
    let silence = uptime - (bundle.heard ?? bundle.asked)
    guard silence > bundle.promise else { return [] }
    let reason = bundle.problem.map { ": \($0)" } ?? ""
    return [
      Trouble(.bundleMissing, "nobody has said for \(Words.duration(silence)) whether there is a new bundle\(reason)")
    ]
  }

  var bundleJSON: JSON {
    guard let bundle else { return .null }
    func number(_ number: Int?) -> JSON { number.map { .number(Double($0)) } ?? .null }
    func text(_ text: String?) -> JSON { text.map { .text($0) } ?? .null }
    return [
      "origin": .text(bundle.origin), "state": .text(bundle.state.rawValue), "hash": text(bundle.hash),
      "version": number(bundle.version), "latest": number(bundle.latest), "held": text(bundle.held),
      "others": text(bundle.others), "fault": text(bundle.fault),
      "problem": text(bundle.problem), "refused": .number(Double(bundle.refusals)),
      "heard_age": bundle.heard.map { .number(Words.tenths(max(uptime - $0, 0))) } ?? .null,
      "labels": .object(Self.labels(of: bundle).map { JSON.Member($0, .text($1)) }),
    ]
  }

  /// Each name once.
  private static func labels(of bundle: Bundle) -> [(name: String, value: String)] {
    var all: [(name: String, value: String)] = []
    for label in bundle.labels {
      let parts = label.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let name = parts.first, !all.contains(where: { $0.name == name }) else { continue }
      all.append((name, parts.dropFirst().first ?? ""))
    }
    return all
  }

  var bundleWords: String {
    guard let bundle else { return "" }
    let version =
      switch bundle.state {
      case .none: "none yet"
      case .trial: "version \(bundle.version ?? 0), on trial"
      case .kept: "version \(bundle.version ?? 0)"
      }
    let newer =
      bundle.held.map { "; version \(bundle.latest ?? 0) is not taken: \($0)" } ?? bundle.others.map { "; \($0)" } ?? ""
    let labels = bundle.labels.isEmpty ? "" : "; labels \(bundle.labels.joined(separator: ", "))"
    return "\(version), from \(bundle.origin)\(labels)\(newer)"
  }

  func addBundle(to text: inout MetricsText) {
    guard let bundle else { return }
    // A name of Prometheus' has no dots and dashes, and two may not be one.
    var labels: [(String, String)] = [("name", name)]
    for (name, value) in Self.labels(of: bundle) {
      let safe = "label_" + String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
      if !labels.contains(where: { $0.0 == safe }) { labels.append((safe, value)) }
    }
    text.add("vitrine_info", .gauge, "What is said of the panel by its labels, always 1.", [(labels, 1)])
    text.add(
      "vitrine_bundle_version", .gauge, "Of the bundle on show; 0 for none.", Double(bundle.version ?? 0))
    text.add(
      "vitrine_bundle_latest_version", .gauge, "Of the newest bundle that could be on show; 0 for none.",
      Double(bundle.latest ?? 0))
    text.add(
      "vitrine_bundle_state", .gauge, "What is on show; 1 for the state that holds.",
      Bundle.State.allCases.map { ([("state", $0.rawValue)], $0 == bundle.state ? 1 : 0) })
    text.add(
      "vitrine_bundles_refused_total", .counter, "Bundles that were not taken, or sent back.", Double(bundle.refusals))
    if let heard = bundle.heard {
      text.add(
        "vitrine_bundle_heard_timestamp_seconds", .gauge, "When somebody last said whether there is a new bundle.",
        time - (uptime - heard))
    }
  }
}
