import Numbers
import Scene

/// How stored pixels are turned and mirrored to stand upright.
///
/// The raw values are those of EXIF tag 0x0112 (EXIF 2.32, 4.6.4 A): where the stored first row and first column are seen.
enum EXIFOrientation: Int, Sendable, Hashable, CaseIterable {
  case upright = 1
  case mirrored = 2
  case upsideDown = 3
  case mirroredUpsideDown = 4
  case transposed = 5
  /// Stored lying on its left side: turned a quarter clockwise to stand.
  case quarterClockwise = 6
  case transversed = 7
  case quarterCounterclockwise = 8

  var swapsAxes: Bool { rawValue >= 5 }

  /// Where a place of the upright picture is stored; both in shares of the sides.
  func stored(_ place: Point) -> Point {
    let (x, y) = (place.x, place.y)
    return switch self {
    case .upright: place
    case .mirrored: Point(x: 1 - x, y: y)
    case .upsideDown: Point(x: 1 - x, y: 1 - y)
    case .mirroredUpsideDown: Point(x: x, y: 1 - y)
    case .transposed: Point(x: y, y: x)
    case .quarterClockwise: Point(x: y, y: 1 - x)
    case .transversed: Point(x: 1 - y, y: 1 - x)
    case .quarterCounterclockwise: Point(x: 1 - y, y: x)
    }
  }

  /// Where the upright pixel (0, 0) is stored, and how far one step right and one step down go, as indices of stored pixels.
  ///
  /// - Parameter stored: the stored picture's size; its rows follow each other without gaps.
  func walk(over stored: PixelSize) -> (start: Int, right: Int, down: Int) {
    let width = stored.width
    let lastColumn = width - 1
    let lastRow = (stored.height - 1) * width
    return switch self {
    case .upright: (0, 1, width)
    case .mirrored: (lastColumn, -1, width)
    case .upsideDown: (lastRow + lastColumn, -1, -width)
    case .mirroredUpsideDown: (lastRow, 1, -width)
    case .transposed: (0, width, 1)
    case .quarterClockwise: (lastRow, -width, 1)
    case .transversed: (lastRow + lastColumn, -width, -1)
    case .quarterCounterclockwise: (lastColumn, width, -1)
    }
  }
}

extension EXIFOrientation {
  /// Reads tag 0x0112 from the first directory of a TIFF structure; anything missing or odd means upright.
  ///
  /// Source: TIFF 6.0, section 2 (header, directory of 12-byte entries, SHORT is type 3).
  init(tiff: ArraySlice<UInt8>) {
    self = Self.find(in: tiff) ?? .upright
  }

  private static func find(in tiff: ArraySlice<UInt8>) -> EXIFOrientation? {
    let isLittle: Bool
    if tiff.starts(with: [0x49, 0x49, 42, 0]) {
      isLittle = true
    } else if tiff.starts(with: [0x4D, 0x4D, 0, 42]) {
      isLittle = false
    } else {
      return nil
    }
    func number(at offset: Int, bytes count: Int) -> Int? {
      guard offset >= 0, offset <= tiff.count - count else { return nil }
      let start = tiff.startIndex + offset
      // Fits: all of them lie in the structure, by the line before.
      let bytes = tiff[start..<start + count]
      return isLittle ? bytes.reversed().reduce(0) { $0 << 8 | Int($1) } : bytes.reduce(0) { $0 << 8 | Int($1) }
    }
    guard let directory = number(at: 4, bytes: 4), let count = number(at: directory, bytes: 2) else { return nil }
    for index in 0..<max(0, count) {
      let entry = directory + 2 + index * 12
      guard let tag = number(at: entry, bytes: 2) else { return nil }
      guard tag == 0x0112 else { continue }
      guard number(at: entry + 2, bytes: 2) == 3, number(at: entry + 4, bytes: 4) == 1 else { return nil }
      return number(at: entry + 8, bytes: 2).flatMap(EXIFOrientation.init(rawValue:))
    }
    return nil
  }
}
