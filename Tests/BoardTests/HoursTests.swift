import TestSupport
import Testing

@testable import Board

/// Hours of the day and of weekdays.
@Suite struct HoursTests {
  /// Berlin's clocks; day 0 is Monday 3 March 2025.
  private func moment(_ day: Int, _ hour: Int, _ minute: Int = 0) -> Moment {
    let midnight = tuesday - 13 * 3600 - 40 * 60 - 3600 - 86_400
    return Moment(time: midnight + Double(day * 86_400 + hour * 3600 + minute * 60), zone: berlin)
  }

  /// Which hours of a week they hold in, `.` where they do not: seven lines of 24.
  private func week(_ text: String) throws -> [String] {
    let hours = try Scalars.hours(text)
    return (0..<7).map { day in (0..<24).map { hours.contains(moment(day, $0, 30)) ? "#" : "." }.joined() }
  }

  @Test func aSpanIsOfEveryDayUnlessItSays() throws {
    #expect(try week("07:00-11:00") == Array(repeating: ".......####.............", count: 7))
    let working = ".......###########......"
    let closed = String(repeating: ".", count: 24)
    #expect(
      try week("mon-fri 07:00-18:00, sat 09:00-13:00")
        == Array(repeating: working, count: 5) + [".........####...........", closed])
    // Of the same days as before it.
    #expect(try week("mon 07:00-09:00, 17:00-19:00").first == ".......##........##.....")
    #expect(try week("mon 07:00-09:00, 17:00-19:00").dropFirst().allSatisfy { $0 == closed })
    #expect(try week("07:00-09:00, 17:00-19:00") == Array(repeating: ".......##........##.....", count: 7))
    // Days that wait for theirs have those that come.
    let three = try week("mon, wed, fri 08:00-12:00")
    #expect(three.indices.filter { three[$0].contains("#") } == [0, 2, 4])
    #expect(try week("Monday wed FRI 8:00–12:00") == three)
    let end = try week("sat, sun")
    #expect(end == Array(repeating: closed, count: 5) + Array(repeating: String(repeating: "#", count: 24), count: 2))
    #expect(try week("sat-sun 00:00-24:00") == end)
  }

  /// A night is of the day it begins on, also that from Sunday to Monday.
  @Test func nightsBelongToTheirEvening() throws {
    let night = try week("fri-sun 22:00-06:00")
    #expect(
      night[4] == "......................##" && night[5] == "######................##" && night[0].hasPrefix("######..")
    )
    #expect(night[1].allSatisfy { $0 == "." } && night[0].dropFirst(6).allSatisfy { $0 == "." })
    #expect(try week("fri-mon 12:00-13:00").map { $0.contains("#") } == [true, false, false, false, true, true, true])
  }

  @Test(arguments: [
    "", ",", "mon-", "-fri", "mo 07:00-08:00", "mon-fri-sun", "mon 7-8", "07:00-07:00", "24:00-08:00", "07:00-25:00",
    "mon,,tue",
    "someday 08:00-09:00", "mon 08:00-09:00 tue", "08:00-09:00-10:00", "08:00-09:00,", "t 08:00-09:00",
  ])
  func whatIsNoneIsRefused(text: String) {
    #expect(throws: ScalarError.self) { try Scalars.hours(text) }
  }

  /// Whatever the hours, the clock and the zone: they hold on until the change that is told, and what changes is told.
  @Test func everyChangeIsTold() throws {
    var random = SplitMix64(seed: 4)
    let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    for _ in 0..<150 {
      let text = (0..<Int.random(in: 1...3, using: &random)).map { _ -> String in
        func time() -> String {
          "\(Int.random(in: 0...23, using: &random)):\(["00", "15", "59"].randomElement(using: &random)!)"
        }
        let day = names.randomElement(using: &random)!
        let days = [day + " ", "\(day)-\(names.randomElement(using: &random)!) ", ""].randomElement(using: &random)!
        return days + time() + "-" + time()
      }.joined(separator: ", ")
      guard let hours = try? Scalars.hours(text) else { continue }
      // Clocks that are put forward from midnight to one, and back from midnight to eleven, or by half an hour.
      let atMidnight = [(27, 3_600), (237, -3_600), (27, 1_800)].map { day, step in
        Zone(between: 1_704_067_200...1_798_761_600) { $0 < 1_740_787_200 + Double(day) * 86_400 ? 0 : step }
      }
      for zone in [berlin, .utc] + atMidnight {
        // From Thursdays before the nights in which clocks are put forward and back: 27 March and 23 October 2025.
        let start = [1_743_033_600.0, 1_761_177_600].randomElement(using: &random)!
        var moment = Moment(time: start + Double.random(in: 0..<86_400, using: &random), zone: zone)
        for _ in 0..<20 {
          let next = hours.nextChange(after: moment)
          let holds = hours.contains(moment)
          // Some hours are always.
          let isChange = hours.contains(Moment(time: next, zone: zone)) != holds
          #expect(next > moment.time && (isChange || next > moment.time + 8 * 86_400), "\(text)")
          for _ in 0..<10 {
            let between = Moment(time: Double.random(in: moment.time..<next, using: &random), zone: zone)
            #expect(hours.contains(between) == holds, "\(text) at \(between.time)")
          }
          moment = Moment(time: next, zone: zone)
        }
      }
    }
  }

  @Test func pagesOfDifferentDaysAreNotSideBySide() throws {
    func sideBySide(_ one: String, _ two: String) throws -> Bool {
      try board("pages:\n  - {at: \"\(one)\", cards: []}\n  - {at: \"\(two)\", cards: []}").hasPagesSideBySide
    }
    #expect(try !sideBySide("mon-fri 07:00-18:00", "sat, sun"))
    #expect(try sideBySide("mon-fri 07:00-18:00", "fri 12:00-13:00"))
    #expect(try sideBySide("sun 22:00-06:00", "mon 05:00-07:00"))
    #expect(try !sideBySide("sun 22:00-06:00", "tue 05:00-07:00"))
  }

  /// Outside all hours the page is on offer whose hours begin next.
  @Test func thePageThatComesNextIsShown() throws {
    var evaluator = BoardEvaluator(
      try board("pages:\n  - {at: \"mon-fri 07:00-18:00\", cards: []}\n  - {at: \"sat 09:00-13:00\", cards: []}"))
    #expect(evaluator.offeredPages(at: moment(2, 12)).pages == [0])
    #expect(evaluator.offeredPages(at: moment(4, 20)).pages == [1])
    #expect(evaluator.offeredPages(at: moment(4, 20)).nextChange == moment(5, 9).time)
    #expect(evaluator.offeredPages(at: moment(5, 14)).pages == [0])
    #expect(evaluator.offeredPages(at: moment(5, 14)).nextChange == moment(7, 7).time)
  }

  /// An alarm's page comes when there is one, in place of the others where these say so.
  @Test func pagesAreThereWhenTheirConditionHolds() throws {
    let file = try board(
      """
      sources: {alarms: {url: "https://example.org/a", keep: 30d}}
      let: {alarmed: $alarms | count > 0}
      pages:
        - {title: Alarm, when: $alarmed, cards: []}
        - {title: Day, at: "07:00-18:00", when: not $alarmed, cards: []}
        - {title: Lunch, at: "12:00-13:00", cards: []}
      """)
    var evaluator = BoardEvaluator(file)
    #expect(evaluator.offeredPages(at: moment(0, 10)).pages == [1])
    #expect(evaluator.offeredPages(at: moment(0, 12)).pages == [1, 2])
    // Between all hours, and with nothing to alarm of, the first that could be.
    #expect(evaluator.offeredPages(at: moment(0, 20)).pages == [0])
    let alarm = Value.list([.record(Record([("text", .text("Fire"))]))])
    #expect(evaluator.update("alarms", answers: [alarm], at: moment(0, 9).time) == nil)
    #expect(evaluator.offeredPages(at: moment(0, 10)).pages == [0])
    #expect(evaluator.offeredPages(at: moment(0, 12)).pages == [0, 2])
    #expect(evaluator.update("alarms", answers: [.list([])], at: moment(0, 9).time) == nil)
    #expect(evaluator.offeredPages(at: moment(0, 10)).pages == [1])
  }

  /// What time alone changes is said.
  @Test func aConditionOfTimeSaysWhenItChanges() throws {
    let start = moment(0, 12).time
    var evaluator = BoardEvaluator(
      try board("pages:\n  - {cards: []}\n  - {when: $now > \(start), cards: []}"))
    let before = evaluator.offeredPages(at: moment(0, 11))
    #expect(before.pages == [0])
    let change = try #require(before.nextChange)
    #expect(change > moment(0, 11).time && change <= start + 60)
    #expect(evaluator.offeredPages(at: moment(0, 12, 1)).pages == [0, 1])
  }
}
