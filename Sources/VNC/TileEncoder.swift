import Numbers
import Scene

/// Pixels as ZRLE has them before they are compressed: tiles of one colour, of few, or as they are. Source: RFC 6143, section 7.7.6.
struct TileEncoder {
  // Indices: pixels of an area that lies in the canvas, and colours by numbers that are below as many as there are.
  let format: ViewerFormat
  /// Colours a tile may have before its pixels are sent as they are.
  private static let mostColours = 16

  init(_ format: ViewerFormat) { self.format = format }

  /// An area of the canvas, tile by tile.
  func tiles(of area: PixelRect, in canvas: borrowing Canvas) -> [UInt8] {
    var bytes: [UInt8] = []
    for y in stride(from: area.y0, to: area.y1, by: Canvas.side) {
      for x in stride(from: area.x0, to: area.x1, by: Canvas.side) {
        let tile = PixelRect(x: x, y: y, width: Canvas.side, height: Canvas.side).intersection(area)
        append(tile, of: canvas, to: &bytes)
      }
    }
    return bytes
  }

  /// The same as it is, without tiles: what every viewer reads.
  func raw(_ area: PixelRect, in canvas: borrowing Canvas) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(max(area.area * format.width, 0))
    for y in area.y0..<area.y1 {
      for x in area.x0..<area.x1 {
        format.append(format.value(canvas.words[y * canvas.size.width + x]), to: &bytes)
      }
    }
    return bytes
  }

  private func append(_ tile: PixelRect, of canvas: borrowing Canvas, to bytes: inout [UInt8]) {
    var colours: [UInt32] = []
    var numbers: [UInt8] = []
    numbers.reserveCapacity(max(tile.area, 0))
    var last: (word: UInt32, number: UInt8)?
    search: for y in tile.y0..<tile.y1 {
      let place = y * canvas.size.width
      for x in tile.x0..<tile.x1 {
        let word = canvas.words[place + x]
        if let last, last.word == word {
          numbers.append(last.number)
          continue
        }
        let known = colours.firstIndex(of: word)
        if known == nil {
          guard colours.count < Self.mostColours else {
            colours.append(word)
            break search
          }
          colours.append(word)
        }
        let number = UInt8(clamping: known ?? colours.count - 1)
        numbers.append(number)
        last = (word, number)
      }
    }
    switch colours.count {
    case 1:
      bytes.append(1)
      format.appendCompact(format.value(colours[0]), to: &bytes)
    case 2...Self.mostColours:
      bytes.append(UInt8(clamping: colours.count))
      for colour in colours { format.appendCompact(format.value(colour), to: &bytes) }
      pack(numbers, width: tile.width, bits: colours.count == 2 ? 1 : colours.count <= 4 ? 2 : 4, to: &bytes)
    default:
      bytes.append(0)
      for y in tile.y0..<tile.y1 {
        for x in tile.x0..<tile.x1 {
          format.appendCompact(format.value(canvas.words[y * canvas.size.width + x]), to: &bytes)
        }
      }
    }
  }

  /// Several numbers in a byte, the first in its highest bits; each row begins with a byte of its own.
  private func pack(_ numbers: [UInt8], width: Int, bits: Int, to bytes: inout [UInt8]) {
    for row in stride(from: 0, to: numbers.count, by: max(width, 1)) {
      var byte: UInt8 = 0
      var filled = 0
      for number in numbers[row..<min(row + width, numbers.count)] {
        byte |= number << UInt8(truncatingIfNeeded: 8 - bits - filled)
        filled += bits
        if filled == 8 {
          bytes.append(byte)
          (byte, filled) = (0, 0)
        }
      }
      if filled > 0 { bytes.append(byte) }
    }
  }
}
