#if Preview
  internal import Glibc
  internal import NIOConcurrencyHelpers
  internal import NIOCore
  internal import NIOHTTP1
  internal import NIOPosix

  /// A small web service on this machine that the demonstration board, and those that come with it, live on.
  ///
  /// It answers as slowly as real ones do, knows conditional requests, and has one endpoint that fails every third time:
  ///
  ///     /programme.json  /ferries.json  /weather.json  /notice.json  /news.xml  /pictures/NAME.png
  ///     /water.json      503 on every third request
  ///     /switches.json   what POST /switches has set, such as {"lamp": false}
  ///     /code            takes a POST of {"code": "1234"}, and of no other
  ///     /api/stream      events of a flat as Home Assistant sends them; /api/states and /api/services/… belong to it
  ///     /mill/events     what a machine measures, once a second; POST /mill/seen acknowledges {"id": "A104"}
  ///     /NAME            a file of the board's own data, see `DataFile`
  ///
  /// Whatever else is sent to it by POST is taken with thanks and forgotten.
  public final class DemoService: Sendable {
    /// What a test wants to have in hand.
    public struct Options: Sendable {
      /// How long answers take, in seconds; 0...0 in tests.
      public var delay: ClosedRange<Double>
      /// Seconds since 1970; what the contents are a function of.
      public var clock: @Sendable () -> Double
      /// Seconds east of UTC at a time of that clock: what "09:30" in a data file means.
      public var offset: @Sendable (Double) -> Double = { _ in 0 }
      /// The bytes of a data file by its name, which has no slash in it; nil when there is none.
      public var file: @Sendable (_ name: String) -> [UInt8]? = { _ in nil }

      /// As slow as services are, by the wall clock, unless said otherwise.
      public init(
        delay: ClosedRange<Double> = 0.4...1.2, clock: @escaping @Sendable () -> Double = systemClock
      ) {
        self.delay = delay
        self.clock = clock
      }
    }

    /// The PNG file of a name without extension, or nil: harbour, lighthouse, ferry, concert-hall, gallery, island.
    ///
    /// Called on the service's thread, the first time somebody asks for the picture and every time after.
    public typealias Picture = @Sendable (_ name: String) -> [UInt8]?

    /// Without a slash at the end.
    public let url: String
    private let group: MultiThreadedEventLoopGroup

    /// Starts the service on 127.0.0.1.
    ///
    /// - Parameters:
    ///   - port: 0 lets the kernel choose.
    ///   - seed: of everything that looks like chance.
    /// - Throws: `DemoError` when the port cannot be had.
    public static func start(
      port: Int = 0, seed: UInt64, options: Options = Options(), picture: @escaping Picture
    ) throws(DemoError) -> DemoService {
      try DemoService(port: port, seed: seed, options: options, picture: picture)
    }

    private init(port: Int, seed: UInt64, options: Options, picture: @escaping Picture) throws(DemoError) {
      let requests = NIOLockedValueBox(DemoHandler.Counters())
      let devices = DemoDevices(
        switches: Switches(), home: SmartHome(chance: Chance(seed: seed)), mill: Mill(chance: Chance(seed: seed)))
      group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
      let bootstrap = ServerBootstrap(group: group)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            let base = "http://127.0.0.1:\(channel.localAddress?.port ?? 0)"
            let pipeline = channel.pipeline.syncOperations
            try pipeline.configureHTTPServerPipeline()
            try pipeline.addHandler(
              DemoHandler(
                base: base, picture: picture, chance: Chance(seed: seed), options: options, counters: requests,
                devices: devices))
          }
        }
      do {
        url = "http://127.0.0.1:\(try bootstrap.bind(host: "127.0.0.1", port: port).wait().localAddress?.port ?? port)"
      } catch {
        group.shutdownGracefully { _ in }
        throw DemoError(port: port, result: String(describing: error))
      }
    }

    /// Closes all connections and waits until that is done.
    public func stop() {
      // Shutting down fails only for a group that was shut down before.
      try? group.syncShutdownGracefully()
    }
  }

  /// The kernel's wall clock in seconds since 1970: `time(2)`.
  @Sendable
  public func systemClock() -> Double { Double(time(nil)) }

  /// The demo service could not be started.
  public struct DemoError: Error, Sendable, Equatable, CustomStringConvertible {
    var port: Int
    var result: String

    /// What was tried, what came back, and what to do, in one line.
    public var description: String {
      "demo service on 127.0.0.1 port \(port): \(result); stop the program that uses the port, or use port 0"
    }
  }
#endif
