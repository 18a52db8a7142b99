import Glibc
import Numbers

/// An address with the length of the network's part, and who else is in that network.
struct NetworkPart: Sendable, Hashable {
  private let text: String
  private let address: [UInt8]
  private let length: Int

  /// Nil for what is none.
  init?(_ text: String) {
    let parts = text.split(separator: "/")
    guard parts.count == 2, let address = Self.bytes(String(parts[0])), let length = Int(parts[1]),
      (1...address.count * 8).contains(length)
    else { return nil }
    (self.text, self.address, self.length) = (text, address, length)
  }

  /// In the order of the network; nil for what is no address. Wraps inet_pton.
  private static func bytes(_ text: String) -> [UInt8]? {
    let isSix = text.contains(":")
    var bytes = [UInt8](repeating: 0, count: isSix ? 16 : 4)
    return unsafe inet_pton(isSix ? AF_INET6 : AF_INET, text, &bytes) == 1 ? bytes : nil
  }

  /// Why no device can have this address; nil when one can.
  var problem: String? { address.count == 4 ? problem(of: address) : nil }

  /// Why that is no way out of this network; nil when it may be one. A way out of the other family is reached by its own addresses.
  func problem(ofGateway gateway: String) -> String? {
    guard let other = Self.bytes(gateway), other.count == address.count else { return nil }
    if other == address { return "that is the panel itself; it is the router's address" }
    guard other.count == 4 else { return nil }
    guard Self.number(other) & mask == Self.number(address) & mask else {
      let (first, last) = devices
      return "\(gateway) is outside of \(text), which holds \(first) to \(last): nothing would find its way out"
    }
    return problem(of: other)
  }

  /// Networks of two devices or one have no addresses but theirs. Source: RFC 3021.
  private func problem(of address: [UInt8]) -> String? {
    guard length < 31 else { return nil }
    let number = Self.number(address)
    let (first, last) = devices
    let range = "devices have \(first) to \(last) there"
    if number & ~mask == 0 { return "\(Self.words(number)) is the network's own address: \(range)" }
    if number | mask == .max { return "\(Self.words(number)) is everybody's address in that network: \(range)" }
    return nil
  }

  private var mask: UInt32 { length >= 32 ? .max : ~(UInt32.max >> UInt32(length)) }

  private var devices: (first: String, last: String) {
    let network = Self.number(address) & mask
    let all = network | ~mask
    return length < 31 ? (Self.words(network + 1), Self.words(all - 1)) : (Self.words(network), Self.words(all))
  }

  // Fits: single bytes, made wider.
  private static func number(_ bytes: [UInt8]) -> UInt32 { bytes.reduce(0) { $0 << 8 | UInt32($1) } }

  private static func words(_ number: UInt32) -> String {
    [24, 16, 8, 0].map { "\(number >> UInt32($0) & 255)" }.joined(separator: ".")
  }
}
