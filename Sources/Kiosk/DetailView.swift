import Board
import Motion
import Scene

/// A detail page on its way in, in place, or on its way out.
struct DetailView {
  let card: CardID
  var view: PageView
  /// How far its left edge still is from the panel's, in dp: a spring's tolerances are lengths.
  private(set) var slide: Spring
  /// Of the panel, in dp: where it comes from and goes to.
  private let width: Double
  private(set) var isClosing = false

  init(card: CardID, view: PageView, at time: Double) {
    self.card = card
    self.view = view
    width = Double(view.size.width) / view.grid.scale
    slide = Spring(target: 0, position: width, velocity: 0, startTime: time)
  }

  /// How far it has come in: 0 beside the panel, 1 in its place.
  func progress(at time: Double) -> Double { min(max(1 - slide.position(at: time) / width, 0), 1) }

  func isMoving(at time: Double) -> Bool { time < slide.restTime || isGone(at: time) }

  /// It has left the panel.
  func isGone(at time: Double) -> Bool { isClosing && time >= slide.restTime }

  mutating func close(at time: Double) {
    guard !isClosing else { return }
    isClosing = true
    slide = Spring(
      target: width, position: slide.position(at: time), velocity: slide.velocity(at: time), startTime: time)
  }
}

extension Kiosk {
  mutating func openDetail(_ page: KioskPage?, of card: CardID, at time: Double) {
    guard let page else { return closeDetail(at: time) }
    if detail?.card == card, detail?.isClosing == false {
      detail?.view.show(page, at: time)
    } else {
      // It comes over the pages: they are let go of.
      if gestures.axis == .horizontal { cancelTouches() }
      let view = PageView(size: size, grid: grid, page: page, tileBudget: tileBudget / 2)
      detail = DetailView(card: card, view: view, at: time)
    }
    isDirty = true
  }

  mutating func closeDetail(at time: Double) {
    guard detail?.isClosing == false else { return }
    detail?.close(at: time)
    ask(.closeDetail)
    isDirty = true
  }

  /// A closed page that has slid out is forgotten.
  mutating func advanceDetail() {
    guard let detail, detail.isGone(at: now) else { return }
    self.detail = nil
  }
}
