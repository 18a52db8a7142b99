public import Compositor
public import Panel
public import Scene

/// How the panel is found and driven.
public struct KMSOptions: Sendable {
  /// Which card, connector or monitor to take; by default any.
  public var pin = CardPin()
  /// nil takes the panel's preferred mode.
  public var mode: ModeRequest?
  /// What the renderer would like, best first.
  public var formats: [PixelFormat] = [.xrgb8888, .rgb565Dithered, .xbgr8888]
  /// nil takes what the panel says of how it is mounted.
  public var orientation: Orientation?
  /// The interface of before atomic modesetting, for drivers whose atomic one is broken.
  public var forcesLegacy = false
  /// Whether pages scroll on the card's planes where it has what that takes.
  public var usesPlanes = true
  /// Shows again what was there before, in the end; else the last frame stays, so that nothing flashes.
  public var restoresOnExit = false
  /// Whether a panel in the same case is taken before a monitor; see `CardChooser.prefersInternal`.
  public var prefersInternal = true
  /// What the kiosk is laid out for while no panel was ever seen.
  public var modeWithoutPanel = DisplayMode(size: PixelSize(width: 800, height: 480))
  /// Who has a device open, for the sentence that says so.
  public var holders: @Sendable (_ path: String) -> [String] = { _ in [] }
  /// Takes lines for people.
  public var log: @Sendable (String) -> Void = { _ in }

  /// Any panel in its preferred mode, which keeps the last frame in the end.
  public init() {}
}

/// Waits and limits. Sources: kms-and-input 1.2, 1.4 and 3.
enum KMSTiming {
  /// A flip that takes longer is lost.
  static let flipTimeout: Nanoseconds = 500_000_000
  /// An upload that takes longer is lost: a panel on a slow bus takes a third of a second for a picture.
  static let uploadTimeout: Nanoseconds = 5_000_000_000
  /// Lost flips in a row, each followed by a modeset, before giving up.
  static let mostLosses = 3
  /// Cables bounce, and one change comes as several events.
  static let hotplugDebounce: Nanoseconds = 300_000_000
  /// Some panels never tell that they were plugged in.
  static let slowProbe: Nanoseconds = 10_000_000_000
  /// First pause before trying to become master again; doubles up to `slowProbe`.
  static let firstRetry: Nanoseconds = 1_000_000_000
  /// A pending flip is given this long when the screen must be given away.
  static let drainLimit: Nanoseconds = 100_000_000
  /// Rectangles of frame damage handed to a driver; more are merged.
  static let mostClips = 16
}
