#if Preview
  internal import Glibc

  /// Writes instants the way feeds want them.
  enum CivilTime {
    /// ISO 8601 in universal time, to the second.
    ///
    /// - Parameter unix: seconds since 1970.
    static func iso(_ unix: Double) -> String {
      var seconds = time_t(unix.rounded(.down))
      var parts = unsafe tm()
      unsafe _ = gmtime_r(&seconds, &parts)
      let date = unsafe "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
      let time = unsafe "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
      return "\(date)T\(time)Z"
    }

    private static func two(_ value: Int32) -> String { value < 10 ? "0\(value)" : String(value) }
  }
#endif
