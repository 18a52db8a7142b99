package import Fleet
package import Status

/// Who shows what a keeper of bundles has on its disk: a kiosk, by its desk, or a virtual one.
package struct BundleStage: Sendable {
  /// Has the board read again; told what is wrong with it, once, from any thread.
  package var reload: @Sendable (_ done: @escaping @Sendable (_ problem: String?) -> Void) -> Void
  /// Tells how the panel stands, where the board's file is to have this SHA-256; once, from any thread.
  package var look: @Sendable (_ digest: String, _ taker: @escaping @Sendable (BundleTrial.Glance) -> Void) -> Void
  /// Takes how the bundle stands, whenever that has changed.
  package var note: @Sendable (PanelStatus.Bundle) -> Void

  /// For the parameters see the properties.
  package init(
    reload: @escaping @Sendable (_ done: @escaping @Sendable (_ problem: String?) -> Void) -> Void,
    look: @escaping @Sendable (_ digest: String, _ taker: @escaping @Sendable (BundleTrial.Glance) -> Void) -> Void,
    note: @escaping @Sendable (PanelStatus.Bundle) -> Void
  ) {
    (self.reload, self.look, self.note) = (reload, look, note)
  }

  /// The kiosk of a desk.
  package init(_ desk: PanelDesk) {
    self.init(
      reload: { done in
        if let path = desk.setup.boardPath, let mistakes = BoardSource.mistakes(in: path) { return done(mistakes) }
        // Another kiosk reads all of it anew, the first page first; between two there is none to end.
        desk.kiosk?.giveWay()
        done(nil)
      },
      look: { digest, taker in desk.status { taker(BundleTrial.Glance($0, digest: digest)) } },
      note: { desk.note($0) })
  }
}

extension BundleTrial.Glance {
  /// Troubles that a board can be the cause of.
  private static let causes: Set<Trouble.Cause> = [.flipsFrozen, .threadStuck, .contentStuck, .boardRefused]

  /// - Parameter digest: of the board's file that is to be on show.
  init(_ status: PanelStatus, digest: String) {
    let glass = status.glass
    // Somebody who switches the panel off at night sees no first page: it is no fault of the board's.
    let canBeSeen = glass.state == .ready && status.light.isOn
    let isOnGlass = glass.flips > 0 && status.uptime - (glass.pendingSince ?? status.uptime) < 1
    let trouble = status.troubles.first { Self.causes.contains($0.cause) }
    self.init(
      isShown: status.board.digest == digest && (isOnGlass || !canBeSeen), trouble: trouble?.sentence)
  }
}
