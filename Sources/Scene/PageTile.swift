import Numbers

/// A piece of a page that is rastered at once: a card, or a part of a tall one.
///
/// Whoever lays a page out and whoever shows it hold the same array of them: of a hundred thousand cards it is four megabytes.
public struct PageTile: Sendable, Hashable {
  /// Names its pixels.
  public let key: TileKey
  // There may be a hundred thousand: no place is larger than it has to be.
  /// Page pixels.
  public let frame: PixelRect
  /// -1 for the header.
  private let place: Int32

  /// - Parameters:
  ///   - frame: page pixels.
  ///   - block: the card it shows, into those of its page; nil for the header.
  public init(key: TileKey, frame: PixelRect, block: Int? = nil) {
    self.key = key
    self.frame = frame
    place = block.map { Int32(clamping: $0) } ?? -1
  }

  /// The card it shows, into those of its page; nil for the header.
  public var block: Int? { place < 0 ? nil : Int(clamping: place) }
}

/// Names the pixels of a tile: equal keys mean equal pixels, apart from pictures that have arrived meanwhile. No two tiles of a page have
/// the same one. The same for the same content while the process lives.
public struct TileKey: Sendable, Hashable {
  /// The upper half.
  public let high: UInt64
  /// The lower half.
  public let low: UInt64

  /// From 128 well-mixed bits of everything the pixels depend on.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }
}
