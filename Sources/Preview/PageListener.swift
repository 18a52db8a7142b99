#if Preview
  internal import Glibc
  internal import NIOCore
  internal import NIOHTTP1
  internal import NIOPosix
  internal import NIOWebSocket

  /// What a server of pages has behind its paths.
  struct PageSite: Sendable {
    /// The page, by the word that marks its style and script as ours.
    var page: @Sendable (_ nonce: String) -> String
    /// Modules and styles the page loads, by name.
    var files: [String: PageFile] = [:]
    /// What is made while pages are open, by name; nil where nothing is of this one.
    var made: @Sendable (String) -> PageFile? = { _ in nil }
    /// The panels there are, by number; nil where there is none of it.
    var panel: @Sendable (Int) -> PreviewPanel?
    /// Those who talk about more than one panel; nil where nobody may.
    var hub: TalkHub?
  }

  /// A module or a style that is carried in the binary.
  struct PageFile: Sendable {
    /// As `Content-Type` has it.
    var type: String
    var bytes: [UInt8]
  }

  /// Listens on an address, and brings each connection to what it asks for.
  final class PageListener: Sendable {
    /// Messages larger than this, in bytes, end a connection.
    static let largestMessage = 65_536
    /// A connection that is silent for this long is asked whether it lives, and closed after another such time.
    private static let silence = TimeAmount.seconds(20)

    /// See `PreviewServer`.
    let url: String
    let otherURLs: [String]
    let port: Int
    private let group: MultiThreadedEventLoopGroup

    /// - Parameter connections: at once; more of them are closed.
    /// - Throws: when the address or port cannot be had.
    init(_ options: PreviewServer.Options, _ site: PageSite, connections: Int) throws(PreviewError) {
      let isLoopback = ["127.0.0.1", "::1", "localhost"].contains(options.host)
      let token = isLoopback ? nil : Gate.randomToken()
      group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      let host = options.host
      let bootstrap = ServerBootstrap(group: group)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .serverChannelOption(.backlog, value: 64)
        .serverChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(ConnectionCap(most: connections))
          }
        }
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            // A connection knows the port it came to; the server's own is known only after binding.
            let gate = Gate(
              host: host, port: channel.localAddress?.port ?? 0, token: token, files: Set(site.files.keys),
              isStudio: site.hub != nil)
            try Self.configure(channel, gate: gate, site)
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

    /// Closes all connections and waits until that is done. Not to be called from the handlers.
    func stop() {
      // Shutting down fails only for a group that was shut down before.
      try? group.syncShutdownGracefully()
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

    static func bind(_ bootstrap: ServerBootstrap, _ options: PreviewServer.Options) throws(PreviewError) -> Int {
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

    private static func configure(_ channel: any Channel, gate: Gate, _ site: PageSite) throws {
      let upgrader = NIOWebSocketServerUpgrader(
        maxFrameSize: largestMessage, automaticErrorHandling: false,
        shouldUpgrade: { channel, request in
          // Where there is no room any more, too: a page is told nothing of a refusal, but why its connection ends. How many there are at
          // once ends with `ConnectionCap`.
          let accepted =
            switch gate.decide(request) {
            case .socket(let number): site.panel(number) != nil
            case .talk: site.hub != nil
            case .page, .file, .made, .refuse: false
            }
          return channel.eventLoop.makeSucceededFuture(accepted ? HTTPHeaders() : nil)
        },
        upgradePipelineHandler: { channel, request in
          channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            switch gate.decide(request) {
            case .socket(let number):
              guard let panel = site.panel(number) else { return channel.close(promise: nil) }
              try pipeline.addHandler(ViewerHandler(broadcaster: panel.broadcaster, handlers: panel.handlers))
            case .talk:
              guard let hub = site.hub else { return channel.close(promise: nil) }
              try pipeline.addHandler(TalkHandler(hub: hub))
            case .page, .file, .made, .refuse: channel.close(promise: nil)
            }
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
      try pipeline.addHandler(PageHandler(gate: gate, site: site))
    }
  }
#endif
