import Glibc
import Linux
import Vitrine

/// What a process holds, and what it has left on the disk.
struct Census {
  /// Resident bytes.
  var memory = 0
  /// Bytes the allocator has given out: grows with what is held, and not with what lies between.
  var given = 0
  /// Open descriptors, sockets apart.
  var descriptors = 0
  /// Open sockets.
  var sockets = 0
  var threads = 0
  /// Bytes of the files below a directory.
  var cache = 0

  /// This process now, and a directory it writes to.
  static func take(cache: String) -> Census {
    let open = names(in: "/proc/self/fd")
    let sockets = open.count { isSocket("/proc/self/fd/" + $0) }
    return Census(
      memory: Int(Memory.resident), given: Memory.given, descriptors: open.count - sockets, sockets: sockets,
      threads: names(in: "/proc/self/task").count,
      cache: bytes(in: cache))
  }

  private static func isSocket(_ path: String) -> Bool {
    var info = stat()
    return unsafe stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFSOCK
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
