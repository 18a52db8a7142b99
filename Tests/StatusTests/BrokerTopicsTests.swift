import Board
import Markup
import Testing

@testable import Status

private func sample() -> PanelStatus {
  var status = PanelStatus(version: "0.1.0", name: "vitrine-1", time: 1e9, uptime: 100, began: 0)
  status.board.pages = [.init(title: "Ferries", isOffered: true), .init(title: nil, isOffered: true)]
  for name in ["ferries", "it's"] {
    var source = PanelStatus.Source(name: name, promise: 60)
    source.asked = 0
    status.sources.append(source)
  }
  return status
}

extension JSON {
  fileprivate subscript(_ name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  fileprivate var names: [String] {
    guard case .object(let members) = self else { return [] }
    return members.map(\.name)
  }
}

@Test func topicsStandBelowWhatTheAddressSaysOrThePanelsName() {
  #expect(BrokerTopics(base: "", name: "vitrine-1").base == "vitrine/vitrine-1")
  #expect(BrokerTopics(base: "/house//lobby/", name: "x").state == "house/lobby/state")
  let topics = BrokerTopics(base: "lobby", name: "x")
  #expect(topics.command(of: "lobby/set/page") == "page" && topics.command(of: "lobby/state") == nil)
}

@Test func homeAssistantIsToldOfOneDeviceWithAllItsParts() throws {
  let topics = BrokerTopics(base: "lobby", name: "vitrine-1")
  let (topic, payload, _) = sample().homeAssistant(topics, prefix: "homeassistant")
  #expect(topic == "homeassistant/device/vitrine-1/config")
  #expect(payload["dev"]?["ids"] == .list([.text("vitrine-1")]) && payload["o"]?["name"] == .text("vitrine"))
  #expect(payload["availability_topic"] == .text("lobby/availability"))
  let parts = try #require(payload["cmps"])
  #expect(
    parts.names == [
      "screen", "brightness", "page", "refresh", "take", "screenshot", "trouble", "last_touch", "missed_frames",
      "flips",
      "age_ferries",
    ], "a name with a quote would be a template's end")
  #expect(parts["page"]?["options"] == .list(["Ferries", "Page 2"]))
}

/// Home Assistant throws away an entity that lacks a key, and in silence a key it does not know: there is none of either.
@Test(arguments: [false, true]) func homeAssistantKnowsEachKeyAndMissesNone(ofFleet: Bool) throws {
  var status = sample()
  if ofFleet { status.bundle = PanelStatus.Bundle(origin: "https://h/x.vitrine", promise: 600) }
  let (_, payload, _) = status.homeAssistant(BrokerTopics(base: "lobby", name: "x"), prefix: "homeassistant")

  func check(_ keys: [String], _ rules: HomeAssistantKeys, _ what: String, given: Set<String> = []) {
    #expect(Set(keys).count == keys.count, "\(what) has a key twice")
    for key in keys { #expect(rules.permitted.contains(key), "\(what) has \(key)") }
    for key in rules.required { #expect(keys.contains(key) || given.contains(key), "\(what) lacks \(key)") }
    if !rules.oneOf.isEmpty { #expect(rules.oneOf.intersection(keys).count == 1, "\(what)") }
  }
  func full(_ names: [String], _ words: [String: String]) -> [String] { names.map { words[$0] ?? $0 } }

  let names = full(payload.names, HomeAssistantKeys.abbreviations)
  check(names, .message, "the message")
  check(full(try #require(payload["dev"]).names, HomeAssistantKeys.deviceAbbreviations), .device, "the device")
  check(full(try #require(payload["o"]).names, HomeAssistantKeys.originAbbreviations), .origin, "the origin")
  let parts = try #require(payload["cmps"])
  var platforms: Set<String> = []
  var identities: Set<JSON> = []
  for name in parts.names {
    let part = try #require(parts[name])
    guard case .text(let platform)? = part["p"], let rules = HomeAssistantKeys.parts[platform] else {
      Issue.record("\(name) has no platform that is known")
      continue
    }
    platforms.insert(platform)
    let keys = full(part.names, HomeAssistantKeys.abbreviations)
    check(
      keys, rules, name, given: HomeAssistantKeys.shared.intersection(names))
    #expect(identities.insert(try #require(part["unique_id"])).inserted)
    // Source: homeassistant/components/sensor/const.py, DEVICE_CLASS_UNITS.
    if part["device_class"] == .text("duration") { #expect(part["unit_of_measurement"] == .text("s")) }
  }
  #expect(platforms == Set(HomeAssistantKeys.parts.keys).subtracting(ofFleet ? [] : ["update"]))
}

private func request(_ command: String, _ payload: String, _ members: [String: Value]? = nil) -> String {
  var record = Record()
  for (name, value) in members ?? [:] { record[name] = value }
  do throws(ControlRequest.Mistake) {
    return "\(try ControlRequest(command: command, payload: payload, object: members == nil ? nil : .record(record)))"
  } catch {
    return error.sentence
  }
}

@Test func whatABrokerAsksIsRead() {
  #expect(request("screen", "ON") == "wake" && request("screen", " off ") == "off")
  #expect(request("brightness", "37.0") == "brightness(0.37)")
  #expect(request("page", "Ferries") == #"page("Ferries")"#)
  #expect(request("notice", "Back at 10") == #"notice("Back at 10", seconds: 60.0)"#)
  #expect(request("screen", "maybe") == "screen is ON or OFF, not \"maybe\"")
  #expect(request("reboot", "").hasPrefix("there is nothing to be set by \"reboot\""))
}

@Test func whatABrokerAsksInMembersIsReadAsHTTPsBodyIs() {
  let timed = request("notice", "{…}", ["text": .text("Back at 10"), "seconds": .number(600)])
  #expect(timed == #"notice("Back at 10", seconds: 600.0)"#)
  let named = request("notice", "{…}", ["text": .text("x"), "verb": .text("off")])
  #expect(named == #"notice("x", seconds: 60.0)"#, "the topic says what is asked")
  #expect(request("notice", "{…}", ["seconds": .number(5)]).hasPrefix("\"notice\" says what"))
  let brief = request("notice", "{…}", ["text": .text("x"), "seconds": .number(0)])
  #expect(brief == "a notice stays between 1 s and 24 h")
  #expect(request("page", "{…}", ["page": .number(2)]) == #"page("2")"#)
  #expect(request("brightness", "{…}", ["percent": .number(40)]) == "brightness(0.4)")
  #expect(request("screen", "ON", ["x": .number(1)]) == "wake", "what has no members is read as a text")
  #expect(request("log", "").contains("vitrine ctl"))
}

/// Home Assistant takes no value below the least that can be asked for, and a screen that is off has one of 0.
@Test func brightnessIsNeverBelowWhatCanBeAskedFor() throws {
  let (_, payload, _) = sample().homeAssistant(BrokerTopics(base: "lobby", name: "x"), prefix: "homeassistant")
  let part = try #require(payload["cmps"]?["brightness"])
  #expect(part["min"] == .number(1))
  #expect(part["value_template"] == .text("{{ [value_json.screen.brightness, 1] | max }}"))
}

@Test func whatCountsOnByItselfIsNotToldAtOnce() {
  var status = sample()
  let before = status.gist
  status.uptime += 1
  status.time += 1
  status.glass.flips += 60
  status.machine.residentBytes += 1e6
  #expect(status.gist == before)
  status.light.isOn = false
  #expect(status.gist != before)
}

/// Home Assistant keeps an entity that is left out; one that comes with nothing but its platform goes. Source: home-assistant.io/integrations/mqtt,
/// "Removing a component".
@Test func whatIsNotThereAnyMoreIsTakenBack() throws {
  let topics = BrokerTopics(base: "lobby", name: "x")
  let before = sample().homeAssistant(topics, prefix: "ha").components
  #expect(before["page"] == "select" && before["age_ferries"] == "sensor")
  var status = sample()
  status.sources = []
  status.board.pages.removeLast()
  let after = status.homeAssistant(topics, prefix: "ha", known: before)
  let parts = try #require(after.payload["cmps"])
  #expect(parts["page"] == ["p": "select"] && parts["age_ferries"] == ["p": "sensor"])
  #expect(after.components["page"] == nil && parts["screen"] != ["p": "switch"])
}

/// Each page can be chosen: of two with one title the second has its number, and what is not on offer cannot be chosen at all.
@Test func eachPageHasALabelOfItsOwn() throws {
  var status = sample()
  status.board.pages = ["News", "news", nil, "Page 3", "Night"].map { .init(title: $0, isOffered: $0 != "Night") }
  let payload = status.homeAssistant(BrokerTopics(base: "lobby", name: "x"), prefix: "ha").payload
  let labels: [JSON] = ["News", "news (2)", "Page 3", "Page 3 (4)"]
  #expect(payload["cmps"]?["page"]?["options"] == .list(labels))
  let pages: [(title: String?, isOffered: Bool)] = status.board.pages.map { ($0.title, $0.isOffered) }
  for (place, label) in ["News", "news (2)", "Page 3", "Page 3 (4)"].enumerated() {
    #expect(try ControlRequest.place(of: label, among: pages) == place)
  }
  status.board.page = 1
  #expect(status.json.line.contains(#""label": "news (2)""#))
}
