#if Preview
  import Board
  import Demo
  import Glibc
  import Images
  import Kiosk
  import Panel
  import Scene
  import Scratch
  import TestSupport
  import Testing
  import Vitrine

  /// Every board of the project at eight sizes, by day and by night: what a person looks at before a release, and what can be measured
  /// of it.
  private enum Sheet {
    static let sizes = [
      PixelSize(width: 480, height: 800), PixelSize(width: 800, height: 480), PixelSize(width: 1280, height: 800),
      PixelSize(width: 1080, height: 1920), PixelSize(width: 1920, height: 1080), PixelSize(width: 480, height: 1920),
      PixelSize(width: 3840, height: 2160), PixelSize(width: 1920, height: 480),
    ]

    static let boards = OwnBoards.sizes.map(\.name)

    /// A card on the panel, in its pixels.
    struct Shown {
      var place: Int
      var frame: PixelRect
    }

    /// A board in another directory, by day or by night whatever it says itself.
    static func copy(_ board: String, mode: String, to directory: String) throws -> String {
      let boards = OwnBoards.root + "/Boards"
      for folder in ["data", "styles"] {
        let link = unsafe symlink("\(boards)/\(folder)", "\(directory)/\(folder)")
        #expect(link == 0)
      }
      var lines = String(decoding: try readFile("\(boards)/\(board).yaml"), as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      if let theme = lines.firstIndex(where: { $0.hasPrefix("theme: {") }) {
        for other in ["light", "dark", "auto"] { lines[theme].replace("mode: \(other)", with: "mode: \(mode)") }
        if !lines[theme].contains("mode:") { lines[theme].replace("theme: {", with: "theme: {mode: \(mode), ") }
      } else {
        lines.append("theme: {mode: \(mode)}")
      }
      let path = "\(directory)/\(board).yaml"
      try writeFile(path, Array(lines.joined(separator: "\n").utf8))
      return path
    }

    static func read(_ path: String, _ service: DemoService) throws -> (BoardSource, BoardFile) {
      let source = BoardSource(path: path, settings: ["DEMO": service.url])
      return (source, try #require(try source.read().board))
    }

    /// A panel with as few pixels as its letters can have: the same layout as on the panel of `size`.
    static func kiosk(_ board: BoardFile, _ source: BoardSource, _ size: PixelSize) -> VirtualKiosk {
      let share = 0.5 / (RealSize.fitting(size) * (board.theme.scale ?? 1))
      let small = PixelSize(width: Int(Double(size.width) * share), height: Int(Double(size.height) * share))
      return VirtualKiosk(
        board: board, source: source,
        options: PanelOptions(mode: DisplayMode(size: small), scale: 0.5, fonts: Stage.fonts), start: Stage.start,
        log: { _ in })
    }

    /// Cells of a grid that stand alone where others of it stand three to a line.
    static func loneCells(_ cards: [Shown], of page: Page) -> [Int] {
      var lone: [Int] = []
      for (place, template) in page.cards.enumerated() where template.columns > 1 {
        let lines = Dictionary(grouping: cards.filter { $0.place == place }, by: \.frame.y0).values.map(\.count)
        if lines.contains(1), lines.contains(where: { $0 > 2 }) { lone.append(place) }
      }
      return lone
    }

    /// How much of a panel its header and its cards take.
    static func coverage(_ cards: [Shown], below header: Int, of panel: PixelSize) -> Double {
      var (covered, all) = (0, 0)
      for y in stride(from: 0, to: panel.height, by: 3) {
        let line = cards.filter { $0.frame.y0 <= y && y < $0.frame.y1 }
        for x in stride(from: 0, to: panel.width, by: 3) {
          all += 1
          if y < header || line.contains(where: { $0.frame.x0 <= x && x < $0.frame.x1 }) { covered += 1 }
        }
      }
      return Double(covered) / Double(max(all, 1))
    }
  }

  extension Pixmap {
    /// Half as wide and half as high; each pixel is the mean of four.
    fileprivate var halved: Pixmap {
      let all = words(in: bounds)
      let width = size.width
      return Pixmap(size: PixelSize(width: width / 2, height: size.height / 2), isOpaque: true) { x, y in
        let first = 2 * y * width + 2 * x
        let (a, b, c, d) = (all[first], all[first + 1], all[first + width], all[first + width + 1])
        // Two colours at a time, with room for their sums.
        let outer = (a & 0xFF00FF) + (b & 0xFF00FF) + (c & 0xFF00FF) + (d & 0xFF00FF) + 0x2_0002
        let inner = (a & 0xFF00) + (b & 0xFF00) + (c & 0xFF00) + (d & 0xFF00) + 0x200
        return Pixel(word: 0xFF00_0000 | outer >> 2 & 0xFF00FF | inner >> 2 & 0xFF00)
      }
    }
  }

  /// Pictures beside each other in lines of four, on grey.
  private func contactSheet(_ pictures: [Pixmap]) -> Pixmap {
    let gap = 4
    var places: [(picture: Pixmap, x: Int, y: Int)] = []
    var (width, y) = (0, gap)
    for line in stride(from: 0, to: pictures.count, by: 4) {
      var x = gap
      for picture in pictures[line..<min(line + 4, pictures.count)] {
        places.append((picture, x, y))
        x += picture.size.width + gap
      }
      width = max(width, x)
      y += (pictures[line..<min(line + 4, pictures.count)].map(\.size.height).max() ?? 0) + gap
    }
    let size = PixelSize(width: width, height: y)
    var sheet = [UInt32](repeating: 0xFF80_8080, count: size.area)
    for (picture, left, top) in places {
      let words = picture.words(in: picture.bounds)
      for row in 0..<picture.size.height {
        let start = (top + row) * width + left
        sheet.replaceSubrange(
          start..<start + picture.size.width,
          with: words[row * picture.size.width..<(row + 1) * picture.size.width])
      }
    }
    return Pixmap(size: size, isOpaque: true) { x, y in Pixel(word: sheet[y * width + x]) }
  }

  @Test(arguments: Sheet.boards, ["light", "dark"])
  func everyBoardLooksDrawnForEverySize(board: String, mode: String) throws {
    let place = TemporaryDirectory()
    let path = try Sheet.copy(board, mode: mode, to: place.path)
    var pictures: [Pixmap] = []
    for size in Sheet.sizes {
      // What the demo's service says follows from how often it was asked.
      let service = try OwnBoards.service()
      defer { service.stop() }
      let (source, file) = try Sheet.read(path, service)
      let kiosk = Sheet.kiosk(file, source, size)
      #expect(kiosk.isComplete == true)
      pictures.append(try kiosk.picture().halved)
      let cards = kiosk.cardFrames.map {
        Sheet.Shown(place: $0.card.place, frame: $0.frame.offset(dx: 0, dy: kiosk.headerHeight))
      }
      let page = file.pages[kiosk.page]
      let panel = kiosk.size
      let pages = file.hasPagesSideBySide ? file.pages.count : 1
      let symbol = file.hasEase ? PageOffer.symbolRow(scale: kiosk.scale, panel: panel.height) : 0
      let row = max(Int(PageOffer.rowHeight(pages: pages, hasIcons: false) * kiosk.scale), symbol)
      if page.shape.isFilled {
        let end = panel.height - row
        let cut = cards.filter { $0.frame.y0 < end && $0.frame.y1 > end }
        #expect(cut.allSatisfy { 3 * ($0.frame.y1 - end) >= $0.frame.height }, "\(board) at \(size): \(cut)")
      }
      #expect(Sheet.loneCells(cards, of: page) == [], "\(board) at \(size)")
      guard size == PixelSize(width: 1920, height: 1080) else { continue }
      let share = Sheet.coverage(cards, below: kiosk.headerHeight, of: panel)
      #expect(share >= 0.7, "\(board) covers \(share) of the panel")
    }
    expectGolden(contactSheet(pictures), "sheet-\(board)-\(mode)")
  }
#endif
