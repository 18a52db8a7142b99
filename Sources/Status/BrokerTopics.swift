public import Board
public import Markup
import Numbers

/// What a panel is called at a broker, and what is said there.
public struct BrokerTopics: Sendable, Hashable {
  /// What all topics begin with.
  public var base: String

  /// - Parameters:
  ///   - base: with or without a slash at its end; empty is `vitrine/` and the panel's name.
  ///   - name: of the panel.
  public init(base: String, name: String) {
    let words = base.split(separator: "/")
    self.base = words.isEmpty ? "vitrine/\(name)" : words.joined(separator: "/")
  }

  /// `online`, and `offline` once the connection has ended, however it did.
  public var availability: String { base + "/availability" }
  /// The status as JSON.
  public var state: String { base + "/state" }
  /// What came of the last that was asked, as JSON.
  public var answer: String { base + "/answer" }
  /// The picture on the glass, a PNG.
  public var picture: String { base + "/screenshot" }
  /// What is asked of the panel, for one to listen at.
  public var commands: String { base + "/set/+" }

  /// Where one thing is asked of it.
  func command(_ name: String) -> String { base + "/set/" + name }

  /// What a topic asks for; nil for one that is none of ours.
  public func command(of topic: String) -> String? {
    let start = base + "/set/"
    return topic.hasPrefix(start) ? String(topic.dropFirst(start.count)) : nil
  }
}

extension ControlRequest {
  /// Sent to take the newest bundle.
  static let install = "install"

  /// Verbs whose payload may be an object as well, with the members HTTP's body has.
  private static let withMembers: Set<String> = ["page", "brightness", "notice", "bundle"]

  /// A request as it comes over a broker: a topic's last word, and what was sent there.
  ///
  /// - Parameter object: the payload where it is an object of JSON: `{"text": "Back at 10", "seconds": 600}` at `notice`.
  public init(command: String, payload: String, object: Value? = nil) throws(Mistake) {
    if case .record(var record)? = object, Self.withMembers.contains(command) {
      record["verb"] = .text(command)
      try self.init(.record(record))
      return
    }
    switch command {
    case "screen":
      switch payload.trimmed.uppercased() {
      case "ON": self = .wake
      case "OFF": self = .off
      default: throw Mistake("screen is ON or OFF, not \"\(payload.prefix(40))\"")
      }
    case "brightness": try self.init(brightness: payload)
    case "page": try self.init(page: payload)
    case "notice": try self.init(notice: payload, seconds: Self.usualNotice)
    case "refresh": self = .refresh
    case "reload": self = .reload
    case "wake": self = .wake
    case "off": self = .off
    case "screenshot": self = .screenshot
    // What Home Assistant's update entity says is no address.
    case "bundle": try self.init(bundle: payload == Self.install ? nil : payload)
    // What a broker is told it keeps, and tells everybody who listens.
    case "status", "log", "record":
      throw Mistake(
        "\(command) is not told to a broker: the status is at \"state\" by itself, and the log and records are asked for by "
          + "vitrine ctl or HTTP")
    default:
      throw Mistake(
        "there is nothing to be set by \"\(command.prefix(40))\": screen, brightness, page, notice, refresh, reload, wake, off, screenshot, bundle"
      )
    }
  }
}

extension PanelStatus {
  /// What Home Assistant makes a device of: published, and kept by the broker, below its prefix. Source: home-assistant.io/integrations/mqtt,
  /// "Device discovery payload".
  ///
  /// - Parameter known: components it has been told of, with their platforms: those that are not there any more are told of with nothing but
  ///   that, by which they go.
  /// - Returns: where, and what, and the components that are there.
  public func homeAssistant(
    _ topics: BrokerTopics, prefix: String, known: [String: String] = [:]
  ) -> (topic: String, payload: JSON, components: [String: String]) {
    let all = components(topics)
    let platforms = Dictionary(all.map { ($0.name, $0.platform) }, uniquingKeysWith: { first, _ in first })
    let gone = known.filter { platforms[$0.key] == nil }.sorted { $0.key < $1.key }
    let payload: JSON = [
      "dev": [
        "ids": .list([.text(name)]), "name": .text("Panel \(name)"), "mf": "Vitrine", "mdl": "Kiosk",
        "sw": .text(version),
      ],
      "o": ["name": "vitrine", "sw": .text(version)],
      "state_topic": .text(topics.state),
      "availability_topic": .text(topics.availability),
      "cmps": .object(
        all.map { JSON.Member($0.name, $0.json) } + gone.map { JSON.Member($0.key, ["p": .text($0.value)]) }),
    ]
    return ("\(prefix)/device/\(name)/config", payload, platforms)
  }

  /// Per cent that can be asked for.
  private static let leastBrightness = 1

  private func components(_ topics: BrokerTopics) -> [(name: String, platform: String, json: JSON)] {
    var all: [(String, String, [JSON.Member])] = []
    func add(_ id: String, _ platform: String, _ title: String, _ members: [JSON.Member]) {
      all.append(
        (
          id, platform,
          [
            JSON.Member("p", .text(platform)), JSON.Member("unique_id", .text("\(name)_\(id)")),
            JSON.Member("name", .text(title)),
          ] + members
        ))
    }
    func command(_ verb: String) -> JSON.Member { JSON.Member("command_topic", .text(topics.command(verb))) }
    func value(_ template: String) -> JSON.Member { JSON.Member("value_template", .text("{{ \(template) }}")) }
    func text(_ name: String, _ text: String) -> JSON.Member { JSON.Member(name, .text(text)) }
    let isDiagnostic = text("entity_category", "diagnostic")

    add(
      "screen", "switch", "Screen",
      [command("screen"), value("'ON' if value_json.screen.on else 'OFF'"), text("icon", "mdi:monitor")])
    add(
      "brightness", "number", "Brightness",
      [
        // A screen that is off has a brightness of 0, which nobody can ask for.
        command("brightness"), value("[value_json.screen.brightness, \(Self.leastBrightness)] | max"),
        JSON.Member("min", .number(Double(Self.leastBrightness))),
        JSON.Member("max", .number(100)),
        text("unit_of_measurement", "%"), text("icon", "mdi:brightness-6"),
      ])
    if board.pages.count > 1 {
      // What cannot be turned to now cannot be chosen.
      let labels = zip(board.pages.indices, board.labels).compactMap { place, label -> JSON? in
        place == board.page || board.pages[place].isOffered ? .text(label) : nil
      }
      add(
        "page", "select", "Page",
        [command("page"), value("value_json.page.label"), JSON.Member("options", .list(labels))])
    }
    add("refresh", "button", "Refresh", [command("refresh"), text("icon", "mdi:refresh")])
    add("take", "button", "Take screenshot", [command("screenshot"), text("icon", "mdi:camera"), isDiagnostic])
    add("screenshot", "image", "Screenshot", [text("image_topic", topics.picture), text("content_type", "image/png")])
    add(
      "trouble", "binary_sensor", "Trouble",
      [
        value("'ON' if value_json.troubles else 'OFF'"), text("device_class", "problem"), isDiagnostic,
      ])
    if bundle != nil {
      // Source: home-assistant.io/integrations/update.mqtt.
      add(
        "bundle", "update", "Board",
        [
          value("value_json.bundle.version | default(0, true)"),
          text("latest_version_topic", topics.state),
          text(
            "latest_version_template",
            "{{ value_json.bundle.latest | default(value_json.bundle.version, true) | default(0, true) }}"),
          command("bundle"), text("payload_install", ControlRequest.install), text("icon", "mdi:package-down"),
        ])
    }
    add("last_touch", "sensor", "Last touch", [value("value_json.touch.last"), text("device_class", "timestamp")])
    add(
      "missed_frames", "sensor", "Missed frames",
      [
        value("value_json.frames.missed.total"), text("state_class", "total_increasing"), isDiagnostic,
      ])
    add(
      "flips", "sensor", "Flips",
      [value("value_json.frames.flips"), text("state_class", "total_increasing"), isDiagnostic])
    for source in sources where source.asked != nil && Self.isPlain(source.name) {
      add(
        "age_\(source.name)", "sensor", "Age of \(source.name)",
        [
          value("(value_json.sources | selectattr('name', 'eq', '\(source.name)') | first).age"),
          text("device_class", "duration"),
          text("unit_of_measurement", "s"), isDiagnostic,
        ])
    }
    return all.map { ($0.0, $0.1, .object($0.2)) }
  }

  /// Whether a name stands between quotes as it is.
  private static func isPlain(_ name: String) -> Bool {
    name.unicodeScalars.allSatisfy {
      $0 == "_" || $0 == "-" || $0.isASCII && $0.properties.isAlphabetic || "0"..."9" ~= $0
    }
  }

  /// What is worth telling at once when it is another than before: not what counts on by itself.
  public var gist: Gist {
    Gist(
      troubles: troubles.map { [$0.cause.rawValue, $0.subject ?? ""] }, page: board.page, pages: board.pages,
      digest: board.digest, light: light,
      state: glass.state, touch: touch.last,
      sources: sources.map { [$0.name, $0.updated == nil ? "" : "data", $0.problems.isEmpty ? "" : "trouble"] },
      bundle: [bundle?.version, bundle?.latest], bundleState: bundle?.state, notice: notice?.text)
  }

  /// What of a status is worth telling at once.
  public struct Gist: Hashable, Sendable {
    fileprivate var troubles: [[String]]
    fileprivate var page: Int
    fileprivate var pages: [Page]
    fileprivate var digest: String?
    fileprivate var light: Light
    fileprivate var state: Glass.State
    fileprivate var touch: Double?
    fileprivate var sources: [[String]]
    fileprivate var bundle: [Int?]
    fileprivate var bundleState: Bundle.State?
    fileprivate var notice: String?
  }
}
