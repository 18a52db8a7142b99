import Recording
import Scene

/// Numbers for pictures, in the order they came to the frame thread: the same when a record of it is replayed.
struct PixmapNumbers {
  private struct Known {
    var number: UInt64
    var size: PixelSize
    var border: Int
    var isOpaque: Bool
  }

  private var known: [ObjectIdentifier: Known] = [:]
  private var next: UInt64 = 1
  /// So many may have come before they are forgotten: most of them are gone.
  private static let most = 4096

  init() { known.reserveCapacity(Self.most) }

  /// It is time to forget those that have come.
  var isFull: Bool { known.count >= Self.most - 64 }

  mutating func forget() { known.removeAll(keepingCapacity: true) }

  /// A picture has come with a message. One that lies where another has lain, and is as large, has its number: it is drawn as that was.
  mutating func arrive(_ pixmap: Pixmap) -> UInt64 {
    if let number = same(pixmap) { return number }
    defer { next += 1 }
    note(pixmap, as: next)
    return next
  }

  mutating func note(_ pixmap: Pixmap, as number: UInt64) {
    known[ObjectIdentifier(pixmap)] = Known(
      number: number, size: pixmap.size, border: pixmap.border, isOpaque: pixmap.isOpaque)
  }

  /// Of a picture that is drawn; 0 for one that has come with no message.
  subscript(pixmap: Pixmap) -> UInt64 { same(pixmap) ?? 0 }

  private func same(_ pixmap: Pixmap) -> UInt64? {
    guard let same = known[ObjectIdentifier(pixmap)], same.size == pixmap.size, same.border == pixmap.border,
      same.isOpaque == pixmap.isOpaque
    else { return nil }
    return same.number
  }
}

extension RecordEncoder {
  /// What a picture is, and its pixels if those are asked for.
  mutating func add(_ pixmap: Pixmap, number: UInt64, hasContent: Bool) {
    add(number)
    add(pixmap.size)
    add(pixmap.orientation.rawValue)
    add(pixmap.format == .rgb565)
    add(pixmap.isOpaque)
    add(pixmap.border)
    add(pixmap.content)
    add(hasContent)
    guard hasContent else { return }
    let bytes = pixmap.storedSize.width * pixmap.format.bytesPerPixel
    for y in 0..<pixmap.storedSize.height {
      let row = unsafe UnsafeRawBufferPointer(start: pixmap.origin + y * pixmap.pitch, count: bytes)
      unsafe add(row)
    }
  }
}

/// Pictures that were read, by their numbers, as long as anybody has them.
struct ReadPixmaps {
  private struct Held { weak var pixmap: Pixmap? }

  private var held: [UInt64: Held] = [:]
  /// All that were made and may be there still, those without a number too, and their bytes.
  private var (made, bytes) = ([Held](), 0)
  /// It is looked which are there still, when these are so many.
  private var nextLook = ReadPixmaps.mostBytes
  /// Bytes of pictures at once: what a panel of 4K keeps of six pages.
  private static let mostBytes = 1 << 31
  private(set) var numbers = PixmapNumbers()

  mutating func forget() {
    held.removeAll()
    numbers.forget()
  }

  /// The next picture of a record: the same object as before, where it is the same picture.
  mutating func read(_ decoder: inout RecordDecoder) throws(RecordDecoder.Garbled) -> Pixmap {
    let number = try decoder.unsigned()
    let size = try decoder.size()
    guard let orientation = Orientation(rawValue: try decoder.signed()) else { throw .init("a turn") }
    let format: Pixmap.Format = try decoder.flag() ? .rgb565 : .argb8888
    let isOpaque = try decoder.flag()
    let border = try decoder.signed(in: 0...64)
    let content = try decoder.rect().intersection(PixelRect(size))
    let stored = orientation.turn(size)
    var rows: [ArraySlice<UInt8>] = []
    if try decoder.flag() {
      for _ in 0..<stored.height {
        rows.append(try decoder.list())
        guard rows[rows.count - 1].count == stored.width * format.bytesPerPixel else { throw .init("a row of pixels") }
      }
    }
    if rows.isEmpty, number != 0, let old = held[number]?.pixmap, old.size == size, old.isOpaque == isOpaque,
      old.border == border
    {
      return old
    }
    try make(room: stored.area * format.bytesPerPixel)
    let shown = orientation.toPanel(content, viewer: size)
    let pixmap = unsafe Pixmap(
      size: size, orientation: orientation, format: format, isOpaque: isOpaque, border: border
    ) { base, pitch in
      for y in 0..<stored.height {
        let row = unsafe UnsafeMutableRawBufferPointer(
          start: base + y * pitch, count: stored.width * format.bytesPerPixel)
        if !rows.isEmpty {
          unsafe row.copyBytes(from: rows[y])
        } else if (shown.y0..<max(shown.y1, shown.y0)).contains(y) {
          unsafe Self.fill(row, shown, of: format, number: number, isOpaque: isOpaque)
        }
      }
    }
    made.append(Held(pixmap: pixmap))
    // One that came with no message before a moment of rest has no number.
    guard number != 0 else { return pixmap }
    held[number] = Held(pixmap: pixmap)
    numbers.note(pixmap, as: number)
    return pixmap
  }

  /// What is asked for may be anybody's wish.
  private mutating func make(room count: Int) throws(RecordDecoder.Garbled) {
    bytes += count
    guard bytes > nextLook else { return }
    made.removeAll { $0.pixmap == nil }
    bytes = made.reduce(count) { sum, held in
      sum + (held.pixmap.map { $0.storedSize.area * $0.format.bytesPerPixel } ?? 0)
    }
    guard bytes <= Self.mostBytes else { throw .init("less than \(Self.mostBytes >> 20) MB of pictures at once") }
    // Not again with each.
    nextLook = bytes + Self.mostBytes / 8
  }

  /// A row of what stands for a picture: a grey of its own, which tells it from its neighbours.
  @unsafe
  private static func fill(
    _ row: UnsafeMutableRawBufferPointer, _ shown: PixelRect, of format: Pixmap.Format, number: UInt64, isOpaque: Bool
  ) {
    let grey = UInt32(truncatingIfNeeded: 96 + number &* 37 % 96)
    let alpha: UInt32 = isOpaque ? 255 : 160
    // Premultiplied, so never above alpha.
    let level = grey * alpha / 255
    for x in shown.x0..<shown.x1 {
      switch format {
      case .argb8888:
        let word = alpha << 24 | level << 16 | level << 8 | level
        unsafe row.storeBytes(of: word, toByteOffset: x * 4, as: UInt32.self)
      case .rgb565:
        let word = UInt16(truncatingIfNeeded: (grey >> 3) << 11 | (grey >> 2) << 5 | grey >> 3)
        unsafe row.storeBytes(of: word, toByteOffset: x * 2, as: UInt16.self)
      }
    }
  }
}
