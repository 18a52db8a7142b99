import Fetch
import Glibc
import Linux
import Numbers

/// Files, whole.
package enum Files {
  /// Reads a regular file of at most `limit` bytes.
  ///
  /// - Throws: a sentence that names the file.
  package static func read(_ path: String, limit: Int = 64 << 20) throws(UserError) -> [UInt8] {
    do throws(RegularFile.Failure) {
      return try RegularFile.read(path, limit: limit)
    } catch {
      switch error {
      case .system(ENOENT):
        throw UserError(.input, "could not open \(path): \(SystemError(number: ENOENT).words); check the name")
      case .system(let number): throw UserError(.input, "could not read \(path): \(SystemError(number: number).words)")
      case .directory: throw UserError(.input, "\(path) is a directory; name the file in it")
      case .special: throw UserError(.input, "\(path) is a pipe, a socket or a device; name a file")
      case .tooLarge:
        let most = limit >= 1 << 20 ? "\(limit >> 20) MB" : "\(limit >> 10) kB"
        throw UserError(.input, "\(path) is larger than \(most), which no such file needs")
      }
    }
  }

  /// Writes a file whole, beside its place first, so that nobody ever sees half of it.
  package static func write(_ bytes: [UInt8], to path: String) throws(UserError) {
    let file = try WholeFile(path)
    try file.write(bytes[...], at: 0)
    try file.finish()
  }

  /// Whether there is something of this name that may be read.
  package static func exists(_ path: String) -> Bool { unsafe access(path, R_OK) == 0 }

  /// Whether it is a file, and no pipe or device that a library of others would wait for.
  static func isRegular(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Sees to it that nothing that is written takes the place of what is read, or of something else that is written.
  ///
  /// - Parameters:
  ///   - outputs: the option that names each, and its path.
  ///   - inputs: paths; nil is none.
  package static func keepApart(
    _ outputs: KeyValuePairs<String, String?>, from inputs: [String?]
  ) throws(UserError) {
    var taken = inputs.compactMap(\.self).map { (path: absolute($0), what: "it is what is read") }
    for case (let option, let path?) in outputs {
      let place = absolute(path)
      guard !exists(place) || isRegular(place) else { continue }
      if let other = taken.first(where: { isSame($0.path, place) }) {
        throw UserError(.input, "\(option) \(path): \(other.what), and would be gone; name another file")
      }
      taken.append((place, "\(option) is written there"))
    }
  }

  /// Whether two paths lead to one file.
  private static func isSame(_ a: String, _ b: String) -> Bool {
    var (one, other) = (stat(), stat())
    guard unsafe stat(a, &one) == 0, unsafe stat(b, &other) == 0 else { return a == b }
    return one.st_dev == other.st_dev && one.st_ino == other.st_ino
  }

  /// A relative path as an absolute one, from the directory the program was started in; links stay as they are. What cannot be told, stays.
  package static func inShell(_ path: String) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard !path.hasPrefix("/"), unsafe getcwd(&buffer, buffer.count) != nil else { return path }
    let directory = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return "\(directory == "/" ? "" : directory)/\(path)"
  }

  /// The part of a path before its last slash; "." where it has none.
  package static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// With links and `..` resolved. What does not exist, or is gone, is where it would be: so are the files beside it.
  package static func absolute(_ path: String) -> String {
    if let whole = resolved(path) { return whole }
    if let target = linkTarget(path) {
      return absolute(target.hasPrefix("/") ? target : directory(of: path) + "/" + target)
    }
    // Its directory may be gone for a moment, too: where it would be is no address by itself.
    let whole = path.hasPrefix("/") ? path : (resolved(".") ?? "") + "/" + path
    guard let place = resolved(directory(of: path)) else { return whole }
    let name = path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...]
    return place == "/" ? "/" + name : place + "/" + name
  }

  private static func resolved(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// Where a link leads that leads to nothing; nil for what is no link, and where links lead in circles.
  private static func linkTarget(_ path: String) -> String? {
    var status = stat()
    guard unsafe stat(path, &status) != 0, errno == ENOENT else { return nil }
    return Link.target(path)
  }

  /// The same path from the root on, with its links and `..` as they are.
  static func fromRoot(_ path: String) -> String { path.hasPrefix("/") ? path : absolute(".") + "/" + path }
}

extension UserError {
  /// A file that cannot be written: a wrong path is the user's to mend, a full or locked disk the machine's.
  static func unwritable(_ path: String, _ code: Int32) -> UserError {
    let (kind, advice): (Kind, String) =
      switch code {
      case ENOENT: (.input, "; make the directory first")
      case ENOTDIR, EISDIR: (.input, "; name a file in a directory")
      case ENOSPC, EDQUOT: (.machine, "; make room")
      case EACCES, EPERM, EROFS: (.machine, "; choose a place that may be written")
      default: (.machine, "")
      }
    return UserError(kind, "could not write \(path): \(SystemError(number: code).words)\(advice)")
  }
}

/// A directory of one's own under the system's place for such, removed with everything in it when nobody needs it any more.
package final class ScratchDirectory: Sendable {
  /// Absolute, without a slash at the end.
  package let path: String

  /// - Throws: when it cannot be made.
  package init() throws(UserError) {
    let template = (Environment.value("TMPDIR") ?? "/tmp") + "/vitrine-XXXXXX"
    var name = Array(template.utf8CString)
    guard unsafe name.withUnsafeMutableBufferPointer({ unsafe mkdtemp($0.baseAddress!) != nil }) else {
      throw UserError(.machine, "could not make \(template): \(SystemError.current.words)")
    }
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Directory.remove(path) }
}
