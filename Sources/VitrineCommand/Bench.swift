import ArgumentParser
import Glibc
import Panel
import Vitrine
import VitrineTools

struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measures this machine: start-up, frames, memory, or from finger to glass.",
    discussion: "Runs on the virtual panel. Compositor frame costs against memcpy: `make bench`.")

  @OptionGroup var panel: PanelArguments

  @Flag(help: "From touches to the frames that hold them, at several rates, with resampling and without.")
  var latency = false

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    do throws(UserError) {
      try Fonts.check()
      let options = panel.options
      let results =
        latency
        ? Benchmarks.Results(rows: try LatencyBenchmark(options: options).run().flatMap(\.rows))
        : Benchmarks.Results(
          rows: try Benchmarks(options: options).run().rows + StartBenchmark(options: options).rows())
      Terminal.print(page: json ? results.json : results.table)
    } catch {
      throw error.exit()
    }
  }
}
