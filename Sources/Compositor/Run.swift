import Scene

/// Some columns of a strip and how they are composed in each of its rows.
///
/// Found out once for all rows, so that a row costs its pixels and little more: a panel that is turned has short runs in many rows, and
/// asking every item anew in each of them took a third of a frame. Points into the frame's lists and buffers: valid while they stay as
/// they are.
@safe
struct Run: BitwiseCopyable {
  /// The step that stores a row.
  enum Last: UInt8 {
    /// All items are composed in a row buffer first, and stored as the panel wants them.
    case composed
    /// `color` and nothing else.
    case fill
    /// The pixels of `source`, which are as the panel wants them.
    case copy
    case copy565
    /// `color` over what is below.
    case solid
    /// `source` over what is below.
    case over
    case fade
    case mix
    case sector
  }

  /// The way to memory.
  enum Way: UInt8 {
    /// To the panel through the caches.
    case cached
    /// To the panel past the caches, in whole lines.
    case streamed
    /// To the stage, from where a run of its own brings it to the panel.
    case staged
  }

  /// The first panel column.
  private(set) var x: Int
  private(set) var count: Int
  let stack: Stack
  private(set) var way = Way.cached
  private(set) var last = Last.composed
  private(set) var color: UInt32
  private(set) var alpha: UInt32 = 255
  private(set) var source = Plane.none
  /// What is below the last item, when it is pixels that lie in memory; else it is composed.
  private(set) var below = Plane.none
  private var target = Plane.none

  /// A whole cell.
  ///
  /// - Parameter background: what is seen where no item is, opaque.
  init(_ cell: Cell, _ stack: Stack, format: PixelFormat, background: UInt32) {
    x = cell.x0
    count = cell.x1 - cell.x0
    self.stack = stack
    color = background
    switch format {
    case .xrgb8888: planPicture()
    case .xbgr8888: break
    case .rgb565, .rgb565Dithered: planPicture565()
    }
  }

  /// One pass, which reads at most what it stores.
  var isCopy: Bool { last == .copy || last == .copy565 || last == .fill }

  /// Some columns of it.
  ///
  /// - Parameter target: where its first pixel is stored.
  func part(_ columns: Range<Int>, _ way: Way, target: Plane) -> Run {
    var part = self
    let bytes = last == .copy565 ? 2 : 4
    part.source.advance((columns.lowerBound &- x) &* bytes)
    part.below.advance((columns.lowerBound &- x) &* bytes)
    part.x = columns.lowerBound
    part.count = columns.count
    part.way = way
    part.target = target
    return part
  }

  /// Copies columns that were staged.
  ///
  /// - Parameters:
  ///   - stage: where their first pixel is staged.
  ///   - target: where it is stored.
  func unstaging(_ columns: Range<Int>, _ way: Way, from stage: Plane, to target: Plane, bytesPerPixel: Int) -> Run {
    var copy = self
    copy.last = bytesPerPixel == 4 ? .copy : .copy565
    copy.source = stage
    copy.x = columns.lowerBound
    copy.count = columns.count
    copy.way = way
    copy.target = target
    return copy
  }

  /// Where it is stored in a row.
  @inline(__always)
  @unsafe func address(y: Int) -> UnsafeMutableRawPointer {
    unsafe UnsafeMutableRawPointer(mutating: target.address(y: y))
  }

  private mutating func planPicture() {
    guard stack.count > 0 else {
      last = .fill
      return
    }
    let top = stack.count - 1
    let item = unsafe stack.item(top).pointee
    guard item.isPlain && stack.parent(top) < 0 else { return }
    if item.source == .solid {
      last = item.isOpaque ? .fill : .solid
      color = item.color
    } else {
      last =
        switch item.blend {
        case .copy: .copy
        case .over: .over
        case .fade: .fade
        case .mix: .mix
        case .sector: .sector
        }
      alpha = item.alpha
      source = Plane(item.pixels, x: x)
    }
    guard top == 1 else { return }
    let bottom = unsafe stack.item(0).pointee
    if bottom.isOpaque && bottom.source == .row { below = Plane(bottom.pixels, x: x) }
  }

  private mutating func planPicture565() {
    guard stack.count == 1 else { return }
    let item = unsafe stack.item(0).pointee
    guard item.source == .row565 && item.isOpaque else { return }
    last = .copy565
    source = Plane(item.pixels, x: x)
  }
}

/// Memory that has something in every panel row, at a fixed distance from one to the next.
@safe
struct Plane: BitwiseCopyable {
  /// Of panel row 0, if there were one.
  private var origin: Int
  private let pitch: Int

  static let none = Plane(origin: 0, pitch: 0)

  /// - Parameter origin: an address.
  init(origin: Int, pitch: Int) {
    self.origin = origin
    self.pitch = pitch
  }

  /// A picture's pixels from a panel column on.
  init(_ grid: PixelGrid, x: Int) {
    pitch = grid.stepY
    origin = Int(bitPattern: grid.origin) &+ (x &- grid.originX) &* grid.stepX &- grid.originY &* grid.stepY
  }

  @inline(__always)
  var isNone: Bool { origin == 0 }

  mutating func advance(_ bytes: Int) { if !isNone { origin &+= bytes } }

  @inline(__always)
  @unsafe func address(y: Int) -> UnsafeRawPointer {
    unsafe UnsafeRawPointer(bitPattern: origin &+ y &* pitch).unsafelyUnwrapped
  }

  /// 32-bit pixels of a panel row.
  @inline(__always)
  @unsafe func row(y: Int, count: Int) -> SourceRow {
    // A short row is done before the memory has answered: the fourth is asked for, as for what is written.
    let ahead = count < RowComposer.shortRow ? pitch &* RowComposer.shortRowsAhead : pitch
    let row = unsafe SourceRow(address(y: y), count: count, ahead: ahead)
    // Kernels ask for a line with every 16 pixels; the last pixel may lie in one more.
    row.prefetch(count &- 1)
    return row
  }

  /// 16-bit pixels of a panel row.
  @inline(__always)
  @unsafe func row565(y: Int, count: Int) -> SourceRow565 {
    unsafe SourceRow565(address(y: y), count: count, ahead: pitch)
  }
}

/// A cell's items, back to front.
@safe
struct Stack: BitwiseCopyable {
  let entries: UnsafePointer<Int32>
  let count: Int
  let items: UnsafePointer<DisplayItem>
  let links: UnsafePointer<DisplayLinks>

  @inline(__always)
  func item(_ position: Int) -> UnsafePointer<DisplayItem> { unsafe items + Int(entries[position]) }

  /// The group an item belongs to, or below 0.
  func parent(_ position: Int) -> Int { unsafe links[Int(entries[position])].parent }

  /// The position after a group's last item.
  func end(ofGroupAt position: Int) -> Int {
    let end = unsafe links[Int(entries[position])].end
    var next = position &+ 1
    while next < count, unsafe Int(entries[next]) < end { next &+= 1 }
    return next
  }
}
