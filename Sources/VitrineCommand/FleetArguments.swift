public import ArgumentParser
import Board
public import Fleet
import Numbers
import Service
import Synchronization
import Vitrine

/// Where a panel of a fleet has its board from.
struct FleetArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Whose signature counts: a file of `vitrine bundle --new-key`, or its line. The board is a bundle then: https://…/x.vitrine, or a path. May be given twice.",
      valueName: "key"))
  var key: [String] = []

  @Option(help: "What is said of this panel, such as floor=2: which bundles are for it.")
  var label: [FleetLabel] = []

  @Option(
    help: ArgumentHelp(
      "A directory, such as a stick's, whose newest bundle for this panel is taken as well.", valueName: "directory"),
    completion: .directory)
  var stick: String?

  @Option(help: "How often a new bundle is looked for, such as 60s or 1h.")
  var bundleEvery = "50s"

  @Option(help: "How long a new bundle has to do well, before it is the one to go back to.")
  var bundleTrial = "2m"

  /// Whether the board is a bundle.
  func isFleet(_ board: String?) -> Bool {
    !key.isEmpty || stick != nil || board.map { Self.isAddress($0) || $0.hasSuffix(".vitrine") } ?? false
  }

  static func isAddress(_ text: String) -> Bool { text.hasPrefix("https://") || text.hasPrefix("http://") }

  func validate() throws {
    if key.isEmpty, stick != nil { throw ValidationError("--stick needs --key KEY: whose bundles are to be trusted") }
    if key.isEmpty, !label.isEmpty { throw ValidationError("--label needs --key KEY, and a bundle for a board") }
    for (option, text, range) in [
      ("--bundle-every", bundleEvery, 1.0...86_400), ("--bundle-trial", bundleTrial, 1.0...86_400),
    ] where (try? Scalars.seconds(text, in: range)) == nil {
      throw ValidationError("\(option): \"\(text)\" is no time between 1s and 24h; write 60s, 5m or 1h")
    }
  }

  /// Whoever keeps the bundles of this panel.
  ///
  /// - Throws: what is wrong with what was given, or with the machine.
  func keeper(of board: String?, log: @escaping @Sendable (String) -> Void) throws(UserError) -> BundleKeeper {
    if let board, !Self.isAddress(board), !board.hasSuffix(".vitrine") {
      throw UserError(
        .input,
        "\(board) is no bundle: with --key and --stick the board is https://…/x.vitrine, or a file that ends with .vitrine"
      )
    }
    guard !key.isEmpty else {
      throw UserError(
        .input,
        "\(board ?? "a bundle"): --key KEY says whose signature is trusted; `vitrine bundle --new-key NAME` makes NAME.pub"
      )
    }
    guard let directory = CrashNote.standardDirectory else {
      throw UserError(
        .machine, "bundles are kept in $STATE_DIRECTORY, $XDG_STATE_HOME or $HOME, and there is none of them")
    }
    var keys: [PublicKey] = []
    for text in key { keys.append(try Self.publicKey(text)) }
    var setup = BundleKeeper.Setup(
      address: board, stick: stick, keys: keys, directory: directory + "/bundles", boot: RunFile.currentBoot,
      check: { BoardSource.mistakes(in: $0) }, log: log)
    setup.labels = label
    setup.interval = (try? Scalars.seconds(bundleEvery, in: 1...86_400)) ?? setup.interval
    setup.trial = (try? Scalars.seconds(bundleTrial, in: 1...86_400)) ?? setup.trial
    return try BundleKeeper(setup)
  }

  private static func publicKey(_ text: String) throws(UserError) -> PublicKey {
    if let key = PublicKey(text) { return key }
    let bytes: [UInt8]
    do throws(UserError) {
      bytes = try Files.read(text, limit: 4096)
    } catch {
      throw UserError(.input, "--key: \(error)")
    }
    guard let key = PublicKey(String(decoding: bytes, as: UTF8.self)) else {
      throw UserError(
        .input, "--key: \(text) is no public key; `vitrine bundle --new-key NAME` makes NAME.pub, and minisign -G too")
    }
    return key
  }
}

/// Where a keeper of bundles writes before there is a kiosk whose log is kept.
final class FleetLog: Sendable {
  private let target = Mutex<@Sendable (String) -> Void>(Terminal.errorLater)

  func begin(_ desk: PanelDesk) {
    let kept = desk.logging(to: Terminal.errorLater)
    target.withLock { $0 = kept }
  }

  func write(_ line: String) { target.withLock { $0 }(line) }
}

extension FleetLabel: ExpressibleByArgument {
  /// Reads `floor=2`.
  public init?(argument: String) { self.init(argument) }
}
