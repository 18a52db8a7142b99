import Glibc
import StubServer
import TestSupport
import Testing

@testable import Fetch

/// A box in a cellar, which has made its certificate itself: a real server with real TLS.
struct TrustTests {
  @Test func aCertificateOfOnesOwnIsTrustedWhenItIsNamed() throws {
    let box = try TLSBox()
    let address = "https://127.0.0.1:\(box.port)/answer"
    func outcome(_ change: (inout FetchRequest) -> Void) -> FetchOutcome {
      var request = FetchRequest(address)
      change(&request)
      return Fetcher.inMemory().outcome(request)
    }
    #expect(outcome { $0.authorityFile = box.directory + "/cert.pem" }.text == "cellar")
    #expect(outcome { $0.trustsAnyone = true }.text == "cellar")
    #expect(outcome { _ in }.error?.kind == .security)
    // Another one's certificate vouches for nothing.
    #expect(outcome { $0.authorityFile = box.directory + "/other.pem" }.error?.kind == .security)
  }
}

/// `openssl s_server`, ended with this.
private final class TLSBox {
  private enum Failure: Error { case noServer(String) }

  let directory: String
  let port: Int
  private let child: pid_t

  init() throws {
    var template = Array("/tmp/vitrine-tls-XXXXXX".utf8CString)
    directory = unsafe template.withUnsafeMutableBufferPointer { unsafe String(cString: mkdtemp($0.baseAddress!)) }
    let answer = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 6\r\nConnection: close\r\n\r\ncellar"
    try writeFile(directory + "/answer", Array(answer.utf8))
    let make =
      "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -addext subjectAltName=IP:127.0.0.1"
    let (child, words) = Self.spawn(
      """
      cd \(directory) && \(make) -subj /CN=box -keyout key.pem -out cert.pem 2>/dev/null \
        && \(make) -subj /CN=other -keyout otherkey.pem -out other.pem 2>/dev/null \
        && exec openssl s_server -accept 127.0.0.1:0 -cert cert.pem -key key.pem -HTTP </dev/null 2>&1
      """)
    self.child = child
    defer { close(words) }
    // It says where it listens: "ACCEPT 127.0.0.1:41521".
    var said = ""
    var port: Int?
    var letter: UInt8 = 0
    while port == nil, unsafe read(words, &letter, 1) == 1 {
      said.unicodeScalars.append(UnicodeScalar(letter))
      if letter == UInt8(ascii: "\n"), let line = said.split(separator: "\n").last, line.hasPrefix("ACCEPT ") {
        port = line.split(separator: ":").last.flatMap { Int($0) }
      }
    }
    // What it says of each connection goes into the pipe, which holds more than a test's worth of it.
    guard let port else { throw Failure.noServer(said) }
    self.port = port
  }

  /// A command of the shell, and the end of the pipe it writes into.
  private static func spawn(_ command: String) -> (child: pid_t, words: Int32) {
    var ends: [Int32] = [0, 0]
    unsafe precondition(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    var child: pid_t = 0
    let words: [String] = ["/bin/sh", "-c", command]
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe arguments.indices { unsafe free(arguments[index]) } }
    unsafe posix_spawn(&child, "/bin/sh", &actions, nil, &arguments, environ)
    close(ends[1])
    return (child, ends[0])
  }

  deinit {
    kill(child, SIGKILL)
    _ = waitpid(child, nil, 0)
    for name in ["answer", "key.pem", "cert.pem", "otherkey.pem", "other.pem", ""] {
      unsafe _ = remove(directory + "/" + name)
    }
  }
}
