import Board
import Formats
import Testing

@testable import Status

private func sample() -> PanelStatus {
  var status = PanelStatus(
    version: "0.1.0", name: "vitrine-1", time: 1_778_262_120, uptime: 4000, began: 100)
  (status.board.path, status.board.digest) = ("/etc/vitrine/board.yaml", "ab12")
  status.board.pages = [
    .init(title: "Ferries", isOffered: true), .init(title: "News \"now\"\\", isOffered: false),
  ]
  (status.glass.framesDrawn, status.glass.flips, status.glass.lastFlip) = (12, 11, 3990.5)
  status.glass.missed.lateWake = 3
  (status.light.brightness, status.light.hasLamp) = (0.4, true)
  (status.touch.screens, status.touch.mostScreens, status.touch.last) = (1, 1, 3940)
  var source = PanelStatus.Source(name: "fer\"ries\n", promise: 120)
  (source.asked, source.heard, source.updated) = (100, 3700, 1_778_261_820)
  source.problems = ["the server says 503"]
  status.sources = [source]
  status.viewers = 2
  var camera = PanelStatus.Camera(address: "http://gate/s?token=…", began: 100)
  (camera.last, camera.problem) = (3700, "the server says 503")
  status.cameras = [camera, PanelStatus.Camera(address: "http://yard/s", began: 3990)]
  status.lostPictures = [PanelStatus.LostPicture(address: "http://h/x.png", problem: "http://h/x.png: there is none")]
  status.broker = PanelStatus.Broker(address: "mqtt://broker", isConnected: false, since: 3990, problem: "refused")
  (status.machine.residentBytes, status.machine.temperature) = (61_234_176, 48.25)
  return status
}

@Test func theStatusIsJSONThatOthersCanRead() throws {
  guard case .record(let record) = try JSON.parse(Array(sample().line.utf8)) else {
    Issue.record("no object")
    return
  }
  #expect(record["time"] == .text("2026-05-08T17:42:00Z") && record["uptime"] == .number(3900))
  #expect(record["health"] == .text("trouble"))
  guard case .record(let screen)? = record["screen"], case .record(let frames)? = record["frames"],
    case .record(let touch)? = record["touch"], case .list(let sources)? = record["sources"],
    case .record(let source)? = sources.first, case .list(let cameras)? = record["cameras"],
    case .record(let camera)? = cameras.first, case .record(let broker)? = record["broker"],
    case .list(let lost)? = record["lost_pictures"]
  else {
    Issue.record("parts are missing")
    return
  }
  #expect(screen["brightness"] == .number(40) && screen["on"] == .bool(true))
  #expect(frames["flips"] == .number(11) && frames["last_flip_age"] == .number(9.5))
  #expect(touch["last"] == .text("2026-05-08T17:41:00Z") && touch["last_age"] == .number(60))
  #expect(source["age"] == .number(300) && source["stale"] == .bool(true))
  #expect(camera["address"] == .text("http://gate/s?token=…") && camera["age"] == .number(300))
  #expect(camera["error"] == .text("the server says 503") && cameras.count == 2 && lost.count == 1)
  #expect(broker["connected"] == .bool(false) && broker["error"] == .text("refused"))
}

@Test func aNoticeIsInTheStatus() throws {
  var status = sample()
  status.notice = PanelStatus.Notice(text: "Back at ten", rest: 540)
  #expect(status.text.contains("notice   \"Back at ten\", for 9 min more"))
  #expect(status.line.contains(#""notice": {"text": "Back at ten", "seconds": 540}"#))
  #expect(status.gist != sample().gist)
}

@Test func peopleReadTroublesFirst() {
  let lines = sample().text.split(separator: "\n").map(String.init)
  #expect(lines.first == "vitrine-1, vitrine 0.1.0, up for 65 min")
  #expect(lines.dropFirst().first?.hasPrefix("! source fer") == true)
  #expect(lines.contains("page     1 of 2, \"Ferries\""))
  #expect(lines.contains("screen   on, brightness 40 %"))
  #expect(lines.contains("flips    11 of 12 frames drawn, the last one 9 s ago"))
  #expect(lines.contains("missed   3 frames: 3 late_wake"))
  #expect(lines.contains("watched  by 2 from elsewhere"))
  #expect(lines.contains("camera   http://gate/s?token=…: 5 min old; the server says 503"))
  #expect(lines.contains("camera   http://yard/s: nothing yet"))
  #expect(lines.contains("picture  http://h/x.png: there is none"))
  #expect(lines.contains("broker   mqtt://broker: not connected for 10 s; refused"))
  #expect(lines.contains("machine  61 MB resident, 48.3 °C"))
}

/// A stream that stands and says nothing: one who looks sees for how long.
@Test func aSilentStreamIsSeen() {
  var status = sample()
  func line() -> String? { status.text.split(separator: "\n").map(String.init).first { $0.contains(": open") } }
  (status.sources[0].name, status.sources[0].problems, status.sources[0].isOpen) = ("s", [], true)
  #expect(line() == "source   s: open")
  status.sources[0].silence = 59
  #expect(line() == "source   s: open")
  status.sources[0].silence = 19 * 60
  #expect(line() == "source   s: open, last heard 19 min ago")
}

@Test func metricsAreInPrometheusFormat() {
  let lines = sample().metrics.split(separator: "\n").map(String.init)
  #expect(lines.contains("vitrine_flips_total 11"))
  #expect(lines.contains("vitrine_frames_missed_total{cause=\"late_wake\"} 3"))
  #expect(lines.contains("vitrine_source_age_seconds{source=\"fer\\\"ries\\n\"} 300"))
  #expect(lines.contains("vitrine_viewers 2"))
  #expect(lines.contains("vitrine_camera_age_seconds{camera=\"http://gate/s?token=…\"} 300"))
  #expect(lines.contains("vitrine_camera_age_seconds{camera=\"http://yard/s\"} 10"))
  #expect(lines.contains("vitrine_pictures_failing 1") && lines.contains("vitrine_broker_connected 0"))
  #expect(lines.contains("vitrine_trouble{cause=\"camera-silent\"} 1"))
  #expect(lines.contains("vitrine_trouble{cause=\"data-stale\"} 1"))
  #expect(lines.contains("vitrine_trouble{cause=\"panel-unplugged\"} 0"))
  #expect(lines.contains("vitrine_last_flip_timestamp_seconds 1778262110.5"))
  // Every sample has its help and its type before it, and every name is told of once.
  var told: Set<Substring> = []
  for line in lines {
    let words = line.split(separator: " ")
    if line.hasPrefix("# TYPE") {
      #expect(told.insert(words[2]).inserted)
    } else if !line.hasPrefix("#") {
      #expect(told.contains(line.prefix { $0 != "{" && $0 != " " }), "\(line)")
    }
  }
}

// MARK: Requests

private func request(_ line: String) -> String {
  do {
    return "\(try ControlRequest(JSON.parse(Array(line.utf8))))"
  } catch let mistake as ControlRequest.Mistake {
    return mistake.sentence
  } catch {
    return "\(error)"
  }
}

@Test func requestsAreReadAndMistakesAreForPeople() {
  #expect(request(#"{"verb": "status"}"#) == "status")
  #expect(request(#"{"verb": "page", "page": 2}"#) == #"page("2")"#)
  #expect(request(#"{"verb": "brightness", "percent": 40}"#) == "brightness(0.4)")
  #expect(request(#"{"verb": "notice", "text": " Back at 10 "}"#) == #"notice("Back at 10", seconds: 60.0)"#)
  #expect(request(#"{"verb": "log", "lines": 1e9}"#) == "log(lines: 200)")
  #expect(request(#"{"verb": "stats"}"#).hasPrefix(#"there is no "stats" (did you mean "status"?)"#))
  #expect(request(#"{"verb": "bright"}"#).hasPrefix(#"there is no "bright" (did you mean "brightness"?)"#))
  #expect(request(#"{"verb": "brightness", "percent": 0}"#).hasPrefix("brightness is 1 to 100 per cent"))
  #expect(request(#"{"verb": "notice", "text": " "}"#) == #"notice("", seconds: 60.0)"#)
  #expect(request(#"{"verb": "notice", "text": "x", "seconds": 1e12}"#).hasPrefix("a notice stays"))
  #expect(request(#"{"verb": "notice", "text": "x", "seconds": "600"}"#).hasPrefix("\"seconds\" is a number"))
  #expect(
    request(#"{"verb": "notice", "text": "x", "for": "10m"}"#) == "\"notice\" has no \"for\"; known: text, seconds")
  #expect(request(#"{"verb": "notice", "text": "x", "second": 9}"#).contains("did you mean \"seconds\""))
  #expect(request(#"{"verb": "bundle", "from": "http://h/x"}"#).contains("has no \"from\"; known: url"))
  #expect(request(#"{"verb": "log", "lines": "9"}"#).hasPrefix("\"lines\" is a number"))
  #expect(request("[]").hasPrefix("a request is one line of JSON"))
  #expect(request("1").hasPrefix("a request is one line of JSON"))
}

@Test func aRequestComesBackFromItsOwnText() throws {
  let all: [ControlRequest] = [
    .status, .screenshot, .reload, .page("News"), .refresh, .wake, .off, .brightness(0.37),
    .notice("a \"b\"", seconds: 90), .bundle("https://h/x.vitrine"), .log(lines: 7), .record,
  ]
  #expect(all.map(\.verb) == ControlRequest.verbs)
  for request in all { #expect(try ControlRequest(JSON.parse(Array(request.line.utf8))) == request) }
}

@Test func bundlesComeFromTheWeb() throws {
  #expect(try ControlRequest(bundle: nil) == .bundle(nil))
  #expect(try ControlRequest(bundle: " ") == .bundle(nil))
  #expect(try ControlRequest(JSON.parse(Array(ControlRequest.bundle(nil).line.utf8))) == .bundle(nil))
  #expect(try ControlRequest(command: "bundle", payload: "install") == .bundle(nil))
  #expect(try ControlRequest(command: "bundle", payload: "http://h/x") == .bundle("http://h/x"))
  for address in ["/etc/passwd", "file:///x", "ftp://h/x", "https://h/a b", "https://h/a\nb"] {
    #expect(throws: ControlRequest.Mistake.self) { try ControlRequest(bundle: address) }
  }
}

@Test func pagesAreCalledByNumberOrName() throws {
  let pages: [(title: String?, isOffered: Bool)] = [("Ferries", true), (nil, true), ("News", false)]
  #expect(try ControlRequest.place(of: "2", among: pages) == 1)
  #expect(try ControlRequest.place(of: "ferries", among: pages) == 0)
  func mistake(_ name: String) -> String {
    do {
      return "\(try ControlRequest.place(of: name, among: pages))"
    } catch {
      return error.sentence
    }
  }
  #expect(mistake("Feries") == #"there is no page "Feries" (did you mean "Ferries"?); pages are 1 to 3"#)
  #expect(mistake("9").hasSuffix("pages are 1 to 3"))
  #expect(mistake("-9223372036854775808").hasSuffix("pages are 1 to 3"))
  #expect(mistake("News").hasPrefix("page 3 is not on offer now"))
}

@Test func anAnswerSaysHowManyBytesFollow() {
  #expect(ControlAnswer().line == #"{"ok": true}"#)
  #expect(ControlAnswer(problems: ["no"]).line == #"{"ok": false, "problems": ["no"]}"#)
  #expect(ControlAnswer(bytes: [1, 2]).line == #"{"ok": true, "bytes": 2}"#)
}
