import Glibc

/// What the kernel has said since it started.
public enum KernelLog {
  /// Messages of /dev/kmsg, oldest first, without their numbers; nil when this user may not read them.
  ///
  /// A record is `priority,sequence,time,flags;message`, one for each read(2); lines that begin with a space explain the record.
  /// Source: Documentation/ABI/testing/dev-kmsg.
  public static func lines() -> [String]? {
    let descriptor = unsafe open("/dev/kmsg", O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var lines: [String] = []
    var record = [UInt8](repeating: 0, count: 8192)
    while true {
      let count = unsafe read(descriptor, &record, record.count)
      // EPIPE: the record was overwritten while reading; the next one is there.
      if count < 0, errno == EPIPE || errno == EINTR { continue }
      guard count > 0 else { return lines }
      if let line = message(of: String(decoding: record[..<count], as: UTF8.self)) { lines.append(line) }
    }
  }

  /// The message in a record; nil for what is none.
  static func message(of record: String) -> String? {
    guard let separator = record.firstIndex(of: ";") else { return nil }
    return String(record[record.index(after: separator)...].prefix { $0 != "\n" })
  }
}
