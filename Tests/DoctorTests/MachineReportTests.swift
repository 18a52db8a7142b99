import KMS
import KMSSupport
import Testing

@testable import Doctor

@Suite struct MachineReportTests {
  private func lines(_ machine: Machine, _ cards: [FakeCard] = []) -> [String: String] {
    let report = MachineReport(machine.files, FakeModesetting(cards), pin: CardPin(), clock: { 0 })
    return Dictionary(report.lines.map { ($0.name, $0.value) }) { $0 + "; " + $1 }
  }

  @Test func aBoardIsTold() {
    let machine = Machine()
    machine.write("/proc/device-tree/model", "Radxa ROCK 3A\0")
    machine.write("/proc/cpuinfo", "processor\t: 0\nCPU part\t: 0xd05\n\nprocessor\t: 1\nCPU part\t: 0xd05\n")
    let policy = "/sys/devices/system/cpu/cpufreq/policy0"
    machine.write(policy + "/scaling_governor", "ondemand\n")
    machine.write(policy + "/scaling_max_freq", "1992000\n")
    machine.write(policy + "/affected_cpus", "0 1\n")
    machine.write("/sys/class/thermal/thermal_zone0/temp", "48123\n")
    machine.write("/sys/class/thermal/thermal_zone1/temp", "51900\n")
    machine.write(
      "/proc/meminfo", "MemTotal:  2048000 kB\nMemAvailable: 1024000 kB\nCmaTotal: 65536 kB\nCmaFree: 32768 kB\n")
    machine.write("/proc/sys/kernel/osrelease", "6.12.1-arm64\n")
    machine.write("/etc/os-release", "ID=debian\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n")
    let lines = lines(machine)
    #expect(lines["machine"] == "Radxa ROCK 3A")
    #expect(lines["processor"] == "2 x Cortex-A55")
    #expect(lines["governor"] == "ondemand, at most 1992 MHz, of cores 0 1")
    #expect(lines["temperature"] == "51 °C")
    #expect(lines["memory"] == "2000 MB, 1000 MB of it free")
    #expect(lines["contiguous memory"] == "64 MB, 32 MB of it free")
    #expect(lines["kernel"] == "6.12.1-arm64")
    #expect(lines["system"] == "Debian GNU/Linux 12 (bookworm)")
    #expect(lines["panel"] == "none that can be asked")
  }

  @Test func aBareMachineIsToldToo() {
    let lines = lines(Machine())
    #expect(lines["machine"]?.hasPrefix("unknown") == true)
    #expect(lines["processor"] == "unknown" && lines["kernel"] == "unknown" && lines["system"] == "unknown")
    #expect(lines["memory"] == "unknown, unknown of it free" && lines["governor"] == nil)
  }

  @Test(
    arguments: [
      ("model name\t: AMD EPYC\nmodel name\t: AMD EPYC\n", "2 x AMD EPYC"),
      ("CPU part\t: 0xd03\nCPU part\t: 0xd08\nCPU part\t: 0xd03\n", "2 x Cortex-A53, 1 x Cortex-A72"),
      ("CPU part\t: 0xfff\n", "1 x Arm core 0xfff"), ("model name\n:\n\n", "unknown"),
    ])
  func processorsAreCounted(text: String, words: String) {
    #expect(MachineReport.processor(text.split(separator: "\n")) == words)
  }

  /// Whether a picture is on the panel already, what the driver has, and what is said of it.
  @Test(
    arguments: [
      (true, FakeCard.VerticalBlank.real, ", with vertical blank"), (true, .none, ", no vertical blank"),
      (false, .real, ""),
    ])
  func thePanelIsAskedAndLeftAlone(isOn: Bool, blank: FakeCard.VerticalBlank, words: String) {
    let card = FakeCard()
    card.verticalBlank = blank
    if isOn { card.showSplash(card.connector.modes[0], on: card.connector) }
    let commits = card.commits.count
    let report = MachineReport(Machine().files, FakeModesetting([card]), pin: CardPin(), clock: { 0 })
    let lines = Dictionary(uniqueKeysWithValues: report.lines.map { ($0.name, $0.value) })
    #expect(report.mode?.size == card.connector.modes.first?.size)
    #expect(lines["panel"]?.hasPrefix("DSI-1") == true)
    #expect(lines["card"] == "fake, atomic" + words)
    #expect(lines["planes"]?.contains("XR24") == true)
    #expect(card.commits.count == commits && card.openCount == 2)
  }

  /// The clock moves by turns: 1.5 ms for what goes to the card, 0.496 for plain memory.
  @Test func theCardsMemoryIsTimedAndGivenBack() throws {
    let card = FakeCard()
    var reads = 0
    let report = MachineReport(
      Machine().files, FakeModesetting([card]), pin: CardPin(),
      clock: {
        reads += 1
        return Int64(reads / 4 * 1_996_000 + [0, 0, 1_500_000, 1_500_000][reads % 4])
      })
    let line = report.lines.first { $0.name == "scan-out memory" }
    #expect(line?.value == "a frame copied into it: 1.50 ms; the same into plain memory: 0.50 ms")
    #expect(card.liveBuffers == 0 && card.commits.isEmpty)
  }

  @Test(arguments: [FakeCall.makeBuffer, .map])
  func memoryThatIsNotGivenIsSaid(call: FakeCall) {
    let card = FakeCard()
    card.failures.always(call, 12)
    let words = lines(Machine(), [card])["scan-out memory"]
    #expect(words?.contains("Cannot allocate memory") == true, "\(words ?? "nothing")")
    #expect(card.liveBuffers == 0)
  }

  @Test func aPanelThatIsTakenSaysWhatToStop() {
    let card = FakeCard()
    card.hasForeignMaster = true
    #expect(lines(Machine(), [card])["panel"]?.contains("sudo systemctl stop vitrine") == true)
  }
}
