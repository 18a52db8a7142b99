import CZlib
public import Scene

/// Writes an animated PNG frame by frame: of each frame only the rectangle that changed.
///
/// The format is PNG 3rd edition, 11.3.5 (acTL, fcTL, fdAT). Every frame replaces its rectangle (blend "source") and stays
/// (dispose "none"). Equal frames become one that is shown longer. Two frames are held at most.
public struct APNGWriter<Failure: Error>: ~Copyable {
  /// Stores bytes at an offset of the file. Offsets follow each other, but for the frame count, which is stored last, near the
  /// beginning.
  public typealias Sink = (_ bytes: [UInt8], _ offset: Int) throws(Failure) -> Void

  private let size: PixelSize
  private let isOpaque: Bool
  private let loops: Int
  private let sink: Sink
  private var offset = 0
  private var frames = 0
  /// Of the fcTL and fdAT chunks.
  private var sequence: UInt32 = 0
  /// Seconds from the first frame to the end of the last one.
  private var end = 0.0
  private var last: Pixmap?
  private var pending: Pending?

  /// A frame whose delay is not known yet.
  private struct Pending {
    var rect: PixelRect
    var png: [UInt8]
    var start: Double
  }

  /// - Parameters:
  ///   - size: of every frame, in pixels.
  ///   - isOpaque: a promise that every frame is; smaller files.
  ///   - loops: how often it plays, 0 for ever.
  public init(size: PixelSize, isOpaque: Bool, loops: Int = 0, sink: @escaping Sink) {
    self.size = size
    self.isOpaque = isOpaque
    self.loops = loops
    self.sink = sink
  }

  /// Adds a frame that is shown for this long.
  ///
  /// - Parameter seconds: kept to the millisecond over the whole film, not per frame. Browsers show delays under 10 ms, which no
  ///   panel has, for 100.
  public mutating func append(_ frame: Pixmap, seconds: Double) throws(Failure) {
    precondition(frame.size == size && (frame.isOpaque || !isOpaque), "frames are as promised")
    precondition(seconds >= 0 && seconds.isFinite, "time goes forward")
    let changed = last.map { frame.changes(since: $0) } ?? frame.bounds
    if !changed.isEmpty {
      try flush()
      pending = Pending(
        rect: changed, png: PNG.encode(frame, rect: changed, isOpaque: isOpaque), start: end)
      last = frame
    }
    end += seconds
  }

  /// Writes what is left and the number of frames; there has been at least one.
  public consuming func finish() throws(Failure) {
    precondition(pending != nil, "a film has a frame")
    try flush()
    try write(chunk("IEND", []))
    try sink(chunk("acTL", big(UInt32(frames)) + big(UInt32(loops))), PNGFile.signature.count + 25)
  }

  private mutating func flush() throws(Failure) {
    guard let frame = pending else { return }
    var chunks = PNGChunks(frame.png)
    var data: [UInt8] = []
    while let next = chunks.next() {
      if next.type == "IHDR", frames == 0 {
        // The count is 0 until `finish` knows it.
        try write(
          PNGFile.signature + chunk("IHDR", Array(next.payload)) + chunk("acTL", big(UInt32(0)) + big(UInt32(loops))))
      }
      if next.type == "IDAT" { data += next.payload }
    }
    let control =
      nextSequence() + big(UInt32(frame.rect.width)) + big(UInt32(frame.rect.height)) + big(UInt32(frame.rect.x0))
      + big(UInt32(frame.rect.y0)) + delay(from: frame.start, to: end) + [0, 0]
    try write(chunk("fcTL", control))
    try write(frames == 0 ? chunk("IDAT", data) : chunk("fdAT", nextSequence() + data))
    frames += 1
    pending = nil
  }

  private mutating func write(_ bytes: [UInt8]) throws(Failure) {
    try sink(bytes, offset)
    offset += bytes.count
  }

  private mutating func nextSequence() -> [UInt8] {
    defer { sequence += 1 }
    return big(sequence)
  }

  /// A delay as two 16-bit numbers: thousandths of a second, or tenths when it is more than a minute.
  private func delay(from start: Double, to end: Double) -> [UInt8] {
    let milliseconds = (end * 1000).rounded() - (start * 1000).rounded()
    if milliseconds <= 65535 { return big(UInt16(milliseconds)) + big(UInt16(1000)) }
    return big(UInt16(min(65535, (milliseconds / 100).rounded()))) + big(UInt16(10))
  }

  private func chunk(_ type: String, _ payload: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + payload
    let checksum = unsafe crc32(0, body, UInt32(body.count))
    return big(UInt32(payload.count)) + body + big(UInt32(checksum))
  }

  private func big(_ number: some FixedWidthInteger) -> [UInt8] {
    unsafe withUnsafeBytes(of: number.bigEndian) { unsafe Array($0) }
  }
}

extension Pixmap {
  /// The smallest rectangle around the pixels that differ from those of another pixmap of the same size.
  fileprivate func changes(since other: Pixmap) -> PixelRect {
    var changed = PixelRect.empty
    for y in 0..<size.height {
      let row = PixelRect(x: 0, y: y, width: size.width, height: 1)
      let new = words(in: row)
      let old = other.words(in: row)
      guard let first = new.indices.first(where: { new[$0] != old[$0] }),
        let last = new.indices.last(where: { new[$0] != old[$0] })
      else { continue }
      changed = changed.union(PixelRect(x0: first, y0: y, x1: last + 1, y1: y + 1))
    }
    return changed
  }
}
