import Board
import Numbers
import Scene

/// A hero beside all the rest.
extension PageFlow {
  /// - Returns: false when the page does not begin with one, or the rest has no room beside it; nothing is placed then.
  mutating func placeBesideHero(_ blocks: [PageBlock], in region: Region) -> Bool {
    // What takes the whole width ends it.
    let end = blocks.firstIndex(where: \.isSpanning) ?? blocks.count
    guard end > 1, let hero = blocks.first, cards[hero.cards.lowerBound].kind == .hero,
      cards[hero.cards.lowerBound].columns <= 1, cards[hero.cards.lowerBound].fillsColumn
    else { return false }
    var rest = region
    let first = column(0, of: region.columns, in: region)
    rest.columns -= 1
    if measure.isMirrored {
      rest.edges = region.edges.lowerBound..<first.edges.lowerBound - gutter
      rest.reach = region.reach.lowerBound..<first.reach.lowerBound
    } else {
      rest.edges = first.edges.upperBound + gutter..<region.edges.upperBound
      rest.reach = first.reach.upperBound..<region.reach.upperBound
    }
    flow(blocks[1..<end], in: rest)
    if y - top - gap > viewport {
      let isLong = Double(y - top - gap) > Double(viewport) * Design.longestBesideHero
      restart()
      if isLong { return false }
      // What is seen at once if some of it stands below the hero, is so.
      flow(blocks[...], in: region)
      if y - top - gap <= viewport { return true }
      restart()
      flow(blocks[1..<end], in: rest)
    }
    hasColumns = true
    zonesEnd = y
    var items = measure.block(hero.cards, width: first.edges.count).items
    let tallest = Int(clamping: Double(first.edges.count) * Design.tallestHero)
    items[0].height = max(
      items[0].height, min(y - top - gap, viewport), end < blocks.count ? 0 : min(viewport, tallest))
    items[0].arrangement.isStretched = true
    let bottom = max(y, top + items[0].end)
    for index in placed.indices where placed[index].box.y1 == y { placed[index].box.y1 = bottom }
    (y, boxTop) = (top, 0)
    var column = column(0, of: region.columns, in: region)
    put(items, at: &column)
    extend(to: bottom, from: column.y)
    (y, boxTop) = (bottom, bottom)
    if end < blocks.count {
      zonesEnd = 0
      flow(blocks[end...], in: region)
    }
    return true
  }

  private mutating func restart() {
    begin()
    hasColumns = false
  }
}

extension Card {
  /// There is something to see in a hero that is as high as a panel: a few words would lie in an empty one.
  var fillsColumn: Bool { image != nil || isFilled && tone != nil }
}
