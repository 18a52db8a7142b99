import Markup
import Numbers

extension PanelStatus {
  /// A camera on the page on show.
  public struct Camera: Sendable, Hashable {
    /// Where it is, without what is secret in that; no two of a panel have the same.
    public var address: String
    /// Since when it is followed, seconds of uptime.
    public var began: Double
    /// When its last picture came, seconds of uptime; nil while none has.
    public var last: Double?
    /// Why nothing comes, or what came is no picture; nil while nothing is known to be wrong.
    public var problem: String?

    /// For the parameters see the properties.
    public init(address: String, began: Double) { (self.address, self.began) = (address, began) }
  }

  /// A picture on a card that could not be had.
  public struct LostPicture: Sendable, Hashable {
    /// Where it is, without what is secret in that.
    public var address: String
    /// Why, and what to do about it.
    public var problem: String
    /// Of one on the page on show that the board wants anew again and again: seconds since it came last, once it has failed to come several
    /// times in a row.
    public var silence: Double?

    /// For the parameters see the properties.
    public init(address: String, problem: String, silence: Double? = nil) {
      (self.address, self.problem, self.silence) = (address, problem, silence)
    }
  }

  /// The broker that is told how the panel is.
  public struct Broker: Sendable, Hashable {
    /// Where it is, without user and password.
    public var address: String
    /// Whether it has let the panel in.
    public var isConnected: Bool
    /// Since when that is so, seconds of uptime.
    public var since: Double
    /// Why it is not; nil while it is, or nothing has come of the first attempt.
    public var problem: String?

    /// For the parameters see the properties.
    public init(address: String, isConnected: Bool, since: Double, problem: String?) {
      (self.address, self.isConnected, self.since, self.problem) = (address, isConnected, since, problem)
    }
  }

  var cameraTroubles: [Trouble] {
    cameras.compactMap { camera in
      let silence = silence(of: camera)
      guard silence >= HealthLimits.camera else { return nil }
      let what = camera.last == nil ? "has sent nothing yet, for" : "has sent nothing for"
      let reason = camera.problem.map { ": \($0)" } ?? ""
      return Trouble(
        .cameraSilent, subject: camera.address,
        "camera \(camera.address) \(what) \(Words.duration(silence))\(reason)")
    }
  }

  /// A camera whose pictures are asked for one by one is one, too. A picture that data names may be missing for ever, and is no trouble.
  var stillTroubles: [Trouble] {
    lostPictures.compactMap { picture in
      guard let silence = picture.silence, silence >= HealthLimits.still else { return nil }
      return Trouble(
        .cameraSilent, subject: picture.address,
        "picture \(picture.address) has not come anew for \(Words.duration(silence)): \(picture.problem)")
    }
  }

  var brokerTrouble: Trouble? {
    guard let broker, !broker.isConnected, uptime - broker.since >= HealthLimits.broker else { return nil }
    let reason = broker.problem.map { ": \($0)" } ?? ""
    let since = Words.duration(uptime - broker.since)
    return Trouble(.brokerLost, "the broker \(broker.address) cannot be told anything, for \(since)\(reason)")
  }

  /// Seconds since a camera sent something, or since it is followed.
  private func silence(of camera: Camera) -> Double { max(uptime - (camera.last ?? camera.began), 0) }

  func json(_ camera: Camera) -> JSON {
    [
      "address": .text(camera.address), "age": camera.last.map { .number(Words.tenths(max(uptime - $0, 0))) } ?? .null,
      "error": camera.problem.map { .text($0) } ?? .null,
    ]
  }

  func json(_ picture: LostPicture) -> JSON { ["address": .text(picture.address), "error": .text(picture.problem)] }

  var brokerJSON: JSON {
    guard let broker else { return .null }
    return [
      "address": .text(broker.address), "connected": .flag(broker.isConnected),
      "since_age": .number(Words.tenths(max(uptime - broker.since, 0))),
      "error": broker.problem.map { .text($0) } ?? .null,
    ]
  }

  func words(_ camera: Camera) -> String {
    let age = camera.last.map { "\(Words.duration(uptime - $0)) old" } ?? "nothing yet"
    return "\(camera.address): \(age)" + (camera.problem.map { "; \($0)" } ?? "")
  }

  func words(_ broker: Broker) -> String {
    let state = broker.isConnected ? "connected" : "not connected"
    return "\(broker.address): \(state) for \(Words.duration(uptime - broker.since))"
      + (broker.problem.map { "; \($0)" } ?? "")
  }

  func addPictures(to text: inout MetricsText) {
    if !cameras.isEmpty {
      text.add(
        "vitrine_camera_age_seconds", .gauge, "Time since a camera's last picture, or since it is asked for one.",
        cameras.map { ([("camera", $0.address)], silence(of: $0)) })
    }
    text.add("vitrine_pictures_failing", .gauge, "Pictures on cards that could not be had.", Double(lostPictures.count))
    if let broker {
      text.add(
        "vitrine_broker_connected", .gauge, "Whether the broker has let the panel in.", broker.isConnected ? 1 : 0)
    }
  }
}
