import Compositor
import Scene

/// What to drive a panel with, best first: what to fall back to when the driver refuses or memory is short.
struct ModeFallbacks {
  struct Choice: Hashable {
    var mode: VideoMode
    var format: PixelFormat
    var buffers: Int

    /// Bytes of pixels, without what the driver adds.
    var byteCount: Int { mode.size.area * format.bytesPerPixel * buffers }
  }

  private(set) var choices: [Choice] = []
  /// Index of the one in use.
  private(set) var current = 0

  /// - Parameters:
  ///   - formats: what the plane can show, in the renderer's order.
  ///   - buffers: numbers to try.
  init(_ modes: [VideoMode], formats: [PixelFormat], buffers: [Int]) {
    for mode in modes {
      for format in formats {
        for count in buffers { choices.append(Choice(mode: mode, format: format, buffers: count)) }
      }
    }
  }

  /// The one in use.
  var choice: Choice { choices[current] }

  mutating func use(_ index: Int) { current = index }

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

  /// The first choice after `index` that needs less memory.
  func smaller(than index: Int) -> Int? {
    choices.indices.first { $0 > index && choices[$0].byteCount < choices[index].byteCount }
  }

  /// The first choice after `index` with another mode or format.
  func different(from index: Int) -> Int? {
    choices.indices.first {
      $0 > index && (choices[$0].mode != choices[index].mode || choices[$0].format != choices[index].format)
    }
  }

  /// The same mode and format with fewer buffers.
  func withFewerBuffers(than index: Int) -> Int? {
    smaller(than: index).flatMap {
      choices[$0].mode == choices[index].mode && choices[$0].format == choices[index].format ? $0 : nil
    }
  }
}
