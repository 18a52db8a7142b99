import Refresh

/// What is shown where data has never come: no network is a state, and looks like one.
extension Card {
  /// In place of the cards that would repeat over a source; a card of its own, so that no list beside it moves.
  ///
  /// - Parameter place: index of the first of them.
  init(missing trouble: SourceTrouble, at place: Int, in language: Language) {
    self.init(
      id: CardID(place: place), kind: .text, title: language.noData,
      subtitle: trouble.isKeepers ? nil : language.reason(trouble.outcome), tone: .muted)
  }
}

/// Why a source has nothing to show.
struct SourceTrouble: Sendable {
  var outcome: RefreshOutcome
  /// A password is missing, or was refused: the log tells whoever keeps the panel, and nobody else.
  var isKeepers = false

  /// What is told at the edge, where no card says so.
  func reason(in language: Language) -> String { isKeepers ? language.noData : language.reason(outcome) }
}

extension Language {
  /// Why nothing has come, in a word or two.
  func reason(_ trouble: RefreshOutcome) -> String {
    switch trouble {
    case .offline: offline
    case .timeout: noAnswer
    case .failure, .success, .noChange: noService
    }
  }
}

extension RefreshOutcome {
  /// Which of several is told: the one nearest to the panel, since it may well explain the others.
  var gravity: Int {
    switch self {
    case .offline: 3
    case .timeout: 2
    case .failure: 1
    case .success, .noChange: 0
    }
  }
}
