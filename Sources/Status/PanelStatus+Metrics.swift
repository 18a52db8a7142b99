import Numbers

extension PanelStatus {
  /// The status in Prometheus' text format. Source: prometheus.io/docs/instrumenting/exposition_formats, version 0.0.4.
  public var metrics: String {
    var text = MetricsText()
    text.add(
      "vitrine_build_info", .gauge, "The program and its board, always 1.",
      [
        ([("version", version), ("board_sha256", board.digest ?? "")], 1)
      ])
    text.add("vitrine_uptime_seconds", .gauge, "Time since the kiosk began.", uptime - began)
    text.add(
      "vitrine_flips_total", .counter, "Frames of which the kernel has said that they are on the glass.",
      Double(glass.flips))
    text.add("vitrine_frames_drawn_total", .counter, "Frames handed to the display.", Double(glass.framesDrawn))
    text.add("vitrine_frames_refused_total", .counter, "Frames the display would not take.", Double(glass.refused))
    text.add("vitrine_flips_lost_total", .counter, "Flips that never came.", Double(glass.lost))
    text.add(
      "vitrine_frames_missed_total", .counter, "Vertical blanks missed, by cause.",
      glass.missed.byCause.map { ([("cause", $0.cause)], Double($0.count)) })
    if let last = glass.lastFlip {
      text.add(
        "vitrine_last_flip_timestamp_seconds", .gauge, "When a frame last came to the glass.", time - (uptime - last))
    }
    text.add(
      "vitrine_flip_pending_seconds", .gauge,
      "How long a frame has been wanted without one coming to the glass; 0 while none is.",
      glass.pendingSince.map { max(uptime - $0, 0) } ?? 0)
    text.add(
      "vitrine_screen_state", .gauge, "What the display is at; 1 for the state that holds.",
      Glass.State.allCases.map { ([("state", $0.word)], $0 == glass.state ? 1 : 0) })
    text.add("vitrine_screen_on", .gauge, "Whether there is a picture to be seen.", light.isOn ? 1 : 0)
    text.add("vitrine_screen_brightness_ratio", .gauge, "The picture's share of its most.", light.brightness)
    text.add("vitrine_page", .gauge, "Number of the page on show, from 1.", Double(board.page + 1))
    if let screens = touch.screens {
      text.add("vitrine_touch_screens", .gauge, "Touch screens there are.", Double(screens))
    }
    if let last = touch.last {
      text.add(
        "vitrine_last_touch_timestamp_seconds", .gauge, "When somebody last touched the panel.", time - (uptime - last))
    }
    if let viewers { text.add("vitrine_viewers", .gauge, "How many watch from elsewhere.", Double(viewers)) }
    addBundle(to: &text)
    addSources(to: &text)
    addPictures(to: &text)
    text.add("vitrine_memory_resident_bytes", .gauge, "Memory the program holds.", machine.residentBytes)
    if let temperature = machine.temperature {
      text.add("vitrine_temperature_celsius", .gauge, "Of the hottest thermal zone.", temperature)
    }
    let troubles = troubles
    text.add(
      "vitrine_trouble", .gauge, "Whether something keeps the panel from showing what it should, by cause.",
      Trouble.Cause.allCases.map { cause in
        ([("cause", cause.rawValue)], troubles.contains { $0.cause == cause } ? 1 : 0)
      })
    return text.text
  }

  private func addSources(to text: inout MetricsText) {
    let fetched = sources.filter { $0.asked != nil }
    let aged = fetched.compactMap { source in source.age(at: time).map { (source, source.isOpen ? 0 : $0) } }
    if !aged.isEmpty {
      text.add(
        "vitrine_source_age_seconds", .gauge, "Time since a source's data came; 0 while what pushes is connected.",
        aged.map { ([("source", $0.name)], $1) })
    }
    let promising = sources.filter { $0.asked != nil || !$0.missing.isEmpty }
    guard !promising.isEmpty else { return }
    text.add(
      "vitrine_source_promise_seconds", .gauge, "Age at which a source's data counts as old.",
      promising.map { ([("source", $0.name)], $0.promise) })
    text.add(
      "vitrine_source_failing", .gauge,
      "Whether a source's last answer was trouble, or could be read in part only, or it lacks what it is asked with.",
      promising.map { ([("source", $0.name)], $0.problems.isEmpty && $0.missing.isEmpty ? 0 : 1) })
  }
}

/// Prometheus' text format.
struct MetricsText {
  enum Kind: String {
    case counter, gauge
  }

  private(set) var text = ""

  mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
    add(name, kind, help, [([], value)])
  }

  mutating func add(
    _ name: String, _ kind: Kind, _ help: String, _ samples: [(labels: [(String, String)], value: Double)]
  ) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    for sample in samples {
      let labels = sample.labels.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
      text += name + (labels.isEmpty ? "" : "{\(labels)}") + " \(Self.number(sample.value))\n"
    }
  }

  /// In as few digits as tell it from all others.
  private static func number(_ value: Double) -> String {
    guard value.isFinite else { return value.isNaN ? "NaN" : value > 0 ? "+Inf" : "-Inf" }
    // Up to 2⁵³ every whole number is itself.
    guard value == value.rounded(), value.magnitude <= 9_007_199_254_740_992 else { return value.description }
    // Fits: whole, and no more than 2⁵³.
    return String(Int64(bounded: value))
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\\\"
      case "\"": escaped += "\\\""
      case "\n": escaped += "\\n"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
