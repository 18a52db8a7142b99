import Board
import Motion
import Refresh
import Scene
import TestSupport
import Testing

@testable import Kiosk

/// Pages of a board that is read from the right: the next lies to the left, and what comes over them comes from there.
@Suite struct MirroredPagesTests {
  /// - Parameter title: in the words of its language.
  private func desk(_ title: String, pages: Int = 3) -> FocusDesk {
    let desk = FocusDesk(pages: pages)
    let style = PetalsStyle()
    var words = OutcomeWords()
    words.success = title
    desk.kiosk.receive(
      .refreshControl(
        RefreshControl(
          style: style, sprites: SpriteSet(style.sprites.map { _ in nil }),
          recipe: StyleRecipe(name: "petals", parameters: RefreshParameters(words: words)))), at: desk.now)
    desk.wait(0.1)
    return desk
  }

  private func isOn(_ desk: FocusDesk, _ page: Double) -> Bool { abs(desk.kiosk.pagePosition - page) < 1e-3 }

  private func swipe(_ desk: FocusDesk, from: Double, to: Double, y: Double = 450) {
    func touch(_ phase: TouchEvent.Phase, _ x: Double) {
      desk.kiosk.handle(
        .touch(TouchEvent(phase: phase, contact: 0, position: Point(x: x, y: y), time: desk.now)))
    }
    touch(.down, from)
    for step in 1...12 {
      desk.wait(0.017)
      touch(.motion, from + (to - from) * Double(step) / 12)
    }
    desk.wait(0.017)
    touch(.up, to)
    desk.wait(1.5)
  }

  @Test(arguments: [("مرحبا", true), ("שלום", true), ("Hello", false)])
  func aSwipeAndAKeyTurnAsOneReads(title: String, isMirrored: Bool) {
    let desk = desk(title)
    let (near, far): (Double, Double) = isMirrored ? (200, 600) : (600, 200)
    swipe(desk, from: far, to: near)
    #expect(isOn(desk, 0), "there is none before the first")
    swipe(desk, from: near, to: far)
    #expect(isOn(desk, 1))
    desk.press(isMirrored ? .left : .right)
    desk.wait(1)
    #expect(isOn(desk, 2))
    desk.press(isMirrored ? .right : .left)
    desk.wait(1)
    #expect(isOn(desk, 1))
    swipe(desk, from: far, to: near)
    #expect(isOn(desk, 0))
  }

  /// What follows the finger is where it is: half a panel to the right, the next page has come half from the left.
  @Test func theNextComesFromTheLeft() {
    let desk = desk("مرحبا")
    func touch(_ phase: TouchEvent.Phase, _ x: Double) {
      desk.kiosk.handle(
        .touch(TouchEvent(phase: phase, contact: 0, position: Point(x: x, y: 450), time: desk.now)))
    }
    touch(.down, 100)
    for x in [150.0, 300, 508] {
      touch(.motion, x)
      desk.wait(0.3)
    }
    var scene = Scene(size: PixelSize(width: 800, height: 480))
    desk.kiosk.draw(into: &scene)
    let edges = Set(scene.layers.map(\.frame.x0))
    #expect(isOn(desk, 0.5) && edges.contains(-400) && edges.contains(400))
  }

  @Test(arguments: [("مرحبا", true), ("Hello", false)])
  func aDetailPageGoesBackToWhereItCameFrom(title: String, isMirrored: Bool) {
    let desk = desk(title, pages: 1)
    let edges: (Double, Double) = isMirrored ? (796, 300) : (4, 500)
    for isFromEdge in [false, true] {
      desk.kiosk.receive(.press(card(0), part: nil, inDetailOf: nil), at: desk.now)
      desk.kiosk.receive(.detail(desk.kiosk.shownPage, of: card(0), isAnimated: false), at: desk.now)
      desk.wait(1)
      #expect(desk.kiosk.showsDetail == true)
      swipe(desk, from: isFromEdge ? edges.0 : 800 - edges.0, to: isFromEdge ? edges.1 : 800 - edges.1)
      #expect(desk.kiosk.showsDetail != isFromEdge)
      desk.press(.back)
      desk.wait(1)
    }
  }

  @Test(arguments: [0, 0.3, 1, 2.5, 3], [false, true])
  func dotsAreTheSameTheOtherWayAround(position: Double, hasIcons: Bool) {
    func row(_ isMirrored: Bool) -> PageDots {
      PageDots(
        count: 4, icons: Array(repeating: hasIcons ? tilePixmap() : nil, count: 4), position: position,
        size: PixelSize(width: 800, height: 480), grid: PixelGrid(scale: 1), isMirrored: isMirrored)
    }
    for index in 0..<4 {
      let (plain, mirrored) = (row(false), row(true))
      #expect(abs(plain.frame(of: index).x0 + mirrored.frame(of: index).x1 - 800) <= 1)
      #expect(plain.cell(of: index).x0 + mirrored.cell(of: index).x1 == 800)
      let middle = Point(x: Double(mirrored.cell(of: index).x0) + 20, y: 470)
      #expect(mirrored.page(at: middle) == (hasIcons ? index : nil))
    }
  }
}
