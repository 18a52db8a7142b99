package import Content

/// What was read of a panel lately: whoever presses something means it as he has read it.
///
/// A page whose clock shows seconds is another each second; what is pressed on it is as it was.
package struct MirrorHistory: Sendable {
  /// What is on the panel; nil before anything was.
  package private(set) var latest: PanelMirror?
  /// Counts what was on it.
  package private(set) var version = 0
  /// The last ones, the newest at the end.
  private var kept: [PanelMirror] = []

  /// A word is read for some seconds, and a panel rarely says more often that it is another.
  private static let most = 32

  package init() {}

  /// The panel shows something else.
  package mutating func show(_ mirror: PanelMirror) {
    latest = mirror
    version += 1
    if kept.count == Self.most { kept.removeFirst() }
    kept.append(mirror)
  }

  /// What is now where somebody has read something.
  ///
  /// - Parameter place: of the item among those of that version.
  /// - Returns: nil where that is gone, or something else by now.
  package func item(_ place: Int, of version: Int) -> PanelMirror.Item? {
    let index = kept.count - 1 - (self.version - version)
    guard let latest, kept.indices.contains(index), kept[index].items.indices.contains(place) else { return nil }
    let old = kept[index]
    let read = old.items[place]
    guard (old.page, old.detail) == (latest.page, latest.detail),
      let present = latest.items.first(where: { $0.card == read.card }),
      (present.role, present.name, present.action) == (read.role, read.name, read.action), present.stands(as: read)
    else { return nil }
    return present
  }
}

extension PanelMirror.Item {
  /// Whether pressing one does what pressing the other would have done.
  fileprivate func stands(as other: Self) -> Bool {
    // A slider is set to what is meant, wherever it is.
    if case .slider? = control { return true }
    // The same key may be for another letter by now; what a stepper calls less and more says where it is, and means the same.
    let hasSameParts = role == .keypad ? parts == other.parts : parts.count == other.parts.count
    return hasSameParts && control == other.control
  }
}
