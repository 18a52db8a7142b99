import Numbers
public import Scene

/// Draws scenes into a panel's buffers: finds what changed, and composes every changed row once.
///
/// A frame takes two steps, because drawing it does not put it on the glass: `draw` it, and `commit` it once its flip has completed.
/// Damage is counted from committed frames only, so a frame that was refused loses nothing. All memory is allocated up front and
/// reused; scenes with more layers than ever before make it grow once.
public struct Compositor: ~Copyable {
  // Many properties: memory that is allocated up front, and three flags of the frame under way.
  /// Panel pixels.
  public let size: PixelSize
  /// What is written.
  public let format: PixelFormat
  /// How the picture is turned while it is written.
  public let orientation: Orientation

  /// The frame drawn last, and the one on the glass.
  private var drawn = DisplayList()
  private var shown = DisplayList()
  private var frameDamage = Region()
  private var bufferDamage = Region()
  private var history: DamageHistory
  /// `drawn` was not committed yet.
  private var isPending = false
  /// Something is on the glass and known.
  private var hasShown = false
  /// A buffer was drawn in and never shown; which one, the compositor cannot know.
  private var hasStrayBuffer = false
  /// Whether frames are stored past the caches; nil where that is decided by what was measured, and not by tests.
  var isStreaming: Bool?
  /// Whether crowds are painted item after item; nil likewise.
  var isPainting: Bool?
  private var cutter = CellCutter()
  private var composer: RowComposer
  /// What touches the parts of a scene that are drawn alone.
  private var partial: Scene
  /// Who composes rows beside whoever draws, and what both know.
  private let companion: (any FrameCompanion)?
  private let shared: SharedFrame?
  private var judge = SharingJudge()
  /// Whether frames are shared; nil where that is decided by what was measured, and not by tests and benchmarks.
  package var isSharing: Bool?

  /// - Parameters:
  ///   - size: panel pixels, before any orientation; each side at least 1.
  ///   - buffers: how many buffers the display turns through; a buffer that is older is drawn as a whole.
  ///   - companion: composes rows of large frames, too, where `took` shows that it pays; the pixels are the same.
  public init(
    size: PixelSize, format: PixelFormat, orientation: Orientation = .degrees0, buffers: Int = 3,
    companion: (any FrameCompanion)? = nil
  ) {
    require(
      size.width > 0 && size.height > 0,
      "a panel of \(size.width) x \(size.height) pixels has none: it has at least one")
    self.size = size
    self.format = format
    self.orientation = orientation
    history = DamageHistory(depth: buffers)
    composer = RowComposer(width: size.width, format: format)
    partial = Scene(size: size)
    self.companion = companion
    shared = companion == nil ? nil : SharedFrame(width: size.width, format: format)
    frameDamage.reserveCapacity(4 * maximumDamageRects)
    bufferDamage.reserveCapacity(4 * maximumDamageRects)
  }

  /// Draws a scene into a buffer.
  ///
  /// - Parameters:
  ///   - scene: in viewer pixels; what lies outside the panel is not drawn.
  ///   - surface: of the compositor's size and format. Only damaged pixels are written, each once; nothing is read.
  ///   - age: how many flips ago the buffer was on the glass, 1 being the frame on the glass now; 0 means unknown contents.
  ///     Source: EGL_EXT_buffer_age.
  /// - Returns: the frame damage, in panel pixels: where the frame differs from the one on the glass. At most 16 rectangles.
  public mutating func draw(_ scene: borrowing Scene, into surface: borrowing Surface, age: Int) -> Region {
    precondition(surface.size == size && surface.format == format, "the surface is not one of this panel's")
    if isPending {
      // The frame before never reached the glass, but it is in some buffer, whose age does not tell.
      history.removeAll()
      hasStrayBuffer = true
    }
    drawn.lower(scene, panel: size, orientation: orientation)
    let isKnown = hasShown && shown.background == drawn.background
    if isKnown {
      frameDamage.removeAll()
      drawn.addDamage(since: shown, panel: size, to: &frameDamage)
      frameDamage.limit(to: maximumDamageRects)
    } else {
      frameDamage.replace(with: PixelRect(size))
    }
    bufferDamage.replace(with: frameDamage)
    if !hasShown || hasStrayBuffer || age < 1 || !history.add(age - 1, to: &bufferDamage) {
      bufferDamage.replace(with: PixelRect(size))
    }
    bufferDamage.limit(to: maximumDamageRects)
    compose(surface)
    isPending = true
    return frameDamage
  }

  /// Draws parts of a scene into a buffer that is shown in these parts only. What is on the glass then is no frame of this compositor's:
  /// the next one is drawn as a whole.
  ///
  /// - Parameters:
  ///   - parts: panel pixels, inside the panel.
  ///   - surface: of the compositor's size and format.
  mutating func draw(_ scene: borrowing Scene, parts: [PixelRect], into surface: borrowing Surface) {
    precondition(surface.size == size && surface.format == format, "the surface is not one of this panel's")
    invalidate()
    if parts.isEmpty { return }
    bufferDamage.removeAll()
    for part in parts { bufferDamage.formUnion(part) }
    partial.removeAll()
    (partial.size, partial.background) = (scene.size, scene.background)
    for layer in scene.layers where layer.isGroupMark || parts.contains(where: { layer.frame.intersects($0) }) {
      partial.add(layer)
    }
    drawn.lower(partial, panel: size, orientation: orientation)
    compose(surface)
    partial.removeAll()
  }

  /// Takes note that the flip to the frame drawn last has completed; without one, does nothing.
  public mutating func commit() {
    guard isPending else { return }
    isPending = false
    hasShown = true
    hasStrayBuffer = false
    history.push(&frameDamage)
    swap(&drawn, &shown)
    drawn.removeAll(but: shown)
  }

  /// Forgets what is on the glass and in the buffers: after a mode set, a lost flip, or a return to the display.
  public mutating func invalidate() {
    isPending = false
    hasShown = false
    hasStrayBuffer = false
    history.removeAll()
    drawn.removeAll()
    shown.removeAll()
  }

  private mutating func compose(_ surface: borrowing Surface) {
    if bufferDamage.isEmpty { return judge.skips() }
    let isStreaming = isStreaming ?? gainsByStreaming(bufferDamage)
    composer.begin(surface, drawn, isStreaming: isStreaming, isPainting: isPainting)
    if let companion, let shared, sharesFrame() {
      Self.compose(
        bufferDamage, of: &drawn, on: surface, &cutter, composer, isStreaming: isStreaming, isPainting: isPainting,
        shared, companion)
      return composer.end()
    }
    var isCut = false
    for rect in bufferDamage.rects {
      if composer.copyPicture(rect, drawn) { continue }
      if !isCut { cutter.begin(drawn, within: bufferDamage.bounds) }
      isCut = true
      cutter.compose(rect, drawn, composer)
    }
    composer.end()
  }

  private mutating func sharesFrame() -> Bool {
    let isWorth = judge.shares(bytes: bufferDamage.area * format.bytesPerPixel)
    return isSharing ?? isWorth
  }

  /// Whether somebody composes rows, too, and would know how long frames take.
  public var hasCompanion: Bool { companion != nil }

  /// Takes how long the last frame took to draw: from that it is known which frames are better shared.
  ///
  /// - Parameter nanoseconds: from before `draw` to after it; 0 or less are not counted.
  public mutating func took(_ nanoseconds: Int64) { judge.took(nanoseconds) }

  /// Composes damage together with a companion.
  private static func compose(
    _ damage: borrowing Region, of list: inout DisplayList, on surface: borrowing Surface, _ cutter: inout CellCutter,
    _ composer: borrowing RowComposer, isStreaming: Bool, isPainting: Bool?, _ shared: SharedFrame,
    _ companion: any FrameCompanion
  ) {
    shared.expect(companion)
    unsafe withUnsafePointer(to: &list) { list in
      unsafe cutter.begin(list.pointee, within: damage.bounds)
      shared.layOut(damage, count: bandsOfFrame) { unsafe cutter.isCrowd($0, list.pointee, composer) }
      unsafe shared.begin(list, surface, isStreaming: isStreaming, isPainting: isPainting)
      unsafe shared.compose(with: &cutter, composer, list.pointee)
      shared.end(companion)
    }
  }

  /// In how many parts a frame is shared: whoever is done first waits for half of one on average.
  private static let bandsOfFrame = 8

  /// Whether damage is better stored past the caches, which it would only pass through: it is large, and its rows are no mere ends.
  ///
  /// A card of so many KB streamed against the same through the caches (medians), when its buffer was in none, and when it was in the
  /// second level; turned by 90 degrees, where rows are short and begin within a line, in brackets. On the Xeon the ends of turned rows
  /// were still staged:
  ///
  ///                    KB    30           120          240          480          960          2025         8100
  ///     AMD EPYC       out   1.05 (1.05)  0.69 (0.80)  0.65 (0.71)  0.57 (0.58)
  ///                    in    1.30 (1.20)  1.00 (1.00)  1.00 (1.03)  0.82 (0.86)
  ///     Xeon           out   0.79 (1.07)  0.70 (1.15)  0.69 (1.14)  0.67 (0.93)  0.65 (0.90)  0.75 (0.79)  0.71 (0.73)
  ///                    in    1.22 (2.50)  1.07 (2.32)  1.22 (2.68)  1.15 (1.61)  0.92 (1.15)  0.76 (0.94)  0.76 (0.82)
  ///
  /// Of 70 KB in rows of 72 bytes streaming takes 1.17, in rows of 176 bytes 1.08, of 384 bytes 0.8. Panels' buffers are write-combined as
  /// a rule, and in no cache. From 64 KB on, streaming gains most out of the caches, and loses to pixman in them: a card of 120 KB takes 0.35
  /// or 1.1 of its time streamed, 0.5 or 0.7 of it not; so the limit is where both ways are the faster ones.
  func gainsByStreaming(_ damage: Region) -> Bool {
    let rows = damage.rects.reduce(0) { $0 + $1.height }
    return Self.gainsByStreaming(bytes: damage.area * format.bytesPerPixel, rows: rows)
  }

  static func gainsByStreaming(bytes: Int, rows: Int) -> Bool {
    bytes >= smallestStream && bytes >= rows * shortestStreamedRow
  }

  /// Bytes of damage, and bytes of its rows on average.
  private static let smallestStream = 256 << 10
  private static let shortestStreamedRow = 256
}

extension Layer {
  /// Whether it draws nothing itself, and others belong to it.
  fileprivate var isGroupMark: Bool {
    switch content {
    case .beginGroup, .endGroup: true
    case .fill, .pixmap, .image, .pattern: false
    }
  }
}

extension Compositor {
  /// Composes a scene upright into ordinary memory: a screenshot that reads no panel's buffer.
  ///
  /// - Parameter scene: each side of its size at least 1.
  public static func render(_ scene: Scene) -> Pixmap {
    unsafe Pixmap(size: scene.size, isOpaque: true) { base, pitch in
      var compositor = Compositor(size: scene.size, format: .xrgb8888, buffers: 1)
      let surface = unsafe Surface(base: base, size: scene.size, pitch: pitch, format: .xrgb8888)
      _ = compositor.draw(scene, into: surface, age: 0)
    }
  }
}
