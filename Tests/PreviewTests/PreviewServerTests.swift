#if Preview
  import Dispatch
  import Glibc
  import Motion
  import NIOConcurrencyHelpers
  import Panel
  @testable import Preview
  import Scene
  import Testing

  /// A running server, and everything its handlers were given.
  private final class Fixture: Sendable {
    let server: PreviewServer
    let inputs: Collected<InputEvent>
    let commands: Collected<PreviewCommand>
    /// One for each viewer that came.
    let arrivals: Collected<Void>

    init(maximumViewers: Int = 8) throws {
      let inputs = Collected<InputEvent>()
      let commands = Collected<PreviewCommand>()
      let arrivals = Collected<Void>()
      let size = PixelSize(width: 200, height: 100)
      server = try PreviewServer(
        options: .init(port: .exactly(0), maximumViewers: maximumViewers),
        info: PreviewInfo(title: "Test", size: size, styles: ["ring", "drop"], style: "ring"),
        clock: { 500_000_000_000 }, onInput: { inputs.append($0) }, onCommand: { commands.append($0) },
        onArrival: { arrivals.append(()) })
      self.arrivals = arrivals
      self.inputs = inputs
      self.commands = commands
    }

    deinit { server.stop() }

    /// Publishes the board and waits until the encoder has dealt with it.
    @discardableResult
    func publish(_ board: Board, _ orientation: Orientation = .degrees0) -> [UInt32] {
      let picture = board.stored(orientation)
      let buffer = server.buffer(size: picture.size)
      buffer.pixels.copy(PixelRect(picture.size), from: picture)
      server.publish(buffer, orientation: orientation)
      server.broadcaster.settle()
      return picture.words
    }

    /// A page that is connected and has read what there is to say.
    func viewer() throws -> RawClient {
      let client = try RawClient(port: server.port)
      #expect(try client.upgrade() == 101)
      let info = try client.receiveFrame()
      #expect(info.opcode == 1)
      #expect(String(decoding: info.payload, as: UTF8.self).contains("\"title\": \"Test\""))
      return client
    }
  }

  /// What handlers were called with; waiting ends after ten seconds, so that a missing call fails the test.
  private final class Collected<Element: Sendable>: Sendable {
    private let arrival = DispatchSemaphore(value: 0)
    private let elements = NIOLockedValueBox<[Element]>([])

    func append(_ element: Element) {
      elements.withLockedValue { $0.append(element) }
      arrival.signal()
    }

    func first(_ count: Int) -> [Element] {
      while elements.withLockedValue({ $0.count }) < count {
        guard arrival.wait(timeout: .now() + 10) == .success else { break }
      }
      return elements.withLockedValue { Array($0.prefix(count)) }
    }
  }

  @Suite struct PreviewServerTests {
    private let board = Board(size: PixelSize(width: 200, height: 100))

    // MARK: HTTP

    @Test func servesThePageAndNothingElse() throws {
      let fixture = try Fixture()
      let port = fixture.server.port
      #expect(fixture.server.url == "http://127.0.0.1:\(port)/")
      let page = try RawClient(port: port).request()
      #expect(page.status == 200)
      #expect(page.headers["content-type"] == "text/html; charset=utf-8")
      #expect(page.headers["x-content-type-options"] == "nosniff")
      #expect(page.headers["cache-control"] == "no-store")
      let policy = try #require(page.headers["content-security-policy"])
      #expect(policy.contains("default-src 'none'"))
      #expect(policy.contains("frame-ancestors 'none'"))
      let nonce = try #require(policy.split(separator: "nonce-").dropFirst().first?.prefix { $0 != "'" })
      #expect(page.text.contains("<script nonce=\"\(nonce)\" type=\"module\">"))
      #expect(try RawClient(port: port).request().headers["content-security-policy"] != policy)
      // Nothing is loaded from elsewhere.
      #expect(!page.text.contains("https://") && !page.text.contains("http://"))
      #expect(try RawClient(port: port).request("HEAD").status == 200)
      #expect(try RawClient(port: port).request("GET", "/favicon.ico").status == 404)
      let post = try RawClient(port: port).request("POST", "/", headers: ["Content-Length: 0"])
      #expect(post.status == 405)
      #expect(post.headers["allow"] == "GET")
      #expect(try RawClient(port: port).request("GET", "/", host: "evil.example:\(port)").status == 403)
      #expect(
        try RawClient(port: port).request("GET", "/ws", headers: ["Origin: http://127.0.0.1:\(port)"]).status == 426)
    }

    @Test func bytesThatAreNotHTTPEndTheConnection() throws {
      let fixture = try Fixture()
      let client = try RawClient(port: fixture.server.port)
      try client.send([UInt8](repeating: 0xAA, count: 2000) + Array("\r\n\r\n".utf8))
      #expect(try client.isClosedByServer())
    }

    @Test func upgradesForThePageOnly() throws {
      let fixture = try Fixture()
      let port = fixture.server.port
      #expect(try RawClient(port: port).upgrade(origin: "http://evil.example") == 403)
      #expect(try RawClient(port: port).upgrade(origin: "") == 403)
      #expect(
        try RawClient(port: port).upgrade(host: "evil.example:\(port)", origin: "http://evil.example:\(port)") == 403)
      #expect(try RawClient(port: port).upgrade(path: "/") == 200)
      #expect(try RawClient(port: port).upgrade(host: "localhost:\(port)") == 101)
    }

    @Test func anotherAddressNeedsTheToken() throws {
      let server = try PreviewServer(
        options: .init(host: "0.0.0.0", port: .exactly(0)), info: PreviewInfo(title: "", size: board.size),
        onInput: { _ in }, onCommand: { _ in })
      defer { server.stop() }
      let query = try #require(server.url.split(separator: "/").last.map(String.init))
      #expect(query.hasPrefix("?token="))
      #expect(server.otherURLs.allSatisfy { $0.hasSuffix("/\(query)") && !$0.contains("0.0.0.0") })
      #expect(try RawClient(port: server.port).request("GET", "/\(query)").status == 200)
      #expect(try RawClient(port: server.port).request("GET", "/").status == 403)
      #expect(try RawClient(port: server.port).upgrade() == 403)
      #expect(try RawClient(port: server.port).upgrade(path: "/ws\(query)") == 101)
    }

    @Test func aTakenPortIsAnErrorOrTheNextOneIsUsed() throws {
      let fixture = try Fixture()
      let taken = fixture.server.port
      func start(_ port: PreviewServer.Port) throws -> PreviewServer {
        try PreviewServer(
          options: .init(port: port), info: PreviewInfo(title: "", size: board.size), onInput: { _ in },
          onCommand: { _ in })
      }
      let error = #expect(throws: PreviewError.self) { try start(.exactly(taken)) }
      #expect(error?.description.contains("port \(taken): another program is using it") == true)
      #expect(throws: PreviewError.self) { try start(.exactly(70_000)) }
      let next = try start(.firstFree(from: taken))
      defer { next.stop() }
      #expect(next.port > taken && next.port < taken + 20)
    }

    // MARK: Frames

    @Test(arguments: Orientation.allCases)
    func aViewerShowsWhatIsPublished(orientation: Orientation) throws {
      let fixture = try Fixture()
      let client = try fixture.viewer()
      var board = board
      var viewer = ViewerModel()
      for _ in 0..<5 {
        let words = fixture.publish(board, orientation)
        try viewer.apply(client.receivePicture())
        #expect(viewer.pixels == words)
        #expect(viewer.orientation == orientation.rawValue)
        try client.sendFrame(Message.shown(viewer.sequence, sent: 0))
        board.scroll += 7
      }
    }

    @Test func aSlowViewerGetsTheNewestFrameAndNoQueue() throws {
      let fixture = try Fixture()
      let slow = try fixture.viewer()
      let quick = try fixture.viewer()
      var board = board
      var viewer = ViewerModel()
      var other = ViewerModel()
      var words: [UInt32] = []
      for number in UInt32(1)...50 {
        board.scroll += 3
        words = fixture.publish(board)
        try other.apply(quick.receivePicture())
        #expect(other.sequence == number)
        #expect(other.pixels == words)
        try quick.sendFrame(Message.shown(number, sent: 0))
        #expect(try quick.framesBeforePong().isEmpty)
      }
      let waiting = try slow.framesBeforePong()
      // Two may be on their way, so that the next is there when one has been shown.
      #expect(waiting.map(\.opcode) == [2, 2])
      for (number, frame) in zip(UInt32(1)..., waiting) {
        try viewer.apply(frame.payload)
        #expect(viewer.sequence == number)
      }
      try slow.sendFrame(Message.shown(1, sent: 0))
      try viewer.apply(slow.receivePicture())
      #expect(viewer.sequence == 50)
      #expect(viewer.pixels == words)
    }

    @Test func whoComesLaterOrAgainGetsTheWholePicture() throws {
      let fixture = try Fixture()
      #expect(!fixture.server.isWatched && !fixture.server.needsPicture)
      for number in 1...3 {
        let client = try fixture.viewer()
        #expect(fixture.arrivals.first(number).count == number)
        #expect(fixture.server.isWatched)
        // The picture of before is forgotten as soon as the server has seen that nobody looks any more.
        if number == 1 { #expect(fixture.server.needsPicture) }
        let words = fixture.publish(board)
        #expect(!fixture.server.needsPicture)
        var viewer = ViewerModel()
        try viewer.apply(client.receivePicture())
        #expect(viewer.pixels == words)
        client.disconnect()
      }
    }

    @Test func aViewerThatNeverReadsHoldsNobodyUp() throws {
      let fixture = try Fixture()
      let deaf = try RawClient(port: fixture.server.port, receiveBuffer: 2048)
      #expect(try deaf.upgrade() == 101)
      let client = try fixture.viewer()
      var viewer = ViewerModel()
      var board = board
      board.size = PixelSize(width: 900, height: 700)
      for number in 0..<6 {
        board.scroll += 11
        let words = fixture.publish(board)
        fixture.server.publish(PreviewInfo(title: "Test", status: "\(number)", size: board.size))
        try viewer.apply(client.receivePicture())
        #expect(viewer.pixels == words)
        try client.sendFrame(Message.shown(viewer.sequence, sent: 0))
      }
    }

    @Test func thereIsRoomForSoMany() throws {
      let fixture = try Fixture(maximumViewers: 2)
      let first = try fixture.viewer()
      let second = try fixture.viewer()
      /// What somebody who comes now is told first: the bar's contents, or why he is sent away.
      func told() throws -> (client: RawClient, frame: RawClient.Frame) {
        let client = try RawClient(port: fixture.server.port)
        #expect(try client.upgrade() == 101)
        return (client, try client.receiveFrame())
      }
      for _ in 0..<3 { #expect(try told().frame.closeCode == 1013) }
      first.disconnect()
      // The place is free as soon as the server has seen the end of the connection.
      var third = try told()
      var attempts = 1
      while third.frame.closeCode == 1013, attempts < 1000 {
        third = try told()
        attempts += 1
      }
      #expect(third.frame.opcode == 1)
      #expect(try second.framesBeforePong().isEmpty)
    }

    /// As many viewers as may, and whoever else is being served; more are not even listened to.
    @Test func connectionsAreFew() throws {
      let fixture = try Fixture(maximumViewers: 2)
      let viewer = try fixture.viewer()
      let others = try (1...(1 + PreviewServer.otherConnections)).map { _ in try RawClient(port: fixture.server.port) }
      for _ in 0..<5 { #expect(try RawClient(port: fixture.server.port).isClosedByServer()) }
      #expect(try viewer.framesBeforePong().isEmpty)
      for other in others { other.disconnect() }
      // There is room again as soon as the server has seen their end.
      var attempts = 0
      while (try? RawClient(port: fixture.server.port).request("GET", "/").status) != 200, attempts < 1000 {
        attempts += 1
      }
      #expect(attempts < 1000)
    }

    @Test func theBarFollows() throws {
      let fixture = try Fixture()
      let client = try fixture.viewer()
      let info = PreviewInfo(title: "Test", status: "59 fps", size: board.size, orientation: .degrees90)
      fixture.server.publish(info)
      #expect(String(decoding: try client.receiveFrame().payload, as: UTF8.self) == info.json)
      // The same again is not news.
      fixture.server.publish(info)
      fixture.server.broadcaster.settle()
      #expect(try client.framesBeforePong().isEmpty)
    }

    // MARK: Input

    @Test func whatAViewerDoesArrives() throws {
      let fixture = try Fixture()
      let client = try fixture.viewer()
      fixture.publish(board, .degrees90)
      let sequence = try { () throws -> UInt32 in
        var viewer = ViewerModel()
        try viewer.apply(client.receivePicture())
        return viewer.sequence
      }()
      // The page's clock reads 10 s when the server's reads 500 s.
      try client.sendFrame(Message.shown(sequence, sent: 10_000))
      try client.sendFrame(
        Message.input(
          sent: 10_000, Message.touch(1, device: 0, id: 9, x: 20, y: 30, time: 9_900),
          Message.touch(2, device: 0, id: 9, x: 25, y: 30, time: 9_950),
          Message.touch(3, device: 0, id: 9, x: 25, y: 30, time: 9_990),
          Message.wheel(lines: 3, x: 1, y: 2, time: 10_000),
          Message.key(9, time: 10_000)))
      try client.sendFrame([3, 3] + Array("drop".utf8))
      // Panel 100 x 200 turned by 90: the viewer's x is the panel's y, the viewer's y is 100 less the panel's x.
      #expect(
        fixture.inputs.first(5) == [
          .touch(TouchEvent(phase: .down, contact: 0, position: Point(x: 30, y: 80), time: 499.9)),
          .touch(TouchEvent(phase: .motion, contact: 0, position: Point(x: 30, y: 75), time: 499.95)),
          .touch(TouchEvent(phase: .up, contact: 0, position: Point(x: 30, y: 75), time: 499.99)),
          .wheel(lines: 3, position: Point(x: 2, y: 99), time: 500), .key(.back, time: 500),
        ])
      #expect(fixture.commands.first(1) == [.style("drop")])
    }

    @Test func leavingCancelsTheContacts() throws {
      let fixture = try Fixture()
      fixture.publish(board)
      let client = try fixture.viewer()
      try client.sendFrame(Message.input(sent: 0, Message.touch(1, device: 1, id: 1, x: 5, y: 6, time: 0)))
      #expect(fixture.inputs.first(1).count == 1)
      client.disconnect()
      #expect(
        fixture.inputs.first(2).last
          == .touch(TouchEvent(phase: .cancel, contact: 0, position: Point(x: 5, y: 6), time: 500, device: .pointer)))
    }

    @Test func stoppingCancelsTheContacts() throws {
      let fixture = try Fixture()
      fixture.publish(board)
      let client = try fixture.viewer()
      try client.sendFrame(Message.input(sent: 0, Message.touch(1, device: 0, id: 1, x: 5, y: 6, time: 0)))
      #expect(fixture.inputs.first(1).count == 1)
      fixture.server.stop()
      #expect(fixture.inputs.first(2).count == 2)
      #expect(try client.isClosedByServer())
    }

    @Test func messagesComeAsFastAsFingersAndNotFaster() {
      var allowance = MessageAllowance(at: 10)
      // 500 a second for a minute.
      #expect((1...30_000).allSatisfy { allowance.take(at: 10 + Double($0) / 500) })
      // 5,000 a second are a burst, and then what comes in meanwhile.
      let taken = (1...10_000).count { allowance.take(at: 70 + Double($0) / 5_000) }
      #expect((2_395...2_405).contains(taken))
      // A clock that stands still or goes back gives nothing.
      #expect([60, 72, 72.01].map { allowance.take(at: $0) } == [false, false, true])
    }

    // MARK: Malformed

    private struct Bad: Sendable, CustomTestStringConvertible {
      var testDescription: String
      var code: Int
      var send: @Sendable (RawClient) throws -> Void
    }

    private static let bad: [Bad] = [
      Bad(testDescription: "unknown kind", code: 1002) { try $0.sendFrame([77]) },
      Bad(testDescription: "empty", code: 1002) { try $0.sendFrame([]) },
      Bad(testDescription: "short", code: 1002) { try $0.sendFrame([2, 0, 0]) },
      Bad(testDescription: "acknowledged what was not sent", code: 1002) {
        try $0.sendFrame(Message.shown(5, sent: 0))
      },
      Bad(testDescription: "text", code: 1003) { try $0.sendFrame(Array("hello".utf8), opcode: 1) },
      Bad(testDescription: "unmasked", code: 1002) { try $0.sendFrame([3, 1, 0, 0], masked: false) },
      Bad(testDescription: "fragment", code: 1008) { try $0.sendFrame([3, 1], fin: false) },
      Bad(testDescription: "continuation of nothing", code: 1008) { try $0.sendFrame([3, 1], opcode: 0) },
      Bad(testDescription: "reserved opcode", code: 1002) { try $0.sendFrame([], opcode: 5) },
      Bad(testDescription: "long ping", code: 1002) { try $0.sendFrame(Array(repeating: 0, count: 200), opcode: 9) },
      Bad(testDescription: "over 64 KiB", code: 1009) { try $0.sendFrame(Array(repeating: 0, count: 65_537)) },
      // The clock stands still meanwhile: a burst, and one more.
      Bad(testDescription: "more than any page", code: 1008) { client in
        for _ in 0...Int(MessageAllowance.burst) { try client.sendFrame([3, 1, 0, 0]) }
      },
      Bad(testDescription: "said good-bye", code: 1000) { try $0.sendFrame([3, 0xE8], opcode: 8) },
    ]

    @Test(arguments: bad)
    private func whatThePageWouldNotSendEndsTheConnection(_ bad: Bad) throws {
      let fixture = try Fixture()
      let client = try fixture.viewer()
      try bad.send(client)
      #expect(try client.receiveFrame().closeCode == bad.code)
      #expect(try client.isClosedByServer())
      // Others go on.
      #expect(try fixture.viewer().framesBeforePong().isEmpty)
    }
  }
#endif
