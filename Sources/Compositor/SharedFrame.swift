import Scene
import Synchronization

/// A frame that two processors compose: whoever draws it takes bands of rows from its top, a companion takes them from its bottom, until
/// there are none left. So nothing depends on when the companion comes, and nobody waits for longer than a band takes.
///
/// The companion's own lists and row buffers belong to this; all else of the frame is only read.
@safe
final class SharedFrame: FrameWork, @unchecked Sendable {
  // Unchecked: the frame's facts are written by whoever draws before the first band can be taken, and are read by the companion after it
  // has taken one; `end` returns when it has none any more. The lists and buffers are touched by the companion alone.
  /// Some rows of the damage.
  private struct Band: BitwiseCopyable {
    var rect: PixelRect
    /// Its rectangle's items are painted and not cut.
    var isCrowd: Bool
  }

  private var cutter = CellCutter()
  private var composer: RowComposer
  private var bands = Storage<Band>(capacity: 64)
  /// What is composed, and where to; of the frame that is being drawn.
  private var list: UnsafePointer<DisplayList>?
  private var surface: (base: UnsafeMutableRawPointer, size: PixelSize, pitch: Int, format: PixelFormat)?
  private var bounds = PixelRect.empty
  private var isStreaming = false
  private var isPainting: Bool?
  /// Bands that nobody has taken; none or fewer when there is nothing to do.
  private let left = Atomic(0)
  /// A frame is being laid out: who comes meanwhile waits for that.
  private let isExpected = Atomic(false)
  /// Companions that look whether there is something to do, or do it.
  private let visitors = Atomic(0)

  /// - Parameter width: of the panel, in its own pixels.
  init(width: Int, format: PixelFormat) { composer = RowComposer(width: width, format: format) }

  /// Calls the companion, which takes a while to come: to be called some microseconds before `begin`, and for every frame that begins.
  func expect(_ companion: any FrameCompanion) {
    isExpected.store(true, ordering: .releasing)
    companion.call(self)
  }

  /// Lays a frame out that is to be shared.
  ///
  /// - Parameters:
  ///   - damage: what is composed; cut into about `count` bands of its rows.
  ///   - isCrowd: whether a rectangle of it is painted.
  func layOut(_ damage: borrowing Region, count: Int, isCrowd: (PixelRect) -> Bool) {
    bands.removeAll()
    bounds = damage.bounds
    let area = max(damage.area / max(count, 1), 1)
    for rect in damage.rects {
      let height = max((area + rect.width - 1) / max(rect.width, 1), Self.leastRows)
      let isCrowd = isCrowd(rect)
      var y = rect.y0
      while y < rect.y1 {
        // What would be a sliver stays with the band before it.
        let end = rect.y1 - y < height + height / 2 ? rect.y1 : y + height
        bands.append(Band(rect: PixelRect(x0: rect.x0, y0: y, x1: rect.x1, y1: end), isCrowd: isCrowd))
        y = end
      }
    }
  }

  /// What each band is of the damage, from the top; for tests.
  var rects: [PixelRect] { (0..<bands.count).map { bands[$0].rect } }

  /// Bands may be taken from now on, until `end`.
  ///
  /// - Parameters:
  ///   - list: stays as it is until then, and so does the surface.
  func begin(
    _ list: UnsafePointer<DisplayList>, _ surface: borrowing Surface, isStreaming: Bool, isPainting: Bool?
  ) {
    unsafe self.list = list
    unsafe self.surface = (surface.base, surface.size, surface.pitch, surface.format)
    self.isStreaming = isStreaming
    self.isPainting = isPainting
    left.store(bands.count, ordering: .releasing)
    isExpected.store(false, ordering: .releasing)
  }

  /// Composes bands from the top while there are some.
  func compose(with cutter: inout CellCutter, _ composer: borrowing RowComposer, _ list: borrowing DisplayList) {
    var next = 0
    while takesOne() {
      cutter.compose(bands[next].rect, list, composer, isCrowd: bands[next].isCrowd)
      next += 1
    }
  }

  /// Returns when all is composed that was begun.
  func end(_ companion: any FrameCompanion) {
    var turns = 0
    while visitors.load(ordering: .acquiring) > 0 {
      turns += 1
      if turns > Self.patience { companion.giveWay() }
    }
  }

  private func takesOne() -> Bool { left.wrappingSubtract(1, ordering: .acquiringAndReleasing).oldValue > 0 }

  func run() {
    visitors.wrappingAdd(1, ordering: .acquiringAndReleasing)
    var turns = 0
    while isExpected.load(ordering: .acquiring), turns < Self.patience { turns += 1 }
    if takesOne() { composeFromBelow() }
    visitors.wrappingSubtract(1, ordering: .releasing)
  }

  /// Composes bands from the bottom, of which the first is taken.
  private func composeFromBelow() {
    guard let list = unsafe list, let facts = unsafe surface else { preconditionFailure("a band of no frame") }
    let surface = unsafe Surface(base: facts.base, size: facts.size, pitch: facts.pitch, format: facts.format)
    composer.begin(surface, unsafe list.pointee, isStreaming: isStreaming, isPainting: isPainting)
    cutter.begin(unsafe list.pointee, within: bounds)
    var next = bands.count
    repeat {
      next -= 1
      cutter.compose(bands[next].rect, unsafe list.pointee, composer, isCrowd: bands[next].isCrowd)
    } while takesOne()
    composer.end()
  }

  /// Fewer rows than these are not worth a band of their own.
  private static let leastRows = 8
  /// How often it is looked whether the companion has finished before others may have the processor.
  private static let patience = 1 << 12
}
