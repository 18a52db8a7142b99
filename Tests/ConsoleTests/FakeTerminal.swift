import Glibc

@testable import Console

/// A virtual terminal in memory that writes down what is done to it, and refuses what a test says.
final class FakeTerminal: TerminalDevice {
  private(set) var calls: [String] = []
  /// The call that is refused, by the name of its ioctl and what it would set.
  var refused: String?
  private(set) var graphics: Bool
  private(set) var keyboard: Int32
  private(set) var signals: SwitchSignals?

  init(graphics: Bool = false, keyboard: Int32 = KeyboardMode.unicode) {
    self.graphics = graphics
    self.keyboard = keyboard
  }

  func takeCalls() -> [String] {
    defer { calls = [] }
    return calls
  }

  func isGraphics() throws(ConsoleFailure) -> Bool { graphics }

  func setGraphics(_ isGraphics: Bool) throws(ConsoleFailure) {
    try note(isGraphics ? "KDSETMODE graphics" : "KDSETMODE text")
    graphics = isGraphics
  }

  func keyboardMode() throws(ConsoleFailure) -> Int32 {
    if refused == "KDGKBMODE" { throw ConsoleFailure(call: "KDGKBMODE", object: "/dev/tty1", code: EIO) }
    return keyboard
  }

  func setKeyboardMode(_ mode: Int32) throws(ConsoleFailure) {
    try note(mode == KeyboardMode.off ? "KDSKBMODE off" : "KDSKBMODE \(mode)")
    keyboard = mode
  }

  func setSwitching(_ signals: SwitchSignals?) throws(ConsoleFailure) {
    try note(signals == nil ? "VT_SETMODE auto" : "VT_SETMODE process")
    self.signals = signals
  }

  func release() throws(ConsoleFailure) { try note("VT_RELDISP release") }
  func confirm() throws(ConsoleFailure) { try note("VT_RELDISP acquired") }
  func activate(_ number: Int) throws(ConsoleFailure) { try note("VT_ACTIVATE \(number)") }

  private func note(_ call: String) throws(ConsoleFailure) {
    calls.append(call)
    if call == refused { throw ConsoleFailure(call: call, object: "/dev/tty1", code: EPERM) }
  }
}
