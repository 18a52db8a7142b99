import Motion
import Refresh
import Scene

/// The pages side by side: turned by the finger, by keys, by the program, and exchanged by the clock.
extension Kiosk {
  /// Other pages are on offer from now on.
  mutating func offer(_ pages: [PageOffer], at time: Double) {
    guard !pages.isEmpty else { return }
    let number = deck.slots[deck.current].number
    let refreshed = deck.slots[deck.pulled].number
    if pages.map(\.number) != deck.slots.map(\.number) {
      // What a finger holds may be about to go.
      cancelTouches()
      // The control goes to the page on show; one that has been left, or is gone, is given up.
      if refreshed != number || !pages.contains(where: { $0.number == refreshed }) {
        restartRefresh(with: refresh.style, rules: refresh.rules, at: time)
      }
    }
    let gone = deck.replace(with: pages, at: time)
    showExtent(at: time)
    if let gone, revealTime != nil { exchange = PageExchange(old: gone, begun: time) }
    if deck.slots[deck.current].number != number { closeDetail(at: time) }
    if pages.contains(where: { $0.page != nil }), revealTime == nil { revealTime = time + Self.revealDelay }
    tellPage()
    requestTiles()
    isDirty = true
  }

  /// Turns to a page by its place in the deck.
  mutating func turn(to index: Int, at time: Double) {
    guard deck.slots.indices.contains(index), gestures.axis != .horizontal || detail != nil else { return }
    // What a finger holds is about to go.
    if index != deck.current { cancelTouches() }
    closeDetail(at: time)
    deck.go(to: index, at: time)
    tellPage()
    isDirty = true
  }

  /// Tells the queues which page is on show, if that has changed: they keep it up to date.
  mutating func tellPage() {
    let number = deck.slots[deck.current].number
    guard number != toldPage else { return }
    toldPage = number
    ask(.pageShown(number))
  }

  /// Once the pages lie still, the refresh control belongs to the one on show; a refresh of another one is given up.
  mutating func advancePages() {
    if let exchange, exchange.isOver(at: now) { self.exchange = nil }
    if exchange != nil, exchange?.fade == nil, front.isComplete(at: now) || exchange?.mustBegin(at: now) == true {
      exchange?.beginFade(at: now)
    }
    guard deck.pulled != deck.current, deck.pager.isSettled(at: now) else { return }
    restartRefresh(with: refresh.style, rules: refresh.rules, at: now)
    deck.settle()
    showExtent(at: now)
  }

  // MARK: Drawing

  /// All pages that are on the panel, moved right by `dx` pixels.
  func drawDeck(into scene: inout Scene, dx: Int) {
    drawPagesOfDeck(into: &scene, dx: dx)
    guard deck.slots.count > 1 else { return }
    pageDots.draw(into: &scene, colors: colors, dx: dx)
  }

  /// The row of pages at the moment shown.
  var pageDots: PageDots {
    PageDots(
      count: deck.slots.count, icons: deck.icons, position: deck.pager.position(at: now), size: size,
      grid: grid)
  }

  private func drawPagesOfDeck(into scene: inout Scene, dx: Int) {
    guard let exchange else { return drawSlots(into: &scene, dx: dx) }
    let opacity = exchange.opacity(at: now)
    if opacity < 1 { draw(exchange.old, dx: dx, showsRefresh: false, into: &scene) }
    guard opacity > 0 else { return }
    if opacity < 1 {
      let panel = PixelRect(size)
      scene.add(Layer(.beginGroup, frame: panel, opacity: Layer.opacity(opacity)))
      scene.add(.fill(colors.background, panel))
    }
    drawSlots(into: &scene, dx: dx)
    if opacity < 1 { scene.add(Layer(.endGroup, frame: .empty)) }
  }

  private func drawSlots(into scene: inout Scene, dx: Int) {
    for index in deck.slots.indices where deck.isSeen(index, at: now) {
      let shift = dx + deck.shift(of: index, at: now)
      draw(deck.slots[index].view, dx: shift, showsRefresh: index == deck.pulled, into: &scene)
      drawFooter(of: deck.slots[index].view, chip: deck.slots[index].chip, dx: shift, into: &scene)
    }
  }

  /// The rows below what scrolls, with the chip at their end.
  func drawFooter(of view: PageView, chip: Pixmap?, dx: Int, into scene: inout Scene) {
    let height = view.footerHeight
    guard height > 0 else { return }
    let top = size.height - height
    scene.add(.fill(colors.background, PixelRect(x0: dx, y0: top, x1: dx + size.width, y1: size.height)))
    guard let chip else { return }
    let margin = Int((16 * grid.scale).rounded())
    scene.add(
      .pixmap(chip, x: dx + size.width - chip.size.width - margin, y: top + (height - chip.size.height) / 2))
  }
}

/// One page goes and another comes in its place, by the clock: the new one fades in over the old one once it is there.
struct PageExchange {
  let old: PageView
  let begun: Double
  /// When the new page began to fade in; nil while it waits for its tiles.
  private(set) var fade: Double?

  /// Seconds. Long enough to be seen as a change, short enough not to be waited for.
  static let duration = 0.4

  init(old: PageView, begun: Double) {
    self.old = old
    self.begun = begun
  }

  mutating func beginFade(at time: Double) { fade = time }

  /// Waiting longer for tiles than the first picture does would look like a fault.
  func mustBegin(at time: Double) -> Bool { time >= begun + Kiosk.revealDelay }

  /// Of the new page.
  func opacity(at time: Double) -> Double { fade.map { Ease.smooth((time - $0) / Self.duration) } ?? 0 }

  func isOver(at time: Double) -> Bool { fade.map { time >= $0 + Self.duration } ?? false }
}

/// How a share of time becomes a share of a change.
enum Ease {
  /// In and out over 0...1: 3t² - 2t³.
  static func smooth(_ t: Double) -> Double {
    let t = min(max(t, 0), 1)
    return t * t * (3 - 2 * t)
  }
}
