import Numbers
import Scene

/// What a viewer and we say to each other, byte by byte, by RFC 6143: cut into whole messages here, before anything acts on them. Nothing
/// else is spoken: no files, no clipboard, no other size of the screen, no extension of anybody.
struct Conversation {
  /// What a viewer has said.
  enum Event: Hashable {
    /// It has shown whether it knows the password; who does not is told so and let go.
    case guessed(isRight: Bool)
    /// It is told why nobody may, and let go.
    case refused
    /// It may see and touch from now on.
    case began
    case format(ViewerFormat)
    case encodings(Encodings)
    /// It wants what is in there, or what has changed in there.
    case wants(PixelRect, onlyChanges: Bool)
    case pointer(buttons: UInt8, x: Int, y: Int)
    case key(isDown: Bool, symbol: UInt32)
  }

  /// What it can take of what we can send.
  struct Encodings: Hashable {
    var compressed = false
    /// The screen may become another size.
    var sizes = false
  }

  /// It does not speak as it should.
  struct Garbage: Error, Equatable {}

  /// What comes next.
  enum Step: Hashable {
    case version, security, response, beginning, messages, over
  }

  /// See `Step`.
  private(set) var step = Step.version
  /// What is to be said to it.
  private(set) var output: [UInt8]
  private let size: PixelSize
  private let name: String
  /// Why nobody is let in; nil where somebody may be.
  private let refusal: String?
  /// Sixteen bytes, and what they become with the password; nil lets everybody in.
  private let lock: (challenge: [UInt8], response: [UInt8])?
  private var minor = 8
  private var input: [UInt8] = []
  /// Bytes that mean nothing to us and are still to come.
  private var skipped = 0
  /// How many bytes have been looked at; of those that mean nothing an eighth, for they are only counted.
  private(set) var looked = 0

  /// Encodings a viewer may name at once; those in use name forty.
  private static let mostEncodings = 512
  /// Bytes of a text that somebody has copied.
  private static let longestText = 1 << 20

  /// - Parameters:
  ///   - challenge: sixteen bytes nobody could foresee.
  ///   - password: nil lets everybody in.
  ///   - refusal: a sentence for whoever comes, where nobody can be let in.
  init(size: PixelSize, name: String, challenge: [UInt8], password: String?, refusal: String? = nil) {
    (self.size, self.name, self.refusal) = (size, name, refusal)
    lock = password.map { (challenge, DES.response(to: challenge, password: $0)) }
    output = Array("RFB 003.008\n".utf8)
  }

  /// Hands over what is to be said.
  mutating func takeOutput() -> [UInt8] {
    defer { output = [] }
    return output
  }

  /// Takes some bytes, and hands over what has become whole.
  ///
  /// - Throws: `Garbage`, also for who answers before it can have read the question: with that, a stranger would have his guesses looked at
  ///   whenever he comes.
  mutating func take(_ bytes: some Collection<UInt8>) throws(Garbage) -> [Event] {
    var events: [Event] = []
    var rest = (input + bytes)[...]
    let wasAsked = step == .response
    skip(&rest)
    while let count = try length(of: rest), rest.count >= count {
      if step == .response, !wasAsked { throw Garbage() }
      let event = try understand(Array(rest.prefix(max(0, count))))
      rest = rest.dropFirst(max(0, count))
      looked += count
      skip(&rest)
      if let event { events.append(event) }
    }
    if step == .response, !wasAsked, !rest.isEmpty { throw Garbage() }
    input = step == .over ? [] : Array(rest)
    return events
  }

  private mutating func skip(_ bytes: inout ArraySlice<UInt8>) {
    let count = min(skipped, bytes.count)
    skipped -= count
    looked += count / 8
    bytes = bytes.dropFirst(max(0, count))
  }

  /// Bytes of the message these begin with; nil while they do not tell.
  private func length(of bytes: ArraySlice<UInt8>) throws(Garbage) -> Int? {
    switch step {
    case .version: return 12
    case .security, .beginning: return 1
    case .response: return 16
    case .messages: break
    // A guess that was wrong ends it.
    case .over: return nil
    }
    switch bytes.first {
    case nil: return nil
    case 0: return 20
    case 2:
      guard bytes.count >= 4 else { return nil }
      let count = Self.number(bytes.dropFirst(2).prefix(2))
      guard count <= Self.mostEncodings else { throw Garbage() }
      return 4 + 4 * count
    case 3: return 10
    case 4: return 8
    case 5: return 6
    case 6: return 8
    default: throw Garbage()
    }
  }

  /// The first byte weighs most.
  private static func number(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

  private mutating func understand(_ bytes: [UInt8]) throws(Garbage) -> Event? {
    switch step {
    case .version: return try readVersion(bytes)
    case .security: try readSecurity(bytes)
    case .response: return try readResponse(bytes)
    case .beginning:
      // Whether it would share the screen: everybody does.
      greet()
      step = .messages
      return .began
    case .messages: return try readMessage(bytes)
    case .over: break
    }
    return nil
  }

  // MARK: Before it may see

  private mutating func readVersion(_ bytes: [UInt8]) throws(Garbage) -> Event? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix("RFB 003."), text.hasSuffix("\n"), let minor = Int(text.dropFirst(8).prefix(3)) else {
      throw Garbage()
    }
    // Others than these three are of programs that mean one of them. Source: RFC 6143, section 7.1.1.
    self.minor = minor >= 8 ? 8 : minor == 7 ? 7 : 3
    if let refusal {
      // In the place of what it would have to show. Source: RFC 6143, sections 7.1.2 and A.
      output += (self.minor >= 7 ? [0] : [0, 0, 0, 0]) + Self.reason(refusal)
      step = .over
      return .refused
    }
    if self.minor >= 7 {
      output += [1, security]
      step = .security
    } else {
      output += [0, 0, 0, security]
      begin()
    }
    return nil
  }

  /// Words for whoever is let go, behind their length.
  private static func reason(_ words: String) -> [UInt8] {
    let bytes = words.utf8.prefix(255)
    return [0, 0, 0, UInt8(clamping: bytes.count)] + bytes
  }

  /// The number of what a viewer has to show. Source: RFC 6143, section 8.1.2.
  private var security: UInt8 { lock == nil ? 1 : 2 }

  private mutating func readSecurity(_ bytes: [UInt8]) throws(Garbage) {
    guard bytes == [security] else { throw Garbage() }
    begin()
  }

  private mutating func begin() {
    if let lock {
      output += lock.challenge
      step = .response
    } else {
      // Older ones are not told that nothing was asked.
      if minor >= 8 { output += [0, 0, 0, 0] }
      step = .beginning
    }
  }

  private mutating func readResponse(_ bytes: [UInt8]) throws(Garbage) -> Event {
    guard let lock else { throw Garbage() }
    let difference = zip(bytes, lock.response).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) }
    guard difference == 0, bytes.count == lock.response.count else {
      output += [0, 0, 0, 1]
      if minor >= 8 { output += Self.reason("That is not this panel's password.") }
      step = .over
      return .guessed(isRight: false)
    }
    output += [0, 0, 0, 0]
    step = .beginning
    return .guessed(isRight: true)
  }

  private mutating func greet() {
    let name = Array(name.utf8.prefix(255))
    output += [size.width, size.height].flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    output += ViewerFormat.own.bytes + [0, 0, 0, UInt8(clamping: name.count)] + name
  }

  // MARK: Then

  private mutating func readMessage(_ bytes: [UInt8]) throws(Garbage) -> Event? {
    func two(_ place: Int) -> Int { Self.number(bytes.dropFirst(max(0, place)).prefix(2)) }
    func four(_ place: Int) -> Int { Self.number(bytes.dropFirst(max(0, place)).prefix(4)) }
    switch bytes[0] {
    case 0:
      guard let format = ViewerFormat(Array(bytes.dropFirst(4))) else { throw Garbage() }
      return .format(format)
    case 2:
      var encodings = Encodings()
      for place in stride(from: 4, to: bytes.count, by: 4) {
        // Source: RFC 6143, sections 7.7.5 and 7.8.2; the second is -223 of 32 bits.
        switch four(place) {
        case 16: encodings.compressed = true
        case 0xFFFF_FF21: encodings.sizes = true
        default: break
        }
      }
      return .encodings(encodings)
    case 3:
      let area = PixelRect(x: two(2), y: two(4), width: two(6), height: two(8))
      return .wants(area, onlyChanges: bytes[1] != 0)
    case 4: return .key(isDown: bytes[1] != 0, symbol: UInt32(truncatingIfNeeded: four(4)))
    case 5: return .pointer(buttons: bytes[1], x: two(2), y: two(4))
    default:
      let length = four(4)
      guard length <= Self.longestText else { throw Garbage() }
      skipped = length
      return nil
    }
  }
}
