#if Preview
  internal import Numbers
  internal import NIOConcurrencyHelpers
  internal import Scene

  /// A published frame: nobody writes to it while anyone reads.
  struct PublishedFrame: Sendable {
    let pixels: PixelBuffer
    let orientation: Orientation
    /// Counts published frames from 1.
    let sequence: UInt64
  }

  /// Where the frame thread leaves frames and the encoder takes them: only the newest is kept.
  ///
  /// Three buffers go round: one being drawn, the newest, and one being encoded; after those, nothing is allocated. The lock is
  /// held for the exchange of references only, so the frame thread never waits for a viewer.
  final class FrameExchange: Sendable {
    private struct State {
      var free: [PublishedFrame] = []
      var newest: PublishedFrame?
      var reading: PublishedFrame?
      var published: UInt64 = 0
      /// Counts how often everything was forgotten.
      var epoch = 0
    }

    private let state: NIOLockedValueBox<State>

    init() {
      var empty = State()
      empty.free.reserveCapacity(4)
      state = NIOLockedValueBox(empty)
    }

    /// A buffer to draw the next frame in; buffers of another size are dropped.
    func buffer(size: PixelSize) -> PreviewBuffer {
      let (recycled, age, epoch) = state.withLockedValue { state -> (PixelBuffer?, Int, Int) in
        if state.free.contains(where: { $0.pixels.size != size }) { state.free.removeAll { $0.pixels.size != size } }
        guard let frame = state.free.popLast() else { return (nil, 0, state.epoch) }
        // Fits: frames are published in order, and counted from 0.
        return (frame.pixels, Int(state.published - frame.sequence) + 1, state.epoch)
      }
      return PreviewBuffer(pixels: recycled ?? PixelBuffer(size: size), age: age, epoch: epoch)
    }

    /// Makes a buffer the newest frame, unless everything was forgotten since it was handed out.
    func publish(_ buffer: consuming PreviewBuffer, orientation: Orientation) {
      let (pixels, epoch) = (buffer.pixels, buffer.epoch)
      state.withLockedValue { state in
        guard epoch == state.epoch else { return }
        state.published += 1
        let old = state.newest
        state.newest = PublishedFrame(pixels: pixels, orientation: orientation, sequence: state.published)
        if let old, old.sequence != state.reading?.sequence { state.free.append(old) }
      }
    }

    /// The newest frame if it is newer than `sequence`; it stays unwritten until `finishReading`. One reader at a time.
    func startReading(after sequence: UInt64) -> PublishedFrame? {
      state.withLockedValue { state in
        guard let newest = state.newest, newest.sequence > sequence else { return nil }
        // Fits: all reading is done on the server's one thread, and ended there.
        precondition(state.reading == nil, "one reader at a time")
        state.reading = newest
        return newest
      }
    }

    func finishReading() {
      state.withLockedValue { state in
        guard let frame = state.reading else { return }
        state.reading = nil
        if let newest = state.newest, frame.sequence != newest.sequence { state.free.append(frame) }
      }
    }

    /// Gives all memory back: frames that nobody sees are not kept.
    func forget() {
      state.withLockedValue { state in
        state.epoch += 1
        state.newest = nil
        state.free.removeAll(keepingCapacity: true)
      }
    }

    /// Size and orientation of the newest frame, for turning touches.
    var geometry: (size: PixelSize, orientation: Orientation)? {
      state.withLockedValue { state in state.newest.map { ($0.pixels.size, $0.orientation) } }
    }
  }
#endif
