extension Language {
  /// Its pages begin at the right. Source: CLDR 46, `characterOrder` of the locales of these languages.
  public var isRightToLeft: Bool {
    let codes = ["ar", "ckb", "dv", "fa", "he", "iw", "ks", "ps", "sd", "ug", "ur", "yi"]
    return codes.contains(String(code.prefix { $0 != "-" }))
  }
}

extension String {
  /// Whether the first letter is one that is read from right to left, or a mark that stands for one; nil when there is neither among the
  /// first thousand scalars.
  package var isRightToLeft: Bool? {
    for scalar in unicodeScalars.prefix(1_000) {
      if scalar == "\u{200E}" || scalar == "\u{200F}" { return scalar == "\u{200F}" }
      if scalar.properties.isAlphabetic { return scalar.isRightToLeft }
    }
    return nil
  }
}

extension Unicode.Scalar {
  /// In the blocks whose letters run from right to left. Source: Unicode 15, DerivedBidiClass.txt, default values R and AL.
  var isRightToLeft: Bool {
    switch value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x1_0800...0x1_0FFF, 0x1_E800...0x1_EFFF: true
    default: false
    }
  }
}
