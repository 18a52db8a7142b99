import Markup
import Testing

@testable import Status

/// A panel of a fleet with version 5, where 6 is offered.
private func panel(_ adjust: (inout PanelStatus.Bundle) -> Void = { _ in }) -> PanelStatus {
  var status = PanelStatus(version: "1", name: "vitrine-1", time: 1e9, uptime: 1000, began: 0)
  status.board.pages = [.init(title: nil, isOffered: true)]
  var bundle = PanelStatus.Bundle(origin: "https://h/x.vitrine", promise: 600)
  (bundle.state, bundle.hash, bundle.version, bundle.latest) = (.kept, "abc", 5, 6)
  (bundle.asked, bundle.heard) = (0, 990)
  adjust(&bundle)
  status.bundle = bundle
  return status
}

@Suite struct BundleStatusTests {
  @Test func aBundleThatWasRefusedIsATrouble() {
    #expect(panel().troubles.isEmpty)
    let refused = panel { ($0.problem, $0.isRefused) = ("version 6: board.yaml:3:1: no", true) }.troubles
    #expect(refused.map(\.cause) == [.bundleRefused])
    #expect(refused.first?.sentence.contains("board.yaml:3:1") == true)
    // One answer that did not come is none.
    #expect(panel { $0.problem = "could not fetch it" }.troubles.isEmpty)
    #expect(panel { ($0.problem, $0.heard) = ("could not fetch it", 399) }.troubles.map(\.cause) == [.bundleMissing])
    #expect(panel { ($0.heard, $0.asked) = (nil, 399) }.troubles.map(\.cause) == [.bundleMissing])
    #expect(panel { ($0.heard, $0.asked) = (nil, 401) }.troubles.isEmpty)
  }

  @Test func whatTheDiskHasLostIsATrouble() {
    let lost = panel { $0.fault = "version 5 is damaged on this disk" }
    #expect(lost.troubles.map(\.cause) == [.bundleNotKept])
    #expect(lost.json.line.contains(#""fault": "version 5 is damaged on this disk""#))
    #expect(lost.metrics.contains("\nvitrine_trouble{cause=\"bundle-not-kept\"} 1\n"))
  }

  /// A panel without its board is not well, whoever answers it.
  @Test func aPanelWithoutAnyBundleIsATrouble() {
    func waiting(_ adjust: (inout PanelStatus.Bundle) -> Void) -> PanelStatus {
      panel {
        ($0.state, $0.hash, $0.version, $0.latest) = (.none, nil, nil, nil)
        adjust(&$0)
      }
    }
    let others = waiting { $0.others = "the bundle that is there, version 6, is not for this panel" }
    #expect(others.troubles.map(\.cause) == [.bundleMissing])
    #expect(others.text.contains("bundle   none yet, from https://h/x.vitrine; the bundle that is there, version 6"))
    #expect(waiting { $0.problem = "nothing is new" }.troubles.map(\.cause) == [.bundleMissing])
    // The first rounds may find nobody.
    #expect(waiting { ($0.problem, $0.asked) = ("nobody is there", 950) }.troubles.isEmpty)
    #expect(panel { $0.others = "it is for others" }.troubles.isEmpty)
  }

  @Test func peopleAndMachinesReadIt() {
    let status = panel { ($0.state, $0.held) = (.trial, "others have it first") }
    #expect(
      status.text.contains("bundle   version 5, on trial, from https://h/x.vitrine; version 6 is not taken: others"))
    #expect(
      status.json.line.contains(
        #""bundle": {"origin": "https://h/x.vitrine", "state": "trial", "hash": "abc", "version": 5, "latest": 6,"#))
    for line in [
      "vitrine_bundle_version 5", "vitrine_bundle_latest_version 6", "vitrine_bundle_state{state=\"trial\"} 1",
      "vitrine_bundles_refused_total 0", "vitrine_trouble{cause=\"bundle-refused\"} 0",
    ] { #expect(status.metrics.contains("\n\(line)\n"), "\(line)") }
    var file = status
    file.bundle = nil
    #expect(!file.metrics.contains("vitrine_bundle_version") && !file.text.contains("bundle "))
    #expect(file.json.line.contains(#""bundle": null"#))
  }

  @Test func labelsAreInTheStatus() {
    let status = panel { $0.labels = ["floor=2", "wing-a.x=a=\"b\"", "floor=3"] }
    #expect(
      status.metrics.contains(
        "\nvitrine_info{name=\"\(status.name)\",label_floor=\"2\",label_wing_a_x=\"a=\\\"b\\\"\"} 1\n"))
    #expect(status.json.line.contains(#""labels": {"floor": "2", "wing-a.x": "a=\"b\""}"#))
    #expect(status.text.contains("; labels floor=2, wing-a.x=a=\"b\""))
  }

  @Test func homeAssistantHasAnUpdateEntity() throws {
    let topics = BrokerTopics(base: "lobby", name: "vitrine-1")
    func part(_ status: PanelStatus) -> String? {
      let line = status.homeAssistant(topics, prefix: "ha").payload.line
      guard let start = line.firstRange(of: #""bundle": {"p": "update""#) else { return nil }
      return String(line[start.lowerBound...])
    }
    let found = try #require(part(panel()))
    for words in [
      #""command_topic": "lobby/set/bundle""#, #""payload_install": "install""#,
      #""latest_version_topic": "lobby/state""#, "value_json.bundle.version", "value_json.bundle.latest",
    ] { #expect(found.contains(words), "\(words)") }
    var file = panel()
    file.bundle = nil
    #expect(part(file) == nil)
    // A new version is told at once.
    #expect(panel().gist != panel { $0.latest = 7 }.gist)
    #expect(panel().gist != panel { $0.state = .trial }.gist)
    #expect(panel().gist == panel { $0.heard = 999 }.gist)
  }
}
