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
      network and service read, each file whole, and asks the service manager for the rest; what the file says nothing of stays as it is. A
      key with a mistake, or with which no kiosk would begin, is left out, and named; what is a secret is told to nobody. Exit code 1 when
      there is a mistake.
      """)

  @Option(
    help: "Where vitrine.yaml is looked for; more than one are looked through in turn.", completion: .directory)
  var from: [String]

  @Flag(help: "Say what is wrong, and change nothing.")
  var check = false

  @Flag(
    help:
      "Anybody may have brought it: not where there is a board, nor with another key than is known, nor who may log in. Needs --service."
  )
  var stick = false

  @Option(
    help: ArgumentHelp(
      "A file of what `systemctl show vitrine -p \(SetupService.properties.joined(separator: " -p "))` says, and lines Radio=DEVICE.",
      valueName: "file"),
    completion: .file())
  var service: String?

  @Option(
    help: "A directory, such as the boot partition, whose vitrine.yaml goes before what a stick says.",
    completion: .directory)
  var above: String?

  @Option(
    help:
      "A directory that keeps what sticks have said: it counts where the file says nothing, and --stick adds to it.",
    completion: .directory)
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
      let (isFine, failure) = try setUpOrTell()
      // What counts is asked for, whatever does not.
      try askByHand()
      if let failure { throw UserError(.machine, failure) }
      if isFine { return }
    } catch {
      throw error.exit()
    }
    throw ExitCode(UserError.Kind.input.rawValue)
  }

  /// Sets up, and whoever has brought the file reads what kept it from being read.
  private func setUpOrTell() throws(UserError) -> (isFine: Bool, failure: String?) {
    do throws(UserError) {
      return try setUp()
    } catch {
      try? leave(
        SetupResult.text(SetupReading(), refused: [], failure: error.description, remarks: [], id: Self.id),
        requests: nil)
      throw error
    }
  }

  private func copyBundles(to target: String) throws(UserError) {
    for directory in from {
      let (copied, remarks) = try SetupMedium(directory).copyBundles(to: target)
      for name in copied { Terminal.print("taken: \(name)") }
      for remark in remarks { Terminal.error(remark) }
    }
  }

  /// - Returns: whether nothing was wrong, and what kept it from being written whole.
  private func setUp() throws(UserError) -> (isFine: Bool, failure: String?) {
    let found = try found()
    let site = try SetupSite(root: root, facts: service, isStranger: stick)
    var kept = stick ? SetupFile() : kept
    // Beside a board of the machine's own nobody's stick says what is shown.
    if site.hasBoardFile { for key in ["board", "key", "labels"] { kept.remove(key) } }
    guard found != nil || !kept.isEmpty else {
      // A card's partition may be missing among others, and a name that was mistyped is told.
      if let missing = from.first, !from.contains(where: { Files.exists($0) }) {
        throw UserError(.input, "--from: \(missing) does not exist; name the directory in which vitrine.yaml is")
      }
      Terminal.print("no vitrine.yaml in \(from.joined(separator: ", ")) that says anything")
      return (true, nil)
    }
    var (reading, medium) = found ?? (SetupReading(), SetupMedium(from.first ?? "."))
    if stick, let reason = site.refusal(of: reading.file) {
      for problem in reading.problems { Terminal.error(problem.description) }
      Terminal.error("vitrine.yaml: \(reason)")
      reading.taken = []
      try leave(SetupResult.text(reading, refused: [], remarks: [reason], id: Self.id), requests: nil)
      return (false, nil)
    }
    let known = kept.over(site.known)
    let remarks = settle(&reading, beside: known, site, medium)
    for problem in reading.problems { Terminal.error(problem.description) }
    for remark in remarks { Terminal.error(remark) }
    let installer = SetupInstaller(root: root)
    var whole = reading.file
    // On a stick it says that the panel's own people have made it, and stands where they have put it.
    if stick, site.hasKeyOfItsOwn { whole.remove("key") }
    whole = whole.over(known)
    let plan = SetupPlan(whole, on: installer.machine(zone: whole.timezone, radios: site.service?.radios))
    for refusal in plan.refused { Terminal.error("vitrine.yaml: \"\(refusal.key)\": \(refusal.reason)") }
    let isFine = reading.problems.isEmpty && plan.refused.isEmpty
    guard !check else {
      if isFine { Terminal.print("vitrine.yaml: fine (\(reading.taken.joined(separator: ", ")))") }
      return (isFine, nil)
    }
    // What could not be read to its end changes nothing: what was there before it stays.
    let isEmpty = reading.taken.isEmpty && kept.isEmpty
    let failure = isEmpty ? nil : try carryOut(plan, reading.file, installer)
    try leave(
      SetupResult.text(reading, refused: plan.refused, failure: failure, remarks: remarks, id: Self.id),
      requests: nil)
    return (isFine, failure)
  }

  /// Leaves out what cannot count here, and says so.
  ///
  /// - Returns: sentences about what is not the file's fault.
  private func settle(
    _ reading: inout SetupReading, beside known: SetupFile, _ site: SetupSite, _ medium: SetupMedium
  ) -> [String] {
    if let above, let (own, _) = try? SetupMedium(above).read(isStick: false) {
      for key in reading.file.contradicted(by: own.file) {
        reading.refuse(key, "is said by vitrine.yaml on the boot partition, which goes before a stick's")
      }
    }
    if !site.isOwn {
      for key in SetupFile.serviceKeys where key != "key" && reading.file.says(key) {
        reading.refuse(key, "has no effect: vitrine.service starts something of its own (systemctl cat vitrine)")
      }
      return []
    }
    if stick, site.hasKeyOfItsOwn {
      for key in ["board", "labels"] where reading.file.says(key) {
        reading.refuse(key, "is said where this panel's key stands, in the service's own options")
      }
      return []
    }
    reading.refuseIncomplete(beside: known, hasBoardFile: site.hasBoardFile) {
      // Whoever writes on the boot partition may wait for a stick with a bundle.
      stick ? medium.lacksBundle(signedWith: $0) : nil
    }
    return [reading.refuseUnusable(beside: known) { site.problem(of: $0) }].compactMap(\.self)
  }

  /// - Returns: what kept it from being written whole; nil when it was.
  private func carryOut(
    _ plan: SetupPlan, _ file: SetupFile, _ installer: SetupInstaller
  ) throws(UserError) -> String? {
    // Before anything is written: whatever ends this one, the next knows what is still to be asked for.
    try leave(nil, requests: plan.requests(changed: installer.changes(plan)))
    do throws(UserError) {
      for path in try installer.apply(plan) { Terminal.print("written: \(path)") }
      if stick, keep != nil { try keep(file) }
    } catch {
      return error.description
    }
    return nil
  }

  /// The first that says anything, or has anything wrong.
  private func found() throws(UserError) -> (SetupReading, SetupMedium)? {
    for directory in from {
      let medium = SetupMedium(directory)
      guard let (reading, _) = try medium.read(isStick: stick, acceptsOptions: Run.accepts) else { continue }
      if !reading.file.isEmpty || !reading.problems.isEmpty { return (reading, medium) }
    }
    return nil
  }

  // MARK: What sticks have said

  /// As a stick's: whatever came to stand there.
  private var kept: SetupFile {
    guard let keep, let (reading, _) = try? SetupMedium(root + keep).read(isStick: true) else { return SetupFile() }
    return reading.file
  }

  private func keep(_ file: SetupFile) throws(UserError) {
    guard let keep else { return }
    let directory = root + keep
    if unsafe mkdir(directory, 0o700) != 0, errno != EEXIST {
      throw UserError(.machine, "could not make \(directory): \(SystemError.current.words)")
    }
    let path = directory + "/vitrine.yaml"
    let bytes = Array(("# What sticks have said; `vitrine setup` adds to it.\n" + file.over(kept).text).utf8)
    if (try? RegularFile.read(path, limit: 1 << 20)) == bytes { return }
    let target = try WholeFile(path, mode: 0o600)
    try target.write(bytes[...], at: 0)
    try target.sync()
    try target.finish()
  }

  // MARK: What came of it

  private static var id: String { String(PanelIdentity.name.drop { $0 != "-" }.dropFirst()) }
  /// Does what the service manager is to be asked for, and takes it off the list.
  private static let asker = "/usr/lib/vitrine/after-setup"

  /// This machine is set up by somebody who waits for it, and not by one of our services, which ask by themselves.
  private var isByHand: Bool { result == nil && root.isEmpty && !check }

  /// Where what came of it is put; nil for nowhere.
  private var target: String? {
    if check { return nil }
    return result ?? (isByHand && geteuid() == 0 ? SetupScreen.resultDirectory : nil)
  }

  /// - Parameters:
  ///   - text: for whoever wrote the file, and for the panel; nil leaves what is there.
  ///   - requests: for the service manager, after those that nobody has seen to yet; nil leaves what is there.
  private func leave(_ text: String?, requests: [String]?) throws(UserError) {
    guard let target else { return }
    if unsafe mkdir(target, 0o755) != 0, errno != EEXIST {
      throw UserError(.machine, "could not make \(target): \(SystemError.current.words)")
    }
    if let requests {
      let path = target + "/requests"
      let open = (try? RegularFile.read(path, limit: 1 << 16)).map { String(decoding: $0, as: UTF8.self) } ?? ""
      let lines = open.split(separator: "\n").map { String($0) }
      try write((lines + requests.filter { !lines.contains($0) }).map { $0 + "\n" }.joined(), to: path)
    }
    if let text { try write(text, to: target + "/" + SetupResult.name) }
  }

  private func write(_ text: String, to path: String) throws(UserError) {
    let file = try WholeFile(path, mode: 0o644)
    try file.write(Array(text.utf8)[...], at: 0)
    try file.finish()
  }

  private func askByHand() throws(UserError) {
    guard isByHand, target != nil, Files.exists(Self.asker) else { return }
    var arguments = unsafe [strdup(Self.asker), strdup("--wait"), nil]
    defer { for index in unsafe arguments.indices { unsafe free(arguments[index]) } }
    var process: pid_t = 0
    let failure = unsafe posix_spawn(&process, Self.asker, nil, nil, &arguments, environ)
    guard failure == 0 else {
      throw UserError(.machine, "\(Self.asker) did not start: \(SystemError(number: failure).words); run it yourself")
    }
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else {
      throw UserError(.machine, "not all could be started: see the lines above, and systemctl status")
    }
  }
}
