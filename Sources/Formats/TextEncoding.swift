import Glibc
import Markup
import Numbers

/// Finds out in which encoding a text was sent and turns it into UTF-8.
///
/// Feeds lie about their encoding, and so do servers; the order of belief is byte order mark, zero bytes, valid UTF-8, damaged UTF-8 where
/// an encoding is declared that any bytes would be text in, the declared encodings that convert without an error, and last a guess
/// between damaged UTF-8 and windows-1252.
package enum TextEncoding {
  /// The text as valid UTF-8 without a byte order mark.
  ///
  /// - Parameter declared: charset names as written by the server and by the document, the more trusted one first.
  package static func utf8(_ bytes: [UInt8], declared: [String] = []) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return UTF8Text.repaired(Array(bytes.dropFirst(3))) }
    if let (encoding, skipped) = utf16(bytes) {
      // Fits: there are two bytes, and a mark has two.
      return convert(bytes[skipped...], from: encoding, replacing: true) ?? []
    }
    let known = declared.compactMap(encoding(named:)).filter { $0 != .utf16 }
    let isUTF8 = UTF8Text.firstInvalidByte(in: bytes) == nil
    // Valid UTF-8 is hardly ever text in a single-byte encoding, whatever the label says; multi-byte encodings do coincide.
    if isUTF8 && (known.contains(.utf8) || known.allSatisfy(\.isSingleByte)) { return bytes }
    if let label = known.first(where: \.isSingleByte), isMostlyUTF8(bytes) { return repaired(bytes, strayIn: label) }
    for encoding in known where encoding != .utf8 {
      if let text = convert(bytes[...], from: encoding.iconvName, replacing: false) { return text }
    }
    if isUTF8 || isMostlyUTF8(bytes) { return UTF8Text.repaired(bytes) }
    let fallback = known.first { $0 != .utf8 } ?? .latin
    return convert(bytes[...], from: fallback.iconvName, replacing: true) ?? UTF8Text.repaired(bytes)
  }

  /// The charset parameter of a Content-Type such as `text/xml; charset="GB18030"`.
  static func charset(ofContentType contentType: String) -> String? {
    for parameter in contentType.split(separator: ";").dropFirst() {
      let parts = parameter.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].trimmed.lowercased() == "charset" else { continue }
      return String(parts[1].trimmed.drop { $0 == "\"" || $0 == "'" }.prefix { $0 != "\"" && $0 != "'" })
    }
    return nil
  }

  /// An encoding that may be asked of iconv; a closed list, because the name comes from the network.
  private struct Encoding: Equatable {
    var iconvName: String
    var isSingleByte: Bool

    static let utf8 = Encoding(iconvName: "UTF-8", isSingleByte: false)
    /// Believed only with a byte order mark or visible zero bytes.
    static let utf16 = Encoding(iconvName: "UTF-16", isSingleByte: false)
    static let latin = Encoding(iconvName: "CP1252", isSingleByte: true)
  }

  /// Source: the labels of the WHATWG Encoding Standard, section 4.2, reduced to those seen in feeds.
  private static func encoding(named label: String) -> Encoding? {
    let name = label.trimmed.lowercased()
    switch name {
    case "utf-8", "utf8": return .utf8
    case "utf-16", "utf-16le", "utf-16be", "ucs-2", "unicode": return .utf16
    case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "us-ascii", "ascii", "cp1252", "windows-1252": return .latin
    case "gb2312", "gbk", "gb18030", "x-gbk", "gb_2312-80": return Encoding(iconvName: "GB18030", isSingleByte: false)
    case "big5", "big5-hkscs", "x-x-big5": return Encoding(iconvName: "BIG5-HKSCS", isSingleByte: false)
    case "shift_jis", "shift-jis", "sjis", "x-sjis", "windows-31j", "ms_kanji":
      return Encoding(iconvName: "CP932", isSingleByte: false)
    case "euc-jp", "x-euc-jp": return Encoding(iconvName: "EUC-JP", isSingleByte: false)
    case "iso-2022-jp": return Encoding(iconvName: "ISO-2022-JP", isSingleByte: false)
    case "euc-kr", "ks_c_5601-1987", "windows-949", "cp949": return Encoding(iconvName: "CP949", isSingleByte: false)
    case "koi8-r", "koi8-u": return Encoding(iconvName: name.uppercased(), isSingleByte: true)
    case "macintosh", "x-mac-roman": return Encoding(iconvName: "MACINTOSH", isSingleByte: true)
    default: break
    }
    for (prefix, iconvPrefix, numbers) in [
      ("iso-8859-", "ISO-8859-", 2...16), ("windows-", "CP", 1250...1258), ("cp", "CP", 1250...1258),
    ] where name.hasPrefix(prefix) {
      guard let number = Int(name.dropFirst(prefix.count)), numbers.contains(number), number != 12 else { return nil }
      return Encoding(iconvName: "\(iconvPrefix)\(number)", isSingleByte: true)
    }
    return nil
  }

  /// UTF-16 by its byte order mark, or by the zero byte beside a first ASCII character.
  private static func utf16(_ bytes: [UInt8]) -> (encoding: String, skipped: Int)? {
    guard bytes.count >= 2 else { return nil }
    return switch (bytes[0], bytes[1]) {
    case (0xFF, 0xFE): ("UTF-16LE", 2)
    case (0xFE, 0xFF): ("UTF-16BE", 2)
    case (0, 1...): ("UTF-16BE", 0)
    case (1..., 0): ("UTF-16LE", 0)
    default: nil
    }
  }

  /// UTF-8 whose stray bytes mean what they mean in the encoding that was declared.
  private static func repaired(_ bytes: [UInt8], strayIn label: Encoding) -> [UInt8] {
    let high = convert(Array(0x80...0xFF)[...], from: label.iconvName, replacing: true) ?? []
    let scalars = Array(String(decoding: high, as: UTF8.self).unicodeScalars)
    guard scalars.count == 128 else { return UTF8Text.repaired(bytes) }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + 16)
    var index = 0
    while index < bytes.count {
      if let length = UTF8Text.sequenceLength(in: bytes, at: index) {
        // Fits: the sequence is whole.
        output += bytes[index..<(index + length)]
        index += length
      } else {
        // Fits: there are 128 of them.
        output.append(scalars[Int(bytes[index] & 0x7F)])
        index += 1
      }
    }
    return output
  }

  private static func isMostlyUTF8(_ bytes: [UInt8]) -> Bool {
    var good = 0
    var bad = 0
    var index = 0
    while index < bytes.count {
      var length = UTF8Text.sequenceLength(in: bytes, at: index)
      // A surrogate written in three bytes is damage, and yet a sign of UTF-8.
      // Fits: `index` is before the end in this loop.
      if length == nil, bytes[index] == 0xED, bytes[index...].dropFirst().prefix(2).allSatisfy({ $0 & 0xC0 == 0x80 }) {
        length = min(3, bytes.count - index)
      }
      if length == nil { bad += 1 } else if length != 1 { good += 1 }
      index += length ?? 1
    }
    return good > bad
  }

  /// iconv: nil when the encoding is missing here or, without `replacing`, at the first byte that has no meaning in it.
  private static func convert(_ bytes: ArraySlice<UInt8>, from encoding: String, replacing: Bool) -> [UInt8]? {
    guard Provisions.has(encoding: encoding) else { return nil }
    let converter = unsafe iconv_open("UTF-8", encoding)
    guard let converter = unsafe converter, Int(bitPattern: converter) != -1 else { return nil }
    defer { unsafe iconv_close(converter) }
    var input = Array(bytes)
    var output: [UInt8] = []
    output.reserveCapacity(input.count * 3 / 2 + 16)
    let isWhole = unsafe input.withUnsafeMutableBytes { source -> Bool in
      var next = unsafe source.baseAddress?.assumingMemoryBound(to: CChar.self)
      var left = source.count
      return unsafe withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { chunk in
        while left > 0 {
          var target = unsafe chunk.baseAddress?.assumingMemoryBound(to: CChar.self)
          var room = chunk.count
          let result = unsafe iconv(converter, &next, &left, &target, &room)
          let problem = errno
          unsafe output.append(contentsOf: UnsafeRawBufferPointer(rebasing: chunk.prefix(max(0, chunk.count - room))))
          guard result == Int.max || result == Int(bitPattern: UInt.max) else { continue }
          if problem == E2BIG { continue }
          guard replacing else { return false }
          output.append(contentsOf: [0xEF, 0xBF, 0xBD])
          if problem == EINVAL { break }
          unsafe next = next.map { unsafe $0 + 1 }
          left -= 1
        }
        return true
      }
    }
    return isWhole ? output : nil
  }
}

extension StringProtocol {
  /// Without white space at both ends.
  var trimmed: SubSequence {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else {
      return suffix(0)
    }
    return self[first...last]
  }
}
