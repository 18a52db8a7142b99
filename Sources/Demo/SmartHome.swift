#if Preview
  import Markup
  import Numbers
  internal import NIOConcurrencyHelpers

  /// A flat that speaks as Home Assistant does: `/api/states`, its event stream, and `/api/services/…`, with things that do what they are
  /// told. Source of the shapes: developers.home-assistant.io, REST API.
  final class SmartHome: Sendable {
    /// A thing that can be set.
    private struct Thing: Sendable {
      var state: String
      /// What belongs to the state: a brightness, a position.
      var attributes: [(name: String, value: JSON)]
    }

    private let things: NIOLockedValueBox<[(id: String, name: String, thing: Thing)]>
    private let chance: Chance

    init(chance: Chance) {
      self.chance = chance
      things = NIOLockedValueBox([
        ("light.kitchen", "Kitchen", Thing(state: "on", attributes: [("brightness", .number(180))])),
        ("light.living_room", "Living room", Thing(state: "on", attributes: [("brightness", .number(90))])),
        ("light.hall", "Hall", Thing(state: "off", attributes: [("brightness", .number(0))])),
        ("cover.blinds", "Blinds", Thing(state: "open", attributes: [("current_position", .number(60))])),
        ("climate.flat", "Heating", Thing(state: "heat", attributes: [("temperature", .number("20.5"))])),
        ("switch.coffee", "Coffee machine", Thing(state: "off", attributes: [])),
        ("input_select.mode", "Mode", Thing(state: "home", attributes: [])),
        ("alarm_control_panel.flat", "Alarm", Thing(state: "disarmed", attributes: [])),
      ])
    }

    /// All there is, in the order people see it.
    func states(at now: Double) -> [JSON] {
      let set = things.withLockedValue { $0 }
      return set.map { id, name, thing in
        // A lamp that is off has no brightness, as in Home Assistant.
        let isDark = id.hasPrefix("light.") && thing.state == "off"
        return Self.entity(
          id, name, thing.state, thing.attributes.map { isDark && $0.name == "brightness" ? ($0.name, .null) : $0 })
      } + sensors(at: now)
    }

    /// What is measured follows from the time.
    private func sensors(at now: Double) -> [JSON] {
      // Slow waves with a little chance on them, another value every few seconds.
      func value(_ key: Int, every seconds: Double, _ middle: Double, _ swing: Double, digits: Int) -> String {
        let step = (now / seconds).rounded(.down)
        let wave = triangle(step * seconds / 5400 + Double(key) / 7)
        let noise = chance.fraction(40 + key, Int(clamping: step)) - 0.5
        return Self.text(middle + swing * (wave + noise * 0.3), digits: digits)
      }
      let isOpen = (now / 300).rounded(.down).truncatingRemainder(dividingBy: 4) == 0
      return [
        Self.entity(
          "sensor.outside", "Outside", value(1, every: 10, 7.5, 2.5, digits: 1), [("unit_of_measurement", "°C")]),
        Self.entity(
          "sensor.living_room", "Living room", value(2, every: 15, 20.6, 0.6, digits: 1),
          [("unit_of_measurement", "°C")]),
        Self.entity("sensor.power", "Power", value(3, every: 2, 640, 320, digits: 0), [("unit_of_measurement", "W")]),
        Self.entity(
          "sensor.solar", "Solar", value(4, every: 3, 1900, 700, digits: 0), [("unit_of_measurement", "W")]),
        Self.entity("binary_sensor.front_door", "Front door", isOpen ? "on" : "off", [("device_class", "door")]),
        Self.entity(
          "binary_sensor.window", "Bedroom window", isOpen ? "off" : "on", [("device_class", "window")]),
      ]
    }

    /// From 0 to 1 to 0 to -1, once a turn.
    private func triangle(_ turn: Double) -> Double {
      let part = turn - turn.rounded(.down)
      return part < 0.25 ? part * 4 : part < 0.75 ? 2 - part * 4 : part * 4 - 4
    }

    private static func text(_ value: Double, digits: Int) -> String {
      guard digits > 0 else { return String(Int(clamping: value.rounded())) }
      let tenths = Int(clamping: (value * 10).rounded())
      return "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
    }

    private static func entity(
      _ id: String, _ name: String, _ state: String, _ attributes: [(name: String, value: JSON)]
    ) -> JSON {
      .object([
        JSON.Member("entity_id", .text(id)), JSON.Member("state", .text(state)),
        JSON.Member(
          "attributes",
          .object(
            [JSON.Member("friendly_name", .text(name))] + attributes.map { JSON.Member($0.name, $0.value) })),
      ])
    }

    /// One event of the stream, on one line.
    static func event(_ state: JSON) -> String {
      let event: JSON = ["event_type": "state_changed", "data": ["new_state": state]]
      return "data: \(event.line)\n\n"
    }

    /// Does what a service is asked for, such as `light`, `turn_on` with `{"entity_id": "light.hall", "brightness": 90}`.
    ///
    /// - Returns: false for what is not there or makes no sense; nothing is changed then.
    func call(_ domain: String, _ service: String, _ body: String) -> Bool {
      guard let id = Self.field("entity_id", in: body), id.hasPrefix(domain + ".") else { return false }
      return things.withLockedValue { things in
        guard let place = things.firstIndex(where: { $0.id == id }) else { return false }
        func set(_ name: String, within range: ClosedRange<Double>) -> Bool {
          guard let text = Self.field(name, in: body), let number = Double(text), range.contains(number) else {
            return false
          }
          let attribute = name == "position" ? "current_position" : name
          things[place].thing.attributes.removeAll { $0.name == attribute }
          things[place].thing.attributes.append((attribute, .number(text)))
          return true
        }
        switch service {
        case "turn_on":
          if set("brightness", within: 0...255), Self.field("brightness", in: body) == "0" {
            things[place].thing.state = "off"
          } else {
            things[place].thing.state = "on"
          }
        case "turn_off": things[place].thing.state = "off"
        case "set_cover_position":
          guard set("position", within: 0...100) else { return false }
          things[place].thing.state = Self.field("position", in: body) == "0" ? "closed" : "open"
        case "set_temperature": return set("temperature", within: 5...30)
        case "select_option":
          guard let option = Self.field("option", in: body), ["home", "away", "night"].contains(option) else {
            return false
          }
          things[place].thing.state = option
        case "alarm_arm_home", "alarm_disarm":
          guard Self.field("code", in: body) == "1234" else { return false }
          things[place].thing.state = service == "alarm_disarm" ? "disarmed" : "armed_home"
        default: return false
        }
        return true
      }
    }

    /// The text or number of a member of a flat object, as it is written, without its quotes.
    static func field(_ name: String, in body: String) -> String? {
      guard let found = body.split(separator: ",").first(where: { $0.contains("\"\(name)\"") }) else { return nil }
      let value = found.split(separator: ":", maxSplits: 1).dropFirst().first ?? ""
      let text = String(value.filter { !"\"{} \n\t".contains($0) })
      return text.isEmpty ? nil : text
    }
  }
#endif
