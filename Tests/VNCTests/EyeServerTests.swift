import Glibc
import Motion
import Scene
import Synchronization
import Testing

@testable import VNC

/// One that speaks just enough RFB, and waits ten seconds for what does not come.
private final class Client {
  struct Failure: Error {
    var what: String
  }

  private let descriptor: Int32

  /// - Parameter place: of this machine's own addresses, 127.0.0.x, the one it comes from.
  init(port: Int, from place: UInt32 = 1) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var own = sockaddr_in()
    own.sin_family = sa_family_t(AF_INET)
    own.sin_addr.s_addr = (UInt32(0x7F00_0000) | place).bigEndian
    let isOwn = unsafe withUnsafePointer(to: &own) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(descriptor, $0, 16) }
    }
    guard isOwn == 0 else { throw Failure(what: "bind: errno \(errno)") }
    var patience = timeval(tv_sec: 10, tv_usec: 0)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe connect(descriptor, $0, 16) }
    }
    guard result == 0 else { throw Failure(what: "connect: errno \(errno)") }
  }

  deinit { close(descriptor) }

  func send(_ bytes: [UInt8]) {
    unsafe _ = bytes.withUnsafeBytes { unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
  }

  func read(_ count: Int) throws -> [UInt8] {
    var all: [UInt8] = []
    while all.count < count {
      var chunk = [UInt8](repeating: 0, count: count - all.count)
      let got = unsafe recv(descriptor, &chunk, chunk.count, 0)
      guard got > 0 else { throw Failure(what: got == 0 ? "hung up" : "errno \(errno)") }
      all += chunk.prefix(got)
    }
    return all
  }

  /// Whether something comes within so many milliseconds.
  func hears(within milliseconds: Int32) -> Bool {
    var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&event, 1, milliseconds) == 1
  }

  /// Comes as far as the question for the password.
  func comeToTheQuestion() throws {
    _ = try read(12)
    send(Array("RFB 003.008\n".utf8))
    _ = try read(2)
    send([2])
    _ = try read(16)
  }

  /// Lets itself be let in; the size it is told.
  func begin(encodings: [Int32] = [0]) throws -> PixelSize {
    _ = try read(12)
    send(Array("RFB 003.008\n".utf8) + [1, 1])
    let greeting = try read(2 + 4 + 24)
    _ = try read(Int(greeting[29]))
    send(
      [2, 0, 0, UInt8(encodings.count)]
        + encodings.flatMap { code in (0..<4).map { UInt8(truncatingIfNeeded: code >> (24 - 8 * $0)) } })
    return PixelSize(width: Int(greeting[6]) << 8 | Int(greeting[7]), height: Int(greeting[8]) << 8 | Int(greeting[9]))
  }

  func ask(onlyChanges: Bool) { send([3, onlyChanges ? 1 : 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF]) }

  /// What an update is about, by encoding, and the first pixel of each part as `0x00RRGGBB`.
  func update() throws -> [(encoding: Int32, area: PixelRect, word: UInt32)] {
    let head = try read(4)
    return try (0..<Int(head[2]) << 8 | Int(head[3])).map { _ in
      let bytes = try read(12)
      func two(_ place: Int) -> Int { Int(bytes[place]) << 8 | Int(bytes[place + 1]) }
      let area = PixelRect(x: two(0), y: two(2), width: two(4), height: two(6))
      let encoding = Int32(truncatingIfNeeded: two(8) << 16 | two(10))
      guard encoding == 0 else { return (encoding, area, 0) }
      let pixels = try read(area.area * 4)
      return (0, area, UInt32(pixels[2]) << 16 | UInt32(pixels[1]) << 8 | UInt32(pixels[0]))
    }
  }
}

/// A server of a panel of some size, and what its viewers did.
private final class Fixture: Sendable {
  let server: EyeServer
  let inputs = Shared<[InputEvent]>([])
  let counts = Shared<[Int]>([])

  final class Shared<Value: Sendable>: Sendable {
    let value: Mutex<Value>
    init(_ value: Value) { self.value = Mutex(value) }
  }

  init(_ size: PixelSize?, password: String? = nil) throws {
    server = try EyeServer(
      EyeServer.Setup(
        host: "127.0.0.1", port: 0, name: "x", password: password, log: { _ in }, size: { size },
        input: { [inputs] event in inputs.value.withLock { $0.append(event) } },
        watched: { [counts] count in counts.value.withLock { $0.append(count) } }))
  }

  deinit { server.stop() }

  func show(_ word: UInt32, _ size: PixelSize) {
    server.show(Pixmap(size: size, isOpaque: true) { _, _ in Pixel(word: 0xFF00_0000 | word) }, at: (0, 0), of: size)
  }
}

@Suite struct EyeServerTests {
  private let size = PixelSize(width: 100, height: 70)

  @Test func nothingIsShownBeforeThereIsAWholePicture() throws {
    let fixture = try Fixture(size)
    let client = try Client(port: fixture.server.port)
    #expect(try client.begin() == size)
    client.ask(onlyChanges: false)
    // A part of a picture nobody has.
    fixture.server.show(
      Pixmap(size: PixelSize(width: 5, height: 5), isOpaque: true) { _, _ in .init(word: 0xFF00_00FF) }, at: (0, 0),
      of: size)
    #expect(!client.hears(within: 300))
    fixture.show(0x11_2233, size)
    let first = try client.update()
    #expect(first.map(\.area) == [PixelRect(size)] && first.first?.word == 0x11_2233)
    client.ask(onlyChanges: true)
    fixture.show(0x11_2233, size)
    #expect(!client.hears(within: 300), "the same once more is nothing new")
    fixture.server.show(
      Pixmap(size: PixelSize(width: 1, height: 1), isOpaque: true) { _, _ in .init(word: 0xFF00_00FF) }, at: (99, 69),
      of: size)
    #expect(try client.update().map(\.area) == [PixelRect(x: 64, y: 64, width: 36, height: 6)])
  }

  @Test func anotherSizeIsToldToWhoKnowsOfSizesAndTheOthersAreLetGo() throws {
    let fixture = try Fixture(size)
    let (one, other) = (try Client(port: fixture.server.port), try Client(port: fixture.server.port))
    _ = try one.begin(encodings: [0, -223])
    _ = try other.begin()
    for client in [one, other] { client.ask(onlyChanges: false) }
    fixture.show(1, size)
    for client in [one, other] { #expect(try client.update().first?.word == 1) }
    for client in [one, other] { client.ask(onlyChanges: true) }
    let turned = PixelSize(width: 70, height: 100)
    fixture.show(2, turned)
    let told = try one.update()
    #expect(told.map(\.encoding) == [-223] && told.map(\.area) == [PixelRect(turned)])
    one.ask(onlyChanges: true)
    let shown = try one.update()
    #expect(shown.map(\.area) == [PixelRect(turned)] && shown.first?.word == 2)
    #expect(throws: Client.Failure.self) { try other.update() }
  }

  @Test func whoComesLaterSeesNothingOfWhatWas() throws {
    let fixture = try Fixture(size)
    do {
      let client = try Client(port: fixture.server.port)
      _ = try client.begin()
      client.ask(onlyChanges: false)
      fixture.show(7, size)
      #expect(try client.update().first?.word == 7)
    }
    let later = try Client(port: fixture.server.port)
    // Who left has been noticed by the time the next is let in.
    _ = try later.begin()
    later.ask(onlyChanges: false)
    #expect(!later.hears(within: 300))
    fixture.show(8, size)
    #expect(try later.update().first?.word == 8)
    #expect(fixture.counts.value.withLock { $0 } == [1, 0, 1])
  }

  @Test func handsAreHandedOnAndLiftedWhenTheirViewerGoes() throws {
    let fixture = try Fixture(size)
    var client: Client? = try Client(port: fixture.server.port)
    _ = try client?.begin()
    client?.send([5, 1, 0, 10, 0, 20] + [4, 1, 0, 0, 0, 0, 0xFF, 0x0D])
    client?.ask(onlyChanges: false)
    fixture.show(1, size)
    _ = try client?.update()
    client = nil
    let second = try Client(port: fixture.server.port)
    _ = try second.begin()
    let events = fixture.inputs.value.withLock { $0 }
    #expect(events.count == 3)
    guard case .touch(let down)? = events.first, case .key(.enter, _)? = events.dropFirst().first,
      case .touch(let end)? = events.last
    else { return #expect(Bool(false), "\(events)") }
    #expect(down.phase == .down && down.position == Point(x: 10.5, y: 20.5) && end.phase == .cancel)
    #expect(down.contact == end.contact && down.contact >= 1_000_000)
  }

  @Test func aPanelThatIsTooLargeIsRefusedWithTheReasonAndOneThatBecomesSoLetsGo() throws {
    let large = try Fixture(PixelSize(width: 9000, height: 10))
    let client = try Client(port: large.server.port)
    _ = try client.read(12)
    client.send(Array("RFB 003.008\n".utf8))
    let head = try client.read(5)
    #expect(head.prefix(4) == [0, 0, 0, 0])
    #expect(String(decoding: try client.read(Int(head[4])), as: UTF8.self).contains("9000 x 10"))
    #expect(throws: Client.Failure.self) { try client.read(1) }
    let growing = try Fixture(size)
    let watching = try Client(port: growing.server.port)
    _ = try watching.begin()
    watching.ask(onlyChanges: false)
    growing.show(1, size)
    #expect(try watching.update().first?.word == 1)
    watching.ask(onlyChanges: true)
    growing.show(2, PixelSize(width: 9000, height: 10))
    #expect(throws: Client.Failure.self) { try watching.update() }
  }

  /// Who is about to type the password is not turned out by somebody who comes again and again, as far as he does.
  @Test func aCrowdFromOnePlaceTakesPlacesFromItself() throws {
    let stage = try Fixture(size, password: "right")
    let typing = try Client(port: stage.server.port, from: 2)
    try typing.comeToTheQuestion()
    var crowd: [Client] = []
    for _ in 0..<60 {
      let one = try Client(port: stage.server.port)
      try one.comeToTheQuestion()
      crowd.append(one)
    }
    #expect(!typing.hears(within: 0), "nobody has hung up")
    typing.send([UInt8](repeating: 7, count: 16))
    #expect(try typing.read(4) == [0, 0, 0, 1], "it was a wrong one, and was heard")
    #expect(crowd.count { $0.hears(within: 0) } >= 60 - 16, "those who came first have made room")
  }

  @Test func whereThereIsNoPanelNobodyIsLetIn() throws {
    let fixture = try Fixture(nil)
    let client = try Client(port: fixture.server.port)
    #expect(throws: Client.Failure.self) { try client.begin() }
  }

  @Test func aPortThatIsTakenIsToldOfAndAnEndIsAnEnd() throws {
    let fixture = try Fixture(size)
    #expect {
      _ = try EyeServer(
        EyeServer.Setup(
          host: "127.0.0.1", port: fixture.server.port, name: "", password: nil, log: { _ in }, size: { nil },
          input: { _ in }, watched: { _ in }))
    } throws: { "\($0)".hasPrefix("vnc on 127.0.0.1, port \(fixture.server.port): another program is using it") }
    #expect {
      _ = try EyeServer(
        EyeServer.Setup(
          host: "no such host", port: 0, name: "", password: nil, log: { _ in }, size: { nil }, input: { _ in },
          watched: { _ in }))
    } throws: { "\($0)".hasPrefix("vnc on no such host, port 0: ") }
  }
}
