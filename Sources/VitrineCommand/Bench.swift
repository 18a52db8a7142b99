import ArgumentParser
import Doctor
import KMS
import Panel
import Vitrine
import VitrineTools

struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measures this machine: start-up, frames, memory, or from finger to glass.",
    discussion: "Runs on the virtual panel. Compositor frame costs against memcpy: `make bench`.")

  @OptionGroup var panel: PanelArguments

  @Flag(help: "From touches to the frames that hold them, at several rates, with resampling and without.")
  var latency = false

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(
    help:
      "Print a page to send to others: the machine, its panel, and the figures for a panel of that size and rate, with their limits. Names nobody."
  )
  var report = false

  func validate() throws {
    if report, latency || json {
      throw ValidationError("--report is a page of its own: leave out --latency and --json")
    }
  }

  func run() throws {
    do throws(UserError) {
      try Fonts.check()
      if report {
        Terminal.print(page: try page())
      } else {
        let results = latency ? try latencies(panel.options) : try measure(panel.options)
        Terminal.print(page: json ? results.json : results.table)
      }
    } catch {
      throw error.exit()
    }
  }

  private func measure(_ options: PanelOptions) throws(UserError) -> Benchmarks.Results {
    Benchmarks.Results(rows: try Benchmarks(options: options).run().rows + StartBenchmark(options: options).rows())
  }

  private func latencies(_ options: PanelOptions) throws(UserError) -> Benchmarks.Results {
    Benchmarks.Results(rows: try LatencyBenchmark(options: options).run().flatMap(\.rows))
  }

  /// The machine as it is, then what it reaches, for the panel it has.
  private func page() throws(UserError) -> String {
    let machine = MachineReport(MachineFiles(), LibDRM(), pin: CardPin(), clock: MonotonicClock.now)
    var options = panel.options
    if let mode = machine.mode {
      options.mode.size = mode.size
      options.mode.refreshMillihertz = mode.refreshMillihertz ?? options.mode.refreshMillihertz
    }
    return Benchmarks.Page(
      version: VitrineCommand.configuration.version, machine: machine.lines.map { ($0.name, $0.value) },
      mode: options.mode, results: try measure(options)
    ).text
  }
}
