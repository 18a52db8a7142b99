import CZlib
import Images
import Numbers
public import Scene

/// Writes an animated PNG frame by frame: of each frame only the pixels that changed.
///
/// The format is PNG 3rd edition, 11.3.5 (acTL, fcTL, fdAT). Every frame stays (dispose "none"). An opaque one lies over those before
/// it, clear where nothing changed (blend "over"): long runs of nothing take little room. Any other replaces the rectangle around
/// what changed (blend "source"). Equal frames become one that is shown longer. Two frames are held at most.
public struct APNGWriter<Failure: Error>: ~Copyable {
  /// Stores bytes at an offset of the file. Offsets follow each other, but for the frame count, which is stored last, near the
  /// beginning.
  public typealias Sink = (_ bytes: [UInt8], _ offset: Int) throws(Failure) -> Void

  private let size: PixelSize
  private let isOpaque: Bool
  private let palette: Palette?
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
    /// What stands in its IDAT or fdAT.
    var data: [UInt8]
    var start: Double
  }

  /// - Parameters:
  ///   - size: of every frame, in pixels.
  ///   - isOpaque: a promise that every frame is; far smaller files.
  ///   - palette: the colours of opaque frames; nil keeps them exact.
  ///   - loops: how often it plays, 0 for ever.
  public init(
    size: PixelSize, isOpaque: Bool, palette: Palette? = nil, loops: Int = 0, sink: @escaping Sink
  ) {
    precondition(isOpaque || palette == nil, "a palette is for opaque frames")
    self.size = size
    self.isOpaque = isOpaque
    self.palette = palette
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
      let new = isOpaque ? last.map { frame.clear(whereLike: $0, in: changed) } : nil
      pending = Pending(rect: changed, data: data(new ?? frame.words(in: changed), width: changed.width), start: end)
      last = frame
    }
    end += seconds
  }

  /// Writes what is left and the number of frames; there has been at least one.
  public consuming func finish() throws(Failure) {
    precondition(pending != nil, "a film has a frame")
    try flush()
    try write(chunk("IEND", []))
    try sink(chunk("acTL", big(UInt32(frames)) + big(UInt32(loops))), PNG.signature.count + 25)
  }

  private mutating func flush() throws(Failure) {
    guard let frame = pending else { return }
    if frames == 0 {
      // Eight bits a channel, or a place in the palette. The count is 0 until `finish` knows it.
      let header = big(UInt32(size.width)) + big(UInt32(size.height)) + [8, palette == nil ? 6 : 3, 0, 0, 0]
      try write(PNG.signature + chunk("IHDR", header) + chunk("acTL", big(UInt32(0)) + big(UInt32(loops))))
      if let palette {
        try write(chunk("PLTE", palette.colors.flatMap { [$0.red, $0.green, $0.blue] }) + chunk("tRNS", [0]))
      }
    }
    var control = nextSequence()
    for number in [frame.rect.width, frame.rect.height, frame.rect.x0, frame.rect.y0] { control += big(UInt32(number)) }
    control += delay(from: frame.start, to: end)
    control += [0, isOpaque ? 1 : 0]
    try write(chunk("fcTL", control))
    try write(frames == 0 ? chunk("IDAT", frame.data) : chunk("fdAT", nextSequence() + frame.data))
    frames += 1
    pending = nil
  }

  /// Deflated rows, each with its filter type 0 (none): drawn surfaces have long runs that filters would break up.
  private func data(_ words: [UInt32], width: Int) -> [UInt8] {
    var rows: [UInt8] = []
    rows.reserveCapacity(words.count * (palette == nil ? 4 : 1) + words.count / width)
    for (index, word) in words.enumerated() {
      if index % width == 0 { rows.append(0) }
      if let palette {
        rows.append(word == 0 ? 0 : palette.place(word))
      } else {
        let color = word >= 0xFF00_0000 ? Color(rgb: word) : Pixel(word: word).straight
        rows += [color.red, color.green, color.blue, color.alpha]
      }
    }
    var packed = [UInt8](repeating: 0, count: Int(compressBound(UInt(rows.count))))
    var count = UInt(packed.count)
    let result = unsafe compress2(&packed, &count, rows, UInt(rows.count), 9)
    precondition(result == Z_OK, "there is room for the packed rows")
    return Array(packed[..<Int(count)])
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
    if milliseconds <= 65535 { return big(UInt16(clamping: milliseconds)) + big(UInt16(1000)) }
    return big(UInt16(clamping: min(65535, (milliseconds / 100).rounded()))) + big(UInt16(10))
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
  /// A part of the pixmap, clear where another one of its size is the same.
  fileprivate func clear(whereLike other: Pixmap, in rect: PixelRect) -> [UInt32] {
    let new = words(in: rect)
    let old = other.words(in: rect)
    return new.indices.map { new[$0] == old[$0] ? 0 : new[$0] }
  }

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
