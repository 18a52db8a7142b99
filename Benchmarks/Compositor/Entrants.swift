import Compositor
import Panel
import Scene

/// Who draws the benchmark's frames.
enum Entrant: String, CaseIterable {
  case ours
  /// The same with another processor that composes rows, too.
  case together
  /// For a panel that is mounted turned by 90 degrees.
  case turned
  case swapped
  case rgb565
  case turned565
  case dithered
  /// Copies the frame's bytes, 32 bits a pixel: the yardstick.
  case memcpy
  case pixman
  /// The same picture on a panel that is mounted turned, by somebody who keeps his pictures turned, too: of small damage only.
  case pixmanTurned
  case cairo

  /// How the panel is driven; nil of those that are not our compositor.
  var panel: (format: PixelFormat, orientation: Orientation)? {
    switch self {
    case .ours, .together: (.xrgb8888, .degrees0)
    case .turned: (.xrgb8888, .degrees90)
    case .swapped: (.xbgr8888, .degrees0)
    case .rgb565: (.rgb565, .degrees0)
    case .turned565: (.rgb565, .degrees90)
    case .dithered: (.rgb565Dithered, .degrees0)
    case .memcpy, .pixman, .pixmanTurned, .cairo: nil
    }
  }

  /// - Returns: whether it is timed with a frame.
  func draws(_ frame: FrameArtwork.Frame) -> Bool { self != .pixmanTurned || frame.isDamage }
}

/// All entrants at one size: each with pictures and buffers of its own, the peers with those of `ours`.
final class Race {
  let size: PixelSize
  let isCold: Bool
  let entrants: [Entrant]
  private var painters: [Entrant: Painter] = [:]
  private let plain: Painter
  private let peers: PeerPainter
  private let turned: Painter
  private let turnedPeers: PeerPainter

  /// - Parameter isCold: every frame finds its pictures and its buffer out of the caches, as on a part whose caches are small.
  init(_ size: PixelSize, isCold: Bool, entrants: [Entrant] = Entrant.allCases) {
    self.size = size
    self.isCold = isCold
    self.entrants = entrants
    plain = Painter(size, .xrgb8888, .degrees0, isCold: isCold)
    peers = PeerPainter(plain.buffers)
    turned = Painter(size, .xrgb8888, .degrees90, isCold: isCold)
    turnedPeers = PeerPainter(turned.buffers, .degrees90)
    for entrant in entrants {
      guard let panel = entrant.panel else { continue }
      switch entrant {
      case .ours: painters[entrant] = plain
      case .turned: painters[entrant] = turned
      case .together:
        painters[entrant] = Painter(
          size, panel.format, panel.orientation, isCold: isCold, companion: CompanionThread(realTimePriority: nil))
      default: painters[entrant] = Painter(size, panel.format, panel.orientation, isCold: isCold)
      }
    }
  }

  /// Times a frame: everybody draws in turns, so that noise of the machine meets all; who begins changes from round to round. In a round
  /// all draw the same, so that what stands in an easy place is easy for all, but nobody has another's pictures.
  func run(_ frame: FrameArtwork.Frame, rounds: Int) -> [Entrant: Samples] {
    var times: [Entrant: Samples] = [:]
    for painter in painters.values { painter.begin() }
    let entrants = entrants.filter { $0.draws(frame) }
    let warmUp = 3
    for round in 0..<(warmUp + rounds) {
      for turn in entrants.indices {
        let number = round * entrants.count + turn
        let entrant = entrants[(turn + round) % entrants.count]
        let time = time(entrant, frame, number: number, round: round)
        if round >= warmUp { times[entrant, default: Samples()].add(time) }
      }
    }
    return times
  }

  private func time(_ entrant: Entrant, _ frame: FrameArtwork.Frame, number: Int, round: Int) -> Int64 {
    if let painter = painters[entrant] { return painter.time(frame, number: number, round: round) }
    let (painter, peers) = entrant == .pixmanTurned ? (turned, turnedPeers) : (plain, peers)
    let artwork = painter.artwork
    var scene = Scene(size: size)
    artwork.fill(&scene, frame, number: number, round: round)
    if isCold { painter.buffers.evict(number, with: scene) }
    if entrant == .memcpy {
      let (page, row) = artwork.yardstick(number, round: round)
      if isCold { page.evict() }
      let start = now()
      painter.buffers.copy(page, fromRow: row, into: number)
      return now() - start
    }
    peers.prepare(scene, showsBackground: frame.showsBackground)
    let clip = artwork.damage(frame) ?? PixelRect(size)
    let start = now()
    peers.draw(entrant == .cairo ? .cairo : .pixman, into: number, clip: clip)
    return now() - start
  }
}

/// Our compositor on one kind of panel.
private final class Painter {
  let artwork: FrameArtwork
  let buffers: Buffers
  private let isCold: Bool
  private var compositor: Compositor
  private var scene: Scene

  init(
    _ size: PixelSize, _ format: PixelFormat, _ orientation: Orientation, isCold: Bool,
    companion: (any FrameCompanion)? = nil
  ) {
    let panel = orientation.turn(size)
    artwork = FrameArtwork(size, format, orientation, isCold: isCold)
    self.isCold = isCold
    buffers = Buffers(panel, format, count: isCold ? 3 : 2)
    compositor = Compositor(size: panel, format: format, orientation: orientation, companion: companion)
    compositor.isSharing = companion != nil
    scene = Scene(size: size)
  }

  func begin() { compositor.invalidate() }

  /// Nanoseconds of a frame, from its scene to its last pixel.
  ///
  /// Everybody begins with layers that are there: a program fills its scene as it would fill pixman's list, and what that takes is no
  /// engine's (of a figure of 64 x 24 it was a quarter). What is left to compare is not less than pixman does: it is told what has
  /// changed, and ours finds out. A layer that stands still is counted with its way into the scene, which it goes in each frame.
  func time(_ frame: FrameArtwork.Frame, number: Int, round: Int) -> Int64 {
    artwork.fill(&scene, frame, number: number, round: round)
    if isCold { buffers.evict(number, with: scene) }
    let start = now()
    if frame == .still { artwork.fill(&scene, frame, number: number, round: round) }
    // What a buffer holds is pretended: the pixels written are the same.
    _ = compositor.draw(scene, into: buffers.surface(number), age: frame.isDamage && round > 0 ? 1 : 0)
    compositor.commit()
    return now() - start
  }
}
