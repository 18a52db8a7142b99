import Board
import Scene
import StubServer
import TestSupport
import Testing
import Vitrine

/// A board as a culture house might hang it in its foyer: every kind of card, tones, badges, pictures.
private func board(_ mode: String) -> String {
  """
  board: Nordlicht
  theme: {mode: \(mode), accent: "#0f6e84"}
  sources:
    events:  {url: "${SERVER}/events.json", key: id, every: 1h}
    ferries: {url: "${SERVER}/ferries.json", key: id, every: 1h}
    weather: {url: "${SERVER}/weather.json", every: 1h}
  cards:
    - header: {title: "{$board}", subtitle: Culture house at the harbour, clock: true, trail: "{$weather.degrees}° · {$weather.sky}"}
    - hero: {each: events, limit: 1, image: "${SERVER}/{picture}.png", badge: Now, title: "{title}", text: "{kind} · {place} · until {end}", tap: detail}
    - text: {text: "The lift to the Gallery rests for an hour; staff will gladly take you up the goods lift.", tone: warn, fill: true}
    - section: {title: Today}
    - row:
        each: events
        skip: 1
        image: "${SERVER}/{picture}.png"
        title: "{title}"
        subtitle: "{kind} · {place}"
        trail: "{start}"
        badge: "{free == 0 ? 'sold out' : free + ' seats'}"
        tone: {muted: free == 0, warn: free < 6}
        tap: detail
    - section: {title: Ferries, trail: Pier A to C}
    - row:
        each: ferries
        badge: "{line}"
        title: "{to}"
        subtitle: "Pier {pier} · {note}"
        trail: "{due}"
        tone: {bad: note == 'cancelled', warn: note == '6 min late', good: note == 'boarding'}
    - row: {columns: 2, title: Wind, subtitle: Near gale, trail: "11 m/s", tone: warn}
    - row: {columns: 2, title: Rising tide, subtitle: High 21:04, trail: "1.9 m"}
  detail:
    - hero: {image: "${SERVER}/{picture}.png", title: "{title}", text: "{kind} · {place}"}
  """
}

private let events = """
  [{"id": 1, "title": "Strings by the Slipway", "kind": "Concert", "place": "Great Hall", "end": "18:15", "picture": "harbour"},
   {"id": 2, "title": "Lamp Room at Dusk", "kind": "Guided walk", "place": "Lighthouse", "start": "18:20", "free": 4, "picture": "lighthouse"},
   {"id": 3, "title": "How Tides Work, and Why the Harbour Clock Is Always Seven Minutes Late", "kind": "Talk", "place": "Chart Room", "start": "19:10", "free": 31, "picture": "ferry"},
   {"id": 4, "title": "Birds of Little Skarv", "kind": "Film", "place": "Cinema", "start": "20:00", "free": 0, "picture": "island"},
   {"id": 5, "title": "Painting Salt and Light", "kind": "Exhibition tour", "place": "Gallery", "start": "20:50", "free": 12, "picture": "gallery"}]
  """

private let ferries = """
  [{"id": 1, "line": "F1", "to": "Little Skarv", "pier": "A", "due": "2 min", "note": "boarding"},
   {"id": 2, "line": "F2", "to": "Old Town Quay", "pier": "B", "due": "10 min", "note": "6 min late"},
   {"id": 3, "line": "F7", "to": "Outer Islands", "pier": "C", "due": "–", "note": "cancelled"},
   {"id": 4, "line": "F4", "to": "Lighthouse Point", "pier": "A", "due": "33 min", "note": "on time"}]
  """

private let pictures = DemoPictures()

private func stage() throws -> Stage {
  let stage = Stage()
  stage.server.on("/events.json", .reply(events))
  stage.server.on("/ferries.json", .reply(ferries))
  stage.server.on("/weather.json", .reply(#"{"degrees": 12, "sky": "light cloud"}"#))
  for name in ["harbour", "lighthouse", "ferry", "island", "gallery"] {
    let bytes = try #require(pictures.png(named: name))
    stage.server.on("/\(name).png", .reply(200, type: "image/png", bytes: bytes))
  }
  return stage
}

private let sizes = [
  PixelSize(width: 800, height: 480), PixelSize(width: 1280, height: 800), PixelSize(width: 1080, height: 1920),
]

@Test(arguments: sizes, ["light", "dark"])
func aWholeBoardLooksAsItDid(size: PixelSize, mode: String) throws {
  let kiosk = try stage().kiosk(board(mode), size: size)
  #expect(kiosk.isComplete == true)
  expectGolden(try kiosk.picture(), "house-\(size.width)x\(size.height)-\(mode)")
}

@Test(arguments: ["light", "dark"])
func theListBelowLooksAsItDid(mode: String) throws {
  var kiosk = try stage().kiosk(board(mode), size: sizes[0])
  kiosk.scroll(toPixel: 440)
  #expect(kiosk.isComplete == true)
  expectGolden(try kiosk.picture(), "house-list-\(mode)")
}
