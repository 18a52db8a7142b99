import ArgumentParser
import Board
import Fleet
import Glibc
import Linux
import Numbers
import Vitrine

struct Bundle: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bundle",
    abstract: "Packs a board with all it names into one signed file, for many panels.",
    discussion: """
      Looks the board through as `vitrine check` does, and packs the files it names: pictures, data, styles, themes, fonts. Values of ${NAME} \
      stay on the panels. The panels take it from a web server, a stick or a broker: vitrine run https://…/lobby.vitrine --key NAME.pub.

      Keys and signatures are minisign's. An output called .tar is not signed: minisign -Sm lobby.tar, and then \
      (echo 'vitrine bundle 1'; cat lobby.tar.minisig lobby.tar) > lobby.vitrine.
      """)

  @Argument(help: "The board file.", completion: .file(extensions: ["yaml", "yml", "json"]))
  var board: String?

  @Option(name: .shortAndLong, help: "The file to write: .vitrine, or .tar for an archive that minisign signs.")
  var output: String?

  @Option(help: "A secret key without a password, as --new-key makes it.", completion: .file())
  var key: String?

  @Option(help: "A number that grows with each bundle; without it the time in seconds since 1970.")
  var version: Int?

  @Option(help: "Whom it is for, such as floor=2: panels with this label. Of one name any will do, of several all.")
  var label: [FleetLabel] = []

  @Option(help: "Who takes it first, such as 5%: always the same panels. The others see that there is one.")
  var canary: Share?

  @Flag(help: "Pack a board that names files which are not there: its panels will never have them.")
  var allowMissing = false

  @Option(help: "Make a key pair instead: NAME.key signs, and stays secret; NAME.pub goes onto the panels.")
  var newKey: String?

  /// `5%`.
  struct Share: ExpressibleByArgument {
    var percent: Double

    init?(argument: String) {
      guard let percent = Double(argument.hasSuffix("%") ? argument.dropLast() : argument[...]),
        (0...100).contains(percent)
      else { return nil }
      self.percent = percent
    }
  }

  func validate() throws {
    try require(version, in: 1...BundleManifest.highestVersion, "--version")
    if newKey != nil {
      if board != nil { throw ValidationError("--new-key NAME makes keys, and packs nothing") }
      return
    }
    guard board != nil else { throw ValidationError("which board: vitrine bundle board.yaml -o x.vitrine --key x.key") }
    guard let output else { throw ValidationError("--output FILE says where: -o lobby.vitrine") }
    if output.hasSuffix(".tar") {
      if key != nil { throw ValidationError("--key signs .vitrine files; a .tar is for minisign to sign") }
    } else {
      guard output.hasSuffix(".vitrine") else { throw ValidationError("--output ends with .vitrine, or with .tar") }
      if key == nil {
        throw ValidationError("--key FILE says who signs it; vitrine bundle --new-key NAME makes NAME.key")
      }
    }
  }

  func run() throws {
    do throws(UserError) {
      if let newKey { return try makeKeys(newKey) }
      guard let board, let output else { return }
      try pack(board, into: output)
    } catch {
      throw error.exit()
    }
  }

  private func pack(_ board: String, into output: String) throws(UserError) {
    let source = BoardSource(path: board)
    if try source.usesDemoService {
      throw UserError(
        .input, "\(board): ${DEMO} is a service of `vitrine run` on this machine; name the real one's address")
    }
    let secret = try key.map { path throws(UserError) in try Self.secret(path) }
    let examination = try source.examine()
    for diagnostic in examination.diagnostics { Terminal.error(diagnostic.description) }
    guard examination.board != nil else { throw UserError(.input, "\(board) has mistakes: nothing is packed") }
    if !allowMissing, let missing = try source.missingFiles().first {
      throw UserError(
        .input,
        "\(missing.description); panels have what is in the bundle, and nothing else: put the file there, or pack it without by --allow-missing"
      )
    }
    let manifest = BundleManifest(
      version: version ?? Int(time(nil)), labels: label, canary: canary?.percent ?? 100)
    let packer = try BundlePacker(source, manifest)
    let bytes = secret.map { packer.signed(by: $0, comment: "vitrine bundle, version \(manifest.version)") }
    let whole = bytes ?? packer.unsigned
    let file2 = try WholeFile(output)
    try file2.write(whole[...], at: 0)
    file2.letAllRead()
    try file2.finish()
    let size = whole.count < 1_000_000 ? "\(max(whole.count / 1000, 1)) kB" : "\(whole.count / 1_000_000) MB"
    let signer = secret.map { ", signed with the key \($0.publicKey.name)" } ?? ", not signed"
    // Whoever publishes it sees what is published.
    for file in packer.files { Terminal.print("  \(file)") }
    Terminal.print(
      "\(output): version \(manifest.version), \(packer.count) file\(packer.count == 1 ? "" : "s"), \(size)\(signer)")
  }

  private static func secret(_ path: String) throws(UserError) -> SecretKey {
    let text = String(decoding: try Files.read(path, limit: 4096), as: UTF8.self)
    do throws(BundleProblem) {
      return try SecretKey(text)
    } catch {
      throw UserError(error.kind == .machine ? .machine : .input, "--key: \(path): \(error)")
    }
  }

  private func makeKeys(_ name: String) throws(UserError) {
    let key: SecretKey
    do throws(BundleProblem) {
      key = try SecretKey.make()
    } catch {
      throw UserError(.machine, "\(error)")
    }
    for (path, text, mode) in [(name + ".key", key.text, mode_t(0o600)), (name + ".pub", key.publicKey.text, 0o644)] {
      try Self.write(text, to: path, mode: mode)
    }
    Terminal.print("\(name).key signs bundles: keep it secret, and where it is not lost")
    Terminal.print("\(name).pub goes onto the panels, or as words: --key \(key.publicKey.line)")
  }

  /// Never over a key that is there.
  private static func write(_ text: String, to path: String, mode: mode_t) throws(UserError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else {
      let error = SystemError.current
      throw UserError(.input, "\(path): \(error.number == EEXIST ? "it is there already" : error.text)")
    }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count, fsync(descriptor) == 0 else {
      throw UserError(.machine, "\(path): it could not be written; is the disk full?")
    }
  }
}
