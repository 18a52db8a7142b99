/// Where a pattern stands in a text: linear in both together, whatever they are.
///
/// Source: Knuth, Morris and Pratt, "Fast Pattern Matching in Strings". The two-way search would need no table, and patterns are short.
struct TextSearch<Element: Equatable> {
  // Indices: what is matched is less than the whole pattern between two elements, and borders are of what was matched.
  private let pattern: [Element]
  /// For each place, how long the longest beginning of the pattern is that also ends there.
  private let borders: [Int]
  /// How much of the pattern the elements taken last are.
  private var matched = 0
  /// Elements compared so far.
  private(set) var steps: Int

  /// - Parameter pattern: not empty.
  init(_ pattern: [Element]) {
    self.pattern = pattern
    var borders = [Int](repeating: 0, count: pattern.count)
    var length = 0
    var steps = 0
    for place in pattern.indices.dropFirst() {
      steps += 1
      while length > 0, pattern[place] != pattern[length] {
        length = borders[length - 1]
        steps += 1
      }
      if pattern[place] == pattern[length] { length += 1 }
      borders[place] = length
    }
    self.borders = borders
    self.steps = steps
  }

  /// Takes the next element of the text; true when the pattern ends with it. What comes next begins a new one.
  mutating func ends(with element: Element) -> Bool {
    steps += 1
    while matched > 0, element != pattern[matched] {
      matched = borders[matched - 1]
      steps += 1
    }
    if element == pattern[matched] { matched += 1 }
    guard matched == pattern.count else { return false }
    matched = 0
    return true
  }
}

extension StringProtocol {
  /// The first place another text stands in this one, compared by Unicode scalars; nil when nowhere, and for an empty one.
  func firstRange(of other: String) -> Range<Index>? {
    // Well-formed UTF-8 is found in well-formed UTF-8 at whole scalars only.
    guard let first = other.utf8.first else { return nil }
    // Fits: where a byte was found, and behind it.
    if other.utf8.count == 1 { return utf8.firstIndex(of: first).map { $0..<utf8.index(after: $0) } }
    var search = TextSearch(Array(other.utf8))
    for index in utf8.indices where search.ends(with: utf8[index]) {
      let end = utf8.index(after: index)
      // Fits: as many bytes were matched, up to this one.
      return utf8.index(end, offsetBy: -other.utf8.count)..<end
    }
    return nil
  }
}

extension String {
  /// Calls `body` with the pieces between the places where a separator stands, compared by characters; empty ones among them.
  ///
  /// - Parameters:
  ///   - separator: not empty.
  ///   - body: returns whether to go on.
  /// - Returns: whether the end was reached.
  func forEachPiece(separatedBy separator: String, _ body: (Substring) -> Bool) -> Bool {
    var search = TextSearch(Array(separator))
    // Where the characters begin that may still belong to the separator, in a ring as long as that.
    var begins = [Index](repeating: startIndex, count: search.count)
    var place = 0
    var start = startIndex
    var index = startIndex
    while index < endIndex {
      begins[place] = index
      let character = self[index]
      formIndex(after: &index)
      place = place + 1 == begins.count ? 0 : place + 1
      if search.ends(with: character) {
        // The oldest place of the ring is where this one began.
        // Fits: the separator begins where the piece does, or behind it: what was matched before is not matched again.
        guard body(self[start..<begins[place]]) else { return false }
        start = index
      }
    }
    // Fits: behind a character, or the beginning.
    return body(self[start...])
  }
}

extension TextSearch {
  /// Elements of the pattern.
  var count: Int { pattern.count }
}
