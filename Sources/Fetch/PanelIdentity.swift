import Glibc
import Linux
import Numbers

/// What tells this panel from a thousand of the same kind, as a number that tells nothing else: the seed of what is to differ between
/// them, such as when they come back after an outage.
public enum PanelIdentity {
  /// Says what the number is for, so that it is not the one another program makes of the same identity, as machine-id(5) demands.
  private static let purpose = Array("a94d1f4c-6a35-4b0e-9b0a-vitrine-retry-spread".utf8)

  /// The number of this panel, for as long as it runs.
  public static let seed = seed(
    machine: file("/etc/machine-id"), boot: file("/proc/sys/kernel/random/boot_id"),
    otherwise: "\(hostName) \(getpid())")

  /// What a broker knows this panel by, from one start to the next; panels copied from one card have the same one.
  package static let name: String = {
    let digits = String(seed(machine: file("/etc/machine-id"), boot: [], otherwise: hostName), radix: 16)
    // With what tells copies apart it has 23 letters, which is what the oldest brokers take.
    return "vitrine-" + digits.suffix(10)
  }()

  /// A panel's place among all, 0..<1: always the same for one purpose, and another for another.
  ///
  /// - Parameter name: what a broker knows it by.
  package static func share(of name: String, for purpose: String) -> Double {
    let bits = SHA256.authenticated(Array(purpose.utf8), key: Array(name.utf8)).prefix(6)
    return Double(bits.reduce(UInt64(0)) { $0 << 8 | UInt64(truncatingIfNeeded: $1) }) / 281_474_976_710_656
  }

  /// A panel's number.
  ///
  /// - Parameters:
  ///   - machine: what `/etc/machine-id` holds; panels copied from one card have the same one.
  ///   - boot: what tells one start of a machine from another.
  ///   - otherwise: the next best where there is neither.
  public static func seed(machine: [UInt8], boot: [UInt8], otherwise: String) -> UInt64 {
    let machine = identity(machine)
    let boot = identity(boot)
    let rest = machine.isEmpty && boot.isEmpty ? Array(otherwise.utf8) : []
    // The lengths, so that nothing of one part can be taken for the beginning of the next.
    let parts = [machine, boot, rest].flatMap { [UInt8(truncatingIfNeeded: $0.count)] + $0 }
    return SHA256.authenticated(purpose, key: parts).prefix(8).reduce(0) { $0 << 8 | UInt64(truncatingIfNeeded: $1) }
  }

  /// The digits of an identity; none for what is not set yet: `uninitialized`, nothing, or nothing but zeros.
  private static func identity(_ bytes: [UInt8]) -> [UInt8] {
    let digits = bytes.filter { byte in
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte | 0x20
    }
    return digits.count == 32 && digits.contains { $0 != UInt8(ascii: "0") } ? digits : []
  }

  private static func file(_ path: String) -> [UInt8] { (try? RegularFile.read(path, limit: 4096)) ?? [] }

  private static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard unsafe gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
