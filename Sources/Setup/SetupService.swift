/// The kiosk's service as its manager knows it, from all that may say something of it: the package's unit, drop-ins, files of variables.
/// It is the same whether the service runs or not.
public struct SetupService: Sendable, Hashable {
  /// What the package's unit starts.
  public static let ownCommand =
    "/usr/bin/vitrine run --display kms --setup $VITRINE_SETUP $VITRINE_OPTIONS $VITRINE_BOARD"
  /// The board that is shown where nobody says otherwise.
  public static let ownBoard = "/etc/vitrine/board.yaml"
  /// What `systemctl show` is asked for.
  public static let properties = ["ExecStart", "Environment", "EnvironmentFiles", "UnitFileState", "ActiveState"]

  /// What it starts, before variables are put in.
  public var command = ownCommand
  /// Variables of the unit and its drop-ins.
  public var environment = ["VITRINE_BOARD": ownBoard]
  /// Files of variables: what stands in a later one goes before.
  public var files = [SetupFile.environmentPath, "/etc/default/vitrine", "/etc/vitrine/secrets"]
  /// Those of the files that whoever asked has seen: one that cannot be read may say anything.
  public var present: [String] = []
  /// Its variables could be told from each other.
  public var isClear = true
  /// It runs, or the machine starts it.
  public var isUsed = true
  /// Wireless devices, where whoever asked for this could see them.
  public var radios: [String]?

  /// The package's own.
  public init() {}

  /// Reads what `systemctl show vitrine.service -p …` has printed, and lines `Radio=` and `Present=` besides; nil when it says nothing of what is started.
  public init?(_ facts: String) {
    (environment, files) = ([:], [])
    var command: String?
    var (isEnabled, isActive) = (true, false)
    for line in facts.split(whereSeparator: \.isNewline) {
      guard let sign = line.firstIndex(of: "=") else { continue }
      let value = String(line[sign...].dropFirst())
      switch line[..<sign] {
      case "ExecStart":
        guard let start = value.firstRange(of: "argv[]="), let end = value.firstRange(of: " ; ignore_errors=") else {
          continue
        }
        // Of several the service is more than the kiosk.
        command = (command.map { $0 + " ; " } ?? "") + value[start.upperBound..<max(start.upperBound, end.lowerBound)]
      case "Environment":
        for word in EnvironmentText.words(value) {
          guard let sign = word.firstIndex(of: "="), EnvironmentText.isName(String(word[..<sign])) else {
            isClear = false
            continue
          }
          environment[String(word[..<sign])] = String(word[sign...].dropFirst())
        }
      case "EnvironmentFiles": files.append(String(value.prefix { $0 != " " }))
      case "UnitFileState": isEnabled = !["disabled", "masked", "masked-runtime"].contains(value)
      case "ActiveState": isActive = ["active", "activating", "reloading"].contains(value)
      case "Present": present.append(value)
      case "Radio": radios = (radios ?? []) + [value].filter { !$0.isEmpty }
      default: continue
      }
    }
    guard let command else { return nil }
    self.command = command
    isUsed = isEnabled || isActive
  }

  /// Whether the unit starts what the package's does, with what is set up, so that this has any effect.
  public var isOwn: Bool {
    // In quotes or not: managers print a dollar sign one way and the other.
    EnvironmentText.words(command) == EnvironmentText.words(Self.ownCommand)
      && files.contains(SetupFile.environmentPath)
  }

  /// Variables the service has.
  ///
  /// - Parameter read: a file's text; nil when there is none.
  public func variables(_ read: (String) -> String?) -> [String: String] {
    var variables = environment
    for file in files {
      guard let text = read(file) else { continue }
      variables.merge(EnvironmentText.variables(text)) { _, later in later }
    }
    return variables
  }

  /// Words the kiosk is started with, behind `run`. Source: systemd.service(5), "Command lines".
  public func words(_ variables: [String: String]) -> [String] {
    let words = EnvironmentText.words(command).flatMap { word -> [String] in
      if word.hasPrefix("$"), EnvironmentText.isName(String(word.dropFirst())) {
        return EnvironmentText.words(variables[String(word.dropFirst())] ?? "")
      }
      return [Self.filled(word, variables)]
    }
    return words.firstIndex(of: "run").map { Array(words[$0...].dropFirst()) } ?? words
  }

  private static func filled(_ word: String, _ variables: [String: String]) -> String {
    var (filled, rest) = ("", word[...])
    while let start = rest.firstRange(of: "${"), let end = rest[start.upperBound...].firstIndex(of: "}") {
      filled += rest[..<start.lowerBound] + (variables[String(rest[start.upperBound..<end])] ?? "")
      rest = rest[end...].dropFirst()
    }
    return filled + rest
  }

  /// What follows each of an option, in words that need not be right.
  public static func values(of option: String, in words: [String]) -> [String] {
    var values: [String] = []
    for (place, word) in words.enumerated() {
      if word == option, let value = words.dropFirst(place + 1).first { values.append(value) }
      if word.hasPrefix(option + "=") { values.append(String(word.dropFirst(option.utf8.count + 1))) }
    }
    return values
  }
}

/// Whose a panel is already, so that nobody else's stick changes anything on it.
public enum SetupHolder: Sendable, Hashable {
  /// Nobody has said what it shows.
  case nobody
  /// Of bundles signed with one of these keys, as they stand on its command line.
  case keys([String])
  /// Of whom no key tells; a sentence says why.
  case unproven(String)

  /// - Parameters:
  ///   - service: nil where it is not known what the service starts.
  ///   - canRead: whether a file of variables can be read here.
  ///   - words: those it starts with.
  ///   - variables: those it has.
  ///   - hasOwnBoard: there is a file where the package's service looks for a board.
  ///   - board: the one on its command line, where that can be read.
  public init(
    _ service: SetupService?, words: [String], variables: [String: String], hasOwnBoard: Bool, board: String?,
    canRead: (String) -> Bool = { _ in true }
  ) {
    let keys = SetupService.values(of: "--key", in: words)
    if hasOwnBoard {
      self = .unproven("this panel shows a board of its own, \(SetupService.ownBoard)")
    } else if let service {
      let address = variables["VITRINE_BOARD"] ?? ""
      if !service.isUsed {
        self = .unproven("vitrine.service is not what this machine shows (systemctl enable vitrine)")
      } else if let file = service.files.first(where: { $0.contains { "*?[".contains($0) } })
        ?? service.present.first(where: { !canRead($0) })
      {
        self = .unproven("\(file) has options of this panel, and cannot be read here")
      } else if !service.isClear {
        self = .unproven("vitrine.service has variables that cannot be told from each other (systemctl show vitrine)")
      } else if !keys.isEmpty {
        self = .keys(keys)
      } else if !service.isOwn {
        self = .unproven(
          "vitrine.service of this panel starts something of its own (systemctl cat vitrine), and no key")
      } else if ["--label", "--stick"].contains(where: { !SetupService.values(of: $0, in: words).isEmpty }) {
        self = .unproven("this panel's options say which boards are for it (/etc/default/vitrine)")
      } else if let other = [board, address].compactMap(\.self).first(where: {
        !$0.isEmpty && $0 != SetupService.ownBoard
      }) {
        // An address may have a password in it.
        self = .unproven("this panel shows a board of its own" + (other.hasPrefix("/") ? ", \(other)" : ""))
      } else {
        self = .nobody
      }
    } else {
      self = .unproven("it is not known what this panel shows (systemctl show vitrine says nothing of it)")
    }
  }
}
