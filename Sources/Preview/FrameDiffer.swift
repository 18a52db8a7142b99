#if Preview
  internal import Numbers
  internal import NIOCore
  internal import Scene

  /// What one viewer shows, and the shortest message that turns it into a newer frame.
  ///
  /// A frame message, all numbers little-endian:
  ///
  ///     u8 1 · u8 orientation in quarter turns · u16 width · u16 height · u32 sequence
  ///     then any number of
  ///     u8 0 · i16 dx, dy · u16 x, y, width, height             what was at (x - dx, y - dy) moves to (x, y)
  ///     u8 1 · u16 x, y, width, height · u32 length · bytes      QOI chunks of new pixels
  ///
  /// Positions are panel pixels; operations apply in order.
  struct FrameDiffer {
    static let frameKind: UInt8 = 1
    private static let move: UInt8 = 0
    private static let pixels: UInt8 = 1

    private var shadow: PixelBuffer?
    private var orientation = Orientation.degrees0
    private var tiles = TileDifference(size: PixelSize(width: 1, height: 1))

    /// Appends the message to `out` and takes the frame for shown.
    ///
    /// - Returns: false when the viewer shows the frame already; nothing was written then.
    mutating func write(_ frame: PublishedFrame, into out: inout ByteBuffer) -> Bool {
      let size = frame.pixels.size
      let known = shadow.flatMap { $0.size == size ? $0 : nil }
      let shadow = known ?? PixelBuffer(size: size)
      if known == nil {
        self.shadow = shadow
        tiles = TileDifference(size: size)
      } else {
        tiles.compare(shadow, frame.pixels, in: PixelRect(size))
        if tiles.bounds.isEmpty, orientation == frame.orientation { return false }
      }
      orientation = frame.orientation
      out.writeMultipleIntegers(
        Self.frameKind, UInt8(clamping: frame.orientation.rawValue / 90), UInt16(clamping: size.width),
        UInt16(clamping: size.height),
        UInt32(truncatingIfNeeded: frame.sequence), endianness: .little)
      guard known != nil else {
        Self.write(PixelRect(size), of: frame.pixels, into: &out)
        shadow.copy(PixelRect(size), from: frame.pixels)
        return true
      }
      let changed = tiles.bounds
      // Less than a sixteenth of the panel is cheaper to send than to look for.
      if changed.area * 16 >= size.area, let scroll = Self.scroll(from: shadow, to: frame, in: changed) {
        for rect in scroll.rects {
          shadow.move(to: rect, dx: scroll.dx, dy: scroll.dy)
          out.writeInteger(Self.move)
          out.writeMultipleIntegers(Int16(clamping: scroll.dx), Int16(clamping: scroll.dy), endianness: .little)
          Self.write(rect, into: &out)
        }
        tiles.compare(shadow, frame.pixels, in: changed)
      }
      tiles.forEachRect { tiles in
        let rect = shadow.difference(from: frame.pixels, in: tiles)
        Self.write(rect, of: frame.pixels, into: &out)
        shadow.copy(rect, from: frame.pixels)
      }
      return true
    }

    /// Boards scroll along the viewer's height and turn pages along the width.
    private static func scroll(from shadow: PixelBuffer, to frame: PublishedFrame, in area: PixelRect) -> Scroll? {
      let first: ScrollDetector.Axis = frame.orientation.isQuarterTurn ? .horizontal : .vertical
      return ScrollDetector.find(from: shadow, to: frame.pixels, in: area, along: first)
        ?? ScrollDetector.find(
          from: shadow, to: frame.pixels, in: area, along: first == .vertical ? .horizontal : .vertical)
    }

    private static func write(_ rect: PixelRect, into out: inout ByteBuffer) {
      out.writeMultipleIntegers(
        UInt16(clamping: rect.x0), UInt16(clamping: rect.y0), UInt16(clamping: rect.width),
        UInt16(clamping: rect.height),
        endianness: .little)
    }

    private static func write(_ rect: PixelRect, of buffer: PixelBuffer, into out: inout ByteBuffer) {
      out.writeInteger(pixels)
      write(rect, into: &out)
      let lengthIndex = out.writerIndex
      out.writeInteger(UInt32(0))
      let length = unsafe out.writeWithUnsafeMutableBytes(minimumWritableBytes: QOI.worstCase(area: rect.area)) {
        room in
        // Fits: a buffer that holds a message's head has room somewhere.
        unsafe QOI.encode(buffer, rect, into: room.baseAddress!.assumingMemoryBound(to: UInt8.self))
      }
      out.setInteger(UInt32(clamping: length), at: lengthIndex, endianness: .little)
    }
  }
#endif
