import CLinux
import Glibc
import Linux
import Numbers

/// What the kernel lets one do with a virtual terminal; see ioctl_console(2).
public protocol TerminalDevice: AnyObject {
  /// KDGETMODE: whether the console leaves the panel alone; else it draws its text, and its cursor, there.
  func isGraphics() throws(ConsoleFailure) -> Bool
  /// KDSETMODE: with graphics the console leaves the panel alone.
  func setGraphics(_ isGraphics: Bool) throws(ConsoleFailure)
  /// KDGKBMODE: what becomes of keys.
  func keyboardMode() throws(ConsoleFailure) -> Int32
  /// KDSKBMODE: what becomes of keys; `KeyboardMode.off` keeps them from every shell.
  func setKeyboardMode(_ mode: Int32) throws(ConsoleFailure)
  /// VT_SETMODE: with signals the process is asked before another terminal is shown, and told when its own is again; nil leaves
  /// switching to the kernel.
  func setSwitching(_ signals: SwitchSignals?) throws(ConsoleFailure)
  /// VT_RELDISP: another terminal may be shown.
  func release() throws(ConsoleFailure)
  /// VT_RELDISP with VT_ACKACQ: ours is shown, and has been noticed to be.
  func confirm() throws(ConsoleFailure)
  /// VT_ACTIVATE: asks for another terminal, from 1.
  func activate(_ number: Int) throws(ConsoleFailure)
}

/// Signals by which the kernel asks for a terminal and gives it back.
public struct SwitchSignals: Sendable, Hashable {
  /// Number of the signal that asks for the terminal; the process answers with `TerminalDevice.release()`.
  public var release: Int32
  /// Number of the signal that gives it back; the process answers with `TerminalDevice.confirm()`.
  public var acquire: Int32

  /// SIGUSR1 and SIGUSR2.
  public static let standard = SwitchSignals(release: SIGUSR1, acquire: SIGUSR2)

  /// Two signals that nothing else in the process uses.
  public init(release: Int32, acquire: Int32) {
    self.release = release
    self.acquire = acquire
  }
}

/// Values of KDSKBMODE.
public enum KeyboardMode {
  /// Characters, as a shell wants them.
  public static let unicode = Int32(K_UNICODE)
  /// Nothing reaches the terminal.
  public static let off = Int32(K_OFF)
}

/// Why the console could not be taken or given back.
public struct ConsoleFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The system call or ioctl.
  public var call: String
  /// What it was made on, in words: a terminal's path, `the seat manager`, `session 2`.
  public var object: String
  /// The errno, above 0.
  public var code: Int32

  /// - Parameters:
  ///   - call: the system call or ioctl.
  ///   - object: what it was made on, in words.
  ///   - code: the errno, above 0.
  public init(call: String, object: String, code: Int32) {
    self.call = call
    self.object = object
    self.code = code
  }

  public var description: String {
    let hint =
      code == EPERM || code == EACCES
      ? "; start it as a service with TTYPath=\(object) and StandardInput=tty, or on that terminal" : ""
    return "\(call) on \(object): \(SystemError(number: code).words)\(hint)"
  }
}

/// A virtual terminal of the kernel, `/dev/tty1`.
public final class LinuxTerminal: TerminalDevice {
  let descriptor: Int32
  private let path: String
  private let isOwned: Bool

  /// The terminal the process was started on, when that is a virtual one and not a serial line, a window or a pipe.
  public static func ofStandardInput() -> LinuxTerminal? {
    var status = stat()
    guard unsafe fstat(0, &status) == 0, status.st_mode & S_IFMT == S_IFCHR,
      let number = number(of: status.st_rdev)
    else { return nil }
    return LinuxTerminal(descriptor: 0, path: "/dev/tty\(number)", isOwned: false)
  }

  /// Opens a terminal by name.
  public static func open(_ path: String) throws(ConsoleFailure) -> LinuxTerminal {
    let descriptor = unsafe Glibc.open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw ConsoleFailure(call: "open", object: path, code: errno) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, number(of: status.st_rdev) != nil else {
      close(descriptor)
      throw ConsoleFailure(call: "open", object: path, code: ENOTTY)
    }
    return LinuxTerminal(descriptor: descriptor, path: path, isOwned: true)
  }

  private init(descriptor: Int32, path: String, isOwned: Bool) {
    self.descriptor = descriptor
    self.path = path
    self.isOwned = isOwned
  }

  deinit { if isOwned { close(descriptor) } }

  /// The number of a virtual terminal's device; nil for other devices. Source: Linux's devices.txt, major 4, minors 1 to 63.
  static func number(of device: dev_t) -> Int? {
    let major = (device >> 8) & 0xFFF
    let minor = (device & 0xFF) | ((device >> 12) & 0xFFF00)
    return major == 4 && (1...63).contains(minor) ? Int(minor) : nil
  }

  /// See `TerminalDevice.isGraphics()`.
  public func isGraphics() throws(ConsoleFailure) -> Bool {
    var mode: Int32 = 0
    try check("KDGETMODE", unsafe ioctl(descriptor, UInt(KDGETMODE), &mode))
    return mode == Int32(KD_GRAPHICS)
  }

  /// See `TerminalDevice.setGraphics(_:)`.
  public func setGraphics(_ isGraphics: Bool) throws(ConsoleFailure) {
    try check("KDSETMODE", ioctl(descriptor, UInt(KDSETMODE), Int32(isGraphics ? KD_GRAPHICS : KD_TEXT)))
  }

  /// See `TerminalDevice.keyboardMode()`.
  public func keyboardMode() throws(ConsoleFailure) -> Int32 {
    var mode: Int32 = 0
    try check("KDGKBMODE", unsafe ioctl(descriptor, UInt(KDGKBMODE), &mode))
    return mode
  }

  /// See `TerminalDevice.setKeyboardMode(_:)`.
  public func setKeyboardMode(_ mode: Int32) throws(ConsoleFailure) {
    try check("KDSKBMODE", ioctl(descriptor, UInt(KDSKBMODE), mode))
  }

  /// See `TerminalDevice.setSwitching(_:)`.
  public func setSwitching(_ signals: SwitchSignals?) throws(ConsoleFailure) {
    var mode = vt_mode()
    mode.mode = CChar(signals == nil ? VT_AUTO : VT_PROCESS)
    mode.relsig = Int16(signals?.release ?? 0)
    mode.acqsig = Int16(signals?.acquire ?? 0)
    try check("VT_SETMODE", unsafe ioctl(descriptor, UInt(VT_SETMODE), &mode))
  }

  /// See `TerminalDevice.release()`.
  public func release() throws(ConsoleFailure) { try check("VT_RELDISP", ioctl(descriptor, UInt(VT_RELDISP), 1)) }

  /// See `TerminalDevice.confirm()`.
  public func confirm() throws(ConsoleFailure) {
    try check("VT_RELDISP", ioctl(descriptor, UInt(VT_RELDISP), Int32(VT_ACKACQ)))
  }

  /// See `TerminalDevice.activate(_:)`.
  public func activate(_ number: Int) throws(ConsoleFailure) {
    try check("VT_ACTIVATE", ioctl(descriptor, UInt(VT_ACTIVATE), Int32(number)))
  }

  private func check(_ call: String, _ result: Int32) throws(ConsoleFailure) {
    if result < 0 { throw ConsoleFailure(call: call, object: path, code: errno) }
  }
}
