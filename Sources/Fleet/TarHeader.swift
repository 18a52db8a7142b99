import Numbers

/// A header of ustar, for plain files and directories alone. Source: POSIX.1-1988 via IEEE Std 1003.1, pax, "ustar Interchange Format".
struct TarHeader: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case file, directory
  }

  var kind: Kind
  /// Relative, without `.` and `..`, without a slash at its end.
  var path: String
  /// Bytes of a file; 0 of a directory.
  var size: Int

  static let block = 512
  static let longestPath = 200
  static let deepest = 16

  /// Bytes to the next header, of what follows this one.
  var paddedSize: Int { (size + Self.block - 1) / Self.block * Self.block }

  /// Reads one of 512 bytes.
  ///
  /// - Throws: why it is not one that a bundle may have.
  init(_ bytes: ArraySlice<UInt8>) throws(BundleProblem) {
    let all = Array(bytes)
    // Indices: 512 bytes, and fields as the format has them.
    guard all.count == Self.block, Array(all[257..<265]) == Self.magic else {
      throw BundleProblem("it is no archive: the header of a file is none of ustar's")
    }
    var sum = 0
    for (place, byte) in all.enumerated() { sum += (148..<156).contains(place) ? 32 : Int(byte) }
    guard Self.number(all[148..<156]) == sum else {
      throw BundleProblem("its archive is damaged: a header's sum is wrong")
    }
    let name = Self.text(all[0..<100])
    let prefix = Self.text(all[345..<500])
    guard let name, let prefix, let size = Self.number(all[124..<136]) else {
      throw BundleProblem("its archive is damaged: a header cannot be read")
    }
    switch all[156] {
    case UInt8(ascii: "0"), 0: kind = .file
    case UInt8(ascii: "5"): kind = .directory
    default: throw BundleProblem("its archive holds something else than files and directories: \(name.prefix(80))")
    }
    var path = prefix.isEmpty ? name : prefix + "/" + name
    if kind == .directory, path.hasSuffix("/") { path.removeLast() }
    guard Self.isSafe(path) else {
      throw BundleProblem("its archive names a file that leads elsewhere, or is no name: \(path.prefix(80))")
    }
    guard kind == .file || size == 0 else {
      throw BundleProblem("its archive has a directory with contents of its own")
    }
    (self.path, self.size) = (path, size)
  }

  /// - Returns: nil for a path that a bundle may not have, or that ustar cannot write.
  init?(file path: String, size: Int) {
    guard Self.isSafe(path), Self.split(path) != nil, size >= 0 else { return nil }
    (kind, self.path, self.size) = (.file, path, size)
  }

  private static let magic = Array("ustar\0".utf8) + Array("00".utf8)

  /// 512 bytes.
  var bytes: [UInt8] {
    var all = [UInt8](repeating: 0, count: Self.block)
    func put(_ text: String, at place: Int) {
      // Indices: the format's fields, and texts that fit.
      for (offset, byte) in text.utf8.enumerated() { all[place + offset] = byte }
    }
    guard let (prefix, name) = Self.split(path) else { return all }
    put(name, at: 0)
    put("0000644", at: 100)
    put("0000000", at: 108)
    put("0000000", at: 116)
    put(Self.octal(size, digits: 11), at: 124)
    put(Self.octal(0, digits: 11), at: 136)
    put("        ", at: 148)
    put(kind == .file ? "0" : "5", at: 156)
    all.replaceSubrange(257..<265, with: Self.magic)
    put(prefix, at: 345)
    put(Self.octal(all.reduce(0) { $0 + Int($1) }, digits: 6) + "\0 ", at: 148)
    return all
  }

  /// Whether it leads to a place below where it is unpacked, and is a name for people.
  static func isSafe(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return path.utf8.count <= longestPath && parts.count <= deepest
      && parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
      && path.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 }
  }

  /// What goes into the field for directories, and into that for the name.
  private static func split(_ path: String) -> (prefix: String, name: String)? {
    if path.utf8.count <= 100 { return ("", path) }
    var name = path[...]
    while let slash = name.firstIndex(of: "/") {
      name = name[name.index(after: slash)...]
      let prefix = path[..<path.index(before: name.startIndex)]
      if name.utf8.count <= 100, prefix.utf8.count <= 155 { return (String(prefix), String(name)) }
    }
    return nil
  }

  private static func octal(_ number: Int, digits: Int) -> String {
    let text = String(number, radix: 8)
    return String(repeating: "0", count: max(digits - text.count, 0)) + text
  }

  /// Octal digits, with spaces or zeros at their end; nil for anything else.
  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
    let digits = field.drop { $0 == 32 }.prefix { (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0) }
    guard !digits.isEmpty, digits.count <= 11, field[digits.endIndex...].allSatisfy({ $0 == 0 || $0 == 32 }) else {
      return nil
    }
    return digits.reduce(0) { $0 << 3 | Int($1 & 7) }
  }

  private static func text(_ field: ArraySlice<UInt8>) -> String? {
    String(validating: field.prefix { $0 != 0 }, as: UTF8.self)
  }
}
