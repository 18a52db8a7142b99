/// What the service manager is told: ready once something is on the glass, and one line of status whenever it changes.
public struct ServiceReport: Sendable {
  /// What there is to see.
  public enum Glass: Sendable, Hashable {
    /// Nothing yet.
    case waiting
    /// The first frame has been scanned out.
    case showing
    /// There is no display to show anything on; why not. As good as it gets, and mended by plugging one in.
    case noOutput(String)
    /// Another terminal or session has the panel.
    case suspended
  }

  private(set) var isReady = false
  /// Boards being read again; until all are, the manager is not told that we are ready.
  private var reloads = 0
  private var status = ""

  /// Nothing told yet.
  public init() {}

  /// What to tell now; nil when the manager knows already.
  ///
  /// - Parameter details: what is shown and on what: `lobby.yaml, 1 touch screen`.
  public mutating func message(_ glass: Glass, details: String) -> String? {
    var lines: [String] = []
    if !isReady, glass != .waiting {
      isReady = true
      if reloads == 0 { lines.append("READY=1") }
    }
    let next = Self.oneLine(Self.status(glass, details))
    if next != status {
      status = next
      lines.append("STATUS=" + next)
    }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// The board is being read again.
  ///
  /// - Parameter now: nanoseconds on the monotonic clock.
  public mutating func reloading(at now: Int64) -> String {
    reloads += 1
    return "RELOADING=1\nMONOTONIC_USEC=\(now / 1000)"
  }

  /// It has been; the answer to `reloading`. Nil while another reading goes on.
  public mutating func reloaded() -> String? {
    reloads = max(0, reloads - 1)
    guard reloads == 0 else { return nil }
    return isReady ? "READY=1" : "STATUS=" + status
  }

  /// The end.
  public mutating func stopping() -> String { "STOPPING=1\nSTATUS=stopping" }

  private static func status(_ glass: Glass, _ details: String) -> String {
    switch glass {
    case .waiting: "starting: \(details)"
    case .showing: "showing \(details)"
    case .noOutput(let reason): "no display: \(reason); \(details)"
    case .suspended: "another session has the panel; \(details)"
    }
  }

  /// A line break would begin another assignment.
  private static func oneLine(_ text: String) -> String {
    LogLine.of(String(text.map { $0.isNewline ? " " : $0 }))
  }
}
