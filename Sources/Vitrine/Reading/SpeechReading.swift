import Numbers
import Reader
import Speech

/// One sentence that is to be heard.
struct SpeechReading: Sendable, Hashable {
  var text: String
  /// As a board names it.
  var language: String
  /// Of the voice's own.
  var speed: Double

  /// Speaks it in this process.
  func read() -> Result<Sound, SoundProblem> {
    guard let sound = Synthesizer.sound(of: text, language: language, speed: speed) else {
      return .failure(SoundProblem(Synthesizer.failure))
    }
    return .success(sound)
  }
}

/// Why a sentence is not heard, for people.
struct SoundProblem: Error, Sendable, Hashable, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}

extension SpeechReading {
  /// Bytes of a minute of the voice's sound, and of what stands around it.
  private static let replyLimit = 4 << 20

  /// As a reader gets it.
  var job: Reader.Job {
    var wire = WireWriter()
    wire.put(language)
    wire.put(speed)
    return Reader.Job(
      kind: JobKind.speech.rawValue, head: wire.bytes, body: Array(text.utf8), replyLimit: Self.replyLimit)
  }

  /// As it came to a reader.
  init(head: [UInt8], body: [UInt8]) throws(WireError) {
    var wire = WireTaker(head)
    language = try wire.text()
    speed = try wire.finite()
    text = String(decoding: body, as: UTF8.self)
  }

  /// What came of it, as a reader sends it.
  static func wire(of result: Result<Sound, SoundProblem>) -> [UInt8] {
    var wire = WireWriter()
    switch result {
    case .success(let sound):
      wire.put(0 as UInt8)
      wire.put(UInt32(clamping: sound.rate))
      var bytes: [UInt8] = []
      bytes.reserveCapacity(sound.samples.count * 2)
      for sample in sound.samples {
        let bits = UInt16(bitPattern: sample)
        bytes.append(UInt8(truncatingIfNeeded: bits))
        bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
      }
      wire.put(counted: bytes)
    case .failure(let problem):
      wire.put(1 as UInt8)
      wire.put(problem.description)
    }
    return wire.bytes
  }

  /// What came of it, as it was sent.
  static func result(of bytes: [UInt8]) throws(WireError) -> Result<Sound, SoundProblem> {
    var wire = WireTaker(bytes)
    guard try wire.byte() == 0 else { return .failure(SoundProblem(try wire.text())) }
    let rate = Int(min(try wire.number32(), 192_000))
    let bytes = try wire.counted()
    // Indices: pairs of what there is.
    let samples = stride(from: 0, to: bytes.count & ~1, by: 2).map {
      Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
    }
    return .success(Sound(rate: rate, samples: samples))
  }
}
