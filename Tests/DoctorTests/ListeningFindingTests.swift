import Glibc
import Testing

@testable import Doctor

private let person = Person(name: "root", isRoot: true)

/// What is found of a machine whose service has these options.
private func findings(
  _ options: String, secrets: String? = nil, dropIn: String? = nil, manager: String? = nil, isRunning: Bool = false
) -> [Finding] {
  let machine = Machine()
  machine.write("/etc/default/vitrine", "# words\nVITRINE_OPTIONS=--rotate 180\nVITRINE_OPTIONS=\"\(options)\"\n")
  if let manager { machine.write("/usr/lib/x86_64-linux-gnu/systemd/libsystemd-shared-257.so", manager) }
  if let secrets { machine.write("/etc/vitrine/secrets", secrets) }
  if let dropIn { machine.write("/etc/systemd/system/vitrine.service.d/override.conf", dropIn) }
  return ListeningFacts(machine.files, isRunning: isRunning) { text in
    let parts = text.split(separator: ":")
    guard let port = parts.last.flatMap({ Int($0) }) else { return nil }
    return (parts.count > 1 ? String(parts[0]) : "127.0.0.1", port, parts.count == 1)
  }.findings(person)
}

/// A port somebody listens at, for as long as `body` runs.
private func withPort(_ body: (Int) -> Void) {
  let descriptor = socket(AF_INET, Int32(bitPattern: SOCK_STREAM.rawValue), 0)
  defer { close(descriptor) }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  var size = socklen_t(MemoryLayout<sockaddr_in>.size)
  unsafe withUnsafeMutablePointer(to: &address) { pointer in
    unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
      _ = unsafe bind(descriptor, pointer, size)
      _ = listen(descriptor, 1)
      _ = unsafe getsockname(descriptor, pointer, &size)
    }
  }
  body(Int(UInt16(bigEndian: address.sin_port)))
}

@Suite struct ListeningFindingTests {
  private static let anyPort = "[Service]\nSocketBindAllow=ipv4:tcp\n"

  @Test func nothingIsToldOfWhatIsNotAskedFor() {
    #expect(findings("--rotate 90").isEmpty)
    #expect(findings("").isEmpty)
    #expect(ListeningFacts().findings(person).isEmpty)
  }

  @Test func aPortThatIsTakenIsTold() {
    withPort { port in
      let options = "--metrics \(port)"
      let found = findings(options, dropIn: Self.anyPort)
      #expect(found.map(\.severity) == [.problem])
      #expect(found.first?.sentence.contains("another program listens there") == true)
      // The kiosk's own is no other program.
      #expect(findings(options, dropIn: Self.anyPort, isRunning: true).map(\.severity) == [.fine])
    }
  }

  @Test func theServiceHasToBeAllowedTo() {
    #expect(findings("--metrics 9101").first?.fix?.contains("SocketBindAllow=ipv4:tcp:9101") == true)
    #expect(findings("--metrics 9101", dropIn: "SocketBindAllow=ipv4:tcp:80").first?.severity == .problem)
    #expect(
      findings("--metrics=9101", dropIn: "SocketBindAllow=ipv4:tcp:9101", isRunning: true).first?.severity == .fine)
  }

  /// Debian 12's is built without what it would refuse a port with, and Debian 13's with it.
  @Test func whereTheServiceManagerRefusesNoPortNoneHasToBeAllowed() {
    let options = "--metrics 9101"
    #expect(findings(options, manager: "\0+PAM -BPF_FRAMEWORK -XKB\0", isRunning: true).map(\.severity) == [.fine])
    let refusing = findings(options, manager: "\0+PAM +BPF_FRAMEWORK -XKB\0", isRunning: true)
    #expect(refusing.map(\.severity) == [.problem])
    #expect(refusing.first?.sentence.contains("no port that a drop-in does not name") == true)
  }

  @Test func aSecretHasToBeThere() {
    let wanted = "--http 8081 --vnc 0.0.0.0:5900"
    let none = findings(wanted, secrets: "OTHER=1\n", dropIn: Self.anyPort, isRunning: true)
    #expect(none.map(\.severity) == [.problem, .problem])
    #expect(none.first?.sentence.contains("VITRINE_HTTP_TOKEN is not there") == true)
    let both = "VITRINE_HTTP_TOKEN=abc\nVITRINE_VNC_PASSWORD=x\n"
    let found = findings(wanted, secrets: both, dropIn: Self.anyPort, isRunning: true)
    #expect(found.map(\.severity) == [.fine, .fine])
    // No word of it is told.
    #expect(!found.contains { $0.sentence.contains("abc") })
    #expect(findings(wanted, dropIn: Self.anyPort, isRunning: true).first?.sentence.contains("only root sees") == true)
    #expect(findings("--vnc 5900", secrets: "", dropIn: Self.anyPort, isRunning: true).map(\.severity) == [.fine])
  }

  @Test func whatIsNoAddressIsTold() {
    #expect(findings("--http somewhere").first?.sentence.contains("no port and no address") == true)
    #expect(findings("--metrics").first?.severity == .problem)
  }
}
