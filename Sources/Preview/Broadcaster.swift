#if Preview
  internal import Dispatch
  internal import NIOConcurrencyHelpers
  internal import NIOCore
  internal import Scene

  /// Brings all viewers up to the newest frame, on a queue of its own.
  ///
  /// Whatever happens (a frame, an acknowledgement, a new viewer) pokes one Dispatch source, which coalesces; each time it fires,
  /// every viewer that waits gets the way from what it shows to the newest frame.
  final class Broadcaster: Sendable {
    private struct State {
      var viewers: [Viewer?]
      var info: String
      var infoVersion = 1
    }

    let frames = FrameExchange()
    private let state: NIOLockedValueBox<State>
    private let queue = DispatchQueue(label: "vitrine.preview.encode", qos: .utility)
    // nonisolated(unsafe): Dispatch objects may be used from any thread; only Dispatch's annotation is missing.
    private nonisolated(unsafe) let source: any DispatchSourceUserDataAdd

    init(maximumViewers: Int, info: PreviewInfo) {
      // Fits: 1 to 64, as the server has made sure.
      state = NIOLockedValueBox(State(viewers: Array(repeating: nil, count: maximumViewers), info: info.json))
      unsafe source = DispatchSource.makeUserDataAddSource(queue: queue)
      unsafe source.setEventHandler { [weak self] in self?.pass() }
      unsafe source.activate()
    }

    deinit { unsafe source.cancel() }

    /// Has the encoder look again; cheap, allocates nothing, callable from any thread.
    func poke() { unsafe source.add(data: 1) }

    func publish(_ buffer: consuming PreviewBuffer, orientation: Orientation) {
      frames.publish(buffer, orientation: orientation)
      poke()
    }

    func publish(_ info: PreviewInfo) {
      let json = info.json
      state.withLockedValue { state in
        guard json != state.info else { return }
        state.info = json
        state.infoVersion += 1
      }
      poke()
    }

    /// - Returns: nil when as many viewers watch as may.
    func join(_ channel: any Channel) -> Viewer? {
      let viewer = state.withLockedValue { state -> Viewer? in
        guard let slot = state.viewers.firstIndex(where: { $0 == nil }) else { return nil }
        let viewer = Viewer(slot: slot, channel: channel)
        state.viewers[slot] = viewer
        return viewer
      }
      poke()
      return viewer
    }

    func leave(_ viewer: Viewer) {
      state.withLockedValue { $0.viewers[viewer.slot] = nil }
      if !isWatched { frames.forget() }
    }

    /// Closes every connection; what each was told last is all it gets.
    func closeAll() {
      for viewer in state.withLockedValue({ $0.viewers.compactMap(\.self) }) { viewer.close() }
    }

    var isWatched: Bool { state.withLockedValue { $0.viewers.contains { $0 != nil } } }

    /// Waits until everything poked before has been encoded; for tests.
    func settle() { queue.sync { pass() } }

    private func pass() {
      let (viewers, info, version) = state.withLockedValue { ($0.viewers.compactMap(\.self), $0.info, $0.infoVersion) }
      for viewer in viewers { viewer.send(info: info, version: version) }
      guard let oldest = viewers.compactMap(\.idleSince).min(), let frame = frames.startReading(after: oldest) else {
        return
      }
      defer { frames.finishReading() }
      for viewer in viewers {
        if let shown = viewer.idleSince, shown < frame.sequence { viewer.send(frame) }
      }
    }
  }
#endif
