import Numbers

extension PanelStatus {
  /// A page for people, a line a fact: troubles first.
  public var text: String {
    var lines = ["\(name), vitrine \(version), up for \(Words.duration(uptime - began))"]
    lines += troubles.map { "! \($0.sentence)" }
    if troubles.isEmpty { lines.append("all is well") }
    lines.append("")
    lines.append(
      line("board", (board.path ?? "the demo board") + (board.digest.map { ", sha256 \($0.prefix(12))…" } ?? "")))
    if bundle != nil { lines.append(line("bundle", bundleWords)) }
    let title = pageTitle.map { ", \"\($0)\"" } ?? ""
    let pages = board.pages.count > 1 ? " of \(board.pages.count)" : ""
    lines.append(line("page", "\(board.page + 1)\(pages)\(title)" + (board.showsDetail ? ", with a detail page" : "")))
    lines.append(line("screen", screenWords))
    lines.append(line("flips", flipWords))
    if glass.missed.total > 0 {
      let causes = glass.missed.byCause.filter { $0.count > 0 }.map { "\($0.count) \($0.cause)" }
      lines.append(line("missed", "\(glass.missed.total) frames: " + causes.joined(separator: ", ")))
    }
    lines.append(line("touch", touchWords))
    if let notice { lines.append(line("notice", "\"\(notice.text)\", for \(Words.duration(notice.rest)) more")) }
    if let viewers, viewers > 0 { lines.append(line("watched", "by \(viewers) from elsewhere")) }
    for source in sources { lines.append(line("source", words(source))) }
    for camera in cameras { lines.append(line("camera", words(camera))) }
    for picture in lostPictures { lines.append(line("picture", picture.problem)) }
    if let broker { lines.append(line("broker", words(broker))) }
    let temperature = machine.temperature.map { ", \(Words.tenths($0)) °C" } ?? ""
    lines.append(line("machine", "\(Int(clamping: machine.residentBytes / 1e6)) MB resident\(temperature)"))
    return lines.joined(separator: "\n")
  }

  private func line(_ name: String, _ words: String) -> String {
    name + String(repeating: " ", count: max(9 - name.count, 1)) + words
  }

  private var screenWords: String {
    switch glass.state {
    case .ready: light.isOn ? "on, brightness \(Int(clamping: brightnessPercent)) %" : "off"
    case .noPanel: "no panel is plugged in"
    case .taken: "another program has it"
    case .lent: "lent to another session"
    }
  }

  private var flipWords: String {
    let last = glass.lastFlip.map { ", the last one \(Words.duration(uptime - $0)) ago" } ?? ""
    return "\(glass.flips) of \(glass.framesDrawn) frames drawn" + last
  }

  private var touchWords: String {
    let screens: [String] =
      switch touch.screens {
      case nil: []
      case 1: ["1 touch screen"]
      case let count?: ["\(count) touch screens"]
      }
    let last = touch.last.map { "touched \(Words.duration(uptime - $0)) ago" } ?? "not touched yet"
    return (screens + [last]).joined(separator: ", ")
  }

  private func words(_ source: Source) -> String {
    if !source.missing.isEmpty {
      return "\(source.name): not asked; it lacks \(source.missing.joined(separator: ", "))"
    }
    let silent = source.isOpen ? "open, and nothing has come by it yet" : "nothing yet"
    let unknown = source.isAhead(at: time) ? "from a time that has not come" : silent
    let age = source.age(at: time).map { source.isOpen ? "open" : "\(Words.duration($0)) old" } ?? unknown
    // What lives says so more often.
    let silence = source.silence.flatMap { source.isOpen && $0 >= 60 ? $0 : nil }
    let heard = silence.map { ", last heard \(Words.duration($0)) ago" } ?? ""
    let isOld = isStale(source) && source.updated != nil
    let problems = source.problems.isEmpty ? "" : "; " + source.problems.joined(separator: "; ")
    return "\(source.name): \(age)\(heard)" + (isOld ? ", too old" : "") + problems
  }
}
