#if Preview
  internal import Markup
  internal import NIOCore
  internal import NIOHTTP1
  internal import Numbers

  /// One connection to such a server: one request, one reply.
  final class ControlHTTPHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// How far it has come.
    private enum Phase {
      case waiting
      /// Its head has let it in.
      case reading(HTTPServerHead, body: [UInt8])
      case answering
      /// What it still sends is thrown away.
      case answered
    }

    /// What is kept of a head.
    private struct HTTPServerHead {
      var method: String
      var uri: String
    }

    private let gate: ControlGate
    private let allows: @Sendable () -> Bool
    private let handler: ControlHTTPServer.Handler
    private var phase = Phase.waiting
    private var hasEnded = false
    private let patience = Patience()

    init(gate: ControlGate, allows: @escaping @Sendable () -> Bool, handler: @escaping ControlHTTPServer.Handler) {
      (self.gate, self.allows, self.handler) = (gate, allows, handler)
    }

    // MARK: Asked

    func channelActive(context: ChannelHandlerContext) {
      wait(ControlHTTPServer.patience, context) { $1.close(promise: nil) }
      context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
      patience.end()
      context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head(let head): if case .waiting = phase { take(head, context) }
      case .body(let bytes): take(bytes, context)
      case .end:
        hasEnded = true
        if case .reading(let head, let body) = phase { ask(head, body, context) }
      }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func take(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
      let bytes = head.headers.reduce(head.uri.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count }
      guard bytes <= ControlHTTPServer.headBytes else {
        return refuse(.requestHeaderFieldsTooLarge, "a head has at most \(ControlHTTPServer.headBytes) bytes", context)
      }
      if case .refuse(let status, let reason, let isGuess) = gate.decide(head) {
        guard isGuess else { return refuse(status, reason, context) }
        // As long for everybody, so that nobody's guesses are many.
        phase = .answering
        return wait(ControlHTTPServer.pauseAfterGuess, context) { $0.refuse(status, reason, $1) }
      }
      guard allows() else { return refuse(.tooManyRequests, "too many requests; ask again in a second", context) }
      if let length = head.headers.first(name: "content-length").flatMap({ Int($0) }),
        length > ControlHTTPServer.bodyBytes
      {
        return refuseBody(context)
      }
      phase = .reading(HTTPServerHead(method: head.method.rawValue, uri: head.uri), body: [])
      if head.headers["expect"].contains(where: { $0.lowercased() == "100-continue" }) {
        let goOn = HTTPResponseHead(version: .http1_1, status: .continue)
        context.writeAndFlush(wrapOutboundOut(.head(goOn)), promise: nil)
      }
    }

    private func take(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
      guard case .reading(let head, var body) = phase else { return }
      // The copy that is in the phase must not be the second of them.
      phase = .waiting
      body += bytes.readableBytesView
      guard body.count <= ControlHTTPServer.bodyBytes else { return refuseBody(context) }
      phase = .reading(head, body: body)
    }

    private func ask(_ head: HTTPServerHead, _ body: [UInt8], _ context: ChannelHandlerContext) {
      phase = .answering
      let parts = head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
      let call = ControlHTTPServer.Call(
        method: head.method, path: parts.first.map { String($0) } ?? "",
        query: parts.count > 1 ? String(parts[1]) : "", body: body,
        peer: context.remoteAddress?.ipAddress ?? "nowhere")
      wait(ControlHTTPServer.answerPatience, context) {
        $0.refuse(.serviceUnavailable, "the kiosk has not answered; its log may say why", $1)
      }
      let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
      let loop = context.eventLoop
      handler(call) { reply in
        loop.execute {
          let (handler, context) = bound.value
          handler.send(reply, context)
        }
      }
    }

    // MARK: Answered

    private func refuseBody(_ context: ChannelHandlerContext) {
      refuse(.payloadTooLarge, "a body has at most \(ControlHTTPServer.bodyBytes) bytes", context)
    }

    private func refuse(_ status: HTTPResponseStatus, _ reason: String, _ context: ChannelHandlerContext) {
      let line = JSON.object([JSON.Member("ok", .flag(false)), JSON.Member("problems", .list([.text(reason)]))]).line
      send(ControlHTTPServer.Reply(status: Int(status.code), body: Array(line.utf8) + [10]), context)
    }

    private func send(_ reply: ControlHTTPServer.Reply, _ context: ChannelHandlerContext) {
      if case .answered = phase { return }
      phase = .answered
      guard context.channel.isActive else { return }
      var headers: HTTPHeaders = [
        "Content-Type": reply.type, "Content-Length": String(reply.body.count), "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff", "Cross-Origin-Resource-Policy": "same-origin", "Connection": "close",
      ]
      if let allowed = reply.allowed { headers.add(name: "Allow", value: allowed) }
      if reply.status == 401 { headers.add(name: "WWW-Authenticate", value: "Bearer realm=\"panel\"") }
      if reply.status == 429 { headers.add(name: "Retry-After", value: "1") }
      let head = HTTPResponseHead(
        version: .http1_1, status: HTTPResponseStatus(statusCode: reply.status), headers: headers)
      context.write(wrapOutboundOut(.head(head)), promise: nil)
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: reply.body)))), promise: nil)
      // A picture of a large panel on its way through a narrow line: a second more for each 128 KB.
      let pause = ControlHTTPServer.patience + .seconds(Int64(reply.body.count >> 17))
      wait(pause, context) { $1.close(promise: nil) }
      let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
      context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in
        let (handler, context) = bound.value
        if handler.hasEnded { return context.close(promise: nil) }
        // A connection that is closed while more comes is reset, and the reply lost on its way: what comes is read a while longer.
        context.close(mode: .output, promise: nil)
        handler.wait(.seconds(1), context) { $1.close(promise: nil) }
      }
    }

    /// Does something unless something else is waited for until then.
    private func wait(
      _ time: TimeAmount, _ context: ChannelHandlerContext,
      _ body: @escaping (ControlHTTPHandler, ChannelHandlerContext) -> Void
    ) {
      patience.wait(time, context) { body(self, $0) }
    }
  }
#endif
