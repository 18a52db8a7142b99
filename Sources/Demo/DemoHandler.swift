#if Preview
  internal import Numbers
  import Markup
  internal import NIOConcurrencyHelpers
  internal import NIOCore
  internal import NIOHTTP1

  /// What boards set, shared by all connections.
  struct DemoDevices: Sendable {
    let switches: Switches
    let home: SmartHome
    let mill: Mill
  }

  /// Answers the requests of one connection, one after the other.
  final class DemoHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// Requests so far, of all connections.
    struct Counters: Sendable {
      var all = 0
      var water = 0
    }

    private struct Answer {
      var status: HTTPResponseStatus = .ok
      var type = "application/json"
      var body: ByteBuffer
    }

    private let house: House
    private let news: News
    private let picture: DemoService.Picture
    private let chance: Chance
    private let options: DemoService.Options
    private let counters: NIOLockedValueBox<Counters>
    private let devices: DemoDevices
    private var request: HTTPRequestHead?
    /// What is sent with it, as far as it is looked at.
    private var body: [UInt8] = []
    /// What is sent from time to time, once this connection has asked for it.
    private var stream: Scheduled<Void>?

    init(
      base: String, picture: @escaping DemoService.Picture, chance: Chance, options: DemoService.Options,
      counters: NIOLockedValueBox<Counters>, devices: DemoDevices
    ) {
      house = House(chance: chance, base: base)
      news = News(base: base)
      self.picture = picture
      self.chance = chance
      self.options = options
      self.counters = counters
      self.devices = devices
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head(let head):
        request = head
        body = []
      case .body(let more): body += more.readableBytesView.prefix(Self.mostBody - body.count)
      case .end:
        guard let request, stream == nil else { return }
        self.request = nil
        if let feed = feed(request) { return begin(feed, request, context) }
        let number = counters.withLockedValue { counters in
          counters.all += 1
          return counters.all
        }
        let range = options.delay
        let seconds = range.lowerBound + (range.upperBound - range.lowerBound) * chance.fraction(6, number)
        guard seconds > 0 else { return respond(to: request, context) }
        let delay = TimeAmount.milliseconds(Int64(clamping: seconds * 1e3))
        context.eventLoop.assumeIsolated().scheduleTask(in: delay) {
          if context.channel.isActive { self.respond(to: request, context) }
        }
      }
    }

    /// Bytes of a body that are looked at.
    private static let mostBody = 1_000

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func respond(to request: HTTPRequestHead, _ context: ChannelHandlerContext) {
      var answer = self.answer(to: request)
      let tag = Self.tag(of: answer.body)
      var headers: HTTPHeaders = ["Content-Type": answer.type, "Cache-Control": "no-cache"]
      if answer.status == .ok {
        headers.add(name: "ETag", value: tag)
        if request.headers["if-none-match"].contains(tag) {
          answer = Answer(status: .notModified, body: ByteBuffer())
        }
      }
      if answer.status == .serviceUnavailable { headers.add(name: "Retry-After", value: "5") }
      if answer.status == .methodNotAllowed { headers.add(name: "Allow", value: "GET, HEAD") }
      if answer.status != .notModified { headers.add(name: "Content-Length", value: String(answer.body.readableBytes)) }
      if !request.isKeepAlive { headers.add(name: "Connection", value: "close") }
      let head = HTTPResponseHead(version: .http1_1, status: answer.status, headers: headers)
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      if request.method != .HEAD, answer.body.readableBytes > 0 {
        context.write(wrapOutboundOut(.body(.byteBuffer(answer.body))), promise: nil)
      }
      let done = context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated()
      if !request.isKeepAlive { done.whenComplete { _ in context.close(promise: nil) } }
    }

    private func answer(to request: HTTPRequestHead) -> Answer {
      let path = request.uri.prefix { $0 != "?" }
      if request.method == .POST, path == "/switches" {
        guard devices.switches.set(body) else {
          return Answer(status: .badRequest, type: "text/plain", body: ByteBuffer(string: "There is no such switch.\n"))
        }
        return json(["ok": .flag(true)])
      }
      if request.method == .POST, path == "/code" {
        let isRight = String(decoding: body, as: UTF8.self).filter(\.isNumber) == "1234"
        return isRight
          ? json(["ok": .flag(true)])
          : Answer(status: .forbidden, type: "text/plain", body: ByteBuffer(string: "That is not the code.\n"))
      }
      if request.method == .POST, path == "/mill/seen" {
        return devices.mill.acknowledge(String(decoding: body, as: UTF8.self))
          ? json(["ok": .flag(true)])
          : Answer(status: .badRequest, type: "text/plain", body: ByteBuffer(string: "There is no such alarm.\n"))
      }
      if request.method == .POST, path.hasPrefix("/api/services/") {
        let parts = path.split(separator: "/")
        let isDone =
          parts.count == 4
          && devices.home.call(String(parts[2]), String(parts[3]), String(decoding: body, as: UTF8.self))
        return isDone
          ? json(.list([]))
          : Answer(status: .badRequest, type: "text/plain", body: ByteBuffer(string: "400: Bad Request\n"))
      }
      if request.method == .POST, !path.hasSuffix(".json"), !path.hasSuffix(".xml") {
        return json(["ok": .flag(true)])
      }
      guard request.method == .GET || request.method == .HEAD else {
        return Answer(
          status: .methodNotAllowed, type: "text/plain", body: ByteBuffer(string: "This can only be read.\n"))
      }
      let now = options.clock()
      switch path {
      case "/programme.json": return json(house.programme(at: now))
      case "/ferries.json": return json(house.ferries(at: now))
      case "/weather.json": return json(house.weather(at: now))
      case "/switches.json": return json(devices.switches.record)
      case "/api/states": return json(.list(devices.home.states(at: now)))
      case "/notice.json": return json(house.notice(at: now))
      case "/news.xml": return Answer(type: "application/atom+xml", body: ByteBuffer(bytes: news.atom(at: now)))
      case "/water.json":
        let number = counters.withLockedValue { counters in
          counters.water += 1
          return counters.water
        }
        // The sensor's cable is loose, so that the board has something to bear.
        if number.isMultiple(of: 3) {
          return Answer(
            status: .serviceUnavailable, type: "text/plain", body: ByteBuffer(string: "The sensor does not answer.\n"))
        }
        return json(house.water(at: now))
      default:
        if path.hasPrefix("/pictures/"), path.hasSuffix(".png"),
          let bytes = picture(String(path.dropFirst("/pictures/".count).dropLast(".png".count)))
        {
          return Answer(type: "image/png", body: ByteBuffer(bytes: bytes))
        }
        let name = String(path.dropFirst())
        if !name.contains("/"), !name.hasPrefix("."), let bytes = options.file(name) {
          let file = DataFile(base: house.base, now: now, offset: options.offset(now))
          return Answer(type: DataFile.type(of: name), body: ByteBuffer(bytes: file.filled(bytes)))
        }
        return Answer(status: .notFound, type: "text/plain", body: ByteBuffer(string: "There is nothing here.\n"))
      }
    }

    // MARK: Streams

    /// What is sent first, and then whatever is new: texts for the body.
    private func feed(_ request: HTTPRequestHead) -> (() -> [String])? {
      guard request.method == .GET else { return nil }
      let (devices, clock) = (devices, options.clock)
      switch request.uri.prefix(while: { $0 != "?" }) {
      case "/api/stream":
        var told = Set(devices.home.states(at: clock()))
        return {
          let states = devices.home.states(at: clock())
          let news = states.filter { !told.contains($0) }
          if !news.isEmpty { told = Set(states) }
          return news.map(SmartHome.event)
        }
      case "/mill/events":
        var told: JSON?
        return {
          let report = devices.mill.report(at: clock())
          defer { told = report }
          return report == told ? [] : ["data: \(report.line)\n\n"]
        }
      default: return nil
      }
    }

    private func begin(_ feed: @escaping () -> [String], _ request: HTTPRequestHead, _ context: ChannelHandlerContext) {
      let headers: HTTPHeaders = ["Content-Type": "text/event-stream", "Cache-Control": "no-cache"]
      let head = HTTPResponseHead(version: request.version, status: .ok, headers: headers)
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: ": ready\n\n")))), promise: nil)
      push(feed, context)
    }

    private func push(_ feed: @escaping () -> [String], _ context: ChannelHandlerContext) {
      guard context.channel.isActive else { return }
      // Who does not read what there is gets no more.
      if context.channel.isWritable {
        for text in feed() {
          context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil)
        }
        context.flush()
      }
      stream = context.eventLoop.assumeIsolated().scheduleTask(in: Self.pace) { self.push(feed, context) }
    }

    /// Between two looks at what is new.
    private static let pace = TimeAmount.milliseconds(100)

    func channelInactive(context: ChannelHandlerContext) {
      stream?.cancel()
      stream = nil
      context.fireChannelInactive()
    }

    private func json(_ value: JSON) -> Answer { Answer(body: ByteBuffer(bytes: value.lines.utf8)) }

    /// A strong entity tag: the FNV-1a hash of the bytes. Source: Fowler, Noll, Vo; draft-eastlake-fnv.
    private static func tag(of body: ByteBuffer) -> String {
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for byte in body.readableBytesView { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      return "\"\(String(hash, radix: 16))\""
    }
  }
#endif
