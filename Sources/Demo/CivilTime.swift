#if Preview
  internal import Numbers
  internal import Glibc

  /// Writes instants the way feeds want them.
  enum CivilTime {
    /// ISO 8601 in universal time, to the second.
    ///
    /// - Parameter unix: seconds since 1970.
    static func iso(_ unix: Double) -> String {
      var seconds = time_t(exactly: unix.rounded(.down)) ?? 0
      var parts = unsafe tm()
      unsafe _ = gmtime_r(&seconds, &parts)
      let date = unsafe "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
      let time = unsafe "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
      return "\(date)T\(time)Z"
    }

    /// `Fri, 08 May 2026 17:42:00 GMT`, as RSS wants it.
    ///
    /// - Parameter unix: seconds since 1970.
    static func rfc822(_ unix: Double) -> String {
      var seconds = time_t(exactly: unix.rounded(.down)) ?? 0
      var parts = unsafe tm()
      unsafe _ = gmtime_r(&seconds, &parts)
      let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
      let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
      let date = unsafe "\(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1900)"
      let time = unsafe "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
      return unsafe "\(days[Int(parts.tm_wday)]), \(date) \(time) GMT"
    }

    private static func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : String(value) }
  }
#endif
