import Kiosk
import Panel
import Service

/// The panel's lamp and display, as the kiosk asks for them on the frame thread.
final class PanelHardware {
  private let backlight: Backlight?
  /// Whether the display is wanted on.
  private(set) var isDisplayWanted = true

  /// Lights the lamp: the run before may have ended in the dark.
  ///
  /// - Parameters:
  ///   - directory: where the kernel lists lamps.
  ///   - log: takes lines for people, from any queue.
  init(directory: String = Backlight.standardDirectory, log: @escaping @Sendable (String) -> Void) {
    backlight = Backlight.find(in: directory, log: log)
    if let backlight { log("backlight: \(backlight.name)") }
    backlight?.set(.share(1))
  }

  /// Leaves the panel lit for whoever comes next.
  deinit {
    backlight?.set(.share(1))
    backlight?.finish()
  }

  /// Whether the lamp can be dimmed; where not, the kiosk darkens the picture instead.
  var hasLamp: Bool { backlight != nil }

  /// Returns at once; the display's part is the frame thread's, which hands `isDisplayWanted` on to it before each turn.
  func handle(_ request: PanelRequest) {
    switch request {
    case .lamp(let share): backlight?.set(share.map { .share($0) } ?? .off)
    case .display(let isOn): isDisplayWanted = isOn
    }
  }

  /// Waits until the lamp is as asked.
  func finish() { backlight?.finish() }
}
