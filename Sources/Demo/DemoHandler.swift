#if Preview
  internal import Numbers
  import Markup
  internal import NIOConcurrencyHelpers
  internal import NIOCore
  internal import NIOHTTP1

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
    private var request: HTTPRequestHead?

    init(
      base: String, picture: @escaping DemoService.Picture, chance: Chance, options: DemoService.Options,
      counters: NIOLockedValueBox<Counters>
    ) {
      house = House(chance: chance, base: base)
      news = News(base: base)
      self.picture = picture
      self.chance = chance
      self.options = options
      self.counters = counters
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head(let head): request = head
      case .body: break
      case .end:
        guard let request else { return }
        self.request = nil
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

    private func json(_ value: JSON) -> Answer { Answer(body: ByteBuffer(bytes: value.lines.utf8)) }

    /// A strong entity tag: the FNV-1a hash of the bytes. Source: Fowler, Noll, Vo; draft-eastlake-fnv.
    private static func tag(of body: ByteBuffer) -> String {
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for byte in body.readableBytesView { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      return "\"\(String(hash, radix: 16))\""
    }
  }
#endif
