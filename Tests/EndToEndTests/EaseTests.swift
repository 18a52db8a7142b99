#if Preview
  import Board
  import Demo
  import Kiosk
  import Motion
  import Panel
  import Refresh
  import Scene
  import StubServer
  import TestSupport
  import Testing
  import Vitrine

  extension VirtualKiosk {
    /// A finger on the symbol.
    fileprivate mutating func tapSymbol() { tap(Point(x: 4, y: Double(size.height) - 4)) }

    fileprivate mutating func tap(_ point: Point) {
      play({ $0.tap(point) }, tail: 1)
      settle()
    }

    /// Where a page's row lies on the glass.
    fileprivate func onGlass(_ frame: PixelRect) -> PixelRect {
      frame.offset(dx: 0, dy: viewport.y0 - frontRow)
    }

    /// A finger on what can be chosen, which is scrolled to if need be.
    fileprivate mutating func choose(_ choice: Ease.Choice, part: Int = 0) throws {
      let id = CardID(place: Ease.symbol.place - 1 - choice.rawValue)
      for _ in 0..<12 {
        let block = try #require(shownPage.blocks.first { $0.id == id })
        let parts = block.control?.parts ?? []
        let frame = onGlass(parts.indices.contains(part) ? parts[part] : block.frame)
        // What is higher than that is pressed where it is seen.
        let seen = frame.intersection(viewport)
        if seen.height >= min(frame.height, viewport.height / 2) {
          return tap(Point(x: Double(seen.x0 + seen.x1) / 2, y: Double(seen.y0 + seen.y1) / 2))
        }
        drag(up: frame.y1 > viewport.y1)
      }
      Issue.record("\(choice) is not reached")
    }

    /// A finger that goes a part of what is shown, and rests before it lifts.
    fileprivate mutating func drag(up isUp: Bool) {
      let x = Double(size.width) / 2
      let middle = Double(viewport.y0 + viewport.y1) / 2
      let (high, low) = (middle - Double(viewport.height) / 5, middle + Double(viewport.height) / 5)
      play(
        {
          $0.down(Point(x: x, y: isUp ? low : high))
          $0.move(to: Point(x: x, y: isUp ? high : low), over: 0.4)
          $0.wait(0.2)
          $0.up()
        }, tail: 0.6)
      settle()
    }
  }

  /// What somebody chooses on a panel, with a finger.
  @Suite struct EaseTests {
    private func shown(_ name: String, _ size: PixelSize) throws -> VirtualKiosk {
      let service = try OwnBoards.service()
      defer { service.stop() }
      return try OwnBoards.kiosk(
        OwnBoards.root + "/Boards/\(name).yaml", size: size, service, log: Log(), hasEase: true)
    }

    /// What it looks like: the symbol, its page, and the board behind it, larger, plainer, lower.
    @Test(arguments: [
      ("departures", PixelSize(width: 1280, height: 800)), ("lobby", PixelSize(width: 1080, height: 1920)),
      ("room", PixelSize(width: 800, height: 480)),
    ])
    func itLooksAsItDid(name: String, size: PixelSize) throws {
      var kiosk = try shown(name, size)
      expectGolden(try kiosk.picture(), "ease-\(name)-symbol")
      kiosk.tapSymbol()
      #expect(kiosk.showsDetail == true)
      expectGolden(try kiosk.picture(), "ease-\(name)-page")
      try kiosk.choose(.size, part: 2)
      try kiosk.choose(.contrast)
      expectGolden(try kiosk.picture(), "ease-\(name)-chosen")
      kiosk.tapSymbol()
      #expect(kiosk.showsDetail == false)
      expectGolden(try kiosk.picture(), "ease-\(name)-200")
    }

    /// What is read, wherever it stands.
    private static func words(_ kiosk: borrowing VirtualKiosk) -> Set<String> {
      Set(kiosk.spoken.cards.flatMap { [$0.name, $0.value ?? ""] + $0.notes }.filter { !$0.contains(":") })
    }

    /// All boards, as large as anybody wants them: they say what they said, on pages as wide as the panel, and can be scrolled to the end.
    @Test(arguments: OwnBoards.sizes.indices)
    func everyBoardIsReadAtEverySize(index: Int) throws {
      let (name, size) = OwnBoards.sizes[index]
      for size in [size, PixelSize(width: 480, height: 800)] {
        var kiosk = try shown(name, size)
        let words = Self.words(kiosk)
        for part in [1, 2] {
          kiosk.tapSymbol()
          try kiosk.choose(.size, part: part)
          if part == 2 { try kiosk.choose(.contrast) }
          kiosk.tapSymbol()
          #expect(Self.words(kiosk).isSuperset(of: words), "\(name) \(size) \(part)")
          #expect(kiosk.isComplete == true)
          let frames = kiosk.cardFrames.map(\.frame)
          #expect(frames.allSatisfy { $0.x0 >= 0 && $0.x1 <= size.width && $0.width > 0 && $0.height > 0 })
        }
      }
    }

    /// What all of a card's words are, one by one; nothing of what is drawn as a shape.
    private static func words(of card: Card) -> [String] {
      var texts = [card.title, card.subtitle, card.trail, card.badge, card.kind == .qr ? nil : card.text]
      switch card.figure {
      case .number(let number): texts += [number.value, number.unit]
      case .departure(let departure): texts += [departure.due, departure.unit, departure.cancelled]
      case .agenda(let entry): texts += [entry.start, entry.end]
      case .clock(let clock): texts += [clock.date]
      case .gauge(let gauge): texts += [gauge.value, gauge.unit, gauge.lowLabel, gauge.highLabel]
      case .range(let range): texts += [range.lowLabel, range.highLabel]
      case .forecast(let forecast): texts += forecast.days.flatMap { [$0.name, $0.lowLabel, $0.highLabel, $0.note] }
      case .control(let control): texts += [control.valueLabel] + control.options.map(\.label)
      default: break
      }
      return texts.compactMap(\.self).flatMap { written($0) }
    }

    /// Words as they are compared: without what only says how they are set.
    private static func written(_ text: String) -> [String] {
      let plain = String(String.UnicodeScalarView(text.unicodeScalars.filter { !(0x2066...0x2069).contains($0.value) }))
      return plain.replacing("’", with: "'").replacing("−", with: "-").replacing("**", with: "")
        .split(whereSeparator: \.isWhitespace).map { String($0) }
    }

    /// All boards, on panels that lie and that stand, at every size: each word of each card is seen on the glass, and none is cut off where
    /// somebody wants it larger; as the board has it, an ellipsis may stand for the end of a long text. What is left out of tables is looked
    /// at in `TableTests`; the axes of a chart are no words of the board.
    @Test(arguments: OwnBoards.sizes.indices)
    func everyWordIsSeenAtEverySize(index: Int) throws {
      let (name, own) = OwnBoards.sizes[index]
      for size in [own, PixelSize(width: 480, height: 800), PixelSize(width: 800, height: 480)] {
        var kiosk = try shown(name, size)
        for part in [nil, 1, 2] {
          if let part {
            kiosk.tapSymbol()
            try kiosk.choose(.size, part: part)
            kiosk.tapSymbol()
          }
          let drawn = kiosk.drawnWords
          #expect(!drawn.isEmpty)
          for card in drawn where card.card.kind != .table && card.card.kind != .chart {
            let seen = Set(card.texts.filter { $0.isWhole || part == nil }.flatMap { Self.written($0.words) })
            let missing = Self.words(of: card.card).filter { !seen.contains($0) }
            let cut = card.texts.filter { !$0.isWhole }.map(\.words)
            #expect(missing == [], "\(name) \(size) \(part ?? 0): \(card.card.kind), cut: \(cut)")
          }
        }
      }
    }

    /// The lower part of a standing panel is enough: everything that can be pressed comes there, and is pressed there, news are fetched
    /// by a pull, and all of it goes back.
    @Test(arguments: OwnBoards.sizes.indices)
    func theLowerPartIsEnough(index: Int) throws {
      let size = PixelSize(width: 480, height: 800)
      var kiosk = try shown(OwnBoards.sizes[index].name, size)
      kiosk.tapSymbol()
      // Of a small panel half of it, or a little more.
      let above = kiosk.rowsAbove
      #expect((320...480).contains(above))
      try kiosk.choose(.low)
      kiosk.tapSymbol()
      #expect(kiosk.rowsAbove == above && kiosk.showsDetail == false)
      let wanted = Set(kiosk.shownPage.blocks.filter { $0.isTappable || $0.control != nil }.map(\.id))
      var reached: Set<CardID> = []
      for _ in 0..<80 {
        for block in kiosk.shownPage.blocks where wanted.contains(block.id) {
          let frame = kiosk.onGlass(block.frame)
          if kiosk.viewport.contains(x: (frame.x0 + frame.x1) / 2, y: (frame.y0 + frame.y1) / 2) {
            reached.insert(block.id)
          }
        }
        let before = kiosk.frontRow
        kiosk.drag(up: true)
        if kiosk.frontRow == before { break }
      }
      #expect(reached == wanted)
      for _ in 0..<80 where kiosk.frontRow > 0 { kiosk.drag(up: false) }
      let x = Double(size.width) / 2
      kiosk.play({
        $0.down(Point(x: x, y: 600))
        $0.move(to: Point(x: x, y: 795), over: 0.4)
      })
      #expect([.armed, .refreshing, .finishing].contains(kiosk.refreshPhase.kind))
      kiosk.play(finger: Point(x: x, y: 795), { $0.up() }, tail: 4)
      kiosk.settle()
      kiosk.play(seconds: 300)
      #expect(kiosk.rowsAbove == 0)
    }

    /// Keys alone choose all of it, on the largest text too.
    @Test func keysAreEnough() throws {
      var kiosk = try shown("lobby", PixelSize(width: 480, height: 800))
      func press(_ keys: InputEvent.Key...) {
        for key in keys {
          kiosk.schedule([.key(key, time: kiosk.seconds + 0.01)])
          kiosk.play(seconds: 0.6)
        }
        kiosk.settle()
      }
      press(.previous, .enter)
      #expect(kiosk.showsDetail == true)
      // The header, three sizes.
      press(.next, .next, .next, .next, .enter)
      press(.next, .enter)
      press(.back)
      kiosk.play(seconds: 1)
      kiosk.settle()
      #expect(kiosk.showsDetail == false)
      var plain = try shown("lobby", PixelSize(width: 480, height: 800))
      plain.settle()
      #expect(kiosk.headerHeight > plain.headerHeight)
      #expect(try kiosk.color(x: 1, y: 400) == 0 || kiosk.color(x: 1, y: 400) == 0xFF_FFFF)
    }

    /// Panels of any size and turn, many pages, very many rows, a script that runs the other way: keys choose all of it, and go back.
    @Test(arguments: [
      (PixelSize(width: 120, height: 120), Orientation.degrees0, "en", 1),
      (PixelSize(width: 64, height: 480), .degrees0, "en", 3),
      (PixelSize(width: 480, height: 160), .degrees180, "ja", 2),
      (PixelSize(width: 320, height: 480), .degrees90, "ar", 24),
      (PixelSize(width: 1920, height: 360), .degrees270, "he", 12),
    ])
    func anyPanelIsEased(size: PixelSize, orientation: Orientation, language: String, pages: Int) throws {
      let stage = Stage()
      stage.server.on("/list.json", .reply(Stage.items(0..<2_000)))
      let page =
        "  - cards: [header: {title: Station, subtitle: Departures, clock: true}, row: {each: list, title: \"{name}\", tap: detail}]\n"
      var kiosk = try stage.kiosk(
        """
        board: Station
        access: true
        language: \(language)
        sources: {list: {url: "${SERVER}/list.json", items: items, key: id, every: 1h}}
        detail: [text: {text: "{note}"}]
        pages:
        \(String(repeating: page, count: pages))
        """, size: size, orientation: orientation)
      kiosk.settle()
      func press(_ keys: InputEvent.Key...) {
        for key in keys {
          kiosk.schedule([.key(key, time: kiosk.seconds + 0.01)])
          kiosk.play(seconds: 0.6)
        }
        kiosk.settle()
      }
      let before = kiosk.headerHeight
      press(.previous, .enter)
      #expect(kiosk.showsDetail == true)
      #expect((kiosk.rowsAbove > 0) == (size.height > size.width))
      // The header, three sizes, contrast.
      press(.next, .next, .next, .next, .enter, .next, .enter, .back)
      kiosk.play(seconds: 1)
      kiosk.settle()
      #expect(kiosk.showsDetail == false && kiosk.rowsAbove == 0 && kiosk.isComplete == true)
      // On a low panel it was as high as half of it lets it be.
      #expect(kiosk.headerHeight >= before || kiosk.headerHeight == 0)
      press(.end)
      kiosk.play(seconds: 3)
      kiosk.settle()
      #expect(kiosk.offset > 0 && kiosk.isComplete == true)
      kiosk.play(seconds: 300)
      kiosk.settle()
      #expect(kiosk.headerHeight == before && kiosk.showsNotice == false)
    }

    /// Whatever control the board has, with less motion it is signs that stand still; it looks as it did, at every moment of a pull.
    @Test(arguments: ["compass", "letters"])
    func aPullStandsStill(style: String) throws {
      let stage = Stage()
      stage.server.on("/list.json", .reply(Stage.items(0..<8)))
      var kiosk = try stage.kiosk(
        Stage.listBoard.replacing("style: compass", with: "style: \(style)") + "\naccess: true\n",
        size: PixelSize(width: 480, height: 640), answers: .scripted(.offline, after: 3))
      kiosk.tapSymbol()
      try kiosk.choose(.still)
      kiosk.tapSymbol()
      kiosk.schedule(kiosk.pullGesture(toRatio: 0.8, start: kiosk.seconds + 0.05))
      kiosk.play(seconds: 1)
      expectGolden(try kiosk.picture(), "still-\(style)-pull")
      let top = 160.0
      kiosk.schedule([
        .touch(
          TouchEvent(
            phase: .motion, contact: 0, position: Point(x: 240, y: top + kiosk.travel(toPullRatio: 1.2)),
            time: kiosk.seconds + 0.05))
      ])
      kiosk.play(seconds: 0.5)
      expectGolden(try kiosk.picture(), "still-\(style)-release")
      kiosk.schedule([
        .touch(
          TouchEvent(
            phase: .up, contact: 0, position: Point(x: 240, y: top + kiosk.travel(toPullRatio: 1.2)),
            time: kiosk.seconds + 0.05))
      ])
      kiosk.play(seconds: 0.4)
      // Nothing goes anywhere now: the header is open, and the dots dim where they are.
      let open = kiosk.offset
      #expect(open < 0)
      kiosk.play(seconds: 1)
      #expect(kiosk.offset == open)
      expectGolden(try kiosk.picture(), "still-\(style)-meanwhile")
      kiosk.play(seconds: 2.2)
      #expect(kiosk.offset == open)
      expectGolden(try kiosk.picture(), "still-\(style)-offline")
      kiosk.play(seconds: 4)
      #expect(kiosk.offset == 0)
    }

    /// Nobody answers: the board is as it was, for whoever comes next.
    @Test func whoComesNextFindsTheBoard() throws {
      var kiosk = try shown("departures", PixelSize(width: 1280, height: 800))
      let before = try kiosk.picture()
      kiosk.tapSymbol()
      try kiosk.choose(.size, part: 2)
      kiosk.tapSymbol()
      kiosk.play(seconds: 101)
      #expect(kiosk.showsNotice == true)
      expectGolden(try kiosk.picture(), "ease-still-there")
      kiosk.play({ $0.tap(Point(x: 640, y: 780)) }, tail: 1)
      kiosk.settle()
      #expect(kiosk.showsNotice == false)
      kiosk.play(seconds: 101)
      #expect(kiosk.showsNotice == true)
      kiosk.play(seconds: 25)
      kiosk.settle()
      #expect(kiosk.showsNotice == false && kiosk.showsDetail == false)
      #expect(try kiosk.picture().size == before.size)
      #expect(kiosk.cardFrames.map(\.frame.x1).max() == 1280 - kiosk.cardFrames.map(\.frame.x0).min()!)
    }
  }

  /// Nothing on the panel flashes more than three times in a second over more than a small part of what somebody sees.
  ///
  /// Source: WCAG 2.1, 2.3.1: a flash is a pair of opposing changes of relative luminance by a tenth or more whose darker picture is below
  /// 0.8; a quarter of ten degrees of sight may flash, which at arm's length is a sixth of a panel of 7 inches.
  @Suite struct FlashTests {
    private static let cases = RefreshStyles.builtIn.names.flatMap { style in
      RefreshOutcome.allCases.map { (style, $0) }
    }

    @Test(arguments: cases.indices)
    func nothingFlashes(index: Int) throws {
      let (style, outcome) = Self.cases[index]
      let stage = Stage()
      stage.server.on("/list.json", .reply(Stage.items(0..<8)))
      let size = PixelSize(width: 480, height: 320)
      var worst = 0
      for mode in ["dark", "light"] {
        var kiosk = try stage.kiosk(
          Stage.listBoard.replacing("style: compass", with: "style: \(style)").replacing(
            "mode: dark", with: "mode: \(mode)"),
          size: size, answers: .scripted(outcome, after: 2))
        var counter = FlashCounter(size: size)
        kiosk.schedule(kiosk.pullGesture(toRatio: 1.3, start: kiosk.seconds + 0.05))
        let lift = kiosk.seconds + 0.8
        var hasLifted = false
        let end = kiosk.seconds + 7
        while kiosk.seconds < end {
          kiosk.play(seconds: 1.0 / 30)
          if !hasLifted, kiosk.seconds > lift {
            hasLifted = true
            let place = Point(x: 240, y: 80 + kiosk.travel(toPullRatio: 1.3))
            kiosk.schedule([
              .touch(TouchEvent(phase: .up, contact: 0, position: place, time: kiosk.seconds + 0.01))
            ])
          }
          counter.take(try kiosk.picture(), at: kiosk.seconds)
        }
        worst = max(worst, counter.most)
      }
      #expect(
        worst <= size.width * size.height / 16 / 6, "\(style) \(outcome): \(worst) of \(480 * 320 / 16) places flash")
    }

    /// What the count is worth: a panel that blinks five times in a second is found, one that blinks twice is not.
    @Test(arguments: [(5, true), (2, false)])
    func blinkingIsFound(perSecond: Int, isFound: Bool) {
      let size = PixelSize(width: 64, height: 64)
      var counter = FlashCounter(size: size)
      for frame in 0..<90 {
        let isLit = frame * 2 * perSecond / 30 % 2 == 0
        counter.take(
          Pixmap(size: size, isOpaque: true) { _, _ in Pixel(word: isLit ? 0xFFFF_FFFF : 0xFF00_0000) },
          at: Double(frame) / 30)
      }
      #expect((counter.most > 0) == isFound)
    }
  }

  /// Counts, for one place in sixteen, how often it has flashed within a second.
  private struct FlashCounter {
    fileprivate struct Place {
      /// The last turning point of its light.
      var extreme = -1.0
      var direction = 0
      /// When it last changed by a tenth, the latest last.
      var changes: [Double] = []
    }

    private let size: PixelSize
    private var places: [Place]
    /// The most that flashed in the same second.
    private(set) var most = 0
    private static let step = 4

    init(size: PixelSize) {
      self.size = size
      places = Array(repeating: Place(), count: size.width / Self.step * (size.height / Self.step))
    }

    mutating func take(_ picture: Pixmap, at time: Double) {
      var flashing = 0
      let columns = size.width / Self.step
      for index in places.indices {
        let word = picture.pixel(x: index % columns * Self.step, y: index / columns * Self.step).word
        places[index].note(Color(rgb: word & 0xFF_FFFF).luminance, at: time)
        // Three flashes are six opposing changes.
        if places[index].changes.count > 6 { flashing += 1 }
      }
      most = max(most, flashing)
    }
  }

  extension FlashCounter.Place {
    fileprivate mutating func note(_ light: Double, at time: Double) {
      changes.removeAll { $0 <= time - 1 }
      guard extreme >= 0 else {
        extreme = light
        return
      }
      let change = light - extreme
      if change * Double(direction) > 0 {
        extreme = light
      } else if abs(change) >= 0.1, min(light, extreme) < 0.8 {
        direction = change > 0 ? 1 : -1
        extreme = light
        changes.append(time)
      }
    }
  }
#endif
