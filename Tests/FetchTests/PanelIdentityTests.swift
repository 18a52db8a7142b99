import Testing

@testable import Fetch

@Suite struct PanelIdentityTests {
  private static let machine = Array("4c4c4544004e3510805ab7c04f4e4a32\n".utf8)
  private static let boot = Array("0f3ac5f6-8b5e-4d0f-a5a3-27a0f2f4a1d5\n".utf8)

  private func seed(_ machine: [UInt8], _ boot: [UInt8] = PanelIdentityTests.boot, _ name: String = "panel 1") -> UInt64
  {
    PanelIdentity.seed(machine: machine, boot: boot, otherwise: name)
  }

  /// Source: RFC 4231, test cases 1, 2 and 6.
  @Test(arguments: [
    (
      Array("Hi There".utf8), [UInt8](repeating: 0x0B, count: 20),
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("what do ya want for nothing?".utf8), Array("Jefe".utf8),
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8), [UInt8](repeating: 0xAA, count: 131),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
  ])
  func authenticationMatchesTheStandard(message: [UInt8], key: [UInt8], expected: String) {
    let hex = SHA256.authenticated(message, key: key).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(hex == expected)
  }

  @Test func everyPanelHasItsOwn() {
    let digits = Array("0123456789abcdef".utf8)
    let machines = (0..<1000).map { number in
      (0..<32).map { digits[($0 < 4 ? number >> (4 * $0) : $0) & 15] }
    }
    #expect(Set(machines.map { seed($0) }).count == 1000)
    // Copies of one card differ by their starts, and without any identity by their names.
    #expect(seed(Self.machine) != seed(Self.machine, Array("1f3ac5f6-8b5e-4d0f-a5a3-27a0f2f4a1d5\n".utf8)))
    #expect(seed([], []) != seed([], [], "panel 2"))
    #expect(seed(Self.machine) == seed(Self.machine, Self.boot, "panel 2"))
  }

  @Test(arguments: ["", "uninitialized\n", "00000000000000000000000000000000\n", "4c4c\n"])
  func whatIsNoIdentityIsNone(text: String) { #expect(seed(Array(text.utf8)) == seed([])) }

  @Test func theNumberTellsNothing() {
    // Not the identity itself, and not what others make of it.
    let number = String(seed(Self.machine, []), radix: 16)
    #expect(!String(decoding: Self.machine, as: UTF8.self).contains(number))
    #expect(number != String(SHA256.hex(Array(Self.machine.dropLast())).prefix(16)))
    #expect(PanelIdentity.seed == PanelIdentity.seed)
  }

  /// A thousand panels whose server was away for long do not come back in one second: within every second of the spread about the
  /// same number does.
  @Test func retriesOfManyPanelsAreSpread() {
    let delays = (0..<1000).map { number in
      Backoff(
        seed: seed(Self.machine, Array((String(number, radix: 16) + String(repeating: "a", count: 32)).utf8.prefix(32)))
      )
      .delay(attempt: 10)
    }
    let seconds = Dictionary(grouping: delays) { Int($0) }.mapValues(\.count)
    #expect(seconds.values.max() ?? 1000 < 100, "\(seconds)")
  }
}
