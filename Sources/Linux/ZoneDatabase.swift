/// The time zone database of the machine, as its package lays it out: a file for each name.
public enum ZoneDatabase {
  /// Where it is.
  public static let directory = "/usr/share/zoneinfo/"

  /// Whether a name can be one of it, `Europe/Berlin` or `EST5EDT`: nothing that leads elsewhere, and no table that lies beside the zones.
  public static func isName(_ name: String) -> Bool {
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "-"),
        UInt8(ascii: "+"):
        true
      default: false
      }
    }
    return isPlain && (1...63).contains(name.utf8.count) && !name.hasPrefix("/") && !name.hasSuffix("/")
  }

  /// What the database says of a zone, by its name of today or an older one; nil when it knows neither.
  public static func zone(_ name: String) -> [UInt8]? {
    guard isName(name) else { return nil }
    return file(name) ?? newerName(of: name).flatMap(file)
  }

  /// The name of today for one that was given up, `Asia/Kolkata` for `Asia/Calcutta`: some systems have files for today's names only, and
  /// the list of the older ones beside them.
  public static func newerName(of name: String) -> String? {
    guard isName(name), let list = try? RegularFile.read(directory + "tzdata.zi", limit: 1 << 20) else { return nil }
    return newerName(of: name, in: list)
  }

  /// - Parameter list: `tzdata.zi`, of which a line is `L Asia/Kolkata Asia/Calcutta`. Source: zic(8).
  static func newerName(of name: String, in list: [UInt8]) -> String? {
    let wanted = Array(name.utf8)
    for line in list.split(separator: 0x0A) where line.first == UInt8(ascii: "L") {
      let words = line.split(separator: 0x20)
      // Fits: there are three of them.
      guard words.count == 3, words[2].elementsEqual(wanted) else { continue }
      let newer = String(decoding: words[1], as: UTF8.self)
      return isName(newer) ? newer : nil
    }
    return nil
  }

  private static func file(_ name: String) -> [UInt8]? { try? RegularFile.read(directory + name, limit: 1 << 20) }
}
