import Board

/// What a server says of when to ask again.
///
/// A moment is counted from the moment of the answer by the server's own clock: ours may be wrong by years. Source: RFC 9110, section 10.2.3.
enum RetryAfter {
  /// Longer nobody waits, whatever a server asks.
  static let longest = 3600.0

  /// Seconds to wait from now on, at most an hour; nil for what is none, or over.
  ///
  /// - Parameters:
  ///   - value: seconds, or a date.
  ///   - date: of the answer, as its server has written it; without one our clock has to do.
  ///   - now: that clock, seconds since 1970.
  static func seconds(_ value: String, date: String?, now: Double) -> Double? {
    let value = trimmed(value)
    let wait: Double?
    if !value.isEmpty, value.allSatisfy({ $0.isASCII && $0.isWholeNumber }) {
      wait = Double(value)
    } else {
      wait = moment(value).map { $0 - (date.flatMap { moment(trimmed($0)) } ?? now) }
    }
    return wait.flatMap { $0 > 0 ? min($0, longest) : nil }
  }

  private static func trimmed(_ text: String) -> String {
    let rest = text.drop { $0 == " " || $0 == "\t" }
    return String(rest.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }

  private static func moment(_ text: String) -> Double? {
    guard let first = text.first, first.isLetter else { return nil }
    return Moment(time: 0, zone: .utc).instant(text)
  }
}
