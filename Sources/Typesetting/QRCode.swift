import CQREncode
import Numbers

/// A code of squares that a telephone reads.
///
/// Error level M: a seventh of it may be dirty or cut by a reflection. Source: ISO/IEC 18004.
struct QRCode {
  /// Modules along a side, without the quiet zone.
  let side: Int
  /// Row by row; true is dark.
  let isDark: [Bool]

  /// Light modules around a code. Source: ISO/IEC 18004, 5.3.8.
  static let quietZone = 4

  /// The most a code on a panel may hold: more modules are too small for a telephone at arm's length.
  static var longest: Int { capacities[capacities.count - 1] }

  /// UTF-8 bytes that versions 1, 2, 3 ... hold at level M. Source: ISO/IEC 18004, table 7.
  private static let capacities = [
    14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666,
  ]

  /// Modules along the side of a text's code: known before it is made; nil when the text is too long.
  static func side(of text: String) -> Int? { version(of: text).map { 17 + 4 * $0 } }

  private static func version(of text: String) -> Int? {
    let count = text.utf8.count
    return capacities.firstIndex { count <= $0 }.map { $0 + 1 }
  }

  /// Wraps QRcode_encodeData: any bytes, as one run.
  ///
  /// - Returns: nil when the text is longer than `longest`.
  init?(_ text: String) {
    guard !text.isEmpty, let version = Self.version(of: text) else { return nil }
    let bytes = Array(text.utf8)
    guard let code = unsafe QRcode_encodeData(Int32(bytes.count), bytes, Int32(version), QR_ECLEVEL_M) else {
      return nil
    }
    defer { unsafe QRcode_free(code) }
    side = Int(unsafe code.pointee.width)
    // The lowest bit of each byte is the module.
    isDark = unsafe UnsafeBufferPointer(start: code.pointee.data, count: side * side).map { $0 & 1 == 1 }
  }
}
