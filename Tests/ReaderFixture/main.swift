import CLinux
import Glibc
import Reader
import Vitrine

/// A reader as the kiosk's, which also does what a reader taken over by what it reads would do.
func misbehave(_ way: String, _ part: ([UInt8]) -> Void) -> [UInt8] {
  var code: Int32 = 0
  switch way {
  case "file": code = unsafe open("/etc/hostname", O_RDONLY) < 0 ? errno : 0
  case "write": code = unsafe open("/tmp/vitrine-reader-was-here", O_WRONLY | O_CREAT, 0o600) < 0 ? errno : 0
  case "fonts": code = unsafe open("/etc/fonts/fonts.conf", O_RDONLY) < 0 ? errno : 0
  case "who": code = getpid()
  case "socket": code = socket(AF_INET, Int32(VITRINE_SOCK_DGRAM), 0) < 0 ? errno : 0
  case "run": code = run()
  case "ptrace": code = trace()
  case "fork": code = spawn()
  case "kill": code = kill(getppid(), SIGTERM) < 0 ? errno : 0
  case "memory": code = outside()
  case "check": preconditionFailure("on purpose")
  case "spin": while true { code &+= 1 }
  case "stop": raise(SIGSTOP)
  case "code":
    code =
      unsafe mmap(nil, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED
      ? errno : 0
  case "room": code = hasRoom(megabytes: 256) ? hasRoom(megabytes: 512) ? 2 : 1 : 0
  case "growth":
    let much = [UInt8](repeating: 1, count: 100 << 20)
    code = Int32(much[Int(getpid()) % much.count]) - 1
  case "greed":
    var all: [[UInt8]] = []
    while true { all.append([UInt8](repeating: UInt8(all.count & 0xFF), count: 16 << 20)) }
  case "garbage": return [9, 9, 9]
  case "parts":
    // One longer than a packet, and one that fills several exactly.
    for count in [1, 70_000, 4 * (64 << 10), 0] { part([UInt8](repeating: UInt8(count & 0xFF), count: count)) }
  case "flood": while true { part([UInt8](repeating: 0, count: 1 << 20)) }
  default: break
  }
  return Array("\(code)".utf8)
}

/// Whether the process may have so much more address space.
func hasRoom(megabytes: Int) -> Bool {
  let place = unsafe mmap(nil, megabytes << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
  guard unsafe place != MAP_FAILED else { return false }
  unsafe munmap(place, megabytes << 20)
  return true
}

func outside() -> Int32 {
  // Not a constant, which the compiler would reason about.
  let address = unsafe UnsafeRawPointer(bitPattern: Int(getpid()) & 0xFF0 | 0x10)
  return unsafe address?.load(as: Int32.self) ?? 0
}

func run() -> Int32 {
  var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [nil]
  return unsafe execv("/bin/true", &arguments) < 0 ? errno : 0
}

/// ptrace(2) has any number of arguments, which Swift does not call: found by its name.
func trace() -> Int32 {
  typealias Call = @convention(c) (Int, Int, Int, Int) -> Int
  guard let found = unsafe dlsym(nil, "ptrace") else { return 0 }
  let ptrace = unsafe unsafeBitCast(found, to: Call.self)
  return ptrace(16, Int(getppid()), 0, 0) < 0 ? errno : 0
}

func spawn() -> Int32 {
  var process: pid_t = 0
  var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [nil]
  return unsafe posix_spawn(&process, "/bin/true", nil, nil, &arguments, nil)
}

/// What a kiosk does whose process has no descriptor left, or whose program has been replaced by a newer one.
func live(_ fate: String) throws {
  let job = Reader.Job(kind: 99, head: [], body: Array("nothing".utf8))
  let reader = Reader { print($0) }
  switch fate {
  case "without-descriptors":
    var known = rlimit()
    unsafe _ = getrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &known)
    var none = rlimit(rlim_cur: 0, rlim_max: known.rlim_max)
    unsafe _ = setrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &none)
    do { _ = try reader.run(job) } catch { print(error) }
    unsafe _ = setrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &known)
  case "replaced":
    let path = CommandLine.arguments[2]
    unsafe _ = rename(path + ".new", path)
  default: break
  }
  print(String(decoding: try reader.run(job), as: UTF8.self))
}

if CommandLine.arguments.count > 1, CommandLine.arguments[1] != ReaderService.argument {
  try live(CommandLine.arguments[1])
  exit(0)
}

ReaderService.serve { role in
  var duties = WorldReader.duties(of: role)
  let answer = duties.answer
  duties.answer = { kind, head, body, part in
    kind == 99 ? .done(misbehave(String(decoding: body, as: UTF8.self), part)) : answer(kind, head, body, part)
  }
  return duties
}
