#if Preview
  import Markup
  import Numbers
  internal import NIOConcurrencyHelpers

  /// A milling machine that says once a second how it is, and has alarms that somebody must acknowledge.
  final class Mill: Sendable {
    private let chance: Chance
    /// Alarms that were acknowledged.
    private let seen = NIOLockedValueBox<Set<String>>([])

    init(chance: Chance) { self.chance = chance }

    /// Seconds a part takes.
    private static let cycle = 48.0

    /// Everything it measures at a second.
    func report(at now: Double) -> JSON {
      let second = now.rounded(.down)
      let part = (second / Self.cycle).rounded(.down)
      let share = (second - part * Self.cycle) / Self.cycle
      let isCutting = share < 0.8
      let load = isCutting ? 46 + 24 * noise(1, second) + (share > 0.6 ? 22 : 0) : 4
      let isHot = spindle(at: second) > 68
      return [
        "time": .text(CivilTime.iso(second)),
        "state": .text(isCutting ? "cutting" : "loading"),
        "job": .text("Flange \(412 + Int(clamping: part) % 5)"),
        "progress": .number(Self.tenths(share * 100)),
        "parts": .number(Double(Int(clamping: second.truncatingRemainder(dividingBy: 86_400) / Self.cycle))),
        "speed": .number(isCutting ? (8200 + 60 * noise(2, second)).rounded() : 0),
        "load": .number(Self.tenths(load)),
        "spindle": .number(Self.tenths(spindle(at: second))),
        "coolant": .number(Self.tenths(23 + 2 * noise(3, (second / 20).rounded(.down)))),
        "pressure": .number(Self.tenths(isCutting ? 5.8 + 0.3 * noise(4, second) : 1.2)),
        "vibration": .number(Self.tenths(isCutting ? 2.4 + 2.6 * noise(5, second) : 0.3)),
        "power": .number(Self.tenths(isCutting ? 9 + load / 12 : 2.1)),
        "air": .number(Self.tenths(6.1 + 0.2 * noise(6, (second / 5).rounded(.down)))),
        "tool": .number(Double(1 + Int(clamping: part) % 12)),
        "wear": .number(Self.tenths((part * 3.7).truncatingRemainder(dividingBy: 100))),
        "course": .list(
          stride(from: 118.0, through: 0, by: -2).map { ago in .number(Self.tenths(spindle(at: second - ago))) }),
        "alarms": .list(alarms(at: second, isHot: isHot)),
      ]
    }

    /// Of the spindle: it warms while parts are cut, in waves of ten minutes.
    private func spindle(at second: Double) -> Double {
      let turn = second / 600
      let wave = (turn - turn.rounded(.down) - 0.5).magnitude * 2
      return 52 + 19 * (1 - wave) + 1.4 * noise(7, (second / 4).rounded(.down))
    }

    private func alarms(at second: Double, isHot: Bool) -> [JSON] {
      // One every few minutes, until it is acknowledged or half an hour has gone.
      let turn = (second / 240).rounded(.down)
      let texts = ["Chip conveyor full", "Door not closed", "Lubrication low", "Tool 7 near its end"]
      var list: [(id: String, text: String, level: String, since: Double)] = (0..<3).map { ago in
        let number = Int(clamping: turn) - ago
        return (
          "A\(100 + number % 900)", texts.inTurn(number),
          number % 3 == 0 ? "bad" : "warn", Double(number) * 240
        )
      }
      if isHot { list.insert(("T1", "Spindle above 68 °C", "bad", (second / 60).rounded(.down) * 60), at: 0) }
      let seen = seen.withLockedValue { $0 }
      return list.map { alarm in
        [
          "id": .text(alarm.id), "text": .text(alarm.text), "level": .text(alarm.level),
          "since": .text(CivilTime.iso(alarm.since)), "seen": .flag(seen.contains(alarm.id)),
        ]
      }
    }

    /// Somebody has seen an alarm.
    ///
    /// - Parameter body: `{"id": "A104"}`.
    /// - Returns: false when it names none.
    func acknowledge(_ body: String) -> Bool {
      guard let id = SmartHome.field("id", in: body), id.utf8.count <= 8 else { return false }
      seen.withLockedValue { seen in
        if seen.count >= 1000 { seen = [] }
        seen.insert(id)
      }
      return true
    }

    private func noise(_ key: Int, _ step: Double) -> Double { chance.fraction(60 + key, Int(clamping: step)) }
    private static func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
  }
#endif
