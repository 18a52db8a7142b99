/// Memory that has something in every panel row, at a fixed distance from one to the next.
@safe
struct Plane: BitwiseCopyable {
  /// Of panel row 0, if there were one.
  private var origin: Int
  /// Bytes from one row to the next.
  let pitch: Int
  /// Bytes to the row that is asked for while one is read.
  private(set) var ahead = 0

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

  /// All panel rows have the same memory.
  var isOneRow: Bool { pitch == 0 }

  mutating func look(ahead rows: Int) { ahead = pitch &* rows }

  mutating func advance(_ bytes: Int) { if !isNone { origin &+= bytes } }

  @inline(__always)
  @unsafe func address(y: Int) -> UnsafeRawPointer {
    unsafe UnsafeRawPointer(bitPattern: origin &+ y &* pitch).unsafelyUnwrapped
  }

  /// 32-bit pixels of a panel row.
  @inline(__always)
  @unsafe func row(y: Int, count: Int) -> SourceRow {
    unsafe SourceRow(address(y: y), count: count, ahead: ahead)
  }

  /// 16-bit pixels of a panel row.
  @inline(__always)
  @unsafe func row565(y: Int, count: Int) -> SourceRow565 {
    unsafe SourceRow565(address(y: y), count: count, ahead: ahead)
  }
}
