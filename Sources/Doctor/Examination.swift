import KMS
import Scene

/// Why there is no picture, no touch or no data: all facts of a machine, and what they mean.
///
/// Facts are read once; what is said of them follows from the facts alone.
public struct Examination: Sendable {
  public var person: Person
  public var panel: PanelFacts
  public var touch: TouchFacts
  public var console: ConsoleFacts
  public var system: SystemFacts
  /// What was found of the board: its font, its sources.
  public var board: [Finding]

  public init(
    person: Person, panel: PanelFacts, touch: TouchFacts, console: ConsoleFacts, system: SystemFacts,
    board: [Finding] = []
  ) {
    self.person = person
    self.panel = panel
    self.touch = touch
    self.console = console
    self.system = system
    self.board = board
  }

  public var diagnosis: Diagnosis {
    let size = panel.survey.choice?.firstMode?.size
    return Diagnosis(
      panel.findings(person) + touch.findings(person, panel: size) + console.findings(person)
        + system.findings(frame: size.map { $0.area * 4 }) + board)
  }
}
