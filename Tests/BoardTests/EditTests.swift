import Testing

@testable import Board

/// A board that is edited while it runs.
@Suite struct EditTests {
  private func yaml(_ source: String, title: String = "{name}") -> String {
    """
    sources:
      trains: {\(source)}
      weather: {url: "http://x/weather.json"}
    cards:
      - row: {each: trains, title: "\(title)"}
    """
  }

  private func source(_ fields: String) throws -> Source { try board(yaml(fields)).sources[0] }

  @Test(arguments: [
    ("url: \"http://x/trains.json\", every: 1m, limit: 3, sort: name, key: name, where: name != 'a'", true),
    ("every: 60s, url: \"http://x/trains.json\"", true), ("url: \"http://x/other.json\", every: 1m", false),
    ("url: \"http://x/trains.json\", every: 2m", false),
    ("url: \"http://x/trains.json\", every: 1m, as: feed", false),
    ("url: \"http://x/trains.json\", every: 1m, headers: {Accept: text/plain}", false),
  ])
  func onlyWhatIsAskedMakesSourcesDiffer(edited: String, expected: Bool) throws {
    let before = try source("url: \"http://x/trains.json\", every: 1m")
    #expect(before.fetches(like: try source(edited)) == expected)
  }

  @Test func anEditedBoardKeepsWhatItsSourcesBrought() throws {
    let url = "url: \"http://x/trains.json\", every: 1m"
    var before = BoardEvaluator(try board(yaml(url)))
    before.update("trains", answers: [[["name": "a"], ["name": "b"]]], at: tuesday)
    before.update("weather", answers: [["sky": "grey"]], at: tuesday)
    var after = BoardEvaluator(try board(yaml(url + ", where: name != 'a'", title: "Train {name}")))
    after.adopt(["trains"], from: before)
    // Two minutes later the chip still says when the data came.
    let content = after.content(page: 0, at: Moment(time: tuesday + 130))
    #expect(content.cards.map(\.title) == ["Train b"])
    #expect(content.staleSince == "13:40")
  }
}
