import Board
import BundledBoards
import Demo
import Glibc
import Linux
import Panel
import Scene
import Vitrine
import VitrineTools

/// How long it takes from exec to the first picture on a small and on a large panel, and what memory the running demo holds: measured on `vitrine run` itself, started
/// as a process of its own.
struct StartBenchmark {
  let options: PanelOptions

  func rows() throws(UserError) -> [Benchmarks.Row] {
    let scratch = try ScratchDirectory()
    let board = scratch.path + "/demo.yaml"
    try Files.write(BundledBoards.demo, to: board)
    var rows: [Benchmarks.Row] = []
    for (size, most) in [(PixelSize(width: 800, height: 480), 120.0), (PixelSize(width: 1920, height: 1080), 200)] {
      var options = options
      options.mode.size = size
      let cache = scratch.path + "/cache-\(size.width)"
      let address = try fillCache(cache, board: board, options)
      var starts: [Double] = []
      for _ in 0..<7 {
        let child = try Child(run: [board, "--cache", cache], environment: ["DEMO=" + address], options)
        starts.append(try child.firstFrame() * 1e3)
      }
      starts.sort()
      let name = "exec to cached first frame, \(size.width)x\(size.height)"
      rows.append(Benchmarks.Row(name: name, value: starts[3], unit: "ms median", limit: most))
      rows.append(Benchmarks.Row(name: "  fastest of 7", value: starts[0], unit: "ms"))
    }

    let child = try Child(run: ["--cache", scratch.path + "/fresh"], environment: [], options)
    _ = try child.firstFrame()
    // By then the demo's slowest answers are there, and the memory their pictures were decoded in has been given back.
    sleep(15)
    let parts = Memory.parts(of: child.process)
    let sum = parts.reduce(0) { $0 + $1.bytes }
    rows.append(Benchmarks.Row(name: "resident memory of the demo and its service", value: sum / 1e6, unit: "MB"))
    return rows + parts.map { Benchmarks.Row(name: "  " + $0.name, value: $0.bytes / 1e6, unit: "MB") }
  }

  /// Fetches what the demo board shows into the cache; afterwards its service is gone.
  ///
  /// - Returns: the service's address.
  private func fillCache(_ cache: String, board: String, _ options: PanelOptions) throws(UserError) -> String {
    let service = try DemoService.start(DemoService.Options(delay: 0...0, clock: systemClock))
    defer { service.stop() }
    let source = BoardSource(path: board, settings: ["DEMO": service.url])
    guard let file = try source.read().board else {
      throw UserError.bug("the demo board that is carried in the program was refused")
    }
    _ = VirtualKiosk(board: file, source: source, options: options, start: systemClock(), cacheDirectory: cache) { _ in
    }
    return service.url
  }
}

/// A `vitrine run` of its own.
private final class Child {
  let process: Int32
  private let messages: Int32
  private let began: Nanoseconds

  private static let program = "/proc/self/exe"

  init(run arguments: [String], environment: [String], _ options: PanelOptions) throws(UserError) {
    let size = options.mode.size
    let words = ["vitrine", "run"] + arguments + ["--size", "\(size.width)x\(size.height)", "--port", "0"]
    let kept = ["PATH", "HOME", "LD_LIBRARY_PATH", "TZ", "LANG"].compactMap { name in
      Environment.value(name).map { name + "=" + $0 }
    }
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { throw Self.failure("pipe", errno) }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
    unsafe posix_spawn_file_actions_addclose(&actions, ends[0])
    unsafe posix_spawn_file_actions_addclose(&actions, ends[1])
    var argv = unsafe words.map { unsafe strdup($0) } + [nil]
    var envp = unsafe (kept + environment).map { unsafe strdup($0) } + [nil]
    var process: Int32 = 0
    began = MonotonicClock.now()
    let result = unsafe posix_spawn(&process, Self.program, &actions, nil, &argv, &envp)
    for index in unsafe argv.indices { unsafe free(argv[index]) }
    for index in unsafe envp.indices { unsafe free(envp[index]) }
    unsafe posix_spawn_file_actions_destroy(&actions)
    close(ends[1])
    self.process = result == 0 ? process : 0
    messages = ends[0]
    if result != 0 { throw Self.failure("posix_spawn of \(Self.program)", result) }
  }

  deinit {
    close(messages)
    guard process > 0 else { return }
    kill(process, SIGTERM)
    waitpid(process, nil, 0)
  }

  /// Seconds from exec until the process says that its first frame is on the panel.
  func firstFrame() throws(UserError) -> Double {
    var said: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(messages, $0.baseAddress, $0.count) }
      let now = MonotonicClock.now()
      guard count > 0 else {
        throw UserError(.machine, "vitrine run ended before its first frame: \(String(decoding: said, as: UTF8.self))")
      }
      said += chunk[..<count]
      if String(decoding: said, as: UTF8.self).contains("first frame") { return Double(now - began) / 1e9 }
    }
  }

  private static func failure(_ call: String, _ code: Int32) -> UserError {
    UserError(.machine, "\(call): \(SystemError(number: code).words)")
  }
}
