#if Preview
  internal import NIOConcurrencyHelpers
  internal import NIOCore
  internal import NIOHTTP1
  internal import NIOPosix

  /// Takes what is asked of a panel by HTTP from whoever knows its token.
  ///
  /// One thread of its own; a few connections at once, each for one request. What others can take of the kiosk is bounded: connections,
  /// bytes of heads and bodies, time, requests a second, guesses of the token.
  public final class ControlHTTPServer: Sendable {
    /// What is asked, once its token has been found right and its body has come whole.
    public struct Call: Sendable, Equatable {
      /// `GET`, `POST` or whatever was written.
      public var method: String
      /// Of the address, without what comes behind `?`.
      public var path: String
      /// What comes behind `?`; empty when nothing does.
      public var query: String
      /// Empty for none.
      public var body: [UInt8]
      /// The address it came from; a word where the system names none.
      public var peer: String
    }

    /// What comes back.
    public struct Reply: Sendable, Equatable {
      /// HTTP's number for what came of it, 200 to 599.
      public var status: Int
      /// What the body is, as `Content-Type` has it.
      public var type: String
      /// All of it.
      public var body: [UInt8]
      /// The method that would do, for a 405.
      public var allowed: String?

      /// For the parameters see the properties.
      public init(status: Int, type: String = "application/json", body: [UInt8], allowed: String? = nil) {
        (self.status, self.type, self.body, self.allowed) = (status, type, body, allowed)
      }
    }

    /// Does what is asked and hands the reply to the taker, once, from any thread; called on the server's thread, must return at once.
    public typealias Handler = @Sendable (_ call: Call, _ taker: @escaping @Sendable (Reply) -> Void) -> Void

    /// Characters a token has at least.
    public static let shortestToken = 16
    /// Connections at once; more of them are closed.
    static let connections = 32
    /// Bytes of a head, and of a body.
    static let headBytes = 16_384
    static let bodyBytes = 65_536
    /// Requests a second for as long as one likes, and at once after a silence.
    static let rate = 50.0
    static let burst = 100.0
    /// How long somebody waits who has guessed wrong.
    static let pauseAfterGuess = TimeAmount.seconds(2)
    /// For a request to come whole, for an answer to be made, for one to be taken.
    static let patience = TimeAmount.seconds(10)
    static let answerPatience = TimeAmount.seconds(20)

    /// The port that is listened on.
    public let port: Int
    private let group: MultiThreadedEventLoopGroup

    /// Starts to listen.
    ///
    /// - Parameters:
    ///   - host: an address of this machine.
    ///   - port: 0 lets the kernel choose.
    ///   - token: what lets somebody in; at least as long as `shortestToken`.
    ///   - handler: see `Handler`.
    /// - Throws: when the address or port cannot be had.
    public init(host: String, port: Int, token: String, handler: @escaping Handler) throws(PreviewError) {
      group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      let allowance = NIOLockedValueBox(
        MessageAllowance(at: Double(monotonicClock()) / 1e9, rate: Self.rate, burst: Self.burst))
      let isLoopback = ["127.0.0.1", "::1", "localhost"].contains(host)
      let bootstrap = ServerBootstrap(group: group)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .serverChannelOption(.backlog, value: 64)
        .serverChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(ConnectionCap(most: Self.connections, dropsOldest: true))
          }
        }
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            let names = OwnNames(
              host: host, port: channel.localAddress?.port ?? 0, takesAddresses: !isLoopback)
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(ByteCap(most: 4 * (Self.headBytes + Self.bodyBytes)))
            try pipeline.configureHTTPServerPipeline(withPipeliningAssistance: false)
            try pipeline.addHandler(
              ControlHTTPHandler(
                gate: ControlGate(names: names, token: token),
                allows: { allowance.withLockedValue { $0.take(at: Double(monotonicClock()) / 1e9) } },
                handler: handler))
          }
        }
      do {
        self.port = try PageListener.bind(bootstrap, PreviewServer.Options(host: host, port: .exactly(port)))
      } catch {
        group.shutdownGracefully { _ in }
        var error = error
        error.what = "http"
        throw error
      }
    }

    /// Closes all connections and waits until that is done. Not to be called from the handler.
    public func stop() {
      // Shutting down fails only for a group that was shut down before.
      try? group.syncShutdownGracefully()
    }
  }

  /// Closes a connection on which more has come than anybody needs: a head without an end, a body that goes on.
  private final class ByteCap: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private var left: Int

    init(most: Int) { left = most }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      left -= unwrapInboundIn(data).readableBytes
      guard left >= 0 else { return context.close(promise: nil) }
      context.fireChannelRead(data)
    }
  }
#endif
