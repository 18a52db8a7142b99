// What frames and kernels cost on this machine, against memcpy of the same bytes in the same run.
//
//   CompositorBenchmark [--json FILE] [--kernels | --frames | --headline | --quick] [--portrait] [NAME...]
//
// Names choose among the frames (scroll, cards, refresh, damage) and who draws them (ours, turned, swapped, rgb565, turned565, dithered,
// memcpy, pixman, cairo).
// --headline: the frames of 1920 x 1080, cold, which the project's limits are for. --portrait: of 1080 x 1920, whose turned panel is a
// wide one. --quick: the same and the kernels, in few rounds,
// for Benchmarks/check-speed.

import Compositor
import Peers
import Scene

peer_configure_memory()
let arguments = Array(CommandLine.arguments.dropFirst())
let json = arguments.firstIndex(of: "--json").map { $0 + 1 }
var output = Output(path: json.flatMap { arguments.indices.contains($0) ? arguments[$0] : nil })
let isQuick = arguments.contains("--quick")
let isHeadline = arguments.contains("--headline")

if !arguments.contains("--frames") && !isHeadline {
  output.say(
    padded("kernel, ns per pixel", 34) + padded("min", 8) + padded("median", 8) + padded("min / memcpy", 15)
      + padded("pixman, ratio", 15) + "cairo, ratio")
  for kernel in KernelBenchmark.all { kernel.run(rounds: isQuick ? 60 : 400, &output) }
  if !isQuick { measureTurn(&output) }
}

if !arguments.contains("--kernels") {
  var table = FrameTable()
  if isQuick || isHeadline {
    table.sizes.removeLast(2)
    table.temperatures = [true]
  }
  if isQuick {
    table.entrants = [.ours, .turned, .rgb565, .memcpy, .pixman]
    table.rounds = 24
  }
  // What most turned panels are: wide ones that hang upright.
  if arguments.contains("--portrait") {
    table.sizes = table.sizes.map { PixelSize(width: $0.height, height: $0.width) }
  }
  let entrants = arguments.compactMap(Entrant.init)
  if !entrants.isEmpty { table.entrants = entrants }
  let frames = arguments.compactMap(FrameArtwork.Frame.init)
  if !frames.isEmpty { table.frames = frames }
  table.run(&output)
  if !isQuick && !isHeadline { reportDifferences(&output) }
}
output.finish()
