import Glibc
import Images
public import Scene

/// Expected pictures as PNG files, and what to look at when one differs.
public struct GoldenFiles: Sendable {
  /// Where expected pictures are kept.
  public var folder: String
  /// Where actual pictures and differences go.
  public var output: String
  /// Whether expected pictures are replaced by the actual ones.
  public var isUpdating: Bool

  public init(folder: String, output: String, isUpdating: Bool) {
    self.folder = folder
    self.output = output
    self.isUpdating = isUpdating
  }

  /// Those of a test target: `Tests/<Target>/Goldens`, and `.build/goldens/<Target>` for what failed.
  ///
  /// - Parameter file: absolute path of a source file of the target.
  public init(testFile file: String, isUpdating: Bool) {
    let parts = file.split(separator: "/", omittingEmptySubsequences: false)
    let tests = parts.lastIndex(of: "Tests") ?? 0
    precondition(tests > 0 && tests + 2 < parts.count, "tests are in Tests/<Target>")
    let root = parts[..<tests].joined(separator: "/")
    let target = String(parts[tests + 1])
    self.init(
      folder: "\(root)/Tests/\(target)/Goldens", output: "\(root)/.build/goldens/\(target)", isUpdating: isUpdating)
  }

  public enum Verdict: Sendable, Equatable {
    case same
    case updated(path: String)
    case missing(expected: String, actual: String)
    case unreadable(String)
    case differs(Difference, expected: String, actual: String, difference: String)
  }

  public enum Difference: Sendable, Equatable {
    case size(expected: PixelSize, actual: PixelSize)
    /// How many pixels, and the smallest rectangle around them.
    case pixels(count: Int, bounds: PixelRect)
  }

  /// Compares pixel by pixel, and writes what is needed to understand or accept a difference.
  public func compare(_ pixmap: Pixmap, _ name: String) throws(FileError) -> Verdict {
    let expectedPath = "\(folder)/\(name).png"
    let actualPath = "\(output)/\(name).actual.png"
    let differencePath = "\(output)/\(name).difference.png"
    let expectedBytes = try? readFile(expectedPath)
    if isUpdating {
      let bytes = PNG.encode(pixmap)
      guard expectedBytes != bytes else { return .same }
      try writeFile(expectedPath, bytes)
      return .updated(path: expectedPath)
    }
    guard let expectedBytes else {
      try writeFile(actualPath, PNG.encode(pixmap))
      return .missing(expected: expectedPath, actual: actualPath)
    }
    let expected: Pixmap
    do {
      expected = try PNG.decode(expectedBytes, named: expectedPath)
    } catch {
      return .unreadable("\(error)")
    }
    guard let difference = Self.difference(pixmap, expected) else { return .same }
    try writeFile(actualPath, PNG.encode(pixmap))
    try writeFile(differencePath, PNG.encode(Self.picture(of: pixmap, against: expected)))
    return .differs(difference, expected: expectedPath, actual: actualPath, difference: differencePath)
  }

  /// What differs between two pictures; nil when nothing does.
  public static func difference(_ actual: Pixmap, _ expected: Pixmap) -> Difference? {
    guard actual.size == expected.size else { return .size(expected: expected.size, actual: actual.size) }
    let new = actual.words(in: actual.bounds)
    let old = expected.words(in: expected.bounds)
    guard new != old else { return nil }
    var count = 0
    var bounds = PixelRect.empty
    for index in new.indices where new[index] != old[index] {
      count += 1
      let (y, x) = index.quotientAndRemainder(dividingBy: actual.size.width)
      bounds = bounds.union(PixelRect(x: x, y: y, width: 1, height: 1))
    }
    return .pixels(count: count, bounds: bounds)
  }

  /// The expected picture pale and grey, with what differs in red.
  private static func picture(of actual: Pixmap, against expected: Pixmap) -> Pixmap {
    let size = PixelSize(
      width: max(actual.size.width, expected.size.width), height: max(actual.size.height, expected.size.height))
    return Pixmap(size: size, isOpaque: true) { x, y in
      guard actual.bounds.contains(x: x, y: y), expected.bounds.contains(x: x, y: y),
        actual.pixel(x: x, y: y) == expected.pixel(x: x, y: y)
      else { return Pixel(Color(rgb: 0xFF0000)) }
      let word = expected.pixel(x: x, y: y).word
      let grey = ((word >> 16 & 255) + (word >> 8 & 255) + (word & 255)) / 3
      return Pixel(word: 0xFF00_0000 | (192 + grey / 4) * 0x01_0101)
    }
  }
}
