#if Preview
  import Markup
  import Testing

  @testable import Demo

  /// The things the demo service lends to boards that set something.
  @Suite struct DemoDevicesTests {
    private static let noon = 1_780_000_000.0

    private func state(_ home: SmartHome, _ id: String) -> String {
      home.states(at: Self.noon).map(\.line).first { $0.contains("\"\(id)\"") } ?? ""
    }

    @Test func aFlatDoesWhatItsServicesSay() {
      let home = SmartHome(chance: Chance(seed: 7))
      #expect(state(home, "light.hall").contains("\"state\": \"off\""))
      #expect(home.call("light", "turn_on", "{\"entity_id\": \"light.hall\", \"brightness\": 90}"))
      #expect(state(home, "light.hall").contains("\"state\": \"on\""))
      #expect(state(home, "light.hall").contains("\"brightness\": 90"))
      #expect(home.call("cover", "set_cover_position", "{\"entity_id\": \"cover.blinds\",\n \"position\": 0}"))
      #expect(state(home, "cover.blinds").contains("\"state\": \"closed\""))
      #expect(home.call("climate", "set_temperature", "{\"entity_id\": \"climate.flat\", \"temperature\": 21.5}"))
      #expect(state(home, "climate.flat").contains("21.5"))
      #expect(
        home.call("input_select", "select_option", "{\"entity_id\": \"input_select.mode\", \"option\": \"night\"}"))
    }

    @Test(
      arguments: [
        ("light", "turn_on", "{}"), ("light", "turn_on", "{\"entity_id\": \"switch.coffee\"}"),
        ("light", "explode", "{\"entity_id\": \"light.hall\"}"),
        ("light", "turn_on", "{\"entity_id\": \"light.none\"}"),
        ("cover", "set_cover_position", "{\"entity_id\": \"cover.blinds\", \"position\": 400}"),
        ("climate", "set_temperature", "{\"entity_id\": \"climate.flat\", \"temperature\": \"hot\"}"),
        ("input_select", "select_option", "{\"entity_id\": \"input_select.mode\", \"option\": \"party\"}"),
        ("alarm_control_panel", "alarm_arm_home", "{\"entity_id\": \"alarm_control_panel.flat\", \"code\": \"1111\"}"),
      ]) func nonsenseChangesNothing(domain: String, service: String, body: String)
    {
      let home = SmartHome(chance: Chance(seed: 7))
      let before = home.states(at: Self.noon)
      #expect(!home.call(domain, service, body))
      #expect(home.states(at: Self.noon) == before)
    }

    @Test func anAlarmTakesItsCode() {
      let home = SmartHome(chance: Chance(seed: 7))
      let id = "\"entity_id\": \"alarm_control_panel.flat\""
      #expect(home.call("alarm_control_panel", "alarm_arm_home", "{\(id), \"code\": \"1234\"}"))
      #expect(state(home, "alarm_control_panel.flat").contains("armed_home"))
    }

    /// Events begin with what is new, and a mill's alarm goes once somebody has seen it.
    @Test func streamsBringWhatIsNew() throws {
      let service = try DemoService.start(seed: 7, options: .init(delay: 0...0, clock: { Self.noon })) { _ in nil }
      defer { service.stop() }
      let port = try #require(service.url.split(separator: ":").last.flatMap { Int($0) })
      let stream = try RawClient(port: port)
      try stream.send("GET /mill/events HTTP/1.1\r\nHost: x\r\n\r\n")
      let first = try stream.read(until: "alarms\": [")
      #expect(first.contains("text/event-stream") && first.contains("\"spindle\": "))
      let mill = Mill(chance: Chance(seed: 7))
      let alarm = mill.report(at: Self.noon).line
      #expect(alarm.contains("\"seen\": false"))
      let id = try #require(alarm.split(separator: "\"id\": \"").dropFirst().first?.prefix(4))
      #expect(mill.acknowledge("{\"id\": \"\(id)\"}") && !mill.acknowledge("{}"))
      #expect(mill.report(at: Self.noon).line.contains("\"seen\": true"))
      #expect(SmartHome.event(.flag(true)).hasPrefix("data: {") && SmartHome.event(.flag(true)).hasSuffix("}\n\n"))
    }
  }
#endif
