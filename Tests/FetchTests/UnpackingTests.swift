import StubServer
import Testing

@testable import Fetch

/// Packed answers are whole or none.
@Suite struct UnpackingTests {
  private let server = StubServer()
  private let fetcher = Fetcher.inMemory()
  private static let rows = (0..<3_000).map { "\($0 &* 7919 % 1009),row \($0)" }.joined(separator: "\n")
  private static let text = Array(rows.utf8)

  private func outcome(_ bytes: [UInt8], _ coding: String = "gzip") -> FetchOutcome {
    server.on("/x", .reply(200, headers: ["Content-Encoding": coding], bytes: bytes))
    return fetcher.outcome(FetchRequest(server.url("/x")))
  }

  @Test(arguments: [
    ("gzip", 31), ("x-gzip", 31), (" GZIP , identity", 31), ("gzip", 15), ("deflate", 15), ("deflate", -15),
  ])
  func whatServersSendIsUnpacked(coding: String, window: Int32) {
    #expect(outcome(StubReply.compressed(Self.text, window: window), coding).text == Self.rows)
    #expect(outcome(StubReply.compressed([], window: window), coding).text?.isEmpty == true)
    #expect(outcome([], coding).text?.isEmpty == true, "an answer without a byte")
  }

  /// Wherever it ends before its end, no part of it is taken for all.
  @Test(arguments: [31, 15, -15] as [Int32]) func whatEndsInTheMiddleIsNone(window: Int32) {
    let packed = StubReply.compressed(Self.text, window: window)
    let ends = Array(stride(from: 1, to: packed.count, by: 491)) + ((packed.count - 9)..<packed.count)
    for end in ends {
      let result = outcome(Array(packed[..<end]), window == 31 ? "gzip" : "deflate")
      #expect(result.text == nil && result.error?.kind == .cutOff, "\(end) of \(packed.count)")
    }
    #expect(
      outcome(Array(packed.dropLast(packed.count / 2)), window == 31 ? "gzip" : "deflate").error?.description.contains(
        "ends in the middle") == true)
  }

  @Test func oneMayFollowAnother() {
    let (one, two) = (StubReply.compressed(Array("one ".utf8)), StubReply.compressed(Array("two".utf8)))
    #expect(outcome(one + two).text == "one two")
    #expect(outcome(one + [0, 0, 0]).text == "one ", "what fills a block of the disk it was on")
    #expect(outcome(one + two.dropLast(3)).text == nil)
    #expect(outcome(StubReply.compressed(one), "gzip, gzip").text == "one ")
    #expect(outcome(Array(StubReply.compressed(one).dropLast(2)), "gzip, gzip").text == nil)
    #expect(outcome(StubReply.compressed(Array(one.dropLast(2))), "gzip, gzip").text == nil, "the inner one")
  }

  @Test func whatNobodyAskedForIsNamed() {
    for coding in ["br", "zstd", "compress", "gzip, br"] {
      let (error, name) = (outcome(Self.text, coding).error, coding.split(separator: " ").last ?? "")
      #expect(error?.description.contains("packed as \"\(name)\"") == true, "\(coding)")
    }
    #expect(outcome(Self.text).error?.description.contains("is damaged") == true, "it is not packed at all")
    for coding in ["utf-8", "UTF-8", "none", "binary", "identity", "", "x-own"] {
      #expect(outcome(Self.text, coding).text == Self.rows, "\(coding) is no packing")
    }
  }

  /// However many packed bytes come to nothing, no more of them are taken than of others.
  @Test func emptyAnswersWithoutEndEnd() {
    let head = Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n".utf8)
    let nothing = StubReply.compressed([])
    func many(_ bytes: Int) -> [UInt8] { head + (0..<bytes / nothing.count).flatMap { _ in nothing } }
    server.on("/few", .raw(many(50_000)))
    server.on("/many", .raw(many(200_000)))
    #expect(fetcher.outcome(FetchRequest(server.url("/few"), bodyLimit: 100_000)).text?.isEmpty == true)
    #expect(fetcher.outcome(FetchRequest(server.url("/many"), bodyLimit: 100_000)).error?.kind == .tooLarge)
  }

  /// Part of an answer is none, where no part was asked for.
  @Test func aPartIsRefused() {
    server.on("/x", .reply(206, headers: ["Content-Range": "bytes 0-1/5000"], bytes: Array("{}".utf8)))
    let error = fetcher.outcome(FetchRequest(server.url("/x"))).error
    #expect(error?.kind == .status(206))
    #expect(error?.description.contains("206 Partial Content") == true)
  }
}
