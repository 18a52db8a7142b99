import Status
import Testing

@testable import Vitrine

/// Who darkened the panel at three in the night.
@Suite struct AskedLinesTests {
  @Test func whatChangesThePanelIsTold() throws {
    var lines = AskedLines()
    func line(_ request: ControlRequest) -> String? { lines.line(request, by: "HTTP from 192.0.2.7", at: 5) }
    #expect(line(.off) == "asked by HTTP from 192.0.2.7 for off")
    #expect(line(.brightness(0.4)) == "asked by HTTP from 192.0.2.7 for brightness 40 %")
    #expect(line(.page("Departures")) == "asked by HTTP from 192.0.2.7 for page Departures")
    #expect(
      line(.notice("Fire drill", seconds: 60)) == "asked by HTTP from 192.0.2.7 for a notice for 60 s: Fire drill")
    for request in [ControlRequest.wake, .reload, .refresh, .bundle(nil)] { #expect(line(request) != nil) }
    // An address may have a password in it, and a sentence a thousand letters.
    #expect(line(.bundle("https://a:secret@h/x.vitrine"))?.contains("secret") == false)
    #expect(try #require(line(.page(String(repeating: "x", count: 300)))).count < 150)
  }

  @Test func whatOnlyLooksIsNot() {
    var lines = AskedLines()
    for request in [ControlRequest.status, .screenshot, .log(lines: 5), .record] {
      #expect(lines.line(request, by: "the broker", at: 0) == nil)
    }
  }

  /// A day of it is some thirty lines, and says how often.
  @Test func aProgramThatAsksEachSecondFloodsNothing() {
    var lines = AskedLines()
    let told = (0..<86_400).compactMap { lines.line(.off, by: "the broker", at: Double($0)) }
    #expect((10...40).contains(told.count), "\(told.count)")
    #expect(told.first == "asked by the broker for off")
    #expect(told.dropFirst().first == "asked by the broker for off; and 59 times for off since the line before")
    // Others are told of all the same.
    #expect(lines.line(.wake, by: "the broker", at: 86_400) == "asked by the broker for wake")
  }

  @Test func aSliderThatIsDrawnFloodsNothing() {
    var lines = AskedLines()
    let told = (0..<1000).compactMap {
      lines.line(.brightness(Double($0 % 100 + 1) / 100), by: "the broker", at: Double($0) / 10)
    }
    #expect((1...12).contains(told.count), "\(told.count)")
  }

  @Test func aDeskWritesItDown() {
    let desk = PanelDesk(PanelDesk.Setup(version: "1", boardPath: nil, cacheDirectory: nil))
    // Before there is a log nothing is lost but the line.
    desk.note(.off, askedBy: "the broker")
    _ = desk.logging(to: { _ in })
    desk.perform(.wake, askedBy: "HTTP from ::1") { _ in }
    desk.perform(line: Array(#"{"verb": "off"}"#.utf8)) { _ in }
    desk.perform(.refresh) { _ in }
    #expect(desk.log.last(9).map(\.text) == ["asked by HTTP from ::1 for wake", "asked by the control socket for off"])
    desk.perform(line: Array(#"{"verb": "brightness", "percent": 40}"#.utf8)) { _ in }
    #expect(desk.log.last(1).first?.text.hasPrefix("asked by the control socket for brightness") == true)
  }
}
