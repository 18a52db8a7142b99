import Board
import CICal
import Linux
import Markup
import Numbers

/// A calendar taken apart: its events, and the zones of their times, which live as long as this.
struct CalendarDocument {
  private var expansion: CalendarExpansion
  private let zones: CalendarZones

  /// Each event is read by libical on its own, and freed before the next one.
  init(_ text: CalendarText, in window: ClosedRange<Double>, account: Account) throws(FormatError) {
    guard LateLibrary.calendar.load() else {
      throw FormatError("this is a calendar, and \(LateLibrary.calendar.failure)")
    }
    zones = CalendarZones(text.zones)
    expansion = CalendarExpansion(window: window, notes: text.notes, account: account)
    for lines in text.events {
      try account.charge(values: 10, at: account.size)
      try account.charge(steps: lines.count, at: account.size)
      if let component = CalendarComponent(lines), let entry = CalendarEntry(component.part, zones) {
        expansion.add(entry)
      } else {
        expansion.addUnreadable()
      }
    }
  }

  /// All events and occurrences that lie in the window, the earliest first, and what could not be followed.
  ///
  /// As values: their times know zones that live as long as the document.
  mutating func events() -> (events: [Value], notes: [String]) {
    let events = expansion.events().map(\.value)
    return (events, expansion.notes)
  }
}

/// One component as libical has read it: `icalparser_parse_string`, `icalcomponent_free`.
@safe private struct CalendarComponent: ~Copyable {
  private let root: OpaquePointer

  /// Nil when there is nothing in it, or no memory.
  init?(_ text: [UInt8]) {
    let root = unsafe String(decoding: text, as: UTF8.self).withCString { unsafe icalparser_parse_string($0) }
    guard let root = unsafe root else { return nil }
    unsafe self.root = root
  }

  deinit { unsafe icalcomponent_free(root) }

  var part: CalendarPart { unsafe CalendarPart(root) }
}

/// A component or property of a document, which lives as long as that.
@safe struct CalendarPart {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }
}

/// A VEVENT: what it says of itself, and by which rules it repeats.
struct CalendarEntry {
  var event: CalendarEvent
  var length: CalendarLength
  var uid: String
  /// How often it was revised; the highest counts. Source: RFC 5545, section 3.8.7.4.
  var revision: Int
  /// The occurrence of the event that this one stands for.
  var recurrence: CalendarTime?
  /// It stands for all later ones, too, which is not followed.
  var isOfLaterOnes: Bool
  /// Nil for one that is not followed.
  var rules: [RecurrenceRule?]
  /// RDATE; one that is a period has a length of its own, in seconds.
  var added: [(start: CalendarTime, length: Double?)]
  /// EXDATE
  var excluded: [CalendarTime]
  var isCancelled: Bool
  /// It repeats by something that is not followed: EXRULE.
  var isBeyondUs: Bool
  /// What is wrong with the beginning's zone.
  var zoneProblem: String?

  /// Nil without a beginning.
  init?(_ component: CalendarPart, _ zones: CalendarZones) {
    let reader = PropertyReader(component: component, zones: zones)
    guard let start = unsafe reader.time(ICAL_DTSTART_PROPERTY, icalproperty_get_dtstart) else { return nil }
    let written = unsafe reader.time(ICAL_DTEND_PROPERTY, icalproperty_get_dtend)
    let end: CalendarTime
    if let written, written.seconds >= start.seconds {
      end = written
      length = CalendarLength(seconds: written.seconds - start.seconds)
    } else {
      length = reader.length ?? CalendarLength(days: start.isDate ? 1 : 0)
      end = start.adding(length)
    }
    revision = reader.text(ICAL_SEQUENCE_PROPERTY).flatMap { Int($0) } ?? 0
    uid = reader.text(ICAL_UID_PROPERTY) ?? ""
    recurrence = unsafe reader.time(ICAL_RECURRENCEID_PROPERTY, icalproperty_get_recurrenceid)
    isOfLaterOnes = reader.isOfLaterOnes
    rules = reader.rules
    added = reader.addedTimes
    excluded = unsafe reader.times(ICAL_EXDATE_PROPERTY, icalproperty_get_exdate)
    isBeyondUs = !reader.properties(ICAL_EXRULE_PROPERTY).isEmpty
    let status = reader.text(ICAL_STATUS_PROPERTY)?.lowercased()
    isCancelled = status == "cancelled"
    zoneProblem = reader.zoneProblem
    event = CalendarEvent(
      id: uid, title: reader.text(ICAL_SUMMARY_PROPERTY), start: start, end: end,
      location: reader.text(ICAL_LOCATION_PROPERTY), organizer: reader.organizer,
      description: reader.text(ICAL_DESCRIPTION_PROPERTY), status: status)
  }
}

/// Reads the properties of one component.
private struct PropertyReader {
  let component: CalendarPart
  let zones: CalendarZones

  func properties(_ kind: icalproperty_kind) -> [CalendarPart] {
    var found: [CalendarPart] = []
    var next = unsafe icalcomponent_get_first_property(component.pointer, kind)
    while let property = unsafe next, found.count < Calendar.occurrenceLimit {
      unsafe found.append(CalendarPart(property))
      unsafe next = icalcomponent_get_next_property(component.pointer, kind)
    }
    return found
  }

  /// RECURRENCE-ID with RANGE=THISANDFUTURE (RFC 5545, 3.2.13).
  var isOfLaterOnes: Bool {
    guard let property = first(ICAL_RECURRENCEID_PROPERTY),
      let parameter = unsafe icalproperty_get_first_parameter(property.pointer, ICAL_RANGE_PARAMETER)
    else { return false }
    return unsafe icalparameter_get_range(parameter) == ICAL_RANGE_THISANDFUTURE
  }

  /// RRULE properties, as libical writes them.
  var rules: [RecurrenceRule?] {
    properties(ICAL_RRULE_PROPERTY).map { rule in
      guard let text = unsafe icalproperty_get_value_as_string(rule.pointer) else { return nil }
      return unsafe RecurrenceRule(String(cString: text))
    }
  }

  private func first(_ kind: icalproperty_kind) -> CalendarPart? {
    unsafe icalcomponent_get_first_property(component.pointer, kind).map { unsafe CalendarPart($0) }
  }

  /// The text of the first such property; nil when there is nothing in it.
  func text(_ kind: icalproperty_kind) -> String? {
    guard let property = first(kind), let value = unsafe icalproperty_get_value(property.pointer) else { return nil }
    // A text is free of its escapes; STATUS is a word, and not a text.
    let isText = unsafe icalvalue_isa(value) == ICAL_TEXT_VALUE
    let raw = unsafe isText ? icalvalue_get_text(value) : icalproperty_get_value_as_string(property.pointer)
    guard let raw = unsafe raw else { return nil }
    let text = unsafe String(cString: raw)
    // Some calendars write their descriptions in HTML.
    return FeedItem.full(text.contains("</") || text.contains("<br") ? HTMLText(text).text : text)
  }

  /// The organizer's name, else the address.
  var organizer: String? {
    guard let property = first(ICAL_ORGANIZER_PROPERTY) else { return nil }
    if let parameter = unsafe icalproperty_get_first_parameter(property.pointer, ICAL_CN_PARAMETER),
      let name = unsafe icalparameter_get_cn(parameter), let text = unsafe FeedItem.full(String(cString: name))
    {
      return text
    }
    guard let address = unsafe icalproperty_get_organizer(property.pointer) else { return nil }
    let text = unsafe String(cString: address)
    return FeedItem.full(text.lowercased().hasPrefix("mailto:") ? text.dropFirst("mailto:".count) : text[...])
  }

  func time(_ kind: icalproperty_kind, _ get: (OpaquePointer) -> icaltimetype) -> CalendarTime? {
    first(kind).flatMap { unsafe time($0, get) }
  }

  func times(_ kind: icalproperty_kind, _ get: (OpaquePointer) -> icaltimetype) -> [CalendarTime] {
    properties(kind).compactMap { unsafe time($0, get) }
  }

  /// RDATE properties, which are times or periods.
  var addedTimes: [(start: CalendarTime, length: Double?)] {
    properties(ICAL_RDATE_PROPERTY).compactMap { property in
      let written = unsafe icalproperty_get_rdate(property.pointer)
      if let start = unsafe time(property, { _ in unsafe written.time }) { return (start, nil) }
      guard let start = unsafe time(property, { _ in unsafe written.period.start }) else { return nil }
      if let end = unsafe time(property, { _ in unsafe written.period.end }) {
        return (start, max(end.seconds - start.seconds, 0))
      }
      return (start, unsafe max(Double(icaldurationtype_as_int(written.period.duration)), 0))
    }
  }

  private func time(_ property: CalendarPart, _ get: (OpaquePointer) -> icaltimetype) -> CalendarTime? {
    var time = unsafe get(property.pointer)
    if unsafe time.is_date == 0, unsafe time.zone == nil, let name = zoneName(property) {
      unsafe time.zone = zones.zone(name)
    }
    return unsafe CalendarTime(time)
  }

  /// DURATION; nil without one, and for none that goes forward. Days of it are the calendar's. Source: RFC 5545, section 3.3.6.
  var length: CalendarLength? {
    guard let property = first(ICAL_DURATION_PROPERTY) else { return nil }
    let written = unsafe icalproperty_get_duration(property.pointer)
    guard icaldurationtype_as_int(written) > 0 else { return nil }
    // Fits: numbers of 32 bits, in one of 64.
    let days = Int(clamping: written.weeks) * 7 + Int(clamping: written.days)
    let seconds = Double(written.hours) * 3_600 + Double(written.minutes) * 60 + Double(written.seconds)
    return CalendarLength(days: days, seconds: seconds)
  }

  // MARK: Zones

  /// What is wrong with the beginning's zone, in a sentence.
  var zoneProblem: String? {
    guard let property = first(ICAL_DTSTART_PROPERTY), let name = zoneName(property) else { return nil }
    return zones.problem(name)
  }

  private func zoneName(_ property: CalendarPart) -> String? {
    guard let parameter = unsafe icalproperty_get_first_parameter(property.pointer, ICAL_TZID_PARAMETER),
      let name = unsafe icalparameter_get_tzid(parameter)
    else { return nil }
    return unsafe String(cString: name)
  }
}
