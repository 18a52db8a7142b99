import Glibc
import Linux
import Synchronization

/// Keeps this run's `RunRecord` on disk, so that the next run finds it whatever ends this one.
///
/// Written by one system call into the kernel's memory of the file: it outlives the process, and a power cut needs no record. A disk that
/// cannot be written costs the record, and one sentence.
public final class RunFile: Sendable {
  private struct State: Sendable {
    var record: RunRecord
    var canWrite = true
  }

  /// What the run before this one died of.
  public let crash: CrashNote?
  /// Where it lies, and what else outlives a run; nil where nothing is kept.
  public let directory: String?
  private let file: FileDescriptor
  private let state: Mutex<State>
  private let warn: @Sendable (String) -> Void

  /// Takes over what the run before this one left, and begins this one's.
  ///
  /// - Parameters:
  ///   - directory: what outlives a run is kept here; nil keeps nothing.
  ///   - crash: what a signal handler has noted of that one's end.
  ///   - boot: which start of the machine this is; nil is the kernel's answer.
  ///   - warn: takes a sentence for the person who runs the panel.
  public init(
    directory: String?, after crash: CrashNote?, boot: String? = nil, warn: @escaping @Sendable (String) -> Void
  ) {
    let boot = boot ?? Self.currentBoot
    self.warn = warn
    self.crash = crash
    self.directory = directory
    var previous: RunRecord?
    var opened = FileDescriptor(-1)
    if let directory {
      do throws(SystemError) {
        let file = try FileDescriptor(opening: directory + "/run", O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK)
        // A device or a pipe would answer otherwise than a file does.
        guard try file.status().st_mode & S_IFMT == S_IFREG else { throw SystemError(number: ESPIPE) }
        previous = Self.read(file.number)
        opened = consume file
      } catch {
        warn("could not open \(directory)/run: \(error.text); what ends this run will not be known to the next")
      }
    }
    file = opened
    state = Mutex(State(record: RunRecord(after: previous, boot: boot, hasCrashed: crash != nil)))
    change { _ in }
  }

  /// As it is now.
  public var record: RunRecord { state.withLock { $0.record } }

  /// Changes the record, on disk too before this returns.
  public func change(_ body: (inout RunRecord) -> Void) {
    let problem = state.withLock { state -> String? in
      body(&state.record)
      guard file.number >= 0 else { return nil }
      let bytes = state.record.bytes
      let count = unsafe bytes.withUnsafeBytes { unsafe pwrite(file.number, $0.baseAddress, $0.count, 0) }
      let couldWrite = state.canWrite
      state.canWrite = count == bytes.count
      guard couldWrite, !state.canWrite else { return nil }
      return "could not note the state of this run: \(count < 0 ? SystemError.current.text : "the disk is full")"
    }
    if let problem { warn(problem) }
  }

  private static func read(_ descriptor: Int32) -> RunRecord? {
    var bytes = [UInt8](repeating: 0, count: RunRecord.size)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, $0.count, 0) }
    return count > 0 ? RunRecord(Array(bytes[..<count])) : nil
  }

  /// Another one after each start of the machine; empty where nobody says.
  ///
  /// The service manager's runtime directory lies in memory and outlives restarts of the service alone; what stands in /proc is hidden
  /// from the service. Source: random(4), `boot_id`; systemd.exec(5), `RuntimeDirectoryPreserve=`.
  package static var currentBoot: String {
    guard let directory = Environment.value("RUNTIME_DIRECTORY") else {
      return word((try? RegularFile.read("/proc/sys/kernel/random/boot_id", limit: 64)) ?? [])
    }
    let path = directory + "/boot"
    if let known = try? RegularFile.read(path, limit: 64), !known.isEmpty { return word(known) }
    let new = String(UInt64.random(in: 1...UInt64.max), radix: 16)
    if let file = try? FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW) {
      try? file.writeAll(Array(new.utf8))
    }
    return new
  }

  private static func word(_ bytes: [UInt8]) -> String { String(decoding: bytes.prefix { $0 > 32 }, as: UTF8.self) }
}
