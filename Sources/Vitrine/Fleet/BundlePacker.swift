import Board
package import Fleet
import Formats
import Glibc
import Images
import Linux
import Numbers

/// Puts a board, and what it names, into a bundle.
///
/// What a board names is what stands under a key for files and is one beside it: pictures, data, styles, themes and fonts, and what these name in
/// turn. Of a path with a value in it, such as `photos/{name}.jpg`, all pictures of that directory that end like it.
///
/// Whoever gets the bundle can read it: what is hidden, secret or a bundle itself is in none, and a link that leads out of the directory leads
/// nowhere.
package struct BundlePacker {
  private let directory: String
  /// The same without links.
  private let root: String
  /// The board's own file.
  private let board: String
  private var writer: BundleWriter
  /// As bytes: to a disk a letter and its accent are other names than the letter that has it.
  private var names: Set<[UInt8]> = []
  /// Files that were named and lie elsewhere, for people.
  private var outside: [String] = []
  /// What was named and is not there is told by `BoardExamination`.
  private static let mostNames = 100_000
  /// Keys whose values may be files; in another one's only a picture is meant, for cards of one's own have keys of their own.
  private static let fileKeys: Set = [
    "url", "start", "ca", "style", "theme", "like", "font", "image", "images", "logo", "icon", "icons", "rose",
    "needle", "ring",
  ]

  /// Packs a board that has been looked through.
  ///
  /// - Throws: what cannot be in a bundle.
  package init(_ source: BoardSource, _ manifest: BundleManifest) throws(UserError) {
    guard let path = source.path else {
      throw UserError(.input, "the demo board is carried in the program: name a board file")
    }
    directory = source.directory
    root = Files.absolute(directory)
    board = String(path.split(separator: "/").last ?? "")
    do throws(BundleProblem) {
      writer = try BundleWriter(manifest)
    } catch {
      throw UserError(.input, error.description)
    }
    let bytes = try Files.read(path, limit: 4 << 20)
    try put(BundleStore.boardName, bytes)
    try follow(bytes, named: source.name)
    if let first = outside.first {
      throw UserError(
        .input,
        "\(source.name): \(first) does not lie beside the board or below it, or is a link that leads elsewhere, so no bundle can hold it; copy it there"
      )
    }
    try compare(with: source)
  }

  /// Files in it, the board among them.
  package var count: Int { writer.count - 1 }

  /// Their names, but the board's, in the order of their letters.
  package var files: [String] {
    names.filter { !$0.elementsEqual(board.utf8) }.map { String(decoding: $0, as: UTF8.self) }.sorted()
  }

  /// The archive alone, for minisign to sign.
  package var unsigned: [UInt8] { writer.unsigned }

  /// The whole bundle.
  package func signed(by key: SecretKey, comment: String) -> [UInt8] { writer.signed(by: key, comment: comment) }

  private mutating func put(_ name: String, _ bytes: [UInt8]) throws(UserError) {
    do throws(BundleProblem) {
      try writer.add(name, bytes)
    } catch {
      throw UserError(.input, error.description)
    }
  }

  /// Adds all that a file of YAML names.
  ///
  /// - Parameter folder: where it lies, from the board's directory on: a style's pictures lie beside the style, a theme's font beside the board.
  private mutating func follow(_ bytes: [UInt8], named name: String, in folder: String = "") throws(UserError) {
    guard let root = try? YAML.parse(bytes, file: name) else { return }
    var named: [(key: String, text: String)] = []
    Self.gather(root, under: "", into: &named)
    for (key, text) in named {
      try add(text, under: key)
      if !folder.isEmpty, !text.isEmpty, !text.hasPrefix("/") { try add(folder + "/" + text, under: key) }
    }
  }

  private static func gather(_ node: Node, under key: String, into named: inout [(key: String, text: String)]) {
    guard named.count < mostNames else { return }
    switch node.content {
    case .scalar(let text, _): named.append((key, text))
    case .sequence(let items): for item in items { gather(item, under: key, into: &named) }
    case .mapping(let entries): for entry in entries { gather(entry.value, under: entry.key, into: &named) }
    }
  }

  private mutating func add(_ text: String, under key: String) throws(UserError) {
    guard !text.isEmpty, text.utf8.count <= 1024, !text.contains("://"), !text.contains("\n"), !text.hasPrefix("${")
    else { return }
    // What stands before a value decides on the directory, if anything does.
    let fixed = text.prefix { $0 != "{" && $0 != "$" }
    if fixed.count < text.count {
      guard let slash = fixed.lastIndex(of: "/"), slash != text.startIndex else { return }
      let end = text.lastIndex(of: "}").map { String(text[text.index(after: $0)...]) } ?? ""
      return try addDirectory(String(fixed[..<slash]), endingWith: end)
    }
    let path = text.hasPrefix("/") ? text : directory + "/" + text
    var info = stat()
    guard unsafe stat(path, &info) == 0 else { return }
    if info.st_mode & S_IFMT == S_IFDIR {
      // A word that happens to be a directory's name is no path, but where a path is meant.
      if text.contains("/") || key == "url" {
        try addDirectory(text.hasSuffix("/") ? String(text.dropLast()) : text)
      }
    } else if Files.isRegular(path), Self.fileKeys.contains(key) || Self.isPicture(path) {
      try addFile(text)
    }
  }

  /// A key of minisign's, or one of PEM.
  private static func isSecret(_ bytes: [UInt8]) -> Bool {
    SecretKey.isOne(bytes)
      || bytes.count < 1 << 16 && String(decoding: bytes, as: UTF8.self).contains("PRIVATE KEY-----")
  }

  /// By what it holds, whatever it is called: so it is shown, too.
  private static func isPicture(_ path: String) -> Bool {
    (try? Files.read(path, limit: Artwork.maximumBytes)).map(ImageFormat.isPicture) ?? false
  }

  /// Its pictures: a directory is nothing else to a board.
  ///
  /// - Parameter end: what their names end with.
  private mutating func addDirectory(_ name: String, endingWith end: String = "") throws(UserError) {
    let path = name.hasPrefix("/") ? name : directory + "/" + name
    guard let found = try? Directory.names(in: path, limit: 10_000) else { return }
    let isAny = end.contains("/")
    for file in found.sorted() {
      guard !file.hasPrefix("."), isAny || file.hasSuffix(end), Files.isRegular("\(path)/\(file)"),
        Self.isPicture("\(path)/\(file)")
      else { continue }
      try addFile("\(name)/\(file)")
    }
  }

  private mutating func addFile(_ name: String) throws(UserError) {
    var parts: [Substring] = []
    for part in name.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
    }
    guard !name.hasPrefix("/"), !parts.contains("..") else {
      outside.append(name)
      return
    }
    let tidy = parts.joined(separator: "/")
    // The board, which is called so in a bundle whatever it is called here.
    guard names.insert(Array(tidy.utf8)).inserted, !tidy.utf8.elementsEqual(board.utf8) else { return }
    guard tidy != BundleStore.boardName else {
      throw UserError(.input, "the board names \(name), and a bundle has the board itself under that name")
    }
    let path = directory + "/" + name
    guard Files.absolute(path).hasPrefix(root.hasSuffix("/") ? root : root + "/") else {
      outside.append(name)
      return
    }
    let bytes = try Files.read(path)
    guard !Self.isSecret(bytes) else {
      throw UserError(.input, "the board names \(name), which is a secret key: a bundle is for everybody to read")
    }
    try put(tidy, bytes)
    if tidy.hasSuffix(".yaml") || tidy.hasSuffix(".yml") {
      try follow(bytes, named: name, in: parts.dropLast().joined(separator: "/"))
    }
  }

  /// Unpacks it elsewhere and looks it through there: what it lacks is said now, and not by a thousand panels.
  private func compare(with source: BoardSource) throws(UserError) {
    let scratch = try ScratchDirectory()
    let place = scratch.path + "/board"
    try Files.write(unsigned, to: scratch.path + "/archive")
    do throws(BundleProblem) {
      let file = try BundleFile(unsigned: scratch.path + "/archive")
      try file.unpack(into: place)
    } catch {
      throw UserError(.machine, error.description)
    }
    var packed = source
    packed.path = place + "/" + BundleStore.boardName
    let found = try packed.examine()
    // A place in the board with something to be said of it here, too, lacks nothing there.
    let known = Set(try source.examine().diagnostics.map(\.mark))
    if let lacking = found.diagnostics.first(where: { !known.contains($0.mark) }) {
      throw UserError(
        .input,
        "\(source.name) is fine here, and not in the bundle: \(lacking.message.replacing(place + "/", with: ""))")
    }
    guard found.board != nil else {
      throw UserError.bug("a board is fine beside its files, and not in a bundle of them")
    }
  }
}
