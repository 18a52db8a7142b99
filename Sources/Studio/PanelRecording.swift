import Images
import Numbers
import Panel
import Scene
import Vitrine
import VitrineTools

/// A film of what a panel has shown, as the bytes of a file.
enum PanelRecording {
  /// Frames closer to each other than this are one: 30 a second are as many as a film needs. Nanoseconds.
  private static let least: Nanoseconds = 32_000_000

  /// An animated PNG that plays as fast as the panel moved by its own time; nil of no frames.
  ///
  /// - Parameter progress: told how much of it is done, 0 to 1.
  static func film(_ frames: [FrameLog.Frame], mode: DisplayMode, progress: (Double) -> Void) -> [UInt8]? {
    guard let first = frames.first else { return nil }
    var projector = StillProjector(mode: mode)
    var film = FilmBytes(size: mode.viewerSize)
    var shown = first
    for (place, frame) in frames.enumerated().dropFirst() where frame.time - shown.time >= least {
      guard let picture = projector.picture(of: shown.scene) else { return nil }
      film.append(picture, seconds: Double(frame.time - shown.time) / 1e9)
      shown = frame
      progress(Double(place) / Double(frames.count))
    }
    guard let picture = projector.picture(of: (frames.last ?? shown).scene) else { return nil }
    film.append(picture, seconds: 1)
    return film.finish()
  }
}
