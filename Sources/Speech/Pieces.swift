/// A text in pieces that are said one after the other: sentences, or what is short enough of longer ones.
///
/// What is said can be ended between any two samples; but a piece is made before it is said, and nobody waits for a whole page.
///
/// - Parameters:
///   - text: of any length.
///   - most: characters of a piece, at least 1.
///   - limit: characters that are taken at all.
public func pieces(of text: String, most: Int = 240, limit: Int = 40_000) -> [String] {
  var pieces: [String] = []
  var piece = ""
  var count = 0
  /// Where the last word of the piece ended.
  var gap: String.Index?
  func close() {
    if piece.contains(where: { !$0.isWhitespace }) { pieces.append(piece) }
    (piece, count, gap) = ("", 0, nil)
  }
  var last: Character = " "
  for character in text.prefix(limit) {
    if character.isNewline {
      close()
    } else {
      // Marks without end upon one letter are one character, and as long as a text.
      let isLong = character.unicodeScalars.count > 16
      piece.append(isLong ? "\u{FFFD}" : character)
      count += 1
      if character.isWhitespace {
        if ".!?…".contains(last) { close() } else { gap = piece.endIndex }
      } else if "。！？".contains(character) {
        close()
      }
      if count >= most {
        if let gap {
          let rest = String(piece[gap...])
          piece = String(piece[..<gap])
          close()
          (piece, count) = (rest, rest.count)
        } else {
          close()
        }
      }
    }
    last = character
  }
  close()
  return pieces
}
