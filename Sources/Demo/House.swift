#if Preview
  import Numbers
  import Markup

  /// What happens at the Nordlicht, a culture house at a harbour that exists only here.
  ///
  /// Everything is a pure function of the time in seconds since 1970, so a demo looks alive at any hour and a test can ask for any.
  struct House: Sendable {
    let chance: Chance
    /// Where the pictures are, without a slash at the end.
    let base: String

    private static let minute = 60.0
    private static let day = 86_400.0

    func picture(_ name: String) -> JSON { "\(base)/pictures/\(name).png" }

    // MARK: Programme

    private struct Event {
      var title: String
      var kind: String
      var place: String
      var seats: Int
      var minutes: Int
      var picture: String
    }

    private static let events: [Event] = [
      Event(
        title: "Strings by the Slipway", kind: "Concert", place: "Great Hall", seats: 320, minutes: 75,
        picture: "concert-hall"),
      Event(
        title: "How Tides Work", kind: "Talk", place: "Chart Room", seats: 60, minutes: 45, picture: "harbour"),
      Event(
        title: "Painting Salt and Light", kind: "Exhibition tour", place: "Gallery", seats: 24, minutes: 50,
        picture: "gallery"),
      Event(
        title: "Lamp Room at Dusk", kind: "Guided walk", place: "Lighthouse", seats: 12, minutes: 40,
        picture: "lighthouse"),
      Event(
        title: "Knots for Small Hands", kind: "Workshop", place: "Sail Loft", seats: 18, minutes: 60,
        picture: "harbour"),
      Event(
        title: "Birds of Little Skarv", kind: "Film", place: "Cinema", seats: 90, minutes: 55, picture: "island"),
      Event(
        title: "Accordion Hour", kind: "Concert", place: "Courtyard", seats: 140, minutes: 60, picture: "concert-hall"),
      Event(
        title: "Engine Room Stories", kind: "Reading", place: "Old Ferry", seats: 40, minutes: 45, picture: "ferry"),
      Event(
        title: "Open Printmaking Table", kind: "Workshop", place: "Studio 2", seats: 16, minutes: 90,
        picture: "gallery"),
      Event(
        title: "Northern Choir, Rehearsal", kind: "Open door", place: "Great Hall", seats: 320, minutes: 60,
        picture: "concert-hall"),
      Event(
        title: "Stars over the Breakwater", kind: "Guided walk", place: "Roof Terrace", seats: 30, minutes: 50,
        picture: "lighthouse"),
    ]

    /// Ten events: the one that is on now and those of the next hours, one every 50 minutes.
    func programme(at now: Double) -> JSON {
      let slot = 50 * Self.minute
      let first = Int(clamping: (now / slot).rounded(.down))
      return .list(
        (first..<first + 10).map { index in
          // An order in which the same event comes back only after all others.
          let event = Self.events.inTurn(index * 4)
          let start = Double(index) * slot
          let free = freeSeats(of: event, index: index, start: start, now: now)
          return [
            "id": "event-\(index)", "title": .text(event.title), "kind": .text(event.kind),
            "place": .text(event.place), "start": .text(CivilTime.iso(start)),
            "end": .text(CivilTime.iso(start + Double(event.minutes) * Self.minute)),
            "seats": .number(Double(event.seats)),
            "free": .number(Double(free)), "running": .flag(start <= now), "image": picture(event.picture),
          ]
        })
    }

    /// Seats go from some hours ahead until the start, each minute some; they never come back.
    private func freeSeats(of event: Event, index: Int, start: Double, now: Double) -> Int {
      let popularity = 0.55 + 0.5 * chance.fraction(1, index)
      let minutesLeft = max(0, ((start - now) / Self.minute).rounded(.up))
      let ahead = 9 * 60.0
      let sold = min(1, popularity * (1 - min(minutesLeft, ahead) / ahead) + 0.1)
      return max(0, event.seats - Int(clamping: Double(event.seats) * sold))
    }

    // MARK: Ferries

    private struct Line {
      var name: String
      var destination: String
      var pier: String
      /// Minutes from one departure to the next, and of the first after midnight.
      var every: Int
      var offset: Int
    }

    private static let lines: [Line] = [
      Line(name: "F1", destination: "Little Skarv", pier: "A", every: 20, offset: 7),
      Line(name: "F2", destination: "Old Town Quay", pier: "B", every: 12, offset: 4),
      Line(name: "F4", destination: "Lighthouse Point", pier: "A", every: 45, offset: 30),
      Line(name: "F7", destination: "Outer Islands", pier: "C", every: 90, offset: 55),
    ]

    /// The next eight departures of all lines, soonest first.
    func ferries(at now: Double) -> JSON {
      var departures: [(due: Double, JSON)] = []
      for (number, line) in Self.lines.enumerated() {
        let period = Double(line.every) * Self.minute
        let offset = Double(line.offset) * Self.minute
        // One earlier than the next: it may be late and still here.
        let first = Int(clamping: ((now - offset) / period).rounded(.down))
        for trip in first..<first + 6 {
          let planned = Double(trip) * period + offset
          let late = lateMinutes(line: number, trip: trip, planned: planned, now: now)
          let due = planned + Double(late) * Self.minute
          guard due > now else { continue }
          let cancelled = chance.fraction(3, number, trip) > 0.96
          departures.append(
            (
              due,
              [
                "id": "\(line.name)-\(trip)", "line": .text(line.name), "to": .text(line.destination),
                "pier": .text(line.pier), "planned": .text(CivilTime.iso(planned)),
                "due": .text(CivilTime.iso(due)),
                "late": .number(Double(late)), "cancelled": .flag(cancelled),
              ]
            ))
        }
      }
      departures.sort { $0.due < $1.due }
      return ["departures": .list(departures.prefix(8).map(\.1))]
    }

    /// A third of the ferries are late, and it becomes known in the last quarter of an hour.
    private func lateMinutes(line: Int, trip: Int, planned: Double, now: Double) -> Int {
      let luck = chance.fraction(2, line, trip)
      guard luck > 0.66 else { return 0 }
      let known = min(1, max(0, 1 - (planned - now) / (15 * Self.minute)))
      return Int(clamping: ((luck - 0.66) * 20 * known).rounded())
    }

    // MARK: Weather and tide

    /// The principal lunar tide, M2: 12.4206 hours from high water to high water.
    private static let tidePeriod = 12.4206 * 3600

    func weather(at now: Double) -> JSON {
      let hour = now.truncatingRemainder(dividingBy: Self.day) / 3600
      let warmth = wave((hour - 9) / 24)
      let gusts = chance.fraction(4, Int(clamping: now / 600))
      let temperature = 11 + 4.5 * warmth + 0.6 * gusts
      // Every pull brings another one.
      let wind = 5 + 3 * wave(now / 19_000) + 1.5 * gusts + 1.5 * chance.fraction(6, Int(clamping: now / 5))
      let phase = now.truncatingRemainder(dividingBy: Self.tidePeriod) / Self.tidePeriod
      let level = 1.4 + 1.1 * wave(phase + 0.25)
      let high = now + (1 - phase) * Self.tidePeriod
      let low = now + ((phase < 0.5 ? 0.5 : 1.5) - phase) * Self.tidePeriod
      let sky = ["clear", "light cloud", "cloudy", "showers", "light cloud"][
        Int(clamping: chance.fraction(5, Int(clamping: now / 7200)) * 5)]
      return [
        "temperature": .number(tenth(temperature)), "sky": .text(sky), "wind": .number(tenth(wind)),
        "gale": .flag(wind > 9), "tide": .number(tenth(level)), "rising": .flag(phase > 0.5),
        "high": .text(CivilTime.iso(high)), "low": .text(CivilTime.iso(low)),
      ]
    }

    /// The swimming water's temperature, from a sensor with a loose cable: see `DemoService`.
    func water(at now: Double) -> JSON {
      ["celsius": .number(tenth(13 + 1.5 * wave(now / 40_000))), "measured": .text(CivilTime.iso(now))]
    }

    /// Nearly the sine of a number of turns: a parabola for each half turn, wrong by 0.06 at most.
    private func wave(_ turns: Double) -> Double {
      let part = turns - turns.rounded(.down)
      return part < 0.5 ? 16 * part * (0.5 - part) : -16 * (part - 0.5) * (1 - part)
    }

    private func tenth(_ value: Double) -> Double { (value * 10).rounded() / 10 }

    // MARK: Service message

    private static let notices: [(tone: String, text: String)] = [
      ("info", "The roof terrace is open until sunset. Please mind the gulls."),
      ("warn", "The lift to the Gallery rests for an hour; staff will gladly take you up the goods lift."),
      ("good", "Pay what you can today: all morning events are without a fixed price."),
      ("info", "Lost a red glove? It waits at the cloakroom, next to eleven others."),
    ]

    func notice(at now: Double) -> JSON {
      let notice = Self.notices.inTurn(Int(clamping: (now / (7 * Self.minute)).rounded(.down)))
      return ["tone": .text(notice.tone), "text": .text(notice.text)]
    }
  }
#endif
