import Compositor
package import KMS
package import Panel
public import Scene
import Touch

/// Which panel of the machine a kiosk takes, how it is driven, and what people touch and hear there: what the options of `vitrine run` say.
public struct PanelScreen: Sendable, Hashable {
  /// A path, a name in `/dev/dri/by-path`, or a driver's name; nil takes the card with the panel.
  public var card: String?
  /// Such as `HDMI-A-1`; nil takes any.
  public var connector: String?
  /// Of the mode, in panel pixels before any turn; nil takes the panel's own mode.
  public var size: PixelSize?
  /// Hz, of a mode of `size`; nil takes the fastest.
  public var refresh: Double?
  /// How the panel is mounted; nil takes what it says of itself.
  public var orientation: Orientation?
  /// Sixteen bits a pixel, for panels whose way there is slow.
  public var usesSixteenBits = false
  /// Whether pages scroll on the card's planes where it has what that takes.
  public var usesPlanes = true
  /// The interface of before atomic modesetting, for drivers whose atomic one is broken.
  public var usesLegacyModesetting = false
  /// Paths of the input devices that are read; empty reads all of the seat.
  public var inputs: [String] = []
  /// Whether taps of no duration at one point again and again are taken out, which some touch screens make by themselves.
  public var filtersGhostTouches = false
  /// Whether Control, Alt and a function key show another terminal.
  public var allowsTerminalSwitching = false
  /// What the panel's voice is heard on, as ALSA calls it.
  public var sound = "default"

  /// Any panel of the machine in its own mode, with all devices of the seat.
  public init() {}

  /// - Parameters:
  ///   - mode: what the kiosk is laid out for while no panel was ever seen.
  ///   - log: takes lines for people.
  package func driving(without mode: DisplayMode, log: @escaping @Sendable (String) -> Void) -> KMSOptions {
    var options = KMSOptions()
    options.pin = CardPin(card: card, connector: connector)
    options.mode = size.map { ModeRequest(size: $0, refresh: refresh) }
    options.orientation = orientation
    options.forcesLegacy = usesLegacyModesetting
    options.usesPlanes = usesPlanes
    options.modeWithoutPanel = mode
    if let orientation { options.modeWithoutPanel.orientation = orientation }
    if usesSixteenBits { options.formats = [.rgb565Dithered, .xrgb8888, .xbgr8888] }
    options.log = log
    return options
  }

  /// - Parameter name: what the status line calls what is shown.
  package func sitting(name: String) -> PanelSession.Options {
    var options = PanelSession.Options(name: name)
    options.allowsTerminalSwitching = allowsTerminalSwitching
    if !inputs.isEmpty { options.devices = .paths(inputs) }
    options.filtersGhostTouches = filtersGhostTouches
    options.sound = sound
    return options
  }
}
