import Testing

@testable import Service

private let second: Int64 = 1_000_000_000

@Test func anIdlePanelFeedsThreeTimesInTwoLimits() {
  var heartbeat = Heartbeat(limit: 30_000_000, now: 0)
  var feeds: [Int64] = []
  var turns = 0
  while heartbeat.deadline < 60 * second {
    turns += 1
    let now = heartbeat.deadline
    if heartbeat.beat(at: now, framesShown: 7, isIdle: true) { feeds.append(now / second) }
  }
  #expect(feeds == [0, 20, 40])
  #expect(turns == feeds.count)
}

@Test func framesOnTheGlassFeed() {
  var heartbeat = Heartbeat(limit: 1_500_000, now: 0)
  var feeds = 0
  for frame in 0..<600 where heartbeat.beat(at: Int64(frame) * second / 60, framesShown: frame, isIdle: false) {
    feeds += 1
  }
  #expect((9...10).contains(feeds))
}

@Test func aThreadThatTurnsWithoutEverShowingAWantedFrameIsNotFed() {
  var heartbeat = Heartbeat(limit: 1_500_000, now: 0)
  let first = heartbeat.beat(at: 0, framesShown: 1, isIdle: false)
  #expect(first)
  for turn in 1..<2000 {
    let isFed = heartbeat.beat(at: Int64(turn) * second / 100, framesShown: 1, isIdle: false)
    #expect(!isFed)
  }
  // It does not spin either: the next look is always ahead.
  #expect(heartbeat.deadline > 19 * second)
}

@Test func aFrameThatCameLateStillFeedsWithinTheLimit() {
  var heartbeat = Heartbeat(limit: 1_500_000, now: 0)
  _ = heartbeat.beat(at: 0, framesShown: 1, isIdle: false)
  let early = heartbeat.beat(at: second, framesShown: 1, isIdle: false)
  #expect(!early)
  #expect(heartbeat.deadline <= second + second / 8)
  let late = heartbeat.beat(at: heartbeat.deadline, framesShown: 2, isIdle: false)
  #expect(late)
}

@Test func contentThatHangsIsNotFedHoweverTheFramesGo() {
  var heartbeat = Heartbeat(limit: 20_000_000, now: 0)
  for isIdle in [true, false] {
    let isFed = heartbeat.beat(at: heartbeat.deadline, framesShown: isIdle ? 1 : 500, isIdle: isIdle, isStuck: true)
    #expect(!isFed)
  }
  let isFedAgain = heartbeat.beat(at: heartbeat.deadline, framesShown: 501, isIdle: false)
  #expect(isFedAgain)
}
