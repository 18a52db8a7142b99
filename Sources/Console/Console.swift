import CRescue
import Glibc
import Linux

/// Our place in front of the machine: lent by a seat manager where there is one, a virtual terminal taken directly otherwise, or none
/// of both (started over a network), which works as long as nobody else wants the panel.
///
/// Lives on the frame thread. Given back when it goes out of use, by `CRescue` when the process dies of a signal, and by
/// `vitrine console-restore` when it could do neither.
public struct Console: ~Copyable {
  /// How the place is found.
  public enum Choice: String, Sendable, Hashable, CaseIterable {
    /// A seat manager when one runs, else the terminal.
    case automatic = "auto"
    case seat, terminal, none
  }

  /// At most one of these is there.
  private var seat: Seat?
  private var terminal: VirtualTerminal<LinuxTerminal>?
  /// Whether Control, Alt and a function key show another terminal; `chvt` by an administrator always does.
  private let allowsSwitching: Bool

  /// - Parameter log: takes lines for people.
  /// - Throws: when the choice was explicit and impossible.
  public init(_ choice: Choice, allowsSwitching: Bool, log: (String) -> Void) throws(ConsoleFailure) {
    self.allowsSwitching = allowsSwitching
    seat = nil
    terminal = nil
    if choice == .seat || (choice == .automatic && Self.hasSeatManager) {
      do throws(ConsoleFailure) {
        let seat = try Seat()
        log("console: \(seat.name), lent by the seat manager")
        self.seat = seat
        return
      } catch {
        if choice == .seat { throw error }
        log("console: \(error.description); taking the terminal directly")
      }
    }
    if choice == .terminal || choice == .automatic {
      if let device = LinuxTerminal.ofStandardInput() {
        do throws(ConsoleFailure) {
          let terminal = try VirtualTerminal(device)
          rescue_terminal(device.descriptor, terminal.keyboardMode)
          self.terminal = consume terminal
          return
        } catch {
          if choice == .terminal { throw error }
          log("console: \(error.description); text may show through")
        }
      } else if choice == .terminal {
        throw ConsoleFailure(call: "KDGETMODE", object: "standard input", code: ENOTTY)
      }
    }
  }

  deinit { rescue_terminal(-1, 0) }

  /// A seat manager is asked only where one is known to run: libseat would otherwise wait for logind's session that no service has.
  private static var hasSeatManager: Bool {
    if Environment.value("LIBSEAT_BACKEND") != nil { return true }
    let socket = Environment.value("SEATD_SOCK") ?? "/run/seatd.sock"
    return unsafe access(socket, R_OK | W_OK) == 0
  }

  /// To be watched for reading, when there is one.
  public var descriptor: Int32? { seat?.descriptor }

  /// What the seat manager has said since, oldest first.
  public mutating func read() -> [ConsoleEvent] { seat?.read() ?? [] }

  /// What a signal means to the terminal; `SwitchSignals.standard` are its own.
  public mutating func handle(signal: Int32) -> ConsoleEvent? { terminal?.handle(signal: signal) }

  /// Everything has been let go of after `suspend`.
  public mutating func acknowledge(log: (String) -> Void) {
    seat?.acknowledge()
    do throws(ConsoleFailure) { try terminal?.acknowledge() } catch { log("console: \(error.description)") }
  }

  /// Somebody asked for another terminal at the panel's own keyboard.
  public mutating func show(terminal number: Int, log: (String) -> Void) {
    guard allowsSwitching else { return }
    do throws(ConsoleFailure) {
      try seat?.show(session: number)
      try terminal?.show(terminal: number)
    } catch {
      log("console: \(error.description)")
    }
  }

  /// How devices are opened here: the display's card and the touch screens.
  public var devices: ConsoleDevices { ConsoleDevices(seat: seat) }
}

/// Opens devices through the seat manager where there is one.
public struct ConsoleDevices {
  fileprivate let seat: Seat?

  /// - Returns: a descriptor, or an error number below 0.
  public func open(_ path: String, flags: Int32) -> Int32 {
    if let seat { return seat.open(path) }
    let descriptor = unsafe Glibc.open(path, flags | O_CLOEXEC | O_NONBLOCK)
    return descriptor < 0 ? -errno : descriptor
  }

  /// Closes what `open` returned, through the seat manager where it came from there.
  public func close(_ descriptor: Int32) {
    if let seat { seat.close(descriptor) } else { _ = Glibc.close(descriptor) }
  }
}
