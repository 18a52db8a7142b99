import Images
import Kiosk
import Numbers
import Panel
import Scene
import Vitrine
import VitrineTools

/// What of a replay is written as pictures: a film of a stretch, and frames one by one.
struct ReplayPictures: ~Copyable {
  /// Frames closer to each other than this are one in a film.
  private static let least: Nanoseconds = 32_000_000

  private let path: String?
  private let from: Nanoseconds
  private let wanted: ClosedRange<Int>?
  private let directory: String?
  private var film: Film?
  /// What the film shows since when.
  private var shown: (picture: Pixmap, since: Nanoseconds)?
  /// The glass has become another since.
  private var isOther = false
  /// Pictures in the film, and those that were left out because the panel had another size then.
  private var (filmed, others) = (0, 0)
  private var seen = 0
  private var written = 0
  /// Of the film's pictures.
  private var size: PixelSize?

  /// - Parameters:
  ///   - film: the file to write; nil for none.
  ///   - from: of the record, when the film begins.
  ///   - frames: which are written, as `120-140`.
  ///   - directory: where they are.
  init(film: String?, from: Nanoseconds?, frames: String?, directory: String?) throws(UserError) {
    let range = try frames.map { text throws(UserError) in try Self.range(text) }
    if let film { try PictureFile.checkPlace(film) }
    if let directory { try PictureFile.makeDirectory(directory) }
    self.init(path: film, from: from ?? 0, wanted: range, directory: directory)
  }

  private init(path: String?, from: Nanoseconds, wanted: ClosedRange<Int>?, directory: String?) {
    (self.path, self.from, self.wanted, self.directory) = (path, from, wanted, directory)
    film = nil
  }

  private static func range(_ text: String) throws(UserError) -> ClosedRange<Int> {
    let numbers = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard let first = numbers.first ?? nil, let last = numbers.last ?? nil, numbers.count <= 2, first > 0, first <= last
    else { throw UserError(.input, "--frames: \"\(text)\" are no frames; write 120-140, or 120, counted from 1") }
    return first...last
  }

  /// Takes what has come on the glass, if anything has.
  mutating func take(_ player: borrowing FramePlayer) throws(UserError) {
    guard player.frames > seen else { return }
    seen = player.frames
    if let directory, wanted?.contains(seen) == true, let picture = player.screenshot {
      let number = String(seen)
      let name = String(repeating: "0", count: max(0, 5 - number.count)) + number + ".png"
      try PictureFile.write(picture, to: "\(directory)/\(name)")
      Terminal.print("frame \(seen) at \(player.time(player.now ?? 0)): \(directory)/\(name)")
      written += 1
    }
    let time = (player.now ?? 0) - (player.began ?? player.now ?? 0)
    guard path != nil, time >= from else { return }
    guard let last = shown else {
      shown = player.screenshot.map { ($0, time) }
      return
    }
    isOther = time - last.since < Self.least
    guard !isOther, let picture = player.screenshot else { return }
    try append(last.picture, seconds: Double(time - last.since) / 1e9)
    shown = (picture, time)
  }

  private mutating func append(_ picture: Pixmap, seconds: Double) throws(UserError) {
    guard let path else { return }
    if film == nil { film = try Film(path: path, size: picture.size) }
    size = size ?? picture.size
    guard picture.size == size else {
      others += 1
      return
    }
    try film?.append(picture, seconds: seconds)
    filmed += 1
  }

  /// Writes what is left.
  ///
  /// - Returns: what was written, lines for people.
  /// - Throws: where nothing of what was wanted was there.
  mutating func finish(_ player: borrowing FramePlayer, named record: String) throws(UserError) -> [String] {
    var lines: [String] = []
    if let wanted, written == 0 {
      throw UserError(
        .input, "\(record): has \(seen) frames until then, none of \(wanted.lowerBound)-\(wanted.upperBound)")
    }
    guard let path else { return lines }
    guard let last = shown else { throw UserError(.input, "\(record): no frame came in that time; nothing to film") }
    if isOther, let picture = player.screenshot {
      try append(last.picture, seconds: Double(Self.least) / 1e9)
      try append(picture, seconds: 1)
    } else {
      try append(last.picture, seconds: 1)
    }
    try film.take()?.finish()
    lines.append("\(path): \(filmed) frames")
    if others > 0 { lines.append("\(others) more are not in it, for the panel had another size by then") }
    return lines
  }
}
