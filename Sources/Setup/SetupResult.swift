import Board

/// What came of a `vitrine.yaml`, in a text that whoever wrote it reads on his own computer. It holds no secret.
public enum SetupResult {
  /// What it is called, beside `vitrine.yaml`.
  public static let name = "vitrine-result.txt"

  /// - Parameters:
  ///   - reading: what was read.
  ///   - refused: what this machine cannot do.
  ///   - failure: what kept it from being written whole; nil when it was.
  ///   - remarks: sentences about all of it.
  ///   - id: of the panel, as its screen shows it.
  public static func text(
    _ reading: SetupReading, refused: [SetupPlan.Refusal], failure: String? = nil, remarks: [String], id: String
  ) -> String {
    var lines = ["What Vitrine made of this, on the panel \(id):", ""]
    let taken = reading.taken.filter { key in !refused.contains { $0.key == key } }
    let verb = failure == nil ? "Taken" : "Taken in part, or not at all"
    lines.append(taken.isEmpty ? "Nothing was taken." : "\(verb): \(taken.joined(separator: ", ")).")
    if let failure { lines.append("vitrine.yaml: error: \(failure)") }
    lines += reading.problems.map(\.description)
    lines += refused.map { "vitrine.yaml: error: \"\($0.key)\": \($0.reason)" }
    lines += remarks
    // Its reader may be any editor.
    return lines.map { $0 + "\r\n" }.joined()
  }

  /// The lines that say what is wrong.
  public static func problems(in text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).map { String($0) }.filter { $0.hasPrefix("vitrine.yaml:") }
  }
}
