#if Preview
  import Board
  import Demo
  import Kiosk
  import Motion
  import Scene
  import StubServer
  import TestSupport
  import Testing
  import Vitrine

  extension VirtualKiosk {
    fileprivate mutating func press(_ keys: InputEvent.Key...) {
      for key in keys {
        schedule([.key(key, time: seconds + 0.01)])
        play(seconds: 0.6)
      }
      settle()
    }
  }

  /// Boards by keys alone.
  @Suite struct FocusTests {
    private func shown(_ name: String, _ size: PixelSize) throws -> VirtualKiosk {
      let service = try OwnBoards.service()
      defer { service.stop() }
      return try OwnBoards.kiosk(OwnBoards.root + "/Boards/\(name).yaml", size: size, service, log: Log())
    }

    /// What the ring looks like on cards, on one part of a control, and on what stands at the end of the page.
    @Test func theRingIsSeen() throws {
      var kiosk = try shown("homeassistant", PixelSize(width: 800, height: 480))
      kiosk.press(.down)
      expectGolden(try kiosk.picture(), "focus-first")
      kiosk.press(.down, .down)
      expectGolden(try kiosk.picture(), "focus-below")
      kiosk.press(.previous, .previous, .previous)
      expectGolden(try kiosk.picture(), "focus-last")
    }

    /// A detail page is opened, left by its header, and the ring is back where it was.
    @Test func aDetailPageIsOpenedAndLeft() throws {
      var kiosk = try shown("news", PixelSize(width: 480, height: 800))
      kiosk.press(.down, .enter)
      kiosk.play(seconds: 1)
      #expect(kiosk.showsDetail == true)
      let open = try kiosk.picture()
      kiosk.press(.next)
      expectGolden(try kiosk.picture(), "focus-detail")
      #expect(differences(open, try kiosk.picture()) > 0)
      kiosk.press(.enter)
      kiosk.play(seconds: 1)
      #expect(kiosk.showsDetail == false && kiosk.focusFrame != nil)
    }

    @Test func aQuestionIsAnsweredByKeys() throws {
      let stage = Stage()
      stage.server.on("/book", .reply("{}"))
      stage.server.on("/room.json", .reply("{}"))
      var kiosk = try stage.kiosk(
        """
        board: Room
        theme: {mode: light, scale: 1}
        sources: {room: {url: "${SERVER}/room.json", every: 1h}}
        cards:
          - button: {text: Book 30 minutes, confirm: Book Ada?, post: "${SERVER}/book"}
        """, size: PixelSize(width: 480, height: 480))
      kiosk.settle()
      kiosk.press(.down, .enter)
      kiosk.play(seconds: 1)
      #expect(kiosk.showsQuestion == true)
      kiosk.press(.right)
      expectGolden(try kiosk.picture(), "focus-question")
      kiosk.press(.right, .enter)
      kiosk.play(seconds: 1)
      kiosk.settle()
      #expect(kiosk.showsQuestion == false && stage.server.requests("/book").count == 1)
    }

    /// On all boards, upright and wide: whatever can be pressed by a finger is reached by one key, and is in sight then.
    @Test(arguments: OwnBoards.sizes.indices)
    func everythingIsReached(index: Int) throws {
      for size in [OwnBoards.sizes[index].size, PixelSize(width: 480, height: 800)] {
        var kiosk = try shown(OwnBoards.sizes[index].name, size)
        let blocks = kiosk.shownPage.blocks.filter { $0.isTappable || $0.control != nil }
        let most = blocks.reduce(kiosk.hasSymbol ? 1 : 0) { $0 + max($1.control?.parts.count ?? 1, 1) }
        var seen: Set<PixelRect> = []
        var read: [CardID] = []
        for _ in 0..<most {
          kiosk.press(.next)
          if let card = kiosk.focusCard, card != read.last { read.append(card) }
          if let frame = kiosk.focusFrame {
            seen.insert(frame)
            let rows = Int(kiosk.offset * kiosk.scale)..<Int(kiosk.offset * kiosk.scale) + size.height
            #expect(frame.height > size.height / 2 || rows.contains(frame.y0) || rows.contains(frame.y1), "\(frame)")
          }
        }
        #expect(seen.count == most)
        // In the order in which the page is read to who does not see it.
        let order = kiosk.spoken.cards.filter { $0.action != nil }.map(\.card)
        #expect(order.isEmpty == read.isEmpty)
        if let first = read.first {
          let start = try #require(order.firstIndex(of: first))
          #expect(read == Array(order[start...] + order[..<start]))
        }
        // And a touch takes the ring away.
        kiosk.press(.home)
        kiosk.play({ $0.tap(Point(x: 1, y: Double(size.height) / 2)) }, tail: 1)
        kiosk.settle()
        #expect(kiosk.focusFrame == nil)
      }
    }
  }
#endif
