import Numbers

/// How a JPEG comes: its parts and the scans they are stored in.
///
/// A picture in one scan is decoded row by row. Of one in several, progressive or part by part, libjpeg keeps every coefficient of
/// every part until it has read the last scan, and each scan goes over all of them, however few bytes it has.
///
/// Source: ISO 10918-1, B.1.1.4 and B.2.2 to B.2.3; the memory is `jdcoefct.c`'s.
struct JPEGScans {
  /// How many there are.
  private(set) var count = 0
  /// Bytes of the coefficients that are kept; 0 when there is one scan.
  private(set) var heldBytes = 0
  /// Blocks of 8 x 8 pixels that all scans pass over.
  private(set) var visits = 0

  /// A progressive picture of which the first scan has come whole: all of it can be shown, if not yet sharp.
  var showsAllEarly: Bool { isProgressive && hasWholeScan }

  /// Bytes up to where a segment begins that is not whole; all of them when there is none.
  private(set) var wholeBytes: Int

  private var isProgressive = false
  /// Of all parts.
  private var blocks = 0
  private var parts = 0
  private var hasPartialScan = false
  private var hasWholeScan = false

  init(_ bytes: [UInt8]) {
    wholeBytes = bytes.count
    var offset = 2
    // As libjpeg looks for it: whatever stands between two markers is skipped, and with it a scan's data.
    while let mark = bytes.dropFirst(max(0, offset)).firstIndex(of: 0xFF), mark + 1 < bytes.count {
      // Fits: one is there, by the line before.
      let marker = bytes[mark + 1]
      offset = mark + (marker == 0xFF ? 1 : 2)
      switch marker {
      case 0xD9: offset = bytes.count
      // A byte 0xFF of the data, a fill byte, and markers that stand alone.
      case 0x00, 0x01, 0xFF, 0xD0...0xD8: continue
      default:
        if count > 0 { hasWholeScan = true }
        guard let payload = Self.payload(of: bytes, at: offset) else {
          wholeBytes = mark
          offset = bytes.count
          continue
        }
        offset = payload.endIndex
        switch marker {
        // Huffman tables, a reserved one, arithmetic conditioning.
        case 0xC4, 0xC8, 0xCC: break
        case 0xC0...0xCF: frame(payload, marker)
        case 0xDA: scan(payload)
        default: break
        }
      }
    }
    guard count > 1 || isProgressive || hasPartialScan else { return }
    // 64 coefficients of two bytes.
    heldBytes = blocks * 128
    visits = blocks * count
  }

  private static func payload(of bytes: [UInt8], at offset: Int) -> ArraySlice<UInt8>? {
    // Indices: the length and all it counts are there, by the lines before.
    guard offset + 2 <= bytes.count else { return nil }
    let length = Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
    guard length >= 2, offset + length <= bytes.count else { return nil }
    return bytes[offset + 2..<offset + length]
  }

  /// Counts the blocks of each part, in whole units of all parts together.
  private mutating func frame(_ payload: ArraySlice<UInt8>, _ marker: UInt8) {
    let bytes = Array(payload)
    guard bytes.count >= 6, parts == 0 else { return }
    isProgressive = [0xC2, 0xC6, 0xCA, 0xCE].contains(marker)
    let height = Int(bytes[1]) << 8 | Int(bytes[2])
    let width = Int(bytes[3]) << 8 | Int(bytes[4])
    parts = Int(bytes[5])
    // Fits: three bytes a part, as far as they are there.
    let sampling = stride(from: 6, to: min(6 + 3 * parts, bytes.count - 2), by: 3).map {
      (across: max(Int(bytes[$0 + 1] >> 4), 1), down: max(Int(bytes[$0 + 1] & 15), 1))
    }
    let across = sampling.map(\.across).max() ?? 1
    let down = sampling.map(\.down).max() ?? 1
    let columns = (width + 8 * across - 1) / (8 * across)
    let rows = (height + 8 * down - 1) / (8 * down)
    blocks = sampling.reduce(0) { $0 + columns * $1.across * rows * $1.down }
  }

  private mutating func scan(_ payload: ArraySlice<UInt8>) {
    count += 1
    if let held = payload.first, Int(held) < parts { hasPartialScan = true }
  }
}
