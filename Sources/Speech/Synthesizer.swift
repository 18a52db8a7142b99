import CSpeech
import Linux
import Numbers
import Synchronization

/// Makes sound of text, by eSpeak NG: a hundred languages, and small enough for a panel.
public enum Synthesizer {
  private struct State {
    /// Samples a second, once it is ready; 0 where it cannot be.
    var rate: Int?
    /// What has been made of the text under way.
    var samples: [Int16] = []
    /// So many are taken.
    var limit = 0
  }

  // One text at a time: the library has one state, and calls back without saying for whom.
  private static let turn = Mutex(())
  private static let state = Mutex(State())

  /// Where the voices are: architecture's own place on Debian, another's elsewhere.
  public static let directories = [
    "/usr/lib/x86_64-linux-gnu/espeak-ng-data", "/usr/lib/aarch64-linux-gnu/espeak-ng-data",
    "/usr/lib/riscv64-linux-gnu/espeak-ng-data", "/usr/share/espeak-ng-data",
  ]

  /// Words a minute of the voice's own speed. Source: speak_lib.h, espeakRATE.
  private static let pace = 175.0
  /// Seconds of sound of one text.
  private static let longest = 60

  /// Loads the library and what all voices share; from then on only voices are read from files.
  ///
  /// - Returns: whether it can speak.
  @discardableResult
  public static func prepare() -> Bool {
    turn.withLock { _ in
      if let rate = state.withLock({ $0.rate }) { return rate > 0 }
      var rate = 0
      if LateLibrary.speech.load() {
        rate = Int(
          espeak_Initialize(
            Int32(VITRINE_ESPEAK_SYNCHRONOUS), 0, nil, Int32(VITRINE_ESPEAK_DONT_EXIT)))
        unsafe espeak_SetSynthCallback { samples, count, _ in
          unsafe Synthesizer.take(UnsafeBufferPointer(start: samples, count: samples == nil ? 0 : Int(count)))
        }
      }
      state.withLock { $0.rate = max(rate, 0) }
      return rate > 0
    }
  }

  /// Why it cannot speak, for people.
  public static var failure: String {
    LateLibrary.speech.load()
      ? "eSpeak NG has no voices; the package espeak-ng-data has them" : LateLibrary.speech.failure
  }

  /// What a text sounds like; nil where it cannot speak. A language without a voice is read as English is.
  ///
  /// - Parameters:
  ///   - text: a sentence or so; what takes longer than a minute is cut off.
  ///   - language: as a board names it.
  ///   - speed: of the voice's own, 0.5...3.
  public static func sound(of text: String, language: String, speed: Double) -> Sound? {
    guard prepare() else { return nil }
    return turn.withLock { _ in
      let rate = state.withLock { state in
        (state.samples, state.limit) = ([], (state.rate ?? 0) * longest)
        return state.rate ?? 0
      }
      if unsafe espeak_SetVoiceByName(voice(language)) != 0 { _ = unsafe espeak_SetVoiceByName("en") }
      let pace = (speed.isFinite ? min(max(speed, 0.5), 3) : 1) * pace
      _ = espeak_SetParameter(Int32(VITRINE_ESPEAK_RATE), Int32(clamping: Int(clamping: pace.rounded())), 0)
      // C's text ends with the first zero.
      let bytes = text.utf8.filter { $0 != 0 } + [0]
      _ = unsafe bytes.withUnsafeBytes { bytes in
        unsafe espeak_Synth(
          bytes.baseAddress, bytes.count, 0, Int32(VITRINE_ESPEAK_CHARACTERS), 0,
          UInt32(VITRINE_ESPEAK_UTF8), nil, nil)
      }
      return state.withLock { state in
        defer { state.samples = [] }
        return Sound(rate: rate, samples: state.samples)
      }
    }
  }

  /// - Returns: not 0 when it is enough.
  private static func take(_ samples: UnsafeBufferPointer<Int16>) -> Int32 {
    state.withLock { state in
      unsafe state.samples.append(contentsOf: samples.prefix(max(state.limit - state.samples.count, 0)))
      return state.samples.count >= state.limit ? 1 : 0
    }
  }

  /// What the library calls it.
  private static func voice(_ language: String) -> String {
    switch language {
    case "zh-Hans", "zh": "cmn"
    default: language
    }
  }
}
