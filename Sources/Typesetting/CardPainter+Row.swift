import Board
import Scene

/// A row of a list, and the heading over lists.
extension CardPainter {
  /// Height in dp.
  func rowHeight(width: Int) -> Double {
    let lines = linesHeight(room: rowRoom(width: width), LineStyles()) + 2 * Design.leastRowSpace
    let least =
      arrangement.hasPictures
      ? Design.pictureRowHeight : card.subtitle == nil ? Design.rowHeight : Design.tallRowHeight
    return max(least, Design.onGrid(lines))
  }

  /// Height in dp: of a heading without words, the line it is.
  func sectionHeight(width: Int) -> Double {
    guard !card.isRule else { return Design.hairline }
    return max(
      linesHeight(room: max(width - sectionLane, 1), sectionStyles), card.image == nil ? 0 : Design.smallPicture)
  }

  /// Of the picture before a heading, or of its icon, with the space behind it, in pixels.
  private var sectionLane: Int {
    if card.image != nil { return theme.whole(Design.smallPicture) + theme.whole(Design.captionSpace) }
    return card.icon == nil ? 0 : theme.whole(Design.smallIcon) + theme.whole(Design.badgeGap)
  }

  private var sectionStyles: LineStyles { LineStyles(title: .section, trail: .secondary, isHeading: true) }

  /// Of a row's words, in pixels: what its picture or mark and its chevron leave.
  func rowRoom(width: Int) -> Int {
    let lane =
      arrangement.hasPictures ? Design.thumbnail : arrangement.hasMarks ? Design.mark : nil
    let gap = theme.whole(Design.laneGap)
    let icon = arrangement.hasIcons ? theme.whole(Design.icon) + gap : 0
    let end = arrangement.hasEndPictures ? theme.whole(Design.thumbnail) + gap : 0
    return width - 2 * theme.whole(Design.inset) - (lane.map { theme.whole($0) + gap } ?? 0) - chevronLane - icon - end
  }

  /// With its gap, in pixels.
  var chevronLane: Int {
    arrangement.hasChevrons ? theme.whole(Design.chevron.width) + theme.whole(Design.laneGap) : 0
  }

  /// Of the mark all of a list keep a place for, with its gap, in pixels.
  var markLane: Int { arrangement.hasMarks ? theme.whole(Design.mark) + theme.whole(Design.laneGap) : 0 }

  func drawRow(on canvas: borrowing Canvas, frame: PixelRect, pictures: PictureSource) {
    drawSurface(on: canvas, frame, corners: arrangement.corners)
    let inset = theme.whole(Design.inset)
    var band = Band(frame.x0 + inset, frame.x1 - inset, isMirrored: arrangement.isMirrored)
    drawLanes(on: canvas, frame: frame, band: &band, pictures: pictures)
    let textStart = arrangement.isMirrored ? band.right : band.left
    drawChevron(on: canvas, frame: frame, band: &band)
    if arrangement.hasEndPictures {
      let side = theme.whole(Design.thumbnail)
      let x = band.takeTrailing(side, gap: theme.whole(Design.laneGap))
      if let image = card.endImage {
        drawPicture(
          image, on: canvas, in: centered(PixelSize(width: side, height: side), x: x, in: frame),
          radius: Double(theme.whole(Design.thumbnailRadius)), fit: .contain, pictures: pictures)
      }
    }
    if band.width > 0 {
      // When something is has no meaning of its own: a time keeps the colour of text, whatever the row means.
      let isTime = card.isTrailTime || card.trail?.isTimeOfDay ?? false
      draw(
        linesPlan(room: band.width, LineStyles()), on: canvas, frame: frame, band: band,
        inks: (title: ink, subtitle: quietInk, trail: isTime ? ink : valueInk))
    }
    drawParting(on: canvas, frame: frame, from: textStart)
  }

  /// Where a tap leads on, with a place kept for it in all rows of the list.
  func drawChevron(on canvas: borrowing Canvas, frame: PixelRect, band: inout Band) {
    guard arrangement.hasChevrons else { return }
    let size = PixelSize(width: theme.whole(Design.chevron.width), height: theme.whole(Design.chevron.height))
    let x = band.takeTrailing(size.width, gap: theme.whole(Design.laneGap))
    guard card.tap?.leadsOn == true else { return }
    canvas.draw(
      arrangement.isMirrored ? Glyph.chevronMirrored : Glyph.chevron, in: Rect(centered(size, x: x, in: frame)),
      ink: quietInk.mixed(with: background, 0.4))
  }

  /// The line between two rows, from where the text of the upper one begins to the card's end: what stands before it stays one
  /// column.
  func drawParting(on canvas: borrowing Canvas, frame: PixelRect, from start: Int) {
    guard arrangement.isParted, fill == nil else { return }
    let height = theme.whole(Design.hairline)
    let x0 = arrangement.isMirrored ? frame.x0 : start
    let x1 = arrangement.isMirrored ? start : frame.x1
    guard x1 > x0 else { return }
    canvas.fill(Rect(PixelRect(x0: x0, y0: frame.y1 - height, x1: x1, y1: frame.y1)), theme.hairline)
  }

  /// Picture and mark. In a list with pictures the mark sits on the picture's corner, or in its place.
  private func drawLanes(
    on canvas: borrowing Canvas, frame: PixelRect, band: inout Band, pictures: PictureSource
  ) {
    let gap = theme.whole(Design.laneGap)
    if arrangement.hasPictures {
      let side = theme.whole(Design.thumbnail)
      let place = centered(PixelSize(width: side, height: side), x: band.takeLeading(side, gap: gap), in: frame)
      drawPicture(
        on: canvas, in: place, radius: Double(theme.whole(Design.thumbnailRadius)),
        fit: arrangement.hasEndPictures ? .contain : nil, pictures: pictures)
      drawIconLane(on: canvas, frame: frame, band: &band)
      guard let tone = card.tone else { return }
      let mark = theme.whole(Design.cornerMark)
      let reach = theme.whole(5)
      if card.image == nil {
        drawMark(on: canvas, tone, in: centered(PixelSize(width: mark, height: mark), in: place))
      } else {
        let x = arrangement.isMirrored ? place.x0 - reach : place.x1 + reach - mark
        let corner = PixelRect(x: x, y: place.y1 + reach - mark, width: mark, height: mark)
        // A rim of the surface keeps the mark apart from any picture.
        let rim = Double(theme.whole(2))
        canvas.fill(
          Rect(
            x: Double(corner.x0) - rim, y: Double(corner.y0) - rim, width: Double(mark) + 2 * rim,
            height: Double(mark) + 2 * rim), background, radius: Double(mark))
        drawMark(on: canvas, tone, in: corner)
      }
    } else {
      drawMarkLane(on: canvas, frame: frame, band: &band)
      drawIconLane(on: canvas, frame: frame, band: &band)
    }
  }

  /// The place of the icon, kept in all rows of a list.
  func drawIconLane(on canvas: borrowing Canvas, frame: PixelRect, band: inout Band) {
    // A card that stands alone keeps no place for other rows' pictures.
    guard arrangement.hasIcons || card.kind == .keypad && card.icon != nil else { return }
    let side = theme.whole(Design.icon)
    let x = band.takeLeading(side, gap: theme.whole(Design.laneGap))
    guard let icon = card.icon else { return }
    drawIcon(
      icon, on: canvas, in: centered(PixelSize(width: side, height: side), x: x, in: frame),
      color: fill?.ink ?? card.tone.map { theme.tone($0).text } ?? theme.colors.muted)
  }

  func drawSection(on canvas: borrowing Canvas, frame: PixelRect, pictures: PictureSource) {
    let muted = theme.colors.muted
    if card.isRule { return canvas.fill(Rect(frame), theme.colors.background.mixed(with: theme.colors.text, 0.2)) }
    var band = Band(frame.x0, frame.x1, isMirrored: arrangement.isMirrored)
    if sectionLane > 0 {
      let side = theme.whole(card.image == nil ? Design.smallIcon : Design.smallPicture)
      let line = PixelRect(
        x: band.takeLeading(side, gap: sectionLane - side), y: frame.y0, width: side,
        height: theme.whole(TypeStyle.section.leading))
      if card.image != nil {
        drawPicture(on: canvas, in: line, radius: Double(theme.whole(4)), pictures: pictures)
      } else if let icon = card.icon {
        drawIcon(icon, on: canvas, in: line, color: card.tone.map { theme.tone($0).text } ?? muted)
      }
    }
    draw(
      linesPlan(room: band.width, sectionStyles), on: canvas, frame: frame, band: band,
      inks: (title: card.tone.map { theme.tone($0).text } ?? theme.colors.text, subtitle: muted, trail: muted))
  }

  /// The top of something `height` high in the frame's middle.
  func middle(of height: Int, in frame: PixelRect) -> Int { frame.y0 + (frame.height - height) / 2 }

  func centered(_ size: PixelSize, x: Int, in frame: PixelRect) -> PixelRect {
    PixelRect(x: x, y: middle(of: size.height, in: frame), width: size.width, height: size.height)
  }

  func centered(_ size: PixelSize, in frame: PixelRect) -> PixelRect {
    centered(size, x: frame.x0 + (frame.width - size.width) / 2, in: frame)
  }
}

extension String {
  /// `9:30`, `17:42`, `5:42 PM`: hours and minutes, and at most what half of the day it is.
  var isTimeOfDay: Bool {
    let scalars = Array(unicodeScalars.prefix(16))
    guard scalars.count <= 12, let mark = scalars.firstIndex(where: { $0 == ":" || $0 == "." }), (1...2).contains(mark),
      scalars.count >= mark + 3
    else { return false }
    let digits = scalars[..<mark] + scalars[(mark + 1)...(mark + 2)]
    guard digits.allSatisfy({ $0.properties.numericType == .decimal }) else { return false }
    let rest = scalars[(mark + 3)...]
    // A price has its currency behind it.
    return rest.isEmpty
      ? scalars[mark] == ":" : rest.first == " " && rest.dropFirst().allSatisfy(\.properties.isAlphabetic)
  }
}
