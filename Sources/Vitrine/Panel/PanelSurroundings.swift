/// What a program's own options put around a kiosk: a recorder, and a desk where others ask for things.
struct PanelSurroundings {
  /// With the recorder.
  let options: PanelOptions
  /// nil where nobody can ask.
  let desk: PanelDesk?
  /// What the desk keeps the last lines of.
  let log: @Sendable (String) -> Void

  /// - Parameter log: takes lines for people, from any queue.
  init(
    _ options: PanelOptions, _ source: BoardSource, cacheDirectory: String?, log: @escaping @Sendable (String) -> Void
  ) {
    var options = options
    if options.recorder == nil { options.recorder = options.records?.makeRecorder(log: log) }
    let recorder = options.recorder
    let desk = options.access.map { access in
      PanelDesk(
        PanelDesk.Setup(
          version: access.version, boardPath: source.path, cacheDirectory: cacheDirectory, recorder: recorder))
    }
    self.options = options
    self.desk = desk
    self.log = desk?.logging(to: log) ?? log
  }
}

extension PanelOptions {
  /// The ways to it that a program has opened; nil where there are none.
  func openWays(_ desk: PanelDesk?, log: @escaping @Sendable (String) -> Void) -> PanelWays? {
    guard let desk, let access else { return nil }
    return PanelWays(access, desk, log: log)
  }

  /// Keeps a record because the program wants one.
  func keepRecord(log: (String) -> Void, _ done: @escaping @Sendable (String?) -> Void) {
    guard let recorder else {
      log("the program asks for a record: \(PanelRecorder.absence)")
      return done(nil)
    }
    recorder.keep(.asked, then: done)
  }

  /// The run ends as it was meant to: the next one finds nothing of it. Whoever made the recorder closes it.
  func endRecords() {
    if records != nil { recorder?.close() }
  }
}
