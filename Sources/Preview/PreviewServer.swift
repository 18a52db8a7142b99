#if Preview
  internal import Glibc
  public import Motion
  internal import NIOCore
  internal import NIOHTTP1
  internal import NIOPosix
  internal import NIOWebSocket
  public import Panel
  public import Scene

  /// The virtual panel: serves one page that shows published frames and sends touches back.
  ///
  /// The frame thread calls `buffer`, `publish` and `show`; none of them waits for a viewer. Everything else happens on one event
  /// loop thread (connections, input) and one queue (comparing and compressing).
  public final class PreviewServer: Sendable {
    /// Which port to listen on.
    public enum Port: Sendable, Equatable {
      /// This port or an error; 0 lets the kernel choose.
      case exactly(Int)
      /// The first free one of 20 ports from here on.
      case firstFree(from: Int)
    }

    /// Where to listen, and for how many.
    public struct Options: Sendable {
      /// The address to listen on. Any but a loopback address makes a random token part of the URL.
      public var host: String
      /// On that address; one that is taken is an error, or passed over.
      public var port: Port
      /// Pages that may be connected at once, 1 to 64.
      public var maximumViewers: Int

      /// This machine only, on a free port.
      public init(host: String = "127.0.0.1", port: Port = .firstFree(from: 8080), maximumViewers: Int = 8) {
        self.host = host
        self.port = port
        self.maximumViewers = maximumViewers
      }
    }

    /// Pixels a side of the largest panel that the page's canvas can show.
    public static let largestSide = 4096
    /// Connections at once besides those of viewers: pages being loaded, and who is told that there is no room.
    static let otherConnections = 56
    /// Messages larger than this, in bytes, end a connection.
    static let largestMessage = 65_536
    /// A connection that is silent for this long is asked whether it lives, and closed after another such time.
    private static let silence = TimeAmount.seconds(20)

    /// What to open in a browser; with a wildcard address, as seen from this machine.
    public let url: String
    /// With a wildcard address, the same as seen from other machines: one for each address of this one.
    public let otherURLs: [String]
    /// The port that is listened on.
    public let port: Int
    let broadcaster: Broadcaster
    private let group: MultiThreadedEventLoopGroup

    /// Starts to listen.
    ///
    /// - Parameters:
    ///   - info: what the bar shows until `show` is called.
    ///   - clock: the monotonic clock that input times are mapped to, in nanoseconds.
    ///   - onInput: gets what viewers do, in viewer pixels of the newest frame's orientation, one event at a time on the server's thread.
    ///   - onCommand: gets what viewers choose in the bar, likewise.
    ///   - onArrival: called when a viewer has come, likewise: `needsPicture` may have become true.
    /// - Throws: when the address or port cannot be had.
    public init(
      options: Options = Options(), info: PreviewInfo, clock: @escaping @Sendable () -> Nanoseconds = monotonicClock,
      onInput: @escaping @Sendable (InputEvent) -> Void, onCommand: @escaping @Sendable (PreviewCommand) -> Void,
      onArrival: @escaping @Sendable () -> Void = {}
    ) throws(PreviewError) {
      // Fits: what the program asks for itself, before anybody is let in.
      precondition((1...64).contains(options.maximumViewers), "1 to 64 viewers")
      let isLoopback = ["127.0.0.1", "::1", "localhost"].contains(options.host)
      let token = isLoopback ? nil : Gate.randomToken()
      let handlers = PreviewHandlers(clock: clock, input: onInput, command: onCommand, arrival: onArrival)
      let broadcaster = Broadcaster(maximumViewers: options.maximumViewers, info: info)
      group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      self.broadcaster = broadcaster
      let host = options.host
      let bootstrap = ServerBootstrap(group: group)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .serverChannelOption(.backlog, value: 64)
        .serverChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(
              ConnectionCap(most: options.maximumViewers + Self.otherConnections))
          }
        }
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            // A connection knows the port it came to; the server's own is known only after binding.
            let gate = Gate(host: host, port: channel.localAddress?.port ?? 0, token: token)
            try Self.configure(channel, gate: gate, broadcaster: broadcaster, handlers: handlers)
          }
        }
      do {
        port = try Self.bind(bootstrap, options)
      } catch {
        group.shutdownGracefully { _ in }
        throw error
      }
      let isWildcard = ["0.0.0.0", "::"].contains(host)
      let end = ":\(port)/" + (token.map { "?token=\($0)" } ?? "")
      url = "http://" + (isWildcard ? "127.0.0.1" : Self.bracketed(host)) + end
      otherURLs = isWildcard ? Self.addresses(withIPv6: host == "::").map { "http://" + Self.bracketed($0) + end } : []
    }

    /// IPv6 in URLs; RFC 3986, section 3.2.2.
    private static func bracketed(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }

    /// This machine's addresses that others can reach.
    private static func addresses(withIPv6: Bool) -> [String] {
      let devices = (try? System.enumerateDevices()) ?? []
      return devices.compactMap { device in
        guard let address = device.address, let ip = address.ipAddress else { return nil }
        switch address.protocol {
        case .inet: return ip.hasPrefix("127.") ? nil : ip
        // Link-local ones need the name of an interface, which differs from machine to machine.
        case .inet6: return !withIPv6 || ip == "::1" || ip.hasPrefix("fe80") ? nil : ip
        default: return nil
        }
      }
    }

    static func bind(_ bootstrap: ServerBootstrap, _ options: Options) throws(PreviewError) -> Int {
      let ports =
        switch options.port {
        // Fits: one port, whichever it is.
        case .exactly(let port): port...port
        case .firstFree(let first): first...max(first, first &+ 19)
        }
      guard ports.lowerBound >= 0, ports.upperBound <= 65_535 else {
        throw PreviewError(
          host: options.host, ports: ports, result: "there are no such ports", advice: "use 0 to 65535")
      }
      for port in ports {
        do {
          return try bootstrap.bind(host: options.host, port: port).wait().localAddress?.port ?? port
        } catch let error as IOError where error.errnoCode == EADDRINUSE && port < ports.upperBound {
          continue
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
          throw PreviewError(
            host: options.host, ports: ports, result: "another program is using it",
            advice: "stop that program, choose another port, or name none to get a free one")
        } catch let error as IOError where error.errnoCode == EPERM {
          // Source: systemd.resource-control(5), `SocketBindDeny=`.
          throw PreviewError(
            host: options.host, ports: ports, result: "a service may listen on no port that it is not given",
            advice: "a drop-in with SocketBindAllow=tcp:\(port) gives it")
        } catch let error as IOError {
          throw PreviewError(
            host: options.host, ports: ports, result: unsafe String(cString: strerror(error.errnoCode)),
            advice: "choose an address of this machine and a port that you may use")
        } catch is SocketAddressError.UnknownHost {
          throw PreviewError(
            host: options.host, ports: ports, result: "there is no machine of this name",
            advice: "choose an address of this machine")
        } catch {
          throw PreviewError(
            host: options.host, ports: ports, result: String(describing: error),
            advice: "choose an address of this machine")
        }
      }
      // Fits: a range that has both its ends is not empty.
      preconditionFailure("a range of ports is not empty")
    }

    private static func configure(
      _ channel: any Channel, gate: Gate, broadcaster: Broadcaster, handlers: PreviewHandlers
    ) throws {
      let upgrader = NIOWebSocketServerUpgrader(
        maxFrameSize: largestMessage, automaticErrorHandling: false,
        shouldUpgrade: { channel, request in
          let accepted = gate.decide(request) == .socket && broadcaster.hasRoom
          return channel.eventLoop.makeSucceededFuture(accepted ? HTTPHeaders() : nil)
        },
        upgradePipelineHandler: { channel, _ in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(
              ViewerHandler(broadcaster: broadcaster, handlers: handlers))
          }
        })
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(IdleStateHandler(readTimeout: silence))
      try pipeline.configureHTTPServerPipeline(
        withServerUpgrade: (
          upgraders: [upgrader],
          completionHandler: { context in
            // The page has nothing to say on a connection that became a WebSocket.
            let pipeline = context.pipeline.syncOperations
            if let page = try? pipeline.handler(type: PageHandler.self) { pipeline.removeHandler(page, promise: nil) }
          }
        ))
      try pipeline.addHandler(PageHandler(gate: gate, broadcaster: broadcaster))
    }

    /// Whether anybody looks; frames need not be published while nobody does.
    public var isWatched: Bool { broadcaster.isWatched }

    /// Whether a viewer waits for a picture and there is none: the last one is forgotten when the last viewer leaves.
    public var needsPicture: Bool { broadcaster.isWatched && broadcaster.frames.geometry == nil }

    /// A buffer to draw the next frame in, recycled when one of this size is free.
    ///
    /// - Parameter size: panel pixels, each side 1 to 4096.
    public func buffer(size: PixelSize) -> PreviewBuffer {
      // Fits: what a viewer asks for ends there, too, and `vitrine run` refuses larger ones.
      precondition(max(size.width, size.height) <= Self.largestSide, "the page's canvas ends at 4096 pixels")
      return broadcaster.frames.buffer(size: size)
    }

    /// Makes a buffer the newest frame: what came before and was not sent yet never will be.
    ///
    /// - Parameter orientation: how the picture in it is turned; the page turns it back.
    public func publish(_ buffer: consuming PreviewBuffer, orientation: Orientation) {
      broadcaster.publish(buffer, orientation: orientation)
    }

    /// Shows this in the bar of every viewer, now and later.
    public func publish(_ info: PreviewInfo) { broadcaster.publish(info) }

    /// Lifts all contacts, closes all connections and waits until that is done. Not to be called from the handlers.
    public func stop() {
      // Shutting down fails only for a group that was shut down before.
      try? group.syncShutdownGracefully()
    }
  }

  /// The kernel's monotonic clock in nanoseconds: `clock_gettime(CLOCK_MONOTONIC)`.
  @Sendable
  public func monotonicClock() -> Nanoseconds {
    var time = timespec()
    unsafe _ = clock_gettime(CLOCK_MONOTONIC, &time)
    return Nanoseconds(time.tv_sec) * 1_000_000_000 + Nanoseconds(time.tv_nsec)
  }

  /// The preview, or another server of ours, could not be started.
  public struct PreviewError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What was to listen there.
    var what = "preview"
    var host: String
    var ports: ClosedRange<Int>
    var result: String
    var advice: String

    /// What was tried, on what, what came back, and what to do, in one line.
    public var description: String {
      let tried = ports.count == 1 ? "port \(ports.lowerBound)" : "ports \(ports.lowerBound) to \(ports.upperBound)"
      return "\(what) on \(host), \(tried): \(result); \(advice)"
    }
  }
#endif
