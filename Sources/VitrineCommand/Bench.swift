import ArgumentParser
import Glibc
import Panel
import Vitrine

struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measures this machine: start-up, frames, memory.",
    discussion: "Runs on the virtual panel. Compositor frame costs against memcpy: `make bench`.")

  @OptionGroup var panel: PanelArguments

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    do throws(UserError) {
      var results = try Benchmarks(options: panel.options).run()
      results.rows += try StartBenchmark(options: panel.options).rows()
      Terminal.print(json ? results.json : results.table)
    } catch {
      throw error.exit()
    }
  }
}
