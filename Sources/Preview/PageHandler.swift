#if Preview
  internal import NIOCore
  internal import NIOHTTP1
  internal import NIOWebSocket

  /// Answers the one page there is, and says no to everything else; each connection gets one answer.
  final class PageHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let gate: Gate
    private let broadcaster: Broadcaster
    private var request: HTTPRequestHead?

    init(gate: Gate, broadcaster: Broadcaster) {
      self.gate = gate
      self.broadcaster = broadcaster
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
        let policy = """
          default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; connect-src ws://\(host); \
          img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
          """
        send(.ok, type: "text/html; charset=utf-8", body: Page.html(nonce: nonce), policy: policy, request, context)
      case .socket:
        if broadcaster.hasRoom {
          refuse(.upgradeRequired, "This is a WebSocket.", request, context)
        } else {
          refuse(.serviceUnavailable, "As many viewers are watching as may.", request, context)
        }
      case .refuse(let status, let reason): refuse(status, reason, request, context)
      }
    }

    private func refuse(
      _ status: HTTPResponseStatus, _ reason: String, _ request: HTTPRequestHead, _ context: ChannelHandlerContext
    ) {
      let policy = "default-src 'none'; frame-ancestors 'none'"
      send(status, type: "text/plain; charset=utf-8", body: reason + "\n", policy: policy, request, context)
    }

    private func send(
      _ status: HTTPResponseStatus, type: String, body: String, policy: String, _ request: HTTPRequestHead,
      _ context: ChannelHandlerContext
    ) {
      var headers: HTTPHeaders = [
        "Content-Type": type, "Content-Length": String(body.utf8.count), "Content-Security-Policy": policy,
        "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY",
        "Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin", "Connection": "close",
      ]
      if status == .methodNotAllowed { headers.add(name: "Allow", value: "GET") }
      if status == .upgradeRequired { headers.add(name: "Upgrade", value: "websocket") }
      context.write(
        wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))), promise: nil)
      if request.method != .HEAD {
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: body)))), promise: nil)
      }
      context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in context.close(promise: nil)
      }
    }
  }
#endif
