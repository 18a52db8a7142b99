import Numbers
import Scene

/// The first picture of an animated WebP as a file of its own.
///
/// Source: WebP container specification, "Extended File Format": chunk ANMF, its numbers little-endian, places in steps of two pixels.
struct WebPFrame {
  /// A still WebP.
  let bytes: [UInt8]
  /// On the canvas, in pixels.
  let place: PixelRect

  /// Nil when there is none, or it is not whole.
  init?(firstOf file: [UInt8]) {
    guard let frame = Self.chunks(file.dropFirst(12)).first(where: { $0.type == "ANMF" })?.payload,
      frame.count >= 16
    else { return nil }
    func number(_ offset: Int) -> Int {
      frame.dropFirst(max(0, offset)).prefix(3).reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    place = PixelRect(x: 2 * number(0), y: 2 * number(3), width: number(6) + 1, height: number(9) + 1)
    let parts = Self.chunks(frame.dropFirst(16)).filter { ["ALPH", "VP8 ", "VP8L"].contains($0.type) }
    guard !parts.isEmpty else { return nil }
    let alpha: UInt8 = parts.contains { $0.type == "ALPH" || $0.type == "VP8L" } ? 0x10 : 0
    let header = Self.chunk("VP8X", [alpha, 0, 0, 0] + frame.dropFirst(6).prefix(6))
    let body = Array("WEBP".utf8) + header + parts.flatMap { Self.chunk($0.type, $0.payload) }
    bytes = Array("RIFF".utf8) + Self.little(body.count) + body
  }

  /// As far as they are whole. Source: the same, "RIFF File Format": chunks of even length.
  static func chunks(_ bytes: ArraySlice<UInt8>) -> [(type: String, payload: ArraySlice<UInt8>)] {
    var found: [(String, ArraySlice<UInt8>)] = []
    var rest = bytes
    // Of an animation no more than its first picture is looked for, which stands near the beginning.
    while rest.count >= 8, found.count < 64 {
      let length = rest.dropFirst(4).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      guard length <= rest.count - 8 else { break }
      // Fits: four bytes, which are never negative.
      found.append((String(decoding: rest.prefix(4), as: UTF8.self), rest.dropFirst(8).prefix(length)))
      // Fits: the same, and up to nine more.
      rest = rest.dropFirst(8 + length + (length & 1))
    }
    return found
  }

  private static func chunk(_ type: String, _ payload: some Collection<UInt8>) -> [UInt8] {
    let padding: [UInt8] = payload.count.isMultiple(of: 2) ? [] : [0]
    return Array(type.utf8) + little(payload.count) + Array(payload) + padding
  }

  private static func little(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
}
