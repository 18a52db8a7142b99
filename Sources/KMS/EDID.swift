import Numbers
public import Scene

/// What a monitor says of itself, as far as it can be believed.
///
/// Source: VESA E-EDID 1.4, section 3.
public struct EDID: Sendable, Hashable {
  /// Three letters of the maker and the product's number: `DEL-A0B1`.
  public var product: String
  /// From the serial descriptor, or else the number in the header; nil when neither is set.
  public var serial: String?
  /// From the name descriptor, at most 13 characters of ASCII; nil without one.
  public var name: String?

  /// Of its glass, to be looked at before it is believed; nil when it is not said.
  public var size: Millimetres?

  /// - Returns: nil for anything but a whole first block with a right header and sum.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count >= 128, bytes.starts(with: [0, 255, 255, 255, 255, 255, 255, 0]),
      bytes[..<128].reduce(0, &+) == 0
    else { return nil }
    // Three letters of five bits each, 1 being A.
    let maker = UInt16(bytes[8]) << 8 | UInt16(bytes[9])
    let letters = [10, 5, 0].map { shift in Unicode.Scalar(UInt8(64 + (maker >> shift & 31))) }
    let number = UInt16(bytes[11]) << 8 | UInt16(bytes[10])
    let digits = String(number, radix: 16, uppercase: true)
    product =
      letters.map { String(Character($0)) }.joined() + "-" + String(repeating: "0", count: 4 - digits.count) + digits
    let header = (12..<16).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[$1]) }
    serial = header == 0 ? nil : String(header)
    size = Self.size(bytes)
    for start in stride(from: 54, to: 126, by: 18) {
      guard bytes[start] == 0, bytes[start + 1] == 0, bytes[start + 2] == 0 else { continue }
      let text = Self.text(bytes[(start + 5)..<(start + 18)])
      if bytes[start + 3] == 0xFF, !text.isEmpty { serial = text }
      if bytes[start + 3] == 0xFC, !text.isEmpty { name = text }
    }
  }

  /// In millimetres from the first detailed timing, else in centimetres from the header.
  private static func size(_ bytes: [UInt8]) -> Millimetres? {
    let hasTiming = bytes[54] != 0 || bytes[55] != 0
    let width = Int(bytes[66]) | Int(bytes[68] & 0xF0) << 4
    let height = Int(bytes[67]) | Int(bytes[68] & 0x0F) << 8
    if hasTiming, width > 0, height > 0 { return Millimetres(width: Double(width), height: Double(height)) }
    guard bytes[21] > 0, bytes[22] > 0 else { return nil }
    return Millimetres(width: Double(bytes[21]) * 10, height: Double(bytes[22]) * 10)
  }

  /// Printable ASCII up to the line feed, without the spaces that fill it.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let line = bytes.prefix { $0 != 0x0A && $0 != 0 }.filter { (0x20..<0x7F).contains($0) }
    var text = String(decoding: line, as: UTF8.self)
    while text.last == " " { text.removeLast() }
    return text
  }
}
