import Numbers

/// What is known of the bundles on a panel from one start to the next: a few lines of text. What cannot be read is nothing.
public struct KeeperRecord: Sendable, Hashable {
  /// Which bundle.
  public typealias Known = FleetPanel.Known

  /// A bundle on trial.
  public struct Trial: Sendable, Hashable {
    /// Which.
    public var bundle: Known
    /// Which start of the machine it began in; empty when somebody has ended the kiosk, which the bundle is not to be blamed for.
    public var boot: String
    /// Runs that have ended within it.
    public var ends: Int

    /// For the parameters see the properties.
    public init(_ bundle: Known, boot: String, ends: Int = 0) {
      (self.bundle, self.boot, self.ends) = (bundle, boot, ends)
    }
  }

  /// The last one that has passed its trial.
  public var good: Known?
  /// The one before.
  public var previous: Known?
  /// The one that is being tried.
  public var trial: Trial?
  /// Whose signature those that are here have, by their hashes: the name of a key.
  public var signers: [String: String] = [:]
  /// Those that were sent back, the last one last, and why.
  public var refused: [(bundle: Known, reason: String)] = []
  /// What the server calls the version that is on show, to ask with; nil when it was another.
  public var etag: String?
  /// The same.
  public var modified: String?
  /// The address that they belong to.
  public var address: String?

  /// Bytes of the file, and of what is in it.
  static let mostBytes = 65_536
  private static let mostRefused = 20
  private static let longest = 2000
  private static let mark = "vitrine fleet 1"

  /// Nothing is known.
  public init() {}

  /// Equal when they are written alike.
  public static func == (left: Self, right: Self) -> Bool { left.bytes == right.bytes }
  /// Of what is written.
  public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

  /// Notes one that is not to be taken again.
  public mutating func refuse(_ bundle: Known, _ reason: String) {
    refused.removeAll { $0.bundle.hash == bundle.hash }
    refused.append((bundle, reason))
    if refused.count > Self.mostRefused { refused.removeFirst(refused.count - Self.mostRefused) }
  }

  /// Why bundles were sent back, by their hashes.
  public var reasons: [String: String] {
    Dictionary(refused.map { ($0.bundle.hash, $0.reason) }, uniquingKeysWith: { $1 })
  }

  // MARK: As text

  /// Reads a file's bytes; nil for what was never one, or is damaged.
  public init?(_ bytes: [UInt8]) {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard lines.first == Self.mark[...], lines.last == "whole" else { return nil }
    for line in lines.dropFirst().dropLast() {
      let words = line.split(separator: " ", maxSplits: 1).map { String($0) }
      guard words.count == 2 else { return nil }
      let fields = words[1].split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
      switch words[0] {
      case "good": good = Self.known(fields)
      case "previous": previous = Self.known(fields)
      case "trial":
        guard let bundle = Self.known(fields), fields.count >= 3, let ends = Int(fields[2]) else { return nil }
        trial = Trial(bundle, boot: fields.count > 3 ? String(fields[3]) : "", ends: min(max(ends, 0), 1000))
      case "refused":
        guard let bundle = Self.known(fields) else { return nil }
        refuse(bundle, fields.dropFirst(2).joined(separator: " "))
      case "signer":
        guard fields.count == 2, Self.isHash(fields[0]) else { return nil }
        signers[String(fields[0])] = String(fields[1])
      case "etag": etag = words[1]
      case "modified": modified = words[1]
      case "address": address = words[1]
      default: return nil
      }
    }
  }

  private static func known(_ fields: [Substring]) -> Known? {
    guard fields.count >= 2, isHash(fields[0]), let version = Int(fields[1]), version > 0 else { return nil }
    return Known(hash: String(fields[0]), version: version)
  }

  /// 32 hexadecimal digits, which are a directory's name as well.
  static func isHash(_ text: some StringProtocol) -> Bool {
    text.utf8.count == 32
      && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }

  /// The file's bytes.
  public var bytes: [UInt8] {
    var lines = [Self.mark]
    if let good { lines.append("good \(good.hash) \(good.version)") }
    if let previous { lines.append("previous \(previous.hash) \(previous.version)") }
    if let trial {
      lines.append("trial \(trial.bundle.hash) \(trial.bundle.version) \(trial.ends) \(Self.line(trial.boot))")
    }
    // Of those that are still here.
    for hash in Set([good, previous, trial?.bundle].compactMap { $0?.hash }).sorted() {
      if let signer = signers[hash] { lines.append("signer \(hash) \(Self.line(signer))") }
    }
    for (bundle, reason) in refused { lines.append("refused \(bundle.hash) \(bundle.version) \(Self.line(reason))") }
    for (name, value) in [("etag", etag), ("modified", modified), ("address", address)] {
      if let value, !value.isEmpty, value.utf8.count <= Self.longest { lines.append("\(name) \(Self.line(value))") }
    }
    lines.append("whole")
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  /// A line is an entry.
  private static func line(_ text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars.prefix(longest) {
      line.unicodeScalars.append(scalar.properties.generalCategory == .control || scalar.value == 0x2028 ? " " : scalar)
    }
    return line
  }
}
