extension Language {
  /// A platform with the language's word for it: "Platform 2", "Gleis 2", "2番線"; one that has a word of its own, "Gate 12", as it is.
  func platform(_ name: String) -> String {
    guard !name.hasWord else { return name }
    let isNumber = name.unicodeScalars.contains { $0.properties.generalCategory == .decimalNumber }
    return fill(isNumber ? Self.numbered[platformHead] ?? "\(platformHead) %" : "\(platformHead) %", name)
  }

  /// How numbers are said to be platforms where that is other than by the head before them, by the head.
  private static let numbered = [
    "のりば": "%番線", "站台": "%站台", "승강장": "%번 승강장", "الرصيف": "رصيف %",
  ]
}

extension String {
  /// Letters beside each other: more than `3a` or `12 A-D`.
  fileprivate var hasWord: Bool {
    var wasLetter = false
    for scalar in unicodeScalars.prefix(100) {
      let isLetter = scalar.properties.isAlphabetic
      if isLetter, wasLetter { return true }
      wasLetter = isLetter
    }
    return false
  }
}
