import Control

/// Who may see and steer a kiosk of a program from elsewhere: what the options of `vitrine run` say. What cannot be had is said in the log,
/// and the kiosk goes on without it.
public struct PanelAccess: Sendable, Hashable {
  /// Where `vitrine ctl` finds the kiosk: a socket's path; nil for none.
  public var control: String?
  /// A file that ends with `.prom`, where what is counted is written every 15 s for Prometheus' node_exporter; nil for none.
  public var metricsFile: String?
  /// Of a broker that is told how the panel is, and asked what to do: `mqtt://user:${PASSWORD}@broker/topic`; nil for none.
  public var broker: String?
  /// What Home Assistant listens below at that broker; nil tells it nothing.
  public var discovery: String? = "homeassistant"
  /// A port of this machine itself at which viewers of VNC see the panel, and touch it; nil for none.
  public var viewersPort: Int?
  /// What `status` says is the version.
  public var version = "of a program"
  /// Where viewers of VNC are let in.
  package var viewersHost = "127.0.0.1"
  /// What they have to say; nil for nothing.
  package var viewersPassword: String?

  /// The socket alone.
  ///
  /// - Parameter control: by default where `vitrine ctl` looks by itself.
  public init(control: String? = PanelAccess.standardControl) { self.control = control }

  /// In the service manager's runtime directory, or the user's; nil where there is neither.
  public static var standardControl: String? { ControlPath.own }
}
