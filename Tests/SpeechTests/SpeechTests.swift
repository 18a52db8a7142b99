import Scratch
import Seeded
import Speech
import TestSupport
import Testing

@Suite struct PiecesTests {
  @Test func aTextIsTakenApartWhereItEnds() {
    #expect(pieces(of: "") == [])
    #expect(pieces(of: " \n \n") == [])
    #expect(pieces(of: "One. Two! Three?") == ["One. ", "Two! ", "Three?"])
    #expect(pieces(of: "3.5 degrees; 4 min\nNext") == ["3.5 degrees; 4 min", "Next"])
    #expect(pieces(of: "一。二") == ["一。", "二"])
  }

  /// Whatever the text, no piece is too long, nothing is lost but blanks, and a word is not cut that can be whole.
  @Test func anyTextIsWhole() {
    var random = SplitMix64(seed: 5)
    let letters: [Character] = ["a", "b", " ", " ", "\n", ".", "!", "é", "日", "。", "👩‍👩‍👧‍👦", "\u{202E}", "e\u{301}"]
    for _ in 0..<300 {
      let text = String(
        (0..<Int.random(in: 0...400, using: &random)).map { _ in letters.randomElement(using: &random) ?? "a" })
      let most = Int.random(in: 1...60, using: &random)
      let parts = pieces(of: text, most: most)
      #expect(parts.allSatisfy { $0.count <= most })
      #expect(parts.joined().filter { !$0.isWhitespace } == text.filter { !$0.isWhitespace })
    }
    #expect(pieces(of: "alpha beta gamma", most: 8) == ["alpha ", "beta ", "gamma"])
  }

  @Test func aMegabyteEndsSomewhere() {
    let parts = pieces(of: String(repeating: "word ", count: 200_000))
    #expect(parts.joined().count <= 40_000)
    // One letter with a hundred thousand marks is one character.
    #expect(pieces(of: "a" + String(repeating: "\u{301}", count: 100_000)).joined().utf8.count < 100)
  }
}

/// The libraries are the machine's own, as on a panel; nothing is heard here.
@Suite(.serialized) struct SynthesizerTests {
  private static let sentences = [
    ("en", "The ferry leaves in four minutes."), ("de", "Die Fähre geht in vier Minuten."),
    ("fr", "Le bateau part dans quatre minutes."), ("es", "El barco sale en cuatro minutos."),
    ("it", "Il traghetto parte tra quattro minuti."), ("nl", "De veerboot vertrekt over vier minuten."),
    ("pl", "Prom odpływa za cztery minuty."), ("pt", "A balsa parte em quatro minutos."),
    ("cs", "Trajekt odjíždí za čtyři minuty."), ("sv", "Färjan går om fyra minuter."),
    ("ar", "تغادر العبارة بعد أربع دقائق."), ("he", "המעבורת יוצאת בעוד ארבע דקות."),
    ("ja", "フェリーは4分後に出発します。"), ("zh-Hans", "渡轮将在四分钟后出发。"), ("ko", "페리는 4분 후에 출발합니다."),
  ]

  @Test(arguments: sentences) func everyLanguageIsHeard(language: String, sentence: String) throws {
    let sound = try #require(Synthesizer.sound(of: sentence, language: language, speed: 1), "\(Synthesizer.failure)")
    #expect(sound.rate >= 16_000)
    #expect((0.8...12).contains(sound.duration))
    let loudest = sound.samples.map { abs(Int($0)) }.max() ?? 0
    #expect(loudest > 3000)
    // Faster is shorter, and slower longer.
    let fast = try #require(Synthesizer.sound(of: sentence, language: language, speed: 2))
    #expect(fast.duration < sound.duration * 0.75)
  }

  @Test(arguments: [
    "", " ", "\n", "\0", "a\0b", "[[", "<speak><break/>", "&#0;", "\u{FFFD}", "👩‍👩‍👧‍👦 🏳️‍🌈", "日本 кириллица عربي",
    String(repeating: "A", count: 5000), String(repeating: "9", count: 300), String(repeating: "\u{301}", count: 500),
    "{bad: [}", "%s%n%x", "¿¡", "\u{202E}txet",
  ]) func anyTextEnds(text: String) {
    for language in ["en", "de", "xx", "", "../../etc/passwd"] {
      let sound = Synthesizer.sound(of: text, language: language, speed: 1)
      #expect((sound?.duration ?? -1) >= 0 && (sound?.duration ?? 100) <= 61)
    }
    #expect(Synthesizer.sound(of: "And it goes on.", language: "en", speed: .nan)?.samples.isEmpty == false)
  }

  @Test func soundIsWrittenToADevice() throws {
    let directory = TemporaryDirectory()
    let path = directory.path + "/heard.raw"
    var output = SoundOutput("file:\(path),raw")
    let sound = try #require(Synthesizer.sound(of: "The ferry leaves in four minutes.", language: "en", speed: 1))
    try output.play(sound, loudness: 1) { true }
    output.finish()
    output.close()
    let heard = try readFile(path)
    #expect(heard.count >= sound.samples.count * 2)
    let first = sound.samples.prefix(1000).flatMap {
      [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
    }
    #expect(Array(heard.prefix(2000)) == first)
  }

  /// What is said next goes to the same device, and a device that was given back is opened anew.
  @Test func oneSentenceFollowsAnother() throws {
    let directory = TemporaryDirectory()
    let path = directory.path + "/heard.raw"
    var output = SoundOutput("file:\(path),raw")
    let sound = Sound(rate: 22_050, samples: [Int16](repeating: 1000, count: 5000))
    for _ in 0..<3 {
      try output.play(sound, loudness: 1) { true }
      output.finish()
    }
    output.close()
    #expect(try readFile(path).count >= 3 * 5000 * 2)
    try output.play(sound, loudness: 1) { true }
    output.finish()
    output.close()
    // A file is begun anew with each opening.
    #expect((10_000..<30_000).contains(try readFile(path).count))
  }

  /// Whoever ends it hears no more than was under way.
  @Test func itEndsInTheMiddle() throws {
    let directory = TemporaryDirectory()
    let path = directory.path + "/heard.raw"
    var output = SoundOutput("file:\(path),raw")
    let sound = Sound(rate: 22_050, samples: [Int16](repeating: 1000, count: 22_050 * 10))
    var looks = 0
    try output.play(sound, loudness: 0.5) {
      looks += 1
      return looks < 10
    }
    output.close()
    let heard = try readFile(path)
    // A fiftieth of a second a look.
    #expect(heard.count <= 22_050 * 2 * 11 / 50 + 16_384)
    #expect(heard.prefix(2).elementsEqual([UInt8(500 & 0xFF), UInt8(500 >> 8)]))
  }

  @Test(arguments: ["nobody", "plughw:31,0", ""]) func noDeviceIsSaid(name: String) {
    var output = SoundOutput(name)
    #expect(output.problem()?.contains("could not be opened") == true)
    let sound = Sound(rate: 22_050, samples: [1, 2, 3])
    for _ in 0..<3 {
      do throws(SoundFailure) {
        try output.play(sound, loudness: 1) { true }
        Issue.record("there is a device \(name)")
      } catch {
        #expect(error.description.contains("could not be opened") && error.description.contains("aplay -L"))
      }
    }
  }
}
