import Board
import Compositor
import Dispatch
import Glibc
import Kiosk
import Numbers
import Panel
import Scene
import Synchronization
import Typesetting

/// Rasters tiles on a few queues, most urgent first, in the panel's own orientation and format.
final class TileRasterizer: Sendable {
  /// What a page is rastered from; kept while somebody may ask for its tiles.
  struct Source: Sendable {
    var layout: PageLayout
    var fonts: FontSource
    var pictures: @Sendable (ImageReference, PixelSize, Card.Fit) -> Pixmap?
  }

  private let sources = Mutex<[Int: Source]>([:])
  private let workers: [Worker]
  private let outbox: FrameOutbox
  private let activity: Activity
  private let pulse: Pulse
  private let mode: DisplayMode
  /// Set once, before the first tile is asked for.
  private let queue = Mutex<TileQueue?>(nil)
  /// The card whose tile was the last that somebody waited for.
  private let awaited = Mutex<CardID?>(nil)
  /// Makes every tile take so many times as long, as on a slower machine; for benchmarks.
  let slowdown = Atomic(1)

  /// One queue with a typesetter of its own.
  private final class Worker: Sendable {
    let queue: DispatchQueue
    /// Locked on `queue` only: the lock is what lets a class that is not Sendable live here.
    let typesetter: Mutex<(fonts: FontSource, setter: Typesetter)?> = Mutex(nil)
    let isAwake = Mutex(false)
    let pulse: Pulse.Queue

    init(number: Int) {
      pulse = number == 0 ? .tiles : .moreTiles
      queue = DispatchQueue(label: "vitrine.tiles.\(number)", qos: .userInitiated)
    }
  }

  /// More would gain nothing: a fling at 8,000 px/s needs less than one.
  private static let mostWorkers = 2

  init(outbox: FrameOutbox, mode: DisplayMode, activity: Activity, pulse: Pulse) {
    self.outbox = outbox
    self.mode = mode
    self.activity = activity
    self.pulse = pulse
    let count = min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), Self.mostWorkers)
    workers = (0..<count).map { Worker(number: $0) }
    outbox.whenPagesAreReleased { [weak self] in self?.forget($0) }
  }

  func connect(_ tiles: TileQueue) { queue.withLock { $0 = tiles } }

  /// Makes no more tiles; the queue, which wakes this, is let go.
  func disconnect() {
    queue.withLock { $0 = nil }
    sources.withLock { $0 = [:] }
  }

  /// Has the fonts loaded before the first tile is wanted: that takes as long as a hundred tiles.
  func warm(_ fonts: FontSource, _ theme: ResolvedTheme) {
    activity.begin(.work)
    workers[0].queue.async { [self] in
      workers[0].typesetter.withLock { kept in Self.typesetter(fonts, &kept).warm(theme) }
      activity.end(.work)
    }
  }

  private static func typesetter(_ fonts: FontSource, _ kept: inout (fonts: FontSource, setter: Typesetter)?)
    -> Typesetter
  {
    if let kept, kept.fonts == fonts { return kept.setter }
    let setter = Typesetter(fonts: fonts)
    kept = (fonts, setter)
    return setter
  }

  /// These tiles look different now; one that is being made is made again.
  func invalidate(_ keys: [TileKey]) { queue.withLock { $0 }?.invalidate(keys) }

  /// Nobody asks for tiles of these pages any more: what they were laid out from may be much.
  private func forget(_ generations: [Int]) {
    // It goes when this returns: not under the lock.
    _ = sources.withLock { sources in generations.map { sources.removeValue(forKey: $0) } }
  }

  /// Makes a page's tiles available; older ones are forgotten, also where the frame thread does not run and lets go of nothing.
  func add(_ source: Source, generation: Int, keeping: Set<Int>) {
    sources.withLock { sources in
      sources = sources.filter { keeping.contains($0.key) }
      sources[generation] = source
    }
  }

  /// The words of a page as they are drawn; none where nobody asks for its tiles any more.
  func drawnWords(generation: Int) -> [DrawnCard] {
    guard let source = sources.withLock({ $0[generation] }) else { return [] }
    return Typesetter(fonts: source.fonts).drawnWords(of: source.layout)
  }

  /// There are tiles to make. Called from the frame thread.
  func wake() {
    for worker in workers {
      let mustStart = worker.isAwake.withLock { isAwake in
        defer { isAwake = true }
        return !isAwake
      }
      guard mustStart else { continue }
      activity.begin(.work)
      worker.queue.async { [self] in
        run(worker)
        activity.end(.work)
      }
    }
  }

  private func run(_ worker: Worker) {
    guard let tiles = queue.withLock({ $0 }) else { return }
    while true {
      while let request = tiles.takeMostUrgent() {
        pulse.during(worker.pulse) { raster(request, on: worker) }
        if let key = request.tile?.key { tiles.finished(key) }
      }
      worker.isAwake.withLock { $0 = false }
      // A request that came between the last look and falling asleep.
      guard tiles.hasWork else { return }
      let wasAwake = worker.isAwake.withLock { isAwake in
        defer { isAwake = true }
        return isAwake
      }
      if wasAwake { return }
    }
  }

  private func raster(_ request: TileRequest, on worker: Worker) {
    guard let source = sources.withLock({ $0[request.page.generation] }) else { return }
    let began = MonotonicClock.now()
    worker.typesetter.withLock { kept in raster(request, source, Self.typesetter(source.fonts, &kept)) }
    let times = slowdown.load(ordering: .relaxed)
    if times > 1 { MonotonicClock.sleep(until: began + (MonotonicClock.now() - began) * Nanoseconds(times)) }
  }

  /// The card whose tile was the last that somebody waited for; nil before there was one.
  var lastAwaited: CardID? { awaited.withLock { $0 } }

  private func raster(_ request: TileRequest, _ source: Source, _ typesetter: Typesetter) {
    guard let tile = request.tile else { return }
    if request.isVisible, let block = tile.block {
      let card = source.layout.cards[block].id
      awaited.withLock { $0 = card }
    }
    let upright = typesetter.raster(tile, of: source.layout, pictures: source.pictures)
    let format: Pixmap.Format = mode.format.bytesPerPixel == 2 ? .rgb565 : .argb8888
    let pixmap = upright.converted(
      orientation: mode.orientation, format: format, dithered: mode.format == .rgb565Dithered)
    outbox.post(.tile(pixmap, key: tile.key))
  }
}
