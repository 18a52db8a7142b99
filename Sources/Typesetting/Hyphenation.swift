import Scene

/// Where a word is parted that no line has room for.
///
/// By syllables, as they are spoken: a consonant before a vowel goes with it, and of several the last one, or those that begin words
/// together. That is what German, Dutch, Spanish, Italian, Polish, Czech, Swedish and Russian words ask for, and needs neither patterns for
/// each language nor a file beside the program; only a word that would be broken at any letter, without a sign, is parted so.
enum Hyphenation {
  /// Shorter words have a line in anything that holds words at all; what is longer is none.
  private static let letters = 8...120
  /// Letters on each side, at least.
  private static let least = 3
  private static let softHyphen = "\u{AD}"

  /// A text whose words may be parted where lines part them now; nil when none of them can be.
  ///
  /// - Parameters:
  ///   - starts: of its lines, in bytes.
  ///   - language: the board's.
  static func text(_ text: Text, partedAt starts: [Int], language: String = "") -> Text? {
    let scalars = Array(text.words.plain.unicodeScalars)
    // One pass: the byte each scalar begins with.
    var offsets = [0]
    offsets.reserveCapacity(scalars.count + 1)
    for scalar in scalars { offsets.append(offsets[offsets.count - 1] + UTF8.width(scalar)) }
    var places: [Int] = []
    var looked = 0
    var index = 0
    for start in starts where start > 0 {
      while index < scalars.count, offsets[index] < start { index += 1 }
      guard index > 0, index < scalars.count, index >= looked, isLetter(scalars[index]), isLetter(scalars[index - 1])
      else { continue }
      var (first, end) = (index, index)
      while first > 0, isLetter(scalars[first - 1]), index - first <= letters.upperBound { first -= 1 }
      while end < scalars.count, isLetter(scalars[end]), end - index <= letters.upperBound { end += 1 }
      looked = end
      guard letters.contains(end - first), !isInAddress(first..<end, of: scalars) else { continue }
      places += syllables(of: scalars[first..<end], language: language).map { offsets[first + $0] }
    }
    guard !places.isEmpty else { return nil }
    var hyphenated = text
    hyphenated.words = text.words.inserting(softHyphen, at: places)
    hyphenated.softHyphens = places.enumerated().map { $1 + $0 * softHyphen.utf8.count }
    hyphenated.joined = text.joined.map { range in
      let (before, within) = (places.count { $0 <= range.lowerBound }, places.count { $0 < range.upperBound })
      return range.lowerBound + before * softHyphen.utf8.count..<range.upperBound + within * softHyphen.utf8.count
    }
    return hyphenated
  }

  /// A hyphen in an address or in the name of a file would be read as part of it.
  private static func isInAddress(_ word: Range<Int>, of scalars: [Unicode.Scalar]) -> Bool {
    func isJoint(_ index: Int) -> Bool {
      guard scalars.indices.contains(index) else { return false }
      switch scalars[index] {
      case "/", "@", "_", "\\", "#", "=", "&", "0"..."9": return true
      // At a sentence's end nothing follows.
      case ".", ":": return scalars.indices.contains(index + 1) && scalars[index + 1] != " "
      default: return false
      }
    }
    return isJoint(word.lowerBound - 1) || isJoint(word.upperBound)
  }

  /// Before which letters a word may be parted.
  ///
  /// - Parameter language: the board's; a word of another one is parted by what most languages have in common.
  static func syllables(of word: ArraySlice<Unicode.Scalar>, language: String = "") -> [Int] {
    let letters = word.map { $0.properties.lowercaseMapping }
    let isCyrillic = word.first.map(isCyrillic) ?? false
    let foreign = language.hasPrefix("pl") || language.hasPrefix("hu") ? Self.polish : []
    var places: [Int] = []
    var run: Int?
    var hasVowel = false
    for (index, letter) in letters.enumerated() {
      guard isVowel(letter) else {
        if run == nil { run = index }
        continue
      }
      if hasVowel, let start = run {
        let place =
          isCyrillic
          ? cyrillic(letters, start..<index)
          : linked(letters, start..<index) ?? compound(letters, start..<index)
            ?? index - onset(letters[start..<index], foreign)
        if place >= least, letters.count - place >= least { places.append(place) }
      }
      (run, hasVowel) = (nil, true)
    }
    return places
  }

  /// Consonants go with the vowel behind them, of several the last one, or two that begin syllables together; a sign that says how another
  /// is spoken stands with that.
  private static func cyrillic(_ letters: [String], _ run: Range<Int>) -> Int {
    let last = run.upperBound - 1
    switch letters[last] {
    case "й", "ъ": return run.upperBound
    case "ь", "\u{2BC}": return max(last - 1, run.lowerBound)
    case "р" where last > run.lowerBound && "бпдткгвф".contains(letters[last - 1]): return last - 1
    case "л" where last > run.lowerBound && "бпкгф".contains(letters[last - 1]): return last - 1
    default: return last
    }
  }

  /// Where German compounds are parted otherwise than single words: before their own first letters, and before their endings.
  private static func compound(_ letters: [String], _ run: Range<Int>) -> Int? {
    func isAhead(_ end: String, at place: Int) -> Bool {
      letters[place...].prefix(end.count).joined() == end
    }
    let (end, count) = (run.upperBound, run.count)
    // Ver-ein, Ver-arbeitung.
    if count == 1, letters[run.lowerBound] == "r", run.lowerBound >= 2,
      letters[run.lowerBound - 2] + letters[run.lowerBound - 1] == "ve",
      afterVer.contains(where: { isAhead($0, at: end) })
    {
      return end
    }
    guard count > 1 else { return nil }
    switch letters[end - 1] {
    // Rat-haus, Gast-hof; Apo-theke is no such word.
    case "h" where letters[end - 2] != "c":
      if afterH.contains(where: { isAhead($0, at: end) }) { return end - 1 }
    // Mög-lich; Ver-pflichtung is none.
    case "l":
      if isAhead("ich", at: end) && !isAhead("icht", at: end) || isAhead("osigkeit", at: end) { return end - 1 }
    case "t" where letters[end - 2] == "s":
      // Diens-tag, Fens-ter.
      if isAhead("er", at: end) || isAhead("ag", at: end) && letters.count - end <= 4 { return end - 1 }
    case "f" where letters[end - 2] == "p":
      // Kup-fer, emp-fangen; Zahn-pfand.
      if count == 2 || letters[end - 3] == "m" || letters[end - 3] == "r" { return end - 1 }
    default: break
    }
    // Stadt-rat.
    for place in run where place + 2 < end && letters[place] + letters[place + 1] == "dt" { return place + 2 }
    return nil
  }

  private static let afterVer = [
    "arb", "anst", "antw", "abred", "ein", "ord", "urs", "urt", "unr", "änd", "äuß", "üb", "öff",
  ]
  private static let afterH = ["aus", "äus", "all", "of", "öf", "eim", "eit", "aft", "öhe", "ilf", "and", "olz"]

  /// Behind the s that joins two words, where the first of them ends as most of those do that are joined so: it belongs to what it follows.
  ///
  /// - Parameter run: the consonants between two vowels.
  private static func linked(_ letters: [String], _ run: Range<Int>) -> Int? {
    for place in run where letters[place] == "s" {
      let word = letters[..<place].joined()
      // Relation-ship.
      let isShip = place + 1 < letters.count && letters[place + 1] == "h"
      let isJoined = joinedWithS.contains {
        word.hasSuffix($0) && word.count >= $0.count + 2 && !(isShip && $0 == "ion")
      }
      if isJoined || word.hasSuffix("arbeit") || word.hasSuffix("weihnacht") { return place + 1 }
    }
    return nil
  }

  private static let joinedWithS = ["ung", "heit", "keit", "schaft", "tät", "ion"]

  /// How many of the consonants between two vowels go with the second one.
  ///
  /// - Parameter foreign: what begins words in the language besides.
  private static func onset(_ consonants: ArraySlice<String>, _ foreign: Set<String>) -> Int {
    for count in [4, 3, 2] where consonants.count >= count {
      let end = consonants.suffix(count).joined()
      if onsets.contains(end) || foreign.contains(end) { return count }
      // Hal-te-stel-le and Kis-te cannot be told apart, Kunst-stoff can.
      if end == "st" || end == "sp", consonants.count > 2 { return count }
    }
    return 1
  }

  /// Consonants that begin words together, or are one sound.
  private static let onsets: Set<String> = [
    "ch", "sch", "ck", "ph", "th", "sh", "bl", "br", "cl", "cr", "dr", "fl", "fr", "gl", "gr", "kl", "kr", "kn", "pf",
    "pl", "pr", "tr", "schl", "schm", "schn", "schr", "schw", "spr", "str", "zw", "pfl", "pfr", "chr", "phr",
    "thr",
  ]
  /// One sound in Polish, and two in a German compound: Fahr-zeug.
  private static let polish: Set<String> = ["cz", "sz", "rz"]

  private static func isVowel(_ letter: String) -> Bool {
    letter.unicodeScalars.first.map {
      "aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýÿāăąēėęěīįőœūůűųаеёиоуыэюяіїє".unicodeScalars.contains($0)
    }
      ?? false
  }

  /// Of a word that is parted by syllables: Latin, with or without marks, or Cyrillic.
  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    (scalar.value < 0x250 || isCyrillic(scalar)) && scalar.properties.isAlphabetic
  }

  private static func isCyrillic(_ scalar: Unicode.Scalar) -> Bool { (0x400..<0x530).contains(scalar.value) }
}
