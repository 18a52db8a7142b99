import Testing

@testable import Board

/// What the cache knows an answer by.
@Suite struct RequestTests {
  private func identity(
    _ source: String, title: String = "Acme", key: String = "k", at time: Double = tuesday, part: Int = 0
  ) throws -> String? {
    let board = try board("board: \"\(title)\"\nsources:\n  s: {\(source)}\ncards: []", ["KEY": key])
    let request = try #require(BoardEvaluator(board).request("s", at: Moment(time: time, zone: berlin)))
    return request.addresses[part].identity?.reveal()
  }

  @Test(arguments: [
    "url: \"https://x/?a=1\"", "url: \"https://x/?key=${KEY}\"", "url: \"https://x/{$board}\"",
    "url: \"https://x/\", headers: {X-Key: \"${KEY}\"}",
  ])
  func withoutTheTimeItIsTheAddressItself(source: String) throws {
    #expect(try identity(source) == nil)
  }

  @Test(arguments: [
    "url: \"https://x/?from={$now | epoch(-3600)}&to={$now | epoch}\"", "url: \"https://x/{$now | date('%Y/%m/%d')}\"",
    "url: \"https://x/{$now > '2025-03-04' ? 'a' : 'b'}\"",
    "url: \"https://x/\", headers: {X-Time: \"{$now | epoch}\"}",
  ])
  func withTheTimeItStaysTheSameFromFetchToFetch(source: String) throws {
    let first = try #require(try identity(source))
    for later in [1.0, 60, 86_400, 1e7] { #expect(try identity(source, at: tuesday + later) == first) }
  }

  @Test func theTimeMayHideInTheBoardsName() throws {
    let source = "url: \"https://x/{$board}\""
    #expect(try identity(source, title: "{$now | date('%Y-%m-%d')}") != nil)
    #expect(try identity("url: \"https://x/\"", title: "{$now | date('%Y-%m-%d')}") == nil)
  }

  /// What one key may see is kept apart from what another may.
  @Test(arguments: [
    "url: \"https://x/?key=${KEY}&now={$now | epoch}\"",
    "url: \"https://x/?now={$now | epoch}\", headers: {X-Key: \"${KEY}\"}",
  ])
  func everythingElseStillCounts(source: String) throws {
    #expect(try identity(source, key: "one") != identity(source, key: "two"))
  }

  @Test func partsOfASourceHaveIdentitiesOfTheirOwn() throws {
    let source = "url: [\"https://x/?now={$now | epoch}\", \"http://y/?now={$now | epoch}\"]"
    #expect(try identity(source, part: 0) != identity(source, part: 1))
  }
}

/// Requests that hold what other sources have brought.
@Suite struct DependentRequestTests {
  /// A value that would lead to another part of the server is none to ask with; one with dots in it is.
  @Test(arguments: [("..", false), (".", false), ("a..b", true), ("...", true), ("../..", true)])
  func valuesStayWhereTheyStand(value: String, isAsked: Bool) throws {
    let yaml = """
      sources:
        p: {url: "http://x/p"}
        s: {url: "http://x/at/{$p.0.d}/got"}
      cards: []
      """
    var evaluator = BoardEvaluator(try board(yaml))
    evaluator.update("p", answers: [.list([.record(Record([("d", .text(value))]))])], at: tuesday)
    let request = try #require(evaluator.request("s", at: Moment(time: tuesday)))
    #expect(request.isWaiting == !isAsked)
    #expect(request.addresses.count == (isAsked ? 1 : 0))
  }

  @Test func theyWaitForWhatTheyHold() throws {
    let yaml = """
      sources:
        place: {url: "http://x/place"}
        near: {from: place, items: near}
        stops: {url: "http://x/at/{$place.lat},{$place.lon}?q={$near.0.name}", post: {id: "{$place.id}"}}
        board: {url: "http://x/{$now | date('%F')}"}
      cards:
        - row: {each: stops, title: "{name}"}
      """.replacing("board: {url", with: "today: {url")
    var evaluator = BoardEvaluator(try board(yaml))
    let moment = Moment(time: tuesday)
    #expect(evaluator.request("stops", at: moment)?.isWaiting == true)
    #expect(evaluator.request("today", at: moment)?.isWaiting == false)
    #expect(evaluator.dependents(of: "place") == ["stops"])
    evaluator.update("place", answers: [["lat": 52.5, "lon": -1, "id": 7]], at: tuesday)
    #expect(evaluator.request("stops", at: moment)?.isWaiting == true)
    evaluator.update(
      "place", answers: [["lat": 52.5, "lon": -1, "id": 7, "near": [["name": "Ü&x=1#/.."]]]], at: tuesday)
    let request = try #require(evaluator.request("stops", at: moment))
    #expect(request.addresses.map(\.url) == ["http://x/at/52.5,-1?q=%C3%9C%26x%3D1%23%2F.."])
    #expect(request.body?.reveal() == "{\n  \"id\": 7\n}" || request.body?.reveal() == "{\"id\": 7}")
    // A pull of the page asks for all of it anew.
    #expect(evaluator.content(page: 0, at: moment).sources == ["place", "near", "stops"])
  }

  @Test(arguments: [
    (
      "a: {url: \"http://x/{$b.id}\"}\n  b: {url: \"http://x/{$a.id}\"}",
      "2:23: error: $b stands at or below this source; move it above, for requests in a circle wait for each other"
    ),
    (
      "a: {url: \"http://x/{$a.id}\"}",
      "2:23: error: $a stands at or below this source; move it above, for requests in a circle wait for each other"
    ),
    (
      "s: {url: x}\n  a: {url: \"http://{$s.host}/x\"}",
      "3:7: error: \"url\": the values of other sources stand behind the host, as in https://example.org/at/{$place.id}"
    ),
    (
      "s: {url: x}\n  a: {url: \"data/{$s.file}\"}",
      "3:7: error: \"url\": the values of other sources stand behind the host, as in https://example.org/at/{$place.id}"
    ),
    (
      "a: {url: \"https://x/\", post: {a: 1}, form: {b: 2}}",
      "2:40: error: \"form\" has no meaning beside \"post\": one request has one body"
    ),
    (
      "a: {url: \"https://x/\", insecure: true, ca: box.pem}",
      "2:42: error: \"ca\" has no meaning beside \"insecure\": any certificate would do"
    ),
  ])
  func mistakes(sources: String, expected: String) throws {
    let reading = try read("sources:\n  \(sources)\ncards:\n  - row: {each: a, title: x}")
    #expect(reading.diagnostics.filter { $0.severity == .error }.first?.description == "b.yaml:" + expected)
    #expect(reading.board == nil)
  }

  @Test func trustInAnyoneIsWarnedOf() throws {
    let reading = try read("sources: {a: {url: \"https://x/\", insecure: true}}\ncards:\n  - row: {each: a, title: x}")
    #expect(reading.diagnostics.map(\.severity) == [.warning])
    let request = BoardEvaluator(try #require(reading.board)).request("a", at: Moment(time: tuesday))
    #expect(request?.trustsAnyone == true && request?.authority == nil)
    let own = try board("sources: {a: {url: \"https://x/\", ca: box.pem}}\ncards:\n  - row: {each: a, title: x}")
    #expect(BoardEvaluator(own).request("a", at: Moment(time: tuesday))?.authority == "box.pem")
  }
}
