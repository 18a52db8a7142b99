/// Which letters a language writes with, and where people look for them: the first group of the X keyboard database's layouts of that
/// name (xkeyboard-config 2.35), without the keys for the few.
struct KeyboardLayout: Sendable, Hashable {
  /// What stands on the key that leads to them.
  var name: String
  /// From the top; the last row leaves room for two keys beside it.
  var letters: [String]
  /// Letters with marks, which have no key of their own.
  var marked: [[String]] = []
  /// Its letters come large and small.
  var hasCapitals = true
  /// Beside it Latin letters are needed: addresses and names have them.
  var isOtherScript = false

  /// Those there are.
  static let codes = byCode.keys.sorted()

  static func of(_ code: String) -> KeyboardLayout {
    // "zh-Hans" and "pt-BR" write as "zh" and "pt" do.
    byCode[String(code.prefix { $0 != "-" })] ?? english
  }

  /// Whether a language has keys of its own; English ones serve the others.
  static func has(_ code: String) -> Bool { byCode[String(code.prefix { $0 != "-" })] != nil }

  private static let english = KeyboardLayout(
    name: "ABC", letters: ["qwertyuiop", "asdfghjkl", "zxcvbnm"],
    marked: ["éèêëáàâäãå", "íîïóôöõøúû", "üñçßýæœ"].map(split))

  private static let byCode: [String: KeyboardLayout] = [
    "en": english,
    "de": KeyboardLayout(
      name: "ABC", letters: ["qwertzuiopü", "asdfghjklöä", "yxcvbnmß"],
      marked: ["éèêëáàâãåí", "îïóôõøúûñç", "ýæœčšžł"].map(split)),
    "fr": KeyboardLayout(
      name: "ABC", letters: ["azertyuiop", "qsdfghjklm", "wxcvbn'"], marked: ["éèàùçêôîâ", "œæëïûüÿ"].map(split)),
    "es": KeyboardLayout(
      name: "ABC", letters: ["qwertyuiop", "asdfghjklñ", "zxcvbnm"], marked: ["áéíóú", "üç¿¡"].map(split)),
    "it": KeyboardLayout(name: "ABC", letters: ["qwertyuiop", "asdfghjkl", "zxcvbnm"], marked: ["àèéìòù"].map(split)),
    "nl": KeyboardLayout(name: "ABC", letters: ["qwertyuiop", "asdfghjkl", "zxcvbnm"], marked: ["éëïóöüè"].map(split)),
    "pl": KeyboardLayout(
      name: "ABC", letters: ["qwertyuiop", "asdfghjkl", "zxcvbnm"], marked: ["ąćęłń", "óśźż"].map(split)),
    "pt": KeyboardLayout(
      name: "ABC", letters: ["qwertyuiop", "asdfghjklç", "zxcvbnm"], marked: ["ãõáéíó", "úâêôàü"].map(split)),
    "cs": KeyboardLayout(
      name: "ABC", letters: ["qwertzuiop", "asdfghjkl", "yxcvbnm"], marked: ["ěščřžýáíé", "úůďťňó"].map(split)),
    "sv": KeyboardLayout(
      name: "ABC", letters: ["qwertyuiopå", "asdfghjklöä", "zxcvbnm"], marked: ["éáüèæø"].map(split)),
    "ru": KeyboardLayout(
      name: "АБВ", letters: ["йцукенгшщзхъ", "фывапролджэё", "ячсмитьбю"], isOtherScript: true),
    "el": KeyboardLayout(
      name: "ΑΒΓ", letters: ["ςερτυθιοπ", "ασδφγηξκλ", "ζχψωβνμ"], marked: ["άέήίόύώ", "ϊϋΐΰ;"].map(split),
      isOtherScript: true),
    "he": KeyboardLayout(
      name: "אבג", letters: ["קראטוןםפ", "שדגכעיחלךף", "זסבהנמצתץ"], hasCapitals: false, isOtherScript: true),
    "ar": KeyboardLayout(
      name: "ابت", letters: ["ضصثقفغعهخحجد", "شسيبلاتنمكطذ", "ئءؤرىةوزظ"], marked: ["أإآ"].map(split),
      hasCapitals: false, isOtherScript: true),
  ]

  private static func split(_ letters: String) -> [String] { letters.map(String.init) }

  /// The letters of a layer, row by row.
  func rows(of layer: Keyboard.Layer) -> [[String]] {
    switch layer {
    case .letters: letters.map(Self.split)
    case .capitals: letters.map { $0.map(Self.capital) }
    case .marked: marked
    case .latin: Self.english.letters.map(Self.split)
    case .latinCapitals: Self.english.letters.map { $0.map(Self.capital) }
    case .digits: ["1234567890", "-/:()€&@\"", ",?!'+="].map(Self.split)
    case .signs: ["[]{}#%^*_\\", "|~<>$£¥°§", "…–„“”"].map(Self.split)
    case .variants(let letter): [variants(of: letter)]
    }
  }

  /// A large letter; one that would be two stays small, and so does the other form of one that is there already.
  private static func capital(_ letter: Character) -> String {
    let large = letter.uppercased()
    return large.count == 1 && letter != "ς" ? large : String(letter)
  }

  /// What a letter may be held for, in its case.
  func variants(of letter: String) -> [String] {
    let small = letter.lowercased()
    guard let found = Self.variants[small] else { return [] }
    return found.map { small == letter ? String($0) : Self.capital($0) }
  }

  private static let variants: [String: String] = [
    "a": "áàâäãåāæą", "c": "çćč", "d": "ďđð", "e": "éèêëēęě", "g": "ğ", "i": "íìîïīı", "l": "ł", "n": "ñńň",
    "o": "óòôöõøōœ", "r": "ř", "s": "śšşß", "t": "ťþ", "u": "úùûüūů", "y": "ýÿ", "z": "źżž",
    "е": "ё", "ь": "ъ",
    "α": "ά", "ε": "έ", "η": "ή", "ι": "ίϊΐ", "ο": "ό", "υ": "ύϋΰ", "ω": "ώ", "σ": "ς",
    "ا": "أإآ", "ه": "ة", "ي": "ى",
    "-": "–—", "'": "’‘", "\"": "“”„«»", "€": "$£¥", "?": "¿", "!": "¡",
  ]
}
