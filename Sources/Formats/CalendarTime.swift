import Board
import CICal

/// A date, or a date and a time of day, as a calendar writes it: in a zone, or on whatever clock hangs beside it.
@safe struct CalendarTime {
  private var time: icaltimetype

  /// - Parameters:
  ///   - time: with its date, hours and zone.
  init?(_ time: icaltimetype) {
    guard unsafe icaltime_is_null_time(time) == 0, unsafe (1...9999).contains(time.year),
      unsafe (1...12).contains(time.month), unsafe (1...31).contains(time.day)
    else { return nil }
    unsafe self.time = time
  }

  /// An instant on the clock of UTC.
  init(secondsSince1970 seconds: Double) {
    unsafe self.init(secondsSince1970: seconds, isDate: 0, zone: icaltimezone_get_utc_timezone())
  }

  /// `icaltime_from_timet_with_zone`, which turns the hands of the clock and does not say whose they are.
  private init(secondsSince1970 seconds: Double, isDate: Int32, zone: OpaquePointer?) {
    unsafe time = icaltime_from_timet_with_zone(time_t(seconds), isDate, zone)
    unsafe time.zone = zone
  }

  var isDate: Bool { unsafe time.is_date != 0 }

  var year: Int { unsafe Int(time.year) }

  /// For libical, which repeats and compares by it.
  var raw: icaltimetype { unsafe time }

  /// Seconds since 1970 UTC; what has no zone is read as if it were UTC.
  var seconds: Double { unsafe Double(icaltime_as_timet_with_zone(time, time.zone ?? icaltimezone_get_utc_timezone())) }

  /// The date alone, as one number in the order of time.
  var day: Int { unsafe Int(time.year) * 10_000 + Int(time.month) * 100 + Int(time.day) }

  var hasZone: Bool { unsafe time.zone != nil }

  /// So many seconds later; whole days when it is a date.
  func adding(_ seconds: Double) -> CalendarTime {
    unsafe CalendarTime(secondsSince1970: self.seconds + seconds, isDate: time.is_date, zone: time.zone)
  }

  /// The same instant on another one's clock, as a date if that is one.
  func onClock(of other: CalendarTime) -> CalendarTime {
    unsafe CalendarTime(secondsSince1970: seconds, isDate: other.time.is_date, zone: other.time.zone)
  }

  /// A moment; a text where only the board knows the zone, and for a date.
  var value: Value {
    if isDate { return .text(date) }
    if hasZone { return .date(seconds) }
    return unsafe .text("\(date)T\(two(time.hour)):\(two(time.minute)):\(two(time.second))")
  }

  /// `2026-05-08`, or `2026-05-08T17:42:00` on its own clock: what tells occurrences of one event apart.
  var name: String {
    isDate ? date : unsafe "\(date)T\(two(time.hour)):\(two(time.minute)):\(two(time.second))"
  }

  private var date: String {
    let year = String(year)
    return unsafe String(repeating: "0", count: 4 - year.utf8.count) + year + "-\(two(time.month))-\(two(time.day))"
  }

  private func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : String(number) }
}
