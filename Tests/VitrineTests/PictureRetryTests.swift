import Board
import Fetch
import Images
import Scene
import StubServer
import Synchronization
import Testing

@testable import Vitrine

/// Pictures that could not be had are asked for again: later and later, where somebody shows them, and by no clock that is set.
@Suite struct PictureRetryTests {
  /// A clock that stands until it is moved, with one alarm.
  private final class Time: LoadTimer {
    private struct State: Sendable {
      var now = 100.0
      var alarm: (time: Double, body: @Sendable () -> Void)?
    }

    private let state = Mutex(State())

    func now() -> Double { state.withLock { $0.now } }

    /// What the alarm is set for.
    var alarm: Double? { state.withLock { $0.alarm?.time } }

    func setAlarm(at time: Double?, _ body: @escaping @Sendable () -> Void) {
      state.withLock { $0.alarm = time.map { ($0, body) } }
    }

    /// Lets time pass up to the alarm, which rings; false when there is none.
    func ring() -> Bool {
      let body = state.withLock { state -> (@Sendable () -> Void)? in
        guard let alarm = state.alarm.take() else { return nil }
        state.now = max(state.now, alarm.time)
        return alarm.body
      }
      body?()
      return body != nil
    }

    func pass(_ seconds: Double) { state.withLock { $0.now += seconds } }
  }

  private static let size = PixelSize(width: 8, height: 8)

  private static let png = PNG.encode(
    Pixmap(size: size, isOpaque: true) { x, y in Pixel(word: 0xFF00_0000 | UInt32(x * 4096 + y * 16)) })

  private let server = StubServer()
  private let time = Time()
  private let activity = Activity()

  private final class Show: Sendable {
    let isOn = Mutex(true)
  }

  private let show = Show()

  private func store(clock: @escaping @Sendable () -> Double = { 1_795_435_200 }) -> PictureStore {
    PictureStore(
      fetcher: Fetcher(Fetcher.Configuration { _ in }), activity: activity, place: .here, clock: clock, timer: time,
      seed: 7, wanted: { [show] addresses, tell in tell(show.isOn.withLock { $0 } ? addresses : []) }, warn: { _ in },
      arrived: { _, _ in })
  }

  private func shown(_ path: String, of store: PictureStore) -> Pixmap? {
    let pixmap = store.picture(server.url(path), size: Self.size, fit: .contain)
    activity.waitForPictures()
    return pixmap
  }

  @Test func whatFailedComesByItselfAndThenNothingWakes() {
    server.on("/a.png", .reply(503), .reply(503), .reply(503), .reply(200, type: "image/png", bytes: Self.png))
    let store = store()
    _ = shown("/a.png", of: store)
    var waits: [Double] = []
    for _ in 0..<3 {
      let before = time.now()
      #expect(store.lost().count == 1)
      #expect(time.ring())
      waits.append(time.now() - before)
      activity.waitForPictures()
    }
    #expect(server.requests("/a.png").count == 4)
    for (wait, most) in zip(waits, [10.0, 20, 40]) { #expect(wait <= most && wait >= most * 0.7, "\(waits)") }
    #expect(shown("/a.png", of: store) != nil && store.lost().isEmpty)
    #expect(time.alarm == nil, "all are well")
  }

  @Test func aServerThatNeverHasItIsAskedEachFiveMinutesAtMost() {
    server.on("/a.png", .reply(404))
    let store = store()
    _ = shown("/a.png", of: store)
    for _ in 0..<20 {
      #expect(time.ring())
      activity.waitForPictures()
    }
    let before = time.now()
    #expect(time.ring())
    #expect(time.now() - before <= 300 && time.now() - before >= 210)
  }

  @Test func whatNobodyShowsWaitsUntilSomebodyDoes() throws {
    server.on("/a.png", .reply(503), .reply(200, type: "image/png", bytes: Self.png))
    let store = store()
    _ = shown("/a.png", of: store)
    show.isOn.withLock { $0 = false }
    #expect(time.ring())
    activity.waitForPictures()
    #expect(time.alarm == nil && server.requests("/a.png").count == 1)
    time.pass(1_000)
    show.isOn.withLock { $0 = true }
    #expect(shown("/a.png", of: store) == nil)
    #expect(try #require(time.alarm) <= time.now(), "it has been due for long")
    #expect(time.ring())
    activity.waitForPictures()
    #expect(shown("/a.png", of: store) != nil)
  }

  /// A failure is as old as it is, though the wall clock was years ahead when it came.
  @Test func aClockThatIsSetBackKeepsNothingWaiting() {
    server.on("/a.png", .reply(503), .reply(200, type: "image/png", bytes: Self.png))
    let wall = Wall()
    let store = store(clock: { wall.time.withLock { $0 } })
    _ = shown("/a.png", of: store)
    wall.time.withLock { $0 -= 1e9 }
    time.pass(59)
    store.retryFailed()
    activity.waitForPictures()
    #expect(server.requests("/a.png").count == 1)
    time.pass(2)
    store.retryFailed()
    activity.waitForPictures()
    #expect(shown("/a.png", of: store) != nil)
  }

  private final class Wall: Sendable {
    let time = Mutex(1_795_435_200.0)
  }

  /// What has a server that says no gains nothing by another network.
  @Test func anotherNetworkIsNoReasonToAskAServerThatAnswers() {
    server.on("/a.png", .reply(404))
    let store = store()
    _ = shown("/a.png", of: store)
    store.networkChanged()
    activity.waitForPictures()
    #expect(server.requests("/a.png").count == 1)
    store.stop()
    #expect(time.alarm == nil)
  }

  /// Nobody knows the host: it is asked for anew at once when the network changes.
  @Test func whatWasOutOfReachIsAskedForWhenTheNetworkChanges() throws {
    let store = store()
    let address = "http://nowhere.invalid/a.png"
    _ = store.picture(address, size: Self.size, fit: .contain)
    activity.waitForPictures()
    for _ in 0..<6 {
      #expect(time.ring())
      activity.waitForPictures()
    }
    let late = try #require(time.alarm) - time.now()
    store.networkChanged()
    activity.waitForPictures()
    let soon = try #require(time.alarm) - time.now()
    #expect(late > 100 && soon <= 10, "its retries are frequent again: \(late), \(soon)")
  }
}
