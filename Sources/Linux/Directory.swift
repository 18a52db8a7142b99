import CLinux
import Glibc
import Numbers

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

  /// Takes away a file, or a directory with all in it; links are not followed. What cannot be taken away stays.
  /// The process stays in its own directory meanwhile, which fts(3) leaves unless it is told: other threads open relative paths.
  public static func remove(_ path: String) {
    unsafe path.withCString { start in
      var paths: [UnsafeMutablePointer<CChar>?] = unsafe [UnsafeMutablePointer(mutating: start), nil]
      guard let walk = unsafe fts_open(&paths, FTS_PHYSICAL | FTS_NOCHDIR, nil) else { return }
      while let entry = unsafe fts_read(walk) {
        if unsafe Int32(entry.pointee.fts_info) != FTS_D { unsafe Glibc.remove(entry.pointee.fts_path) }
      }
      unsafe fts_close(walk)
    }
  }
}
