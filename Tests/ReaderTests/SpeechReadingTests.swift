import Reader
import Speech
import Testing

@testable import Vitrine

/// What is heard is made by a process without rights, and is as it is without it.
@Suite struct SpeechReadingTests {
  private static let readers = Reader(program: fixture, role: .speech, warn: { _ in })
  private static let place = ReadingPlace.readers(answers: readers, pictures: readers, speech: readers)

  @Test(arguments: ["en", "de", "ja", "ar", "zh-Hans", "xx"]) func theSameIsHeard(language: String) throws {
    let reading = SpeechReading(text: "43 Downtown Seattle; 8 min; 17:51", language: language, speed: 1.3)
    let here = try ReadingPlace.here.read(reading).get()
    #expect(here.duration > 0.5)
    // Breath is noise, and what was said before is still in the voice: alike, and not the same.
    let there = try Self.place.read(reading).get()
    #expect(there.rate == here.rate && abs(there.duration - here.duration) < 0.1)
    let loudest = there.samples.map { abs(Int($0)) }.max() ?? 0
    #expect(loudest > 3000)
  }

  @Test func noTextEndsIt() throws {
    let texts = [
      "", "\u{0}", String(repeating: "A", count: 60_000), String(repeating: "\u{301}", count: 30_000), "[[a_:]] <x/>",
      "日本 кириллица عربي 👩‍👩‍👧‍👦",
    ]
    for text in texts {
      let sound = try Self.place.read(SpeechReading(text: text, language: "en", speed: 1)).get()
      #expect(sound.duration <= 61)
    }
    #expect(try Self.place.read(SpeechReading(text: "It goes on.", language: "en", speed: 1)).get().duration > 0.3)
  }

  @Test func whatIsNoSoundIsNotBelieved() {
    for bytes in [[], [0], [0, 1, 2, 3, 4], [1, 255, 255, 255, 255], [0, 0x22, 0x56, 0, 0, 255, 255, 255, 127]]
      as [[UInt8]]
    {
      #expect((try? SpeechReading.result(of: bytes)) == nil)
    }
    let sound = Sound(rate: 22_050, samples: [0, -1, .min, .max])
    #expect((try? SpeechReading.result(of: SpeechReading.wire(of: .success(sound))).get()) == sound)
  }
}
