/// A place in a file: line and column count from 1, columns in Unicode scalars.
public struct Mark: Sendable, Hashable, Comparable {
  /// From 1.
  public var line: Int
  /// From 1, in Unicode scalars.
  public var column: Int

  /// - Parameters:
  ///   - line: from 1.
  ///   - column: from 1, in Unicode scalars.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  public static func < (a: Mark, b: Mark) -> Bool { (a.line, a.column) < (b.line, b.column) }
}

/// Where in its file something stands. It is no part of what it is: all places are equal.
public struct FilePlace: Sendable, Hashable {
  /// Of its first sign.
  public var mark: Mark

  /// - Parameter mark: of its first sign.
  public init(_ mark: Mark) { self.mark = mark }

  public static func == (a: FilePlace, b: FilePlace) -> Bool { true }
  public func hash(into hasher: inout Hasher) {}
}

/// A YAML document as read: raw scalar texts and where they stand. Nothing is typed yet.
public struct Node: Sendable, Hashable {
  /// What stands there.
  public indirect enum Content: Sendable, Hashable {
    /// `isPlain`: written without quotes.
    case scalar(String, isPlain: Bool)
    /// A list, in file order.
    case sequence([Node])
    /// In file order; keys are scalars and differ from each other.
    case mapping([Entry])
  }

  /// A key and its value.
  public struct Entry: Sendable, Hashable {
    /// As written, without quotes.
    public var key: String
    /// Where the key stands.
    public var keyMark: Mark
    /// What stands at the key.
    public var value: Node

    /// - Parameters:
    ///   - key: as written, without quotes.
    ///   - keyMark: where the key stands.
    ///   - value: what stands at the key.
    public init(key: String, keyMark: Mark, value: Node) {
      self.key = key
      self.keyMark = keyMark
      self.value = value
    }
  }

  /// What stands there.
  public var content: Content
  /// Where the value begins, for scalars after an opening quote.
  public var mark: Mark
  /// Where each scalar value of the text stands, when they do not simply follow each other from `mark` on: texts of several lines, and
  /// those with escapes.
  public var places: [Mark]
  /// Behind its last sign, a closing quote or brace among them; nil where it stands in no file.
  public var end: Mark?

  /// - Parameters:
  ///   - content: what stands there.
  ///   - mark: where it begins, for scalars after an opening quote.
  ///   - places: of the text's scalar values, when they do not simply follow each other from `mark` on.
  ///   - end: behind its last sign; nil where it stands in no file.
  public init(_ content: Content, mark: Mark, places: [Mark] = [], end: Mark? = nil) {
    self.content = content
    self.mark = mark
    self.places = places
    self.end = end
  }

  /// The place in the file of an offset in a text, in scalar values; behind its end that of the last one.
  public func place(of offset: Int) -> Mark {
    if let last = places.last { return offset < places.count ? places[max(offset, 0)] : last }
    return Mark(line: mark.line, column: mark.column + offset)
  }
}

/// One thing wrong with a file, in the form `board.yaml:12:5: error: …`.
public struct Diagnostic: Error, Sendable, Hashable, CustomStringConvertible {
  /// Whether the file can be used all the same.
  public enum Severity: String, Sendable, Hashable {
    /// It cannot; it can, but not as it was meant; it is as it was meant, but not for everybody.
    case error, warning, hint
  }

  /// Whether the file can be used all the same.
  public var severity: Severity
  /// As its user knows it.
  public var file: String
  /// Where the mistake is.
  public var mark: Mark
  /// What is wrong, and what to write instead where that is known.
  public var message: String

  /// - Parameters:
  ///   - severity: whether the file can be used all the same.
  ///   - file: as its user knows it.
  ///   - mark: where the mistake is.
  ///   - message: what is wrong, and what to write instead where that is known.
  public init(_ severity: Severity = .error, file: String, mark: Mark, message: String) {
    self.severity = severity
    self.file = file
    self.mark = mark
    self.message = message
  }

  public var description: String { "\(file):\(mark.line):\(mark.column): \(severity.rawValue): \(message)" }
}
