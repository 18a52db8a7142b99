public import Panel
import Scene

extension Benchmarks {
  /// What a person with a board can send: the machine, its panel, and the figures with their limits, in Markdown.
  public struct Page: Sendable {
    private let version: String
    private let machine: [(name: String, value: String)]
    private let mode: DisplayMode
    private let results: Results

    /// - Parameters:
    ///   - version: of this program.
    ///   - machine: what was asked of it, and what came of that; any words, a monitor's own among them.
    ///   - mode: of the virtual panel the figures are for.
    ///   - results: the figures.
    public init(version: String, machine: [(name: String, value: String)], mode: DisplayMode, results: Results) {
      self.version = version
      self.machine = machine
      self.mode = mode
      self.results = results
    }

    /// The page.
    public var text: String {
      let missed = results.rows.count(where: \.isMissed)
      let verdict =
        switch missed {
        case 0: "Every figure is within its limit."
        case 1: "One of the figures is above its limit."
        default: "\(missed) of the figures are above their limits."
        }
      return """
        # Vitrine \(version) on a machine

        | | |
        |---|---|
        \(machine.map { "| \(Self.cell($0.name)) | \(Self.cell($0.value)) |" }.joined(separator: "\n"))

        \(verdict)

        Measured on a virtual panel of \(mode.size.width)x\(mode.size.height), \(Self.hertz(mode.refreshMillihertz)) Hz: frames are drawn as for \
        a panel, but into plain memory, and nothing scans them out. Start-up is of two sizes, whatever the panel. On an emulated \
        processor times say nothing.

        \(results.markdown)
        """
    }

    /// To a tenth, as modes are told: `59.9`.
    private static func hertz(_ millihertz: Int) -> String { "\(millihertz / 1000).\(millihertz % 1000 / 100)" }

    /// What would end the cell or the row is taken for what it looks like.
    private static func cell(_ words: String) -> String {
      String(words.flatMap { $0.isNewline ? " " : $0 == "|" ? "\\|" : String($0) })
    }
  }
}
