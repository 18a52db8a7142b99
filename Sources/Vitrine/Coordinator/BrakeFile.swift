import Content
import Dispatch
import Glibc
import Linux
import Service
import Synchronization

/// Keeps on disk what slows down whoever tries codes, so that neither a restart nor pulling the plug gives him new tries.
///
/// Written on a queue of its own, and only when something has changed: a wrong code, a wait that is over, a right one.
final class BrakeFile: Sendable {
  private let path: String
  /// Which start of the machine this is.
  private let boot: String
  private let log: @Sendable (String) -> Void
  private let queue = DispatchQueue(label: "vitrine.brakes", qos: .utility)
  /// What has not been written; the last counts.
  private let waiting = Mutex<String?>(nil)
  private let hasFailed = Atomic(false)

  /// - Parameter run: beside whose file it lies; nil comes of one that keeps nothing.
  convenience init?(besides run: RunFile, log: @escaping @Sendable (String) -> Void) {
    guard let directory = run.directory else { return nil }
    self.init(directory: directory, boot: run.record.boot, log: log)
  }

  init(directory: String, boot: String, log: @escaping @Sendable (String) -> Void) {
    path = directory + "/keypads"
    (self.boot, self.log) = (boot, log)
  }

  /// What the run before has left; what cannot be read is `unknown`.
  ///
  /// - Parameter uptime: seconds of the machine's uptime.
  func read(at uptime: Double) -> KeypadBrakes {
    let bytes: [UInt8]
    do throws(RegularFile.Failure) {
      bytes = try RegularFile.read(path, limit: KeypadBrakes.size)
    } catch {
      // Nobody has ever tried a wrong code.
      if error == .system(ENOENT) { return KeypadBrakes() }
      return tellUnknown()
    }
    return KeypadBrakes(String(decoding: bytes, as: UTF8.self), boot: boot, at: uptime) ?? tellUnknown()
  }

  private func tellUnknown() -> KeypadBrakes {
    log(
      "could not read \(path), where wrong codes of keypads are counted: keypads take no code for five minutes, and it is written anew"
    )
    return .unknown
  }

  /// Writes them soon.
  func keep(_ brakes: KeypadBrakes, at uptime: Double) {
    let text = brakes.text(boot: boot, at: uptime)
    let isFirst = waiting.withLock { waiting in
      defer { waiting = text }
      return waiting == nil
    }
    if isFirst { queue.async { self.write() } }
  }

  /// Waits until all is written.
  func finish() { queue.sync {} }

  private func write() {
    guard let text = waiting.withLock({ $0.take() }) else { return }
    do throws(UserError) {
      let file = try WholeFile(path, mode: 0o600)
      try file.write(Array(text.utf8)[...], at: 0)
      // Whoever pulls the plug now is to find it so.
      try file.sync()
      try file.finish()
      hasFailed.store(false, ordering: .relaxed)
    } catch {
      if !hasFailed.exchange(true, ordering: .relaxed) {
        log("\(error); wrong codes are counted in this run alone")
      }
    }
  }
}
