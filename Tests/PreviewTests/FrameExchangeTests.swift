#if Preview
  @testable import Preview
  import Scene
  import TestSupport
  import Testing

  @Suite struct FrameExchangeTests {
    private let size = PixelSize(width: 20, height: 10)

    /// The address names the memory.
    private func memory(_ buffer: borrowing PreviewBuffer) -> ObjectIdentifier { ObjectIdentifier(buffer.pixels) }

    @Test func threeBuffersGoRound() {
      let frames = FrameExchange()
      var seen: Set<ObjectIdentifier> = []
      var taken: UInt64 = 0
      for step in 0..<60 {
        let buffer = frames.buffer(size: size)
        seen.insert(memory(buffer))
        frames.publish(buffer, orientation: .degrees0)
        // The encoder is at work during some frames and slow in some.
        if step % 7 == 2, let frame = frames.startReading(after: taken) { taken = frame.sequence }
        if step % 7 == 5 { frames.finishReading() }
      }
      #expect(seen.count <= 3)
    }

    @Test func whatIsReadIsNotDrawnOver() throws {
      let frames = FrameExchange()
      frames.publish(frames.buffer(size: size), orientation: .degrees0)
      let reading = try #require(frames.startReading(after: 0))
      for _ in 0..<10 {
        let buffer = frames.buffer(size: size)
        #expect(memory(buffer) != ObjectIdentifier(reading.pixels))
        frames.publish(buffer, orientation: .degrees0)
      }
      frames.finishReading()
      #expect(frames.startReading(after: 0)?.sequence == 11)
      frames.finishReading()
      #expect(frames.startReading(after: 11) == nil)
    }

    /// Drawing only what changed in the last `age` frames is as good as drawing everything.
    @Test(arguments: [UInt64(1), 2, 3])
    func ageTellsWhatABufferLacks(seed: UInt64) throws {
      var random = SplitMix64(seed: seed)
      let frames = FrameExchange()
      // Frame n writes n at one random place; the history holds the places.
      var history: [Int] = []
      var isReading = false
      var truth = [UInt32](repeating: 0, count: size.area)
      for number in 1...80 {
        let place = Int.random(in: 0..<size.area, using: &random)
        history.append(place)
        truth[place] = UInt32(number)
        let buffer = frames.buffer(size: size)
        let places = buffer.age == 0 ? Array(0..<size.area) : Array(history.suffix(buffer.age))
        for place in places {
          unsafe buffer.pixels.row(place / size.width)[place % size.width] = truth[place]
        }
        #expect(buffer.pixels.words == truth)
        frames.publish(buffer, orientation: .degrees0)
        if Bool.random(using: &random), !isReading { isReading = frames.startReading(after: UInt64(number) - 1) != nil }
        if Bool.random(using: &random) {
          frames.finishReading()
          isReading = false
        }
      }
    }

    @Test func whatIsForgottenIsNeitherShownNorBuiltUpon() throws {
      let frames = FrameExchange()
      for _ in 0..<3 { frames.publish(frames.buffer(size: size), orientation: .degrees0) }
      let reading = try #require(frames.startReading(after: 0))
      let late = frames.buffer(size: size)
      frames.forget()
      frames.finishReading()
      // Handed out before, given up after.
      frames.publish(late, orientation: .degrees0)
      #expect(frames.geometry == nil)
      #expect(frames.startReading(after: 0) == nil)
      let next = frames.buffer(size: size)
      #expect(next.age == 0)
      #expect(memory(next) != ObjectIdentifier(reading.pixels))
      frames.publish(next, orientation: .degrees0)
      #expect(frames.startReading(after: reading.sequence) != nil)
    }

    @Test func anotherSizeStartsAfresh() {
      let frames = FrameExchange()
      for _ in 0..<5 { frames.publish(frames.buffer(size: size), orientation: .degrees0) }
      let other = PixelSize(width: 10, height: 20)
      let buffer = frames.buffer(size: other)
      #expect(buffer.age == 0)
      #expect(buffer.size == other)
      frames.publish(buffer, orientation: .degrees90)
      #expect(frames.geometry?.size == other)
      #expect(frames.geometry?.orientation == .degrees90)
    }
  }
#endif
