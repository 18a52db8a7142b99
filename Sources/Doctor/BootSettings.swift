/// What a Raspberry Pi's firmware is told in config.txt.
///
/// Source: Raspberry Pi documentation, *config.txt*: one `key=value` a line, `#` begins a comment, `[pi4]` says which model the next lines are for.
public struct BootSettings: Sendable, Hashable {
  /// A `dtoverlay=NAME,parameter,parameter=value`.
  public struct Overlay: Sendable, Hashable {
    /// What the file in `overlays` is called.
    public var name: String
    /// The parameters, in their order, each with its value if it has one.
    public var parameters: [String]
  }

  /// In the order of the file.
  public private(set) var overlays: [Overlay] = []
  /// What stands before the `=` of all other lines.
  public private(set) var keys: [String] = []

  /// - Parameters:
  ///   - lines: those of the file.
  ///   - model: as the device tree names it; lines for other models are left out.
  public init(_ lines: [Substring], model: String) {
    var applies = true
    for line in lines {
      let text = line.filter { !$0.isWhitespace }
      if text.isEmpty || text.hasPrefix("#") { continue }
      if text.hasPrefix("[") {
        applies = Self.applies(text.dropFirst().prefix { $0 != "]" }, to: model)
        continue
      }
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard applies, parts.count == 2 else { continue }
      guard parts[0] == "dtoverlay" else {
        keys.append(String(parts[0]))
        continue
      }
      let words = parts[1].split(separator: ",").map(String.init)
      if let name = words.first { overlays.append(Overlay(name: name, parameters: Array(words.dropFirst()))) }
    }
  }

  /// Sections of other kinds than a model's (a monitor's, a pin's) are taken to apply.
  private static func applies(_ section: Substring, to model: String) -> Bool {
    guard section != "none" else { return false }
    guard section.hasPrefix("pi"), let number = section.dropFirst(2).first, number.isNumber else { return true }
    return model.hasPrefix("Raspberry Pi \(number)")
  }
}
