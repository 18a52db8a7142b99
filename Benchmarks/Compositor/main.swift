// What frames and kernels cost on this machine, against memcpy of the same bytes in the same run.
//
//   CompositorBenchmark [--json] [--kernels | --frames]

import Compositor
import Scene

let isJSON = CommandLine.arguments.contains("--json")
let showsKernels = !CommandLine.arguments.contains("--frames")
let showsFrames = !CommandLine.arguments.contains("--kernels")

func fixed(_ value: Double, _ digits: Int = 2) -> String {
  var power = 1.0
  for _ in 0..<digits { power *= 10 }
  let scaled = Int((value * power).rounded())
  var fraction = String(scaled % Int(power))
  while fraction.count < digits { fraction = "0" + fraction }
  return digits == 0 ? String(scaled) : "\(scaled / Int(power)).\(fraction)"
}

func padded(_ text: String, _ width: Int) -> String { text + String(repeating: " ", count: max(width - text.count, 0)) }

var records: [String] = []

if showsKernels {
  if !isJSON { print(padded("kernel, ns per pixel", 34), "min    median") }
  for (name, samples) in KernelBenchmark.all.map({ ($0.name, $0.run()) }) + [("turn a page by 90", measureTurn())] {
    let pixels = Double(KernelBenchmark.size.area)
    let minimum = fixed(samples.minimum / pixels, 3)
    let median = fixed(samples.median / pixels, 3)
    if !isJSON { print(padded(name, 34), padded(minimum, 6), median) }
    records.append(#"{"kernel":"\#(name)","nsPerPixel":{"min":\#(minimum),"median":\#(median)}}"#)
  }
}

if showsFrames {
  FrameTable(isJSON: isJSON).run(into: &records)
}

if isJSON { print("[\n  " + records.joined(separator: ",\n  ") + "\n]") }
