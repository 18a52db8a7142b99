import Board
import Formats
import Lottie
import Scene

/// A document of 120 x 96 at 30 frames a second whose one shape layer is a red square that moves from left to right.
///
/// - Parameters:
///   - layers: instead of that layer.
///   - root: fields besides, with a comma at the end.
func document(
  layers: String = square(), frames: Int = 60, width: String = "120", height: String = "96", root: String = "",
  assets: String = ""
) -> String {
  """
  {"v": "5.7.0", \(root) "fr": 30, "ip": 0, "op": \(frames), "w": \(width), "h": \(height), "ddd": 0,
   "assets": [\(assets)], "layers": [\(layers)]}
  """
}

func square(
  name: String = "square", layer: String = "", transform: String = "", shapes: String = "", kind: String = "4"
) -> String {
  """
  {"ddd": 0, "ind": 1, "ty": \(kind), "nm": "\(name)", "ip": 0, "op": 60, "st": 0, \(layer)
   "ks": {\(transform) "o": {"a": 0, "k": 100}, "r": {"a": 0, "k": 0}, "a": {"a": 0, "k": [0, 0, 0]},
          "s": {"a": 0, "k": [100, 100, 100]},
          "p": {"a": 1, "k": [{"t": 0, "s": [20, 48, 0], "i": {"x": 1, "y": 1}, "o": {"x": 0, "y": 0}}, {"t": 60, "s": [100, 48, 0]}]}},
   "shapes": [{"ty": "gr", "it": [\(shapes)
     {"ty": "rc", "d": 1, "s": {"a": 0, "k": [20, 20]}, "p": {"a": 0, "k": [0, 0]}, "r": {"a": 0, "k": 0}},
     {"ty": "fl", "c": {"a": 0, "k": [1, 0, 0, 1]}, "o": {"a": 0, "k": 100}},
     {"ty": "tr", "p": {"a": 0, "k": [0, 0]}, "a": {"a": 0, "k": [0, 0]}, "s": {"a": 0, "k": [100, 100]},
      "r": {"a": 0, "k": 0}, "o": {"a": 0, "k": 100}}]}]}
  """
}

func file(_ text: String) throws -> LottieFile { try LottieFile(JSON.parse(Array(text.utf8))) }

/// Why a document is refused; empty when it is not.
func reasons(_ text: String) throws -> [String] {
  let value = try JSON.parse(Array(text.utf8))
  do throws(LottieRefusal) {
    _ = try LottieFile(value)
    return []
  } catch {
    return error.reasons
  }
}

/// Frames of a document, 96 pixels high, with a clock that stands.
func frames(_ text: String, height: Int = 96, budget: Int = LottieFrames.budget) throws -> LottieFrames {
  try LottieFrames(try file(text), height: height, budget: budget) { 0 }
}

/// The middle column of what is drawn in a frame, and how many pixels that is.
func extent(_ frame: LottieFrame) -> (middle: Double, pixels: Int) {
  guard let pixmap = frame.pixmap else { return (-1, 0) }
  let found = extent(pixmap)
  return (found.middle + Double(frame.x), found.pixels)
}

/// The middle column of what is drawn, and how many pixels that is.
func extent(_ pixmap: Pixmap) -> (middle: Double, pixels: Int) {
  var sum = 0
  var count = 0
  for y in 0..<pixmap.size.height {
    for x in 0..<pixmap.size.width where pixmap.pixel(x: x, y: y).alpha > 127 {
      sum += x
      count += 1
    }
  }
  return (count == 0 ? -1 : Double(sum) / Double(count) + 0.5, count)
}
