import Board
import Refresh

/// What lies around the page: colours, the night, the refresh control with its words, the notice at the edge.
extension ContentModel {
  /// Takes the colours the theme has by the clock, once these are others; what is on show is laid out anew in them.
  ///
  /// - Returns: whether they are.
  mutating func followTheme() -> Bool {
    let next = wantedColors
    guard next != colors else { return false }
    colors = next
    pages.layOutAnew()
    tell(.colors(colors))
    requestControl()
    publishNotice()
    return true
  }

  /// Dims the panel in the hours of the night, and comes back at their ends.
  mutating func publishNight() {
    let night = board.night
    alarms[.night] = night.map { uptime + max($0.hours.nextChange(after: moment) - moment.time, 1) }
    tell(.night(night.flatMap { $0.hours.contains(moment) ? $0.share : nil }))
  }

  // MARK: The refresh control

  /// Has the control made that the board wants, unless it is there: another one would end a refresh under way.
  mutating func requestControl() {
    let style = control.chosenStyle ?? board.refresh.style
    let request = ControlRequest(
      style: style, isOfBoard: style == board.refresh.style, parameters: board.refresh.parameters,
      words: board.refresh.words, rules: board.refresh.rules, title: board.title?.constant, colors: colors,
      font: board.theme.font, scale: board.theme.scale, viewing: board.viewing,
      ease: Ease(size: ease.shown.size, hasContrast: ease.shown.hasContrast, isStill: ease.shown.isStill))
    guard request != control.request else { return }
    control.request = request
    tell(.control(request))
  }

  mutating func controlMade(_ problems: [String], _ made: [WatchedFile], showsAge: Bool) {
    for problem in problems { tell(.log(problem)) }
    notices.style = Notices.summary(problems)
    publishNotice()
    files.control = made
    watchFiles()
    (control.showsAge, control.age) = (showsAge, nil)
    // The new control begins without them.
    _ = renewAge()
  }

  /// Says how old the page's data is, if the control is in sight and its words have changed.
  ///
  /// - Returns: when they change next, seconds since 1970; nil while nobody sees them.
  mutating func renewAge() -> Double? {
    guard control.isShown, control.showsAge, let time = answers.evaluator.oldestAnswer(of: pages.shown.sources) else {
      return nil
    }
    let words = Freshness(of: time, at: answers.evaluator.localized(moment), in: board.refresh.words.age)
    if control.age != words.text {
      control.age = words.text
      tell(.age(words.text))
    }
    return words.nextChange
  }

  // MARK: The notice

  mutating func publishNotice() {
    guard notices.shown != nil || notices.isShown else { return }
    notices.isShown = notices.shown != nil
    tell(.notice(notices.shown, tone: notices.tone, isMark: notices.isMark))
  }

  /// Shows a sentence at the edge for so many seconds, a day at most; a mistake in the board comes before it. For a time that is no
  /// number it is shown as for 0: until the next moment. One that says nothing takes back what was said.
  mutating func say(_ sentence: String, for seconds: Double, _ tone: Card.Tone) {
    let end = uptime + (seconds.isNaN ? 0 : min(max(seconds, 0), 86_400))
    notices.say(Notices.Sentence(text: sentence, tone: tone, end: end))
    alarms[.sentence] = notices.nextEnd
    publishNotice()
  }
}

/// The refresh control on the panel.
struct ControlState: Sendable {
  /// A style instead of the board's.
  var chosenStyle: String?
  /// What it was made from; nil when it is to be made in any case.
  var request: ControlRequest?
  /// It has a line that says how old the data is.
  var showsAge = false
  /// What that says; nil before the first time.
  var age: String?
  /// It is in sight: its words are kept up only while somebody can read them.
  var isShown = false
}
