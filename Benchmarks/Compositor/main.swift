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
  if !isJSON { print("\n" + padded("frame", 34), "us min / median    x memcpy min / median") }
  for size in [
    PixelSize(width: 1920, height: 1080), PixelSize(width: 1280, height: 800), PixelSize(width: 800, height: 480),
  ] {
    for isCold in [true, false] {
      for format in isCold ? PixelFormat.allCases : [.xrgb8888] {
        // Cold: page and buffers are each larger than 64 MB.
        let bytes = size.area * format.bytesPerPixel
        let artwork = FrameArtwork(size, format, isCold: isCold)
        let buffers = Buffers(size, format, count: isCold ? 64_000_000 / bytes + 2 : 2)
        for frame in FrameArtwork.Frame.allCases {
          let (drawn, copied) = measure(artwork, frame, buffers: buffers, rounds: isCold ? 200 : 300)
          let name = "\(size.width)x\(size.height) \(format) \(frame.rawValue) \(isCold ? "cold" : "warm")"
          let times = (fixed(drawn.minimum / 1000, 0), fixed(drawn.median / 1000, 0))
          let ratios = (fixed(drawn.minimum / copied.minimum), fixed(drawn.median / copied.median))
          if !isJSON { print(padded(name, 38), padded("\(times.0) / \(times.1)", 18), "\(ratios.0) / \(ratios.1)") }
          records.append(
            #"{"frame":"\#(frame.rawValue)","width":\#(size.width),"height":\#(size.height),"format":"\#(format)","#
              + #""isCold":\#(isCold),"microseconds":{"min":\#(times.0),"median":\#(times.1)},"#
              + #""timesMemcpy":{"min":\#(ratios.0),"median":\#(ratios.1)}}"#)
        }
      }
    }
  }
}

if isJSON { print("[\n  " + records.joined(separator: ",\n  ") + "\n]") }
