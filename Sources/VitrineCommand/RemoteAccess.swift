import Numbers
import Preview
import Status
import Vitrine

/// The ways in and out of a kiosk that runs, for as long as this lives.
final class RemoteAccess {
  private let ways: PanelWays
  private let server: MetricsServer?
  private let http: ControlHTTPServer?

  /// What cannot be had is said, and the kiosk goes on without it: nobody is to have a dark panel for want of a socket.
  ///
  /// - Parameter isLenient: what is wrong with what was given, such as a secret that is not there, is no more than that either: of a service
  ///   nobody reads why it has ended.
  /// - Throws: what is wrong with what was given.
  init(
    _ arguments: RemoteArguments, _ desk: PanelDesk, isLenient: Bool, log: @escaping @Sendable (String) -> Void
  ) throws(UserError) {
    func trying<Way>(_ make: () throws(UserError) -> Way?) throws(UserError) -> Way? {
      do throws(UserError) {
        return try make()
      } catch {
        guard isLenient else { throw error }
        for line in error.lines { log(line) }
        desk.note(noWay: error.lines.joined(separator: " "))
        return nil
      }
    }
    let prefix = arguments.mqttDiscovery == "none" ? nil : arguments.mqttDiscovery
    let presence = try trying { () throws(UserError) -> PanelPresence? in
      guard let address = arguments.mqtt else { return nil }
      return try PanelPresence(address, authority: arguments.mqttCa, prefix: prefix, desk, log: log)
    }
    let token = try trying { () throws(UserError) -> (address: ListenAddress, token: String)? in
      try arguments.httpToken
    }
    let eyes = try trying { () throws(UserError) -> (address: ListenAddress, password: String?)? in
      let password = try arguments.vncPassword(log: log)
      return arguments.vnc.map { ($0, password) }
    }
    var access = PanelAccess(control: arguments.controlPath)
    access.metricsFile = arguments.metricsFile
    access.viewersPort = eyes?.address.port
    if let eyes { (access.viewersHost, access.viewersPassword) = (eyes.address.host, eyes.password) }
    ways = PanelWays(access, presence: presence, desk, log: log)
    server = arguments.metrics.flatMap { address in
      do throws(PreviewError) {
        return try MetricsServer(host: address.host, port: address.port) { taker in desk.status { taker($0.metrics) } }
      } catch {
        log(error.description)
        return nil
      }
    }
    http = token.flatMap { address, token in
      do throws(PreviewError) {
        return try ControlHTTPServer(host: address.host, port: address.port, token: token) { call, taker in
          let asked = ControlCall(method: call.method, path: call.path, query: call.query)
          desk.perform(asked, body: call.body, from: call.peer) { reply in
            taker(
              ControlHTTPServer.Reply(
                status: reply.status, type: reply.type, body: reply.body, allowed: reply.allowed))
          }
        }
      } catch {
        log(error.description)
        return nil
      }
    }
  }

  func stop() {
    ways.stop()
    server?.stop()
    http?.stop()
  }
}

extension RemoteArguments {
  /// Where HTTP is listened for, and the token that lets somebody in.
  fileprivate var httpToken: (address: ListenAddress, token: String)? {
    get throws(UserError) {
      guard let http else { return nil }
      let secret = PanelSecret(
        option: "--http", noun: "token", name: "VITRINE_HTTP_TOKEN", shortest: ControlHTTPServer.shortestToken)
      guard let token = try secret.read(file: httpTokenFile) else {
        throw UserError(
          .input,
          "--http: whoever asks has to say a token, and there is none; put VITRINE_HTTP_TOKEN=… into /etc/vitrine/secrets or the "
            + "environment, or name a file with --http-token-file")
      }
      return (http, token)
    }
  }

  /// What a viewer of VNC has to say; nil for nothing, which is enough on this machine itself.
  fileprivate func vncPassword(log: (String) -> Void) throws(UserError) -> String? {
    guard let vnc else { return nil }
    let secret = PanelSecret(
      option: "--vnc", noun: "password", name: "VITRINE_VNC_PASSWORD", shortest: 8, maker: "openssl rand -base64 6")
    let password = try secret.read(file: vncPasswordFile)
    if password == nil, !vnc.isLoopback {
      throw UserError(
        .input,
        "--vnc: whoever reaches \(vnc.host) would see and touch the panel; put VITRINE_VNC_PASSWORD=… into /etc/vitrine/secrets or "
          + "the environment, or name a file with --vnc-password-file, or stay on this machine and come by ssh -L 5900:localhost:5900"
      )
    }
    if let password, password.utf8.count > 8 { log("--vnc: of the password eight characters count, as in all of VNC") }
    return password
  }
}
