import Board
import Formats
import Lottie
import Panel

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
    let document: Value
    do throws(FormatError) {
      document = try JSON.parse(LottieArchive.isOne(bytes) ? LottieArchive.animation(in: bytes) : bytes)
    } catch {
      return .refused([error.description])
    }
    do throws(LottieRefusal) {
      let file = try LottieFile(document)
      let pixels = min(max(Int(height.rounded()), 1), 1024)
      return .frames(try LottieFrames(file, height: pixels) { Int(MonotonicClock.now()) })
    } catch {
      return .refused(error.reasons)
    }
  }
}
