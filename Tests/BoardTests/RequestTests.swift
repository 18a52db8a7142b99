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
