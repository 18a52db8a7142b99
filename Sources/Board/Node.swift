/// A place in a file: line and column count from 1, columns in Unicode scalars.
public struct Mark: Sendable, Hashable, Comparable {
  public var line: Int
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  public static func < (a: Mark, b: Mark) -> Bool { (a.line, a.column) < (b.line, b.column) }
}

/// A YAML document as read: raw scalar texts and where they stand. Nothing is typed yet.
public struct Node: Sendable, Hashable {
  public indirect enum Content: Sendable, Hashable {
    /// `isPlain`: written without quotes.
    case scalar(String, isPlain: Bool)
    case sequence([Node])
    /// In file order; keys are scalars and differ from each other.
    case mapping([Entry])
  }

  public struct Entry: Sendable, Hashable {
    public var key: String
    public var keyMark: Mark
    public var value: Node

    public init(key: String, keyMark: Mark, value: Node) {
      self.key = key
      self.keyMark = keyMark
      self.value = value
    }
  }

  public var content: Content
  /// Where the value begins, for scalars after an opening quote.
  public var mark: Mark

  public init(_ content: Content, mark: Mark) {
    self.content = content
    self.mark = mark
  }
}

/// One thing wrong with a file, in the form `board.yaml:12:5: error: …`.
public struct Diagnostic: Error, Sendable, Hashable, CustomStringConvertible {
  public enum Severity: String, Sendable, Hashable {
    case error, warning
  }

  public var severity: Severity
  public var file: String
  public var mark: Mark
  /// What is wrong, and what to write instead where that is known.
  public var message: String

  public init(_ severity: Severity = .error, file: String, mark: Mark, message: String) {
    self.severity = severity
    self.file = file
    self.mark = mark
    self.message = message
  }

  public var description: String { "\(file):\(mark.line):\(mark.column): \(severity.rawValue): \(message)" }
}
