import Board
import Kiosk
import Panel
import Refresh
import Scene
import Typesetting

/// What lies around the page: the refresh control with its words, colours, the notice at the edge.
extension Backstage {
  func publishControl(_ state: inout ContentState) {
    mailbox.post(.colors(state.look.kioskColors))
    mailbox.post(.idle(state.evaluator.board.idle.map { IdleRule(after: $0.after, action: .top) }))
    let wanted = state.styleOverride ?? setup.options.style ?? state.evaluator.board.refresh.style
    // The same control stays: another one would end a refresh under way.
    let key = ControlKey(style: wanted, look: state.look)
    guard key != state.control else { return }
    state.control = key
    let workshop = RefreshWorkshop(look: state.look, directory: setup.source.directory)
    let (control, problem) = workshop.control(named: wanted, typesetter: state.typesetter)
    if let problem { setup.log(problem) }
    state.lastUpdated.begin(control.style)
    mailbox.post(.refreshControl(control))
    // The new control begins without them.
    _ = renewLastUpdated(&state, at: setup.clock.now())
  }

  /// The control has come into sight, or has gone: its words are kept up only while somebody can read them.
  func showLastUpdated(_ isShown: Bool, _ state: inout ContentState) {
    state.lastUpdated.isShown = isShown
    keepTime(&state)
  }

  /// Rasters the "Updated 5 min ago" of the control anew if it is in sight and its words have changed.
  ///
  /// - Returns: when they change next, seconds since 1970; nil while nobody sees them.
  func renewLastUpdated(_ state: inout ContentState, at moment: Moment) -> Double? {
    guard state.lastUpdated.isWanted, let time = state.evaluator.oldestAnswer(of: state.shown.sources) else {
      return nil
    }
    let words = Freshness(of: time, at: moment)
    if state.lastUpdated.words != words.text {
      state.lastUpdated.words = words.text
      let workshop = RefreshWorkshop(look: state.look, directory: setup.source.directory)
      for line in state.lastUpdated.lines {
        let sprite = workshop.sprite(line.request, lastUpdated: words.text, typesetter: state.typesetter)
        mailbox.post(.refreshSprite(sprite, index: line.index))
      }
    }
    return words.nextChange
  }

  func publishNotice(_ state: inout ContentState) {
    let width = setup.options.mode.viewerSize.width
    mailbox.post(.notice(state.notice.map { state.typesetter.notice($0, width: width, look: state.look) }))
  }
}
