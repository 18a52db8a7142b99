import Markup
import Numbers

/// What the service is told of a `vitrine.yaml`, in a file of variables, and read back from it: what one file says nothing of stays.
extension SetupFile {
  /// Where the service reads what was set up.
  public static let environmentPath = "/etc/vitrine/setup.env"
  /// Where bundles of sticks are copied to.
  public static let stickDirectory = "/var/lib/vitrine/stick"
  /// Holds the broker's password: everybody on the machine may read the words a service is started with.
  static let passwordVariable = "VITRINE_BROKER_PASSWORD"
  /// Says how much of the line is the administrator's own, for the next set-up; no kiosk reads it.
  private static let optionsVariable = "VITRINE_SETUP_OPTIONS"

  /// Variables of the service: which board it shows, and options before the administrator's own.
  public var environment: String {
    var lines = ["# Made by `vitrine setup` from vitrine.yaml: change it there."]
    var options: [String] = []
    if key != nil { options += keys.flatMap { ["--key", $0] } + ["--stick", Self.stickDirectory] }
    for label in labels { options += ["--label", "\(label.name)=\(label.value)"] }
    let broker = panel.mqtt.map(Self.withoutPassword)
    for (option, value) in [
      ("--rotate", panel.turn.map { "\($0)" }), ("--scale", panel.scale), ("--diagonal", panel.diagonal),
      ("--distance", panel.distance), ("--mqtt", broker?.address), ("--language", language),
    ] {
      if let value { options += [option, value] }
    }
    if let more = panel.options {
      options.append(more)
      lines.append("\(Self.optionsVariable)=\(EnvironmentText.quoted(more))")
    }
    if let board {
      lines.append("VITRINE_BOARD=\(EnvironmentText.quoted(board))")
    } else if key != nil {
      // A bundle comes with a stick; the board that lies in /etc is none.
      lines.append("VITRINE_BOARD=\"\"")
    }
    if let password = broker?.password {
      lines.append("\(Self.passwordVariable)=\(EnvironmentText.quoted(password))")
    }
    if !options.isEmpty {
      lines.append("VITRINE_SETUP=\(EnvironmentText.quoted(options.joined(separator: " ")))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Reads such a text. What was written by an older Vitrine and no kiosk begins with, such as labels without a key, is left out.
  public init(environment text: String) {
    self.init()
    let variables = EnvironmentText.variables(text)
    if let address = variables["VITRINE_BOARD"], SetupReader.isBoardAddress(address) { board = address }
    var rest = variables["VITRINE_SETUP"].map { $0[...] } ?? ""
    let options = variables[Self.optionsVariable]
    if let options, rest.hasSuffix(options) { rest = rest.dropLast(options.count) }
    // In the order they are written in: what comes after that is the administrator's own line.
    var last = -1
    let order = [
      "--key", "--stick", "--label", "--rotate", "--scale", "--diagonal", "--distance", "--mqtt", "--language",
    ]
    while !rest.isEmpty {
      let parts = rest.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count >= 2, let option = parts.first, let place = order.firstIndex(of: String(option)),
        place > last || place == last && ["--label", "--key"].contains(option),
        // A key that is none was ours only where the next word is; else it is a file that the administrator names.
        option != "--key" || SetupReader.isKey(String(parts[1]))
          || key == nil && parts.last?.hasPrefix("--stick ") == true,
        take(String(option), String(parts[1]), variables)
      else { break }
      last = place
      rest = parts.count == 3 ? parts[2] : ""
    }
    // An older Vitrine has not said how much it is.
    let more = options ?? String(rest)
    if SetupReader.isLine(more) { panel.options = more }
    if key == nil { (board, labels) = (nil, []) }
  }

  /// - Returns: whether it is one of ours.
  private mutating func take(_ option: String, _ value: String, _ variables: [String: String]) -> Bool {
    guard SetupReader.isWord(value) else { return false }
    switch option {
    case "--key":
      guard SetupReader.isKey(value), key != nil else {
        key = SetupReader.isKey(value) ? value : nil
        break
      }
      if !keys.contains(value) { furtherKeys.append(value) }
    case "--stick": return value == Self.stickDirectory
    case "--label":
      let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
      guard parts.count == 2, parts.allSatisfy(SetupReader.isLabel) else { return false }
      labels.append(Label(parts[0], parts[1]))
    case "--rotate":
      guard let turn = Int(value), [0, 90, 180, 270].contains(turn) else { return false }
      panel.turn = turn
    case "--scale": panel.scale = value
    case "--diagonal": panel.diagonal = value
    case "--distance": panel.distance = value
    case "--mqtt":
      let password = variables[Self.passwordVariable].map(PercentEncoding.part)
      panel.mqtt = value.replacing("${\(Self.passwordVariable)}", with: password ?? "")
    default: language = SetupWords.codes.contains(value) ? value : nil
    }
    return true
  }

  // MARK: The broker's password

  /// Whether a password that stands in the address can be kept out of the line: all of it a name in `${}`, or nothing of it.
  static func keepsPassword(_ address: String) -> Bool {
    guard let place = passwordPlace(in: address) else { return true }
    let password = address[place]
    if password.hasPrefix("${"), password.dropFirst(2).firstIndex(of: "}") == password.indices.last { return true }
    guard !password.contains("$"), let text = percentDecoded(String(password)) else { return false }
    return text.unicodeScalars.allSatisfy { $0.value >= 32 && !(127...159).contains($0.value) }
  }

  /// The address with the variable's name where a password stood.
  static func withoutPassword(_ address: String) -> (address: String, password: String?) {
    guard let place = passwordPlace(in: address), !address[place].contains("$"),
      let password = percentDecoded(String(address[place]))
    else { return (address, nil) }
    return (address[..<place.lowerBound] + "${\(passwordVariable)}" + address[place.upperBound...], password)
  }

  /// Between the first colon and the last `@` of what comes before the path; nil where nothing stands there.
  private static func passwordPlace(in address: String) -> Range<String.Index>? {
    guard let scheme = address.firstRange(of: "://") else { return nil }
    let authority = address[scheme.upperBound...].prefix { $0 != "/" }
    guard let end = authority.lastIndex(of: "@"), let colon = authority[..<end].firstIndex(of: ":") else { return nil }
    let start = address.index(after: colon)
    return start == end ? nil : start..<end
  }

  /// Nil for what is none. Source: RFC 3986, section 2.1.
  static func percentDecoded(_ text: String) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16),
        digits.first != UInt8(ascii: "+")
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
