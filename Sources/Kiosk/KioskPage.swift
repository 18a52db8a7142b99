public import Board
import Numbers
public import Scene
import Synchronization

/// One page laid out: where its cards lie, and into which tiles they are cut. Made off the frame thread, then only read.
///
/// Page pixels: viewer pixels, row 0 is the page's top when it is not scrolled.
public final class KioskPage: Sendable {
  // Many properties: a layout, and what is found out about it once so that nothing is searched for in a frame.
  /// A card and its place.
  public struct Block: Sendable, Hashable {
    // There may be a hundred thousand: no place is larger than it has to be.
    /// Tells the card from others across layouts.
    public var id: CardID
    /// A tap on it does something.
    public var isTappable: Bool
    /// It has words for who does not see it.
    public var isHeard: Bool
    /// Page pixels.
    public var frame: PixelRect
    private var place: Int32
    private var corner: Float
    /// Few of very many cards have one.
    private var held: Shared<Control>?

    /// - Parameters:
    ///   - frame: page pixels.
    ///   - isHeard: it has words for who does not see it.
    ///   - radius: of its corners, in pixels.
    ///   - control: where it is touched, if it sets a value.
    ///   - order: those with a smaller one are read before it; where they are equal, what lies higher is.
    public init(
      id: CardID, frame: PixelRect, isTappable: Bool, isHeard: Bool = true, radius: Double = 0,
      control: Control? = nil, order: Int = 0
    ) {
      self.id = id
      self.frame = frame
      self.isTappable = isTappable
      self.isHeard = isHeard
      corner = Float(radius)
      held = control.map { Shared($0) }
      place = Int32(clamping: order)
    }

    /// Of its corners, in pixels: what is pressed keeps its shape.
    public var radius: Double {
      get { Double(corner) }
      set { corner = Float(newValue) }
    }

    /// Those with a smaller one are read before it.
    public var order: Int {
      get { Int(clamping: place) }
      set { place = Int32(clamping: newValue) }
    }

    /// Where it is touched, if it sets a value.
    public var control: Control? {
      get { held?.value }
      set { held = newValue.map { Shared($0) } }
    }

    /// Where a finger means this card: its frame, grown on all sides where that is smaller than `target` pixels.
    func touchArea(target: Int) -> PixelRect {
      let dx = max(target - frame.width + 1, 0) / 2
      let dy = max(target - frame.height + 1, 0) / 2
      return PixelRect(x0: frame.x0 - dx, y0: frame.y0 - dy, x1: frame.x1 + dx, y1: frame.y1 + dy)
    }
  }

  /// Where a card is touched that sets a value.
  public struct Control: Sendable, Hashable {
    /// What is pressed, by the numbers `ControlInput.press` has for them; page pixels.
    public var parts: [PixelRect]
    /// Of their corners, in pixels.
    public var radius: Double
    /// What a finger moves along.
    public var slider: Slider?
    /// Its parts are keys.
    public var keys: Keys?

    /// What is true of keys.
    public struct Keys: Sendable, Hashable {
      /// Nobody is to see which are pressed.
      public var isSecret: Bool
      /// Between two of them, in pixels.
      public var gap: Int
      /// The part that goes on doing what it does while it is held.
      public var repeating: Int?

      /// For the parameters see the properties.
      public init(isSecret: Bool, gap: Int, repeating: Int? = nil) {
        (self.isSecret, self.gap, self.repeating) = (isSecret, gap, repeating)
      }
    }

    /// - Parameters:
    ///   - parts: page pixels.
    ///   - radius: of their corners, in pixels.
    public init(parts: [PixelRect] = [], radius: Double = 0, slider: Slider? = nil) {
      (self.parts, self.radius, self.slider) = (parts, radius, slider)
    }
  }

  /// A bar with a thumb that is where the finger is: drawn with each frame, and in no tile.
  public struct Slider: Sendable, Hashable {
    /// The bar; page pixels.
    public var track: PixelRect
    /// Where a finger takes hold of the thumb; page pixels.
    public var reach: PixelRect
    /// Where the value is, 0...1; nil while nobody knows.
    public var share: Double?
    /// It begins at the right.
    public var isMirrored = false
    /// It begins at the bottom.
    public var isUpright = false
    /// The bar beyond the thumb.
    public var ground: Color
    /// The bar up to the thumb, and the thumb.
    public var bar: Color
    /// The thumb's middle.
    public var middle: Color
    /// Across the thumb, in pixels.
    public var thumb: Int
    /// The least way that is another value, as a share of the whole.
    public var step = 0.0

    /// For the parameters see the properties.
    public init(
      track: PixelRect, reach: PixelRect, share: Double?, isMirrored: Bool = false, isUpright: Bool = false,
      ground: Color, bar: Color, middle: Color, thumb: Int
    ) {
      (self.track, self.reach, self.share) = (track, reach, share)
      (self.isMirrored, self.isUpright) = (isMirrored, isUpright)
      (self.ground, self.bar, self.middle, self.thumb) = (ground, bar, middle, thumb)
    }
  }

  /// Counts up with every layout, so that late answers to an older one are told apart.
  public let generation: Int
  /// Sorted by their top edges.
  public let blocks: [Block]
  /// Sorted by their top edges.
  public let tiles: [PageTile]
  /// What stands still while the page scrolls, in pixels of the panel: a band at its top, or a column at a side that is as high as it.
  public let header: PageTile?
  /// Rows of content that scroll.
  public let height: Int

  /// Those of `blocks` that have a slider.
  let sliders: [Int]
  /// `blocks` in the order they are read.
  let reading: ReadingOrder
  /// As it stands in records of what happens, once it was written.
  let sketch = AtomicLazyReference<Sketch>()
  private let blockReach: [Int32]
  private let tileReach: [Int32]
  private let indexOfTile: PlaceIndex
  private let indexOfBlock: PlaceIndex

  /// For the parameters see the properties.
  public init(generation: Int, blocks: [Block], tiles: [PageTile], header: PageTile?, height: Int) {
    self.generation = generation
    self.blocks = blocks
    self.tiles = tiles
    self.header = header
    self.height = height
    reading = ReadingOrder(of: blocks)
    sliders = blocks.indices.filter { blocks[$0].control?.slider != nil }
    blockReach = Self.reach(blocks.lazy.map(\.frame.y1))
    tileReach = Self.reach(tiles.lazy.map(\.frame.y1))
    indexOfTile = PlaceIndex(of: tiles) { $0.key }
    indexOfBlock = PlaceIndex(of: blocks) { $0.id }
  }

  /// A page before there is one.
  public static let empty = KioskPage(generation: 0, blocks: [], tiles: [], header: nil, height: 0)

  /// Rows that the header takes from what scrolls, on a panel of this width; none where it stands beside that.
  package func headerHeight(width: Int) -> Int { header.map { $0.frame.width < width ? 0 : $0.frame.height } ?? 0 }

  /// Indices of the tiles that touch these rows; a few outside them may be included.
  public func tiles(inRows rows: Range<Int>) -> Range<Int> {
    Self.span(tileReach, rows) { tiles[$0].frame.y0 }
  }

  /// Indices of the cards that touch these rows; a few outside them may be included.
  func blocks(inRows rows: Range<Int>) -> Range<Int> {
    Self.span(blockReach, rows) { blocks[$0].frame.y0 }
  }

  /// The card a finger at a position means, in page pixels: the one there, if a tap on it does something; else one beside it that can be
  /// tapped and is smaller than a fingertip.
  ///
  /// - Parameter target: side of the smallest place to be tapped, in pixels.
  public func block(x: Int, y: Int, target: Int = 0) -> Int? {
    let there = Self.span(blockReach, y..<(y + 1)) { blocks[$0].frame.y0 }.first {
      blocks[$0].frame.contains(x: x, y: y)
    }
    if let there, blocks[there].isTappable { return there }
    let around = Self.span(blockReach, (y - target)..<(y + target + 1)) { blocks[$0].frame.y0 }
    return around.first { blocks[$0].isTappable && blocks[$0].touchArea(target: target).contains(x: x, y: y) } ?? there
  }

  /// The first card that reaches below row `y`: the one that keeps its place when the page changes.
  public func firstBlock(below y: Int) -> Int? {
    let index = Self.firstIndex(in: blockReach) { $0 > y }
    return index < blocks.count ? index : nil
  }

  /// Index of a tile in `tiles`; nil when it is not on this page.
  public func index(of key: TileKey) -> Int? { indexOfTile.place(of: key) { tiles[$0].key } }
  /// Index of a card in `blocks`; nil when it is not on this page.
  public func index(of card: CardID) -> Int? { indexOfBlock.place(of: card) { blocks[$0].id } }

  /// The tile that shows the same part of the same card as a tile of another layout, in the same size; nil when there is none.
  func successor(of tile: PageTile, in other: KioskPage) -> Int? {
    guard let block = tile.block, let place = index(of: other.blocks[block].id) else { return nil }
    let top = blocks[place].frame.y0 + tile.frame.y0 - other.blocks[block].frame.y0
    return tiles(inRows: top..<(top + 1)).first {
      tiles[$0].block == place && tiles[$0].frame.y0 == top && tiles[$0].frame.size == tile.frame.size
    }
  }

  /// Running maximum of the bottom edges: makes a binary search possible although cards lie side by side in grids.
  private static func reach(_ bottoms: some Sequence<Int>) -> [Int32] {
    var farthest = Int32.min
    return bottoms.map { bottom in
      farthest = max(farthest, Int32(clamping: bottom))
      return farthest
    }
  }

  private static func span(_ reach: [Int32], _ rows: Range<Int>, top: (Int) -> Int) -> Range<Int> {
    let first = firstIndex(in: reach) { $0 > rows.lowerBound }
    var end = first
    while end < reach.count, top(end) < rows.upperBound { end += 1 }
    return first..<end
  }

  /// The first index whose value satisfies `isBeyond`, which holds for everything after it too.
  private static func firstIndex(in values: [Int32], where isBeyond: (Int) -> Bool) -> Int {
    var low = 0
    var high = values.count
    while low < high {
      let middle = (low + high) / 2
      if isBeyond(Int(clamping: values[middle])) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
