import Testing

@testable import Board

@Suite struct LightTests {
  @Test func theLadderIsReadRungByRung() throws {
    let idle = try board(
      "idle: {after: 60s, do: top, dim: 2m, black: 5m, off: 5m, standby: 1h}\ncards: []"
    ).idle
    #expect(idle == Idle(after: 60, action: .top, dim: 120, black: 300, off: 300, standby: 3600))
    #expect(try board("idle: {after: 60s}\ncards: []").idle?.off == nil)
  }

  @Test func theNightIsReadAndMayBeDark() throws {
    let night = try board("night: {at: \"22:30-06:30\", dim: 0%}\ncards: []").night
    #expect(night == Night(hours: Hours(start: 1350, end: 390), share: 0))
    #expect(try board("cards: []").night == nil)
  }

  @Test(arguments: [
    (
      "idle: {after: 60s, dim: 10m, off: 5m}\ncards: []",
      "1:30: error: \"off\" comes after \"dim\": it needs the longer time"
    ),
    ("night: {dim: 15%}\ncards: []", "1:8: error: \"at\" is missing in \"night\""),
    (
      "night: {at: \"22:30-06:30\", dim: 15}\ncards: []", "1:33: error: \"dim\" must be a share such as 15%, not \"15\""
    ),
    (
      "night: {at: \"22:30-06:30\", dim: 120%}\ncards: []",
      "1:33: error: \"dim\" must be a share such as 15%, not \"120%\""
    ),
  ])
  func mistakesAreSaidWhereTheyAre(text: String, message: String) throws {
    let found = try read(text).diagnostics.map { String($0.description.dropFirst("b.yaml:".count)) }
    #expect(found == [message])
  }
}
