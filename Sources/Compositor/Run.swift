import Numbers
import Scene

/// Some columns of a strip and how they are composed in each of its rows.
///
/// Found out once for all rows, so that a row costs its pixels and little more: a panel that is turned has short runs in many rows, and
/// asking every item anew in each of them took a third of a frame. Points into the frame's lists and buffers: valid while they stay as
/// they are.
@safe
struct Run: BitwiseCopyable {
  // Many properties: one flat record of the row loop, which reads all of it in every row.
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
    /// `color` or `source` over a page in 16 bits.
    case solid565
    case over565
    case mix565
    /// `period` again and again; `source` holds it twice in each of its rows, as the panel wants it.
    case repeated
    /// One line of the cache in which the pixels of `source` end and those of `below` begin, `color` over both.
    case join
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

  /// How a row of it is done, as the row loop asks.
  enum Step: UInt8 {
    case copyLines
    case join
    case joinTinted
    case streamed
    case cached
    case staged
  }

  /// The first panel column.
  private(set) var x: Int
  private(set) var count: Int
  let stack: Stack
  private(set) var way = Way.cached
  private(set) var last = Last.composed
  private(set) var step = Step.cached
  private(set) var color: UInt32
  /// 0...255; of a join the pixels it has of `source`.
  private(set) var alpha: UInt32 = 255
  private(set) var source = Plane.none
  /// What is below the last item, when it is pixels that lie in memory; else it is composed.
  private(set) var below = Plane.none
  private(set) var target = Plane.none
  /// Of what is repeated: its first row, and the column of `period` with which the run begins.
  private(set) var period = Period(columns: 1, rows: 1)
  private(set) var firstRow = 0
  private(set) var phase = 0
  /// The lowest items where those are the same again after `period.rows`: composed once for the strip, and how many they are.
  private(set) var base = Plane.none
  private(set) var baseCount = 0

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
    case .rgb565: planPicture565(blends: true)
    case .rgb565Dithered: planPicture565(blends: false)
    }
  }

  /// The colour below its last item, when one colour is all that is there and the step that stores a row asks for pixels: a header over
  /// a page's plain background, and whatever else is not opaque and lies on nothing but colours.
  func colorBelow(background: UInt32) -> UInt32? {
    switch last {
    case .over, .fade, .mix, .sector: below.isNone ? color(below: stack.count &- 1, background) : nil
    default: nil
    }
  }

  /// The same run with pixels below its last item.
  ///
  /// - Parameter row: the address of the first; every row has these.
  func withPixelsBelow(_ row: Int) -> Run {
    var run = self
    run.below = Plane(origin: row, pitch: 0)
    return run
  }

  /// The colour seen below the item at a position, when it is the same in all pixels.
  private func color(below position: Int, _ background: UInt32) -> UInt32? {
    var seen = background
    for index in 0..<position {
      let item = unsafe stack.item(index).pointee
      guard item.source == .solid && item.isPlain && stack.parent(index) < 0 else { return nil }
      seen = item.isOpaque ? item.color : over(item.color, seen)
    }
    return seen
  }

  /// One pass, which reads at most what it stores.
  var isCopy: Bool { last == .copy || last == .copy565 || last == .fill || last == .repeated }

  private var isOver565: Bool { last == .solid565 || last == .over565 || last == .mix565 }

  /// The same run as copies of a period that has been composed.
  ///
  /// - Parameters:
  ///   - pixels: of the first column and `firstRow`, each row of the period twice.
  func repeating(_ period: Period, _ pixels: Plane, firstRow: Int) -> Run {
    var run = self
    run.last = .repeated
    run.source = pixels
    run.below = .none
    run.period = period
    run.firstRow = firstRow
    return run
  }

  /// The same run over its lowest items, which have been composed.
  ///
  /// - Parameter base: their pixels, of the first column and `firstRow`; `rows` of them.
  func standing(on base: Plane, items: Int, rows: Int, firstRow: Int) -> Run {
    var run = self
    run.base = base
    run.baseCount = items
    run.period = Period(columns: 1, rows: rows)
    run.firstRow = firstRow
    return run
  }

  /// What its lowest items are in a row, where they have been composed.
  @inline(__always)
  @unsafe func baseRow(y: Int, count: Int) -> SourceRow {
    unsafe base.row(
      y: Int(Int32(truncatingIfNeeded: y &- firstRow) % Int32(truncatingIfNeeded: period.rows)), count: count)
  }

  /// Some columns of it.
  ///
  /// - Parameters:
  ///   - target: where its first pixel is stored.
  ///   - rowsAhead: how many rows ahead memory is asked for.
  func part(_ columns: Range<Int>, _ way: Way, target: Plane, rowsAhead: Int) -> Run {
    var part = self
    let bytes = last == .copy565 ? 2 : 4
    if last == .repeated {
      part.phase = (columns.lowerBound &- x) % period.columns
    } else {
      part.source.advance((columns.lowerBound &- x) &* bytes)
    }
    part.below.advance((columns.lowerBound &- x) &* (isOver565 ? 2 : bytes))
    part.base.advance((columns.lowerBound &- x) &* 4)
    part.x = columns.lowerBound
    part.count = columns.count
    part.way = way
    part.target = target
    part.look(ahead: rowsAhead)
    part.findStep()
    return part
  }

  /// The line of the cache that both share, when each is pixels in memory with the same over them.
  ///
  /// The pixels of one are read beyond its end, those of the other before their beginning: pixmaps have so much to spare.
  ///
  /// - Parameters:
  ///   - right: begins where this ends.
  ///   - columns: of this one, from the line's first to the last.
  ///   - target: where the line's first pixel is stored.
  ///   - rowsAhead: how many rows ahead memory is asked for.
  func join(with right: Run, _ columns: Range<Int>, target: Plane, rowsAhead: Int) -> Run? {
    guard let tint = tintOfPixels, let tintOfRight = right.tintOfPixels, tint.color == tintOfRight.color else {
      return nil
    }
    var join = part(columns, .streamed, target: target, rowsAhead: rowsAhead)
    join.last = .join
    join.count = RowComposer.line / 4
    join.color = tint.color
    join.alpha = UInt32(truncatingIfNeeded: columns.count)
    join.source = tint.pixels
    join.source.advance((columns.lowerBound &- x) &* 4)
    join.below = tintOfRight.pixels
    join.below.advance((columns.lowerBound &- right.x) &* 4)
    join.look(ahead: rowsAhead)
    join.findStep()
    return join
  }

  /// Pixels in memory with at most a colour over them, which can share lines of the cache with others such.
  var isPixels: Bool { tintOfPixels != nil }

  /// Pixels in memory and the colour over them, clear when there is none; nil when the run is something else.
  private var tintOfPixels: (pixels: Plane, color: UInt32)? {
    switch last {
    case .copy: (source, 0)
    case .solid where !below.isNone: (below, color)
    default: nil
    }
  }

  /// How many places in memory its rows are read from, each of them row after row.
  var streams: Int {
    switch last {
    case .repeated: return 0
    case .composed:
      var streams = 0
      for position in 0..<stack.count where unsafe stack.item(position).pointee.source != .solid { streams &+= 1 }
      return streams
    default: return (source.isNone ? 0 : 1) &+ (below.isNone || below.isOneRow ? 0 : 1)
    }
  }

  /// Copies columns that were staged.
  ///
  /// - Parameters:
  ///   - stage: where their first pixel is staged.
  ///   - target: where it is stored.
  func unstaging(
    _ columns: Range<Int>, _ way: Way, from stage: Plane, to target: Plane, bytesPerPixel: Int, rowsAhead: Int
  ) -> Run {
    var copy = self
    copy.last = bytesPerPixel == 4 ? .copy : .copy565
    copy.source = stage
    copy.x = columns.lowerBound
    copy.count = columns.count
    copy.way = way
    copy.target = target
    copy.target.look(ahead: rowsAhead)
    copy.findStep()
    return copy
  }

  /// Where it is stored in a row.
  @inline(__always)
  @unsafe func address(y: Int) -> UnsafeMutableRawPointer {
    unsafe UnsafeMutableRawPointer(mutating: target.address(y: y))
  }

  /// Where what is stored so many rows later will be.
  @inline(__always)
  @unsafe func addressAhead(y: Int) -> UnsafeMutableRawPointer {
    unsafe UnsafeMutableRawPointer(mutating: target.address(y: y) + target.ahead)
  }

  private mutating func look(ahead rows: Int) {
    source.look(ahead: rows)
    below.look(ahead: rows)
    target.look(ahead: rows)
  }

  private mutating func findStep() {
    switch last {
    case .join: step = color == 0 ? .join : .joinTinted
    case .copy where way == .streamed: step = .copyLines
    default:
      switch way {
      case .cached: step = .cached
      case .streamed: step = .streamed
      case .staged: step = .staged
      }
    }
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
      if let seen = color(below: top, color) {
        last = .fill
        color = item.isOpaque ? item.color : over(item.color, seen)
      } else {
        last = .solid
        color = item.color
      }
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
    if bottom.isOpaque && bottom.source == .row {
      below = Plane(bottom.pixels, x: x)
    }
  }

  /// - Parameter blends: nothing is dithered.
  private mutating func planPicture565(blends: Bool) {
    guard stack.count == 1 || stack.count == 2 && blends else { return }
    let bottom = unsafe stack.item(0).pointee
    guard bottom.source == .row565 && bottom.isOpaque && stack.parent(stack.count - 1) < 0 else { return }
    let page = Plane(bottom.pixels, x: x)
    if stack.count == 1 {
      last = .copy565
      source = page
    } else {
      let top = unsafe stack.item(1).pointee
      switch (top.source, top.blend) {
      case (.solid, .over):
        last = .solid565
        color = top.color
      case (.row, .over): last = .over565
      case (.row, .mix): last = .mix565
      default: return
      }
      if top.source == .row { source = Plane(top.pixels, x: x) }
      alpha = top.alpha
      below = page
    }
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
