import Scene
import Seeded
import Testing

@testable import VNC

private let challenge = (0..<16).map { UInt8($0 * 7) }
private let size = PixelSize(width: 800, height: 480)

private func conversation(_ password: String? = nil) -> Conversation {
  Conversation(size: size, name: "Vitrine", challenge: challenge, password: password)
}

/// What was said, and by whom it was understood.
private func talk(_ conversation: inout Conversation, _ bytes: [UInt8]) throws -> [Conversation.Event] {
  try conversation.take(bytes)
}

private let greeting: [UInt8] =
  [0x03, 0x20, 0x01, 0xE0, 32, 24, 0, 1, 0, 255, 0, 255, 0, 255, 16, 8, 0, 0, 0, 0, 0, 0, 0, 7]
  + Array("Vitrine".utf8)

@Suite struct ConversationTests {
  @Test func whoNeedsNoPasswordIsGreeted() throws {
    var newest = conversation()
    #expect(newest.takeOutput() == Array("RFB 003.008\n".utf8))
    #expect(try talk(&newest, Array("RFB 003.008\n".utf8)).isEmpty && newest.takeOutput() == [1, 1])
    #expect(try talk(&newest, [1]).isEmpty && newest.takeOutput() == [0, 0, 0, 0])
    #expect(try talk(&newest, [0]) == [.began] && newest.takeOutput() == greeting)

    var older = conversation()
    #expect(try talk(&older, Array("RFB 003.007\n".utf8) + [1, 1]) == [.began])
    #expect(older.takeOutput() == Array("RFB 003.008\n".utf8) + [1, 1] + greeting)

    // Others mean one of the three.
    for version in ["RFB 003.003\n", "RFB 003.005\n"] {
      var oldest = conversation()
      #expect(try talk(&oldest, Array(version.utf8) + [1]) == [.began])
      #expect(oldest.takeOutput() == Array("RFB 003.008\n".utf8) + [0, 0, 0, 1] + greeting)
    }
    var foreign = conversation()
    #expect(try talk(&foreign, Array("RFB 003.889\n".utf8) + [1, 1]) == [.began])
  }

  @Test(arguments: ["RFB 003.003\n", "RFB 003.007\n", "RFB 003.008\n"], [nil, "secret12"])
  func whereNobodyCanBeLetInTheReasonIsSaid(version: String, password: String?) throws {
    let reason = try #require(EyeServer.refusal(of: PixelSize(width: 8193, height: 100)))
    #expect(reason.contains("8193 x 100") && reason.contains("8192 a side"))
    #expect(EyeServer.refusal(of: PixelSize(width: 8192, height: 8192)) == nil)
    var talk = Conversation(
      size: PixelSize(width: 8193, height: 100), name: "Vitrine", challenge: challenge, password: password,
      refusal: reason)
    // Whatever it says besides is heard by nobody.
    #expect(try talk.take(Array(version.utf8) + [1, 1, 3, 0]) == [.refused] && talk.step == .over)
    let head: [UInt8] = version == "RFB 003.003\n" ? [0, 0, 0, 0] : [0]
    let words = Array(reason.utf8)
    #expect(
      talk.takeOutput() == Array("RFB 003.008\n".utf8) + head + [0, 0, 0, UInt8(words.count)] + words)
  }

  @Test(arguments: ["RFB 003.003\n", "RFB 003.007\n", "RFB 003.008\n"])
  func whoKnowsThePasswordIsLetInAndNobodyElse(version: String) throws {
    let choice: [UInt8] = version == "RFB 003.003\n" ? [] : [2]
    var right = conversation("secret12")
    #expect(try talk(&right, Array(version.utf8) + choice).isEmpty && right.step == .response)
    #expect(right.takeOutput().suffix(16) == challenge[...])
    let response = DES.response(to: challenge, password: "secret12")
    #expect(try talk(&right, response + [1]) == [.guessed(isRight: true), .began])
    #expect(right.takeOutput() == [0, 0, 0, 0] + greeting)

    for bit in [0, 77, 127] {
      var wrong = conversation("secret12")
      _ = try talk(&wrong, Array(version.utf8) + choice)
      _ = wrong.takeOutput()
      var guess = response
      guess[bit / 8] ^= 1 << UInt8(bit % 8)
      // What comes behind it is not looked at.
      #expect(try talk(&wrong, guess + [1, 3, 0, 0, 0]) == [.guessed(isRight: false)])
      #expect(wrong.takeOutput().prefix(4) == [0, 0, 0, 1] && wrong.step == .over)
      #expect(try talk(&wrong, response + [1]).isEmpty)
    }
    // Nobody leaves the password out.
    if !choice.isEmpty {
      var sly = conversation("secret12")
      #expect(throws: Conversation.Garbage.self) { try talk(&sly, Array(version.utf8) + [1]) }
    }
  }

  @Test(arguments: [
    "GET / HTTP/1.1\r\nHost: x\r\n\r\n", "\u{16}\u{3}\u{1}hello, hello", "RFB 004.001\n", "RFB 003.0x8\n",
    "rfb 003.008\n",
    "RFB 003.008 ",
  ])
  func whatIsNoViewerIsLetGo(words: String) {
    var conversation = conversation()
    #expect(throws: Conversation.Garbage.self) { try conversation.take(Array(words.utf8)) }
  }

  /// All messages there are, and what they mean.
  private let messages: [UInt8] =
    [0, 0, 0, 0, 16, 16, 0, 1, 0, 31, 0, 63, 0, 31, 11, 5, 0, 0, 0, 0]
    + [2, 0, 0, 4, 0, 0, 0, 16, 0, 0, 0, 7, 0xFF, 0xFF, 0xFF, 0x21, 0, 0, 0, 0]
    + [3, 0, 0, 1, 0, 2, 0, 3, 0, 4] + [3, 1, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF]
    + [4, 1, 0, 0, 0, 0, 0xFF, 0x0D] + [5, 1, 0x01, 0x02, 0x00, 0x03]
    + [6, 0, 0, 0, 0, 0, 0, 9] + Array("clipboard".utf8) + [6, 0, 0, 0, 0, 0, 0, 0] + [5, 0, 0, 0, 0, 0]
  private var events: [Conversation.Event] {
    [
      .format(
        ViewerFormat(
          bits: 16, isBigEndian: false, red: .init(most: 31, shift: 11), green: .init(most: 63, shift: 5),
          blue: .init(most: 31, shift: 0))),
      .encodings(.init(compressed: true, sizes: true)),
      .wants(PixelRect(x: 1, y: 2, width: 3, height: 4), onlyChanges: false),
      .wants(PixelRect(x: 0, y: 0, width: 65_535, height: 65_535), onlyChanges: true),
      .key(isDown: true, symbol: 0xFF0D), .pointer(buttons: 1, x: 0x102, y: 3), .pointer(buttons: 0, x: 0, y: 0),
    ]
  }

  /// Who answers before he has been asked knows nothing, and holds up nobody who does.
  @Test func anAnswerThatCannotBeOneIsNotLookedAt() throws {
    let guess = DES.response(to: challenge, password: "secret12")
    for early in [guess, [guess[0]]] {
      var eager = conversation("secret12")
      #expect(throws: Conversation.Garbage.self) { try eager.take(Array("RFB 003.008\n".utf8) + [2] + early) }
      var oldest = conversation("secret12")
      #expect(throws: Conversation.Garbage.self) { try oldest.take(Array("RFB 003.003\n".utf8) + early) }
    }
  }

  /// What is only counted costs an eighth of what is looked at, and not nothing.
  @Test func textsThatNobodyWantsAreCounted() throws {
    var conversation = conversation()
    _ = try conversation.take(Array("RFB 003.008\n".utf8) + [1, 1] + [6, 0, 0, 0, 0, 0x10, 0, 0])
    let before = conversation.looked
    for _ in 0..<256 { _ = try conversation.take([UInt8](repeating: 1, count: 4096)) }
    #expect(conversation.looked - before == 1 << 17)
  }

  @Test(arguments: 0..<50)
  func messagesMeanTheSameHoweverTheyAreCut(seed: UInt64) throws {
    var chance = SplitMix64(seed: seed)
    var conversation = conversation()
    var rest = (Array("RFB 003.008\n".utf8) + [1, 1] + messages)[...]
    var found: [Conversation.Event] = []
    while !rest.isEmpty {
      let count = seed == 0 ? 1 : Int.random(in: 1...9, using: &chance)
      found += try conversation.take(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    #expect(found == [.began] + events)
  }

  @Test(
    arguments: [
      [1, 0, 0, 0], [7, 0, 0, 0], [8, 0], [250, 0, 1, 0], [251], [255], [2, 0, 0x02, 0x01],
      [0, 0, 0, 0, 8, 8, 0, 0, 0, 7, 0, 7, 0, 3, 0, 3, 6, 0, 0, 0],
      [0, 0, 0, 0, 24, 24, 0, 1, 0, 255, 0, 255, 0, 255, 0, 8, 16, 0, 0, 0],
      [0, 0, 0, 0, 16, 16, 0, 1, 0, 255, 0, 255, 0, 255, 0, 8, 16, 0, 0, 0],
      [0, 0, 0, 0, 32, 24, 0, 1, 0, 254, 0, 255, 0, 255, 0, 8, 16, 0, 0, 0],
      [0, 0, 0, 0, 32, 24, 0, 1, 0, 0, 0, 255, 0, 255, 0, 8, 16, 0, 0, 0],
      [0, 0, 0, 0, 32, 24, 0, 1, 0, 255, 0, 255, 0, 255, 255, 8, 16, 0, 0, 0],
      [6, 0, 0, 0, 0, 0x10, 0, 1], [6, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xF0],
    ] as [[UInt8]])
  func whatNobodyNeedsIsNotSpoken(message: [UInt8]) throws {
    var conversation = conversation()
    _ = try conversation.take(Array("RFB 003.008\n".utf8) + [1, 1])
    #expect(throws: Conversation.Garbage.self) { try conversation.take(message) }
  }

  @Test func aLongTextIsNotKept() throws {
    var conversation = conversation()
    _ = try conversation.take(Array("RFB 003.008\n".utf8) + [1, 1] + [6, 0, 0, 0, 0, 0x10, 0, 0])
    for _ in 0..<256 { #expect(try conversation.take([UInt8](repeating: 1, count: 4096)).isEmpty) }
    #expect(try conversation.take([5, 0, 0, 1, 0, 2]) == [.pointer(buttons: 0, x: 1, y: 2)])
  }
}
