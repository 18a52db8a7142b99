import Board
import Numbers

/// Numbers as people and machines read them.
enum Words {
  /// `5 s`, `3 min`, `2 h 10 min`, `4 days`.
  static func duration(_ seconds: Double) -> String {
    let whole = Int(clamping: max(seconds, 0).rounded(.down))
    switch whole {
    case ..<120: return "\(whole) s"
    case ..<7200: return "\(whole / 60) min"
    case ..<172_800:
      let minutes = whole % 3600 / 60
      return "\(whole / 3600) h" + (minutes > 0 ? " \(minutes) min" : "")
    default: return "\(whole / 86_400) days"
    }
  }

  /// `2026-05-08T17:42:00Z`. Source: RFC 3339.
  static func moment(_ time: Double) -> String {
    let bounded = time.isFinite ? min(max(time, 0), 253_402_300_799) : 0
    let day = (bounded / 86_400).rounded(.down)
    let date = CivilTime(dayNumber: Int(clamping: day))
    let second = Int(clamping: bounded - day * 86_400)
    let clock = [second / 3600, second % 3600 / 60, second % 60].map { digits($0, 2) }.joined(separator: ":")
    return "\(digits(date.year, 4))-\(digits(date.month, 2))-\(digits(date.day, 2))T\(clock)Z"
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(count - text.count, 0)) + text
  }

  /// With at most one digit behind the point.
  static func tenths(_ number: Double) -> Double { (number * 10).rounded() / 10 }
}

extension PanelStatus {
  /// A time of day as everything of a kiosk's status has it: `2026-05-08T17:42:00Z`.
  ///
  /// - Parameter time: seconds since 1970.
  public static func moment(_ time: Double) -> String { Words.moment(time) }
}
