#if Preview
  internal import Markup
  internal import NIOConcurrencyHelpers
  internal import NIOCore
  internal import NIOWebSocket

  /// What all pages of a studio are told, by subject: each gets the newest of each, and one that reads slowly misses what came between.
  final class TalkHub: Sendable {
    /// Pages at once.
    static let most = 16

    private struct State {
      var topics: [String: (version: Int, text: String)] = [:]
      var version = 0
      var talkers: [Int: Talker] = [:]
      var next = 0
    }

    /// Somebody who is told.
    final class Talker: Sendable {
      let number: Int
      private let channel: any Channel
      /// The newest version that has been sent.
      private let sent = NIOLockedValueBox(0)

      init(number: Int, channel: any Channel) { (self.number, self.channel) = (number, channel) }

      func send(_ topics: [(version: Int, text: String)]) {
        guard channel.isWritable else { return }
        let texts = sent.withLockedValue { sent in
          let news = topics.filter { $0.version > sent }.sorted { $0.version < $1.version }
          sent = max(sent, news.last?.version ?? 0)
          return news.map(\.text)
        }
        for text in texts {
          channel.writeAndFlush(WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: text)), promise: nil)
        }
      }
    }

    private let state = NIOLockedValueBox(State())
    /// Takes what pages say, on the server's thread.
    let heard: @Sendable (String) -> Void
    /// Seconds on the monotonic clock.
    let now: @Sendable () -> Double

    init(now: @escaping @Sendable () -> Double, heard: @escaping @Sendable (String) -> Void) {
      (self.now, self.heard) = (now, heard)
    }

    /// Tells everybody, now and later; what was said of it before is over.
    func tell(_ topic: String, _ text: String) {
      let (talkers, topics) = state.withLockedValue { state in
        guard state.topics[topic]?.text != text else { return ([Talker](), [(version: Int, text: String)]()) }
        state.version += 1
        state.topics[topic] = (state.version, text)
        return (Array(state.talkers.values), Array(state.topics.values))
      }
      for talker in talkers { talker.send(topics) }
    }

    /// What was said of it is told to nobody who comes later.
    func forget(_ topic: String) { state.withLockedValue { $0.topics[topic] = nil } }

    /// - Returns: nil when as many talk as may.
    func join(_ channel: any Channel) -> Talker? {
      let talker = state.withLockedValue { state -> Talker? in
        guard state.talkers.count < Self.most else { return nil }
        state.next += 1
        let talker = Talker(number: state.next, channel: channel)
        state.talkers[talker.number] = talker
        return talker
      }
      if let talker { catchUp(talker) }
      return talker
    }

    func leave(_ talker: Talker) { state.withLockedValue { $0.talkers[talker.number] = nil } }

    /// Sends what it has missed while it did not read.
    func catchUp(_ talker: Talker) { talker.send(state.withLockedValue { Array($0.topics.values) }) }
  }

  /// One page's end of the WebSocket on which all panels are talked about.
  final class TalkHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let hub: TalkHub
    private var talker: TalkHub.Talker?
    private var allowance: MessageAllowance
    private var awaitsPong = false
    private var isClosing = false

    init(hub: TalkHub) {
      self.hub = hub
      allowance = MessageAllowance(at: hub.now())
    }

    func handlerAdded(context: ChannelHandlerContext) {
      talker = hub.join(context.channel)
      // 1013: try again later (IANA's registry of WebSocket close codes).
      if talker == nil { close(context, .unknown(1013)) }
    }

    func channelInactive(context: ChannelHandlerContext) {
      leave()
      context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { leave() }

    private func leave() {
      if let talker { hub.leave(talker) }
      talker = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let frame = unwrapInboundIn(data)
      awaitsPong = false
      guard !isClosing else { return }
      guard allowance.take(at: hub.now()) else { return close(context, .policyViolation) }
      // RFC 6455 5.1: a server must not accept unmasked frames.
      guard frame.maskKey != nil else { return close(context, .protocolError) }
      guard frame.fin, frame.opcode != .continuation else { return close(context, .policyViolation) }
      switch frame.opcode {
      case .text:
        let bytes = frame.unmaskedData
        guard let text = bytes.getString(at: bytes.readerIndex, length: bytes.readableBytes) else {
          return close(context, .dataInconsistentWithMessage)
        }
        hub.heard(text)
      case .binary: close(context, .unacceptableData)
      case .ping:
        guard context.channel.isWritable else { return context.close(promise: nil) }
        context.writeAndFlush(
          wrapOutboundOut(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)), promise: nil)
      case .pong: break
      case .connectionClose: close(context, .normalClosure)
      default: close(context, .protocolError)
      }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
      if context.channel.isWritable, let talker { hub.catchUp(talker) }
      context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      guard event is IdleStateHandler.IdleStateEvent else { return context.fireUserInboundEventTriggered(event) }
      // A page that does not answer a ping is gone, though its host said nothing.
      if awaitsPong { return context.close(promise: nil) }
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
