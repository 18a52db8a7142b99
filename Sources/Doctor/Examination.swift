import KMS
import Scene

/// Why there is no picture, no touch or no data: all facts of a machine, and what they mean.
///
/// Facts are read once; what is said of them follows from the facts alone.
public struct Examination: Sendable {
  /// Who asks: what they may do, and what they are advised to do, depends on it.
  public var person: Person
  /// Cards, connectors and why most are not the panel.
  public var panel: PanelFacts
  /// Input devices; judged against the size of the panel that would be chosen.
  public var touch: TouchFacts
  /// What the panel's voice is heard on.
  public var sound: SoundFacts
  /// Terminal, seat, service and lamps.
  public var console: ConsoleFacts
  /// Memory, clock, fonts and network.
  public var system: SystemFacts
  /// Where a kiosk keeps things.
  public var disk: DiskFacts
  /// The computer: its model, its boot files, what of it has no driver.
  public var hardware: HardwareFacts
  /// What the service is told to listen on.
  public var listening: ListeningFacts
  /// What was found of the board: its font, its sources, the bundle it is of.
  public var board: [Finding]

  /// Facts read at one moment.
  public init(
    person: Person, panel: PanelFacts, touch: TouchFacts, sound: SoundFacts = SoundFacts(),
    console: ConsoleFacts, system: SystemFacts, disk: DiskFacts = DiskFacts(),
    hardware: HardwareFacts = HardwareFacts(), listening: ListeningFacts = ListeningFacts(), board: [Finding] = []
  ) {
    self.person = person
    self.panel = panel
    self.touch = touch
    self.sound = sound
    self.console = console
    self.system = system
    self.disk = disk
    self.hardware = hardware
    self.listening = listening
    self.board = board
  }

  /// What the facts mean. Reads nothing: asking twice gives the same.
  public var diagnosis: Diagnosis {
    let size = panel.survey.choice?.firstMode?.size
    return Diagnosis(
      panel.findings(person) + hardware.findings(hasPanel: panel.survey.choice != nil)
        + touch.findings(person, panel: size) + sound.findings(person) + console.findings(person)
        + system.findings(frame: size.map { $0.area * 4 }) + disk.findings + listening.findings(person) + board)
  }
}
