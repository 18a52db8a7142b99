import Scratch
import StubServer
import TestSupport
import Testing

@testable import Fetch

private let type = "multipart/x-mixed-replace; boundary=frame"

private func parts(_ cuts: [[UInt8]], type: String = type, limit: Int = 1000) -> (parts: [String], isRight: Bool) {
  guard var stream = MultipartStream(type: type, limit: limit) else { return ([], false) }
  var parts: [[UInt8]] = []
  for cut in cuts { if !stream.take(cut, into: &parts) { return (parts.map(text), false) } }
  return (parts.map(text), true)
}

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

private func part(_ body: String, length: Int? = nil) -> String {
  "--frame\r\nContent-Type: image/jpeg\r\n" + (length.map { "Content-Length: \($0)\r\n" } ?? "") + "\r\n\(body)\r\n"
}

/// What cameras send, taken apart: with and without lengths, however it is cut.
@Suite struct MultipartTests {
  @Test func partsComeWithTheirLastByte() {
    #expect(parts([Array(part("abc", length: 3).utf8)]).parts == ["abc"])
    let first = Array("--frame\r\ncontent-length:3\r\n\r\nab".utf8)
    #expect(parts([first]).parts == [])
    #expect(parts([first, [99]]).parts == ["abc"])
    // Without a length it is over when the next begins.
    #expect(parts([Array((part("ab\r\n-c") + part("d") + "--frame--\r\n").utf8)]).parts == ["ab\r\n-c", "d"])
  }

  /// As cameras write it.
  @Test(
    arguments: [
      "multipart/x-mixed-replace;boundary=frame", "multipart/x-mixed-replace; boundary=\"frame\"",
      "Multipart/Mixed; charset=x; Boundary=--frame",
    ]) func boundariesAreFoundAsCamerasWriteThem(type: String)
  {
    #expect(parts([Array((part("a", length: 1) + part("b") + part("c")).utf8)], type: type).parts == ["a", "b"])
  }

  @Test(arguments: ["image/jpeg", "multipart/x-mixed-replace", "multipart/x-mixed-replace; boundary=", ""])
  func whatIsNoStreamIsRefused(type: String) { #expect(MultipartStream(type: type, limit: 10) == nil) }

  @Test func aBoundaryMayHaveSpacesInQuotes() {
    let type = "multipart/x-mixed-replace; boundary=\"B C\""
    let whole = "--B C\r\nContent-Length: 1\r\n\r\na\r\n--B C\r\n\r\nb\r\n--B C\r\n"
    #expect(parts([Array(whole.utf8)], type: type).parts == ["a", "b"])
  }

  /// A camera that counts wrongly loses a picture, and no more: the next ones end where others begin.
  @Test(arguments: [-1500, -3, 20]) func wrongLengthsAreNotBelievedForLong(difference: Int) {
    let bodies = (0..<5).map { String(repeating: "\($0)", count: 2000) }
    let whole = bodies.map { part($0, length: $0.utf8.count + difference) }.joined() + "--frame\r\n"
    let (found, isRight) = parts([Array(whole.utf8)], limit: 5000)
    #expect(isRight)
    #expect(found.suffix(3) == bodies.suffix(3))
  }

  @Test func whatIsTooLargeIsRefused() {
    #expect(!parts([Array(part("x", length: 1001).utf8)]).isRight)
    #expect(!parts([Array(part(String(repeating: "x", count: 1001)).utf8)]).isRight)
    #expect(!parts([[UInt8](repeating: 65, count: 100_000)]).isRight)
    #expect(!parts([Array(("--frame\r\n" + String(repeating: "a: b\r\n", count: 5000)).utf8)]).isRight)
    #expect(parts([Array((part("", length: 0) + part("x", length: 1)).utf8)]).parts == ["x"])
    // A length that is none is none.
    #expect(parts([Array(("--frame\r\nContent-Length: -5\r\n\r\nxy\r\n--frame\r\n").utf8)]).parts == ["xy"])
  }

  /// Cut anywhere, the same comes of it.
  @Test(arguments: 0..<100) func whereItIsCutMakesNoDifference(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var whole: [UInt8] = Array("preamble\r\n".utf8)
    var expected: [String] = []
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let body = (0..<Int.random(in: 1...200, using: &random)).map { _ in
        "ab-\r\nframe".randomElement(using: &random) ?? "a"
      }
      // A body that ends as a boundary begins is another one.
      let text = String(body) + "."
      expected.append(text)
      whole += Array(part(text, length: Bool.random(using: &random) ? text.utf8.count : nil).utf8)
    }
    whole += Array("--frame--\r\n".utf8)
    var cuts: [[UInt8]] = []
    var rest = whole[...]
    while !rest.isEmpty {
      let count = Int.random(in: 1...40, using: &random)
      cuts.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    let found = parts(cuts)
    #expect(found.isRight && found.parts == expected)
    #expect(parts([whole]).parts == found.parts)
  }

  /// Followed over a real connection; when it falls, it is opened again.
  @Test func aCameraIsFollowedAndAskedAgain() {
    let server = StubServer()
    server.on(
      "/cam",
      .stream(part("one", length: 3), part("two", length: 3), type: type), .reply("no", type: "image/jpeg"),
      .stream(part("three", length: 5), type: type))
    let told = Collector<String>()
    let follower = StreamFollower(server.url("/cam"), reach: .anywhere, by: .inMemory(), seed: 1) { news in
      switch news {
      case .picture(let bytes): told.add(text(bytes))
      case .fell(let error): told.add("\(error)")
      }
    }
    follower.open()
    #expect(told.next() == "one")
    server.release("/cam")
    #expect(told.next() == "two")
    server.release("/cam")
    #expect(told.next().contains("ended"))
    #expect(told.next().contains("not a stream of pictures"))
    #expect(told.next() == "three")
    follower.stop()
    server.waitUntilConnected(atMost: 0)
  }
}
