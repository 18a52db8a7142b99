public import Board

/// Why fetched bytes could not be read as the format they should have.
public struct FormatError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, and what to do where that is known.
  public var message: String
  /// Where in the text, when the problem has a place.
  public var mark: Mark?

  /// - Parameters:
  ///   - message: what is wrong, and what to do where that is known.
  ///   - mark: where in the text.
  public init(_ message: String, at mark: Mark? = nil) {
    self.message = message
    self.mark = mark
  }

  public var description: String {
    guard let mark else { return message }
    return "line \(mark.line), column \(mark.column): \(message)"
  }
}

/// Line and column of a byte offset in UTF-8 text; columns count Unicode scalars.
func mark(ofByte offset: Int, in bytes: [UInt8]) -> Mark {
  var mark = Mark(line: 1, column: 1)
  for byte in bytes.prefix(max(0, offset)) {
    if byte == UInt8(ascii: "\n") {
      mark = Mark(line: mark.line + 1, column: 1)
    } else if byte & 0xC0 != 0x80 {
      mark.column += 1
    }
  }
  return mark
}
