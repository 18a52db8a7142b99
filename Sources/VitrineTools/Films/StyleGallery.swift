import Compositor
import Motion
import Numbers
import Panel
public import Refresh
public import Scene
import Synchronization
public import Typesetting
public import Vitrine

/// One refresh style in the pull every style of the gallery is shown in, so that they can be looked at side by side.
///
/// A slow pull, a hesitation below the trigger, a pull above it, the release, an answer after a while: on a small panel with a header
/// and a few rows, in virtual time. The same calls give the same pixels on every day.
public struct StyleGallery {
  /// A built-in name, or the path of a style file or a Lottie file.
  public let style: String
  /// What the header of the pictures says.
  public let title: String
  private let theme: String
  private let scale: Double
  private let fonts: FontSource
  private let scratch: ScratchDirectory

  /// Of one picture, dp: the panel is far higher, because a low one is pulled less.
  private static let size = (width: 320.0, height: 208.0, panel: 776.0)
  /// Friday, 8 May 2026, 17:42 UTC.
  private static let time = 1_778_262_120.0

  /// Seconds into a film when every style shows that it works.
  public static let poster = Script.released + 0.45

  /// - Parameters:
  ///   - style: a built-in name, or the path of a style file or a Lottie file.
  ///   - isDark: the theme.
  ///   - scale: pixels per dp.
  /// - Throws: when there is no room for a scratch file.
  public init(
    _ style: String, isDark: Bool = true, scale: Double = 1, fonts: FontSource = .system
  ) throws(UserError) {
    self.style = style
    let file = style.split(separator: "/").last.map { String($0) } ?? style
    title = file.split(separator: ".").first.map { String($0) } ?? file
    theme = isDark ? "dark" : "light"
    self.scale = scale
    self.fonts = fonts
    scratch = try ScratchDirectory()
    // Little text: what moves as a whole is what makes films large.
    let rows = #"[{"to": "Gothenburg"}, {"to": ""}]"#
    try Files.write(Array(rows.utf8), to: scratch.path + "/rows.json")
  }

  /// Of each picture, pixels.
  public var frameSize: PixelSize { pixels(Self.size.width, Self.size.height) }

  /// The pull from its first moment to the closed header, `fps` pictures a second.
  ///
  /// - Parameter seconds: how long the film is; nil until everything rests.
  public func film(_ outcome: RefreshOutcome, fps: Int, seconds: Double? = nil) throws(UserError) -> [Pixmap] {
    var kiosk = try kiosk(.scripted(outcome, after: Script.answer), fps: fps)
    let start = kiosk.seconds
    kiosk.schedule(Script.gesture(on: kiosk))
    var frames: [Pixmap] = []
    var isOver = false
    while !isOver {
      frames.append(try picture(of: kiosk))
      let time = Double(frames.count) / Double(fps)
      kiosk.play(seconds: start + time - kiosk.seconds)
      isOver = seconds.map { time >= $0 } ?? (time > Script.released + 1 && kiosk.refreshPhase == .idle)
    }
    // Where it ends is where it begins again.
    for _ in 0..<(seconds == nil ? fps / 2 : 0) { frames.append(frames[frames.count - 1]) }
    return frames
  }

  /// Moments of the pull beside each other, and below them each outcome when it has been shown for most of its time.
  public func sheet() throws(UserError) -> Pixmap {
    let pull = try moments([0.7, Script.hesitation, Script.released - 0.05, Script.released + 0.45])
    let outcomes = try RefreshOutcome.allCases.map { outcome throws(UserError) in try ending(outcome) }
    let closing = [outcomes[0].closing, outcomes[2].closing]
    return Self.grid([pull + closing, outcomes.map(\.shown) + [outcomes[4].closing]])
  }

  /// Pictures of the same size in rows, with gaps between them.
  public static func grid(_ rows: [[Pixmap]], gap: Int = 4) -> Pixmap {
    precondition(rows.first?.first != nil, "a grid has pictures")
    let cell = rows[0][0].size
    let columns = rows.map(\.count).max() ?? 0
    var scene = Scene(
      size: PixelSize(
        width: columns * (cell.width + gap) - gap, height: rows.count * (cell.height + gap) - gap),
      background: Color(rgb: 0x3C4043))
    for (y, row) in rows.enumerated() {
      for (x, picture) in row.enumerated() {
        scene.add(.pixmap(picture, x: x * (cell.width + gap), y: y * (cell.height + gap)))
      }
    }
    return Compositor.render(scene)
  }
}

/// What the finger does, in seconds from the start and shares of the trigger.
private enum Script {
  /// In the middle of the hesitation.
  static let hesitation = 1.45
  static let released = 2.5
  /// From the release to the answer.
  static let answer = 1.4

  static func gesture(on kiosk: borrowing VirtualKiosk) -> [InputEvent] {
    let size = kiosk.size
    let from = Point(x: Double(size.width) / 2, y: Double(size.height) * 0.2)
    func place(_ ratio: Double) -> Point { Point(x: from.x, y: from.y + kiosk.travel(toPullRatio: ratio)) }
    var touch = ScriptedTouch(start: kiosk.seconds, rate: 100)
    touch.wait(0.2)
    touch.down(from)
    touch.move(to: place(0.8), over: 1)
    touch.move(to: place(0.7), over: 0.5)
    touch.move(to: place(1.15), over: 0.5)
    touch.wait(released - 2.2)
    touch.up()
    return touch.events
  }
}

extension StyleGallery {
  private func pixels(_ width: Double, _ height: Double) -> PixelSize {
    PixelSize(width: Int(clamping: (width * scale).rounded()), height: Int(clamping: (height * scale).rounded()))
  }

  private func kiosk(_ answers: VirtualKiosk.Answers, fps: Int) throws(UserError) -> VirtualKiosk {
    let source = BoardSource(path: nil)
    let text = """
      board: \(title)
      theme: {mode: \(theme)}
      sources: {rows: {url: "file://\(scratch.path)/rows.json", key: to}}
      cards:
        - header: {title: "{$board}"}
        - row: {each: rows, title: "{to}"}
      """
    guard let board = source.parse(Array(text.utf8), parts: .builtIn).board else {
      throw UserError.bug("the gallery's board was refused")
    }
    // Every second frame of the panel is a picture of the film.
    let mode = DisplayMode(size: pixels(Self.size.width, Self.size.panel), refreshMillihertz: fps * 2000)
    let complaints = Complaints()
    let kiosk = VirtualKiosk(
      board: board, source: source, options: PanelOptions(mode: mode, scale: scale, style: style, fonts: fonts),
      start: Self.time,
      answers: answers, log: { complaints.add($0) })
    if let complaint = complaints.first { throw UserError(.input, complaint) }
    return kiosk
  }

  private func moments(_ times: [Double]) throws(UserError) -> [Pixmap] {
    var kiosk = try kiosk(.scripted(.success, after: Script.answer), fps: 10)
    let start = kiosk.seconds
    kiosk.schedule(Script.gesture(on: kiosk))
    return try times.map { time throws(UserError) in
      kiosk.play(seconds: start + time - kiosk.seconds)
      return try picture(of: kiosk)
    }
  }

  /// An outcome when nearly two thirds of its time are over, and the closing header.
  private func ending(_ outcome: RefreshOutcome) throws(UserError) -> (shown: Pixmap, closing: Pixmap) {
    var kiosk = try kiosk(.atOnce, fps: 10)
    kiosk.beginRefresh()
    kiosk.play(seconds: 1.3)
    kiosk.endRefresh(with: outcome)
    kiosk.play(seconds: 0.1)
    guard case .finishing(_, let until) = kiosk.refreshPhase else {
      throw UserError.bug("\(style) shows no \(outcome.rawValue)")
    }
    kiosk.play(seconds: 0.6 * (until - kiosk.seconds))
    let shown = try picture(of: kiosk)
    kiosk.play(seconds: until + 0.1 - kiosk.seconds)
    return (shown, try picture(of: kiosk))
  }

  /// The top of what is on the glass.
  private func picture(of kiosk: borrowing VirtualKiosk) throws(UserError) -> Pixmap {
    guard let picture = kiosk.screenshot(of: PixelRect(frameSize)) else {
      throw UserError.bug("no frame of \(style) was drawn")
    }
    return picture
  }
}

/// What a kiosk had to say; a gallery has nothing to complain about.
private final class Complaints: Sendable {
  private let lines = Mutex<[String]>([])

  func add(_ line: String) { lines.withLock { $0.append(line) } }

  var first: String? { lines.withLock { $0.first } }
}
