public import Board
import Synchronization

/// Calendars in iCalendar, read by libical; recurring events are written out over a window of time.
///
/// Source: RFC 5545. Of recurrence rules FREQ=DAILY, WEEKLY, MONTHLY and YEARLY with INTERVAL, COUNT, UNTIL, BYDAY, BYMONTHDAY,
/// BYMONTH, BYSETPOS and WKST are followed, RDATE and EXDATE, and single occurrences that were moved or changed (RECURRENCE-ID).
public enum Calendar {
  /// Days before and after the moment of reading in which events are listed.
  public static let daysBefore = 31
  /// Days after it.
  public static let daysAfter = 366
  /// Occurrences written out of one event, and events listed of one calendar.
  public static let occurrenceLimit = 2_000
  /// Events listed of one calendar, those nearest to now; each occurrence counts.
  public static let eventLimit = 10_000

  /// Reads a calendar into a list of `{id, title, start, end, allday, location, organizer, description, status}`, the earliest first.
  ///
  /// Times with a zone are moments, by the system's time zones, older names among them, and by the file's own where the system has none of that name; times
  /// without one are texts, so that they mean the board's. Whole days are dates, `2026-05-08`, and end before the day of `end`.
  /// Cancelled events are left out.
  ///
  /// - Parameters:
  ///   - charset: from the Content-Type, when the server named one.
  ///   - time: the moment the window lies around, in seconds since 1970 UTC.
  ///   - account: what reading it draws from.
  ///   - note: takes what could not be followed and is shown once instead, in a sentence.
  public static func parse(
    _ bytes: [UInt8], charset: String? = nil, at time: Double, account: Account = Account(),
    note: (String) -> Void = { _ in }
  ) throws(FormatError) -> Value {
    try account.begin(bytes)
    let text = TextEncoding.utf8(bytes, declared: charset.map { [$0] } ?? []).filter { $0 != 0 }
    if Sniffer.isWebPage(text) {
      throw FormatError(
        "the server sent a web page, not a calendar; check the address, and whether it asks for a login")
    }
    guard Sniffer.isCalendar(text) else {
      throw FormatError("this is no calendar: it does not begin with BEGIN:VCALENDAR")
    }
    let lines = try CalendarText(text, account: account)
    // Fits: `time` is a clock's, and the bounds are more than a year apart.
    let window = (time - Double(daysBefore) * 86_400)...(time + Double(daysAfter) * 86_400)
    let read = lock.withLock { _ in
      Result { () throws(FormatError) in
        var document = try CalendarDocument(lines, in: window, account: account)
        return document.events()
      }
    }
    let (events, notes) = try read.get()
    for sentence in notes { note(sentence) }
    return .list(events)
  }

  /// libical loads time zones when they are first asked for, for the whole process.
  private static let lock = Mutex(())
}

/// One event, or one occurrence of one.
struct CalendarEvent {
  var id: String
  var title: String?
  var start: CalendarTime
  var end: CalendarTime
  var location: String?
  var organizer: String?
  var description: String?
  var status: String?

  var value: Value {
    let texts = [
      ("location", location), ("organizer", organizer), ("description", description), ("status", status),
    ]
    return .record(
      Record(
        [("id", .text(id))] + (title.map { [("title", .text($0))] } ?? [])
          + [("start", start.value), ("end", end.value), ("allday", .bool(start.isDate))]
          + texts.compactMap { name, text in text.map { (name, Value.text($0)) } }))
  }
}
