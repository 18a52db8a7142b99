import Kiosk
import Panel
import Scene
import Seeded
import Testing

@testable import Vitrine

/// From the socket to the flip.
@Suite struct PushedFrameTests {
  /// Values that are shown in turn.
  private static let values = 8
  private static let sizes = [(320, 240), (480, 800), (800, 480), (1024, 600), (1280, 720), (1080, 1920)]

  /// A message's way to the glass, on panels of all rates, at any moment between two vertical blanks, after a long rest and in the middle
  /// of changes: two refreshes at most, on a clock that stands while it is in the network.
  @Test(
    arguments: [
      24_000, 25_000, 30_000, 48_000, 50_000, 59_940, 60_000, 72_000, 75_000, 90_000, 100_000, 119_880, 120_000,
    ],
    PushedWay.allCases)
  func aMessageIsOnTheGlassWithinTwoRefreshes(rate: Int, way: PushedWay) throws {
    var random = SplitMix64(seed: UInt64(rate) &* 31 &+ UInt64(way.rawValue.utf8.count))
    let (width, height) = Self.sizes.randomElement(using: &random) ?? (800, 480)
    let mode = DisplayMode(size: PixelSize(width: width, height: height), refreshMillihertz: rate)
    let messages = 40
    let values = Self.values
    var pushed = try PushedKiosk(
      way, mode: mode, rows: .random(in: 0...60, using: &random), count: values + messages + 1
    ) { "{\"value\": \($0 % values * 111)}" }
    let tiles = try learn(&pushed)
    // What has been said and not been seen, and when; a value that is shown is the latest of it.
    var unseen: [(number: Int, time: Nanoseconds)] = []
    var waits: [Nanoseconds] = []
    func look(_ flip: Nanoseconds, _ glass: Set<Int>) {
      guard let place = unseen.lastIndex(where: { !glass.isDisjoint(with: tiles[$0.number % values]) }) else { return }
      waits += unseen[...place].map { flip - $0.time }
      unseen.removeFirst(place + 1)
    }
    for number in (values + 1)...(values + messages) {
      // Some in a row, sooner than a frame can show them, and then a rest: a longer one than the scheduler knows the phase for, or not.
      let pause = number % 6 == 0 ? Double.random(in: 1...3, using: &random) : .random(in: 0...0.05, using: &random)
      let blank = pushed.kiosk.loop.screen.nextVerticalBlank(after: pushed.now + Nanoseconds(seconds: pause))
      let phase: Nanoseconds =
        switch number % 5 {
        case 0: 0
        case 1: 1
        case 2: mode.period - 1
        default: .random(in: 0..<mode.period, using: &random)
        }
      pushed.play(until: blank + phase, onFlip: look)
      unseen.append((number, pushed.now))
      let hasCome = pushed.say(number)
      try #require(hasCome, "message \(number) waits for a moment to come")
    }
    pushed.play(until: pushed.now + 1_000_000_000, onFlip: look)
    #expect(waits.count == messages, "\(waits.count) of \(messages) were shown")
    let worst = waits.max() ?? .max
    #expect(worst <= 2 * mode.period, "\(Double(worst) / Double(mode.period)) refreshes")
  }

  /// What the tile looks like that shows a value, and no other; by the values. What it began with is on show again at the end.
  private func learn(_ pushed: inout PushedKiosk) throws -> [Set<Int>] {
    var tiles: [Set<Int>] = Array(repeating: [], count: Self.values)
    for number in 1...Self.values {
      let hasCome = pushed.say(number)
      try #require(hasCome)
      pushed.play(until: pushed.now + 1_500_000_000) { tiles[number % Self.values] = $1 }
    }
    return tiles.indices.map { place in
      tiles.indices.reduce(tiles[place]) { $1 == place ? $0 : $0.subtracting(tiles[$1]) }
    }
  }
}
