// What frames and kernels cost on this machine, against memcpy of the same bytes in the same run.
//
//   CompositorBenchmark [--json FILE] [--limits | --kernels | --frames | --headline | --quick] [--portrait] [--cold | --warm] [--rounds N]
//     [NAME...]
//
// --limits: what is promised of frames, and whether it is kept. Names choose among the frames (scroll, cards, refresh, damage, chip, strip,
// still, many, crowd, icons), who draws them (ours, together, turned, swapped, rgb565, turned565, dithered, memcpy, pixman, pixmanTurned, cairo), and
// the sizes (1920x1080, 1280x800, 800x480).
// --headline: the frames of 1920 x 1080, cold, which the project's limits are for. --portrait: of 1080 x 1920, whose turned panel is a
// wide one. --quick: the same, those of 800 x 480, and the kernels, in few rounds, for Benchmarks/check-speed.

import Compositor
import Peers
import Scene

peer_configure_memory()
let arguments = Array(CommandLine.arguments.dropFirst())
let json = arguments.firstIndex(of: "--json").map { $0 + 1 }
var output = Output(path: json.flatMap { arguments.indices.contains($0) ? arguments[$0] : nil })
let isQuick = arguments.contains("--quick")
let isHeadline = arguments.contains("--headline")
let isPart = isQuick || isHeadline || arguments.contains("--frames") || arguments.contains("--kernels")
let isLimits = arguments.contains("--limits")
let rounds = arguments.firstIndex(of: "--rounds").flatMap { place in
  arguments.indices.contains(place + 1) ? Int(arguments[place + 1]) : nil
}

if isLimits || !isPart {
  var table = LimitTable()
  if let rounds { table.rounds = max(rounds, 1) }
  table.run(&output)
}

if !arguments.contains("--frames") && !isHeadline && !isLimits {
  output.say(
    padded("kernel, ns per pixel", 34) + padded("min", 8) + padded("median", 8) + padded("min / memcpy", 15)
      + padded("pixman, ratio", 15) + "cairo, ratio")
  for kernel in KernelBenchmark.all { kernel.run(rounds: isQuick ? 60 : 400, &output) }
  if !isQuick { measureTurn(&output) }
}

if !arguments.contains("--kernels") && !isLimits {
  var table = FrameTable()
  if isHeadline { table.temperatures = [true] }
  if isHeadline { table.sizes.removeLast(2) }
  if isQuick {
    table.entrants = [.ours, .turned, .rgb565, .memcpy, .pixman]
    table.rounds = 24
    table.sizes.remove(at: 1)
  }
  if arguments.contains("--cold") { table.temperatures = [true] }
  if arguments.contains("--warm") { table.temperatures = [false] }
  let sizes = table.sizes.filter { arguments.contains("\($0.width)x\($0.height)") }
  if !sizes.isEmpty { table.sizes = sizes }
  if let rounds { table.rounds = max(rounds, 1) }
  // What most turned panels are: wide ones that hang upright.
  if arguments.contains("--portrait") {
    table.sizes = table.sizes.map { PixelSize(width: $0.height, height: $0.width) }
  }
  let entrants = arguments.compactMap(Entrant.init)
  if !entrants.isEmpty { table.entrants = entrants }
  let frames = arguments.compactMap(FrameArtwork.Frame.init)
  if !frames.isEmpty { table.frames = frames }
  table.run(&output)
  if !isQuick && !isHeadline && entrants.isEmpty && frames.isEmpty { reportDifferences(&output) }
}
output.finish()
