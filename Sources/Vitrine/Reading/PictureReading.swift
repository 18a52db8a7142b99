import Board
import Images
import Numbers
import Reader
import Scene

/// One picture that is to be decoded for the size it is shown at.
struct PictureReading: Sendable {
  /// As they came.
  var bytes: [UInt8]
  /// What errors call it.
  var name: String
  /// Pixels, each side at least 1.
  var size: PixelSize
  var mode: ImageDecoder.Mode
  /// What stays in sight for `cover`, in shares of the sides.
  var focus = Point(x: 0.5, y: 0.5)
  /// Where a drawing leaves the colour to its place.
  var ink = Artwork.neutralInk
  /// Whether a drawing of a kind that is not read as one is drawn by librsvg.
  var isLoose = true
  /// Clear pixels around the pixmap, for sprites.
  var border = 0

  /// Pixels a side: no panel shows more.
  private static let longestSide = 16_384

  /// Decodes it in this process.
  func read() -> Result<Pixmap, ImageError> {
    do throws(ImageError) {
      let artwork = isLoose ? try Artwork(picture: bytes, named: name) : try Artwork(bytes, named: name)
      return .success(
        try artwork.pixmap(named: name, fitting: size, mode: mode, focus: focus, ink: ink, border: border))
    } catch {
      return .failure(error)
    }
  }
}

extension PictureReading {
  /// As a reader gets it.
  var job: Reader.Job {
    var wire = WireWriter()
    wire.put(name)
    wire.put(count: size.width)
    wire.put(count: size.height)
    wire.put((mode == .cover ? 1 : 0) as UInt8)
    for share in [focus.x, focus.y] { wire.put(UInt8(clamping: Int(clamping: (share * 100).rounded()))) }
    for part in [ink.red, ink.green, ink.blue, ink.alpha] { wire.put(part) }
    wire.put((isLoose ? 1 : 0) as UInt8)
    // A large photograph takes a slow processor longer than any answer.
    return Reader.Job(
      kind: JobKind.picture.rawValue, head: wire.bytes, body: bytes, replyLimit: size.area * 4 + (64 << 10),
      processor: 8)
  }

  /// As it came to a reader.
  init(head: [UInt8], body: [UInt8]) throws(WireError) {
    var wire = WireTaker(head)
    name = try wire.text()
    size = try wire.size(upTo: Self.longestSide)
    mode = try wire.byte() == 1 ? .cover : .contain
    // Whole per cents, as boards say them.
    focus = Point(x: Double(min(try wire.byte(), 100)) / 100, y: Double(min(try wire.byte(), 100)) / 100)
    ink = Color(red: try wire.byte(), green: try wire.byte(), blue: try wire.byte(), alpha: try wire.byte())
    isLoose = try wire.byte() == 1
    bytes = body
  }

  /// What came of it, as a reader sends it.
  static func wire(of result: Result<Pixmap, ImageError>) -> [UInt8] {
    switch result {
    case .success(let pixmap):
      var wire = WireWriter(capacity: pixmap.size.area * 4 + 16)
      wire.put(0 as UInt8)
      wire.put(pixmap)
      return wire.bytes
    case .failure(let error):
      var wire = WireWriter()
      wire.put(1 as UInt8)
      wire.put(error.name)
      wire.put(count: error.line ?? 0)
      wire.put(error.reason.rawValue)
      wire.put(error.problem)
      wire.put(error.remedy)
      return wire.bytes
    }
  }

  /// What came of it, as it came from a reader, whatever that may be: a picture no larger than what was asked for.
  func result(of bytes: [UInt8]) throws(WireError) -> Result<Pixmap, ImageError> {
    var wire = WireTaker(bytes)
    let result: Result<Pixmap, ImageError>
    switch try wire.byte() {
    case 0:
      let pixmap = try wire.pixmap(upTo: size, border: border)
      guard mode == .contain || pixmap.size == size else { throw WireError() }
      result = .success(pixmap)
    case 1:
      let name = try wire.text()
      let line = Int(try wire.number32())
      guard let reason = ImageError.Reason(rawValue: try wire.byte()) else { throw WireError() }
      result = .failure(
        ImageError(
          name: name, line: line == 0 ? nil : line, reason: reason, problem: try wire.text(), remedy: try wire.text()))
    default: throw WireError()
    }
    guard wire.left == 0 else { throw WireError() }
    return result
  }
}

extension WireWriter {
  /// A picture's size and its words.
  mutating func put(_ pixmap: Pixmap) {
    put(count: pixmap.size.width)
    put(count: pixmap.size.height)
    put(words: pixmap.words(in: pixmap.bounds))
  }
}

extension WireTaker {
  /// A size of at least a pixel each way.
  mutating func size(upTo longest: Int) throws(WireError) -> PixelSize {
    let size = PixelSize(width: Int(try number32()), height: Int(try number32()))
    guard min(size.width, size.height) >= 1, max(size.width, size.height) <= longest else { throw WireError() }
    return size
  }

  /// A picture of at most this size. Words that are not premultiplied are refused: the compositor adds what it is given.
  mutating func pixmap(upTo limit: PixelSize, border: Int) throws(WireError) -> Pixmap {
    let size = try size(upTo: max(limit.width, limit.height))
    guard size.width <= limit.width, size.height <= limit.height else { throw WireError() }
    let words = try words(size.area)
    guard words.allSatisfy(\.isPremultiplied) else { throw WireError() }
    return Pixmap(words: words, size: size, border: border)
  }
}

extension UInt32 {
  /// Whether no component is greater than the alpha.
  fileprivate var isPremultiplied: Bool {
    let alpha = self >> 24
    return self >> 16 & 0xFF <= alpha && self >> 8 & 0xFF <= alpha && self & 0xFF <= alpha
  }
}
