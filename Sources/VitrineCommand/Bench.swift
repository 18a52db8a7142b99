import ArgumentParser
import Glibc
import Panel
import Scene
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
      try Fonts.check()
      let results = try Benchmarks(options: panel.options).run()
      Terminal.print(json ? results.json : results.table)
    } catch {
      throw error.exit()
    }
  }
}
