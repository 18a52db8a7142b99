public import Board

/// YAML files written by people, read into nodes that remember where they stand.
public enum YAML {
  /// How much a file may hold.
  public struct Limits: Sendable {
    /// Values after the expansion of aliases.
    public var values: Int
    /// Blocks within blocks.
    public var depth: Int
    /// Of the whole file.
    public var bytes: Int

    /// For the parameters see the properties.
    public init(values: Int = 20_000, depth: Int = 64, bytes: Int = 4 << 20) {
      self.values = values
      self.depth = depth
      self.bytes = bytes
    }
  }

  /// Reads one document.
  ///
  /// Scalars stay raw text. An empty file is an empty mapping. An alias (`*menu`) becomes a copy of what its anchor (`&menu`)
  /// names, counted against the limits; tags, merge keys, doubled keys and further documents are refused.
  ///
  /// - Parameter file: the name put into the diagnostic.
  public static func parse(_ bytes: [UInt8], file: String, limits: Limits = Limits()) throws(Diagnostic) -> Node {
    let (root, mistakes) = read(bytes, file: file, limits: limits)
    if let first = mistakes.first { throw first }
    return root ?? empty
  }

  private static let empty = Node(.mapping([]), mark: Mark(line: 1, column: 1))

  /// As `parse`, but tells all doubled keys and reads on: a person wants to mend all mistakes at once.
  ///
  /// - Returns: the document, with the first value of each doubled key, and what is wrong with it, in the file's order; no document
  ///   when it could not be read to its end.
  public static func read(_ bytes: [UInt8], file: String, limits: Limits = Limits()) -> (
    root: Node?, mistakes: [Diagnostic]
  ) {
    var composer = YAMLComposer(file: file, limits: limits)
    do throws(Diagnostic) {
      let events = try YAMLEvents(try checkedText(bytes, file: file, limits: limits), file: file)
      while let event = try events.next() { try composer.handle(event) }
      return (composer.root ?? empty, composer.mistakes)
    } catch {
      return (nil, composer.mistakes + [error])
    }
  }

  /// UTF-8 without a byte order mark and without control characters: libyaml reports those without their place.
  private static func checkedText(_ bytes: [UInt8], file: String, limits: Limits) throws(Diagnostic) -> [UInt8] {
    let top = Mark(line: 1, column: 1)
    guard bytes.count <= limits.bytes else {
      throw Diagnostic(file: file, mark: top, message: "the file is larger than \(limits.bytes >> 20) MB")
    }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw Diagnostic(file: file, mark: top, message: "the file is saved as UTF-16; save it as UTF-8")
    }
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    if let offset = UTF8Text.firstInvalidByte(in: text) {
      throw Diagnostic(
        file: file, mark: mark(ofByte: offset, in: text),
        message: "byte 0x\(String(text[offset], radix: 16)) is not UTF-8; save the file as UTF-8")
    }
    if let (offset, scalar) = firstRefusedScalar(in: text) {
      let code = String(scalar.value, radix: 16, uppercase: true)
      throw Diagnostic(
        file: file, mark: mark(ofByte: offset, in: text),
        message:
          "invisible control character U+\(padded(code, to: 4)); remove it")
    }
    return text
  }

  /// Source: YAML 1.2, production 1 (c-printable), and U+FEFF, which libyaml takes at the beginning only.
  private static func firstRefusedScalar(in text: [UInt8]) -> (offset: Int, scalar: Unicode.Scalar)? {
    var offset = 0
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x85, 0xA0...0xFEFE, 0xFF00...0xFFFD, 0x1_0000...:
        offset += UTF8.width(scalar)
      default: return (offset, scalar)
      }
    }
    return nil
  }
}
