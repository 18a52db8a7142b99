import Refresh
import Scene

/// A style without a drawing, for the machine's tests.
struct PlainStyle: RefreshStyle {
  var metrics: RefreshMetrics
  var sprites: [SpriteRequest] { [] }
  func draw(_ state: RefreshState, on canvas: RefreshCanvas, into scene: inout Scene) {}
  func carry(_ state: RefreshState) -> Int { state.carried + 1 }
}

/// One line per event that changed the phase or asked for something: `time phase effects…`.
///
/// A script is `time command` separated by `|`. Commands: `pull E` (a finger that may pull moved the content to E), `scroll E`
/// (a finger that may not), `rest E` (no finger), `up V`, `cancel`, `begin`, `done OUTCOME` (of the newest task), `stale OUTCOME`
/// (of the task before it), `disable`, `enable`, `wait` (time only). Deadlines are ticked as a host would.
struct Script {
  var machine: RefreshMachine
  var lines: [String] = []
  private var newest = 0

  init(
    trigger: Double = 100, hold: Double = 60, fire: RefreshMetrics.Fire = .onRelease, viewport: Double = 1000,
    rules: RefreshRules = RefreshRules()
  ) {
    machine = RefreshMachine(
      style: PlainStyle(
        metrics: RefreshMetrics(trigger: trigger, hold: hold, fire: fire, resultHold: 0.5, failureHold: 1.5)),
      viewport: viewport,
      rules: rules)
  }

  mutating func run(_ script: String) -> String {
    for step in script.split(separator: "|") {
      let words = step.split(whereSeparator: { $0 == " " || $0 == "\n" })
      guard words.count >= 2, let time = Double(words[0]) else { preconditionFailure("not a step: \(step)") }
      while let deadline = machine.nextDeadline, deadline <= time { send(.tick, at: deadline) }
      send(event(words.dropFirst().map(String.init)), at: time)
    }
    return lines.joined(separator: "\n")
  }

  private func event(_ words: [String]) -> RefreshMachine.Event {
    func number() -> Double { words.count > 1 ? Double(words[1]) ?? 0 : 0 }
    func outcome() -> RefreshOutcome { words.count > 1 ? RefreshOutcome(rawValue: words[1]) ?? .success : .success }
    switch words[0] {
    case "pull": return .moved(extent: number(), .pulls)
    case "scroll": return .moved(extent: number(), .scrolls)
    case "rest": return .moved(extent: number(), .none)
    case "up": return .up(velocity: number())
    case "cancel": return .cancel
    case "begin": return .begin
    case "done": return .done(task: newest, outcome())
    case "stale": return .done(task: newest - 1, outcome())
    case "disable": return .disable
    case "enable": return .enable
    case "wait": return .tick
    default: preconditionFailure("not a command: \(words[0])")
    }
  }

  private mutating func send(_ event: RefreshMachine.Event, at time: Double) {
    let before = machine.phase.kind
    let effects = machine.handle(event, at: time)
    for case .startTask(let id) in effects { newest = id }
    let after = machine.phase.kind
    guard before != after || !effects.isEmpty else { return }
    let asked = effects.map(Script.name)
    lines.append(([Script.short(time), after.rawValue] + asked).joined(separator: " "))
  }

  private static func name(_ effect: RefreshMachine.Effect) -> String {
    switch effect {
    case .armed: "haptic"
    case .startTask(let id): "start#\(id)"
    case .cancelTask(let id): "cancel#\(id)"
    case .applyData(let id): "apply#\(id)"
    case .holdOpen(let extent): "lo=-\(short(extent))"
    case .settle(let extent): "settle:\(short(extent))"
    case .fling: "fling"
    }
  }

  /// Thousandths at most, and no `.0`.
  private static func short(_ value: Double) -> String {
    let text = "\((value * 1000).rounded() / 1000)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
