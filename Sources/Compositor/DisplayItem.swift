import CProcessor
import Numbers
import Scene

/// One step of composing a row: a layer, or a part of one, lowered to panel space and plain numbers.
///
/// Trivial, so that the row loop meets no reference count; the pixmaps it points into are kept alive beside the list. Short, since a frame
/// of many small items is written, compared and read again: what few of them need stands in `DisplayDetail`.
@safe
struct DisplayItem: BitwiseCopyable {
  /// Where the pixels come from.
  enum Source: UInt8 {
    /// The items up to `DisplayLinks.end`, blended together from clear.
    case group
    case solid
    case corner
    /// 32-bit pixels as the panel wants them, one row after the other.
    case row
    /// The same in 16 bits.
    case row565
    /// Pixels stored turned against the panel.
    case turned
    case turned565
    case pattern
    case pattern565
    case image
  }

  /// How they meet what lies below.
  enum Blend: UInt8 {
    /// Replaces it: the item is opaque.
    case copy
    case over
    /// Over, times `alpha`.
    case fade
    /// Opaque pixels times `alpha`.
    case mix
    /// Over, times `alpha`, within the detail's sector.
    case sector
  }

  var pixels: PixelGrid = .none
  /// Panel pixels; not empty and inside the panel.
  var bounds: PixelRect
  /// Of a solid or a corner: premultiplied, opacity included.
  var color: UInt32 = 0
  /// Where its detail stands in `DisplayList.details`; -1 without one. A corner, an image and a sector have one.
  var detail: Int32 = -1
  var source: Source
  var blend: Blend
  private var opacity: UInt8 = 255

  init(_ source: Source, _ blend: Blend, bounds: PixelRect) {
    self.source = source
    self.blend = blend
    self.bounds = bounds
  }

  /// 0...255.
  @inline(__always)
  var alpha: UInt32 {
    get { UInt32(opacity) }
    set { opacity = UInt8(truncatingIfNeeded: newValue) }
  }

  @inline(__always)
  var isOpaque: Bool { blend == .copy }

  /// Its pixels lie in memory as the panel wants them, or are all the same: a kernel draws it without a row in between.
  @inline(__always)
  var isPlain: Bool { source == .row || source == .solid && blend != .sector }

  /// Whether the two draw the same pixels where their details do.
  @inline(__always)
  func isSame(as other: DisplayItem) -> Bool {
    bounds == other.bounds && source == other.source && blend == other.blend && color == other.color
      && opacity == other.opacity && pixels == other.pixels && (detail < 0) == (other.detail < 0)
  }
}

/// What few items need.
struct DisplayDetail: Equatable, BitwiseCopyable {
  /// Of an image.
  var image = ImageMap()
  /// Of a corner.
  var corner: Corner = .none
  /// Of what is seen in a sector only.
  var sector: SectorMask = .none
}

/// Stored pixels as panel pixels see them: at `(x, y)` lies the pixel `(x - originX) * stepX + (y - originY) * stepY` bytes on.
@safe
struct PixelGrid: Equatable, BitwiseCopyable {
  // Half as large as they could be: panels have fewer than 2^31 columns, and `Pixmap.isAddressable` says it of pictures.
  let origin: UInt
  private let column: Int32
  private let row: Int32
  private let acrossX: Int32
  private let acrossY: Int32
  private var columns: Int32
  private var rows: Int32

  init(origin: UInt, originX: Int, originY: Int, stepX: Int, stepY: Int, periodX: Int, periodY: Int) {
    self.origin = origin
    (column, row) = (Int32(truncatingIfNeeded: originX), Int32(truncatingIfNeeded: originY))
    (acrossX, acrossY) = (Int32(truncatingIfNeeded: stepX), Int32(truncatingIfNeeded: stepY))
    (columns, rows) = (Int32(truncatingIfNeeded: periodX), Int32(truncatingIfNeeded: periodY))
  }

  @inline(__always) var originX: Int { Int(column) }
  @inline(__always) var originY: Int { Int(row) }
  @inline(__always) var stepX: Int { Int(acrossX) }
  @inline(__always) var stepY: Int { Int(acrossY) }
  /// Of a pattern: after so many columns it begins again.
  @inline(__always) var periodX: Int {
    get { Int(columns) }
    set { columns = Int32(truncatingIfNeeded: newValue) }
  }
  /// And after so many rows.
  @inline(__always) var periodY: Int {
    get { Int(rows) }
    set { rows = Int32(truncatingIfNeeded: newValue) }
  }

  static let none = PixelGrid(origin: 0, originX: 0, originY: 0, stepX: 0, stepY: 0, periodX: 1, periodY: 1)

  @inline(__always)
  @unsafe func address(x: Int, y: Int) -> UnsafeRawPointer {
    let offset = (x &- originX) &* stepX &+ (y &- originY) &* stepY
    return unsafe UnsafeRawPointer(bitPattern: origin).unsafelyUnwrapped + offset
  }
}

/// How an item hangs together with others; not part of what it draws.
struct DisplayLinks: BitwiseCopyable {
  private var group: Int32
  private var next: Int32
  private var equal: Int32

  @inline(__always)
  init(parent: Int, end: Int, twin: Int) {
    (group, next, equal) = (
      Int32(truncatingIfNeeded: parent), Int32(truncatingIfNeeded: end), Int32(truncatingIfNeeded: twin)
    )
  }

  /// The group it belongs to, an index in the same list, or -1.
  @inline(__always) var parent: Int { Int(group) }
  /// Of a group: the index after its last item.
  @inline(__always) var end: Int {
    get { Int(next) }
    set { next = Int32(truncatingIfNeeded: newValue) }
  }
  /// The equal item of the frame before, or -1.
  @inline(__always) var twin: Int {
    get { Int(equal) }
    set { equal = Int32(truncatingIfNeeded: newValue) }
  }
}

/// The items of one frame, back to front, and the pixmaps they point into.
struct DisplayList: ~Copyable {
  var items = Storage<DisplayItem>(capacity: 64)
  var links = Storage<DisplayLinks>(capacity: 64)
  var details = Storage<DisplayDetail>(capacity: 16)
  /// While lowering those of an earlier frame too, from `kept` on.
  private var pixmaps: [Pixmap] = []
  private var kept = 0
  /// Opaque, `0xFFRRGGBB`.
  var background: UInt32 = 0xFF00_0000
  /// Some of the items are groups of their own.
  var hasGroups = false
  /// Some of the items are rows of 16-bit pixels.
  var hasPages565 = false
  /// While lowering: the groups that are open.
  var openGroups: [OpenGroup] = []
  /// Of the one opened last, panel pixels; and the group that items belong to now.
  var clip: PixelRect = .empty
  var parent = -1

  mutating func removeAll() {
    begin()
    dropOtherPixmaps()
  }

  /// Empties it but for its pixmaps: to count one is what a layer that stands still costs most, and the next frame has mostly the same.
  mutating func begin() {
    hasGroups = false
    hasPages565 = false
    items.removeAll()
    links.removeAll()
    details.removeAll()
    openGroups.removeAll(keepingCapacity: true)
    kept = 0
  }

  /// Keeps a pixmap alive as long as the list points into it.
  @inline(__always)
  mutating func keep(_ pixmap: borrowing Pixmap) {
    if kept == pixmaps.count {
      pixmaps.append(copy pixmap)
    } else if unsafe Unmanaged.passUnretained(pixmaps[kept]).toOpaque()
      != Unmanaged.passUnretained(copy pixmap).toOpaque()
    {
      pixmaps[kept] = copy pixmap
    }
    kept &+= 1
  }

  /// Lets go of what this frame did not keep.
  mutating func dropOtherPixmaps() {
    if kept < pixmaps.count { pixmaps.removeLast(pixmaps.count - kept) }
  }

  /// Empties it but for the pixmaps it has in common with another, which that keeps alive anyhow.
  mutating func removeAll(but other: borrowing DisplayList) {
    begin()
    while kept < pixmaps.count, kept < other.pixmaps.count, pixmaps[kept] === other.pixmaps[kept] { kept &+= 1 }
    dropOtherPixmaps()
  }

  /// Brings a transformed picture into the caches: it is read across its rows, which no processor foresees, and each line would be
  /// waited for by itself. A turned sprite of 128 x 128 out of cold caches takes 25 us instead of 80; asked for and not read, which may
  /// be dropped, 55 (AMD EPYC). Large ones would put others out.
  @unsafe
  func readImage(of item: UnsafePointer<DisplayItem>) {
    guard unsafe item.pointee.source == .image else { return }
    let image = unsafe details[Int(item.pointee.detail)].image
    let bytes = image.pitch &* image.height
    guard bytes <= 1 << 18 else { return }
    let first = unsafe item.pointee.pixels.address(x: 0, y: 0)
    var offset = 0
    while offset < bytes {
      unsafe processor_touch(first + offset)
      offset &+= RowComposer.line
    }
  }
}

struct OpenGroup {
  /// Its item, or -1 when it only clips.
  var item: Int
  /// The group its items belong to: itself, or the one around it.
  var parent: Int
  /// Panel pixels.
  var clip: PixelRect
  /// How many groups of their own are open.
  var depth: Int
}
