import Board
import Fetch
import Scene
import StubServer
import Synchronization
import Testing

@testable import Vitrine

/// Pictures whose addresses came with data lead out, or to where the board itself leads.
@Suite struct PictureReachTests {
  private final class Journal: Sendable {
    let lines = Mutex<[String]>([])
  }

  /// Asks for a picture and waits until its fetch has ended.
  private func problems(_ address: String, trusting hosts: Set<HostName>?) -> [String] {
    let journal = Journal()
    let activity = Activity()
    let store = PictureStore(
      fetcher: Fetcher(Fetcher.Configuration { _ in }), activity: activity, place: .here, clock: { 0 },
      warn: { line in journal.lines.withLock { $0.append(line) } }, arrived: { _, _ in })
    if let hosts { store.trust(hosts) }
    #expect(store.picture(address, size: PixelSize(width: 8, height: 8), fit: .contain) == nil)
    activity.waitForPictures()
    return journal.lines.withLock { $0 }
  }

  @Test func onlyHostsOfTheBoardMayBeInside() throws {
    let server = StubServer()
    server.on("/x.png", .reply(200, type: "image/png", "no picture"))
    let named = try #require(HostName(ofAddress: server.url("/")))
    let refused = problems(server.url("/x.png"), trusting: [])
    #expect(refused.count == 1)
    #expect(
      refused.first?.contains("leads to 127.0.0.1, in this machine or beside it; name the host in \"allow\"") == true)
    #expect(server.connectionCount == 0)
    // It is asked, and answers with something else.
    #expect(problems(server.url("/x.png"), trusting: [named]).first?.contains("in this machine") == false)
    #expect(server.requests("/x.png").count == 1)
  }
}
