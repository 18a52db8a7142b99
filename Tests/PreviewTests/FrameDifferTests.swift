#if Preview
  import NIOCore
  @testable import Preview
  import Scene
  import TestSupport
  import Testing

  @Suite struct FrameDifferTests {
    /// One viewer fed by one differ.
    private struct Pair {
      var differ = FrameDiffer()
      var viewer = ViewerModel()
      var sequence: UInt64 = 0
      var bytes = 0

      mutating func show(_ buffer: PixelBuffer, _ orientation: Orientation) throws -> Bool {
        sequence += 1
        var out = ByteBuffer()
        let frame = PublishedFrame(pixels: buffer, orientation: orientation, sequence: sequence)
        let isSent = differ.write(frame, into: &out)
        bytes = out.readableBytes
        if isSent { try viewer.apply(Array(out.readableBytesView)) }
        return isSent
      }
    }

    /// Whatever happens between two frames, the viewer shows the newest exactly.
    @Test(arguments: Orientation.allCases, [UInt64(1), 2, 3])
    func viewerEqualsFrame(orientation: Orientation, seed: UInt64) throws {
      var random = SplitMix64(seed: seed)
      var board = Board(size: PixelSize(width: 210, height: 170))
      var pair = Pair()
      for step in 0..<24 {
        switch Int.random(in: 0..<6, using: &random) {
        case 0, 1: board.scroll += Int.random(in: -60...60, using: &random)
        case 2: board.swipe += Int.random(in: -90...90, using: &random)
        case 3:
          let x = Int.random(in: 0..<200, using: &random)
          let y = Int.random(in: 0..<160, using: &random)
          board.patch = PixelRect(x: x, y: y, width: 30, height: 1).intersection(PixelRect(board.size))
          board.patchColor = UInt32.random(in: 0...0xFF_FFFF, using: &random)
          board.scroll += 5
        case 4: board.header = Int.random(in: 0...80, using: &random)
        default:
          if step % 4 == 0 { board.size = PixelSize(width: Int.random(in: 1...260, using: &random), height: 150) }
        }
        let buffer = board.stored(orientation)
        _ = try pair.show(buffer, orientation)
        #expect(pair.viewer.pixels == buffer.words)
        #expect(pair.viewer.size == buffer.size)
        #expect(pair.viewer.orientation == orientation.rawValue)
      }
    }

    @Test(arguments: Orientation.allCases, [-37, -5, 3, 61])
    func scrollingMovesWhatIsThere(orientation: Orientation, distance: Int) throws {
      var board = Board(size: PixelSize(width: 256, height: 240))
      board.scroll = 500
      var pair = Pair()
      _ = try pair.show(board.stored(orientation), orientation)
      let full = pair.bytes
      board.scroll += distance
      let buffer = board.stored(orientation)
      #expect(try pair.show(buffer, orientation))
      #expect(pair.viewer.pixels == buffer.words)
      #expect(pair.viewer.moves > 0)
      // The strip that came into view is at most 61 of 200 rows.
      #expect(pair.bytes * 2 < full)
    }

    @Test(arguments: Orientation.allCases)
    func turningAPageMovesAcross(orientation: Orientation) throws {
      var board = Board(size: PixelSize(width: 300, height: 240), header: 0)
      var pair = Pair()
      _ = try pair.show(board.stored(orientation), orientation)
      board.swipe += 23
      let buffer = board.stored(orientation)
      #expect(try pair.show(buffer, orientation))
      #expect(pair.viewer.pixels == buffer.words)
      #expect(pair.viewer.moves > 0)
    }

    @Test func somethingThatStandsStillDoesNotHideTheScroll() throws {
      var board = Board(size: PixelSize(width: 320, height: 240))
      board.patch = PixelRect(x: 300, y: 60, width: 4, height: 150)
      var pair = Pair()
      _ = try pair.show(board.stored(.degrees0), .degrees0)
      board.scroll += 9
      let buffer = board.stored(.degrees0)
      #expect(try pair.show(buffer, .degrees0))
      #expect(pair.viewer.pixels == buffer.words)
      #expect(pair.viewer.moves > 0)
    }

    @Test func theSameFrameIsNotSent() throws {
      let board = Board(size: PixelSize(width: 100, height: 80))
      var pair = Pair()
      #expect(try pair.show(board.stored(.degrees0), .degrees0))
      #expect(try !pair.show(board.stored(.degrees0), .degrees0))
      // Turned, it is another frame though no pixel changed.
      #expect(try pair.show(board.stored(.degrees0), .degrees180))
      #expect(pair.viewer.orientation == 180)
    }

    @Test func oneChangedPixelCostsOnePixel() throws {
      var board = Board(size: PixelSize(width: 800, height: 480))
      var pair = Pair()
      _ = try pair.show(board.stored(.degrees0), .degrees0)
      board.patch = PixelRect(x: 799, y: 479, width: 1, height: 1)
      board.patchColor = 0xFF0000
      #expect(try pair.show(board.stored(.degrees0), .degrees0))
      #expect(pair.viewer.rects == 2)
      // The message's head, the rectangle's head and length, and a difference chunk: red 255 is -1 from black.
      #expect(pair.bytes == 10 + 9 + 4 + 1)
    }
  }

  @Suite struct PixelBufferTests {
    @Test(arguments: [UInt64(1), 2, 3, 4])
    func differenceIsTheSmallestRectangle(seed: UInt64) {
      var random = SplitMix64(seed: seed)
      let size = PixelSize(width: 37, height: 29)
      let area = PixelRect(x0: 3, y0: 2, x1: 33, y1: 27)
      let black = PixelBuffer(size: size) { _, _ in 0 }
      for count in 0..<6 {
        let marks = (0..<count).map { _ in
          (Int.random(in: 0..<37, using: &random), Int.random(in: 0..<29, using: &random))
        }
        let marked = PixelBuffer(size: size) { x, y in marks.contains { $0 == (x, y) } ? 0xFF : 0 }
        let expected = marks.reduce(PixelRect.empty) { box, mark in
          box.union(PixelRect(x: mark.0, y: mark.1, width: 1, height: 1).intersection(area))
        }
        #expect(marked.difference(from: black, in: area) == expected)
      }
    }
  }

  @Suite struct TileDifferenceTests {
    /// Tiles that differ, as rows of `#` and `.`.
    private func picture(_ tiles: TileDifference, columns: Int) -> [String] {
      tiles.rows.map { row in (0..<columns).map { row >> UInt64($0) & 1 == 1 ? "#" : "." }.joined() }
    }

    @Test func changedPixelsMarkTheirTiles() {
      let size = PixelSize(width: 300, height: 50)
      let before = PixelBuffer(size: size)
      let marks = [(0, 0), (63, 15), (64, 16), (299, 49), (130, 20), (191, 20)]
      let after = PixelBuffer(size: size) { x, y in marks.contains { $0 == (x, y) } ? 0xFFFFFF : 0 }
      let black = PixelBuffer(size: size) { _, _ in 0 }
      var tiles = TileDifference(size: size)
      tiles.compare(black, after, in: PixelRect(size))
      #expect(
        picture(tiles, columns: 5) == [
          "#....",
          ".##..",
          ".....",
          "....#",
        ])
      #expect(tiles.bounds == PixelRect(x0: 0, y0: 0, x1: 300, y1: 50))
      var rects: [PixelRect] = []
      tiles.forEachRect { rects.append($0) }
      #expect(
        rects == [
          PixelRect(x0: 0, y0: 0, x1: 64, y1: 16), PixelRect(x0: 64, y0: 16, x1: 192, y1: 32),
          PixelRect(x0: 256, y0: 48, x1: 300, y1: 50),
        ])
      tiles.compare(before, before, in: PixelRect(size))
      #expect(tiles.bounds.isEmpty)
    }

    @Test(arguments: [1, 64, 65, 4096, 4097, 8000])
    func allTilesOfAnyWidthAreOneRect(width: Int) {
      let size = PixelSize(width: width, height: 33)
      var tiles = TileDifference(size: size)
      tiles.compare(PixelBuffer(size: size), PixelBuffer(size: size) { _, _ in 1 }, in: PixelRect(size))
      var rects: [PixelRect] = []
      tiles.forEachRect { rects.append($0) }
      #expect(rects == [PixelRect(size)])
    }
  }
#endif
