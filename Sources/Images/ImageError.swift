/// Why a picture cannot be shown, in a sentence for people.
///
/// `photo.png: 50,000 x 50,000 pixels is more than the 8,192 a side that are allowed; make the picture smaller`
public struct ImageError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Why, for programs.
  public enum Reason: UInt8, Sendable, Hashable {
    /// Well made perhaps, but of a kind that is not read.
    case unsupported
    /// More bytes or pixels than are allowed; nothing was decoded.
    case tooLarge
    /// Cut short, corrupt or malformed.
    case damaged
  }

  /// The file or address the bytes came from, as its user knows it.
  public var name: String
  /// Counted from 1; only text formats have lines.
  public var line: Int?
  /// Why, for programs.
  public var reason: Reason
  /// What came back.
  public var problem: String
  /// What to do.
  public var remedy: String

  /// For the parameters see the properties.
  package init(name: String, line: Int?, reason: Reason, problem: String, remedy: String) {
    self.name = name
    self.line = line
    self.reason = reason
    self.problem = problem
    self.remedy = remedy
  }

  public var description: String {
    let place = line.map { "\(name):\($0)" } ?? name
    return "\(place): \(problem); \(remedy)"
  }
}

extension ImageError {
  /// Readers know what is wrong; the name is added where it is known, by `named(_:)`.
  static func unsupported(_ problem: String, line: Int? = nil, do remedy: String) -> ImageError {
    ImageError(name: "", line: line, reason: .unsupported, problem: problem, remedy: remedy)
  }

  static func tooLarge(_ problem: String, line: Int? = nil, do remedy: String) -> ImageError {
    ImageError(name: "", line: line, reason: .tooLarge, problem: problem, remedy: remedy)
  }

  static func damaged(_ problem: String, line: Int? = nil, do remedy: String = "save or send it again") -> ImageError {
    ImageError(name: "", line: line, reason: .damaged, problem: problem, remedy: remedy)
  }

  /// A C library could not get memory.
  static let noMemory = ImageError.tooLarge("there is not enough memory to decode it", do: "make the picture smaller")

  /// - Returns: with its name, and no longer than a line: what a file says of itself may be all of it.
  func named(_ name: String) -> ImageError {
    var error = self
    error.name = name
    if problem.unicodeScalars.count > Self.longest {
      error.problem = String(String.UnicodeScalarView(problem.unicodeScalars.prefix(Self.longest - 1))) + "…"
    }
    return error
  }

  private static let longest = 300
}

/// A count with thousands separated: 50,000.
func grouped(_ number: Int) -> String {
  var text = ""
  let digits = Array(String(number.magnitude))
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
    text.append(digit)
  }
  return number < 0 ? "-" + text : text
}
