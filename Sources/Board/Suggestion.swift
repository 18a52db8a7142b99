/// The known word a mistyped one was most likely meant to be; nil when none is near.
func nearest(to word: String, in known: [String]) -> String? {
  let lowered = word.lowercased()
  var best: (word: String, distance: Int)?
  for candidate in known {
    let distance = editDistance(lowered, candidate.lowercased())
    if distance < (best?.distance ?? .max) { best = (candidate, distance) }
  }
  // One slip in a short word, about one in three letters of a long one; a wholly different word is no suggestion.
  guard let best, best.distance <= Swift.max(1, word.count / 3), best.distance < best.word.count else { return nil }
  return best.word
}

/// ` (did you mean "title"?)`, or the known words when none is near and they are few, or nothing.
package func suggestion(for word: String, in known: [String], prefix: String = "") -> String {
  if let near = nearest(to: word, in: known) { return " (did you mean \"\(prefix)\(near)\"?)" }
  guard !known.isEmpty, known.count <= 24 else { return "" }
  return "; known: " + known.map { prefix + $0 }.joined(separator: ", ")
}

/// Slips of the finger between two words: letters added, lost, changed, or exchanged with their neighbour.
///
/// Source: the optimal string alignment distance (Damerau–Levenshtein without repeated edits of a pair).
func editDistance(_ a: String, _ b: String) -> Int {
  // Longer words are never near any known one; the bound keeps the table small.
  let x = Array(a.unicodeScalars.prefix(64))
  let y = Array(b.unicodeScalars.prefix(64))
  var beforeLast: [Int] = []
  var last = Array(0...y.count)
  for i in 0..<x.count {
    var row = [i + 1]
    row.reserveCapacity(y.count + 1)
    for j in 0..<y.count {
      // Fits: rows have one place more than the word has letters.
      var cost = Swift.min(last[j + 1] + 1, row[j] + 1, last[j] + (x[i] == y[j] ? 0 : 1))
      // Fits: neither letter is the first.
      if i > 0, j > 0, x[i] == y[j - 1], x[i - 1] == y[j] { cost = Swift.min(cost, beforeLast[j - 1] + 1) }
      row.append(cost)
    }
    (beforeLast, last) = (last, row)
  }
  return last[y.count]
}
