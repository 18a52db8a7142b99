import KMS
import KMSSupport
import Kiosk
import Motion
import Panel
import Scene
import Testing

// A kiosk whose pages scroll on planes, beside one whose every frame is composed: both glasses show the same at every moment.

private let size = PixelSize(width: 200, height: 120)

private func card(overlays: Int) -> FakeCard {
  let card = FakeCard(
    connectors: [FakeConnector(modes: [.fake(size.width, size.height, isPreferred: true)])])
  for number in 1..<overlays { card.addOverlay(id: 60 + UInt32(number)) }
  return card
}

private func pixmap(_ width: Int, _ height: Int, seed: Int) -> Pixmap {
  Pixmap(size: PixelSize(width: width, height: height), isOpaque: seed % 3 != 0) { x, y in
    Pixel(
      Color(
        red: UInt8(truncatingIfNeeded: x &* 3 &+ seed &* 40), green: UInt8(truncatingIfNeeded: y &* 5), blue: 90,
        alpha: seed % 3 != 0 ? 255 : 180))
  }
}

private func page(header: Int) -> KioskPage {
  let page = stack(Array(0..<40).map { ($0, 33) }, width: size.width)
  return KioskPage(
    generation: 1, blocks: page.blocks, tiles: page.tiles,
    header: PageTile(
      key: key(1000 + header), frame: PixelRect(x: 0, y: 0, width: size.width, height: 18)), height: page.height)
}

private func open(_ rig: inout PanelRig) {
  rig.mailbox.post(.page(page(header: 0)))
  rig.mailbox.post(.tile(pixmap(size.width, 18, seed: 1), key: key(1000)))
  for number in 0..<40 where number % 7 != 5 {
    rig.mailbox.post(.tile(pixmap(size.width, 33, seed: number), key: key(number)))
  }
}

private func sameGlass(_ one: borrowing PanelRig, _ other: borrowing PanelRig) -> Bool {
  one.kernel.card.glass() == other.kernel.card.glass()
}

@Test(arguments: [1, 2, 4]) func aKioskOnPlanesShowsWhatAComposedOneShows(overlays: Int) {
  var planes = PanelRig(card(overlays: overlays))
  var composed = PanelRig(card(overlays: overlays), usesPlanes: false)
  open(&planes)
  open(&composed)
  planes.run(seconds: 1)
  composed.run(seconds: 1)
  var touch = ScriptedTouch(start: Double(planes.kernel.now) / 1e9 + 0.1)
  for round in 0..<4 {
    touch.flick(from: Point(x: 90, y: 110), to: Point(x: 90, y: 30), over: 0.1)
    touch.wait(round == 2 ? 2.5 : 0.7)
    touch.flick(from: Point(x: 90, y: 100), to: Point(x: 90, y: 40), over: 0.2)
    touch.wait(0.3)
    // A press that shows on a card, and what it begins to scroll by.
    touch.down(Point(x: 60, y: 80))
    touch.wait(0.3)
    touch.move(to: Point(x: 60, y: 50), over: 0.2)
    touch.up()
    touch.wait(0.6)
  }
  for _ in 0..<8 {
    touch.flick(from: Point(x: 90, y: 30), to: Point(x: 90, y: 115), over: 0.08)
    touch.wait(0.4)
  }
  // Past the top, as for a refresh.
  touch.down(Point(x: 90, y: 30))
  touch.move(to: Point(x: 90, y: 110), over: 0.4)
  touch.wait(0.3)
  touch.up()
  touch.wait(2)
  var moments = 0
  var next = 0
  let events = touch.events
  while Double(planes.kernel.now) / 1e9 < touch.time {
    let now = Double(planes.kernel.now) / 1e9
    while next < events.count, events[next].time <= now {
      planes.touch(events[next])
      composed.touch(events[next])
      next += 1
    }
    moments += 1
    if moments % 97 == 50 {
      // A card and the header look different from now on.
      let number = moments / 97 % 12
      let looks = [
        (pixmap(size.width, 33, seed: moments), key(number)), (pixmap(size.width, 18, seed: moments), key(1000)),
      ]
      for (pixmap, key) in looks {
        planes.mailbox.post(.tile(pixmap, key: key))
        composed.mailbox.post(.tile(pixmap, key: key))
      }
    }
    planes.run(seconds: 0.008)
    composed.run(seconds: 0.008)
    guard sameGlass(planes, composed) else {
      Issue.record("after \(moments) moments of 8 ms the glasses differ")
      return
    }
  }
  #expect(planes.kernel.card.tornFrames == 0)
  #expect(planes.loop.screen.statistics.scrolled > 100, "\(planes.loop.screen.statistics.scrolled)")
  #expect(composed.loop.screen.statistics.scrolled == 0)
  #expect(planes.loop.kiosk.offset == composed.loop.kiosk.offset)
}
