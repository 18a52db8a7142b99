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
  let directory: String
  let port: Int
  private let child: pid_t

  init() throws {
    var template = Array("/tmp/vitrine-tls-XXXXXX".utf8CString)
    directory = unsafe template.withUnsafeMutableBufferPointer { unsafe String(cString: mkdtemp($0.baseAddress!)) }
    let free = StubServer()
    port = free.port
    free.stop()
    let answer = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 6\r\nConnection: close\r\n\r\ncellar"
    try writeFile(directory + "/answer", Array(answer.utf8))
    let make =
      "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -addext subjectAltName=IP:127.0.0.1"
    child = Self.spawn(
      """
      cd \(directory) && \(make) -subj /CN=box -keyout key.pem -out cert.pem 2>/dev/null \
        && \(make) -subj /CN=other -keyout otherkey.pem -out other.pem 2>/dev/null \
        && exec openssl s_server -accept \(port) -cert cert.pem -key key.pem -HTTP -quiet >/dev/null 2>&1
      """)
    var request = FetchRequest("https://127.0.0.1:\(port)/answer", connectTimeout: 1, timeout: 2)
    request.trustsAnyone = true
    for _ in 0..<200 where Fetcher.inMemory().outcome(request).text == nil { usleep(50_000) }
  }

  private static func spawn(_ command: String) -> pid_t {
    var child: pid_t = 0
    let words: [String] = ["/bin/sh", "-c", command]
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe arguments.indices { unsafe free(arguments[index]) } }
    unsafe posix_spawn(&child, "/bin/sh", nil, nil, &arguments, environ)
    return child
  }

  deinit {
    kill(child, SIGKILL)
    _ = waitpid(child, nil, 0)
    for name in ["answer", "key.pem", "cert.pem", "otherkey.pem", "other.pem", ""] {
      unsafe _ = remove(directory + "/" + name)
    }
  }
}
