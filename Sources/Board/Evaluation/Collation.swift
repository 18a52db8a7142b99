/// The order of words in a language: letters with marks stand beside their letter, or where the language has them in its alphabet, and
/// numbers in a text count by their value.
///
/// Not all of UTS 10, only what names on a panel need: of words that differ in capitals or marks alone, the caller decides by the texts.
struct Collation {
  /// Letters that the language has a place of their own for.
  private let own: [Character: String]
  /// "ch" is one letter, behind h.
  private let joinsCH: Bool

  init(_ language: Language) {
    let code = language.code.prefix { $0 != "-" }
    own = Self.alphabets[String(code)] ?? [:]
    joinsCH = code == "cs" || code == "sk"
  }

  /// What to compare in place of a text.
  func key(_ text: String) -> String {
    let letters = folded(text)
    var key: [UInt8] = []
    key.reserveCapacity(letters.count + 4)
    var index = 0
    while index < letters.count {
      let byte = letters[index]
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let start = index
        while index < letters.count, DateReading.isDigit(letters[index]) { index += 1 }
        // Fits: the end is behind the beginning.
        Self.append(number: letters[start..<index], to: &key)
        continue
      case UInt8(ascii: ":")...UInt8(ascii: "@"), UInt8(ascii: "[")...UInt8(ascii: "`"),
        UInt8(ascii: "{")...UInt8(ascii: "~"):
        // Signs come before digits and letters.
        key.append(UInt8(ascii: "/"))
        key.append(byte)
      case UInt8(ascii: "c") where joinsCH && letters.dropFirst(max(0, index + 1)).first == UInt8(ascii: "h"):
        key.append(UInt8(ascii: "h"))
        key.append(Self.behind)
        index += 1
      default: key.append(byte)
      }
      index += 1
    }
    return String(decoding: key, as: UTF8.self)
  }

  /// In small letters, without the marks that make no letter of their own.
  private func folded(_ text: String) -> [UInt8] {
    var letters: [UInt8] = []
    letters.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      guard byte < 0x80 else { return foldedCharacters(text) }
      letters.append(byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte)
    }
    return letters
  }

  private func foldedCharacters(_ text: String) -> [UInt8] {
    var letters: [UInt8] = []
    letters.reserveCapacity(text.utf8.count + 4)
    for character in text.lowercased() {
      if let letter = character.asciiValue {
        letters.append(letter)
      } else if let place = own[character] ?? Self.base[character] {
        letters.append(contentsOf: place.utf8)
      } else if character.unicodeScalars.count > 1, let first = character.unicodeScalars.first {
        // With marks that no table has.
        letters.append(contentsOf: (Self.base[Character(first)] ?? String(first)).utf8)
      } else {
        letters.append(contentsOf: String(character).utf8)
      }
    }
    return letters
  }

  /// Its length comes first, so that of two numbers the longer one is greater; zeros in front count for nothing.
  private static func append(number digits: ArraySlice<UInt8>, to key: inout [UInt8]) {
    let digits = digits.drop { $0 == UInt8(ascii: "0") }
    var length = digits.count
    while length > 9 {
      key.append(UInt8(ascii: "9"))
      length -= 9
    }
    // Fits: the length is from 0 to 9 here.
    key.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: length))
    key.append(contentsOf: digits)
  }

  /// Behind a letter it stands for the next one of the alphabet, twice for the one after it: greater than all letters.
  private static let behind: UInt8 = 0x7F

  /// The letters behind a letter, in order; those in one group are the same.
  private static func alphabet(_ letters: [(Character, [String])]) -> [Character: String] {
    var places: [Character: String] = [:]
    for (letter, groups) in letters {
      for (count, group) in groups.enumerated() {
        for character in group {
          places[character] = "\(letter)" + String(repeating: "\u{7F}", count: max(0, count + 1))
        }
      }
    }
    return places
  }

  /// Source: CLDR 46, `common/collation`.
  private static let alphabets: [String: [Character: String]] = {
    let swedish = alphabet([("z", ["å", "äæ", "öø"])]).merging(["ü": "y"]) { first, _ in first }
    let danish = alphabet([("z", ["æä", "øö", "å"])]).merging(["ü": "y"]) { first, _ in first }
    let southSlavic = alphabet([("c", ["č", "ć"]), ("d", ["đ"]), ("s", ["š"]), ("z", ["ž"])])
    let turkish = alphabet([("c", ["ç"]), ("g", ["ğ"]), ("h", ["ı"]), ("o", ["ö"]), ("s", ["ş"]), ("u", ["ü"])])
    return [
      "sv": swedish, "fi": swedish, "da": danish, "nb": danish, "nn": danish, "no": danish,
      "es": alphabet([("n", ["ñ"])]),
      "pl": alphabet([
        ("a", ["ą"]), ("c", ["ć"]), ("e", ["ę"]), ("l", ["ł"]), ("n", ["ń"]), ("o", ["ó"]), ("s", ["ś"]),
        ("z", ["ź", "ż"]),
      ]),
      "cs": alphabet([("c", ["č"]), ("r", ["ř"]), ("s", ["š"]), ("z", ["ž"])]),
      "sk": alphabet([("a", ["ä"]), ("c", ["č"]), ("o", ["ô"]), ("s", ["š"]), ("z", ["ž"])]),
      "hr": southSlavic, "bs": southSlavic, "sl": southSlavic,
      "hu": alphabet([("o", ["öő"]), ("u", ["üű"])]),
      "ro": alphabet([("a", ["ă", "â"]), ("i", ["î"]), ("s", ["șş"]), ("t", ["țţ"])]),
      "tr": turkish, "az": turkish,
    ]
  }()

  /// Letters whose marks count for nothing. Source: Unicode's canonical decompositions, and for those that have none UTS 10's table.
  private static let base: [Character: String] = {
    var base: [Character: String] = [
      "ß": "ss", "æ": "ae", "ǣ": "ae", "ǽ": "ae", "œ": "oe", "ø": "o", "ǿ": "o", "ð": "d", "đ": "d", "þ": "th",
      "ł": "l",
      "ı": "i", "ĳ": "ij", "ŋ": "n", "ħ": "h", "ŧ": "t",
    ]
    for (letter, marked) in [
      ("a", "àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ"), ("b", "ḃḅḇ"), ("c", "çćĉċčḉ"), ("d", "ďḋḍḏḑḓ"),
      ("e", "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ"), ("f", "ḟ"), ("g", "ĝğġģǧǵḡ"), ("h", "ĥȟḣḥḧḩḫẖ"), ("i", "ìíîïĩīĭįǐȉȋḭḯỉị"),
      ("j", "ĵǰ"), ("k", "ķǩḱḳḵ"), ("l", "ĺļľḷḹḻḽ"), ("m", "ḿṁṃ"), ("n", "ñńņňǹṅṇṉṋ"),
      ("o", "òóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ"), ("p", "ṕṗ"), ("r", "ŕŗřȑȓṙṛṝṟ"), ("s", "śŝşšșṡṣṥṧṩ"),
      ("t", "ţťțṫṭṯṱẗ"),
      ("u", "ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự"), ("v", "ṽṿ"), ("w", "ŵẁẃẅẇẉẘ"), ("x", "ẋẍ"), ("y", "ýÿŷȳẏẙỳỵỷỹ"),
      ("z", "źżžẑẓẕ"), ("α", "ά"), ("ε", "έ"), ("η", "ή"), ("ι", "ίϊΐ"), ("ο", "ό"), ("υ", "ύϋΰ"), ("ω", "ώ"),
      ("е", "ё"),
    ] {
      for character in marked { base[character] = letter }
    }
    return base
  }()
}
