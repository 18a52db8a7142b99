import Board
import Glibc
import Linux
import Motion
import Scene
import Scratch
import TestSupport
import Testing
import Vitrine

@testable import VitrineTools

/// What a gesture file may hold, and what comes of it when it holds anything.
@Suite struct GestureScriptTests {
  private static let panel = PixelSize(width: 800, height: 480)

  private func script(_ text: String) throws(Diagnostic) -> GestureScript {
    try GestureScript(text, file: "g", panel: Self.panel)
  }

  @Test(arguments: [
    "wait nan", "wait inf", "wait -1", "wait 601", "wait 1e400", "down nan 1", "down 1e308% 1", "down 1 -1e9",
    "down 100001 1",
    "move 1 1 nan", "flick 1 1 1 inf% 1", "flick 1 1 1 1 1e9", "wheel 1 1 nan", "wheel 1 1 1e300", "wheel 1 1 1001",
    "wheel inf 1 1",
    "down 1 1 finger -1", "down 1 1 finger 16", "up finger 9223372036854775808", "tap 1 1 finger nan", "wait 0x1p400",
  ])
  func numbersHaveBounds(line: String) {
    #expect(throws: Diagnostic.self, "\(line)") { try script(line) }
  }

  @Test func aScriptEndsWithinAnHour() throws {
    #expect(try script(String(repeating: "wait 600\n", count: 6)).duration == 3600)
    let error = #expect(throws: Diagnostic.self) { try script(String(repeating: "wait 600\n", count: 7)) }
    #expect(error?.description == "g:7:1: error: the gesture takes longer than 3600 s by now")
  }

  /// All of them at once, so that nobody mends a file line by line.
  @Test func aFileTellsAllItsMistakes() throws {
    let place = TemporaryDirectory()
    let path = place.path + "/gesture"
    try FileDescriptor(opening: path, O_WRONLY | O_CREAT).writeAll(Array("wiat 1\ntap 1 1\ndown 1\nkey hmoe\n".utf8))
    let error = #expect(throws: UserError.self) { try GestureScript(contentsOf: path, panel: Self.panel) }
    let text = try #require(error?.description)
    for words in [
      "gesture:1:1: error: unknown word \"wiat\"", "gesture:3:1: error: \"down\" is written",
      "gesture:4:5: error: unknown key",
    ] {
      #expect(text.contains(words), "\(text)")
    }
  }

  /// Whatever stands there is refused in a sentence, or gives events that every part behind can count with.
  @Test func anyTextIsRefusedOrBounded() {
    var random = SplitMix64(seed: 6)
    let words = [
      "wait", "down", "move", "up", "cancel", "tap", "flick", "wheel", "key", "home", "finger", "#", "%", "nan", "-nan",
      "inf", "-inf%",
      "0x1p1023", "1e308", "1e308%", "-1e308%", "1e-400", "-0", "9223372036854775807", "-9223372036854775808", "50%",
      "1e9", "99999", "٣", "\u{0}",
      "\u{301}", "\r", "\t", "0.5", "1", "2", "15", "16", "600",
    ]
    var accepted = 0
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        (0..<Int.random(in: 0...7, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }.joined(
          separator: " ")
      }
      guard let script = try? script(text.joined(separator: "\n")) else { continue }
      accepted += 1
      let isBounded =
        (0...GestureScript.longest).contains(script.duration) && script.events.count <= 3600 * 120 + 100
        && script.events.allSatisfy { event in
          switch event {
          case .touch(let touch):
            max(abs(touch.position.x), abs(touch.position.y)) <= 100_000 && (0...15).contains(touch.contact)
              && (0...script.duration).contains(touch.time)
          case .wheel(let lines, let position, let time):
            abs(lines) <= 1000 && max(abs(position.x), abs(position.y)) <= 100_000
              && (0...script.duration).contains(time)
          case .key(_, let time), .typed(_, let time), .pointer(_, let time), .voice(_, let time):
            (0...script.duration).contains(time)
          }
        }
      #expect(isBounded, "\(text)")
    }
    #expect(accepted > 500, "\(accepted)")
  }
}
