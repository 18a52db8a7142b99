import CRescue
import Glibc
import Linux
import Numbers

/// What an earlier run died of: written by a signal handler into the state directory, read and removed by the next start.
public struct CrashNote: Sendable, Hashable {
  /// The signal's number.
  public var signal: Int32
  /// Seconds since 1970.
  public var time: Int64
  /// Where it happened, for the invalid accesses; 0 otherwise.
  public var address: UInt64
  /// The thread's name, such as `vitrine-frame`; `?` when it was not noted.
  public var thread: String

  private static let file = "/crash"

  /// The directory for things that outlive a run: the service manager's, or the user's; nil when there is neither.
  public static var standardDirectory: String? {
    if let directory = Environment.value("STATE_DIRECTORY") { return directory }
    if let directory = Environment.value("XDG_STATE_HOME") { return directory + "/vitrine" }
    return Environment.value("HOME").map { $0 + "/.local/state/vitrine" }
  }

  /// Where the service of `Systemd/vitrine.service` keeps what outlives a run.
  public static let serviceDirectory = "/var/lib/vitrine"

  /// The note an earlier run left and no later one has taken; nil when there is none, or it may not be read.
  public static func read(directory: String) -> CrashNote? {
    let descriptor = unsafe open(directory + file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return read(descriptor)
  }

  private static func read(_ descriptor: Int32) -> CrashNote? {
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = unsafe pread(descriptor, &bytes, bytes.count, 0)
    return count > 0 ? CrashNote(String(decoding: bytes[..<count], as: UTF8.self)) : nil
  }

  /// Reads the note an earlier run left, and arms the handlers that would leave one from now on.
  ///
  /// - Parameter directory: made when it is not there; without one that can be written, signals still restore the console.
  public static func arm(directory: String?) -> CrashNote? {
    defer { _ = rescue_install() }
    guard let directory else { return nil }
    makeDirectories(directory)
    let descriptor = unsafe open(directory + file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { return nil }
    let note = read(descriptor)
    _ = ftruncate(descriptor, 0)
    rescue_note(descriptor)
    return note
  }

  /// Lets the handlers run on the calling thread even when its own stack has overflown.
  public static func armThread() { _ = rescue_stack() }

  /// A signal in a thread nobody noted.
  package init(signal: Int32, time: Int64) {
    (self.signal, self.time, address, thread) = (signal, time, 0, "?")
  }

  /// Reads the handler's lines: `signal 11`, `time 1778262120`, `address 0`, `thread vitrine-frame`. Nil without signal and time.
  package init?(_ text: String) {
    var fields: [Substring: Substring] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1)
      if parts.count == 2 { fields[parts[0]] = parts[1] }
    }
    guard let signal = fields["signal"].flatMap({ Int32($0) }), let time = fields["time"].flatMap({ Int64($0) }) else {
      return nil
    }
    self.signal = signal
    self.time = time
    address = fields["address"].flatMap { UInt64($0, radix: 16) } ?? 0
    thread = fields["thread"].map { String($0) } ?? "?"
  }

  /// One sentence for the panel and the journal. The time is the machine's local one.
  public var sentence: String {
    var instant = time_t(time)
    var parts = unsafe tm()
    unsafe localtime_r(&instant, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    // Of a damaged note, the year may be any.
    let date = unsafe "\(Int(parts.tm_year) + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    let clock = unsafe "\(two(parts.tm_hour)):\(two(parts.tm_min))"
    let place = address == 0 ? "" : " at 0x\(String(address, radix: 16))"
    return "vitrine died of \(name)\(place) in thread \(thread) on \(date) at \(clock) and was started again"
  }

  private var name: String {
    switch signal {
    case SIGSEGV: "SIGSEGV (invalid memory)"
    case SIGBUS: "SIGBUS (invalid memory)"
    case SIGILL: "SIGILL (a failed check)"
    case SIGTRAP: "SIGTRAP (a failed check)"
    case SIGFPE: "SIGFPE (arithmetic)"
    case SIGSYS: "SIGSYS (a forbidden system call)"
    case SIGABRT: "SIGABRT (the watchdog, or an internal error)"
    default: "signal \(signal)"
    }
  }

  private static func makeDirectories(_ path: String) {
    for index in path.indices.dropFirst() where path[index] == "/" { _ = unsafe mkdir(String(path[..<index]), 0o755) }
    _ = unsafe mkdir(path, 0o700)
  }
}
