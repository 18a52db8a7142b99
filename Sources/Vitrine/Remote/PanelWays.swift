import Control
import Status
import VNC

/// The ways in and out of a kiosk that runs, for as long as this lives.
package final class PanelWays: Sendable {
  private let control: ControlServer?
  private let file: MetricsFile?
  private let eye: PanelEye?
  private let presence: PanelPresence?

  /// What cannot be had is said, and the kiosk goes on without it: nobody is to have a dark panel for want of a socket.
  ///
  /// - Parameters:
  ///   - presence: at the broker of `access`; nil at none.
  ///   - log: takes lines for people.
  package init(
    _ access: PanelAccess, presence: PanelPresence?, _ desk: PanelDesk, log: @escaping @Sendable (String) -> Void
  ) {
    self.presence = presence
    control = access.control.flatMap { path in
      do throws(ControlFailure) {
        return try ControlServer(path: path) { line, answer in desk.perform(line: line) { answer($0.line, $0.bytes) } }
      } catch {
        log(error.description)
        return nil
      }
    }
    file = access.metricsFile.map { MetricsFile($0, desk, log: log) }
    eye = access.viewersPort.flatMap { port in
      do throws(EyeFailure) {
        return try PanelEye(
          host: access.viewersHost, port: port, password: access.viewersPassword, desk, log: log)
      } catch {
        log(error.description)
        return nil
      }
    }
  }

  /// Those of a program, where a broker's address that is none is said, too.
  convenience init(_ access: PanelAccess, _ desk: PanelDesk, log: @escaping @Sendable (String) -> Void) {
    var presence: PanelPresence?
    if let address = access.broker {
      do throws(UserError) {
        presence = try PanelPresence(
          address, named: "PanelAccess.broker", prefix: access.discovery, desk, log: log)
      } catch {
        for line in error.lines { log(line) }
        desk.note(noWay: error.lines.joined(separator: " "))
      }
    }
    self.init(access, presence: presence, desk, log: log)
  }

  /// Ends all of them.
  package func stop() {
    control?.stop()
    file?.stop()
    eye?.stop()
    presence?.stop()
  }
}
