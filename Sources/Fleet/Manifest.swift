import Numbers

/// Something that groups panels: `floor=2`.
public struct FleetLabel: Sendable, Hashable, CustomStringConvertible {
  /// What is said of a panel: letters, digits, `-`, `_` and `.`.
  public let name: String
  /// What it is there.
  public let value: String
  public var description: String { "\(name)=\(value)" }

  /// Reads `floor=2`; nil for what is none.
  public init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, (1...64).contains(parts[0].utf8.count), (1...256).contains(parts[1].utf8.count),
      parts[0].unicodeScalars.allSatisfy({ scalar in
        "a"..."z" ~= scalar || "A"..."Z" ~= scalar || "0"..."9" ~= scalar || "-_.".unicodeScalars.contains(scalar)
      }),
      // A line is an entry.
      parts[1].unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 })
    else { return nil }
    (name, value) = (String(parts[0]), String(parts[1]))
  }
}

/// What a bundle says of itself: a line each, first thing in it.
public struct BundleManifest: Sendable, Hashable {
  /// A number that grows with each; without another wish the time it was made, in seconds since 1970.
  public var version: Int
  /// Whom it is for: a panel has one of these values of each name that stands here.
  public var labels: [FleetLabel]
  /// Per cent of panels that take it by themselves, 0...100.
  public var canary: Double

  /// The highest that is a whole number everywhere, in JSON too.
  public static let highestVersion = 9_007_199_254_740_991
  /// The file's name in the bundle.
  static let name = "manifest"
  static let mostBytes = 65_536
  private static let mark = "vitrine bundle 1"
  private static let mostLabels = 64

  /// For the parameters see the properties.
  public init(version: Int, labels: [FleetLabel] = [], canary: Double = 100) {
    (self.version, self.labels, self.canary) = (version, labels, canary)
  }

  /// Reads the file.
  ///
  /// - Throws: what is wrong with it.
  init(_ bytes: [UInt8]) throws(BundleProblem) {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw BundleProblem("its manifest is no text") }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: true)[...]
    guard lines.popFirst() == Self.mark[...] else {
      throw BundleProblem("its manifest is none, or of a newer vitrine than this one")
    }
    var version: Int?
    self.init(version: 0)
    for line in lines {
      let words = line.split(separator: " ", maxSplits: 1)
      let value = words.count == 2 ? String(words[1]) : ""
      switch words.first {
      case "version":
        guard let number = Int(value), (1...Self.highestVersion).contains(number), version == nil else {
          throw BundleProblem("its manifest has no sensible version: \"\(value.prefix(40))\"")
        }
        version = number
      case "label":
        guard let label = FleetLabel(value), labels.count < Self.mostLabels else {
          throw BundleProblem("its manifest has a label that is none: \"\(value.prefix(40))\"")
        }
        labels.append(label)
      case "canary":
        guard let share = Double(value), (0...100).contains(share) else {
          throw BundleProblem("its manifest has no sensible canary share: \"\(value.prefix(40))\"")
        }
        canary = share
      default:
        throw BundleProblem(
          "its manifest has a line of a newer vitrine than this one: \"\(String(line).prefix(40))\"")
      }
    }
    guard let version else { throw BundleProblem("its manifest has no version") }
    self.version = version
  }

  /// As it stands in the bundle.
  var bytes: [UInt8] {
    var lines = [Self.mark, "version \(version)"] + labels.map { "label \($0)" }
    if canary < 100 { lines.append("canary \(canary)") }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }
}
