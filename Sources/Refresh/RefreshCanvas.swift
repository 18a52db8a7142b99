import Numbers
public import Scene

/// A picture a style wants rastered before it is first drawn, at the panel's scale and in the board's colours.
public struct SpriteRequest: Sendable, Hashable {
  /// What the picture is made of.
  public enum Source: Sendable, Hashable {
    /// A file of `Assets`, by name without extension, or a path given in the board file.
    case artwork(String)
    /// A vector drawing of the style's own.
    case drawing(Drawing)
    /// A vector drawing to be repeated without a seam, on an opaque ground; stretched to whole pixels.
    case tile(Drawing, on: Ink)
    /// One line of text in the theme's font; size in dp.
    case text(String, size: Double, isBold: Bool)
    /// One line that says when data last arrived ("Last updated 5 min ago"), rastered anew by the host whenever its words
    /// change; missing until data has arrived. Size in dp.
    case lastUpdated(size: Double)
    /// One letter of a word, in the place and the form it has there; its place in the word is found in `SpriteSet.place`.
    case letter(Int, of: Lettering)
  }

  /// What a picture's `currentColor` and text are drawn in: a colour of the board's theme, or a fixed one.
  public enum Ink: Sendable, Hashable {
    /// A colour of the board's theme.
    case background, surface, text, muted, accent, good, warn, bad, info
    /// Always this colour.
    case fixed(Color)
  }

  /// What the picture is made of.
  public var source: Source
  /// Height in dp for artwork and drawings (the width follows the picture); ignored for text.
  public var height: Double
  /// What its `currentColor` and text are drawn in.
  public var ink: Ink
  /// Without colour: every pixel becomes a grey of the same luminance.
  public var isGrey: Bool

  /// - Parameters:
  ///   - height: dp, of artwork and drawings; ignored for text.
  ///   - isGrey: every pixel becomes a grey of the same luminance.
  public init(_ source: Source, height: Double = 0, ink: Ink = .text, isGrey: Bool = false) {
    self.source = source
    self.height = height
    self.ink = ink
    self.isGrey = isGrey
  }
}

/// A word whose letters move on their own.
public struct Lettering: Sendable, Hashable {
  /// What moves as one piece, in the order it is read; put together they are the word.
  public var letters: [String]
  /// Of the type, dp.
  public var size: Double
  /// A font family; nil is the theme's.
  public var font: String?
  /// Semibold; else regular.
  public var isBold: Bool

  /// - Parameters:
  ///   - letters: in the order they are read.
  ///   - size: of the type, dp.
  ///   - font: a family; nil is the theme's.
  public init(letters: [String], size: Double, font: String? = nil, isBold: Bool = true) {
    self.letters = letters
    self.size = size
    self.font = font
    self.isBold = isBold
  }
}

/// The rastered sprites of a style, in the order of `RefreshStyle.sprites`.
///
/// A style knows each of its sprites by its place in that list, so that finding one on the frame thread is an array access.
public struct SpriteSet: Sendable {
  private var pixmaps: [Pixmap?]
  private let places: [PixelRect?]

  /// - Parameters:
  ///   - pixmaps: one for each request; nil for one that could not be made or is not ready yet.
  ///   - places: of those that are part of a greater picture, where they lie in it; empty when none is.
  public init(_ pixmaps: [Pixmap?], places: [PixelRect?] = []) {
    require(
      places.isEmpty || places.count == pixmaps.count,
      "\(pixmaps.count) sprites have \(places.count) places: each has its own, or none has")
    self.pixmaps = pixmaps
    self.places = places
  }

  /// How many were asked for.
  public var count: Int { pixmaps.count }

  /// The sprite asked for in place `index`, or nil when there is none (yet).
  public subscript(index: Int) -> Pixmap? {
    get { pixmaps.indices.contains(index) ? pixmaps[index] : nil }
    set {
      require(
        pixmaps.indices.contains(index),
        "no sprite was asked for in place \(index): there are \(pixmaps.count)")
      pixmaps[index] = newValue
    }
  }

  /// Where a letter lies in its word, in pixels; nil for every other sprite.
  public func place(_ index: Int) -> PixelRect? { places.indices.contains(index) ? places[index] : nil }
}

/// Where and with what a style draws.
public struct RefreshCanvas: Sendable {
  /// The area between its natural top and the content, in viewer pixels; its height is the extent, rounded to whole pixels.
  public var area: PixelRect
  /// What a style that asks for a bar may draw over in every phase: the board's header, or where there is none what the content
  /// leaves above it, which is as high as `RefreshMetrics.bar` while the task runs. Empty for a style that asks for no bar.
  public var bar: PixelRect
  /// Pixels per dp.
  public var scale: Double
  /// How high the area is while something rests in it, in viewer pixels: what is held open, or what a pull opens where nothing is. On a
  /// low panel it is less than the style's metrics ask for.
  public var room: Double
  /// The style's own, as far as they have been rastered.
  public var sprites: SpriteSet
  /// The board's colours.
  public var theme: RefreshTheme
  /// The board is read from right to left: what stands at the beginning of a line stands at the right.
  public var isMirrored: Bool

  /// For the parameters see the properties.
  public init(
    area: PixelRect, bar: PixelRect = .empty, scale: Double, room: Double = .infinity, sprites: SpriteSet,
    theme: RefreshTheme, isMirrored: Bool = false
  ) {
    self.area = area
    self.bar = bar
    self.scale = scale
    self.room = room
    self.sprites = sprites
    self.theme = theme
    self.isMirrored = isMirrored
  }
}

/// The board's colours, as far as a style needs them.
public struct RefreshTheme: Sendable, Hashable {
  /// Behind the cards, where the control is drawn.
  public var background: Color
  /// Of cards and of the header.
  public var surface: Color
  /// What is read first, on `background` and on `surface`.
  public var text: Color
  /// What is read second.
  public var muted: Color
  /// The board's own colour.
  public var accent: Color
  /// What is well.
  public var good: Color
  /// What needs attention.
  public var warn: Color
  /// What is wrong.
  public var bad: Color
  /// What is under way.
  public var info: Color

  /// For the parameters see the properties.
  public init(
    background: Color, surface: Color? = nil, text: Color, muted: Color, accent: Color, good: Color, warn: Color,
    bad: Color, info: Color
  ) {
    self.background = background
    self.surface = surface ?? background
    self.text = text
    self.muted = muted
    self.accent = accent
    self.good = good
    self.warn = warn
    self.bad = bad
    self.info = info
  }

  /// The colour an ink stands for.
  public func color(_ ink: SpriteRequest.Ink) -> Color {
    switch ink {
    case .background: background
    case .surface: surface
    case .text: text
    case .muted: muted
    case .accent: accent
    case .good: good
    case .warn: warn
    case .bad: bad
    case .info: info
    case .fixed(let color): color
    }
  }
}
