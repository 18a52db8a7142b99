#if Preview
  internal import NIOCore
  internal import NIOHTTP1
  internal import NIOPosix

  /// Answers `GET /metrics` with what is counted, and everything else with where that is.
  ///
  /// One thread of its own; a few connections at once, each for one answer.
  public final class MetricsServer: Sendable {
    /// Has the text made and hands it to the taker, once, from any thread.
    public typealias Source = @Sendable (_ taker: @escaping @Sendable (String) -> Void) -> Void

    /// Connections at once.
    private static let connections = 16
    /// For a request to come whole, and for its answer to be taken: who is slower makes room for others.
    static let patience = TimeAmount.seconds(5)
    /// For what is counted to be gathered.
    static let answerPatience = TimeAmount.seconds(10)

    /// The port that is listened on.
    public let port: Int
    private let group: MultiThreadedEventLoopGroup

    /// Starts to listen.
    ///
    /// - Parameters:
    ///   - host: an address of this machine; nothing that is answered is secret, but it is for those who look after the panel.
    ///   - port: 0 lets the kernel choose.
    ///   - source: called for each answer, on the server's thread; must return at once.
    /// - Throws: when the address or port cannot be had.
    public init(host: String, port: Int, source: @escaping Source) throws(PreviewError) {
      group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      let bootstrap = ServerBootstrap(group: group)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .serverChannelOption(.backlog, value: 16)
        .serverChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(ConnectionCap(most: Self.connections, dropsOldest: true))
          }
        }
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.configureHTTPServerPipeline(withPipeliningAssistance: false)
            try pipeline.addHandler(MetricsHandler(source: source))
          }
        }
      do {
        self.port = try PageListener.bind(
          bootstrap, PreviewServer.Options(host: host, port: .exactly(port)))
      } catch {
        group.shutdownGracefully { _ in }
        var error = error
        error.what = "metrics"
        throw error
      }
    }

    /// Closes all connections and waits until that is done.
    public func stop() {
      // Shutting down fails only for a group that was shut down before.
      try? group.syncShutdownGracefully()
    }
  }

  /// One connection of such a server.
  private final class MetricsHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let source: MetricsServer.Source
    private var hasAnswered = false
    private let patience = Patience()

    init(source: @escaping MetricsServer.Source) { self.source = source }

    func channelActive(context: ChannelHandlerContext) {
      patience.wait(MetricsServer.patience, context) { $0.close(promise: nil) }
      context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
      patience.end()
      context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard case .head(let head) = unwrapInboundIn(data), !hasAnswered else { return }
      // Nothing here takes a body: the answer does not wait for its end.
      hasAnswered = true
      let path = head.uri.prefix { $0 != "?" }
      guard head.method == .GET || head.method == .HEAD else {
        return send(.methodNotAllowed, "only GET\n", head, context)
      }
      guard path == "/metrics" else { return send(.notFound, "what is counted is at /metrics\n", head, context) }
      patience.wait(MetricsServer.answerPatience, context) { $0.close(promise: nil) }
      let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
      let loop = context.eventLoop
      source { text in
        loop.execute {
          let (handler, context) = bound.value
          guard context.channel.isActive else { return }
          handler.send(.ok, text, head, context)
        }
      }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func send(
      _ status: HTTPResponseStatus, _ body: String, _ request: HTTPRequestHead, _ context: ChannelHandlerContext
    ) {
      let headers: HTTPHeaders = [
        "Content-Type": status == .ok ? "text/plain; version=0.0.4; charset=utf-8" : "text/plain; charset=utf-8",
        "Content-Length": String(body.utf8.count), "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
        "Connection": "close",
      ]
      patience.wait(MetricsServer.patience, context) { $0.close(promise: nil) }
      context.write(
        wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))), promise: nil)
      if request.method != .HEAD {
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: body)))), promise: nil)
      }
      context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in
        context.close(promise: nil)
      }
    }
  }
#endif
