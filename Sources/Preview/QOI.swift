#if Preview
  internal import Numbers
  internal import Scene

  /// The chunks of the "Quite OK Image" format for opaque pixels, without header and end marker.
  ///
  /// Source: the QOI specification, qoiformat.org, version 1.0: RGB, index, difference, luma and run chunks.
  enum QOI {
    /// Bytes that `area` pixels need at most: each its own RGB chunk.
    static func worstCase(area: Int) -> Int { area * 4 }

    /// Place of an opaque colour in the table of recently seen ones: (3r + 5g + 7b + 11a) mod 64, with a = 255.
    @inline(__always)
    static func slot(red: UInt32, green: UInt32, blue: UInt32) -> Int {
      let colour = red &* 3 &+ green &* 5 &+ blue &* 7
      return Int((colour &+ 2805) & 63)
    }

    /// Encodes the pixels of a rectangle, row by row.
    ///
    /// - Parameter out: room for `worstCase(area:)` bytes.
    /// - Returns: the number of bytes written.
    @unsafe
    static func encode(_ buffer: PixelBuffer, _ rect: PixelRect, into out: UnsafeMutablePointer<UInt8>) -> Int {
      unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { table in
        // Seen colours carry alpha 255, so 0 is no colour.
        unsafe table.initialize(repeating: 0)
        // Fits: there is memory for 64 words.
        let seen = table.baseAddress!
        var end = unsafe out
        var previous: UInt32 = 0xFF00_0000
        var run: UInt8 = 0
        // Fits: a rectangle within the buffer; differences are of 8 bits, made wider.
        for y in rect.y0..<rect.y1 {
          var pixel = unsafe buffer.row(y) + rect.x0
          let rowEnd = unsafe pixel + rect.width
          while unsafe pixel < rowEnd {
            let word = unsafe pixel.pointee | 0xFF00_0000
            unsafe pixel += 1
            if word == previous {
              run += 1
              if run == 62 {
                unsafe end.pointee = 0xC0 | 61
                unsafe end += 1
                run = 0
              }
              continue
            }
            if run > 0 {
              unsafe end.pointee = 0xC0 | (run - 1)
              unsafe end += 1
              run = 0
            }
            let red = word >> 16 & 255
            let green = word >> 8 & 255
            let blue = word & 255
            let place = slot(red: red, green: green, blue: blue)
            if unsafe seen[place] == word {
              unsafe end.pointee = UInt8(truncatingIfNeeded: place)
              unsafe end += 1
            } else {
              unsafe seen[place] = word
              // Differences wrap around, as the decoder's sums do.
              let dr = Int32(Int8(truncatingIfNeeded: red &- (previous >> 16 & 255)))
              let dg = Int32(Int8(truncatingIfNeeded: green &- (previous >> 8 & 255)))
              let db = Int32(Int8(truncatingIfNeeded: blue &- (previous & 255)))
              let small = ((dr &+ 2) | (dg &+ 2) | (db &+ 2)) & ~3
              let chroma = ((dr &- dg &+ 8) | (db &- dg &+ 8)) & ~15
              let luma = chroma | (dg &+ 32) & ~63
              if small == 0 {
                let bits = (dr &+ 2) << 4 | (dg &+ 2) << 2 | (db &+ 2)
                unsafe end.pointee = UInt8(truncatingIfNeeded: 0x40 | bits)
                unsafe end += 1
              } else if luma == 0 {
                unsafe end[0] = UInt8(truncatingIfNeeded: 0x80 | (dg &+ 32))
                let bits = (dr &- dg &+ 8) << 4 | (db &- dg &+ 8)
                unsafe end[1] = UInt8(truncatingIfNeeded: bits)
                unsafe end += 2
              } else {
                unsafe end[0] = 0xFE
                unsafe end[1] = UInt8(truncatingIfNeeded: red)
                unsafe end[2] = UInt8(truncatingIfNeeded: green)
                unsafe end[3] = UInt8(truncatingIfNeeded: blue)
                unsafe end += 4
              }
            }
            previous = word
          }
        }
        if run > 0 {
          unsafe end.pointee = 0xC0 | (run - 1)
          unsafe end += 1
        }
        return unsafe end - out
      }
    }
  }
#endif
