import Linux
import Speech

/// Whether this machine can speak.
package enum PanelSpeech {
  /// Why no text becomes sound, for people; nil where it does.
  package static var problem: String? { Synthesizer.prepare() ? nil : Synthesizer.failure }
  /// Why no sound is played, for people; nil where the library for it is there.
  package static var soundProblem: String? { LateLibrary.sound.load() ? nil : LateLibrary.sound.failure }

  /// Why nothing is heard on the device the panel would take, for people; nil where it is, or nothing can be played at all.
  package static func problem(ofDevice name: String) -> String? {
    guard soundProblem == nil else { return nil }
    var output = SoundOutput(name)
    return output.problem()
  }
}
