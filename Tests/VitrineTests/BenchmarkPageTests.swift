import Panel
import Scene
import Testing
import VitrineTools

@Suite struct BenchmarkPageTests {
  private func page(_ machine: [(name: String, value: String)], _ rows: [Benchmarks.Row]) -> String {
    let mode = DisplayMode(size: PixelSize(width: 1024, height: 600), refreshMillihertz: 59_940)
    return Benchmarks.Page(version: "1.2.3", machine: machine, mode: mode, results: Benchmarks.Results(rows: rows)).text
  }

  @Test func aPageIsWhatAPersonCanSend() {
    let text = page(
      [("processor", "4 x Cortex-A72"), ("scan-out memory", "a frame copied into it: 1.50 ms")],
      [
        Benchmarks.Row(name: "scroll frame", value: 812.4, unit: "us median", limit: 16_683),
        Benchmarks.Row(name: "  of a scroll frame", value: 1.234, unit: "x", limit: 1.2),
        Benchmarks.Row(name: "tiles in memory after it", value: 3, unit: ""),
      ])
    #expect(
      text == """
        # Vitrine 1.2.3 on a machine

        | | |
        |---|---|
        | processor | 4 x Cortex-A72 |
        | scan-out memory | a frame copied into it: 1.50 ms |

        One of the figures is above its limit.

        Measured on a virtual panel of 1024x600, 59.9 Hz: frames are drawn as for a panel, but into plain memory, and nothing scans them \
        out. Start-up is of two sizes, whatever the panel. On an emulated processor times say nothing.

        | figure | value | limit |
        |---|---|---|
        | scroll frame | 812 us median | at most 16683 |
        | of a scroll frame | 1.23 x | at most 1.2: **missed** |
        | tiles in memory after it | 3 |  |
        """)
  }

  @Test(arguments: [(0, "Every figure is within its limit."), (3, "3 of the figures are above their limits.")])
  func whatIsMissedIsCounted(missed: Int, words: String) {
    let rows = (0..<4).map { Benchmarks.Row(name: "\($0)", value: $0 < missed ? 2 : 1, unit: "ms", limit: 1) }
    #expect(page([], rows).contains("\n\(words)\n"))
  }

  /// A monitor's name is its maker's: thirteen bytes of anything.
  @Test(arguments: [("A|B", "A\\|B"), ("A\r\nB", "A B"), ("A\u{2028}B\n|", "A B \\|"), ("", "")])
  func whatAMonitorCallsItselfBreaksNoTable(name: String, cell: String) {
    #expect(page([("panel", name)], []).contains("\n| panel | \(cell) |\n"))
  }
}
