/// What happens to the panel from outside.
public enum ConsoleEvent: Sendable, Hashable {
  /// Another terminal or session gets the panel: stop drawing, let go of the display and the devices, then `acknowledge`.
  case suspend
  /// The panel is ours again; nothing on it may be assumed to have survived.
  case resume
}

/// A virtual terminal taken for pictures: no text, no cursor, no keys for the shell under it, and a say in when it is left.
///
/// Gives everything back when it goes out of use, each step on its own: what can be restored is.
public struct VirtualTerminal<Device: TerminalDevice>: ~Copyable {
  private enum State {
    case active, releasing, away
  }

  private let device: Device
  private let signals: SwitchSignals
  /// What the keyboard did before.
  let keyboardMode: Int32
  private var state = State.active
  private var isTaken = true

  /// Takes the terminal; when something is refused, what was done before it is undone.
  public init(_ device: Device, signals: SwitchSignals = .standard) throws(ConsoleFailure) {
    let mode = try device.keyboardMode()
    // One that an earlier run left off was not meant to be.
    let before = mode == KeyboardMode.off ? KeyboardMode.unicode : mode
    do throws(ConsoleFailure) {
      // Keys first: from here on nothing typed at the panel reaches a shell.
      try device.setKeyboardMode(KeyboardMode.off)
      try device.setGraphics(true)
      try device.setSwitching(signals)
    } catch {
      Self.restore(device, before)
      throw error
    }
    self.device = device
    self.signals = signals
    keyboardMode = before
  }

  deinit { if isTaken { Self.restore(device, keyboardMode) } }

  /// Whether pictures may be shown.
  public var isActive: Bool { state == .active }

  /// What one of the terminal's signals means now; nil when nothing, or for other signals.
  public mutating func handle(signal: Int32) -> ConsoleEvent? {
    switch (signal, state) {
    case (signals.release, .active):
      state = .releasing
      return .suspend
    case (signals.acquire, .away), (signals.acquire, .releasing):
      state = .active
      try? device.confirm()
      return .resume
    default: return nil
    }
  }

  /// Everything has been let go of: the other terminal may be shown.
  public mutating func acknowledge() throws(ConsoleFailure) {
    guard state == .releasing else { return }
    state = .away
    try device.release()
  }

  /// Asks for another terminal, from 1; its coming is told by `suspend`.
  public func show(terminal number: Int) throws(ConsoleFailure) { try device.activate(number) }

  /// Gives the terminal back to text and shells.
  public mutating func restore() {
    guard isTaken else { return }
    isTaken = false
    Self.restore(device, keyboardMode)
  }

  private static func restore(_ device: Device, _ keyboardMode: Int32) {
    try? device.setSwitching(nil)
    try? device.setGraphics(false)
    try? device.setKeyboardMode(keyboardMode)
  }
}

/// Mends a terminal that a process has left without giving it back: killed, or out of memory.
public enum ConsoleRescue {
  /// Text and keys again, where they are off.
  ///
  /// - Returns: whether there was anything to mend.
  public static func mend(_ device: some TerminalDevice) throws(ConsoleFailure) -> Bool {
    let isGraphics = try device.isGraphics()
    let isMute = try device.keyboardMode() == KeyboardMode.off
    guard isGraphics || isMute else { return false }
    try? device.setSwitching(nil)
    if isGraphics { try device.setGraphics(false) }
    if isMute { try device.setKeyboardMode(KeyboardMode.unicode) }
    return true
  }
}
