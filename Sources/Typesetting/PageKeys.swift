import Board
import Numbers
import Scene

/// Pages that are to be seen whole: what is out of reach on them cannot be taken back either.
extension Typesetter {
  /// Of the type such a page has on a panel with room for it.
  static let shares = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.25, 0.2, 0.15, 0.1, 0.07]

  /// The page with the largest type with which the panel shows all of it; nil where it would be smaller than is wanted.
  ///
  /// - Parameter least: share of the type's size; keys may become smaller, for what is not there cannot be typed.
  func whole(
    _ cards: [Card], _ size: PixelSize, _ theme: ResolvedTheme, _ fitting: PageFlow.Fitting, least: Double
  ) -> PageLayout? {
    if let page = withKeys(cards, size, theme, fitting) { return page }
    for share in Self.shares where share + 1e-6 >= least {
      for widths in [fitting.widths, [1, 1], [1, 1, 1]] where hasRoom(widths, size, theme.enlarged(share)) {
        var fitting = fitting
        fitting.widths = widths
        var flow = PageFlow(
          typesetter: self, cards: cards, size: size, theme: theme.enlarged(share), fitting: fitting)
        let page = flow.run()
        if page.height + page.headerHeight <= size.height { return page }
      }
    }
    return nil
  }

  /// Whether words and what is set beside them have room in columns of these widths.
  private func hasRoom(_ widths: [Int], _ size: PixelSize, _ theme: ResolvedTheme) -> Bool {
    guard widths.count > 1 else { return true }
    let width = Double(size.width) / theme.scale
    let room = width - 2 * Design.margin(pageWidth: width) - Double(widths.count - 1) * Design.gutter
    return room / Double(widths.count) >= Design.leastChoiceColumn
  }

  /// A field and the keys it is written on, as large as the panel lets all of them be; nil for any other page.
  private func withKeys(
    _ cards: [Card], _ size: PixelSize, _ theme: ResolvedTheme, _ fitting: PageFlow.Fitting
  ) -> PageLayout? {
    guard cards.count == 3, cards[0].kind == .header, cards[1].kind == .field,
      case .keyboard(let keyboard)? = cards[2].figure
    else { return nil }
    var flow = PageFlow(typesetter: self, cards: cards, size: size, theme: theme, fitting: fitting)
    let usual = flow.run()
    if usual.height + usual.headerHeight <= size.height, let keys = usual.cards.last,
      hasRoom(ControlPlaces(keyboard, in: keys.frame, theme: theme), keyboard, theme)
    {
      return usual
    }
    let mostHeader = fitting.mostHeader ?? size.height
    var plans: [KeysPlan] = []
    for share in Self.shares {
      for isBeside in [false, true] {
        let plan = KeysPlan(
          keyboard, size, theme.enlarged(share), mostHeader: mostHeader, isBeside: isBeside,
          isMirrored: flow.measure.isMirrored)
        if plan.key > 0, hasRoom(plan.places, keyboard, plan.theme) { plans.append(plan) }
      }
    }
    // Keys gain a pixel or two by smaller type, and whoever has chosen large type has not asked for those.
    let most = plans.map(\.key).max() ?? 0
    guard let best = plans.first(where: { $0.key >= Self.enough(of: most, theme) }) else { return usual }
    var made = PageFlow(typesetter: self, cards: cards, size: size, theme: best.theme, fitting: fitting)
    return made.withKeys(best)
  }

  /// Keys of so many pixels are as good as larger ones, which smaller type would make room for.
  private static func enough(of most: Int, _ theme: ResolvedTheme) -> Int {
    min(most - most / 20, theme.whole(Design.fingertip))
  }

  /// Whether what stands on keys has room on them.
  private func hasRoom(_ places: ControlPlaces, _ keyboard: Keyboard, _ theme: ResolvedTheme) -> Bool {
    zip(places.parts, keyboard.keys).allSatisfy { place, key in
      guard place.height >= theme.whole(TypeStyle.axis.leading) else { return false }
      // The most of them are much wider.
      guard place.width < theme.whole(Design.wideKey), let label = keyboard.label(of: key.action), !label.isEmpty else {
        return true
      }
      return block(Text(label, .axis), width: CardPainter.unbounded, theme: theme).width <= place.width
    }
  }
}

/// Where a field and its keys lie on a panel without much room: below each other, or beside each other.
struct KeysPlan {
  let theme: ResolvedTheme
  /// Of the panel, with the header.
  let size: PixelSize
  let headerHeight: Int
  /// Page pixels.
  private(set) var field: PixelRect
  private(set) var keys: PixelRect
  private(set) var fieldBox: PixelRect
  private(set) var keysBox: PixelRect
  let places: ControlPlaces
  /// The shorter side of a letter's key, in pixels.
  let key: Int

  init(
    _ keyboard: Keyboard, _ size: PixelSize, _ theme: ResolvedTheme, mostHeader: Int, isBeside: Bool, isMirrored: Bool
  ) {
    (self.theme, self.size) = (theme, size)
    headerHeight = max(min(theme.whole(Design.lowHeader), mostHeader), 1)
    let room = max(size.height - headerHeight, 1)
    let space = theme.whole(Design.keyGap)
    let column = PageLayout.column(width: size.width, theme: theme, widest: Design.widestPage)
    // On narrow panels the keys need the room.
    let left = min(column.left, max(size.width / 40, 1))
    let edges = size.width < theme.whole(Design.keyboardWidth) ? left..<size.width - left : column.left..<column.right
    let most = theme.whole(Double(keyboard.rows) * (Design.keyHeight + Design.keyGap) + Design.keyGap)
    let lane = theme.whole(Design.rowHeight)
    if isBeside {
      let gutter = theme.whole(Design.gutter)
      let wide = max(
        edges.count / 4, theme.whole(Design.leastFieldWidth), edges.count - gutter - theme.whole(Design.keyboardWidth))
      let split = min(wide, edges.count / 2)
      let height = min(room, most)
      let top = (room - height) / 2
      let fieldTop = top + space
      let (near, far) = (edges.lowerBound + split, edges.upperBound - split)
      let middle = isMirrored ? far - gutter / 2 : near + gutter / 2
      let (fieldEdges, keyEdges) =
        isMirrored
        ? (far..<edges.upperBound, edges.lowerBound..<max(far - gutter, edges.lowerBound + 1))
        : (edges.lowerBound..<near, min(near + gutter, edges.upperBound - 1)..<edges.upperBound)
      let bottom = min(fieldTop + max(lane, min(height - 2 * space, theme.whole(Design.tallRowHeight))), room)
      field = PixelRect(
        x0: fieldEdges.lowerBound, y0: min(fieldTop, bottom - 1), x1: fieldEdges.upperBound, y1: bottom)
      keys = PixelRect(x0: keyEdges.lowerBound, y0: top, x1: keyEdges.upperBound, y1: top + height)
      fieldBox = PixelRect(x0: isMirrored ? middle : 0, y0: 0, x1: isMirrored ? size.width : middle, y1: room)
      keysBox = PixelRect(x0: isMirrored ? 0 : middle, y0: 0, x1: isMirrored ? middle : size.width, y1: room)
    } else {
      let bottom = min(space + lane, room)
      field = PixelRect(
        x0: edges.lowerBound, y0: min(space, bottom - 1), x1: edges.upperBound, y1: bottom)
      keys = PixelRect(
        x0: edges.lowerBound, y0: bottom, x1: edges.upperBound, y1: bottom + max(min(room - bottom, most), 1))
      fieldBox = PixelRect(x0: 0, y0: 0, x1: size.width, y1: bottom)
      keysBox = PixelRect(x0: 0, y0: bottom, x1: size.width, y1: max(room, keys.y1))
    }
    let frame = keys
    let places = ControlPlaces(keyboard, in: frame, theme: theme)
    self.places = places
    let isWhole =
      keysBox.y1 <= room && places.parts.allSatisfy { frame.contains($0) && !$0.isEmpty }
    let letters = zip(places.parts, keyboard.keys).filter { !$1.isSpecial }.map {
      min($0.0.width, $0.0.height)
    }
    key = isWhole ? letters.min() ?? 0 : 0
  }
}

extension PageFlow {
  /// The page of a plan.
  mutating func withKeys(_ plan: KeysPlan) -> PageLayout {
    let frame = PixelRect(x: 0, y: 0, width: size.width, height: plan.headerHeight)
    var arrangement = Arrangement(isMirrored: measure.isMirrored)
    arrangement.isWide = true
    page.pin(PageLayout.Placed(0, of: cards, box: frame, frame: frame, Shared(arrangement)), measure.hasher)
    arrangement.isWide = false
    placed = [
      PageLayout.Placed(1, of: cards, box: plan.fieldBox, frame: plan.field, Shared(arrangement)),
      PageLayout.Placed(2, of: cards, box: plan.keysBox, frame: plan.keys, Shared(arrangement)),
    ]
    finish()
    page.height = max(plan.keysBox.y1, plan.fieldBox.y1)
    return page
  }
}
