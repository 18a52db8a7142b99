import Testing

@testable import Board

/// Light by day and dark by night.
@Suite struct ThemeClockTests {
  private func theme(_ yaml: String) throws -> Theme { try board("theme: \(yaml)\ncards: []").theme }

  /// Berlin's clocks; Tuesday 4 March 2025.
  private func moment(_ hour: Int, _ minute: Int, day: Double = 0) -> Moment {
    let midnight = tuesday - 13 * 3600 - 40 * 60 - 3600
    return Moment(time: midnight + day * 86_400 + Double(hour * 3600 + minute * 60), zone: berlin)
  }

  @Test func autoFollowsTheClock() throws {
    for (yaml, dusk, dawn) in [("{}", (19, 0), (7, 0)), ("{mode: auto, dark: \"21:30-06:15\"}", (21, 30), (6, 15))] {
      let theme = try theme(yaml)
      #expect(!theme.isDark(at: moment(12, 0)))
      #expect(!theme.isDark(at: moment(dusk.0 - 1, 59)))
      #expect(theme.isDark(at: moment(dusk.0, dusk.1)))
      #expect(theme.isDark(at: moment(0, 0)))
      #expect(theme.isDark(at: moment(dawn.0 - 1, dawn.1)))
      #expect(!theme.isDark(at: moment(dawn.0, dawn.1)))
      #expect(theme.nextChange(after: moment(12, 0)) == moment(dusk.0, dusk.1).time)
      #expect(theme.nextChange(after: moment(dusk.0, dusk.1)) == moment(dawn.0, dawn.1, day: 1).time)
      #expect(theme.colors(at: moment(12, 0)) == .light)
      #expect(theme.colors(at: moment(23, 0)) == .dark)
    }
  }

  /// The morning the clocks are put forward has one hour less.
  @Test func theChangeIsOnTheWall() throws {
    let evening = Moment(time: 1_743_280_200, zone: berlin)  // Saturday 29 March 2025, 21:30
    #expect(try theme("{}").nextChange(after: evening) == 1_743_310_800)  // Sunday, 07:00
  }

  @Test(arguments: ["{mode: light}", "{mode: dark}", "{background: \"#102030\"}"])
  func aThemeThatIsSetStays(yaml: String) throws {
    let theme = try theme(yaml)
    #expect(theme.nextChange(after: moment(12, 0)) == nil)
    #expect(theme.colors(at: moment(12, 0)) == theme.colors(at: moment(23, 0)))
  }

  @Test(arguments: [
    ("{mode: light, dark: \"20:00-06:00\"}", "\"dark\" is for mode: auto; this theme is light at every hour"),
    ("{dark: \"20:00-06:00\", background: \"#102030\"}", "\"dark\" has no effect beside a \"background\" of its own"),
  ])
  func hoursThatMeanNothingAreTold(yaml: String, message: String) throws {
    let found = try read("theme: \(yaml)\ncards: []").diagnostics
    #expect(found.map(\.message) == [message])
    #expect(found.map(\.severity) == [.warning])
  }

  @Test func theManualSaysTheHours() throws {
    let hours = try #require(Scalars.hoursIfValid(Theme.standardDarkHours))
    #expect(hours == Theme().dark)
  }
}

extension Scalars {
  fileprivate static func hoursIfValid(_ text: String) -> Hours? { try? hours(text) }
}
