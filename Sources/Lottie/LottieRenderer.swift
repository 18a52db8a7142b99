import CLottie
import Linux
import Scene
import Synchronization

/// An animation the library has read; draws single frames.
///
/// Reading and drawing take milliseconds: never on the frame thread. The library draws with threads of its own, made once.
@safe
final class LottieRenderer: @unchecked Sendable {
  // @unchecked: the pointer is the library's own object, bound to no thread, and used by one caller at a time.

  private let animation: OpaquePointer
  private static let serial = Atomic<Int>(0)

  /// `lottie_animation_from_data`; nil when the library cannot read it, or is not there.
  init?(_ file: LottieFile) {
    guard LateLibrary.animation.load() else { return nil }
    // The library keeps the last ten documents by this key; every one has its own.
    let key = "vitrine-\(Self.serial.add(1, ordering: .relaxed).newValue)"
    let made = unsafe file.json.withUnsafeBytes { raw in
      unsafe lottie_animation_from_data(
        // Fits: the document ends with a zero, and so there is a byte.
        raw.baseAddress!.assumingMemoryBound(to: CChar.self), key, "/nonexistent/")
    }
    guard let made = unsafe made else { return nil }
    unsafe animation = made
  }

  deinit { unsafe lottie_animation_destroy(animation) }

  /// `lottie_animation_render`: draws a frame, scaled to fit and centred, as premultiplied words, row by row; `size.area` of them.
  var frames: LottieStage.Draw {
    { [self] number, size in
      var canvas = [UInt32](repeating: 0, count: size.area)
      unsafe canvas.withUnsafeMutableBufferPointer { words in
        unsafe lottie_animation_render(animation, number, words.baseAddress, size.width, size.height, size.width * 4)
      }
      return canvas
    }
  }
}
