import Board
import CICal

/// A calendar as libical has read it: `icalparser_parse_string`, `icalcomponent_free`.
@safe final class CalendarDocument {
  private let root: OpaquePointer

  /// Nil when there is nothing in it, or no memory.
  init?(_ text: [UInt8]) {
    let root = unsafe text.withUnsafeBufferPointer { bytes in
      unsafe String(decoding: bytes, as: UTF8.self).withCString { unsafe icalparser_parse_string($0) }
    }
    guard let root = unsafe root else { return nil }
    unsafe self.root = root
  }

  deinit { unsafe icalcomponent_free(root) }

  /// All events and occurrences that lie in the window, the earliest first, and what could not be followed.
  ///
  /// As values: their times know zones that live as long as the document.
  func events(in window: ClosedRange<Double>) -> (events: [Value], notes: [String]) {
    var expansion = CalendarExpansion(window: window)
    for calendar in unsafe components(of: CalendarPart(root), ICAL_VCALENDAR_COMPONENT, orItself: true) {
      for event in components(of: calendar, ICAL_VEVENT_COMPONENT) {
        if let entry = CalendarEntry(event, in: calendar) { expansion.add(entry) } else { expansion.addUnreadable() }
      }
    }
    return (expansion.events().map(\.value), expansion.notes)
  }

  private func components(
    of parent: CalendarPart, _ kind: icalcomponent_kind, orItself: Bool = false
  ) -> [CalendarPart] {
    if orItself, unsafe icalcomponent_isa(parent.pointer) == kind { return [parent] }
    var found: [CalendarPart] = []
    var next = unsafe icalcomponent_get_first_component(parent.pointer, kind)
    while let component = unsafe next {
      unsafe found.append(CalendarPart(component))
      unsafe next = icalcomponent_get_next_component(parent.pointer, kind)
    }
    return found
  }
}

/// A component or property of a document, which lives as long as that.
@safe struct CalendarPart {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }
}

/// A VEVENT: what it says of itself, and by which rules it repeats.
struct CalendarEntry {
  var event: CalendarEvent
  var uid: String
  /// The occurrence of the event that this one stands for.
  var recurrence: CalendarTime?
  /// RRULE properties.
  var rules: [CalendarPart]
  /// RDATE and EXDATE.
  var added: [CalendarTime]
  var excluded: [CalendarTime]
  var isCancelled: Bool
  /// It repeats by something that is not followed: EXRULE.
  var isBeyondUs: Bool
  /// A zone that neither the system nor the file knows.
  var unknownZone: String?

  /// Nil without a beginning.
  init?(_ component: CalendarPart, in calendar: CalendarPart) {
    let reader = PropertyReader(component: component, calendar: calendar)
    guard let start = unsafe reader.time(ICAL_DTSTART_PROPERTY, icalproperty_get_dtstart) else { return nil }
    let end = reader.end(from: start)
    uid = reader.text(ICAL_UID_PROPERTY) ?? ""
    recurrence = unsafe reader.time(ICAL_RECURRENCEID_PROPERTY, icalproperty_get_recurrenceid)
    rules = reader.properties(ICAL_RRULE_PROPERTY)
    added = unsafe reader.times(ICAL_RDATE_PROPERTY) { unsafe icalproperty_get_rdate($0).time }
    excluded = unsafe reader.times(ICAL_EXDATE_PROPERTY, icalproperty_get_exdate)
    isBeyondUs = !reader.properties(ICAL_EXRULE_PROPERTY).isEmpty
    let status = reader.text(ICAL_STATUS_PROPERTY)?.lowercased()
    isCancelled = status == "cancelled"
    unknownZone = reader.unknownZone
    event = CalendarEvent(
      id: uid, title: reader.text(ICAL_SUMMARY_PROPERTY), start: start, end: end,
      location: reader.text(ICAL_LOCATION_PROPERTY), organizer: reader.organizer,
      description: reader.text(ICAL_DESCRIPTION_PROPERTY), status: status)
  }
}

/// Reads the properties of one component.
private struct PropertyReader {
  let component: CalendarPart
  let calendar: CalendarPart

  func properties(_ kind: icalproperty_kind) -> [CalendarPart] {
    var found: [CalendarPart] = []
    var next = unsafe icalcomponent_get_first_property(component.pointer, kind)
    while let property = unsafe next, found.count < Calendar.occurrenceLimit {
      unsafe found.append(CalendarPart(property))
      unsafe next = icalcomponent_get_next_property(component.pointer, kind)
    }
    return found
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
    return FeedItem.full(text.contains("</") || text.contains("<br") ? PlainText(html: text).text : text)
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

  private func time(_ property: CalendarPart, _ get: (OpaquePointer) -> icaltimetype) -> CalendarTime? {
    var time = unsafe get(property.pointer)
    if unsafe time.is_date == 0, unsafe time.zone == nil, let name = zoneName(property) {
      unsafe time.zone = zone(name)
    }
    return unsafe CalendarTime(time)
  }

  /// When the event ends: as it says, after its duration, with its day, or at once.
  func end(from start: CalendarTime) -> CalendarTime {
    if let end = unsafe time(ICAL_DTEND_PROPERTY, icalproperty_get_dtend), end.seconds >= start.seconds { return end }
    if let property = first(ICAL_DURATION_PROPERTY) {
      let seconds = unsafe Double(icaldurationtype_as_int(icalproperty_get_duration(property.pointer)))
      if seconds > 0 { return start.adding(seconds) }
    }
    return start.isDate ? start.adding(86_400) : start
  }

  // MARK: Zones

  /// The name of the beginning's zone when nobody knows it.
  var unknownZone: String? {
    guard let property = first(ICAL_DTSTART_PROPERTY), let name = zoneName(property), unsafe zone(name) == nil else {
      return nil
    }
    return name
  }

  private func zoneName(_ property: CalendarPart) -> String? {
    guard let parameter = unsafe icalproperty_get_first_parameter(property.pointer, ICAL_TZID_PARAMETER),
      let name = unsafe icalparameter_get_tzid(parameter)
    else { return nil }
    return unsafe String(cString: name)
  }

  /// The system's zone of that name, which knows this year's rules; else the one the file describes.
  private func zone(_ name: String) -> OpaquePointer? {
    // `/citadel.org/20190914_1/Europe/Berlin`
    let parts = name.split(separator: "/")
    let own = name.hasPrefix("/") ? parts.suffix(2).joined(separator: "/") : name
    if let zone = unsafe icaltimezone_get_builtin_timezone(own) { return unsafe zone }
    return unsafe icalcomponent_get_timezone(calendar.pointer, name)
  }
}
