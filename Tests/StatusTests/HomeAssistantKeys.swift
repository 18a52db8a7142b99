/// What Home Assistant takes of a panel that tells of itself: the keys of its discovery messages, as its own validation has them.
///
/// Source: homeassistant/components/mqtt of Home Assistant Core 2025.4.4 (github.com/home-assistant/core, package `homeassistant`): schemas.py,
/// config.py, abbreviations.py, and `PLATFORM_SCHEMA_MODERN` of each platform. Names alone, written down from there.
struct HomeAssistantKeys {
  var required: Set<String>
  var permitted: Set<String>
  /// Of these exactly one is there; empty where there is no such choice.
  var oneOf: Set<String> = []

  private init(_ required: Set<String>, _ permitted: Set<String>, oneOf: Set<String> = []) {
    (self.required, self.permitted, self.oneOf) = (required, permitted.union(required).union(oneOf), oneOf)
  }

  /// `MQTT_ENTITY_COMMON_SCHEMA`: what any entity may have; `platform` and an identity are demanded of a device's parts.
  private static let common: Set<String> = [
    "availability", "availability_mode", "availability_template", "availability_topic", "device", "enabled_by_default",
    "entity_category", "entity_picture", "icon", "json_attributes_template", "json_attributes_topic", "object_id",
    "origin",
    "payload_available", "payload_not_available", "unique_id",
  ]

  private init(part required: Set<String>, _ permitted: Set<String>, oneOf: Set<String> = []) {
    self.init(required.union(["platform", "unique_id"]), permitted.union(Self.common), oneOf: oneOf)
  }

  /// `DEVICE_DISCOVERY_SCHEMA`.
  static let message = HomeAssistantKeys(
    ["components", "device", "origin"],
    [
      "availability", "availability_mode", "availability_template", "availability_topic", "command_topic", "encoding",
      "payload_available", "payload_not_available", "qos", "state_topic",
    ])
  /// `MQTT_ENTITY_DEVICE_INFO_SCHEMA`.
  static let device = HomeAssistantKeys(
    [],
    [
      "configuration_url", "hw_version", "manufacturer", "model", "model_id", "name", "serial_number", "suggested_area",
      "sw_version", "via_device",
    ],
    oneOf: ["identifiers", "connections"])
  /// `MQTT_ORIGIN_INFO_SCHEMA`.
  static let origin = HomeAssistantKeys(["name"], ["support_url", "sw_version"])

  /// `SHARED_OPTIONS`: what is said of the device holds for its parts.
  static let shared: Set<String> = [
    "availability", "availability_mode", "availability_template", "availability_topic", "command_topic",
    "payload_available",
    "payload_not_available", "state_topic",
  ]

  /// By their platforms: those a panel has.
  static let parts: [String: HomeAssistantKeys] = [
    "binary_sensor": HomeAssistantKeys(
      part: ["state_topic"],
      [
        "device_class", "encoding", "expire_after", "force_update", "name", "off_delay", "payload_off", "payload_on",
        "qos",
        "value_template",
      ]),
    "button": HomeAssistantKeys(
      part: ["command_topic"],
      ["command_template", "device_class", "encoding", "name", "payload_press", "qos", "retain"]),
    "image": HomeAssistantKeys(
      part: [],
      ["content_type", "encoding", "image_encoding", "name", "qos", "url_template"],
      oneOf: ["image_topic", "url_topic"]),
    "number": HomeAssistantKeys(
      part: ["command_topic"],
      [
        "command_template", "device_class", "encoding", "max", "min", "mode", "name", "optimistic", "payload_reset",
        "qos",
        "retain", "state_topic", "step", "unit_of_measurement", "value_template",
      ]),
    "select": HomeAssistantKeys(
      part: ["command_topic", "options"],
      ["command_template", "encoding", "name", "optimistic", "qos", "retain", "state_topic", "value_template"]),
    "sensor": HomeAssistantKeys(
      part: ["state_topic"],
      [
        "device_class", "encoding", "expire_after", "force_update", "last_reset_value_template", "name", "options",
        "qos",
        "state_class", "suggested_display_precision", "unit_of_measurement", "value_template",
      ]),
    "switch": HomeAssistantKeys(
      part: ["command_topic"],
      [
        "command_template", "device_class", "encoding", "name", "optimistic", "payload_off", "payload_on", "qos",
        "retain",
        "state_off", "state_on", "state_topic", "value_template",
      ]),
    "update": HomeAssistantKeys(
      part: ["state_topic"],
      [
        "command_topic", "device_class", "display_precision", "encoding", "latest_version_template",
        "latest_version_topic",
        "name", "payload_install", "qos", "release_summary", "release_url", "retain", "title", "value_template",
      ]),
  ]

  /// `ABBREVIATIONS`, `DEVICE_ABBREVIATIONS`, `ORIGIN_ABBREVIATIONS`: those that are used.
  static let abbreviations = ["dev": "device", "o": "origin", "cmps": "components", "p": "platform"]
  static let deviceAbbreviations = ["ids": "identifiers", "mf": "manufacturer", "mdl": "model", "sw": "sw_version"]
  static let originAbbreviations = ["sw": "sw_version"]
}
