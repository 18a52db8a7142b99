import Board
import Numbers
import Scene

/// One text with its looks, before it is laid out.
struct Text {
  var words: Markup
  var style: TypeStyle
  /// More are cut with an ellipsis; 0 for as many as there are.
  var lines = 1
  /// Digits of equal width, for what counts or stands in columns.
  var hasTabularDigits = false
  /// Letters are drawn one by one: none is joined to another for the looks of it.
  var hasSeparateLetters = false
  /// Names, no word of which is parted by its syllables.
  var hasWholeWords = false

  /// Where words may be parted, by bytes: what was put in for that.
  var softHyphens: [Int] = []
  /// What no line may end in, by bytes.
  var joined: [Range<Int>] = []

  /// A text of a few lines: line breaks of its own become spaces.
  init(_ string: String, _ style: TypeStyle, lines: Int = 1, tabular: Bool = false) {
    words = Markup(plain: Self.line(string, limit: lines == 1 ? 1_000 : 4_000))
    self.style = style
    self.lines = lines
    hasTabularDigits = tabular
  }

  /// A paragraph of any length.
  init(paragraph: Markup, _ style: TypeStyle) {
    words = paragraph
    self.style = style
    lines = 0
  }

  /// Without what can never be seen in so many lines of this width, whatever the letters: Pango would lay out all of it.
  ///
  /// Few letters are narrower than a quarter of their size, and the ones that take no room are not endless.
  func seen(width: Int, scale: Double) -> Text {
    guard lines > 0 else { return self }
    let most = Int(clamping: Double(lines) * Double(max(width, 0)) / max(style.size * scale / 6, 1)) + 64
    let scalars = words.plain.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: most, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return self }
    var text = self
    text.words = words.part(0..<words.plain.utf8.distance(from: words.plain.startIndex, to: end))
    return text
  }

  /// In one line, without what cannot be drawn, and no longer than can be seen: Pango would lay out all of it.
  ///
  /// Counts scalars, not characters: a single character may be a megabyte long.
  static func line(_ string: String, limit: Int) -> String {
    var output = String.UnicodeScalarView()
    var wasSpace = true
    // What would turn the reading of all that follows does not come in with data.
    for scalar in string.typographic.unicodeScalars.prefix(limit) where !scalar.isOverride {
      let isSpace = scalar.isControl || scalar == " "
      if isSpace {
        if !wasSpace { output.append(" ") }
      } else {
        // No line begins with a dash between words.
        if scalar == "\u{2013}" || scalar == "\u{2014}", output.last == " " {
          output.removeLast()
          output.append("\u{A0}")
        }
        output.append(scalar)
      }
      wasSpace = isSpace
    }
    return String(output)
  }
}

extension String {
  /// With signs as printers set them.
  var typographic: String { withApostrophes.withSignsInFront }

  /// With a minus where a typewriter's hyphen stands before a number, and numbers below zero set apart, unless the text begins in letters
  /// that are read from the left: among those that are read from the right, and on their pages, the sign would stand behind its number.
  /// Source: UAX #9, isolates; which way the text is read is not their affair.
  private var withSignsInFront: String {
    guard mayHaveSigns else { return self }
    let isSetApart = isRightToLeft ?? true
    let scalars = Array(unicodeScalars)
    func isDigit(_ place: Int) -> Bool {
      scalars.indices.contains(place) && scalars[place].properties.numericType == .decimal
    }
    var output = UnicodeScalarView()
    var end: Int?
    for (place, scalar) in scalars.enumerated() {
      // Fits: where there is one before it.
      let isFirst = place == 0 || scalars[place - 1] == " " || scalars[place - 1] == "("
      if scalar == "-" || scalar == "\u{2212}", isFirst, isDigit(place + 1) {
        if isSetApart { output.append("\u{2066}") }
        var last = place + 1
        while isDigit(last + 1)
          || last + 1 < scalars.count && Self.dividers.contains(scalars[last + 1]) && isDigit(last + 2)
        {
          last += 1
        }
        while last + 1 < scalars.count, Self.units.contains(scalars[last + 1]) { last += 1 }
        end = last
        output.append("\u{2212}")
      } else {
        output.append(scalar)
      }
      if isSetApart, place == end { output.append("\u{2069}") }
    }
    return String(output)
  }

  /// A hyphen, or what may be a minus, stands at its beginning or behind what is no letter: few texts are looked at more closely.
  private var mayHaveSigns: Bool {
    var last = UInt8(ascii: " ")
    for byte in utf8 {
      if byte == UInt8(ascii: "-") || byte == 0xE2, last == UInt8(ascii: " ") || last == UInt8(ascii: "(") {
        return true
      }
      last = byte
    }
    return false
  }

  /// What belongs to the number it stands behind. Source: UAX #9, class ET.
  private static let units: Set<Unicode.Scalar> = ["°", "%", "‰", "′", "″", "€", "$", "£", "¥", "₪", "\u{66A}"]

  /// What may stand between two digits of one number.
  private static let dividers: Set<Unicode.Scalar> = [".", ",", "\u{66B}", "\u{66C}", "\u{2019}", "\u{A0}", "\u{202F}"]

  /// With the apostrophe that printers have, where a typewriter's stands between letters: nobody's → nobody’s.
  private var withApostrophes: String {
    guard utf8.contains(UInt8(ascii: "'")) else { return self }
    var output = UnicodeScalarView()
    var before: Unicode.Scalar?
    var isOpen = false
    for scalar in unicodeScalars {
      if isOpen {
        output.append(scalar.properties.isAlphabetic ? "\u{2019}" : "'")
        isOpen = false
      }
      if scalar == "'", before?.properties.isAlphabetic == true {
        isOpen = true
      } else {
        output.append(scalar)
      }
      before = scalar
    }
    if isOpen { output.append("'") }
    return String(output)
  }

  /// In dp, more than a text of the style takes in Inter and in faces as wide: what is narrower than its place by this is not measured.
  ///
  /// - Parameter limit: dp; of a wider text no more is added up than shows that it is wider.
  func widestWidth(_ style: TypeStyle, upTo limit: Double = .infinity) -> Double {
    let most = limit / style.size
    var text = self
    let ems = text.withUTF8 { bytes in
      var ems = 0.0
      var left = 1_000
      var index = 0
      while index < bytes.count, left > 0, ems <= most {
        let byte = unsafe bytes[index]
        index += 1
        if byte < 0x80 {
          ems += widestAdvance(ofASCII: byte)
          left -= 1
        } else if byte >= 0xC0 {
          // Up to U+024F, of two bytes.
          let next = unsafe index < bytes.count ? bytes[index] : 0
          let isLatin = byte < 0xC9 || byte == 0xC9 && next < 0x90
          ems += isLatin ? 0.84 : 1.4
          left -= 1
        }
      }
      return ems
    }
    return ems * style.size
  }
}

/// In ems. Source: the advances of Inter Semi Bold, rounded up by class; those of other Latin letters are at most 0.84, an emoji's is 1.25.
private func widestAdvance(ofASCII byte: UInt8) -> Double {
  switch Unicode.Scalar(byte) {
  case " ", "i", "j", "l", "I", ".", ",", ":", ";", "'", "|", "!": 0.38
  case "f", "t", "r", "(", ")", "[", "]", "-", "/": 0.48
  case "m", "w", "M", "W", "@", "%": 1.1
  case "a"..."z": 0.68
  // All as wide as the widest, in columns.
  case "0"..."9": 0.72
  default: 0.84
  }
}

extension Unicode.Scalar {
  /// Embeddings and overrides of reading, and their end. Source: UAX #9, which advises isolates in their place.
  var isOverride: Bool { (0x202A...0x202E).contains(value) }

  /// Controls and the two Unicode line ends: nothing to draw, and NUL would end C's string.
  var isControl: Bool {
    switch value {
    case 0...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
    default: false
    }
  }
}
