import Board
import CICal
import Numbers

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
    // What no calendar means, such as the sum of two ends of time, counts as the nearest year there is.
    let seconds = seconds.isNaN ? 0 : min(max(seconds, -Self.farthest), Self.farthest)
    let (near, years) = Self.folded(seconds)
    // Fits: within 30,000 years, as `seconds` is, and `years` with it.
    unsafe time = icaltime_from_timet_with_zone(time_t(bounded: near), isDate, zone)
    unsafe time.year += Int32(clamping: years)
    unsafe time.zone = zone
  }

  /// Beyond it a zone is taken to be as in this era: libical writes a zone's changes out up to the year that is asked for, and anew for
  /// each later one. The Gregorian calendar repeats itself after 400 years.
  private static let (farYear, era, eraSeconds) = (2_400, 400, 146_097.0 * 86_400)
  /// The beginning of `farYear`.
  private static let farSeconds = Double(CivilTime.days(year: farYear, month: 1, day: 1)) * 86_400
  /// Some 30,000 years.
  private static let farthest = 1e12

  /// An instant of this era that has the same date but for its year, and by how many years.
  private static func folded(_ seconds: Double) -> (seconds: Double, years: Int) {
    guard seconds >= farSeconds else { return (seconds, 0) }
    let eras = ((seconds - farSeconds) / eraSeconds).rounded(.down) + 1
    // Fits: some 75 eras, for `seconds` ends at `farthest`.
    return (seconds - eras * eraSeconds, Int(clamping: eras) * era)
  }

  var isDate: Bool { unsafe time.is_date != 0 }

  var year: Int { unsafe Int(time.year) }

  /// Seconds since 1970 UTC; what has no zone is read as if it were UTC.
  ///
  /// An hour that clocks leave out is counted on from the one before: 02:30 is 03:30. Source: RFC 5545, section 3.3.5.
  var seconds: Double {
    var near = unsafe time
    let eras = year < Self.farYear ? 0 : (year - Self.farYear) / Self.era + 1
    unsafe near.year -= Int32(clamping: eras * Self.era)
    let utc = unsafe icaltimezone_get_utc_timezone()
    let seconds = unsafe Double(icaltime_as_timet_with_zone(near, time.zone ?? utc)) + Double(eras) * Self.eraSeconds
    guard let zone = unsafe time.zone, unsafe zone != utc, !isDate else { return seconds }
    // libical takes the hour for summer's, and the clock shows an earlier one then.
    let (instant, _) = Self.folded(seconds)
    // Fits: within 30,000 years, and folded to one of this era.
    let shown = unsafe icaltime_from_timet_with_zone(time_t(bounded: instant), 0, zone)
    let missing = unsafe icaltime_as_timet_with_zone(near, utc) - icaltime_as_timet_with_zone(shown, utc)
    return missing > 0 && missing <= 86_400 ? seconds + Double(missing) : seconds
  }

  /// The date alone, as one number in the order of time.
  // Fits: three numbers of 32 bits in one of 64.
  var day: Int { unsafe Int(time.year) * 10_000 + Int(time.month) * 100 + Int(time.day) }

  var hasZone: Bool { unsafe time.zone != nil }

  /// So many seconds later; whole days when it is a date.
  func adding(_ seconds: Double) -> CalendarTime {
    unsafe CalendarTime(secondsSince1970: self.seconds + seconds, isDate: time.is_date, zone: time.zone)
  }

  /// The end of what begins here and lasts so long.
  func adding(_ length: CalendarLength) -> CalendarTime {
    let day = length.days == 0 ? self : on(dayNumber: dayNumber + length.days)
    return length.seconds == 0 ? day : day.adding(length.seconds)
  }

  /// The date as a number of days from 1970-01-01, whatever the zone.
  var dayNumber: Int { unsafe CivilTime.days(year: year, month: Int(time.month), day: Int(time.day)) }

  /// The same time of day on another day.
  func on(dayNumber: Int) -> CalendarTime {
    let civil = CivilTime(dayNumber: dayNumber)
    var other = self
    unsafe other.time.year = Int32(clamping: civil.year)
    unsafe other.time.month = Int32(clamping: civil.month)
    unsafe other.time.day = Int32(clamping: civil.day)
    return other
  }

  /// Whether it lies behind the UNTIL of its own rule: a date, of which the whole day counts, or a time in UTC or on the same clock. One
  /// that cannot be read ends nothing.
  func isBehind(until text: String) -> Bool {
    guard let end = unsafe CalendarTime(icaltime_from_string(text)) else { return false }
    if end.isDate || isDate { return dayNumber > end.dayNumber }
    if end.hasZone { return seconds > end.seconds }
    var here = self
    unsafe here.time.zone = end.time.zone
    return here.seconds > end.seconds
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
    unsafe "\(padded(String(year), to: 4))-\(two(time.month))-\(two(time.day))"
  }

  private func two(_ number: Int32) -> String { padded(String(number), to: 2) }
}

/// How long an event lasts: days of the calendar, of 23 or 25 hours where clocks change, and then seconds.
struct CalendarLength {
  var days = 0
  var seconds = 0.0

  /// About so many seconds: days are never longer by more than some hours.
  var most: Double { Double(days) * 90_000 + max(seconds, 0) }
}
