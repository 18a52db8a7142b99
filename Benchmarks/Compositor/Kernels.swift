import Compositor
import Scene

/// One layer over an opaque page, in a strip small enough for the second-level cache, and to be stored through it: nanoseconds per pixel,
/// the page included.
struct KernelBenchmark {
  var name: String
  var layers: [Layer] = []
  var format = PixelFormat.xrgb8888
  /// Pixman and cairo can do the same, in two passes.
  var hasPeers = true

  static let size = PixelSize(width: 1920, height: 8)

  static var all: [KernelBenchmark] {
    let size = KernelBenchmark.size
    let frame = PixelRect(size)
    let clear = Pixmap(size: size) { x, y in
      Pixel(Color(red: 200, green: UInt8(x % 256), blue: 10, alpha: UInt8((x * 7 + y) % 256)))
    }
    let other = pagePixmap(size)
    let tile = Pixmap(size: PixelSize(width: 32, height: 32)) { x, y in
      Pixel(Color(red: 20, green: 40, blue: 60, alpha: (x + y) % 32 < 16 ? 60 : 0))
    }
    let sprite = spritePixmap(2048, border: 1)
    let turned = clear.converted(orientation: .degrees90)
    let narrow = other.converted(orientation: .degrees0, format: .rgb565)
    let middle = Point(x: 960, y: 4)
    let angle = Transform.translation(x: -1024, y: -1024).then(.rotation(degrees: 10)).then(.translation(x: 960, y: 4))
    let pie = Sector(center: middle, start: -90, sweep: 200)
    return [
      KernelBenchmark(name: "copy"),
      KernelBenchmark(name: "fill", layers: [Layer(.fill(.white), frame: frame)]),
      KernelBenchmark(name: "solid over", layers: [Layer(.fill(.white), frame: frame, opacity: 64)]),
      KernelBenchmark(name: "pixmap over", layers: [Layer(.pixmap(clear), frame: frame)]),
      KernelBenchmark(name: "pixmap over, faded", layers: [Layer(.pixmap(clear), frame: frame, opacity: 200)]),
      KernelBenchmark(name: "opaque pixmap, faded", layers: [Layer(.pixmap(other), frame: frame, opacity: 204)]),
      KernelBenchmark(name: "pattern over", layers: [Layer(.pattern(tile), frame: frame)]),
      KernelBenchmark(name: "image, bilinear", layers: [Layer(.image(sprite, angle), frame: frame)]),
      KernelBenchmark(name: "pixmap in a sector", layers: [Layer(.pixmap(clear), frame: frame, sector: pie)]),
      KernelBenchmark(name: "pixmap stored turned", layers: [Layer(.pixmap(turned), frame: frame)], hasPeers: false),
      KernelBenchmark(
        name: "565 pixmap, faded", layers: [Layer(.pixmap(narrow), frame: frame, opacity: 204)], hasPeers: false),
      KernelBenchmark(
        name: "565 pixmap to 565", layers: [Layer(.pixmap(narrow), frame: frame)], format: .rgb565, hasPeers: false),
      KernelBenchmark(
        name: "group of one pixmap, faded",
        layers: [
          Layer(.beginGroup, frame: frame, opacity: 200), Layer(.pixmap(clear), frame: frame),
          Layer(.endGroup, frame: frame),
        ], hasPeers: false),
      KernelBenchmark(
        name: "rounded fill", layers: [Layer(.fill(.white, radius: 8), frame: frame, opacity: 64)], hasPeers: false),
      KernelBenchmark(name: "to 565", format: .rgb565, hasPeers: false),
      KernelBenchmark(name: "to 565, dithered", format: .rgb565Dithered, hasPeers: false),
    ]
  }

  /// Interleaved with `memcpy` of the same bytes in the same cache, and with the peers that can do the same.
  func run(rounds: Int, _ output: inout Output) {
    let size = KernelBenchmark.size
    let page = pagePixmap(size)
    var scene = Scene(size: size, layers: [.pixmap(page, x: 0, y: 0)])
    scene.layers += layers
    var compositor = Compositor(size: size, format: format)
    let buffers = Buffers(size, format, count: 1)
    let copies = Buffers(size, .xrgb8888, count: 1)
    let peers = PeerPainter(copies)
    if hasPeers { peers.prepare(scene) }
    var samples = Samples()
    var memcpy = Samples()
    var peerSamples: [PeerPainter.Engine: Samples] = [:]
    for round in -10..<rounds {
      let start = now()
      _ = compositor.draw(scene, into: buffers.surface(0), age: 0)
      compositor.commit()
      let middle = now()
      copies.copy(page, fromRow: 0, into: 0)
      let end = now()
      if round >= 0 {
        samples.add(middle - start)
        memcpy.add(end - middle)
      }
      for engine in PeerPainter.Engine.allCases where hasPeers {
        let start = now()
        peers.draw(engine, into: 0, clip: PixelRect(size))
        let time = now() - start
        if round >= 0 { peerSamples[engine, default: Samples()].add(time) }
      }
    }
    report(name, samples, pixels: size.area, memcpy, peerSamples, &output)
  }
}

/// Turning a picture for storage, which rasterers do off the frame thread.
func measureTurn(_ output: inout Output) {
  let page = pagePixmap(PixelSize(width: 1080, height: 1920))
  let copies = Buffers(page.size, .xrgb8888, count: 1)
  var samples = Samples()
  var memcpy = Samples()
  for round in -3..<30 {
    let start = now()
    _ = page.converted(orientation: .degrees90)
    let middle = now()
    copies.copy(page, fromRow: 0, into: 0)
    let end = now()
    if round < 0 { continue }
    samples.add(middle - start)
    memcpy.add(end - middle)
  }
  report("turn a page by 90", samples, pixels: page.size.area, memcpy, [:], &output)
}

private func report(
  _ name: String, _ samples: Samples, pixels: Int, _ memcpy: Samples, _ peers: [PeerPainter.Engine: Samples],
  _ output: inout Output
) {
  let minimum = fixed(samples.minimum / Double(pixels), 3)
  let median = fixed(samples.median / Double(pixels), 3)
  let ratio = fixed(samples.minimum / memcpy.minimum)
  var row = padded(name, 34) + padded(minimum, 8) + padded(median, 8) + padded(ratio, 15)
  var fields =
    #""kernel":"\#(name)","nsPerPixel":{"min":\#(minimum),"median":\#(median)},"memcpyRatio":\#(ratio)"#
  for engine in PeerPainter.Engine.allCases {
    guard let peer = peers[engine] else { continue }
    let cost = fixed(peer.minimum / Double(pixels), 3)
    row += padded("\(cost), \(fixed(samples.minimum / peer.minimum))", 15)
    fields += #","\#(engine.rawValue)":{"nsPerPixel":\#(cost),"ratio":\#(fixed(samples.minimum / peer.minimum))}"#
  }
  output.say(row)
  output.add("{" + fields + "}")
}
