import Glibc
import Linux

/// Files and directories of pictures on this machine.
enum LocalFiles {
  /// Directory entries looked at; a directory of millions must not stall a fetch.
  static let entryLimit = 1_000_000

  /// Reads a file whole, or lists a directory when the path ends with a slash.
  static func fetch(path: String, limit: Int, at time: Double) throws(FetchError) -> FetchedContent {
    let payload: FetchedContent.Payload =
      path.hasSuffix("/") ? .images(try images(in: path)) : .bytes(try read(path, limit: limit))
    return FetchedContent(payload: payload, address: Address.file(path), fetchedAt: time)
  }

  /// Whether a file of this name is listed: the formats that can be decoded, and nothing hidden.
  static func isImage(_ name: some StringProtocol) -> Bool {
    guard !name.hasPrefix("."), let dot = name.lastIndex(of: ".") else { return false }
    return [".jpg", ".jpeg", ".png", ".webp", ".svg"].contains(name[dot...].lowercased())
  }

  private static func read(_ path: String, limit: Int) throws(FetchError) -> [UInt8] {
    guard !RegularFile.isOfKernel(path) else { throw FetchError(.ofKernel, reading: path) }
    do throws(RegularFile.Failure) {
      return try RegularFile.read(path, limit: limit)
    } catch {
      switch error {
      case .system(let number): throw failure(SystemError(number: number), path)
      case .directory: throw failure(SystemError(number: EISDIR), path)
      case .special: throw FetchError(.special, reading: path)
      case .tooLarge: throw FetchError(.tooLarge(limit: limit), reading: path)
      }
    }
  }

  private static func images(in path: String) throws(FetchError) -> [ImageFile] {
    let names: [String]
    do throws(SystemError) { names = try Directory.names(in: path, limit: entryLimit) } catch {
      throw failure(error, path)
    }
    // In the order they are shown, so that the first ones are the first ones on every file system.
    var images: [ImageFile] = []
    for name in names.filter(isImage).sorted() {
      if images.count == ImageFile.limit { break }
      var info = stat()
      guard unsafe stat(path + name, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { continue }
      let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
      images.append(ImageFile(address: Address.file(path + name), name: stem, modified: info.modified))
    }
    return images.sorted { ($0.name, $0.address) < ($1.name, $1.address) }
  }

  private static func failure(_ error: SystemError, _ path: String) -> FetchError {
    switch error.number {
    case ENOENT: FetchError(.missing, reading: path)
    case EISDIR: FetchError(.isDirectory, reading: path)
    case ENOTDIR where path.hasSuffix("/"): FetchError(.isFile, reading: path)
    default: FetchError(.system(error.text), reading: path)
    }
  }
}
