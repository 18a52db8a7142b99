/// What a Raspberry Pi's firmware is told in config.txt.
///
/// Source: Raspberry Pi documentation, *config.txt*: one `key=value` a line, `#` begins a comment, `[pi4]` says which model the next lines are
/// for, `include` names a file whose lines stand in its place.
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
  /// What stands behind it: of several the last.
  private var values: [String: String] = [:]

  /// - Parameters:
  ///   - lines: those of the file.
  ///   - model: as the device tree names it; lines for other models are left out.
  ///   - include: gives the lines of a file beside it.
  public init(_ lines: [Substring], model: String, include: (String) -> [Substring] = { _ in [] }) {
    var filter = Filter(model)
    var files = 0
    read(lines, &filter, include, files: &files)
  }

  /// What a key is set to; nil where it is not set.
  public func value(_ key: String) -> String? { values[key] }

  private mutating func read(
    _ lines: [Substring], _ filter: inout Filter, _ include: (String) -> [Substring], files: inout Int
  ) {
    for line in lines {
      // One that includes itself ends somewhere.
      let words = line.split(whereSeparator: \.isWhitespace)
      if words.first == "include" {
        if words.count > 1, filter.applies, files < 16 {
          files += 1
          read(include(String(words[1])), &filter, include, files: &files)
        }
        continue
      }
      let text = line.filter { !$0.isWhitespace }
      if text.isEmpty || text.hasPrefix("#") { continue }
      if text.hasPrefix("[") {
        filter.take(text.dropFirst().prefix { $0 != "]" })
        continue
      }
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard filter.applies, parts.count == 2 else { continue }
      guard parts[0] == "dtoverlay" else {
        keys.append(String(parts[0]))
        values[String(parts[0])] = String(parts[1])
        continue
      }
      let parameters = parts[1].split(separator: ",").map(String.init)
      if let name = parameters.first { overlays.append(Overlay(name: name, parameters: Array(parameters.dropFirst()))) }
    }
  }
}

/// Which lines count: a section takes the place of the one before that asks after the same, `[all]` of every one.
private struct Filter {
  let model: String
  private var isForModel = true

  init(_ model: String) { self.model = model }

  /// Sections that ask after a monitor, a pin or a serial number are taken to apply.
  var applies: Bool { isForModel }

  mutating func take(_ section: Substring) {
    switch section {
    case "all": isForModel = true
    case "none": isForModel = false
    default:
      guard let models = Self.models[section] else {
        // One of a model that is not known here is not this one.
        let isModel = section.hasPrefix("pi") || section.hasPrefix("cm")
        if isModel, section.dropFirst(2).first?.isNumber == true { isForModel = false }
        return
      }
      let name = model.hasPrefix(Self.maker) ? String(model.dropFirst(Self.maker.count)) : ""
      isForModel = models.contains { name == $0 || name.hasPrefix($0 + " ") }
    }
  }

  private static let maker = "Raspberry Pi "

  /// How the device trees of a section's models go on after the maker's name.
  ///
  /// Source: Raspberry Pi documentation, *config.txt*, model filters.
  private static let models: [Substring: [String]] = [
    "pi1": ["Model A", "Model A Plus", "Model B", "Model B Plus", "Compute Module Rev"], "pi2": ["2"],
    "pi3": ["3", "Compute Module 3"], "pi3+": ["3 Model A Plus", "3 Model B Plus", "Compute Module 3 Plus"],
    "pi4": ["4", "400", "Compute Module 4", "Compute Module 4S"], "pi400": ["400"],
    "pi5": ["5", "500", "Compute Module 5"],
    "pi500": ["500"], "pi0": ["Zero", "Zero 2"], "pi0w": ["Zero W", "Zero 2 W"], "pi02": ["Zero 2"],
    "cm0": ["Compute Module 0"], "cm1": ["Compute Module Rev"], "cm3": ["Compute Module 3"],
    "cm3+": ["Compute Module 3 Plus"],
    "cm4": ["Compute Module 4"], "cm4s": ["Compute Module 4S"], "cm5": ["Compute Module 5"],
  ]
}
