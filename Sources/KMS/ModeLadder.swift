import Compositor
import Scene

/// What to drive a panel with, best first: rungs to step down when the driver refuses or memory is short.
struct ModeLadder {
  struct Rung: Hashable {
    var mode: VideoMode
    var format: PixelFormat
    var buffers: Int

    /// Bytes of pixels, without what the driver adds.
    var byteCount: Int { mode.size.area * format.bytesPerPixel * buffers }
  }

  private(set) var rungs: [Rung] = []

  /// - Parameters:
  ///   - formats: what the plane can show, in the renderer's order.
  ///   - buffers: numbers to try.
  init(_ modes: [VideoMode], formats: [PixelFormat], buffers: [Int]) {
    for mode in modes {
      for format in formats {
        for count in buffers { rungs.append(Rung(mode: mode, format: format, buffers: count)) }
      }
    }
  }

  /// The mode asked for, then the preferred one, then the largest and fastest.
  static func order(_ modes: [VideoMode], asked: ModeRequest?) -> [VideoMode] {
    func rank(_ mode: VideoMode) -> [Int] {
      [
        asked?.matches(mode) ?? false ? 0 : 1, mode.refreshMillihertz == nil ? 1 : 0, mode.isPreferred ? 0 : 1,
        mode.isInterlaced ? 1 : 0, -mode.size.area, -(mode.refreshMillihertz ?? 0),
      ]
    }
    return modes.enumerated().sorted { a, b in
      let (first, second) = (rank(a.element), rank(b.element))
      return first == second ? a.offset < b.offset : first.lexicographicallyPrecedes(second)
    }.map(\.element)
  }

  /// The first rung after `index` that needs less memory.
  func smaller(than index: Int) -> Int? {
    rungs.indices.first { $0 > index && rungs[$0].byteCount < rungs[index].byteCount }
  }

  /// The first rung after `index` with another mode or format.
  func different(from index: Int) -> Int? {
    rungs.indices.first {
      $0 > index && (rungs[$0].mode != rungs[index].mode || rungs[$0].format != rungs[index].format)
    }
  }

  /// The same mode and format with fewer buffers.
  func withFewerBuffers(than index: Int) -> Int? {
    smaller(than: index).flatMap {
      rungs[$0].mode == rungs[index].mode && rungs[$0].format == rungs[index].format ? $0 : nil
    }
  }
}
