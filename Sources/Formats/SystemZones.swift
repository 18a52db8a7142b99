import CICal
import Linux
import Synchronization

/// The machine's time zones, by every name its database has for them.
///
/// libical lists names of today only, `America/New_York`; calendars write `US/Eastern`, `Etc/UTC` and `EST5EDT`, too. Those are read from
/// the same database, and live as long as the process, as libical's own do.
enum SystemZones {
  /// A zone that libical has read, and nobody changes or frees.
  // Calendars are read one after the other, and what is made before they are is not touched by others.
  @safe private struct Made: @unchecked Sendable {
    var zone: OpaquePointer?
  }

  /// Nil within: looked for in vain, where files were about to be out of reach.
  private static let made = Mutex<[String: Made]>([:])

  /// Whether libical has it in its own list. It opens whatever file a name leads to, also one that leads elsewhere.
  static func isListed(_ name: String) -> Bool {
    unsafe ZoneDatabase.isName(name) && icaltimezone_get_builtin_timezone(name) != nil
  }

  /// Nil when the machine has none of that name, or it has not been loaded where files are out of reach.
  static func zone(_ name: String) -> OpaquePointer? {
    guard ZoneDatabase.isName(name) else { return nil }
    if let zone = unsafe icaltimezone_get_builtin_timezone(name) {
      return Provisions.has(zone: name) ? unsafe zone : nil
    }
    guard Provisions.has(zone: name) else { return nil }
    return unsafe make(name, remembersNone: false)
  }

  /// Loads it for later, or takes note that there is none.
  static func load(_ name: String) {
    guard ZoneDatabase.isName(name) else { return }
    if let listed = unsafe icaltimezone_get_builtin_timezone(name) {
      _ = unsafe icaltimezone_get_component(listed)
    } else {
      _ = unsafe make(name, remembersNone: true)
    }
  }

  private static func make(_ name: String, remembersNone: Bool) -> OpaquePointer? {
    let made = made.withLock { made in
      if let known = made[name] { return known }
      let new = unsafe Made(zone: read(name) ?? ZoneDatabase.newerName(of: name).flatMap { unsafe read($0) })
      // Of zones there are some hundreds, and of names that are none any number.
      if unsafe new.zone != nil || remembersNone { made[name] = new }
      return new
    }
    return unsafe made.zone
  }

  /// The zone of a file of the database: `icaltzutil_fetch_timezone`.
  private static func read(_ name: String) -> OpaquePointer? {
    guard let component = unsafe icaltzutil_fetch_timezone(name) else { return nil }
    guard let zone = unsafe icaltimezone_new(), unsafe icaltimezone_set_component(zone, component) != 0 else {
      unsafe icalcomponent_free(component)
      return nil
    }
    return unsafe zone
  }
}
