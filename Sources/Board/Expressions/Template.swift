/// A text with values in it: `"{company} · host: {host}"`.
///
/// `{expression}` stands for a value, `${NAME}` and `${file:/path}` for a setting of the machine, `\{` and `\}` for braces.
public struct Template: Sendable, Hashable {
  /// What a template is put together from.
  public enum Part: Sendable, Hashable {
    /// As it is.
    case text(String)
    /// What an expression gives.
    case value(Expression)
    /// Not yet looked up; the reader replaces every one by its `secret`.
    case placeholder(Placeholder, Offset)
    /// A setting of the machine, looked up.
    case secret(Secret)
  }

  /// In the order of the text.
  public let parts: [Part]
  /// The same, cut where a missing value ends: at line breaks and at dots, bullets, bars and dashes between spaces.
  let segments: [Segment]
  /// How the words between its values are read; nil where there are none.
  let isRightToLeft: Bool?

  struct Segment: Sendable, Hashable {
    /// What stands between this segment and the one before.
    var separator = ""
    var parts: [Part] = []
    /// Something in it may be missing.
    var hasValues = false
  }

  /// - Parameter parts: in the order of the text.
  public init(_ parts: [Part]) {
    self.parts = parts
    segments = Self.segments(parts)
    isRightToLeft = parts.lazy.compactMap { if case .text(let text) = $0 { text.isRightToLeft } else { nil } }.first
  }

  /// All values in it, in order.
  public var expressions: [Expression] {
    parts.compactMap { if case .value(let expression) = $0 { expression } else { nil } }
  }

  /// The text when nothing in it is a value.
  public var constant: String? {
    var text = ""
    for part in parts {
      guard case .text(let piece) = part else { return nil }
      text += piece
    }
    return text
  }
}

/// Something a board file takes from the machine it runs on.
public enum Placeholder: Sendable, Hashable, CustomStringConvertible {
  /// `${NAME}`: an environment variable.
  case variable(String)
  /// `${file:/path}`: the text of a file, without the newline at its end.
  case file(String)

  var isFile: Bool { if case .file = self { true } else { false } }

  public var description: String {
    switch self {
    case .variable(let name): "${\(name)}"
    case .file(let path): "${file:\(path)}"
    }
  }
}

extension Template: CustomStringConvertible {
  /// As it is written; reading it gives an equal template. Secrets show as `•••`.
  public var description: String {
    parts.map { part in
      switch part {
      case .text(let text): Self.escaped(text)
      case .value(let expression): "{\(expression)}"
      case .placeholder(let placeholder, _): placeholder.description
      case .secret(let secret): secret.description
      }
    }.joined()
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      if scalar == "{" || scalar == "}" { escaped += "\\" }
      escaped.unicodeScalars.append(scalar)
    }
    return escaped
  }
}

extension Template {
  // Indices: `index` is before the end in its loop, and what begins a value or a placeholder is there, up to the brace that ends it;
  // there is always a segment.

  /// Characters a template may have.
  static let maximalLength = 20_000

  /// Reads a template.
  ///
  /// - Throws: the first mistake, with its place in the text.
  public init(_ text: String) throws(SyntaxError) {
    let scalars = Array(text.unicodeScalars)
    guard scalars.count <= Self.maximalLength else {
      throw SyntaxError(offset: Self.maximalLength, message: "longer than \(Self.maximalLength) characters")
    }
    var parts: [Part] = []
    var literal = ""
    var index = 0
    func flush(_ parts: inout [Part]) {
      if !literal.isEmpty { parts.append(.text(literal)) }
      literal = ""
    }
    while index < scalars.count {
      let scalar = scalars[index]
      let next = index + 1 < scalars.count ? scalars[index + 1] : nil
      switch scalar {
      case "\\" where next == "{" || next == "}":
        literal.unicodeScalars.append(scalars[index + 1])
        index += 2
      case "$" where next == "{":
        flush(&parts)
        let (placeholder, end) = try Self.placeholder(scalars, at: index)
        parts.append(.placeholder(placeholder, Offset(index)))
        index = end
      case "{":
        flush(&parts)
        let (expression, end) = try Self.value(scalars, at: index)
        parts.append(.value(expression))
        index = end
      case "}":
        throw SyntaxError(offset: index, message: "\"}\" without \"{\"; a brace as text is written \\}")
      default:
        literal.unicodeScalars.append(scalar)
        index += 1
      }
    }
    flush(&parts)
    self.init(parts)
  }

  /// Only literal text is cut: a value may hold the same signs.
  private static func segments(_ parts: [Part]) -> [Segment] {
    var segments = [Segment()]
    for part in parts {
      guard case .text(let text) = part else {
        segments[segments.count - 1].parts.append(part)
        segments[segments.count - 1].hasValues = true
        continue
      }
      var rest = text.unicodeScalars[...]
      while let cut = separator(in: rest) {
        if cut.lowerBound > rest.startIndex {
          segments[segments.count - 1].parts.append(.text(String(rest[..<cut.lowerBound])))
        }
        segments.append(Segment(separator: String(rest[cut])))
        rest = rest[cut.upperBound...]
      }
      if !rest.isEmpty { segments[segments.count - 1].parts.append(.text(String(rest))) }
    }
    return segments
  }

  /// The first line break, or sign between spaces.
  private static func separator(in text: Substring.UnicodeScalarView) -> Range<Substring.UnicodeScalarView.Index>? {
    var index = text.startIndex
    while index < text.endIndex {
      let next = text.index(after: index)
      if text[index] == "\n" { return index..<next }
      if text[index] == " ", next < text.endIndex, "·•|–—-".unicodeScalars.contains(text[next]) {
        let after = text.index(after: next)
        if after < text.endIndex, text[after] == " " { return index..<text.index(after: after) }
      }
      index = next
    }
    return nil
  }

  /// Reads `{expression}`, which begins at `start`.
  private static func value(_ scalars: [Unicode.Scalar], at start: Int) throws(SyntaxError) -> (Expression, end: Int) {
    let opener = start + 1 < scalars.count ? scalars[start + 1] : nil
    if opener == "{" {
      throw SyntaxError(offset: start, message: "one brace is enough: write {name}; a brace as text is written \\{")
    }
    if opener == "%" {
      throw SyntaxError(offset: start, message: "there are no {% … %} blocks; use \"each\" and \"when\"")
    }
    var parser = try ExpressionParser(scalars: scalars, from: start + 1)
    if parser.token == .symbol(.closeBrace) {
      throw SyntaxError(offset: start, message: "nothing stands in the braces; braces as text are written \\{ and \\}")
    }
    let expression = try parser.expression()
    switch parser.token {
    case .symbol(.closeBrace): return (expression, parser.end)
    case .end: throw SyntaxError(offset: start, message: "the \"{\" that stands here has no \"}\"")
    default:
      try parser.expectEnd()
      return (expression, parser.end)
    }
  }

  /// Reads `${NAME}` or `${file:/path}`, which begins at `start`.
  private static func placeholder(
    _ scalars: [Unicode.Scalar], at start: Int
  ) throws(SyntaxError) -> (Placeholder, end: Int) {
    guard let close = scalars[start...].firstIndex(of: "}") else {
      throw SyntaxError(offset: start, message: "the \"${\" that stands here has no \"}\"")
    }
    var text = ""
    for scalar in scalars[(start + 2)..<close] { text.unicodeScalars.append(scalar) }
    if text.hasPrefix("file:"), text.utf8.count > 5 { return (.file(String(text.dropFirst(5))), close + 1) }
    guard isName(text), text.utf8.allSatisfy({ $0 < 0x80 }) else {
      throw SyntaxError(
        offset: start,
        message:
          "${…} takes the name of an environment variable or file:/path; a value is written {…}, an amount {price | money('$')}"
      )
    }
    return (.variable(text), close + 1)
  }
}

extension Template {
  /// A `${…}` in it is not there.
  var lacksSetting: Bool { !missingSettings.isEmpty }

  /// The `${…}` in it that are not there, as they are written.
  package var missingSettings: [String] {
    parts.compactMap { if case .placeholder(let placeholder, _) = $0 { placeholder.description } else { nil } }
  }
}

extension JSONTemplate {
  /// A `${…}` in one of its texts is not there.
  var lacksSetting: Bool { !missingSettings.isEmpty }

  /// Those that are not there, as they are written.
  var missingSettings: [String] {
    switch self {
    case .literal: []
    case .text(let template): template.missingSettings
    case .list(let items): items.flatMap(\.missingSettings)
    case .record(let fields): fields.flatMap(\.value.missingSettings)
    }
  }
}
