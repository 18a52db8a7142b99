import CPango
import Numbers
import Scene

/// Where lines end that Pango would end elsewhere. In bytes of the text.
enum LineBreaks {
  /// Whether a line begins with a hyphen: a word that has no room is broken at any letter, before its hyphen too.
  ///
  /// - Parameter starts: of the lines.
  static func isHyphenAtStart(of string: String, _ starts: [Int]) -> Bool {
    let bytes = string.utf8
    return starts.contains { start in
      guard start > 0, start < bytes.count else { return false }
      return string.unicodeScalars[bytes.index(bytes.startIndex, offsetBy: start)...].first.map(isHyphen) ?? false
    }
  }

  /// All hyphens within words, each with the letter before it.
  static func hyphens(of string: String) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var (offset, before) = (0, Unicode.Scalar(" "))
    for scalar in string.unicodeScalars {
      let width = UTF8.width(scalar)
      if isHyphen(scalar), before != " " { ranges.append(offset - UTF8.width(before)..<offset + width) }
      (offset, before) = (offset + width, scalar)
    }
    return ranges
  }

  private static func isHyphen(_ scalar: Unicode.Scalar) -> Bool { scalar == "-" || scalar == "\u{2010}" }

  /// Korean words that have room in a line: they are parted by spaces, and Pango would end a line at any of their syllables.
  ///
  /// - Parameter ems: what a line has room for; a syllable is one em wide at most.
  static func koreanWords(of string: String, within ems: Double) -> [Range<Int>] {
    // Hangul begins with these bytes: most texts have none.
    guard string.utf8.contains(where: { (0xEA...0xED).contains($0) }) else { return [] }
    var words: [Range<Int>] = []
    var (start, end, letters, isKorean) = (0, 0, 0, false)
    func close() {
      if isKorean, letters > 1, Double(letters) <= ems { words.append(start..<end) }
    }
    for scalar in string.unicodeScalars {
      let width = UTF8.width(scalar)
      if scalar == " " || scalar.isControl {
        close()
        (start, letters, isKorean) = (end + width, 0, false)
      } else {
        letters += 1
        isKorean = isKorean || (0xAC00...0xD7A3).contains(scalar.value)
      }
      end += width
    }
    close()
    return words
  }

  /// What of a text stays in one line: words, and where a script has no spaces, or a word hyphens, what lies between the places Pango may
  /// end a line at. Wraps pango_get_log_attrs.
  static func unbroken(_ string: String, language: String) -> [String] {
    string.split(separator: " ").flatMap { word in
      isSimple(word) ? [String(word)] : parts(of: String(word), language: language)
    }
  }

  /// Letters and digits that no line ends between; Korean words have their lines for themselves.
  private static func isSimple(_ word: Substring) -> Bool {
    word.unicodeScalars.allSatisfy { $0.value < 0x2010 && $0 != "-" && $0 != "/" && !(0x0E00..<0x1100 ~= $0.value) }
      || word.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
  }

  private static func parts(of word: String, language: String) -> [String] {
    let scalars = Array(word.unicodeScalars)
    let attributes = unsafe [PangoLogAttr](unsafeUninitializedCapacity: scalars.count + 1) { buffer, count in
      CairoFonts.use {
        unsafe pango_get_log_attrs(
          word, Int32(word.utf8.count), -1, pango_language_from_string(language), buffer.baseAddress,
          Int32(scalars.count + 1))
      }
      count = scalars.count + 1
    }
    var parts: [String] = []
    var part = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      if index > 0, unsafe vitrine_pango_may_end_before(attributes, Int32(index)) != 0 {
        parts.append(String(part))
        part.removeAll()
      }
      part.append(scalar)
    }
    return parts + [String(part)]
  }
}
