#if Preview
  @testable import Demo
  import Markup
  import Testing

  @Suite struct DemoServiceTests {
    private static let noon = 1_780_000_000.0

    private func service(at now: Double = noon, pictures: [String: [UInt8]] = [:]) throws -> DemoService {
      try DemoService.start(seed: 7, options: .init(delay: 0...0, clock: { now })) { pictures[$0] }
    }

    private func get(_ service: DemoService, _ path: String, headers: [String] = []) throws -> RawClient.Response {
      let port = try #require(service.url.split(separator: ":").last.flatMap { Int($0) })
      return try RawClient(port: port).request("GET", path, headers: headers)
    }

    @Test func answersAreTaggedAndKnownOnesAreNotRepeated() throws {
      let service = try service()
      defer { service.stop() }
      for path in ["/programme.json", "/ferries.json", "/weather.json", "/notice.json", "/news.xml"] {
        let first = try get(service, path)
        #expect(first.status == 200)
        #expect(!first.body.isEmpty)
        let tag = try #require(first.headers["etag"])
        let second = try get(service, path, headers: ["If-None-Match: \(tag)"])
        #expect(second.status == 304)
        #expect(second.body.isEmpty)
        #expect(try get(service, path, headers: ["If-None-Match: \"other\""]).body == first.body)
      }
    }

    /// A demo looks alive at any time that a picture can be asked of.
    @Test(arguments: [-62_135_596_800.0, -1e9, -1, 0, 253_402_300_799])
    func anyTimeHasItsAnswers(now: Double) throws {
      let service = try service(at: now)
      defer { service.stop() }
      for path in ["/programme.json", "/ferries.json", "/weather.json", "/notice.json", "/news.xml", "/water.json"] {
        let answer = try get(service, path)
        #expect(answer.status == 200 && !answer.body.isEmpty, "\(path)")
      }
    }

    @Test func theWaterSensorFailsEveryOtherTime() throws {
      let service = try service()
      defer { service.stop() }
      #expect(try (0..<6).map { _ in try get(service, "/water.json").status } == [200, 200, 503, 200, 200, 503])
    }

    @Test func picturesAreWhatTheyWereGiven() throws {
      let service = try service(pictures: ["harbour": [137, 80, 78, 71]])
      defer { service.stop() }
      let picture = try get(service, "/pictures/harbour.png")
      #expect(picture.body == [137, 80, 78, 71])
      #expect(picture.headers["content-type"] == "image/png")
      #expect(try get(service, "/pictures/other.png").status == 404)
      #expect(try get(service, "/pictures/../harbour.png").status == 404)
      #expect(try get(service, "/").status == 404)
    }

    @Test func aConnectionServesManyRequests() throws {
      let service = try service()
      defer { service.stop() }
      let port = try #require(service.url.split(separator: ":").last.flatMap { Int($0) })
      let client = try RawClient(port: port)
      for _ in 0..<3 { #expect(try client.request("GET", "/weather.json").status == 200) }
      #expect(try client.request("POST", "/weather.json", headers: ["Content-Length: 0"]).status == 405)
    }

    /// A slow answer is the same answer, and requests sent ahead are answered in order.
    @Test func slowAnswersComeInOrder() throws {
      let now = Self.noon
      let slow = try DemoService.start(
        seed: 7, options: .init(delay: 0.001...0.003, clock: { now })
      ) { _ in nil }
      defer { slow.stop() }
      let port = try #require(slow.url.split(separator: ":").last.flatMap { Int($0) })
      let client = try RawClient(port: port)
      let paths = ["/weather.json", "/nothing", "/notice.json"]
      for path in paths { try client.send("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n") }
      let quick = try service()
      defer { quick.stop() }
      for path in paths {
        let answer = try client.response()
        let expected = try get(quick, path)
        #expect(answer.status == expected.status)
        #expect(answer.body == expected.body)
      }
    }

    @Test func aTakenPortIsAnError() throws {
      let service = try service()
      defer { service.stop() }
      let port = try #require(service.url.split(separator: ":").last.flatMap { Int($0) })
      #expect(throws: DemoError.self) { try DemoService.start(port: port, seed: 1) { _ in nil } }
    }
  }

  @Suite struct HouseTests {
    private let house = House(chance: Chance(seed: 3), base: "http://demo")

    private func members(_ json: JSON) -> [String: JSON] {
      guard case .object(let members) = json else { return [:] }
      return Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
    }

    private func list(_ json: JSON?) -> [[String: JSON]] {
      guard case .list(let values) = json else { return [] }
      return values.map { members($0) }
    }

    private func number(_ json: JSON?) -> Double? {
      guard case .number(let digits) = json else { return nil }
      return Double(digits)
    }

    private func text(_ json: JSON?) -> String {
      guard case .text(let value) = json else { return "" }
      return value
    }

    /// At any hour of any day there is a programme, and seats only go.
    @Test(arguments: [0.0, 1e9, 1_780_000_000, 1_780_041_234])
    func seatsOnlyGo(start: Double) {
      var free: [String: Double] = [:]
      var changes = 0
      for minute in 0..<400 {
        let events = list(house.programme(at: start + Double(minute) * 60))
        #expect(events.count == 10)
        for event in events {
          let id = text(event["id"])
          guard let now = number(event["free"]), let seats = number(event["seats"]) else {
            #expect(Bool(false), "no seats")
            continue
          }
          #expect(now >= 0 && now <= seats)
          if let before = free[id] {
            #expect(now <= before)
            if now < before { changes += 1 }
          }
          free[id] = now
        }
        #expect(Set(events.map { text($0["title"]) }).count == 10)
      }
      #expect(changes > 100)
    }

    @Test(arguments: [0.0, 1e9, 1_780_000_000])
    func ferriesLeaveInOrderAndAreNeverGone(start: Double) {
      var late = 0
      for minute in 0..<300 {
        let now = start + Double(minute) * 60
        let departures = list(members(house.ferries(at: now))["departures"])
        #expect(departures.count == 8)
        let dues = departures.map { text($0["due"]) }
        #expect(dues == dues.sorted())
        #expect(dues.allSatisfy { $0 > CivilTime.iso(now) })
        #expect(Set(departures.map { text($0["id"]) }).count == 8)
        late += departures.count { (number($0["late"]) ?? 0) > 0 }
      }
      #expect(late > 0)
    }

    @Test func theTideComesTwiceADay() {
      var turns = 0
      var rising: Bool?
      for minute in 0..<1440 * 10 {
        let weather = members(house.weather(at: 1e9 + Double(minute) * 60))
        if let level = number(weather["tide"]) { #expect((0.2...2.6).contains(level)) }
        guard case .flag(let now) = weather["rising"] else { return #expect(Bool(false), "no tide") }
        if let rising, rising != now { turns += 1 }
        rising = now
      }
      // Ten days hold 19.3 tides with two turns each.
      #expect((38...39).contains(turns))
    }

    @Test func newsGrowFromTheTop() {
      let news = News(base: "http://demo")
      let first = String(decoding: news.atom(at: 1e9), as: UTF8.self)
      #expect(first.split(separator: "<entry>").count == 9)
      #expect(first == String(decoding: news.atom(at: 1e9 + 1), as: UTF8.self))
      #expect(first != String(decoding: news.atom(at: 1e9 + 1500), as: UTF8.self))
      #expect(first.contains("<media:thumbnail url=\"http://demo/pictures/"))
    }

    @Test(arguments: [
      (0.0, "1970-01-01T00:00:00Z"), (951_782_399.9, "2000-02-28T23:59:59Z"), (951_868_800, "2000-03-01T00:00:00Z"),
    ])
    func timesAreISO(unix: Double, text: String) { #expect(CivilTime.iso(unix) == text) }

    @Test func chanceIsTheSameForTheSameKeys() {
      let chance = Chance(seed: 1)
      #expect(chance.fraction(1, 2) == chance.fraction(1, 2))
      #expect(Set((0..<100).map { chance.fraction($0) }).count == 100)
      #expect((0..<1000).allSatisfy { (0..<1).contains(chance.fraction(9, $0)) })
    }
  }
#endif
