import Compositor
import Scene

/// The frames every engine is measured with.
struct FrameArtwork {
  enum Frame: String, CaseIterable {
    /// A full-screen opaque page at a new offset, a scroll indicator at 50 %, a header at 80 %.
    case scroll
    /// The same with its page cut into cards, as boards have it.
    case cards
    /// The page pulled down by 160: flat area, stripes, a ring under a pie, a turned spinner, a 25 % tint, indicator, header.
    case refresh
    /// One 320 x 96 card with a 96 x 48 toggle in it.
    case damage
    /// One of 64 x 24, a figure that counts, and one of 800 x 40, a line of text.
    case chip, strip
    /// The same figure over 1,280 cards that stand still: what layers cost that are looked at and not drawn.
    case still
    /// 320 and 1,280 small cards that all have moved, and 400 icons with soft edges over one colour.
    case many, crowd, icons

    /// What changes, nil when all does.
    fileprivate var card: PixelSize? {
      switch self {
      case .damage: PixelSize(width: 320, height: 96)
      case .chip, .still: PixelSize(width: 64, height: 24)
      case .strip: PixelSize(width: 800, height: 40)
      default: nil
      }
    }

    var isDamage: Bool { card != nil }

    /// Its layers leave something of the background to see, or are seen through: who draws layer over layer has to begin with that.
    var showsBackground: Bool { self == .many || self == .crowd || self == .icons }
  }

  /// As the viewer sees it.
  let size: PixelSize
  /// By turns; each somewhat longer than the panel, and cut as boards cut theirs: stored turned, a page in one piece has rows of which
  /// a part lies outside the panel, and processors read it ahead in vain (a third more on an AMD EPYC).
  private let pages: [[Pixmap]]
  /// Of which the yardstick copies.
  private let wholePages: [Pixmap]
  /// Cards, by turns too.
  private let tiles: [Pixmap]
  private let header: Pixmap
  private let stripes: Pixmap
  private let ring: Pixmap
  private let spinner: Pixmap
  private let cards: [Frame: [Pixmap]]
  private let toggle: Pixmap
  /// Cards of `many` and of `crowd`, and icons.
  private let small: [Frame: [Pixmap]]

  /// - Parameters:
  ///   - size: as the viewer sees it.
  ///   - orientation: of the panel; pictures are stored turned like it.
  ///   - isCold: several pages by turns.
  init(_ size: PixelSize, _ format: PixelFormat, _ orientation: Orientation = .degrees0, isCold: Bool) {
    self.size = size
    // Opaque pictures are kept in the panel's format. A warm frame finds the one before in the caches.
    func pictures(_ size: PixelSize, count: Int) -> [Pixmap] {
      let picture = pagePixmap(size)
      return (0..<(isCold ? 3 * count : count)).map { _ in
        picture.copy().converted(
          orientation: orientation, format: format.bytesPerPixel == 4 ? .argb8888 : .rgb565,
          dithered: format == .rgb565Dithered)
      }
    }
    let length = size.height + FrameArtwork.reach
    let parts = stride(from: 0, to: length, by: FrameArtwork.partHeight).map { top in
      pictures(PixelSize(width: size.width, height: min(FrameArtwork.partHeight, length - top)), count: 1)
    }
    pages = parts[0].indices.map { page in parts.map { $0[page] } }
    wholePages = pictures(PixelSize(width: size.width, height: length), count: 1)
    tiles = pictures(
      PixelSize(width: size.width, height: FrameArtwork.tileHeight), count: size.height / FrameArtwork.tileHeight + 2)
    func stored(_ pixmap: Pixmap) -> Pixmap { pixmap.converted(orientation: orientation) }
    header = stored(pagePixmap(PixelSize(width: size.width, height: 96)))
    stripes = stored(
      Pixmap(size: PixelSize(width: 32, height: 32)) { x, y in
        Pixel(Color(red: 20, green: 40, blue: 60, alpha: (x + y) % 32 < 16 ? 60 : 0))
      })
    ring = stored(spritePixmap(144, border: 0, inner: 56))
    spinner = stored(spritePixmap(128, border: 2, inner: 20))
    var cards: [Frame: [Pixmap]] = [:]
    for frame in Frame.allCases {
      guard let card = frame.card else { continue }
      cards[frame] = [3, 9].map { k in
        stored(
          Pixmap(size: card, isOpaque: true) { x, y in
            Pixel(word: 0xFF00_0000 | UInt32(x * k % 256) << 8 | UInt32(y))
          })
      }
    }
    self.cards = cards
    toggle = stored(spritePixmap(96, border: 0))
    small = [
      .many: pictures(FrameArtwork.cell(size, 20, 16), count: 8),
      .crowd: pictures(FrameArtwork.cell(size, 40, 32), count: 8),
      .icons: (0..<8).map { _ in stored(spritePixmap(32, border: 0)) },
    ]
  }

  /// Of so many cards beside and below each other, with gaps.
  private static func cell(_ size: PixelSize, _ columns: Int, _ rows: Int) -> PixelSize {
    PixelSize(width: size.width / columns - 4, height: size.height / rows - 4)
  }

  private func addGrid(_ scene: inout Scene, _ frame: Frame, _ columns: Int, _ rows: Int, round: Int) {
    guard let pictures = small[frame] else { return }
    let (width, height) = (size.width / columns, size.height / rows)
    let shift = round * 7 % height
    // Without a division for each layer, which would be counted as the engine's.
    var (index, next) = (0, round % pictures.count)
    for row in 0..<rows {
      for column in 0..<columns {
        // Icons stand anywhere.
        let dx = frame == .icons ? index * 37 % 23 : 2
        let dy = frame == .icons ? index * 53 % 19 : 2
        scene.add(.pixmap(pictures[next], x: column * width + dx, y: row * height - shift + dy))
        index += 1
        next = next + 1 == pictures.count ? 0 : next + 1
      }
    }
  }

  /// Fills `scene` with a frame; like a program does, in memory that is kept.
  ///
  /// - Parameters:
  ///   - number: which of the pictures are shown; others than in the frames before, so that no engine finds its pixels in the cache.
  ///   - round: where everything stands.
  func fill(_ scene: inout Scene, _ frame: Frame, number: Int, round: Int) {
    scene.removeAll()
    let headerHeight = header.size.height
    let indicatorY = headerHeight + 8 + round * 3 % max(size.height - headerHeight - 216, 1)
    let indicator = Layer.fill(
      .black, PixelRect(x: size.width - 14, y: indicatorY, width: 8, height: 200), opacity: 0.5)
    switch frame {
    case .scroll:
      addPage(&scene, number, round, PixelRect(size))
      scene.add(indicator)
    case .cards:
      var y = -(round * FrameArtwork.step % FrameArtwork.tileHeight)
      var next = number * (size.height / FrameArtwork.tileHeight + 2)
      while y < size.height {
        scene.add(.pixmap(tiles[next % tiles.count], x: 0, y: y))
        y += FrameArtwork.tileHeight
        next += 1
      }
      scene.add(indicator)
    case .refresh:
      addRefresh(&scene, number, round)
      scene.add(indicator)
    case .many: return addGrid(&scene, frame, 20, 16, round: round)
    case .crowd: return addGrid(&scene, frame, 40, 32, round: round)
    case .icons: return addGrid(&scene, frame, 25, 16, round: round)
    case .damage, .chip, .strip, .still:
      if frame == .still {
        addGrid(&scene, .crowd, 40, 32, round: 0)
      } else {
        addPage(&scene, 0, 0, PixelRect(size))
      }
      guard let place = damage(frame), let card = cards[frame]?[round & 1] else { return }
      scene.add(.pixmap(card, x: place.x0, y: place.y0))
      if frame == .damage {
        scene.add(
          Layer(
            .pixmap(toggle),
            frame: PixelRect(x: place.x0 + 120 + (round & 15), y: place.y0 + 24, width: 96, height: 48)))
      }
    }
    scene.add(.pixmap(header, x: 0, y: 0, opacity: 0.8))
  }

  /// What changes in a frame; nil when all does.
  func damage(_ frame: Frame) -> PixelRect? {
    guard let card = frame.card else { return nil }
    return PixelRect(
      x: size.width / 2 - card.width / 2, y: size.height / 2 - 24, width: card.width, height: card.height)
  }

  /// The page the yardstick copies from, and the row at the panel's top.
  func yardstick(_ number: Int, round: Int) -> (page: Pixmap, row: Int) {
    (wholePages[number % wholePages.count], round * FrameArtwork.step % FrameArtwork.reach)
  }

  /// Shows a page in a part of the panel.
  private func addPage(_ scene: inout Scene, _ number: Int, _ round: Int, _ frame: PixelRect) {
    var top = frame.y0 - round * FrameArtwork.step % FrameArtwork.reach
    for part in pages[number % pages.count] {
      let bottom = min(top + part.size.height, frame.y1)
      let visible = PixelRect(x0: frame.x0, y0: max(top, frame.y0), x1: frame.x1, y1: bottom)
      if !visible.isEmpty { scene.add(Layer(.pixmap(part, sourceY: visible.y0 - top), frame: visible)) }
      top += part.size.height
    }
  }

  /// Rows of the parts of a page, as `Design.tileHeight`.
  private static let partHeight = 320
  /// Rows of a card.
  private static let tileHeight = 80
  /// How much further a page stands in each round, as in a fling; it comes to every place.
  private static let step = 37
  /// How far a page is scrolled: until its parts stand where they stood.
  private static let reach = partHeight

  private func addRefresh(_ scene: inout Scene, _ number: Int, _ round: Int) {
    let headerHeight = header.size.height
    let pageY = headerHeight + 160
    let area = PixelRect(x0: 0, y0: headerHeight, x1: size.width, y1: pageY)
    let center = Point(x: Double(size.width / 2), y: Double(headerHeight + 80))
    scene.add(.fill(Color(rgb: 0xE8E8E8), PixelRect(x0: 0, y0: 0, x1: size.width, y1: pageY)))
    addPage(&scene, number, round, PixelRect(x0: 0, y0: pageY, x1: size.width, y1: size.height))
    scene.add(Layer(.pattern(stripes, phaseX: round % 32), frame: area))
    scene.add(
      Layer(
        .pixmap(ring),
        frame: PixelRect(x: size.width / 2 - 72, y: headerHeight + 8, width: 144, height: 144),
        sector: Sector(center: center, start: -90, sweep: Double(round * 25 % 360))))
    scene.add(.sprite(spinner, center: center, degrees: Double(round * FrameArtwork.step), clip: area))
    scene.add(
      .fill(
        Color(rgb: 0x000028), PixelRect(x0: 0, y0: headerHeight, x1: size.width, y1: size.height), opacity: 0.25))
  }
}

/// How far a peer's pixels are from ours in a frame, drawn over another as on a panel: the largest difference of a channel, and how many
/// pixels differ by more than 8.
func difference(_ artwork: FrameArtwork, _ frame: FrameArtwork.Frame, _ engine: PeerPainter.Engine) -> (
  most: Int, far: Int
) {
  let buffers = Buffers(artwork.size, .xrgb8888, count: 2)
  var compositor = Compositor(size: artwork.size, format: .xrgb8888)
  var scene = Scene(size: artwork.size)
  let painter = PeerPainter(buffers)
  for number in 30...31 {
    artwork.fill(&scene, frame, number: number, round: number)
    _ = compositor.draw(scene, into: buffers.surface(0), age: 0)
    painter.prepare(scene, showsBackground: frame.showsBackground)
    painter.draw(engine, into: 1, clip: PixelRect(artwork.size))
  }
  var most = 0
  var far = 0
  for index in 0..<artwork.size.area {
    let (a, b) = unsafe (buffers.words(0)[index], buffers.words(1)[index])
    if (a ^ b) & 0xFF_FFFF == 0 { continue }
    var worst = 0
    for shift in [UInt32(0), 8, 16] {
      worst = max(worst, abs(Int(a >> shift & 255) - Int(b >> shift & 255)))
    }
    most = max(most, worst)
    if worst > 8 { far += 1 }
  }
  return (most, far)
}
