import Numbers

/// The bytes of one cache file: a mark, a checksum of all that follows, the headers worth keeping, the body.
enum CacheEntry {
  /// Changes when the format does, so that old entries are dropped.
  private static let mark = Array("vitrine2".utf8)
  /// As entries were before their checksum knew what they answer: of one that an older version has left, nobody has lost anything.
  private static let olderMark = Array("vitrine1".utf8)

  /// - Parameter name: of the entry. It goes into the checksum: of two that were exchanged on the disk each would be the other's answer.
  static func encode(_ content: FetchedContent, body: [UInt8], as name: String) -> [UInt8] {
    var fields: [UInt8] = []
    for text in [content.address, content.contentType, content.validators.etag, content.validators.lastModified] {
      let bytes = Array((text ?? "").utf8)
      append(UInt32(clamping: bytes.count), to: &fields)
      fields += bytes
    }
    append(UInt32(clamping: body.count), to: &fields)
    fields += body
    return mark + SHA256.digest(Array(name.utf8) + fields) + fields
  }

  /// nil for a file that is damaged, cut off, of another name or of another format.
  static func decode(_ bytes: [UInt8], of name: String, fetchedAt: Double) -> FetchedContent? {
    let head = mark.count + 32
    let isOlder = bytes.starts(with: olderMark)
    guard bytes.count >= head, isOlder || bytes.starts(with: mark) else { return nil }
    // Fits: a head is there, by the line before.
    var rest = bytes[head...]
    // Fits: the mark is a part of the head.
    guard SHA256.digest((isOlder ? [] : Array(name.utf8)) + rest).elementsEqual(bytes[mark.count..<head]) else {
      return nil
    }
    guard let address = text(&rest), let type = text(&rest), let etag = text(&rest), let modified = text(&rest),
      let body = field(&rest), rest.isEmpty
    else { return nil }
    return FetchedContent(
      payload: .bytes(Array(body)), contentType: type.isEmpty ? nil : type, address: address, fetchedAt: fetchedAt,
      validators: Validators(etag: etag.isEmpty ? nil : etag, lastModified: modified.isEmpty ? nil : modified))
  }

  private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
    for shift in [0, 8, 16, 24] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  private static func field(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard rest.count >= 4 else { return nil }
    let count = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    rest = rest.dropFirst(4)
    guard rest.count >= count else { return nil }
    // Fits: four bytes, which are never negative.
    defer { rest = rest.dropFirst(count) }
    // Fits: the same, and they are there.
    return rest.prefix(count)
  }

  private static func text(_ rest: inout ArraySlice<UInt8>) -> String? {
    field(&rest).flatMap { String(validating: $0, as: UTF8.self) }
  }
}
