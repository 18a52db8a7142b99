#if Preview
  internal import Numbers

  /// A file of a board's own data, with times filled in so that it is about today on every day.
  ///
  /// `@{…}` in the file stands for a time, and `@{base}` for the service's address:
  ///
  ///     @{+4m}  @{-2h}      from the last full quarter of an hour; the quarter keeps minutes counting down between two of them
  ///     @{09:30}  @{+1d 09:30}   the clock of today, or of another day
  ///
  /// It is written in ISO 8601, unless a word follows: `ms` and `s` since 1970, `ical`, `rfc822`.
  struct DataFile {
    /// Without a slash at the end.
    let base: String
    /// Seconds since 1970.
    let now: Double
    /// Seconds east of UTC: what hours of the day are counted in.
    let offset: Double

    private static let quarter = 900.0
    private static let day = 86_400.0

    func filled(_ bytes: [UInt8]) -> [UInt8] {
      var output: [UInt8] = []
      output.reserveCapacity(bytes.count)
      var index = 0
      while index < bytes.count {
        if bytes[index] == UInt8(ascii: "@"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "{"),
          let end = bytes[index...].firstIndex(of: UInt8(ascii: "}")),
          let text = text(of: String(decoding: bytes[(index + 2)..<end], as: UTF8.self))
        {
          output += text.utf8
          index = end + 1
        } else {
          output.append(bytes[index])
          index += 1
        }
      }
      return output
    }

    /// What the words between the braces stand for; nil for words that mean nothing.
    private func text(of words: String) -> String? {
      if words == "base" { return base }
      var time: Double?
      for word in words.split(separator: " ") {
        if let seconds = Self.distance(word) {
          time = (time ?? (now / Self.quarter).rounded(.down) * Self.quarter) + seconds
        } else if let seconds = Self.clock(word) {
          let local = (time ?? now) + offset
          time = (local / Self.day).rounded(.down) * Self.day + seconds - offset
        } else {
          return time.flatMap { Self.written($0, word) }
        }
      }
      return time.map(CivilTime.iso)
    }

    private static func written(_ time: Double, _ form: Substring) -> String? {
      switch form {
      case "ms": Int(exactly: time.rounded(.down) * 1000).map { String($0) }
      case "s": Int(exactly: time.rounded(.down)).map { String($0) }
      case "ical": CivilTime.iso(time).filter { $0 != "-" && $0 != ":" }
      case "rfc822": CivilTime.rfc822(time)
      default: nil
      }
    }

    /// `+4m`, `-2h`, `+1d`: seconds.
    private static func distance(_ word: Substring) -> Double? {
      guard word.hasPrefix("+") || word.hasPrefix("-"), let count = Double(word.dropLast()) else { return nil }
      switch word.last {
      case "m": return count * 60
      case "h": return count * 3600
      case "d": return count * day
      default: return nil
      }
    }

    /// `09:30`: seconds since midnight.
    private static func clock(_ word: Substring) -> Double? {
      let parts = word.split(separator: ":").compactMap { Double($0) }
      return parts.count == 2 ? parts[0] * 3600 + parts[1] * 60 : nil
    }

    /// The Content-Type of a file by its ending.
    static func type(of name: String) -> String {
      switch name.split(separator: ".").last {
      case "json": "application/json"
      case "atom", "xml": "application/atom+xml"
      case "rss": "application/rss+xml"
      case "ics": "text/calendar"
      case "csv": "text/csv"
      case "txt": "text/plain"
      default: "application/octet-stream"
      }
    }
  }
#endif
