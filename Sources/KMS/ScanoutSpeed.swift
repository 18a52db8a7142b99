import Glibc
public import Panel
public import Scene

/// How long a frame takes to be copied into a card's memory, beside the same bytes into plain memory.
///
/// The mappings of most embedded cards are write-combined: how fast they are differs from board to board, and decides what a frame costs
/// there more than the processor does.
public struct ScanoutSpeed: Sendable, Hashable {
  /// The median of the rounds, in nanoseconds of the clock.
  public private(set) var scanout: Nanoseconds
  /// The same into memory of this process.
  public private(set) var plain: Nanoseconds
  /// What was copied each time, in bytes.
  public private(set) var byteCount: Int

  /// One after the other, so that a machine that gets slower meanwhile does so for both.
  private static let rounds = 15

  /// Copies frames of 32 bits a pixel. Nothing is shown, and nobody has to be the card's master.
  ///
  /// - Parameters:
  ///   - size: the panel's, in pixels; more than none.
  ///   - clock: in nanoseconds, rising.
  /// - Throws: what the card said when it was asked for memory.
  @safe
  public init(
    _ size: PixelSize, on card: some ModesettingCard, clock: () -> Nanoseconds
  ) throws(ModesettingError) {
    let buffer = try card.makeBuffer(size, bitsPerPixel: 32)
    defer { card.destroyBuffer(buffer) }
    let row = size.width * 4
    guard row > 0, buffer.pitch >= row, buffer.byteCount >= buffer.pitch * size.height else {
      throw ModesettingError(
        "drmModeCreateDumbBuffer (its pitch or size is too small)", on: .buffer(width: size.width, height: size.height),
        number: ERANGE)
    }
    let memory = try unsafe card.map(buffer)
    defer { unsafe card.unmap(buffer, at: memory) }
    // Something else than zeros, which some memory is quicker with.
    let source = unsafe [UInt8](unsafeUninitializedCapacity: row * size.height) { bytes, count in
      count = row * size.height
      for index in 0..<count { unsafe bytes[index] = UInt8(truncatingIfNeeded: index &* 31) }
    }
    let other = UnsafeMutableRawPointer.allocate(byteCount: buffer.pitch * size.height, alignment: 64)
    defer { unsafe other.deallocate() }
    func copy(to target: UnsafeMutableRawPointer) -> Nanoseconds {
      let start = clock()
      unsafe source.withUnsafeBytes { bytes in
        for y in 0..<size.height {
          _ = unsafe memcpy(target + y * buffer.pitch, bytes.baseAddress! + y * row, row)
        }
      }
      return clock() - start
    }
    var times: (scanout: [Nanoseconds], plain: [Nanoseconds]) = ([], [])
    for round in 0...Self.rounds {
      let (scanout, plain) = unsafe (copy(to: memory), copy(to: other))
      // The first touches every page of both.
      if round == 0 { continue }
      times.scanout.append(scanout)
      times.plain.append(plain)
    }
    self.scanout = times.scanout.sorted()[Self.rounds / 2]
    self.plain = times.plain.sorted()[Self.rounds / 2]
    byteCount = row * size.height
  }
}
