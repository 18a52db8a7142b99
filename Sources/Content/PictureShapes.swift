import Board

/// How wide the pictures are for their height that keep their own proportions: known once they have come.
struct PictureShapes: Sendable {
  /// Pictures remembered; data may name ever more.
  private static let limit = 512
  /// The same picture in another size has other proportions by its last pixel.
  private static let tolerance = 0.02

  private var known: [String: Double] = [:]
  /// Those that cards ask for, as the board or the data names them.
  private(set) var wanted: Set<String> = []

  /// Gives cards the proportions of their pictures, as far as they are known.
  mutating func give(to cards: inout [Card]) {
    var urls: Set<String> = []
    for index in cards.indices where cards[index].keepsRatio {
      if let url = cards[index].image?.url { urls.insert(url) }
    }
    if wanted.count + urls.count > Self.limit {
      // Those of other pages are measured again when their turn comes; of too many at once some stay as the kind has it.
      known = known.filter { urls.contains($0.key) }
      wanted = wanted.intersection(urls)
    }
    for index in cards.indices where cards[index].keepsRatio {
      guard let url = cards[index].image?.url, wanted.contains(url) || wanted.count < Self.limit else { continue }
      wanted.insert(url)
      cards[index].ratio = known[url]
    }
  }

  /// Takes what has come.
  ///
  /// - Returns: whether a card looks different for it.
  mutating func take(_ ratio: Double, of url: String) -> Bool {
    guard wanted.contains(url), ratio > 0, ratio.isFinite else { return false }
    if let old = known[url], abs(old / ratio - 1) < Self.tolerance { return false }
    known[url] = ratio
    return true
  }
}
