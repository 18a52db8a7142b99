import Glibc

/// A file that could not be read or written.
public struct FileError: Error, Sendable, CustomStringConvertible {
  public var call: String
  public var path: String
  public var code: Int32

  public var description: String { "\(call) \(path): \(unsafe String(cString: strerror(code)))" }
}

/// The bytes of a file.
public func readFile(_ path: String) throws(FileError) -> [UInt8] {
  guard let file = unsafe fopen(path, "rb") else { throw FileError(call: "fopen", path: path, code: errno) }
  defer { unsafe fclose(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = unsafe fread(&chunk, 1, chunk.count, file)
    bytes += chunk.prefix(count)
    if count < chunk.count { break }
  }
  guard unsafe ferror(file) == 0 else { throw FileError(call: "fread", path: path, code: errno) }
  return bytes
}

/// Writes a file, and makes the folders it is in.
public func writeFile(_ path: String, _ bytes: [UInt8]) throws(FileError) {
  for index in path.indices.dropFirst() where path[index] == "/" {
    let folder = String(path[..<index])
    guard unsafe mkdir(folder, 0o777) == 0 || errno == EEXIST else {
      throw FileError(call: "mkdir", path: folder, code: errno)
    }
  }
  guard let file = unsafe fopen(path, "wb") else { throw FileError(call: "fopen", path: path, code: errno) }
  let written = unsafe fwrite(bytes, 1, bytes.count, file)
  guard unsafe fclose(file) == 0, written == bytes.count else {
    throw FileError(call: "fwrite", path: path, code: errno)
  }
}
