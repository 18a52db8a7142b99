import Board
import Fetch
import Kiosk
import Panel
import Refresh
import Scene
import Typesetting

/// What lies around the page: the refresh control with its words, colours, the notice at the edge.
extension Backstage {
  func publishControl(_ state: inout ContentState) {
    delivery.post(.colors(state.look.kioskColors))
    delivery.post(.idle(state.evaluator.board.idle.map { IdleRule($0) }))
    let board = state.evaluator.board
    delivery.post(.ladder(board.idle.map { IdleLadder($0) } ?? IdleLadder()))
    publishNight(board.night)
    let wanted = state.styleOverride ?? setup.options.style ?? board.refresh.style
    // The same control stays: another one would end a refresh under way.
    let key = ControlKey(
      style: wanted, parameters: board.refresh.parameters, words: board.refresh.words, title: board.title?.constant,
      look: state.look)
    guard key != state.control else { return watch(state.controlFiles + boardFiles(board), &state) }
    state.control = key
    let workshop = RefreshWorkshop(
      look: state.look, artwork: RefreshArtwork(directory: setup.source.directory), styles: setup.options.styles,
      log: setup.log, render: render(_:of:))
    let made = makeControl(workshop, wanted, state)
    for problem in made.problems { setup.log(problem) }
    state.controlFiles = made.files
    watch(made.files + boardFiles(board), &state)
    show(styleProblems: made.problems, &state)
    let control = made.control
    state.lastUpdated.begin(control.style)
    delivery.post(.refreshControl(control))
    // The new control begins without them.
    _ = renewLastUpdated(&state, at: setup.clock.now())
  }

  /// Files beside the board's that are read with it.
  private func boardFiles(_ board: BoardFile) -> [WatchedFile] {
    let theme = board.themeFile.map { WatchedFile(path: $0, bytes: try? Files.read($0, limit: 1 << 20)) }
    return board.awaitedFiles.map { WatchedFile(path: $0, bytes: nil) } + (theme.map { [$0] } ?? [])
  }

  /// Takes the colours the theme has by the clock, once these are others; what is on show is laid out anew in them.
  ///
  /// - Returns: whether they are.
  func followClock(_ state: inout ContentState, at moment: Moment) -> Bool {
    state.lookEnds = state.evaluator.board.theme.nextChange(after: moment)
    let look = setup.options.look(of: state.evaluator.board, font: state.look.font, at: moment)
    guard look != state.look else { return false }
    state.show(in: look)
    publishControl(&state)
    publishNotice(&state)
    return true
  }

  /// Dims the panel in the hours of the night, and comes back at their ends.
  private func publishNight(_ night: Night?) {
    let moment = setup.clock.now()
    let isNight = night?.hours.contains(moment) ?? false
    delivery.post(.night(isNight ? night?.share : nil))
    let alarm = night.map { nightTimer.now() + max($0.hours.nextChange(after: moment) - moment.time, 1) }
    nightTimer.setAlarm(at: alarm) { [weak self] in
      guard let self else { return }
      perform { state in self.publishNight(state.evaluator.board.night) }
    }
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
    let words = Freshness(of: time, at: state.evaluator.localized(moment), in: state.evaluator.board.refresh.words.age)
    if state.lastUpdated.words != words.text {
      state.lastUpdated.words = words.text
      for line in state.lastUpdated.lines {
        let ink = state.look.refreshTheme.color(line.ink)
        let sprite = state.typesetter.sprite(words.text, size: line.size, isBold: false, ink: ink, look: state.look)
        delivery.post(.refreshSprite(sprite, index: line.index))
      }
    }
    return words.nextChange
  }

  func publishNotice(_ state: inout ContentState) {
    let width = setup.options.mode.viewerSize.width
    let sentence = state.notice ?? state.styleNotice ?? state.saying
    delivery.post(.notice(sentence.map { state.typesetter.notice($0, width: width, look: state.look) }))
  }
}
