import Board
import Testing

@testable import Fetch

private let content = FetchedContent(payload: .bytes([]), address: "http://h/", fetchedAt: 0)
private func failure(retryAfter: Double? = nil) -> FetchOutcome {
  FetchError(.status(503, retryAfter: retryAfter), fetching: "http://h/").outcome
}

@Test func delaysDoubleUpToTheLimit() {
  let steady = Backoff(first: 2, limit: 60, spread: 0, seed: 1)
  #expect((1...8).map(steady.delay) == [2, 4, 8, 16, 32, 60, 60, 60])
  #expect(steady.delay(attempt: 100_000) == 60)
}

@Test(arguments: [1, 2, 42, UInt64.max])
func delaysAreSpreadWithinBounds(seed: UInt64) {
  let backoff = Backoff(first: 2, limit: 60, spread: 0.3, seed: seed)
  let steady = Backoff(first: 2, limit: 60, spread: 0, seed: seed)
  for attempt in 1...50 {
    let delay = backoff.delay(attempt: attempt)
    let nominal = steady.delay(attempt: attempt)
    #expect(delay <= nominal && delay > nominal * 0.7)
    #expect(delay == backoff.delay(attempt: attempt))
  }
}

@Test func panelsDoNotComeBackTogether() {
  let delays = (0..<1000).map { Backoff(first: 60, limit: 60, seed: $0).delay(attempt: 1) }
  #expect(Set(delays).count == 1000)
  let mean = delays.reduce(0, +) / 1000
  #expect(mean > 50 && mean < 52)
}

@Test func aSourceIsFetchedAtOnceAndThenEachInterval() {
  var plan = LoadPlan()
  let id = SourceID("news")
  plan.add(id, interval: 300, seed: 1, at: 10)
  #expect(plan.nextTime == 10)
  #expect(plan.takeDue(at: 10) == [id])
  #expect(plan.takeDue(at: 1000) == [])
  #expect(plan.nextTime == nil)
  plan.finish(id, .success(content), at: 12)
  #expect(plan.nextTime == 312)
  #expect(plan.takeDue(at: 311.9) == [])
  #expect(plan.takeDue(at: 312) == [id])
  plan.finish(id, .notModified(content), at: 313)
  #expect(plan.nextTime == 613)
}

@Test func whatIsNearlyDueGoesWithWhatIsDue() {
  var plan = LoadPlan()
  let ids = (0..<50).map { SourceID("s\($0)") }
  for id in ids { plan.add(id, interval: 1, seed: 1, at: 0) }
  #expect(plan.takeDue(at: 0).count == 50)
  // Answers come one after the other, in a tenth of the interval.
  for (index, id) in ids.enumerated() { plan.finish(id, .success(content), at: Double(index) * 0.002) }
  #expect(plan.takeDue(at: 0.99) == [])
  #expect(plan.takeDue(at: 1).count == 50)
}

@Test(arguments: [(1.0, 0.1), (5, 0.5), (10, 1), (3600, 1)])
func nearlyIsATenthOfTheIntervalAndASecondAtMost(interval: Double, leeway: Double) {
  var plan = LoadPlan()
  let (first, second) = (SourceID("first"), SourceID("second"))
  for id in [first, second] { plan.add(id, interval: interval, seed: 1, at: 0) }
  #expect(plan.takeDue(at: 0) == [first, second])
  plan.finish(first, .success(content), at: 0)
  plan.finish(second, .success(content), at: leeway + 0.01)
  #expect(plan.takeDue(at: interval) == [first])
  plan.finish(first, .success(content), at: interval)
  #expect(plan.takeDue(at: interval + leeway) == [])
  #expect(plan.takeDue(at: interval + leeway + 0.01) == [second])
}

@Test func whatHasFailedIsNotAskedEarlier() {
  var plan = LoadPlan()
  let (well, ill) = (SourceID("well"), SourceID("ill"))
  for id in [well, ill] { plan.add(id, interval: 100, seed: 1, at: 0) }
  #expect(plan.takeDue(at: 0) == [ill, well])
  plan.finish(well, .success(content), at: 0)
  // The server has said when to come again.
  plan.finish(ill, .failure(FetchError(.status(503, retryAfter: 100.5), fetching: "http://h/")), at: 0)
  #expect(plan.takeDue(at: 100) == [well])
  #expect(plan.takeDue(at: 100.4) == [])
  #expect(plan.takeDue(at: 100.5) == [ill])
}

@Test(arguments: [5.0, 60, 300])
func failuresAreRetriedSoonAndThenRarely(interval: Double) throws {
  var plan = LoadPlan()
  let id = SourceID("x")
  plan.add(id, interval: interval, seed: 9, at: 0)
  var time = 0.0
  var waits: [Double] = []
  for _ in 0..<15 {
    #expect(plan.takeDue(at: time) == [id])
    plan.finish(id, failure(), at: time)
    let next = try #require(plan.nextTime)
    waits.append(next - time)
    time = next
  }
  #expect(waits[0] <= 2)
  #expect(waits.allSatisfy { $0 <= max(60, interval) })
  #expect(waits.suffix(3).allSatisfy { $0 > max(60, interval) * 0.7 })
  _ = plan.takeDue(at: time)
  plan.finish(id, .success(content), at: time)
  #expect(plan.nextTime == time + interval)
  _ = plan.takeDue(at: time + interval)
  plan.finish(id, failure(), at: time + interval)
  #expect(try #require(plan.nextTime) - time - interval <= 2)
}

@Test func theServersWishIsHonoured() {
  var plan = LoadPlan()
  let id = SourceID("x")
  plan.add(id, interval: 5, seed: 1, at: 0)
  _ = plan.takeDue(at: 0)
  plan.finish(id, failure(retryAfter: 120), at: 0)
  #expect(plan.nextTime == 120)
}

@Test func askingIsHeard() {
  var plan = LoadPlan()
  let a = SourceID("a")
  let b = SourceID("b", part: 1)
  for id in [a, b] { plan.add(id, interval: 100, seed: 1, at: 0) }
  #expect(plan.takeDue(at: 0) == [a, b])
  plan.ask([a], again: false, at: 1)
  plan.ask([b, SourceID("unknown")], again: true, at: 1)
  for id in [a, b] { plan.finish(id, .success(content), at: 2) }
  #expect(plan.takeDue(at: 2) == [b])
  plan.finish(b, .success(content), at: 3)
  plan.ask([a], again: false, at: 4)
  #expect(plan.takeDue(at: 4) == [a])
}

@Test func whatWasOutOfReachIsFetchedWhenTheNetworkComes() {
  var plan = LoadPlan()
  let ids = ["a", "b", "c"].map { SourceID($0) }
  for id in ids { plan.add(id, interval: 100, seed: 1, at: 0) }
  _ = plan.takeDue(at: 0)
  plan.finish(ids[0], FetchError(.noRoute("h"), fetching: "http://h/").outcome, at: 0)
  plan.finish(ids[1], failure(), at: 0)
  plan.finish(ids[2], .success(content), at: 0)
  plan.networkChanged(at: 0.5)
  #expect(plan.takeDue(at: 0.5) == [ids[0]])
}

/// Whatever a link waits for, and however long it has: another network may lead to it, or be what it needs to be let in.
@Test(arguments: 0..<40)
func linksThatWaitAreTriedWhenTheNetworkChanges(seed: UInt64) throws {
  var plan = LoadPlan()
  let id = SourceID("x")
  plan.add(id, interval: 15, isLink: true, seed: seed, at: 0)
  var time = 0.0
  for _ in 0..<8 {
    #expect(plan.takeDue(at: time) == [id])
    plan.finish(id, failure(), at: time)
    time = try #require(plan.nextTime)
  }
  // Just begun to wait for 18 to 60 seconds.
  _ = plan.takeDue(at: time)
  plan.finish(id, failure(), at: time)
  let planned = try #require(plan.nextTime)
  #expect(planned - time >= 18)
  plan.networkChanged(at: time + 1)
  let next = try #require(plan.nextTime)
  #expect(next - time - 1 > 0.5 && next - time - 1 <= 2, "soon, and not all panels at once")
  // A network that comes and goes makes what is refused come no more often than that, and what is due not later.
  plan.networkChanged(at: next - 0.01)
  #expect(plan.nextTime == next)
  #expect(plan.takeDue(at: next) == [id])
  plan.finish(id, failure(), at: next)
  #expect(try #require(plan.nextTime) - next >= 18, "the waits go on as they were")
}

@Test func spreadIsWhatPartsThePanels() {
  let times = (0..<200).map { seed in
    var plan = LoadPlan()
    let id = SourceID("x")
    plan.add(id, interval: 15, isLink: true, seed: UInt64(seed) &* 0x9E37_79B9, at: 0)
    _ = plan.takeDue(at: 0)
    plan.finish(id, failure(), at: 0)
    plan.networkChanged(at: 0)
    return plan.nextTime ?? 0
  }
  #expect((times.max() ?? 0) - (times.min() ?? 0) > 1)
}

@Test func aLinkOnItsWayIsTriedOnceMoreInTheNewNetwork() throws {
  var plan = LoadPlan()
  let id = SourceID("x")
  plan.add(id, interval: 15, isLink: true, seed: 1, at: 0)
  _ = plan.takeDue(at: 0)
  plan.networkChanged(at: 1)
  #expect(plan.nextTime == nil)
  plan.finish(id, failure(), at: 5)
  #expect(try #require(plan.nextTime) <= 7)
  // One that has come to stand meanwhile has nothing left of it.
  _ = plan.takeDue(at: 8)
  plan.networkChanged(at: 9)
  plan.stands(id, at: 10)
  let wasWell = plan.falls(id, at: 11)
  #expect(!wasWell)
  for _ in 0..<5 {
    plan.finish(id, failure(), at: 20)
    _ = plan.takeDue(at: 100)
  }
  plan.finish(id, failure(), at: 100)
  #expect(try #require(plan.nextTime) >= 109)
}

@Test func whatAServerAsksForIsHonouredInAnyNetwork() {
  var plan = LoadPlan()
  let id = SourceID("x")
  plan.add(id, interval: 15, isLink: true, seed: 1, at: 0)
  _ = plan.takeDue(at: 0)
  plan.finish(id, failure(retryAfter: 120), at: 0)
  plan.networkChanged(at: 1)
  #expect(plan.nextTime == 120)
}

/// By a clock that was wrong no certificate holds, and what a server asked to wait may be years.
@Test func whatFailedByAWrongClockIsAskedSoon() throws {
  let times = try (0..<100).map { seed in
    var plan = LoadPlan()
    let (ill, well) = (SourceID("a"), SourceID("b"))
    for id in [ill, well] { plan.add(id, interval: 600, seed: UInt64(seed) &* 0x9E37_79B9, at: 0) }
    _ = plan.takeDue(at: 0)
    plan.finish(ill, failure(retryAfter: 3600), at: 0)
    plan.finish(well, .success(content), at: 0)
    #expect(plan.nextTime == 600)
    plan.clockWasWrong(all: false, at: 100)
    let next = try #require(plan.nextTime)
    #expect(next > 100 && next <= 102)
    #expect(plan.takeDue(at: next) == [ill])
    plan.finish(ill, .success(content), at: next)
    plan.clockWasWrong(all: true, at: 200)
    #expect(Set(plan.takeDue(at: 202)) == [ill, well])
    return next
  }
  #expect((times.max() ?? 0) - (times.min() ?? 0) > 0.3, "a time server sets all panels at once")
}

@Test func aLinkThatStandsIsNotAskedForTheClock() throws {
  var plan = LoadPlan()
  let id = SourceID("x")
  plan.add(id, interval: 15, isLink: true, seed: 1, at: 0)
  _ = plan.takeDue(at: 0)
  plan.stands(id, at: 1)
  plan.clockWasWrong(all: true, at: 10)
  #expect(plan.nextTime == nil && plan.isStanding(id))
}

/// The clock of what waits stands still while the machine sleeps.
@Test func whatWouldHaveBeenDueInASleepIsDueSoonAfterIt() throws {
  var plan = LoadPlan()
  let (often, seldom) = (SourceID("often"), SourceID("seldom"))
  plan.add(often, interval: 600, seed: 1, at: 0)
  plan.add(seldom, interval: 7200, seed: 2, at: 0)
  _ = plan.takeDue(at: 0)
  for id in [often, seldom] { plan.finish(id, .success(content), at: 0) }
  plan.slept(for: 3_600, at: 60)
  let next = try #require(plan.nextTime)
  #expect(next > 60 && next <= 62)
  #expect(plan.takeDue(at: next) == [often])
  plan.finish(often, .success(content), at: next)
  #expect(plan.nextTime == next + 600)
  // What would not have been due waits the rest of its time, and not longer for being asleep.
  plan.slept(for: 10, at: 100)
  #expect(abs(try #require(plan.nextTime) - next - 590) < 1e-6)
  plan.slept(for: 100_000, at: 200)
  #expect(Set(plan.takeDue(at: 202)) == [often, seldom])
}
