import ArgumentParser
import Board
import Fetch
import Glibc
import Linux
import Setup
import Vitrine

struct SetupCommand: ParsableCommand {
  // Many properties: each is an option of the command.
  static let configuration = CommandConfiguration(
    commandName: "setup",
    abstract: "Makes this machine what vitrine.yaml on a stick or the boot partition says.",
    discussion: """
      Reads vitrine.yaml of the first directory that has one which says anything: name, network, board, key, labels, panel. Writes what
      network and service read, each file whole; the second time changes nothing. A key with a mistake is left out, and named; what
      is a secret is told to nobody. Exit code 1 when there is a mistake.
      """)

  @Option(
    help: "Where vitrine.yaml is looked for; more than one are looked through in turn.", completion: .directory)
  var from: [String]

  @Flag(help: "Say what is wrong, and change nothing.")
  var check = false

  @Flag(
    help:
      "Anybody may have brought it: not where there is a board file, nor with another key than is known, nor who may log in."
  )
  var stick = false

  @Option(help: "A directory that keeps the file for the next start.", completion: .directory)
  var keep: String?

  @Option(
    help: "A directory that takes what came of it, vitrine-result.txt, and what the service manager is then asked for.",
    completion: .directory)
  var result: String?

  @Option(help: "Only copy the four newest boards, *.vitrine, into this directory; 64 MB each.", completion: .directory)
  var bundles: String?

  @Option(help: "The tree of the machine that is set up; without it this one.", completion: .directory)
  var root = ""

  func run() throws {
    do throws(UserError) {
      if let bundles { return try copyBundles(to: bundles) }
      if try setUp() { return }
    } catch {
      throw error.exit()
    }
    throw ExitCode(UserError.Kind.input.rawValue)
  }

  private func copyBundles(to target: String) throws(UserError) {
    for directory in from {
      let (copied, remarks) = try SetupMedium(directory).copyBundles(to: target)
      for name in copied { Terminal.print("taken: \(name)") }
      for remark in remarks { Terminal.error(remark) }
    }
  }

  /// - Returns: whether nothing was wrong.
  private func setUp() throws(UserError) -> Bool {
    guard let (reading, bytes) = try found() else {
      Terminal.print("no vitrine.yaml in \(from.joined(separator: ", ")) that says anything")
      return true
    }
    for problem in reading.problems { Terminal.error(problem.description) }
    if let reason = refusal(of: reading.file) {
      Terminal.error("vitrine.yaml: \(reason)")
      var none = reading
      none.taken = []
      try leave(none, refused: [], remarks: [reason], requests: [])
      return false
    }
    let installer = SetupInstaller(root: root)
    let plan = SetupPlan(reading.file, on: installer.machine(zone: reading.file.timezone))
    for refusal in plan.refused { Terminal.error("vitrine.yaml: \"\(refusal.key)\": \(refusal.reason)") }
    let isFine = reading.problems.isEmpty && plan.refused.isEmpty
    guard !check else {
      if isFine { Terminal.print("vitrine.yaml: fine (\(reading.taken.joined(separator: ", ")))") }
      return isFine
    }
    // What could not be read to its end changes nothing: what was there before it stays.
    let changed = reading.taken.isEmpty ? [] : try installer.apply(plan)
    for path in changed { Terminal.print("written: \(path)") }
    if let keep, !reading.taken.isEmpty { try self.keep(bytes, in: keep) }
    try leave(reading, refused: plan.refused, remarks: [], requests: changed.isEmpty ? [] : plan.requests)
    return isFine
  }

  /// The first that says anything, or has anything wrong.
  private func found() throws(UserError) -> (SetupReading, [UInt8])? {
    for directory in from {
      guard let (reading, bytes) = try SetupMedium(directory).read(isStick: stick, acceptsOptions: Run.accepts) else {
        continue
      }
      if !reading.file.isEmpty || !reading.problems.isEmpty { return (reading, bytes) }
    }
    return nil
  }

  /// Why what a stick says does not count; nil when it does.
  private func refusal(of file: SetupFile) -> String? {
    guard stick else { return nil }
    if unsafe access(root + "/etc/vitrine/board.yaml", F_OK) == 0 {
      return "this panel shows a board of its own, /etc/vitrine/board.yaml: a stick changes nothing here"
    }
    guard let known = try? RegularFile.read(root + SetupPlan.environmentPath, limit: 1 << 16),
      let key = SetupPlan.key(inEnvironment: String(decoding: known, as: UTF8.self)), key != file.key
    else { return nil }
    return "this panel shows the boards of another key: only a stick that names the same one changes anything here"
  }

  private func keep(_ bytes: [UInt8], in directory: String) throws(UserError) {
    let directory = root + directory
    if unsafe mkdir(directory, 0o700) != 0, errno != EEXIST {
      throw UserError(.machine, "could not make \(directory): \(SystemError.current.words)")
    }
    let path = directory + "/vitrine.yaml"
    if (try? RegularFile.read(path, limit: 1 << 20)) == bytes { return }
    let file = try WholeFile(path, mode: 0o600)
    try file.write(bytes[...], at: 0)
    try file.finish()
  }

  /// What came of it, for whoever wrote the file, for the panel and for the service manager.
  private func leave(
    _ reading: SetupReading, refused: [SetupPlan.Refusal], remarks: [String], requests: [String]
  ) throws(UserError) {
    guard let result, !check else { return }
    let id = String(PanelIdentity.name.drop { $0 != "-" }.dropFirst())
    let text = SetupResult.text(reading, refused: refused, remarks: remarks, id: id)
    for (name, text) in [(SetupResult.name, text), ("requests", requests.map { $0 + "\n" }.joined())] {
      let file = try WholeFile(result + "/" + name, mode: 0o644)
      try file.write(Array(text.utf8)[...], at: 0)
      try file.finish()
    }
  }
}
