/// Text as a line of the log: what came from outside in it (titles, headers, names of files) can neither begin a line of its own, nor
/// colour or rewrite a terminal, nor turn the reading direction around, nor fill the disk.
public enum LogLine {
  /// Characters of a line; the longest sentence of ours with a long address in it has about half of them.
  public static let longest = 1000

  /// The text on one line, with everything that is not to be seen written out, cut at `longest` characters.
  public static func of(_ text: String) -> String {
    var line = ""
    var count = 0
    var rest = text.unicodeScalars[...]
    while count < longest, let scalar = rest.popFirst() {
      count += 1
      append(scalar, to: &line)
    }
    // Whatever is long enough to be cut is not worth counting to its end.
    if !rest.isEmpty { line += "… (cut)" }
    return line
  }

  /// The same for one line of a text for people: not cut, because whoever asked for it wants all of it.
  public static func visible(_ text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars { append(scalar, to: &line) }
    return line
  }

  private static func append(_ scalar: Unicode.Scalar, to line: inout String) {
    switch scalar {
    case "\n": line += "\\n"
    case "\r": line += "\\r"
    case "\t": line += "\\t"
    // They join letters in Persian and people in emoji, and do nothing else.
    case "\u{200C}", "\u{200D}": line.unicodeScalars.append(scalar)
    default:
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
        line += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      default: line.unicodeScalars.append(scalar)
      }
    }
  }
}
