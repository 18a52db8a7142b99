import Board
import Markup
import Numbers
import Panel
import Scene
import Synchronization
import Vitrine

/// A save that is being looked at: what it has changed on a panel is known once its frames have come.
struct SaveWatch: Sendable {
  /// What was shown when it came.
  var before: SaveDifference.Sight
  /// Which of the saves it is.
  var number: Int
  /// Seconds since 1970.
  var time: Double
  /// Frames that come later are not its work; monotonic.
  var end: Nanoseconds
  /// Somebody is about to compare.
  var isQueued = false
  /// What was told of it.
  var told: SaveDifference?
}

extension StudioPanel {
  /// How long pictures and answers that a save asks for are waited for.
  private static let patience: Nanoseconds = 3_000_000_000
  /// Cards of a page that are compared, and told of.
  private static let mostCompared = 400
  private static let mostTold = 60

  /// The file has been read, as another one than it was: what is shown now is what its changes are seen against. On the content queue.
  func save(_ digest: String?, cards: [Card], language: String, at time: Double) {
    let isFirst = state.withLock { state -> Bool in
      guard digest != state.digest else { return false }
      defer { state.digest = digest }
      // Before the first picture there is nothing to compare with.
      guard state.digest != nil, let glass = state.glass, !cards.isEmpty, cards.count <= Self.mostCompared else {
        return false
      }
      state.saves += 1
      state.save = SaveWatch(
        before: SaveDifference.Sight(cards, on: glass, language: language), number: state.saves, time: time,
        end: MonotonicClock.now() + Self.patience)
      return true
    }
    if isFirst { studio.later { [self] in compare() } }
  }

  /// A frame has come; on the frame thread.
  func noteSave(_ state: inout State) -> Bool {
    guard let save = state.save, !save.isQueued else { return false }
    if MonotonicClock.now() > save.end {
      state.save = nil
      return false
    }
    state.save?.isQueued = true
    return true
  }

  /// Compares what is shown with what was when the file was saved, and tells it where it is another difference than told before.
  func compare() {
    let kiosk = state.withLock { state in
      state.save?.isQueued = false
      return state.kiosk
    }
    kiosk?.study { [self] model in
      let (cards, language) = (model.uppermostCards, model.shownLanguage.code)
      let (save, glass) = state.withLock { ($0.save, $0.glass) }
      guard cards.count <= Self.mostCompared, let save, let glass else { return }
      // Not under the lock: frames wait for that.
      let now = SaveDifference.Sight(cards, on: glass, language: language)
      let difference = SaveDifference(from: save.before, to: now)
      guard difference != save.told else { return }
      state.withLock { if $0.save?.number == save.number { $0.save?.told = difference } }
      studio.saved(number, json(difference, of: save))
    }
  }

  private func json(_ difference: SaveDifference, of save: SaveWatch) -> [JSON.Member] {
    let marks = difference.marks.prefix(Self.mostTold).map { mark -> JSON in
      let frame = mark.frame.map { frame in
        JSON.list([frame.x0, frame.y0, frame.width, frame.height].map { .number(Double($0)) })
      }
      return ["fate": .text(mark.fate.rawValue), "text": .text(mark.text), "frame": frame ?? .null]
    }
    let counts = SaveDifference.Fate.allCases.map { fate in
      JSON.Member(fate.rawValue, .number(Double(difference.marks.count { $0.fate == fate })))
    }
    return [
      .init("panel", .number(Double(number))), .init("save", .number(Double(save.number))),
      .init("time", .number(save.time)), .init("counts", .object(counts)), .init("marks", .list(Array(marks))),
    ]
  }
}
