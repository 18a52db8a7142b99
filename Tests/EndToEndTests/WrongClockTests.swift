import Board
import Panel
import Scene
import StubServer
import Synchronization
import Testing

@testable import Vitrine

/// A panel without a battery for its clock: it begins in 1970, and hears the time from the network a moment later.
@Suite struct WrongClockTests {
  private final class Clock: Sendable {
    let offset = Mutex(0.0)
  }

  /// Somebody chooses another time zone for a machine whose kiosk runs; `ctl reload` looks, too.
  @Test(arguments: [true, false]) func anotherZoneIsShown(isReloaded: Bool) throws {
    final class Machine: Sendable {
      let zone = Mutex(Zone.utc)
    }
    let stage = Stage()
    let (file, source, _) = try stage.read("cards: [{text: {text: \"It is {$now | date('%H:%M')}\"}}]\n")
    let (time, machine) = (VirtualTime(), Machine())
    let setup = Coordinator.Setup(
      source: source,
      options: PanelOptions(mode: DisplayMode(size: PixelSize(width: 480, height: 320)), fonts: Stage.fonts),
      clock: WallClock(findZone: { machine.zone.withLock { $0 } }, read: { Stage.start + time.now }),
      cacheDirectory: nil, watchesFiles: false, program: Program(.builtIn),
      makeTimer: { time.makeTimer() }, admit: { $0() }, log: { [log = stage.log] in log.add($0) })
    let coordinator = Coordinator(setup, board: file, outbox: FrameOutbox())
    defer { coordinator.stop() }
    coordinator.start()
    coordinator.activity.waitForAnswers()
    func isShown(_ hour: String) -> Bool {
      let (cards, words) = coordinator.spoken
      return cards.contains { $0.line(words).contains("It is \(hour)") }
    }
    #expect(isShown("17:42"))
    machine.zone.withLock { $0 = Zone(secondsFromUTC: 7_200) }
    if isReloaded { coordinator.readAgain { _ in } } else { coordinator.zoneMayBeAnother() }
    coordinator.activity.waitForAnswers()
    #expect(isShown("19:42"))
  }

  private static let board = """
    board: Station
    sources:
      days: {url: "${SERVER}/days.ics", every: 1d}
    cards:
      - row: {each: days, title: "{title}"}
    """

  private static let calendar = """
    BEGIN:VCALENDAR\r
    VERSION:2.0\r
    BEGIN:VEVENT\r
    UID:1\r
    DTSTART:20260509T100000Z\r
    DTEND:20260509T110000Z\r
    SUMMARY:Meeting\r
    END:VEVENT\r
    END:VCALENDAR\r

    """

  @Test(arguments: [true, false]) func aCalendarThatWasReadIn1970IsReadAnew(isServerThere: Bool) throws {
    let stage = Stage()
    stage.server.on("/days.ics", .reply(200, type: "text/calendar", Self.calendar))
    let (file, source, _) = try stage.read(Self.board)
    let (time, clock) = (VirtualTime(), Clock())
    let setup = Coordinator.Setup(
      source: source,
      options: PanelOptions(mode: DisplayMode(size: PixelSize(width: 480, height: 320)), fonts: Stage.fonts),
      clock: WallClock(zone: .utc) { clock.offset.withLock { $0 } + time.now },
      cacheDirectory: stage.directory + "/cache", watchesFiles: false, program: Program(.builtIn),
      makeTimer: { time.makeTimer() }, admit: { $0() }, log: { [log = stage.log] in log.add($0) })
    let coordinator = Coordinator(setup, board: file, outbox: FrameOutbox())
    defer { coordinator.stop() }
    coordinator.start()
    coordinator.activity.waitForAnswers()
    func isShown() -> Bool {
      let (cards, words) = coordinator.spoken
      return cards.contains { $0.line(words).contains("Meeting") }
    }
    #expect(!isShown(), "in 1970 nothing is near")
    if !isServerThere { stage.server.on("/days.ics", .reply(503)) }
    clock.offset.withLock { $0 = Stage.start }
    coordinator.clockJumped()
    coordinator.activity.waitForAnswers()
    #expect(isShown())
    // Asked anew a moment later, and not at once.
    #expect(stage.server.requests("/days.ics").count == 1)
    while let alarm = time.nextAlarm, alarm <= 3_000_000_000 {
      time.advance(to: alarm)
      coordinator.activity.waitForAnswers()
    }
    #expect(stage.server.requests("/days.ics").count >= 2)
    #expect(isShown())
  }
}
