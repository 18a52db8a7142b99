import Compositor
import Kiosk
import Panel
import Recording
import Refresh
import Scene
import Testing

/// Shows how many of its pictures have come through.
private struct Counted: RefreshStyle {
  let metrics = RefreshMetrics(trigger: 60, hold: 60)
  let sprites: [SpriteRequest] = []
  let count: @Sendable () -> Int

  func draw(_ state: RefreshState, on canvas: RefreshCanvas, into scene: inout Scene) {
    for place in 0..<max(count(), 0) { scene.add(.fill(.white, PixelRect(x: 4 * place, y: 0, width: 3, height: 20))) }
  }
}

private let colors = KioskColors(
  background: .black, surface: Color(rgb: 0x112233), text: .white, isDark: true,
  refresh: RefreshTheme(
    background: .black, text: .white, muted: .white, accent: .white, good: .white, warn: .white, bad: .white,
    info: .white))

private func control(_ gate: StyleGate) -> RefreshControl {
  RefreshControl(
    style: Counted { gate.count }, sprites: SpriteSet([]), rules: RefreshRules(timeout: 1e6),
    recipe: StyleRecipe(
      name: "counted.json", parameters: RefreshParameters(), origin: .lottie(7), height: 96),
    gate: gate)
}

/// A panel that refreshes without end, and is told now and then that more pictures may be seen.
private func recorded(_ news: [(frame: Int, message: KioskMessage)], first: StyleGate) throws -> EventRecord {
  let ring = RecordRing(header: RecordHeader(session: 1, wall: 0, monotonic: 0, hasContent: false))
  let mailbox = Mailbox<KioskMessage>()
  var now: Nanoseconds = 1_000_000_000
  let kiosk = Kiosk(
    size: PixelSize(width: 320, height: 240), scale: 1, colors: colors, control: control(first),
    tileQueue: TileQueue {}, ask: { _ in })
  var loop = FrameLoop(
    screen: VirtualDisplay(mode: DisplayMode(size: PixelSize(width: 320, height: 240)), logLimit: 1), kiosk: kiosk,
    mailbox: mailbox, clock: { now })
  loop.record(on: FrameRecorder(ring))
  mailbox.post(.page(stack(0..<40)))
  mailbox.post(.beginRefresh)
  var told = 0
  var turns = 0
  while loop.scheduler.statistics.framesShown < 120, turns < 10_000 {
    turns += 1
    while told < news.count, loop.scheduler.statistics.framesShown >= news[told].frame {
      mailbox.post(news[told].message)
      told += 1
    }
    switch loop.turn(at: now) {
    case .until(let time): now = max(now + 1, time)
    default: now += 1_000_000
    }
  }
  #expect(told == news.count)
  return try EventRecord(ring.copy())
}

private func played(
  _ record: EventRecord, _ style: @escaping (StyleGate) -> (any RefreshStyle)?
) throws -> FramePlayer {
  var player = FramePlayer(record) { _, gate in style(gate) }
  while player.step() {}
  let (garbled, stray) = (player.garbled, player.stray)
  #expect(garbled == nil && stray == nil)
  return player
}

@Test func picturesAreSeenInAReplayFromTheFrameOnInWhichTheyWere() throws {
  let (first, second) = (StyleGate(), StyleGate())
  // Of a control that has not come yet, of one that is there, and of one that has gone.
  let record = try recorded(
    [
      (10, .refreshPictures(first, count: 2)), (20, .refreshPictures(second, count: 1)),
      (30, .refreshPictures(first, count: 5)), (40, .refreshControl(control(second))), (41, .beginRefresh),
      (60, .refreshPictures(first, count: 9)), (70, .refreshPictures(second, count: 12)),
      (80, .refreshPictures(second, count: -1)), (90, .refreshPictures(second, count: 3)),
    ], first: first)
  var player = try played(record) { gate in Counted { gate.count } }
  #expect(player.difference == nil)
  #expect(player.frames >= 120 && player.compared == player.frames)
  #expect(player.unknownStyles.isEmpty)
  // With one picture more it is another one.
  player = try played(record) { gate in Counted { gate.count + 1 } }
  #expect(player.difference != nil)
  // Without the file nothing of it is compared.
  player = try played(record) { _ in nil }
  #expect(player.difference == nil && player.compared < player.frames)
  #expect(player.unknownStyles == [.lottie(7)])
}

/// A record is somebody's file: what a control was made with there is looked at as what a board gives it is.
@Test(
  arguments: [
    ("ring", "height", .number(-5)), ("ring", "turn", .number(0)), ("ring", "colors", .colors([])),
    ("compass", "turn", .number(-1e6)), ("icon", "height", .number(0)), ("letters", "word", .text("")),
    ("letters", "colors", .colors([])), ("stripes", "turn", .number(0)), ("petals", "height", .text("x")),
  ] as [(String, String, RefreshParameters.Value)])
func settingsThatNoBoardGivesEndNoReplay(style: String, key: String, value: RefreshParameters.Value) throws {
  var control = control(StyleGate())
  control.recipe = StyleRecipe(name: style, parameters: RefreshParameters([key: value]))
  let record = try recorded([(10, .refreshControl(control)), (11, .beginRefresh)], first: StyleGate())
  let player = try played(record) { gate in Counted { gate.count } }
  #expect(player.unknownStyles == [.ours])
}
