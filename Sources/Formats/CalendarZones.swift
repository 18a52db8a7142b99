import Board
import CICal

/// The time zones that a calendar's times are in: the system's, and those the file describes itself, which live as long as this.
@safe final class CalendarZones {
  /// A VCALENDAR of the file's own zones alone; nil when it has none.
  private let own: OpaquePointer?
  /// Own zones that stand for their distance from UTC alone.
  private let damaged: Set<String>
  /// Found so far, nil where nobody knows the name.
  private var found: [String: Found] = [:]

  @safe private struct Found {
    var zone: OpaquePointer?
    var isDamaged: Bool
  }

  init(_ zones: [CalendarZone]) {
    var damaged: Set<String> = []
    var text = "BEGIN:VCALENDAR\r\n"
    for zone in zones {
      guard !zone.name.isEmpty, let (component, isDamaged) = zone.component else { continue }
      text += component
      if isDamaged { damaged.insert(zone.name) }
    }
    self.damaged = damaged
    unsafe own = zones.isEmpty ? nil : unsafe icalparser_parse_string(text + "END:VCALENDAR\r\n")
  }

  deinit { if let own = unsafe own { unsafe icalcomponent_free(own) } }

  /// The machine's zone of that name, which knows this year's rules; else the one the file describes; else what Windows means by it.
  func zone(_ name: String) -> OpaquePointer? { unsafe find(name).zone }

  /// What is wrong with a zone of that name, in a sentence.
  func problem(_ name: String) -> String? {
    let found = find(name)
    if unsafe found.zone == nil { return "the time zone \"\(name)\" is unknown; its times are read as the board's" }
    return found.isDamaged
      ? "the calendar describes the time zone \"\(name)\" by rules that no zone has; its usual distance from UTC is taken"
      : nil
  }

  /// The machine's zone, also behind a vendor's prefix: `/citadel.org/20190914_1/Europe/Berlin`, or with one more part
  /// `/freeassociation.sourceforge.net/America/Argentina/Ushuaia`.
  private static func system(_ name: String) -> OpaquePointer? {
    let parts = name.split(separator: "/")
    guard name.hasPrefix("/"), parts.count > 1, name.utf8.count <= 256 else { return unsafe SystemZones.zone(name) }
    // Fits: there are two parts or more.
    let plain = (1...min(parts.count, 3)).reversed().map { parts.suffix($0).joined(separator: "/") }
    // What is no zone is not looked for where one is.
    if let listed = plain.first(where: SystemZones.isListed) { return unsafe SystemZones.zone(listed) }
    for name in plain {
      if let zone = unsafe SystemZones.zone(name) { return unsafe zone }
    }
    return nil
  }

  private func find(_ name: String) -> Found {
    if let known = found[name] { return known }
    let result: Found
    let zone = unsafe own.flatMap { unsafe icalcomponent_get_timezone($0, name) }
    let isWhole = unsafe zone != nil && !damaged.contains(name)
    // A word without a place, such as "Office", is rather the file's own name for a zone that it describes.
    if !isWhole || name.contains("/"), let known = unsafe Self.system(name) {
      unsafe result = Found(zone: known, isDamaged: false)
    } else if !isWhole, let plain = WindowsZones.name(of: name), let known = unsafe Self.system(plain) {
      unsafe result = Found(zone: known, isDamaged: false)
    } else {
      unsafe result = Found(zone: zone, isDamaged: damaged.contains(name))
    }
    found[name] = result
    return result
  }
}
