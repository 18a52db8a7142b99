import Scene

/// Where a word is parted that no line has room for.
///
/// By syllables, as they are spoken: a consonant before a vowel goes with it, and of several the last one, or those that begin words
/// together. That is what German, Dutch, Spanish, Italian, Polish, Czech and Swedish compounds ask for, and needs neither patterns for
/// each language nor a file beside the program; only a word that would be broken at any letter, without a sign, is parted so.
enum Hyphenation {
  /// Shorter words have a line in anything that holds words at all; what is longer is none.
  private static let letters = 8...120
  /// Letters on each side, at least.
  private static let least = 3
  private static let softHyphen = "\u{AD}"

  /// A text whose words may be parted where lines part them now; nil when none of them can be.
  ///
  /// - Parameter starts: of its lines, in bytes.
  static func text(_ text: Text, partedAt starts: [Int]) -> Text? {
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
      places += syllables(of: scalars[first..<end]).map { offsets[first + $0] }
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
  static func syllables(of word: ArraySlice<Unicode.Scalar>) -> [Int] {
    let letters = word.map { $0.properties.lowercaseMapping }
    var places: [Int] = []
    var run: Int?
    var hasVowel = false
    for (index, letter) in letters.enumerated() {
      guard isVowel(letter) else {
        if run == nil { run = index }
        continue
      }
      if hasVowel, let start = run {
        let place = linked(letters, start..<index) ?? index - onset(letters[start..<index])
        if place >= least, letters.count - place >= least { places.append(place) }
      }
      (run, hasVowel) = (nil, true)
    }
    return places
  }

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
  private static func onset(_ consonants: ArraySlice<String>) -> Int {
    for count in [4, 3, 2] where consonants.count >= count {
      let end = consonants.suffix(count).joined()
      if onsets.contains(end) { return count }
      // Hal-te-stel-le and Kis-te cannot be told apart, Kunst-stoff can.
      if end == "st" || end == "sp", consonants.count > 2 { return count }
    }
    return 1
  }

  /// Consonants that begin words together, or are one sound.
  private static let onsets: Set<String> = [
    "ch", "sch", "ck", "ph", "th", "sh", "bl", "br", "cl", "cr", "dr", "fl", "fr", "gl", "gr", "kl", "kr", "kn", "pf",
    "pl", "pr", "tr", "schl", "schm", "schn", "schr", "schw", "spr", "str", "zw", "cz", "sz", "rz",
  ]

  private static func isVowel(_ letter: String) -> Bool {
    letter.unicodeScalars.first.map { "aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýÿāăąēėęěīįőœūůűų".unicodeScalars.contains($0) }
      ?? false
  }

  /// Of a word that is parted by syllables: Latin, with or without marks.
  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x250 && scalar.properties.isAlphabetic
  }
}
