import Kiosk
import Lottie
import Numbers
import Refresh

/// Reads Lottie files, alone or in a dotLottie archive.
enum LottieSource {
  static let maximumBytes = 2 << 20
  /// Of the control, dp.
  static let height = 96.0

  enum Reading {
    case frames(LottieFrames)
    /// Sentences, without the file's name.
    case refused([String])
  }

  /// - Parameter height: of the frames, pixels.
  static func read(_ bytes: [UInt8], height: Double) -> Reading {
    do throws(LottieRefusal) {
      return .frames(
        try ReadingPlace.standard.animation(
          bytes, height: min(max(Int(clamping: height.rounded()), 1), AnimationReading.highest)))
    } catch {
      return .refused(error.reasons)
    }
  }

  /// - Parameter gate: what of the frames may be seen.
  static func style(_ frames: LottieFrames, words: OutcomeWords, _ gate: StyleGate) -> LottieStyle {
    LottieStyle(frames, height: height, words: words) { gate.count }
  }
}
