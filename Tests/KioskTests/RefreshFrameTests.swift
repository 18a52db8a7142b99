import Kiosk
import Motion
import Refresh
import Scene
import TestSupport
import Testing

private let theme = RefreshTheme(
  background: .black, text: .white, muted: .white, accent: .white, good: .white, warn: .white, bad: .white, info: .white
)

/// Fills the gap with a colour for each phase.
private struct PhaseColors: RefreshStyle {
  let metrics = RefreshMetrics(trigger: 40, hold: 40)
  let sprites: [SpriteRequest] = []

  static func color(_ phase: RefreshState.Phase) -> Color {
    Color(rgb: UInt32(RefreshState.Phase.allCases.firstIndex(of: phase) ?? 99) + 1)
  }

  func draw(_ state: RefreshState, on canvas: RefreshCanvas, into scene: inout Scene) {
    scene.add(.fill(Self.color(state.phase), canvas.area))
  }
}

/// A style shows a phase in the very frame in which the machine is in it, however the frames come.
@Test(arguments: 1...12)
func phasesSwitchInTheFrameTheMachineDoes(seed: Int) {
  var random = SplitMix64(seed: UInt64(seed))
  var kiosk = Kiosk(
    size: PixelSize(width: 400, height: 300), scale: 1,
    colors: KioskColors(background: .black, surface: .black, text: .white, isDark: true, refresh: theme),
    control: RefreshControl(style: PhaseColors(), sprites: SpriteSet([])), tileQueue: TileQueue {}
  ) { _ in }
  kiosk.receive(.page(stack(0..<20)), at: 0)
  func touch(_ phase: TouchEvent.Phase, y: Double, at time: Double) -> InputEvent {
    .touch(TouchEvent(phase: phase, contact: 0, position: Point(x: 50, y: y), time: time))
  }
  var events = [touch(.down, y: 20, at: 0.5)]
  // Below the trigger and back, then past it, then caught again while it runs.
  for (start, from, to) in [(0.52, 20.0, 60.0), (1.8, 20, 270), (2.9, 100, 160)] {
    if start > 1 { events.append(touch(.down, y: from, at: start - 0.02)) }
    for step in 1...20 {
      events.append(touch(.motion, y: from + (to - from) * Double(step) / 20, at: start + Double(step) * 0.015))
    }
    events.append(touch(.up, y: to, at: start + 0.4))
  }
  var scene = Scene(size: PixelSize(width: 400, height: 300))
  var seen: Set<RefreshState.Phase> = []
  var time = 0.1
  var next = 0
  var isAnswered = false
  while time < 8 {
    time += Double.random(in: 0.002...0.05, using: &random)
    while next < events.count, events[next].time < time - 0.001 {
      kiosk.handle(events[next])
      next += 1
    }
    if !isAnswered, time > 3.6, let task = kiosk.refreshPhase.task {
      kiosk.receive(.refreshEnded(task: task, .failure), at: time - 0.001)
      isAnswered = true
    }
    kiosk.advance(to: time)
    kiosk.draw(into: &scene)
    let phase = kiosk.refreshPhase.kind
    let shown = scene.layers.compactMap { layer -> Color? in
      guard case .fill(let color, _) = layer.content, color.red == 0, color.green == 0, (1...20).contains(color.blue)
      else { return nil }
      return color
    }
    guard let color = shown.first else { continue }
    #expect(color == PhaseColors.color(phase), "\(time) \(phase)")
    seen.insert(phase)
  }
  #expect(seen.isSuperset(of: [.pulling, .canceling, .armed, .refreshing, .finishing, .exiting]))
}
