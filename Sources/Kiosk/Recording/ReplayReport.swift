package import Panel
import Scene

/// Where a replay shows something else than the panel did.
package struct ReplayDifference: Sendable, Hashable {
  /// Counts the frames of the record, from 1.
  package var frame: Int
  /// When it was to be seen; monotonic clock of the run.
  package var presentation: Nanoseconds
  /// The first layer that differs, from the back, from 0.
  package var layer: Int
  /// How many there are now, and how many there were.
  package var layers: Int
  package var recordedLayers: Int
  /// What that layer is now.
  package var content: String

  static func name(_ layer: Layer) -> String {
    let kind =
      switch layer.content {
      case .fill(let color, _): "a ground of \(color.red), \(color.green), \(color.blue)"
      case .pixmap(let pixmap, _, _): "a picture of \(pixmap.size.width)x\(pixmap.size.height)"
      case .image(let pixmap, _): "a sprite of \(pixmap.size.width)x\(pixmap.size.height)"
      case .pattern(let pixmap, _, _): "a pattern of \(pixmap.size.width)x\(pixmap.size.height)"
      case .beginGroup: "the beginning of a group"
      case .endGroup: "the end of a group"
      }
    return "\(kind) at \(layer.frame.x0),\(layer.frame.y0), \(layer.frame.width)x\(layer.frame.height)"
  }
}

/// Why a frame was late or missed.
package struct ReplayVerdict: Sendable, Hashable {
  /// Frames that had been described by then.
  package var frame: Int
  package var verdict: FrameVerdict
  /// Where drawing took long: what of the frame there is most to do for, most first.
  package var layers: [String]
}

extension ReplayVerdict {
  /// The three layers there is most to do for, in words.
  ///
  /// A whole frame's work: what of it had to be drawn anew is the display's business, and in no record. Weights as in the README's table of
  /// what a pixel takes: copied, blended, a sector.
  static func heaviest(of layers: [Layer], on size: PixelSize) -> [String] {
    var list: [(work: Int, index: Int)] = []
    for (index, layer) in layers.enumerated() {
      let area = layer.frame.intersection(PixelRect(size)).area
      guard area > 0 else { continue }
      var weight = layer.opacity < 255 ? 9 : 1
      switch layer.content {
      case .pixmap(let pixmap, _, _), .pattern(let pixmap, _, _): if !pixmap.isOpaque { weight = 9 }
      case .image: weight = 14
      case .fill(let color, let radius): if color.alpha < 255 || radius > 0 { weight = 9 }
      case .beginGroup: weight = 9
      case .endGroup: continue
      }
      if layer.sector != nil { weight = 28 }
      list.append((area * weight, index))
    }
    return list.sorted { ($0.work, $1.index) > ($1.work, $0.index) }.prefix(3).map {
      "layer \($0.index), \(ReplayDifference.name(layers[$0.index]))"
    }
  }
}
