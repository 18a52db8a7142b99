#if Preview
  import Scene

  /// What the page does with frame messages, written a second time in Swift.
  struct ViewerModel {
    struct Broken: Error {}

    var size = PixelSize(width: 0, height: 0)
    var orientation = 0
    var sequence: UInt32 = 0
    /// Words 0x00RRGGBB, row by row without gaps.
    var pixels: [UInt32] = []
    var moves = 0
    var rects = 0

    mutating func apply(_ message: [UInt8]) throws {
      var reader = ByteReader(bytes: message)
      guard try reader.byte() == 1 else { throw Broken() }
      orientation = Int(try reader.byte()) * 90
      let newSize = PixelSize(width: Int(try reader.short()), height: Int(try reader.short()))
      sequence = UInt32(try reader.short()) | UInt32(try reader.short()) << 16
      if newSize != size {
        size = newSize
        pixels = Array(repeating: 0, count: size.area)
      }
      while reader.hasMore {
        if try reader.byte() == 0 {
          let dx = Int(Int16(bitPattern: try reader.short()))
          let dy = Int(Int16(bitPattern: try reader.short()))
          let rect = try reader.rect(in: size)
          guard PixelRect(size).contains(rect.offset(dx: -dx, dy: -dy)) else { throw Broken() }
          let before = pixels
          for y in rect.y0..<rect.y1 {
            for x in rect.x0..<rect.x1 { pixels[y * size.width + x] = before[(y - dy) * size.width + x - dx] }
          }
          moves += 1
        } else {
          let rect = try reader.rect(in: size)
          let length = Int(try reader.short()) | Int(try reader.short()) << 16
          let words = try QOIModel.decode(try reader.take(length), count: rect.area)
          for y in 0..<rect.height {
            for x in 0..<rect.width { pixels[(rect.y0 + y) * size.width + rect.x0 + x] = words[y * rect.width + x] }
          }
          rects += 1
        }
      }
    }
  }

  /// A decoder of QOI chunks straight from the specification, checking everything.
  enum QOIModel {
    static func decode(_ bytes: ArraySlice<UInt8>, count: Int) throws -> [UInt32] {
      var seen = [(UInt8, UInt8, UInt8)](repeating: (0, 0, 0), count: 64)
      var known = [Bool](repeating: false, count: 64)
      var pixel: (UInt8, UInt8, UInt8) = (0, 0, 0)
      var out: [UInt32] = []
      var at = bytes.startIndex
      func next() throws -> UInt8 {
        guard at < bytes.endIndex else { throw ViewerModel.Broken() }
        defer { at += 1 }
        return bytes[at]
      }
      while out.count < count {
        let chunk = try next()
        var run = 1
        switch chunk {
        case 0xFE: pixel = (try next(), try next(), try next())
        case 0xFF: throw ViewerModel.Broken()
        case 0x00...0x3F:
          guard known[Int(chunk)] else { throw ViewerModel.Broken() }
          pixel = seen[Int(chunk)]
        case 0x40...0x7F:
          pixel.0 = pixel.0 &+ (chunk >> 4 & 3) &- 2
          pixel.1 = pixel.1 &+ (chunk >> 2 & 3) &- 2
          pixel.2 = pixel.2 &+ (chunk & 3) &- 2
        case 0x80...0xBF:
          let more = try next()
          let green = (chunk & 63) &- 32
          pixel.0 = pixel.0 &+ green &+ (more >> 4) &- 8
          pixel.1 = pixel.1 &+ green
          pixel.2 = pixel.2 &+ green &+ (more & 15) &- 8
        default: run = Int(chunk & 63) + 1
        }
        let place = (Int(pixel.0) * 3 + Int(pixel.1) * 5 + Int(pixel.2) * 7 + 255 * 11) % 64
        seen[place] = pixel
        known[place] = true
        let word = UInt32(pixel.0) << 16 | UInt32(pixel.1) << 8 | UInt32(pixel.2)
        out.append(contentsOf: repeatElement(word, count: run))
      }
      guard out.count == count, at == bytes.endIndex else { throw ViewerModel.Broken() }
      return out
    }
  }

  struct ByteReader {
    var bytes: [UInt8]
    var at = 0

    var hasMore: Bool { at < bytes.count }

    mutating func byte() throws -> UInt8 {
      guard at < bytes.count else { throw ViewerModel.Broken() }
      defer { at += 1 }
      return bytes[at]
    }

    mutating func short() throws -> UInt16 { UInt16(try byte()) | UInt16(try byte()) << 8 }

    mutating func take(_ count: Int) throws -> ArraySlice<UInt8> {
      guard at + count <= bytes.count else { throw ViewerModel.Broken() }
      defer { at += count }
      return bytes[at..<at + count]
    }

    mutating func rect(in size: PixelSize) throws -> PixelRect {
      let rect = PixelRect(
        x: Int(try short()), y: Int(try short()), width: Int(try short()), height: Int(try short()))
      guard PixelRect(size).contains(rect), !rect.isEmpty else { throw ViewerModel.Broken() }
      return rect
    }
  }
#endif
