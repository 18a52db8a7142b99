import Content
import Numbers
import Status

/// What somebody elsewhere had the panel do, for the log: who darkened it, and when. A pure value.
///
/// A program that asks each second is told of at once, then ever more seldom, with how often it has asked meanwhile; see `Reminders`.
struct AskedLines: Sendable {
  private var reminders = Reminders()
  /// How often each verb was asked for since it was last told of.
  private var untold: [String: Int] = [:]

  /// The line for a request; nil for one that changes nothing, or is not told now.
  ///
  /// - Parameters:
  ///   - way: by which it came, such as `HTTP from 192.0.2.7`.
  ///   - time: seconds, of a clock that only goes forward.
  mutating func line(_ request: Status.ControlRequest, by way: String, at time: Double) -> String? {
    guard let words = Self.words(request) else { return nil }
    let sentence = "asked by \(way) for \(words)"
    guard reminders.tells(sentence, of: request.verb, at: time) else {
      untold[request.verb, default: 0] += 1
      return nil
    }
    guard let count = untold.removeValue(forKey: request.verb) else { return sentence }
    return "\(sentence); and \(count == 1 ? "once" : "\(count) times") for \(request.verb) since the line before"
  }

  /// Nil for what only looks.
  private static func words(_ request: Status.ControlRequest) -> String? {
    switch request {
    case .status, .screenshot, .log, .record: nil
    case .reload, .refresh, .wake, .off: request.verb
    case .page(let name): "page \(name.prefix(longest))"
    case .brightness(let share): "brightness \(Int(clamping: (share * 100).rounded())) %"
    case .notice("", _): "no notice any more"
    case .notice(let text, let seconds):
      "a notice for \(Int(clamping: seconds)) s: \(text.prefix(longest))\(text.count > longest ? "…" : "")"
    // An address may have a password in it.
    case .bundle(let address): address == nil ? "a bundle" : "a bundle from an address of its own"
    }
  }

  private static let longest = 80
}
