public import ArgumentParser
public import Console
import Vitrine

extension Console.Choice: ExpressibleByArgument {}

/// Where on the machine people sit in front of the panel, and what they touch.
struct SessionArguments: ParsableArguments {
  @Option(
    help: "How the console is taken: from a seat manager, directly on this terminal, not at all, or what there is.")
  var console = Console.Choice.automatic

  @Flag(help: "Let Control, Alt and a function key show another terminal.")
  var terminalSwitching = false

  @Option(help: "Read this input device only; may be given again. Without it all devices of the seat.")
  var input: [String] = []

  @Flag(help: "Take out taps of no duration at one point again and again, which some touch screens make by themselves.")
  var filterGhostTouches = false

  @Option(
    help: "What the panel's voice is heard on, as ALSA calls it; aplay -L lists what there is. Without it \"default\".")
  var sound: String?

  func options(name: String, standIn: StandIn?) -> PanelSession.Options {
    var chosen = PanelScreen()
    chosen.allowsTerminalSwitching = terminalSwitching
    chosen.inputs = input
    chosen.filtersGhostTouches = filterGhostTouches
    chosen.sound = sound ?? "default"
    var options = chosen.sitting(name: name)
    options.standIn = standIn
    options.console = console
    return options
  }
}
