import ArgumentParser
import Control
import Numbers
import Preview
import Status
import Vitrine

/// How the panel is seen and steered from elsewhere.
struct RemoteArguments: ParsableArguments {
  @Option(
    help:
      "Where `vitrine ctl` finds this kiosk: a socket's path, or none. Without it in the service's or the user's directory.",
    completion: .file())
  var control: String?

  @Option(
    help: "Write what is counted to this file every 15 s, for the textfile collector of Prometheus' node_exporter.",
    completion: .file())
  var metricsFile: String?

  @Option(
    help: "Let Prometheus fetch what is counted, at this address: a port of this machine itself, or address:port.")
  var metrics: ListenAddress?

  @Option(
    help: ArgumentHelp(
      "Tell a broker how the panel is, and do what is asked there: mqtt://user:${PASSWORD}@broker/topic. ${NAME} is looked up as in a board.",
      valueName: "address"))
  var mqtt: String?

  @Option(help: "What Home Assistant listens below at that broker; none tells it nothing.")
  var mqttDiscovery = "homeassistant"

  func validate() throws {
    if mqttDiscovery.isEmpty || mqttDiscovery.contains(where: { "+#".contains($0) }) {
      throw ValidationError("--mqtt-discovery is the beginning of topics, without + and #")
    }
    if let metricsFile, !metricsFile.hasSuffix(".prom") {
      throw ValidationError("--metrics-file must end with .prom: node_exporter reads no others")
    }
  }

  /// Where the control socket is to be; nil for none.
  var controlPath: String? { control == "none" ? nil : control ?? ControlPath.own }
}

/// `9101`, `0.0.0.0:9101`, `[::1]:9101`.
struct ListenAddress: ExpressibleByArgument {
  var host: String
  var port: Int

  init?(argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    guard let last = parts.last, let port = Int(last), (1...65_535).contains(port) else { return nil }
    self.port = port
    var host = parts.dropLast().joined(separator: ":")
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    self.host = host.isEmpty ? "127.0.0.1" : host
  }
}

/// The ways in and out of a kiosk that runs, for as long as this lives.
final class RemoteAccess {
  private let control: ControlServer?
  private let file: MetricsFile?
  private let server: MetricsServer?
  private let presence: PanelPresence?

  /// What cannot be had is said, and the kiosk goes on without it: nobody is to have a dark panel for want of a socket.
  ///
  /// - Throws: what is wrong with what was given.
  init(_ arguments: RemoteArguments, _ desk: PanelDesk, log: @escaping @Sendable (String) -> Void) throws(UserError) {
    let prefix = arguments.mqttDiscovery == "none" ? nil : arguments.mqttDiscovery
    if let address = arguments.mqtt {
      presence = try PanelPresence(address, prefix: prefix, desk, log: log)
    } else {
      presence = nil
    }
    control = arguments.controlPath.flatMap { path in
      do throws(ControlFailure) {
        return try ControlServer(path: path) { line, answer in desk.perform(line: line) { answer($0.line, $0.bytes) } }
      } catch {
        log(error.description)
        return nil
      }
    }
    file = arguments.metricsFile.map { MetricsFile($0, desk, log: log) }
    server = arguments.metrics.flatMap { address in
      do throws(PreviewError) {
        return try MetricsServer(host: address.host, port: address.port) { taker in desk.status { taker($0.metrics) } }
      } catch {
        log("metrics: \(error.description)")
        return nil
      }
    }
  }

  func stop() {
    control?.stop()
    file?.stop()
    server?.stop()
    presence?.stop()
  }
}
