import Numbers

extension Zone {
  // Indices: the whole of a part, by its own header, is compared with the file's bytes first.
  /// A zone from a file of the time zone database.
  ///
  /// Behind the last change that is written out (in 2037 in the files of Debian, decades ago in others) the rule at the end holds, up to the
  /// year 2200.
  ///
  /// - Parameter bytes: TZif of any version. Source: RFC 8536.
  /// - Returns: nil when it is none.
  public init?(file bytes: [UInt8]) {
    guard bytes.count <= 1 << 20, let first = ZoneHeader(bytes, at: 0) else { return nil }
    guard first.version >= UInt8(ascii: "2") else {
      self.init(bytes, first, at: ZoneHeader.size, wide: false)
      return
    }
    // The second part has the same in 64 bits.
    let start = ZoneHeader.size + first.length(wide: false)
    guard let second = ZoneHeader(bytes, at: start) else { return nil }
    self.init(bytes, second, at: start + ZoneHeader.size, wide: true)
  }

  private init?(_ bytes: [UInt8], _ header: ZoneHeader, at start: Int, wide: Bool) {
    guard start + header.length(wide: wide) <= bytes.count, header.types > 0 else { return nil }
    let width = wide ? 8 : 4
    let kinds = start + header.times * width
    let types = kinds + header.times
    func offset(_ type: Int) -> Double? {
      guard type < header.types else { return nil }
      let value = Int32(truncatingIfNeeded: Self.number(bytes, at: types + 6 * type, width: 4))
      return value.magnitude <= 26 * 3600 ? Double(value) : nil
    }
    guard let base = offset(0) else { return nil }
    self.init(secondsFromUTC: Int(clamping: base))
    var list: [Change] = []
    for index in 0..<header.times {
      let raw = Self.number(bytes, at: start + index * width, width: width)
      let time = wide ? Double(Int64(bitPattern: raw)) : Double(Int32(truncatingIfNeeded: raw))
      guard let offset = offset(Int(bytes[kinds + index])), time > list.last?.time ?? -.infinity else { return nil }
      list.append(Change(time: time, offset: offset))
    }
    // Only the second part has a rule behind it, in a line of its own.
    let end = start + header.length(wide: wide)
    if wide, end < bytes.count, bytes[end] == UInt8(ascii: "\n"),
      let rule = ZoneRule(bytes[(end + 1)...].prefix { $0 != UInt8(ascii: "\n") })
    {
      list += rule.changes(after: list.last)
    }
    self.changes = list
  }

  private static func number(_ bytes: [UInt8], at place: Int, width: Int) -> UInt64 {
    bytes[place..<place + width].reduce(0) { $0 << 8 | UInt64(truncatingIfNeeded: $1) }
  }
}

/// How many of each there are in a part of a zone's file.
private struct ZoneHeader {
  // Indices: a header's 44 bytes are there, by the line that begins to read it.
  static let size = 44

  var version: UInt8
  var isUTCs: Int
  var isStandards: Int
  var leaps: Int
  var times: Int
  var types: Int
  var letters: Int

  init?(_ bytes: [UInt8], at start: Int) {
    guard start >= 0, bytes.count >= start + Self.size, bytes[start..<start + 4].elementsEqual("TZif".utf8) else {
      return nil
    }
    func count(_ index: Int) -> Int {
      bytes[(start + 20 + 4 * index)..<(start + 24 + 4 * index)].reduce(0) { $0 << 8 | Int($1) }
    }
    version = bytes[start + 4]
    (isUTCs, isStandards, leaps) = (count(0), count(1), count(2))
    (times, types, letters) = (count(3), count(4), count(5))
    guard [isUTCs, isStandards, leaps, times, types, letters].allSatisfy({ $0 <= 100_000 }) else { return nil }
  }

  /// Of what follows.
  func length(wide: Bool) -> Int {
    let width = wide ? 8 : 4
    return times * width + times + types * 6 + letters + leaps * (width + 4) + isStandards + isUTCs
  }
}
