import Board
import Synchronization

/// Writes down what would be heard.
final class VoiceTranscript: Voice {
  private let lines = Mutex<[Utterance]>([])

  func say(_ utterance: Utterance) { lines.withLock { $0.append(utterance) } }
  func hush() {}
  func end() {}

  /// What has been said since this was last asked, the latest last.
  func take() -> [Utterance] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}
