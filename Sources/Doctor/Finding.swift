import Markup

/// One thing that was looked at, and what there is to say of it.
public struct Finding: Sendable, Hashable {
  /// How much it stands in the way.
  public enum Severity: String, Sendable, Hashable, CaseIterable {
    case fine
    /// Worth knowing, nothing to do.
    case note
    /// The board is shown, but something is missing or odd.
    case warning
    /// No picture, no touch or no data because of it.
    case problem
  }

  /// What it is about, in the order people ask.
  public enum Subject: String, Sendable, Hashable, CaseIterable {
    case panel, touch, sound, console, service, backlight, memory, disk, fonts, clock, network, board
  }

  /// Decides where in the diagnosis it stands.
  public var subject: Subject
  /// Decides its mark, and whether `doctor` says that there is a problem.
  public var severity: Severity
  /// What is the case, on what; without a full stop.
  public var sentence: String
  /// What to do about it: a command, or a step; nil when there is nothing to do.
  public var fix: String?

  /// - Parameters:
  ///   - sentence: what is the case, on what; without a full stop.
  ///   - fix: a command or a step.
  public init(_ subject: Subject, _ severity: Severity, _ sentence: String, fix: String? = nil) {
    self.subject = subject
    self.severity = severity
    self.sentence = sentence
    self.fix = fix
  }
}

/// All that was found, in the order of subjects.
public struct Diagnosis: Sendable, Hashable {
  /// By subject; those of one subject as they were found.
  public let findings: [Finding]

  /// - Parameter findings: in any order; those of one subject keep theirs.
  public init(_ findings: [Finding]) {
    self.findings = Finding.Subject.allCases.flatMap { subject in findings.filter { $0.subject == subject } }
  }

  /// Whether something keeps the board from being shown, touched or fed.
  public var hasProblem: Bool { findings.contains { $0.severity == .problem } }

  /// Lines for people: a mark, the sentence, and below it what to do.
  public var text: String {
    var lines: [String] = []
    for subject in Finding.Subject.allCases {
      let own = findings.filter { $0.subject == subject }
      if own.isEmpty { continue }
      lines.append("\(subject.rawValue):")
      for finding in own {
        lines.append("  \(finding.severity.mark)  \(finding.sentence)")
        if let fix = finding.fix { lines.append("           do: \(fix)") }
      }
    }
    let problems = findings.count { $0.severity == .problem }
    let warnings = findings.count { $0.severity == .warning }
    lines.append(
      problems + warnings == 0
        ? "nothing stands in the way"
        : "\(problems) problem\(problems == 1 ? "" : "s"), \(warnings) warning\(warnings == 1 ? "" : "s")")
    return lines.joined(separator: "\n")
  }

  /// A JSON array, one object a line: `subject`, `severity`, `sentence` and, where there is one, `fix`.
  public var json: String {
    JSON.list(
      findings.map { finding in
        var members = [
          JSON.Member("subject", .text(finding.subject.rawValue)),
          JSON.Member("severity", .text(finding.severity.rawValue)), JSON.Member("sentence", .text(finding.sentence)),
        ]
        if let fix = finding.fix { members.append(JSON.Member("fix", .text(fix))) }
        return .object(members)
      }
    ).lines
  }
}

extension Finding.Severity {
  /// Of one width, so that sentences stand below each other.
  fileprivate var mark: String {
    switch self {
    case .fine: "ok     "
    case .note: "note   "
    case .warning: "WARNING"
    case .problem: "PROBLEM"
    }
  }
}
