#if Preview
  internal import Motion
  internal import NIOCore
  internal import NIOWebSocket
  internal import Panel

  /// What a viewer does, to whoever runs the panel; called on the server's thread.
  struct PreviewHandlers: Sendable {
    var clock: @Sendable () -> Nanoseconds
    var input: @Sendable (InputEvent) -> Void
    var command: @Sendable (PreviewCommand) -> Void
    var arrival: @Sendable () -> Void

    /// Seconds on the monotonic clock.
    var now: Double { Double(clock()) / 1e9 }
  }

  /// One viewer's end of the WebSocket, on the event loop.
  final class ViewerHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let broadcaster: Broadcaster
    private let handlers: PreviewHandlers
    private var viewer: (Viewer, input: ViewerInput)?
    private var isClosing = false
    private var awaitsPong = false
    private var allowance: MessageAllowance
    /// Since when what was sent to it has been waiting, in seconds; nil while it reads.
    private var stuckSince: Double?

    /// Seconds for which what was sent may wait. A page behind another tab reads, though it draws nothing.
    private static let patience = 30.0

    init(broadcaster: Broadcaster, handlers: PreviewHandlers) {
      self.broadcaster = broadcaster
      self.handlers = handlers
      allowance = MessageAllowance(at: handlers.now)
    }

    func handlerAdded(context: ChannelHandlerContext) {
      if let joined = broadcaster.join(context.channel) {
        viewer = (joined, ViewerInput(viewer: joined.slot))
        handlers.arrival()
      } else {
        // 1013: try again later (IANA's registry of WebSocket close codes).
        close(context, .unknown(1013))
      }
    }

    func channelInactive(context: ChannelHandlerContext) {
      leave()
      context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { leave() }

    private func leave() {
      guard let leaving = viewer else { return }
      viewer = nil
      var input = leaving.input
      broadcaster.leave(leaving.0)
      for event in input.cancelAll(at: handlers.now) { handlers.input(event) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let frame = unwrapInboundIn(data)
      awaitsPong = false
      guard !isClosing else { return }
      // RFC 6455 7.4.1: 1008 is for what has no code of its own. It may read nothing any more, so nobody waits for it to.
      guard allowance.take(at: handlers.now) else { return close(context, .policyViolation) }
      if isStuck { return context.close(promise: nil) }
      // RFC 6455 5.1: a server must not accept unmasked frames.
      guard frame.maskKey != nil else { return close(context, .protocolError) }
      // The page's messages are too short for a browser to cut up.
      guard frame.fin, frame.opcode != .continuation else { return close(context, .policyViolation) }
      switch frame.opcode {
      case .binary:
        do throws(ViewerMessage.Malformed) {
          try receive(ViewerMessage(frame.unmaskedData))
        } catch {
          close(context, .protocolError)
        }
      case .text: close(context, .unacceptableData)
      case .ping:
        // Who asks and does not read the answers would have them kept for it.
        guard context.channel.isWritable else { return context.close(promise: nil) }
        let pong = WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)
        context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
      case .pong: break
      case .connectionClose: close(context, .normalClosure)
      default: close(context, .protocolError)
      }
    }

    private func receive(_ message: ViewerMessage) throws(ViewerMessage.Malformed) {
      let received = handlers.now
      switch message {
      case .shown(let sequence, let sent):
        viewer?.input.observe(sent: sent, received: received)
        try viewer?.0.acknowledge(sequence)
        broadcaster.poke()
      case .command(let command): handlers.command(command)
      case .input(let events, let sent):
        viewer?.input.observe(sent: sent, received: received)
        // Before the first frame there is nothing to touch.
        guard let (size, orientation) = broadcaster.frames.geometry else { return }
        for event in events {
          let meant = try viewer?.input.event(event, received: received, size: size, orientation: orientation)
          if let meant { handlers.input(meant) }
        }
      }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
      stuckSince = context.channel.isWritable ? nil : handlers.now
      if context.channel.isWritable { broadcaster.poke() }
      context.fireChannelWritabilityChanged()
    }

    private var isStuck: Bool { stuckSince.map { handlers.now - $0 > Self.patience } ?? false }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      guard event is IdleStateHandler.IdleStateEvent else { return context.fireUserInboundEventTriggered(event) }
      // A page that neither answers a ping nor sends anything is gone, though its host said nothing.
      if awaitsPong || isStuck { return context.close(promise: nil) }
      awaitsPong = true
      context.ping()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      guard let code = WebSocketErrorCode(ending: error) else { return context.close(promise: nil) }
      close(context, code)
    }

    private func close(_ context: ChannelHandlerContext, _ code: WebSocketErrorCode) {
      guard !isClosing else { return }
      isClosing = true
      context.end(code)
    }
  }
#endif
