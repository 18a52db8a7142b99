import Glibc

/// Debian's mosquitto on a free port of the loopback interface, started by a test and ended with this.
public final class Mosquitto: Sendable {
  public let port: Int
  /// Holds its configuration, and whatever the test puts beside it.
  public let directory: String
  private let process: Monitor<pid_t>
  /// Of the start that was last: what one that was killed still had to say is no word of the next one's.
  private let log = Monitor((start: 0, text: ""))

  /// - Parameters:
  ///   - port: nil takes a free one.
  ///   - settings: lines of its configuration, `@` standing for its directory; anybody may come unless they say otherwise.
  ///   - files: names and contents, beside the configuration.
  ///   - prepare: a command of the shell that makes more of them, run there.
  public init(
    port: Int? = nil, _ settings: [String] = ["allow_anonymous true"], files: [(String, String)] = [],
    prepare: String = "true"
  ) {
    let port = port ?? Self.freePort()
    self.port = port
    var template = Array("/tmp/vitrine-mosquitto-XXXXXX".utf8CString)
    let directory = unsafe template.withUnsafeMutableBufferPointer { unsafe String(cString: mkdtemp($0.baseAddress!)) }
    self.directory = directory
    let user = getuid() == 0 ? ["user root"] : []
    let lines =
      ["listener \(port) 127.0.0.1", "persistence false", "log_dest stderr", "log_type all"] + user
      + settings.map { $0.split(separator: "@", omittingEmptySubsequences: false).joined(separator: directory) }
    for (name, text) in files + [("conf", lines.joined(separator: "\n") + "\n")] {
      let file = unsafe fopen(directory + "/" + name, "w")
      unsafe fputs(text, file)
      unsafe fclose(file)
    }
    process = Monitor(0)
    start("cd \(directory) && \(prepare)")
  }

  deinit {
    kill()
    for name in Self.names(in: directory) { unsafe _ = remove(directory + "/" + name) }
    unsafe _ = rmdir(directory)
  }

  /// Ends it at once, in the middle of whatever it is doing.
  public func kill() {
    let child = process.change { child in
      defer { child = 0 }
      return child
    }
    guard child > 0 else { return }
    _ = Glibc.kill(child, SIGKILL)
    _ = waitpid(child, nil, 0)
  }

  /// Starts it again on the same port.
  public func start() { start("true") }

  /// Waits until it has said so; what it said before counts.
  public func waitForLine(with words: String, times: Int = 1) {
    log.wait { Self.count(words, in: $0.text) >= times ? () : nil }
  }

  /// How often it has said so, as far as its lines have been read: it says what it has done after others know.
  public func count(_ words: String) -> Int { log.change { Self.count(words, in: $0.text) } }

  private static func count(_ words: String, in text: String) -> Int {
    text.split(separator: "\n").count { contains(String($0), words) }
  }

  /// So many ports have been looked at.
  private static let looked = Monitor(0)

  /// A port of the loopback interface that was free just now, below those that the kernel gives to whoever connects: between two starts of a
  /// broker nobody gets it.
  public static func freePort() -> Int {
    while true {
      let number = looked.change { looked in
        looked += 1
        return looked
      }
      let port = 12_000 + (Int(getpid()) * 97 + number) % 20_000
      let probe = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      defer { close(probe) }
      let isFree = unsafe Loopback.address(port) { unsafe bind(probe, $0, $1) } == 0
      if isFree { return port }
    }
  }

  private func start(_ prepare: String) {
    var ends: [Int32] = [0, 0]
    unsafe precondition(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
    let program = "PATH=$PATH:/usr/sbin exec mosquitto -c \(directory)/conf"
    let words = ["/bin/sh", "-c", "\(prepare) && \(program)"]
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe arguments.indices { unsafe free(arguments[index]) } }
    var child: pid_t = 0
    unsafe posix_spawn(&child, "/bin/sh", &actions, nil, &arguments, environ)
    close(ends[1])
    process.change { [child] in $0 = child }
    let number = log.change { log in
      log = (log.start + 1, "")
      return log.start
    }
    let (log, output) = (log, ends[0])
    startThread {
      var bytes = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = unsafe read(output, &bytes, bytes.count)
        if count <= 0 { break }
        let text = String(decoding: bytes.prefix(count), as: UTF8.self)
        log.change { if $0.start == number { $0.text += text } }
      }
      // Who waits for a word of one that has ended waits for nothing.
      log.change { if $0.start == number { $0.text += "\n(ended) running\n" } }
      close(output)
    }
    waitForLine(with: "running")
    precondition(
      !log.change { Self.contains($0.text, "(ended)") }, "mosquitto did not start: \(log.change { $0.text })")
  }

  private static func contains(_ text: String, _ words: String) -> Bool {
    unsafe strstr(text, words) != nil
  }

  private static func names(in directory: String) -> [String] {
    guard let list = unsafe opendir(directory) else { return [] }
    defer { unsafe closedir(list) }
    var names: [String] = []
    while let entry = unsafe readdir(list) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }
}
