// What the frame thread does besides compositing: what it takes from the heap (nothing), and what each part of a frame costs.
//
//   FrameBenchmark [--check | --hands [--all] | --walk STEPS [--from SEED]]
//
// Also what it costs to write down what happens, how fingers are drawn and understood, on panels as they are sold, and what a million random
// steps do to the kiosk. --check only counts allocations, records, plays the hands and walks, and fails when anything is over its limit;
// --hands prints their table (--all: of each panel), --walk only walks (a hundred walks; --from: other ones). Optimised builds only: others
// allocate for every closure.

import AllocationCounter
import Compositor
import Glibc
import Hands
import Kiosk
import Panel
import Refresh
import Scene

let arguments = CommandLine.arguments.dropFirst()

/// Allocations of the frame thread while fingers drag, fling, catch, pull and refresh, once everything has found its size.
func steadyAllocations(_ style: any RefreshStyle, _ outcome: RefreshOutcome) -> (allocations: UInt64, frames: Int) {
  var rig = Rig(style: style)
  // Some rounds, each at another phase of the vertical blank, so that every array has found its size.
  for _ in 0..<6 { rig.play(gestures(from: Double(rig.now) / 1e9 + 0.5), outcome: outcome) }
  let frames = rig.loop.screen.frameCount
  rig.allocations = 0
  rig.play(gestures(from: Double(rig.now) / 1e9 + 0.5), outcome: outcome)
  return (rig.allocations, rig.loop.screen.frameCount - frames)
}

/// The number after an option; nil without it.
func number(after option: String) -> Int? {
  guard let place = arguments.firstIndex(of: option), place + 1 < arguments.endIndex else { return nil }
  return Int(arguments[place + 1])
}

if arguments.contains("--hands") {
  exit(handsAreDrawnWell(Drawing.allCases, byPanel: arguments.contains("--all")) ? 0 : 1)
}
if arguments.contains("--planes") {
  let size = PixelSize(width: 1920, height: 1080)
  let parts = FrameParts(size: size, rows: 60, ring: RowRing(panel: size, overlays: 4))
  print(FrameParts.names.indices.map { "\(FrameParts.names[$0]) \(tenths(parts.median($0)))" }.joined(separator: ", "))
  exit(0)
}
if let steps = number(after: "--walk") { exit(walksAreClean(steps: steps, from: number(after: "--from") ?? 1) ? 0 : 1) }

let before = allocations_of_this_thread()
let proof = [UInt8](repeating: 1, count: arguments.count + 1000)
guard allocations_are_counted() == 1, allocations_of_this_thread() > before, proof.last == 1 else {
  print("the counter of allocations counts nothing: a build with a sanitizer?")
  exit(1)
}

var isClean = true
for name in RefreshStyles.builtIn.names {
  guard let style = RefreshStyles.builtIn.style(name) else { continue }
  for outcome in RefreshOutcome.allCases {
    let (allocations, frames) = steadyAllocations(style, outcome)
    if allocations > 0 || frames < 200 {
      isClean = false
      print("\(name), \(outcome): \(allocations) allocations in \(frames) frames; there may be none")
    }
  }
}
if isClean { print("no allocation on the frame thread: \(RefreshStyles.builtIn.names.count) styles, every outcome") }
if !isClean { exit(1) }
let recorder = RecorderCost()
if !recorder.isCheap() {
  print("the recorder is above a limit")
  exit(1)
}
if arguments.contains("--check") {
  let isDrawnWell = handsAreDrawnWell([.ours], byPanel: false)
  if isDrawnWell { print("fingers are drawn and understood within their limits, on \(TouchPanel.all.count) panels") }
  exit(walksAreClean(steps: 1_000_000) && isDrawnWell ? 0 : 1)
}

/// Microseconds with one digit.
func tenths(_ value: Double) -> String { "\(Int((value * 10).rounded()) / 10).\(Int((value * 10).rounded()) % 10)" }

func padded(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(width - text.count, 0)) }

print("")
print("us a scroll frame at 1920x1080, median, with so many rows on the board")
let counts = [20, 10_000]
let panel = PixelSize(width: 1920, height: 1080)
let measured = counts.map { FrameParts(size: panel, rows: $0) }
let scrolled = counts.map { FrameParts(size: panel, rows: $0, ring: RowRing(panel: panel, overlays: 4)) }
let compositing = FrameParts.names.count - 1
print(padded("part", 34) + counts.map { padded(String($0), 10) }.joined())
for part in FrameParts.names.indices {
  print(padded(FrameParts.names[part], 34) + measured.map { padded(tenths($0.median(part)), 10) }.joined())
}
print(
  padded("compositing for planes", 34) + scrolled.map { padded(tenths($0.median(compositing)), 10) }.joined())
print(padded("memcpy of the frame", 34) + padded(tenths(FrameParts.copying(panel)), 10))
print(
  padded("all but compositing (at most 60)", 34)
    + measured.map { padded(tenths($0.besidesCompositing), 10) }.joined())

if !handsAreDrawnWell(Drawing.allCases, byPanel: false) { exit(1) }
