import Board
import Formats
import Lottie
import Scene

@testable import Images

extension FuzzTarget {
  static let pictures: [FuzzTarget] =
    ["png", "jpeg", "webp", "gif"].map { picture($0) } + [
      picture("svg", svgWords),
      FuzzTarget("drawing", words: svgWords) { use(try? SVGArtwork.read($0, named: "x")) },
      FuzzTarget(
        "lottie", longest: 8192,
        words: [
          "\"ty\":", "\"layers\":[", "\"shapes\":[", "\"ks\":", "\"k\":", "\"a\":1", "\"s\":[", "\"t\":", "1e308", "-1",
          "\"rp\"", "\"tm\"",
          "\"gr\"", "\"it\":[", "{", "}", "]", ",",
        ]
      ) { bytes in
        if let document = try? JSON.parse(bytes) { use(try? LottieFile(document)) }
      },
      FuzzTarget("exif", longest: 256) { use(EXIFOrientation(tiff: $0[...])) },
    ]

  private static func picture(_ name: String, _ words: [String] = []) -> FuzzTarget {
    FuzzTarget(name, longest: 8192, words: words) { bytes in
      // Pictures of which one takes a second would leave time for few.
      var limits = ImageDecoder.Limits()
      limits.pixels = 1 << 18
      limits.wholePixels = 1 << 18
      for mode in [ImageDecoder.Mode.cover, .contain] {
        let frame = PixelSize(width: 17, height: 9)
        let pixmap = try? ImageDecoder(limits: limits).decode(bytes, named: "x", fitting: frame, mode: mode)
        precondition(pixmap.map { $0.size.width <= 17 && $0.size.height <= 9 } ?? true, "larger than it was wanted")
      }
    }
  }

  private static let svgWords = [
    "<svg xmlns='http://www.w3.org/2000/svg' ", "viewBox='0 0 ", "width='", "<path d='", "M", "A", "C", "z", "1e308",
    "1e-310", "-0", "<g ",
    "transform='", "rotate(", "matrix(", "<use href='#a'/>", "<linearGradient id='a'>", "<stop offset='",
    "fill='url(#a)'", "stroke='",
    "<text>", "<filter ", "<style>", "'/>", "</svg>", "%",
  ]
}
