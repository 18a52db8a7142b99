#if Preview
  public import Markup
  internal import NIOConcurrencyHelpers

  /// The studio's page, the panels beside each other on it, and what is said of all of them. On this machine only.
  public final class StudioServer: Sendable {
    private let panels: NIOLockedValueBox<[Int: PreviewPanel]>
    private let hub: TalkHub
    private let shelf = FileShelf()
    private let listener: PageListener

    /// Pages and sockets of sixteen studios, each with eight panels.
    private static let connections = 256

    /// What to open in a browser.
    public var url: String { listener.url }
    /// The port that is listened on.
    public var port: Int { listener.port }

    /// Starts to listen.
    ///
    /// - Parameter onMessage: gets what pages say, one JSON text at a time, on the server's thread; it must return at once.
    /// - Throws: when the port cannot be had.
    public init(port: PreviewServer.Port, onMessage: @escaping @Sendable (String) -> Void) throws(PreviewError) {
      let panels = NIOLockedValueBox<[Int: PreviewPanel]>([:])
      let hub = TalkHub(now: { Double(monotonicClock()) / 1e9 }, heard: onMessage)
      (self.panels, self.hub) = (panels, hub)
      let shelf = shelf
      listener = try PageListener(
        PreviewServer.Options(port: port),
        PageSite(
          page: StudioPage.html, files: StudioPage.files, made: { shelf.file($0) },
          panel: { number in panels.withLockedValue { $0[number] } }, hub: hub), connections: Self.connections)
    }

    /// Shows a panel under a number from now on.
    public func open(_ panel: PreviewPanel, as number: Int) { panels.withLockedValue { $0[number] = panel } }

    /// There is no panel of this number any more.
    public func close(_ number: Int) { panels.withLockedValue { $0.removeValue(forKey: number) }?.close() }

    /// Tells every page, now and later, how something stands.
    ///
    /// - Parameter members: of the object that is sent; its `topic` is put before them.
    public func tell(_ topic: String, _ members: [JSON.Member]) {
      hub.tell(topic, JSON.object([JSON.Member("topic", .text(topic))] + members).line)
    }

    /// Tells nobody any more how something stood.
    public func forget(_ topic: String) { hub.forget(topic) }

    /// Puts a file where pages can load it, as `made/NAME`; what was put there long ago makes room.
    public func offer(_ name: String, type: String, _ bytes: [UInt8]) {
      shelf.put(PageFile(type: type, bytes: bytes), as: name)
    }

    /// Closes all connections and waits until that is done. Not to be called from the handlers.
    public func stop() { listener.stop() }
  }
#endif
