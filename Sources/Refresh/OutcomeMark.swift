public import Scene

/// What is written beside the outcomes; an empty line is left out, the glyph always stands.
public struct OutcomeWords: Sendable, Hashable {
  /// New data is on show.
  public var success: String
  /// There was nothing new.
  public var noChange: String
  /// The server said no, or sent what cannot be used.
  public var failure: String
  /// There is no network.
  public var offline: String
  /// No answer came in time.
  public var timeout: String
  /// How old what is still on show is; `%` stands for "5 min ago".
  public var age: String

  /// For the parameters see the properties.
  public init(
    success: String = "Updated", noChange: String = "Up to date", failure: String = "Could not refresh",
    offline: String = "Offline", timeout: String = "Timed out", age: String = "Last updated %"
  ) {
    self.success = success
    self.noChange = noChange
    self.failure = failure
    self.offline = offline
    self.timeout = timeout
    self.age = age
  }

  /// The glyph alone, whatever the outcome.
  public static let none = OutcomeWords(success: "", noChange: "", failure: "", offline: "", timeout: "", age: "")

  func line(_ outcome: RefreshOutcome) -> String {
    switch outcome {
    case .success: success
    case .noChange: noChange
    case .failure: failure
    case .offline: offline
    case .timeout: timeout
    }
  }
}

/// The outcome as every style shows it: a glyph, one line of words, and after trouble the age of what is still on show.
public struct OutcomeMark: Sendable {
  /// What the mark draws with, to be appended to the style's own sprites at `firstSprite`.
  public let sprites: [SpriteRequest]
  private let first: Int
  /// Place of each outcome's words in `sprites`, nil when there are none.
  private let words: [Int?]
  private let age: Int
  private let glyphHeight: Double
  private let gap: Double
  /// Its words are read from the right, where the glyph then stands.
  package let isMirrored: Bool

  /// - Parameters:
  ///   - firstSprite: place of the mark's first sprite in the style's list.
  ///   - glyphHeight: dp.
  ///   - textSize: dp; the age is set at 0.8 of it.
  ///   - ink: of all of it, where it lies on a colour of the style's own; nil for the theme's tones.
  ///   - gap: between glyph and words, dp; by itself 0.4 of the glyph's height.
  public init(
    words lines: OutcomeWords = OutcomeWords(), firstSprite: Int, glyphHeight: Double = 24, textSize: Double = 16,
    ink: SpriteRequest.Ink? = nil, gap: Double? = nil
  ) {
    var sprites: [SpriteRequest] = RefreshOutcome.allCases.map {
      SpriteRequest(.drawing(OutcomeGlyphs.drawing($0)), height: glyphHeight, ink: ink ?? OutcomeMark.ink($0))
    }
    var words: [Int?] = []
    for outcome in RefreshOutcome.allCases {
      let line = lines.line(outcome)
      words.append(line.isEmpty ? nil : firstSprite + sprites.count)
      guard !line.isEmpty else { continue }
      sprites.append(SpriteRequest(.text(line, size: textSize, isBold: false), ink: ink ?? .text))
    }
    age = firstSprite + sprites.count
    sprites.append(SpriteRequest(.lastUpdated(size: 0.8 * textSize), ink: ink ?? .muted))
    self.sprites = sprites
    self.words = words
    self.first = firstSprite
    self.glyphHeight = glyphHeight
    self.gap = gap ?? 0.4 * glyphHeight
    isMirrored = RefreshOutcome.allCases.map { lines.line($0) }.first { !$0.isEmpty }?.isReadFromRight ?? false
  }

  /// Of a line's height, what lies above its letters and below them.
  private static let air = 0.4

  private static func ink(_ outcome: RefreshOutcome) -> SpriteRequest.Ink {
    switch outcome {
    case .success: .good
    case .noChange: .muted
    case .failure: .bad
    case .offline, .timeout: .warn
    }
  }

  private static func place(_ outcome: RefreshOutcome) -> Int {
    switch outcome {
    case .success: 0
    case .noChange: 1
    case .failure: 2
    case .offline: 3
    case .timeout: 4
    }
  }

  /// The mark at its full size, in viewer pixels: the glyph and what stands beside it, as far as there is room.
  public struct Layout: Sendable {
    var glyph: Pixmap?
    var glyphScale = 1.0
    var glyphWidth = 0.0
    var words: Pixmap?
    var age: Pixmap?
    var gap = 0.0
    /// How large the glyph may be of its own size.
    var mostScale = 1.0
    /// Of the whole mark, viewer pixels.
    public internal(set) var width = 0.0
  }

  /// Chooses what of the mark is shown: on a panel so low that not all of it fits one below the other, first the age is left out, then
  /// the words, and then the glyph is smaller.
  ///
  /// - Parameter room: width there is, viewer pixels; words that do not fit are left out.
  public func layout(_ outcome: RefreshOutcome, room: Double, on canvas: RefreshCanvas) -> Layout {
    var layout = Layout(gap: gap * canvas.scale)
    let place = OutcomeMark.place(outcome)
    layout.glyph = canvas.sprites[first + place]
    if let glyph = layout.glyph {
      layout.glyphScale = glyph.scale(toHeight: glyphHeight * canvas.scale)
      layout.glyphWidth = Double(glyph.size.width) * layout.glyphScale
    }
    layout.width = layout.glyphWidth
    layout.mostScale = min(canvas.room / (glyphHeight * canvas.scale), 1)
    guard let index = words[place], let words = canvas.sprites[index] else { return layout }
    let wide = layout.glyphWidth + layout.gap + Double(words.size.width)
    guard wide <= room, (1 - Self.air) * Double(words.size.height) <= canvas.room else { return layout }
    layout.words = words
    layout.width = wide
    guard outcome.isTrouble, let age = canvas.sprites[age] else { return layout }
    let wider = layout.glyphWidth + layout.gap + Double(age.size.width)
    guard wider <= room, Double(words.size.height) + (1 - Self.air) * Double(age.size.height) <= canvas.room else {
      return layout
    }
    layout.age = age
    layout.width = max(wide, wider)
    return layout
  }

  /// Appends the mark's layers.
  ///
  /// - Parameters:
  ///   - clip: what the mark lies in; `canvas.area` when left out.
  ///   - left: left edge, viewer pixels. The glyph stands where the words are read from.
  ///   - middle: the row all parts are centred on, viewer pixels.
  ///   - scale: of the glyph about its centre; words keep their size.
  public func draw(
    _ layout: Layout, left: Double, middle: Double, scale: Double, opacity: Double, clip: PixelRect? = nil,
    on canvas: RefreshCanvas, into scene: inout Scene
  ) {
    guard opacity > 0, scale > 0 else { return }
    let clip = clip ?? canvas.area
    if let glyph = layout.glyph {
      let x = isMirrored ? left + layout.width - layout.glyphWidth / 2 : left + layout.glyphWidth / 2
      let center = glyph.snapped(Point(x: x, y: middle), scale: layout.glyphScale)
      scene.add(
        .sprite(
          glyph, center: center, scale: layout.glyphScale * min(scale, layout.mostScale), opacity: opacity, clip: clip))
    }
    guard let words = layout.words else { return }
    func textLeft(_ text: Pixmap) -> Double {
      isMirrored
        ? left + layout.width - layout.glyphWidth - layout.gap - Double(text.size.width)
        : left + layout.glyphWidth + layout.gap
    }
    let ageHeight = Double(layout.age?.size.height ?? 0)
    let top = middle - (Double(words.size.height) + ageHeight) / 2
    place(words, left: textLeft(words), top: top, opacity: opacity, clip: clip, into: &scene)
    guard let age = layout.age else { return }
    place(age, left: textLeft(age), top: top + Double(words.size.height), opacity: opacity, clip: clip, into: &scene)
  }

  /// Draws the mark behind a picture, as its words are read, in the middle of the area, which makes room for half of it.
  ///
  /// - Parameters:
  ///   - width: of the picture, viewer pixels.
  ///   - fullWidth: of the picture at its largest: decides which words there is room for; `width` when left out.
  ///   - gap: between the two, viewer pixels.
  ///   - shown: how far the mark has appeared, 0...1.
  /// - Returns: the column the picture is centred on.
  public func drawBeside(
    _ outcome: RefreshOutcome, width: Double, fullWidth: Double? = nil, gap: Double, middle: Double, shown: Double,
    opacity: Double,
    scale: Double = 1, on canvas: RefreshCanvas, into scene: inout Scene
  ) -> Double {
    var center = Double(canvas.area.x0 + canvas.area.x1) / 2
    let layout = layout(outcome, room: Double(canvas.area.width) - (fullWidth ?? width) - 3 * gap, on: canvas)
    let side = isMirrored ? -1.0 : 1
    if layout.width > 0 { center -= side * shown * (gap + layout.width) / 2 }
    let left = isMirrored ? center - width / 2 - gap - layout.width : center + width / 2 + gap
    draw(
      layout, left: left, middle: middle, scale: scale * (0.7 + 0.3 * shown), opacity: opacity,
      on: canvas, into: &scene)
    return center
  }

  /// Appends the glyph alone, inside `canvas.area`, for a style that has a place of its own for words.
  ///
  /// - Parameters:
  ///   - center: viewer pixels.
  ///   - scale: of the glyph's full size.
  func drawGlyph(
    _ outcome: RefreshOutcome, center: Point, scale: Double, opacity: Double, on canvas: RefreshCanvas,
    into scene: inout Scene
  ) {
    guard opacity > 0, scale > 0, let glyph = canvas.sprites[first + OutcomeMark.place(outcome)] else { return }
    let own = glyph.scale(toHeight: glyphHeight * canvas.scale)
    scene.add(
      .sprite(glyph, center: glyph.snapped(center, scale: own), scale: own * scale, opacity: opacity, clip: canvas.area)
    )
  }

  /// The outcome's words, when there are some.
  func words(_ outcome: RefreshOutcome, on canvas: RefreshCanvas) -> Pixmap? {
    words[OutcomeMark.place(outcome)].flatMap { canvas.sprites[$0] }
  }

  /// The line that says how old the data is, once it has an age.
  func age(on canvas: RefreshCanvas) -> Pixmap? { canvas.sprites[age] }

  /// Text stays crisp on whole pixels.
  private func place(
    _ text: Pixmap, left: Double, top: Double, opacity: Double, clip: PixelRect, into scene: inout Scene
  ) {
    let center = text.snapped(
      Point(x: left + Double(text.size.width) / 2, y: top + Double(text.size.height) / 2), scale: 1)
    scene.add(.sprite(text, center: center, opacity: opacity, clip: clip))
  }
}

extension Pixmap {
  /// The factor that brings the pixmap to this height in viewer pixels; 1 when rastering has only rounded it.
  func scale(toHeight height: Double) -> Double {
    let own = Double(size.height)
    return abs(own - height) < 1 ? 1 : height / own
  }

  /// The nearest centre at which the upright pixmap's corner lies on a whole pixel, where bilinear filtering does not blur.
  func snapped(_ center: Point, scale: Double) -> Point {
    let width = Double(size.width) * scale
    let height = Double(size.height) * scale
    return Point(
      x: (center.x - width / 2).rounded() + width / 2, y: (center.y - height / 2).rounded() + height / 2)
  }
}
