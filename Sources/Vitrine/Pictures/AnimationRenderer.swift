import Dispatch
import Kiosk
import Lottie
import Numbers

/// Draws animations ahead; the panel shows what is ready meanwhile.
struct AnimationRenderer {
  let activity: Activity
  let outbox: FrameOutbox
  /// Takes lines for the person who runs the panel.
  let log: @Sendable (String) -> Void

  /// One animation at a time is drawn.
  private static let queue = DispatchQueue(label: "vitrine.animations", qos: .utility)

  /// - Parameters:
  ///   - gate: lets them through on the panel.
  ///   - path: of the animation's file, for the log.
  func render(_ frames: LottieFrames, through gate: StyleGate, of path: String) {
    activity.begin(.work)
    Self.queue.async { [activity, outbox, log] in
      frames.render { outbox.post(.refreshPictures(gate, count: $0)) }
      if frames.stride > 1, frames.rate < 20 {
        log(
          "\(path): \(frames.file.frameCount) frames at this size need more than \(LottieFrames.budget >> 20) MB; "
            + "shown at \(Int(clamping: frames.rate)) a second; make it shorter or smaller")
      }
      activity.end(.work)
    }
  }
}
