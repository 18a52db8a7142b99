#if Preview
  public import Motion
  public import Panel
  public import Scene

  /// A panel that pages show: the newest frame, its words, and who gets what is done to it.
  ///
  /// The frame thread calls `buffer`, `publish` and `follow`; none of them waits for a viewer.
  public final class PreviewPanel: Sendable {
    let broadcaster: Broadcaster
    let handlers: PreviewHandlers

    /// For the parameters see `PreviewServer`.
    public init(
      info: PreviewInfo, maximumViewers: Int = 8, clock: @escaping @Sendable () -> Nanoseconds = monotonicClock,
      onInput: @escaping @Sendable (InputEvent) -> Void, onCommand: @escaping @Sendable (PreviewCommand) -> Void,
      onArrival: @escaping @Sendable () -> Void = {}
    ) {
      // Fits: what the program asks for itself, before anybody is let in.
      precondition((1...64).contains(maximumViewers), "1 to 64 viewers")
      handlers = PreviewHandlers(clock: clock, input: onInput, command: onCommand, arrival: onArrival)
      broadcaster = Broadcaster(maximumViewers: maximumViewers, info: info)
    }

    /// Whether anybody looks; frames need not be published while nobody does.
    public var isWatched: Bool { broadcaster.isWatched }

    /// Whether a viewer waits for a picture and there is none: the last one is forgotten when the last viewer leaves.
    public var needsPicture: Bool { broadcaster.isWatched && broadcaster.frames.geometry == nil }

    /// A buffer to draw the next frame in, recycled when one of this size is free.
    ///
    /// - Parameter size: panel pixels, each side 1 to 4096.
    public func buffer(size: PixelSize) -> PreviewBuffer {
      // Fits: what a viewer asks for ends there, too, and `vitrine run` refuses larger ones.
      precondition(max(size.width, size.height) <= PreviewServer.largestSide, "the page's canvas ends at 4096 pixels")
      return broadcaster.frames.buffer(size: size)
    }

    /// Makes a buffer the newest frame: what came before and was not sent yet never will be.
    ///
    /// - Parameter orientation: how the picture in it is turned; the page turns it back.
    public func publish(_ buffer: consuming PreviewBuffer, orientation: Orientation) {
      broadcaster.publish(buffer, orientation: orientation)
    }

    /// Shows this in the bar of every viewer, now and later.
    public func publish(_ info: PreviewInfo) { broadcaster.publish(info) }

    /// Publishes what is on a virtual glass if somebody looks and has not seen it.
    ///
    /// - Parameter shown: how many frames of this display were there the last time.
    /// - Returns: how many are there now.
    public func follow(_ display: borrowing VirtualDisplay, shown: Int) -> Int {
      let count = display.frameCount
      guard count > shown ? isWatched : count > 0 && needsPicture else { return count }
      let buffer = buffer(size: display.mode.size)
      let (base, pitch) = unsafe (buffer.base, buffer.pitch)
      unsafe display.scanOut { row, words in
        guard let start = words.baseAddress else { return }
        unsafe (base + row * pitch).copyMemory(from: start, byteCount: words.count * 4)
      }
      publish(buffer, orientation: display.mode.orientation)
      return count
    }

    /// Sends all viewers away: there is no such panel any more.
    public func close() { broadcaster.closeAll() }
  }
#endif
