import ArgumentParser
import Doctor
import KMS
import Scene
import Vitrine

/// Where a board is shown.
enum DisplayChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, kms, preview
}

/// Whether pages scroll on the card's planes.
enum PlanesChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, off
}

/// `1280x800` or `1280x800@60`.
struct ModeArgument: ExpressibleByArgument {
  var request: ModeRequest

  init?(argument: String) {
    let parts = argument.split(separator: "@", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let size = PanelSize(argument: String(parts[0])) else { return nil }
    request = ModeRequest(size: size.size)
    if parts.count == 2 {
      guard let refresh = Double(parts[1]), (1...240).contains(refresh) else { return nil }
      request.refresh = refresh
    }
  }
}

/// Which panel of the machine, and how it is driven.
struct ScreenArguments: ParsableArguments {
  @Option(
    help: "Where the board is shown: on the machine's panel (kms), in the browser (preview), or what there is (auto).")
  var display = DisplayChoice.auto

  @Option(
    help: "Card to use: a path, a name in /dev/dri/by-path, or a driver's name. Without it the one with the panel.")
  var card: String?

  @Option(help: "Connector to use, such as HDMI-A-1.")
  var connector: String?

  @Option(help: "Mode of the panel, such as 1280x800 or 1280x800@60. Without it the panel's own.")
  var mode: ModeArgument?

  @Flag(help: "Drive the card without atomic modesetting, for drivers that do it badly.")
  var legacyModesetting = false

  @Option(
    help: "Let pages scroll on the card's planes, where it has what that takes (auto), or compose every frame (off).")
  var planes = PlanesChoice.auto

  /// What the panel is driven with, together with the arguments that count for the preview too.
  func options(_ panel: PanelArguments) -> KMSOptions {
    var chosen = PanelScreen()
    (chosen.card, chosen.connector) = (card, connector)
    (chosen.size, chosen.refresh) = (mode?.request.size, mode?.request.refresh)
    chosen.orientation = panel.rotate
    chosen.usesLegacyModesetting = legacyModesetting
    chosen.usesPlanes = planes == .auto
    chosen.usesSixteenBits = panel.rgb565
    var options = chosen.driving(without: panel.options.mode) { Terminal.error($0) }
    options.holders = { MachineFiles().holders(of: $0) }
    return options
  }

  /// Whether to show the board on the machine's panel.
  func takesPanel(_ panel: PanelArguments) -> Bool {
    switch display {
    case .kms: return true
    case .preview: return false
    case .auto:
      if card != nil || connector != nil { return true }
      let survey = PanelKiosk.survey(options(panel))
      if survey.choice == nil, !survey.rows.isEmpty {
        Terminal.error("no panel to show the board on, so it is shown in the browser:")
        for line in "\(survey)".split(separator: "\n") { Terminal.error(String(line)) }
      }
      return survey.choice != nil
    }
  }
}
