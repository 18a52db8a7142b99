import Numbers
import Scene

/// The pixels of the band at a page's top, and of the next one until it is there.
struct HeaderTile {
  private(set) var pixmap: Pixmap?
  /// Whose pixels they are, and whose were asked for last.
  private var resident: TileKey?
  private var asked: TileKey?
  /// The picture has changed since: shown until the new one comes.
  private var isStale = false
  /// New words are awaited, with the old ones on show.
  private var isAwaited = false
  private var fade: TileFade?

  /// The page has another layout.
  mutating func change(from key: TileKey?, to next: TileKey?, isAnimated: Bool) {
    isAwaited = isAnimated && pixmap != nil && next != key
    if next == nil, key != nil { pixmap = nil }
    fade = nil
  }

  mutating func insert(_ next: Pixmap, for key: TileKey, at time: Double) {
    if isAwaited, let pixmap { fade = TileFade(old: pixmap, began: time) }
    isAwaited = false
    pixmap = next
    resident = key
    isStale = false
  }

  /// It looks different now.
  mutating func invalidate() { isStale = true }

  /// Drops the pixels: nobody sees the page.
  mutating func remove() { (pixmap, resident, asked) = (nil, nil, nil) }

  /// Whether the pixels of this header are here, be they old.
  func isHere(_ key: TileKey?) -> Bool { key == nil || key == resident }

  /// Whether they have to be made.
  func isNeeded(_ key: TileKey?) -> Bool { key.map { $0 != resident || isStale } ?? false }

  /// Whether they have to be asked for, as they were not yet.
  mutating func wantsAnew(_ key: TileKey?) -> Bool {
    defer { asked = key }
    return isNeeded(key) && (key != asked || isStale)
  }

  /// Whether new words are appearing.
  var isFading: Bool { fade != nil }

  /// What is here at a moment of rest.
  mutating func walkAtRest(_ walk: inout some RestWalk) {
    walk.walk(&pixmap)
    walk.walk(&resident)
    walk.walk(&isStale)
    walk.walk(&isAwaited)
  }

  mutating func advance(to time: Double) {
    if fade?.isOver(at: time) == true { fade = nil }
  }

  func draw(into scene: inout Scene, frame: PixelRect, colors: KioskColors, at time: Double) {
    guard let pixmap else { return scene.add(Layer(.fill(colors.surface), frame: frame)) }
    if let fade, fade.old.size == pixmap.size {
      scene.add(Layer(.pixmap(fade.old), frame: frame))
      scene.add(Layer(.pixmap(pixmap), frame: frame, opacity: Layer.opacity(fade.opacity(at: time))))
    } else {
      scene.add(Layer(.pixmap(pixmap), frame: frame))
    }
  }
}
