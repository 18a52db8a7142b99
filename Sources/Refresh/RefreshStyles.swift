/// The built-in styles by the names a board file uses.
public enum RefreshStyles {
  /// In alphabetical order; for suggestions when a name is misspelled.
  public static let names = ["arrow", "character", "compass", "drop", "lineart", "material", "petals"]

  /// The style a board names; nil when there is none of that name.
  ///
  /// - Parameter words: what is written beside the outcomes.
  public static func named(_ name: String, words: OutcomeWords = OutcomeWords()) -> (any RefreshStyle)? {
    switch name {
    case "arrow": ArrowStyle(words: words)
    case "character": CharacterStyle(words: words)
    case "compass": CompassStyle(words: words)
    case "drop": DropStyle(words: words)
    case "lineart": LineArtStyle(words: words)
    case "material": MaterialStyle(words: words)
    case "petals": PetalsStyle(words: words)
    default: nil
    }
  }
}
