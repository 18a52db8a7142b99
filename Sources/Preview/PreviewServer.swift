#if Preview
  internal import Glibc
  public import Motion
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

    /// What to open in a browser; with a wildcard address, as seen from this machine.
    public var url: String { listener.url }
    /// With a wildcard address, the same as seen from other machines: one for each address of this one.
    public var otherURLs: [String] { listener.otherURLs }
    /// The port that is listened on.
    public var port: Int { listener.port }
    /// What is on show.
    public let panel: PreviewPanel
    var broadcaster: Broadcaster { panel.broadcaster }
    private let listener: PageListener

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
      let panel = PreviewPanel(
        info: info, maximumViewers: options.maximumViewers, clock: clock, onInput: onInput, onCommand: onCommand,
        onArrival: onArrival)
      self.panel = panel
      listener = try PageListener(
        options, PageSite(page: Page.html, panel: { $0 == 0 ? panel : nil }),
        connections: options.maximumViewers + Self.otherConnections)
    }

    /// Whether anybody looks; frames need not be published while nobody does.
    public var isWatched: Bool { panel.isWatched }

    /// Whether a viewer waits for a picture and there is none: the last one is forgotten when the last viewer leaves.
    public var needsPicture: Bool { panel.needsPicture }

    /// A buffer to draw the next frame in, recycled when one of this size is free.
    ///
    /// - Parameter size: panel pixels, each side 1 to 4096.
    public func buffer(size: PixelSize) -> PreviewBuffer {
      panel.buffer(size: size)
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
      listener.stop()
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
