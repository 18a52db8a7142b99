public import Board
import Formats
public import Motion
import Numbers
import Panel
public import Scene
public import Vitrine

/// A gesture in a few words a line, for films and tests.
///
/// ```
/// # x and y in pixels, or in per cent of the panel; times in seconds
/// wait 0.5
/// down 50% 30%
/// move 50% 75% 0.8
/// wait 0.3
/// up
/// flick 50% 80% 50% 20% 0.12
/// tap 50% 40%
/// wheel 50% 50% 3
/// key home
/// ```
///
/// `move` takes the seconds it lasts, `flick` goes from one place to another and lifts while moving, `wheel` turns by lines.
/// `down`, `move`, `tap`, `up` and `cancel` take `finger N` last for more fingers than one.
///
/// Every number has bounds, and so has the whole: nothing that can be written makes more events than a film of an hour has.
public struct GestureScript: Sendable {
  /// Seconds a script may take.
  static let longest = 3600.0

  /// In time order, from time 0.
  public private(set) var events: [InputEvent]
  /// When the script is over, seconds.
  public private(set) var duration: Double

  /// - Parameters:
  ///   - file: the name errors begin with.
  ///   - panel: what per cent refer to, in viewer pixels.
  /// - Throws: the first line that cannot be read, with what would be right there.
  public init(_ text: String, file: String, panel: PixelSize) throws(Diagnostic) {
    var mistakes: [Diagnostic] = []
    self.init(text, file: file, panel: panel, &mistakes)
    if let first = mistakes.first { throw first }
  }

  /// - Parameter mistakes: takes each line that cannot be read, and is left out.
  private init(_ text: String, file: String, panel: PixelSize, _ mistakes: inout [Diagnostic]) {
    var reader = GestureReader(file: file, panel: panel)
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      do throws(Diagnostic) {
        try reader.read(line)
      } catch {
        mistakes.append(error)
        // What comes after too long a gesture is all too late.
        if mistakes.count >= Self.mostMistakes || reader.touch.time > Self.longest { break }
      }
    }
    events = (reader.touch.events + reader.others).sorted { $0.time < $1.time }
    duration = reader.touch.time
  }

  /// Reads a gesture file.
  ///
  /// - Throws: all lines that cannot be read, with what would be right there.
  public init(contentsOf path: String, panel: PixelSize) throws(UserError) {
    let bytes = try Files.read(path, limit: 1 << 20)
    var mistakes: [Diagnostic] = []
    self.init(String(decoding: TextEncoding.utf8(bytes), as: UTF8.self), file: path, panel: panel, &mistakes)
    guard mistakes.isEmpty else { throw UserError(mistakes) }
  }

  /// As many as anybody reads at once.
  private static let mostMistakes = 20

  /// What `key` takes.
  public static var keyNames: [String] { GestureReader.keyNames }

  /// The events, with times that count from `start` on.
  public func events(from start: Double) -> [InputEvent] {
    events.map { $0.at($0.time + start) }
  }
}

private struct GestureReader {
  let file: String
  let panel: PixelSize
  var touch = ScriptedTouch(rate: 120)
  var others: [InputEvent] = []
  private var lineNumber = 0

  private static let usage = [
    "wait": "wait SECONDS", "down": "down X Y", "move": "move X Y SECONDS", "up": "up", "cancel": "cancel",
    "tap": "tap X Y", "flick": "flick X Y X Y SECONDS", "wheel": "wheel X Y LINES", "key": "key NAME",
  ]

  /// As many as a touch panel tells apart.
  private static let lastFinger = 15
  private static let mostLines = 1000.0
  /// Pixels, several times the largest panel: fingers do leave panels.
  private static let farthest = 100_000.0

  static var keyNames: [String] { (Array(keys.keys) + Array(voiceKeys.keys)).sorted() }
  private static let keys: [String: InputEvent.Key] = [
    "up": .up, "down": .down, "page-up": .pageUp, "page-down": .pageDown, "home": .home, "end": .end, "left": .left,
    "right": .right, "refresh": .refresh, "back": .back, "enter": .enter, "space": .space, "next": .next,
    "previous": .previous,
  ]
  private static let voiceKeys: [String: InputEvent.VoiceKey] = [
    "help": .help, "mute": .mute, "again": .again, "louder": .louder, "softer": .softer, "faster": .faster,
    "slower": .slower, "headphones-in": .headphones(true), "headphones-out": .headphones(false),
  ]

  init(file: String, panel: PixelSize) {
    self.file = file
    self.panel = panel
  }

  mutating func read(_ line: Substring) throws(Diagnostic) {
    lineNumber += 1
    var words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
    guard let verb = words.first.map(String.init) else { return }
    guard let usage = Self.usage[verb] else {
      throw problem(
        at: words[0], in: line, "unknown word \"\(verb)\"; known: \(Self.usage.keys.sorted().joined(separator: ", "))")
    }
    var contact = 0
    if words.count >= 3, words[words.count - 2] == "finger", ["down", "move", "tap", "up", "cancel"].contains(verb) {
      let word = words[words.count - 1]
      guard let number = Int(word), (0...Self.lastFinger).contains(number) else {
        throw problem(at: word, in: line, "\"\(word)\" is not a finger: write a number, 0 to \(Self.lastFinger)")
      }
      contact = number
      words.removeLast(2)
    }
    guard words.count == usage.split(separator: " ").count else {
      throw problem(at: words[0], in: line, "\"\(verb)\" is written: \(usage)")
    }
    func point(_ index: Int) throws(Diagnostic) -> Point {
      Point(
        x: try length(words[index], of: panel.width, line), y: try length(words[index + 1], of: panel.height, line))
    }
    switch verb {
    case "wait": touch.wait(try seconds(words[1], line))
    case "down": touch.down(try point(1), contact: contact)
    case "move": touch.move(to: try point(1), over: try seconds(words[3], line), contact: contact)
    case "up": touch.up(contact: contact)
    case "cancel": touch.cancel(contact: contact)
    case "tap": touch.tap(try point(1), contact: contact)
    case "flick": touch.flick(from: try point(1), to: try point(3), over: try seconds(words[5], line))
    case "wheel":
      guard let lines = Double(words[3]), abs(lines) <= Self.mostLines else {
        throw problem(
          at: words[3], in: line,
          "\"\(words[3])\" is not a number of lines: write -\(Int(clamping: Self.mostLines)) to \(Int(clamping: Self.mostLines))"
        )
      }
      others.append(.wheel(lines: lines, position: try point(1), time: touch.time))
    default:
      let name = String(words[1])
      if let key = Self.voiceKeys[name] {
        others.append(.voice(key, time: touch.time))
        break
      }
      guard let key = Self.keys[name] else {
        throw problem(
          at: words[1], in: line,
          "unknown key \"\(words[1])\"; known: \(Self.keyNames.joined(separator: ", "))")
      }
      others.append(.key(key, time: touch.time))
    }
    guard touch.time <= GestureScript.longest else {
      throw problem(
        at: words[0], in: line, "the gesture takes longer than \(Int(clamping: GestureScript.longest)) s by now")
    }
  }

  private func length(_ word: Substring, of whole: Int, _ line: Substring) throws(Diagnostic) -> Double {
    let isShare = word.hasSuffix("%")
    let number = Double(isShare ? word.dropLast() : word).map { isShare ? $0 / 100 * Double(whole) : $0 }
    guard let number, abs(number) <= Self.farthest else {
      throw problem(
        at: word, in: line,
        "\"\(word)\" is not a place: write pixels (120) or a share of the panel (50%), at most \(Int(clamping: Self.farthest)) pixels away"
      )
    }
    return number
  }

  private func seconds(_ word: Substring, _ line: Substring) throws(Diagnostic) -> Double {
    guard let number = Double(word), number >= 0, number <= 600 else {
      throw problem(at: word, in: line, "\"\(word)\" is not a time: write seconds, 0 to 600")
    }
    return number
  }

  private func problem(at word: Substring, in line: Substring, _ message: String) -> Diagnostic {
    let column = line.unicodeScalars.distance(from: line.startIndex, to: word.startIndex) + 1
    return Diagnostic(file: file, mark: Mark(line: lineNumber, column: column), message: message)
  }
}
