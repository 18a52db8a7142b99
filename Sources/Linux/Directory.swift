import Glibc

/// What lies in a directory.
public enum Directory {
  /// Names in it, in no order, without `.` and `..`; of one that has more than `limit`, so many.
  public static func names(in path: String, limit: Int = .max) throws(SystemError) -> [String] {
    guard let stream = unsafe opendir(path) else { throw .current }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while names.count < limit, let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }
}
