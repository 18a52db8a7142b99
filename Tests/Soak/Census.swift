import Glibc
import Linux

/// What a process holds, and what it has left on the disk.
struct Census {
  /// Resident bytes.
  var memory = 0
  /// Open descriptors.
  var descriptors = 0
  var threads = 0
  /// Bytes of the files below a directory.
  var cache = 0

  /// This process now, and a directory it writes to.
  static func take(cache: String) -> Census {
    Census(
      memory: resident, descriptors: names(in: "/proc/self/fd").count, threads: names(in: "/proc/self/task").count,
      cache: bytes(in: cache))
  }

  /// Source: proc(5), statm: pages, the second number is what is resident.
  private static var resident: Int {
    let text = (try? RegularFile.read("/proc/self/statm", limit: 256)) ?? []
    let fields = String(decoding: text, as: UTF8.self).split(separator: " ")
    return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * Int(getpagesize())
  }

  private static func bytes(in directory: String) -> Int {
    names(in: directory).reduce(0) { sum, name in
      let path = directory + "/" + name
      var info = stat()
      guard unsafe lstat(path, &info) == 0 else { return sum }
      return sum + (info.st_mode & S_IFMT == S_IFDIR ? bytes(in: path) : Int(info.st_size))
    }
  }

  /// What lies in a directory; nothing when it cannot be listed.
  static func names(in directory: String) -> [String] { (try? Directory.names(in: directory)) ?? [] }
}
