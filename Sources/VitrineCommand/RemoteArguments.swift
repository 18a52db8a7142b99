import ArgumentParser
import Control
import Numbers

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
      "Take what `vitrine ctl` can ask by HTTP, at this address: a port of this machine itself, or address:port. Who asks says the token in VITRINE_HTTP_TOKEN.",
      valueName: "address"))
  var http: ListenAddress?

  @Option(
    help: "A file with that token, which nobody else may read.",
    completion: .file())
  var httpTokenFile: String?

  @Option(
    help: ArgumentHelp(
      "Show the panel to viewers of VNC, whose hands are fingers on it, at this address: a port of this machine itself, such as 5900, or address:port with the password in VITRINE_VNC_PASSWORD.",
      valueName: "address"))
  var vnc: ListenAddress?

  @Option(
    help: "A file with that password, which nobody else may read; eight characters of it count.",
    completion: .file())
  var vncPasswordFile: String?

  @Option(
    help: ArgumentHelp(
      "Tell a broker how the panel is, and do what is asked there: mqtt://user:${PASSWORD}@broker/topic. ${NAME} is looked up as in a board.",
      valueName: "address"))
  var mqtt: String?

  @Option(
    help: "A PEM file with the authority that has signed that broker's certificate, where the system does not know it.",
    completion: .file())
  var mqttCa: String?

  @Option(help: "What Home Assistant listens below at that broker; none tells it nothing.")
  var mqttDiscovery = "homeassistant"

  func validate() throws {
    if mqttDiscovery.isEmpty || mqttDiscovery.contains(where: { "+#".contains($0) }) {
      throw ValidationError("--mqtt-discovery is the beginning of topics, without + and #")
    }
    if mqttCa != nil, mqtt?.hasPrefix("mqtts://") != true {
      throw ValidationError("--mqtt-ca needs --mqtt mqtts://…: nothing vouches for a broker without TLS")
    }
    if httpTokenFile != nil, http == nil { throw ValidationError("--http-token-file needs --http ADDRESS") }
    if vncPasswordFile != nil, vnc == nil { throw ValidationError("--vnc-password-file needs --vnc ADDRESS") }
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
  /// Nobody but this machine itself can reach it.
  var isLoopback: Bool {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    // A name that begins like an address is none.
    let isOurs = parts.count == 4 && parts.first == "127" && parts.allSatisfy { UInt8($0) != nil }
    return isOurs || host == "localhost" || host == "::1"
  }

  init?(argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    guard let last = parts.last, let port = Int(last), (1...65_535).contains(port) else { return nil }
    self.port = port
    var host = parts.dropLast().joined(separator: ":")
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    self.host = host.isEmpty ? "127.0.0.1" : host
  }
}
