import Glibc
import Linux
import Numbers

/// What the kernel and the system tell in files. All of it can be had from another root, which is how tests bring a machine.
public struct MachineFiles: Sendable {
  /// Who owns a file, and what this user may do with it.
  public struct Status: Sendable, Hashable {
    /// The number of the group the file belongs to.
    public var group: UInt32
    /// Read and write.
    public var isUsable: Bool
  }

  let root: String

  /// - Parameter root: what stands in front of every path; empty on the machine itself.
  public init(root: String = "") { self.root = root }

  /// The text of a file without spaces and newlines around it; nil when it cannot be read.
  ///
  /// - Parameter limit: bytes that are read at most, but for what the last of them came with.
  func text(_ path: String, atMost limit: Int = 256 << 10) -> String? {
    let descriptor = unsafe open(root + path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while bytes.count < limit {
      let count = unsafe read(descriptor, &chunk, chunk.count)
      if count < 0 { return nil }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    var text = String(decoding: bytes, as: UTF8.self)[...]
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text.drop { $0.isWhitespace })
  }

  func lines(_ path: String) -> [Substring] { (text(path) ?? "").split(separator: "\n") }

  /// Names in a directory, sorted; none when it cannot be read.
  func names(in directory: String) -> [String] {
    ((try? Directory.names(in: root + directory)) ?? []).sorted { ($0.count, $0) < ($1.count, $1) }
  }

  func exists(_ path: String) -> Bool { unsafe access(root + path, F_OK) == 0 }

  /// Where a symbolic link leads; nil when it is none, or may not be read.
  func link(_ path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe readlink(root + path, $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
    }
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }

  func status(_ path: String) -> Status? {
    var status = stat()
    guard unsafe stat(root + path, &status) == 0 else { return nil }
    return Status(group: status.st_gid, isUsable: unsafe access(root + path, R_OK | W_OK) == 0)
  }

  /// The group's name; its number when nobody gave it one.
  func groupName(_ number: UInt32) -> String {
    for line in lines("/etc/group") {
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      if fields.count > 2, UInt32(fields[2]) == number { return String(fields[0]) }
    }
    return "\(number)"
  }

  /// Programs that have a file open, as `Xorg (pid 812)`. Other users' programs can be seen by root only.
  public func holders(of path: String) -> [String] {
    var holders: [String] = []
    for process in names(in: "/proc") where Int32(process) != nil && Int32(process) != getpid() {
      let descriptors = "/proc/\(process)/fd"
      if names(in: descriptors).contains(where: { link("\(descriptors)/\($0)") == path }) {
        holders.append("\(text("/proc/\(process)/comm") ?? "a program") (pid \(process))")
      }
    }
    return holders
  }

  /// The program that is DRM master of a card, from the kernel's debugging files, which root may read.
  ///
  /// Source: drivers/gpu/drm/drm_debugfs.c, the table `clients`: command, tgid, dev, master, …; the table's columns are one word each.
  func master(ofCard path: String) -> String? {
    guard let name = path.split(separator: "/").last, name.hasPrefix("card") else { return nil }
    for line in lines("/sys/kernel/debug/dri/\(name.dropFirst(4))/clients").dropFirst() {
      let fields = line.split(separator: " ", omittingEmptySubsequences: true)
      if fields.count > 3, fields[3] == "y", Int32(fields[1]) != getpid() { return "\(fields[0]) (pid \(fields[1]))" }
    }
    return nil
  }
}

/// Who asks.
public struct Person: Sendable, Hashable {
  /// As the system knows it; the user's number where it has no name.
  public var name: String
  /// Whether they may do everything, so that no group needs to be joined.
  public var isRoot: Bool

  /// - Parameters:
  ///   - name: as the system knows it.
  ///   - isRoot: may do everything.
  public init(name: String, isRoot: Bool) {
    self.name = name
    self.isRoot = isRoot
  }

  /// The user this program runs as.
  public init(_ files: MachineFiles) {
    let id = geteuid()
    var name = "\(id)"
    for line in files.lines("/etc/passwd") {
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      if fields.count > 2, UInt32(fields[2]) == id { name = String(fields[0]) }
    }
    self.init(name: name, isRoot: id == 0)
  }

  /// How this person becomes a member of a group.
  func join(_ group: String) -> String { "sudo usermod -aG \(group) \(name), then log in again" }
}
