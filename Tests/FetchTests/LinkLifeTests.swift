import Board
import StubServer
import Testing

@testable import Fetch

/// Tells when it goes.
private final class Witness: Sendable {
  private let gone: Collector<String>
  init(_ gone: Collector<String>) { self.gone = gone }
  deinit { gone.add("gone") }
}

/// What becomes of links that are over: a server may end thousands of them in a month.
@Suite struct LinkLifeTests {
  /// A link that has ended is let go of, with whatever it had gathered, by all who held it.
  @Test(arguments: [FetchRequest.Stream.Kind.events(named: []), .lines, .pictures])
  func aLinkThatIsOverIsNotKept(kind: FetchRequest.Stream.Kind) {
    let server = StubServer()
    let half = "--b\r\nContent-Type: image/png\r\n\r\nhalf of a pic"
    let type = kind == .pictures ? "multipart/x-mixed-replace; boundary=b" : "text/event-stream"
    server.on("/x", .stream(kind == .pictures ? half : "data: one", type: type))
    let fetcher = Fetcher.inMemory()
    let (gone, ended) = (Collector<String>(), Collector<String>())
    func open() -> () -> Void {
      let witness = Witness(gone)
      var request = FetchRequest(server.url("/x"))
      request.stream = FetchRequest.Stream(kind)
      let link = fetcher.open(request, after: "") { news in
        if case .ended = news { withExtendedLifetime(witness) { ended.add("ended") } }
      }
      // As whoever follows it: what comes next is asked of it once.
      return { _ = link.resumption }
    }
    open()()
    server.release("/x")
    #expect(ended.next() == "ended")
    #expect(gone.next() == "gone")
  }

  /// One that nobody wants any more, too.
  @Test func aLinkThatIsCancelledIsNotKept() {
    let server = StubServer()
    server.on("/x", .stream("data: one\n\n"))
    let fetcher = Fetcher.inMemory()
    let (gone, came) = (Collector<String>(), Collector<String>())
    func run() {
      let witness = Witness(gone)
      var request = FetchRequest(server.url("/x"))
      request.stream = FetchRequest.Stream(.events(named: []))
      let link = fetcher.open(request, after: "") { _ in withExtendedLifetime(witness) { came.add("news") } }
      _ = came.next()
      link.cancel()
    }
    run()
    #expect(gone.next() == "gone")
  }

  /// What a stream leaves to the next is an id that can be said, and the time it asked for.
  @Test func anIdThatNoServerTakesBackIsNotKept() {
    var stream = EventStream(limit: 1 << 20)
    var events: [EventStream.Event] = []
    func take(_ text: String) { #expect(stream.take(Array(text.utf8), into: &events)) }
    take("id: 7\nretry: 250\ndata: a\n\n")
    for length in [1025, 9000, 1 << 19] {
      take("id: \(String(repeating: "x", count: length))\ndata: b\n\n")
      #expect(stream.lastID == "7")
    }
    take("id: \(String(repeating: "y", count: 1024))\ndata: c\n\n")
    #expect(stream.lastID.utf8.count == 1024)
    let next = EventStream(after: stream)
    #expect(next.lastID == stream.lastID && next.retry == 0.25)
  }

  /// A stream that is packed is told of, and not waited for without a word.
  @Test(arguments: ["gzip", "br", "zstd, gzip"])
  func aPackedStreamIsNamed(coding: String) {
    let server = StubServer()
    server.on("/x", .reply(200, headers: ["Content-Encoding": coding], type: "text/event-stream", "data: one\n\n"))
    var request = FetchRequest(server.url("/x"))
    request.stream = FetchRequest.Stream(.events(named: []))
    let told = Collector<String>()
    let link = Fetcher.inMemory().open(request, after: "") { news in
      if case .ended(let error) = news { told.add("\(error)") }
    }
    #expect(told.next().contains("packs the stream (Content-Encoding: \(coding.prefix { $0 != "," }))"))
    link.cancel()
  }
}
