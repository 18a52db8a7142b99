package import Board
package import Content
package import Fetch

/// What a studio puts between a board and its panel, and what it is told; a kiosk on a wall has none.
package struct Staging: Sendable {
  /// Hands an answer on, once, as it is or as the studio would have it; it may be kept, and called again.
  package typealias Pass = @Sendable (Answer) -> Void

  /// The board as it is to be shown.
  package var board: @Sendable (BoardFile) -> BoardFile
  /// Told of each reading of the board's file, with all that is wrong with it; and of the cards that are shown before it counts, with the
  /// code of the language they are in.
  package var read: @Sendable (BoardReading, _ shown: [Card], _ language: String) -> Void
  /// Told that the file is gone, or cannot be read: a sentence.
  package var lost: @Sendable (String) -> Void
  /// The time the panel lives in; nil for the machine's.
  package var time: PanelTime?
  /// What fetches for all panels of the studio; nil has each fetch for itself.
  package var fetcher: Fetcher?
  /// Takes what an address of a source has said, and passes on what is to be known of it, at once or later.
  package var answered: @Sendable (SourceID, Answer, @escaping Pass) -> Void

  /// Whether what a tap sends is sent; else the card shows it as done, for another panel sends it.
  package var sends: @Sendable () -> Bool = { true }

  /// Told whenever a file that is read with the board has changed: what is wrong with it may be another thing now.
  package var fileRead: @Sendable () -> Void = {}

  /// What fetches for several panels: who asks what another has asked just now is told the same.
  package static func fetcher(
    _ options: PanelOptions, cacheDirectory: String?, clock: WallClock, log: @escaping @Sendable (String) -> Void
  ) -> Fetcher {
    let program = Program(options.parts)
    var configuration = Fetcher.Configuration(
      cacheDirectory: cacheDirectory, wallClock: { clock.now().time },
      program: { program.ask($0, at: clock.now().time, ended: $1) }, warn: log
    )
    configuration.sharesAnswers = true
    return Fetcher(configuration)
  }

  /// For the parameters see the properties.
  package init(
    board: @escaping @Sendable (BoardFile) -> BoardFile,
    read: @escaping @Sendable (BoardReading, _ shown: [Card], _ language: String) -> Void,
    lost: @escaping @Sendable (String) -> Void,
    answered: @escaping @Sendable (SourceID, Answer, @escaping Pass) -> Void
  ) {
    (self.board, self.read, self.lost, self.answered) = (board, read, lost, answered)
  }

  /// An event of the board's file as the panel is to have it.
  ///
  /// - Parameter model: before the event.
  func stage(_ event: ContentEvent, before model: ContentModel) -> ContentEvent {
    switch event {
    case .boardRead(var reading, let files):
      read(reading, model.uppermostCards, model.shownLanguage.code)
      reading.board = reading.board.map(board)
      return .boardRead(reading, files: files)
    case .fileRead:
      fileRead()
      return event
    case .boardLost(let problem):
      lost(problem)
      return event
    default: return event
    }
  }
}
