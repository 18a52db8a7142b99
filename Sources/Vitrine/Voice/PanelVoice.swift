import Board
import Dispatch
import Speech
import Synchronization

/// The voice of a panel: sentences become sound in a process without rights, and are heard on a device of the machine.
///
/// Whoever hushes it waits for nobody, and nothing more is heard than is under way to the device: 60 ms.
final class PanelVoice: Voice {
  private struct State {
    var waiting: [(utterance: Utterance, turn: Int)] = []
    var isSpeaking = false
    /// What has been told of what went wrong.
    var told: Set<String> = []
  }

  /// More than so many that wait their turn are old news.
  private static let mostWaiting = 4

  /// Used on `queue` only.
  private let output: Mutex<SoundOutput>
  private let place: ReadingPlace
  private let log: @Sendable (String) -> Void
  private let queue = DispatchQueue(label: "vitrine.voice", qos: .userInitiated)
  /// Counts what ends all that is said before it.
  private let turn = Atomic<Int>(0)
  private let state = Mutex(State())

  /// - Parameters:
  ///   - device: as ALSA calls it.
  ///   - log: takes lines for people, each once.
  init(device: String, place: ReadingPlace = .standard, log: @escaping @Sendable (String) -> Void) {
    (self.place, self.log) = (place, log)
    output = Mutex(SoundOutput(device))
  }

  func say(_ utterance: Utterance) {
    if utterance.isUrgent { hush() }
    let mustBegin = state.withLock { state in
      let now = turn.load(ordering: .acquiring)
      state.waiting.removeAll { $0.turn != now }
      if state.waiting.count >= Self.mostWaiting { state.waiting.removeFirst() }
      state.waiting.append((utterance, now))
      defer { state.isSpeaking = true }
      return !state.isSpeaking
    }
    if mustBegin { queue.async { [self] in speak() } }
  }

  func hush() { turn.add(1, ordering: .acquiringAndReleasing) }

  func end() {
    hush()
    queue.async { [self] in output.withLock { $0.close() } }
  }

  /// Until nothing waits.
  private func speak() {
    output.withLock { output in
      while let (utterance, turn) = next() {
        let goesOn = { [self] in self.turn.load(ordering: .acquiring) == turn }
        for piece in pieces(of: utterance.text) where goesOn() {
          // What is not heard now is not heard a sentence later either.
          if let problem = hear(piece, of: utterance, on: &output, goesOn) {
            tell(problem)
            break
          }
        }
      }
      output.finish()
    }
    // What came meanwhile.
    let goesOn = state.withLock { state in
      state.isSpeaking = !state.waiting.isEmpty
      return state.isSpeaking
    }
    if goesOn { queue.async { [self] in speak() } }
  }

  /// - Returns: why it is not heard.
  private func hear(
    _ piece: String, of utterance: Utterance, on output: inout SoundOutput, _ goesOn: () -> Bool
  ) -> String? {
    let reading = SpeechReading(text: piece, language: utterance.language, speed: utterance.speed)
    do {
      try output.play(place.read(reading).get(), loudness: utterance.loudness, goesOn: goesOn)
      return nil
    } catch {
      return "\(error)"
    }
  }

  private func next() -> (Utterance, Int)? {
    state.withLock { state in
      // Under the lock: what has been said since is not taken for old.
      let now = turn.load(ordering: .acquiring)
      state.waiting.removeAll { $0.turn != now }
      return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
    }
  }

  private func tell(_ words: String) {
    let isNews = state.withLock { $0.told.count < 32 && $0.told.insert(words).inserted }
    if isNews { log("speech: \(words)") }
  }
}
