#if Preview
  internal import NIOCore
  internal import NIOHTTP1
  internal import NIOWebSocket

  /// Answers the one page there is, and says no to everything else; each connection gets one answer.
  final class PageHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let gate: Gate
    private let site: PageSite
    private var request: HTTPRequestHead?

    init(gate: Gate, site: PageSite) {
      self.gate = gate
      self.site = site
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .head(let head): request = head
      case .body, .end:
        // Nothing here takes a body: the answer does not wait for its end.
        guard let request else { return }
        self.request = nil
        answer(request, context)
      }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if event is IdleStateHandler.IdleStateEvent { return context.close(promise: nil) }
      context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      // A refused upgrade arrives here first and then as an ordinary request, which is answered.
      if error is NIOWebSocketUpgradeError { return }
      context.close(promise: nil)
    }

    private func answer(_ request: HTTPRequestHead, _ context: ChannelHandlerContext) {
      switch gate.decide(request) {
      case .page:
        let nonce = Gate.randomToken()
        let host = request.headers.first(name: "host") ?? ""
        let own = site.files.isEmpty ? "" : "'self' "
        let policy = """
          default-src 'none'; script-src \(own)'nonce-\(nonce)'; style-src \(own)'nonce-\(nonce)'; \
          connect-src ws://\(host); img-src \(own)data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
          """
        send(
          .ok, type: "text/html; charset=utf-8", body: Array(site.page(nonce).utf8), policy: policy, request, context)
      case .file(let name):
        // The gate lets nobody in but to files there are.
        guard let file = site.files[name] else { return refuse(.notFound, "There is nothing here.", request, context) }
        send(.ok, type: file.type, body: file.bytes, policy: Self.nothing, request, context)
      case .made(let name):
        guard let file = site.made(name) else { return refuse(.notFound, "There is nothing here.", request, context) }
        send(.ok, type: file.type, body: file.bytes, policy: Self.nothing, request, context)
      case .socket(let number) where site.panel(number) == nil:
        refuse(.notFound, "There is no such panel.", request, context)
      case .socket, .talk: refuse(.upgradeRequired, "This is a WebSocket.", request, context)
      case .refuse(let status, let reason): refuse(status, reason, request, context)
      }
    }

    /// The policy of what is no page.
    private static let nothing = "default-src 'none'; frame-ancestors 'none'"

    private func refuse(
      _ status: HTTPResponseStatus, _ reason: String, _ request: HTTPRequestHead, _ context: ChannelHandlerContext
    ) {
      send(
        status, type: "text/plain; charset=utf-8", body: Array((reason + "\n").utf8), policy: Self.nothing, request,
        context)
    }

    private func send(
      _ status: HTTPResponseStatus, type: String, body: [UInt8], policy: String, _ request: HTTPRequestHead,
      _ context: ChannelHandlerContext
    ) {
      var headers: HTTPHeaders = [
        "Content-Type": type, "Content-Length": String(body.count), "Content-Security-Policy": policy,
        "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY",
        "Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin", "Connection": "close",
      ]
      if status == .methodNotAllowed { headers.add(name: "Allow", value: "GET") }
      if status == .upgradeRequired { headers.add(name: "Upgrade", value: "websocket") }
      context.write(
        wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))), promise: nil)
      if request.method != .HEAD {
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
      }
      context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in context.close(promise: nil)
      }
    }
  }
#endif
