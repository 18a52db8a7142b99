import Numbers

/// What runs of the kiosk leave behind for the next one: how they ended, and which answers of sources they were working on then.
///
/// A few lines of text in a file of fixed size. What cannot be read is nothing: a damaged record costs its knowledge, never a start.
public struct RunRecord: Sendable, Hashable {
  /// What a source has said, without what it has said.
  public struct Answer: Sendable, Hashable {
    /// The source's name in the board, and which of its addresses.
    public var source: String
    /// Of the bytes of the answer.
    public var fingerprint: UInt64

    /// For the parameters see the properties.
    public init(source: String, fingerprint: UInt64) { (self.source, self.fingerprint) = (source, fingerprint) }
  }

  /// How a run ended.
  public enum End: String, Sendable, Hashable {
    /// It did not say: it goes on, or something has ended it.
    case none
    /// Somebody wanted it.
    case meant
    /// It said why it could not go on.
    case failed
  }

  /// What a run does without because of how those before it ended.
  public enum Hold: Sendable, Hashable {
    case nothing
    /// Nothing is fetched: the board's own words, and what is known, have to do.
    case fetching
    /// What is known is not used either.
    case sources
  }

  /// Bytes of the file.
  public static let size = 8192
  /// Entries of each kind; of more, the oldest go.
  static let limit = 20
  /// Bytes of a source's name; longer ones are not noted, nor those with control characters.
  static let nameLimit = 96

  /// Which start of the machine this is: a machine that lost its power has not crashed.
  public var boot: String
  /// Runs that ended badly, one after the other, up to this one.
  public var failures = 0
  /// The last of them, of which nobody knows why.
  public var unexplained = 0
  /// How it ended, as far as it could say.
  public var end = End.none
  /// Being worked on: decoded, and not on the glass yet.
  public var working: [Answer] = []
  /// Were being worked on when a run ended, among others or without a sign of a crash. Each is tried once more, alone.
  public var suspects: [Answer] = []
  /// Ended a run. Not used again.
  public var refused: [Answer] = []

  /// A first run.
  ///
  /// - Parameter boot: see the property.
  public init(boot: String) { self.boot = boot }

  /// The record of a run that begins.
  ///
  /// - Parameters:
  ///   - previous: what the one before it left.
  ///   - boot: see the property.
  ///   - hasCrashed: a signal handler has left a note: it was the program itself that ended.
  public init(after previous: RunRecord?, boot: String, hasCrashed: Bool) {
    self.init(boot: boot)
    guard let previous else { return }
    (suspects, refused) = (previous.suspects, previous.refused)
    // With the power went everything, innocent or not.
    guard previous.boot == boot || hasCrashed, previous.end != .meant else { return }
    failures = min(previous.failures, 1000) + 1
    guard previous.end == .none else {
      unexplained = previous.unexplained
      return
    }
    guard !previous.working.isEmpty else {
      unexplained = min(previous.unexplained, 1000) + 1
      return
    }
    if let only = previous.working.first, previous.working.count == 1, hasCrashed || suspects.contains(only) {
      suspects.removeAll { $0 == only }
      Self.add(only, to: &refused)
    } else {
      for answer in previous.working { Self.add(answer, to: &suspects) }
    }
  }

  /// Seconds to wait before this run does anything: none after the first failure, then 1, 2, 4 … 60.
  public var delay: Int { failures < 2 ? 0 : min(1 << min(failures - 2, 6), 60) }

  /// From now on this is being worked on.
  public mutating func begin(_ answer: Answer) { Self.add(answer, to: &working) }

  /// These have been shown, and nothing happened.
  public mutating func end(_ answers: some Sequence<Answer>) {
    let ended = Set(answers)
    working.removeAll { ended.contains($0) }
    suspects.removeAll { ended.contains($0) }
  }

  /// It has gone well for a while. What three ends without a reason have taken away comes back step by step, and goes again with the next.
  public mutating func recover() { (failures, unexplained) = (0, max(unexplained - 1, 0)) }

  /// What this run does without.
  public var hold: Hold { unexplained < 3 ? .nothing : unexplained < 5 ? .fetching : .sources }

  private static func add(_ answer: Answer, to answers: inout [Answer]) {
    let name = answer.source.utf8
    // A line is an entry.
    guard !name.isEmpty, name.count <= nameLimit, name.allSatisfy({ $0 >= 32 }), !answers.contains(answer) else {
      return
    }
    answers.append(answer)
    if answers.count > limit { answers.removeFirst(answers.count - limit) }
  }
}

// MARK: As text

extension RunRecord {
  private static let mark = "vitrine run 1"

  /// Reads a file's bytes; nil for what was never one, or is damaged.
  public init?(_ bytes: [UInt8]) {
    let lines = String(decoding: bytes.prefix(Self.size).prefix { $0 != 0 }, as: UTF8.self).split(separator: "\n")
    guard lines.first == Self.mark[...], lines.last == "whole" else { return nil }
    self.init(boot: "")
    for line in lines.dropFirst().dropLast() {
      let words = line.split(separator: " ", maxSplits: 1)
      // A machine that does not say which start of it this is, is one all the same.
      if words == ["boot"] { continue }
      guard words.count == 2 else { return nil }
      switch words[0] {
      case "boot": boot = String(words[1])
      case "failures": failures = min(max(Int(words[1]) ?? 0, 0), 1000)
      case "unexplained": unexplained = min(max(Int(words[1]) ?? 0, 0), 1000)
      case "end": end = End(rawValue: String(words[1])) ?? .none
      case "working": Self.read(words[1], into: &working)
      case "suspect": Self.read(words[1], into: &suspects)
      case "refused": Self.read(words[1], into: &refused)
      default: return nil
      }
    }
  }

  private static func read(_ words: Substring, into answers: inout [Answer]) {
    let words = words.split(separator: " ", maxSplits: 1)
    guard words.count == 2, let fingerprint = UInt64(words[0], radix: 16) else { return }
    add(Answer(source: String(words[1]), fingerprint: fingerprint), to: &answers)
  }

  /// `size` bytes, filled up with zeros.
  public var bytes: [UInt8] {
    var lines = [
      Self.mark, "boot \(boot)", "failures \(failures)", "unexplained \(unexplained)", "end \(end.rawValue)",
    ]
    for (word, answers) in [("working", working), ("suspect", suspects), ("refused", refused)] {
      for answer in answers {
        lines.append("\(word) \(String(answer.fingerprint, radix: 16)) \(answer.source)")
      }
    }
    lines.append("whole")
    let text = Array((lines.joined(separator: "\n") + "\n").utf8)
    return text + [UInt8](repeating: 0, count: max(Self.size - text.count, 0))
  }
}
