public import Board
import BundledBoards
import Fetch
import Formats
import Linux
import Recording
import Refresh

/// Where a board comes from, and how it is read.
public struct BoardSource: Sendable, Hashable {
  /// The board file; nil for the one carried in the binary, and for a text.
  public var path: String?
  /// Values for `${NAME}`, before the environment's.
  public var settings: [String: String]
  /// A board that is in no file.
  private var text: Text?

  private struct Text: Sendable, Hashable {
    var board: String
    var name: String
    /// Absolute, or `.`.
    var directory: String
  }

  /// - Parameters:
  ///   - path: the board file; nil for the one carried in the binary.
  ///   - settings: values for `${NAME}`, before the environment's.
  public init(path: String?, settings: [String: String] = [:]) {
    self.path = path
    self.settings = settings
  }

  /// A board that is a text of the program, and in no file.
  ///
  /// - Parameters:
  ///   - text: as a board file has it.
  ///   - name: what messages call it: `name:3:7: error: …`.
  ///   - directory: where relative paths in it begin; nil is the program's working directory.
  ///   - settings: values for `${NAME}`, before the environment's.
  public init(text: String, name: String = "board", directory: String? = nil, settings: [String: String] = [:]) {
    self.settings = settings
    self.text = Text(board: text, name: name, directory: directory.map(Files.absolute) ?? ".")
  }

  /// The file may come later: a set-up screen stands in for it, and nobody complains of its absence.
  package var isAwaited = false

  /// What messages call it.
  public var name: String { text?.name ?? path ?? "demo.yaml" }

  /// Relative paths in the board begin here.
  var directory: String { text?.directory ?? path.map { Files.directory(of: Files.absolute($0)) } ?? "." }

  /// The path of a file the board names by `path`; itself when it is absolute.
  func beside(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    var directory = directory
    if text == nil {
      guard let board = self.path else { return path }
      // Behind a link to the board all of it lies where the board itself does; else messages keep the path as it was given.
      if Link.target(board) == nil { directory = Files.directory(of: board) }
    }
    return directory == "." ? path : directory + "/" + path
  }

  /// The board itself, as it is now.
  ///
  /// - Throws: when there is no such file.
  func bytes() throws(UserError) -> [UInt8] {
    if let text { return Array(text.board.utf8) }
    guard let path else { return BundledBoards.demo }
    // Records are longer than boards may be; what they are is said once they are read.
    return try Files.read(path, limit: path.hasSuffix(".vrec") ? 1 << 29 : 4 << 20)
  }

  /// It is carried in the binary.
  var isBuiltIn: Bool { path == nil && text == nil }

  /// Whether the board lives on the demo service: it names `${DEMO}`, and nobody has said where that is.
  ///
  /// - Throws: when there is no such file.
  public var usesDemoService: Bool {
    get throws(UserError) {
      if isBuiltIn { return true }
      guard Environment.value("DEMO") == nil else { return false }
      return String(decoding: try bytes(), as: UTF8.self).contains("${DEMO}")
    }
  }

  /// A file of the board's own data: in `data` beside it.
  public func dataFile(_ name: String) -> [UInt8]? { try? Files.read(beside("data/" + name)) }

  /// Reads the file and everything that is wrong with it.
  ///
  /// - Parameter parts: what it may name besides the language itself.
  /// - Throws: when there is no such file.
  public func read(parts: BoardParts = .builtIn) throws(UserError) -> BoardReading {
    parse(try bytes(), parts: parts)
  }

  /// Reads a board from its bytes, with everything that is wrong with it.
  package func parse(_ bytes: [UInt8], parts: BoardParts) -> BoardReading {
    var reading = readNodes(bytes, parts: parts)
    reading.digest = SHA256.hex(bytes)
    guard let board = reading.board else { return reading }
    // A picture that cannot be drawn is a mistake in the file that names it.
    let artwork = RefreshArtwork(directory: directory)
    for picture in board.refresh.pictures {
      guard let problem = artwork.problem(with: picture.path) else { continue }
      reading.diagnostics.append(
        Diagnostic(file: name, mark: picture.mark, message: "\"\(picture.key)\": \(problem)"))
      reading.board = nil
    }
    return reading
  }

  /// SHA-256 of the file as it is now, in hexadecimal digits; nil when it cannot be read.
  package var digest: String? {
    (try? bytes()).map { SHA256.hex($0) }
  }

  /// What a file says, without the line's end.
  private static func line(_ path: String) -> String? {
    guard let bytes = try? Files.read(path, limit: 65_536) else { return nil }
    var text = String(decoding: bytes, as: UTF8.self)
    while text.last?.isNewline == true { text.removeLast() }
    return text
  }

  /// What the service manager keeps under a name for this service alone. Source: systemd.exec(5), `LoadCredential=`.
  private static func credential(_ name: String) -> String? {
    guard let directory = Environment.value("CREDENTIALS_DIRECTORY"), !name.contains("/") else { return nil }
    return line(directory + "/" + name)
  }

  /// What stands for `${NAME}` and `${file:PATH}` outside boards; nil when it is not there.
  static func setting(_ name: String) -> String? {
    if name.hasPrefix("file:") { return line(String(name.dropFirst(5))) }
    return Environment.value(name) ?? credential(name)
  }

  /// What the time zone database says of the zones of a board's clocks.
  private func readZones(_ reading: inout BoardReading) {
    var isWrong = false
    for named in reading.namedZones {
      if let bytes = ZoneDatabase.zone(named.name), let zone = Zone(file: bytes) {
        reading.board?.zones[named.name] = zone
      } else {
        isWrong = true
        reading.diagnostics.append(
          Diagnostic(
            file: name, mark: named.mark,
            message:
              "\"zone\": there is no time zone \"\(named.name)\" in \(ZoneDatabase.directory); they are named as Europe/Berlin is"
          ))
      }
    }
    if isWrong {
      reading.board = nil
      reading.diagnostics.sort { $0.mark < $1.mark }
    }
  }

  private func readNodes(_ bytes: [UInt8], parts: BoardParts) -> BoardReading {
    if RecordHeader.begins(bytes) {
      let sentence = "a record of what a panel did, and no board: `vitrine replay \(name)` plays it again"
      return BoardReading(diagnostics: [Diagnostic(file: name, mark: Mark(line: 1, column: 1), message: sentence)])
    }
    let (root, mistakes) = YAML.read(bytes, file: name)
    guard let written = root else { return BoardReading(diagnostics: mistakes) }
    let (node, themeMark, themeProblems, themePath) = withTheme(written, parts: parts)
    var reading = BoardFile.read(node, file: name, parts: parts) { placeholder in
      switch placeholder {
      case .variable(let name):
        settings[name] ?? (name.hasPrefix("VITRINE_") ? nil : Environment.value(name) ?? Self.credential(name))
      // What the kernel tells of this process holds its settings, too.
      case .file(let path): RegularFile.isOfKernel(path) ? nil : Self.line(path)
      }
    }
    reading.diagnostics.removeAll { $0.mark == themeMark }
    if themeProblems.contains(where: { $0.severity == .error }) { reading.board = nil }
    if let themePath {
      reading.board?.themeFile = themePath
      reading.themeFile = themePath
    }
    readZones(&reading)
    reading.board?.directory = directory
    // What the program gives itself is no secret, and helps whoever reads a log.
    reading.board?.secrets.removeAll { settings.values.contains($0.reveal()) }
    if let warning = Fonts.warning(node, file: name, directory: directory) {
      reading.diagnostics = (reading.diagnostics + [warning]).sorted { $0.mark < $1.mark }
    }
    if !mistakes.isEmpty {
      reading.diagnostics = (reading.diagnostics + mistakes).sorted { $0.mark < $1.mark }
      reading.board = nil
    }
    // Each file's lines stay together. That there is no theme file is said of the board's.
    let own = (reading.diagnostics + themeProblems.filter { $0.file == name }).sorted { $0.mark < $1.mark }
    reading.diagnostics = themeProblems.filter { $0.file != name } + own
    return reading
  }
}
