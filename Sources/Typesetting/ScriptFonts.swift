/// Which fonts write what the board's own has no letters for.
enum ScriptFonts {
  /// The families of a text, in the order in which they are asked for a letter.
  ///
  /// Without them fontconfig takes whichever comes first: DejaVu for Arabic, and for Han the shapes of any language.
  static func families(after font: String, _ language: String) -> String {
    ([font, "Inter"] + scripts + han(language) + ["sans-serif"]).joined(separator: ",")
  }

  private static let scripts = [
    "Noto Sans", "Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans Thai", "Noto Sans Devanagari",
  ]

  /// The shapes of the board's language first.
  private static func han(_ language: String) -> [String] {
    let all = ["JP", "SC", "KR", "TC"]
    let first =
      switch language {
      case "zh-Hans": "SC"
      case "ko": "KR"
      default: "JP"
      }
    return ([first] + all.filter { $0 != first }).map { "Noto Sans CJK \($0)" }
  }
}
