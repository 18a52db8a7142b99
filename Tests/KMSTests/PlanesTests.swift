import Compositor
import Glibc
import KMS
import KMSSupport
import Panel
import Scene
import Testing

// Pages that scroll on planes: the glass shows what it would show if every frame were composed.

/// A page of cards under a header, with what lies over it.
private struct Page {
  var size: PixelSize
  /// By their first rows; 10 rows each.
  var cards: [Layer] = []
  var row = 0
  var header = Color(rgb: 0x203040)
  var headerHeight = 6
  var indicator: UInt8 = 140
  var extra: [Layer] = []
  var background = Color(rgb: 0x102030)

  init(_ size: PixelSize, cards count: Int, _ random: inout SplitMix64) {
    self.size = size
    for index in 0..<count { cards.append(Self.card(index, size, &random)) }
  }

  static func card(_ index: Int, _ size: PixelSize, _ random: inout SplitMix64) -> Layer {
    let frame = PixelRect(x: 3, y: 2 + index * 12, width: size.width - 8, height: 10)
    let color = Color(rgb: UInt32.random(in: 0...0xFFFFFF, using: &random))
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return .fill(color, frame, radius: 3)
    case 1: return .fill(color, frame, opacity: 0.6)
    default:
      let seed = UInt32.random(in: 0...0xFFFF, using: &random)
      return .pixmap(
        Pixmap(size: frame.size, isOpaque: seed & 1 == 0) { x, y in
          Pixel(Color(rgb: (UInt32(x * 31 + y * 7) &* (seed | 1)) & 0xFFFFFF))
        }, x: frame.x0, y: frame.y0)
    }
  }

  var height: Int { cards.count * 12 + 4 }
  var viewport: PixelRect { PixelRect(x0: 0, y0: headerHeight, x1: size.width, y1: size.height) }

  /// The page's cards that are seen, as a kiosk has them, and no others.
  var scene: Scene {
    var scene = Scene(size: size, background: background)
    let dy = headerHeight - row
    for card in cards {
      let frame = card.frame.offset(dx: 0, dy: dy)
      guard frame.y1 > headerHeight, frame.y0 < size.height else { continue }
      var layer = card
      layer.frame = frame
      scene.add(layer)
    }
    scene.page = ScrolledPage(layers: 0..<scene.layers.count, viewport: viewport, row: row - headerHeight)
    if indicator > 0 {
      let y = headerHeight + row * (size.height - headerHeight - 8) / max(height, 1)
      scene.add(
        .fill(.white, PixelRect(x: size.width - 3, y: y, width: 2, height: 8), opacity: Double(indicator) / 255))
    }
    scene.add(.fill(header, PixelRect(x: 0, y: 0, width: size.width, height: headerHeight)))
    for layer in extra { scene.add(layer) }
    return scene
  }
}

private func cardWithPlanes(_ adjust: (FakeCard) -> Void = { _ in }) -> FakeModesetting {
  let card = FakeCard()
  adjust(card)
  return FakeModesetting([card])
}

private func rigWithPlanes(_ kernel: FakeModesetting = cardWithPlanes(), isOn: Bool = true) -> Rig {
  Rig(kernel) { $0.usesPlanes = isOn }
}

private func expectWanted(_ rig: borrowing Rig, sourceLocation: SourceLocation = #_sourceLocation) {
  let shows = rig.showsWanted()
  #expect(shows, sourceLocation: sourceLocation)
}

@Test(arguments: 0..<12)
func scrolledPicturesAreTheComposedOnes(seed: Int) {
  var random = SplitMix64(seed: UInt64(seed) &* 977 &+ 5)
  let kernel = cardWithPlanes { card in
    // Header, indicator and what is over them have to share what there is.
    for number in 0..<UInt32(seed % 4) {
      card.addOverlay(id: 60 + number)
    }
    card.hasHeights = seed % 2 == 0
    card.hasDamageClips = seed % 3 == 0
  }
  var rig = rigWithPlanes(kernel)
  var page = Page(rig.display.mode.viewerSize, cards: 40, &random)
  var speed = 0
  for frame in 0..<400 {
    switch Int.random(in: 0..<40, using: &random) {
    case 0: speed = Int.random(in: -12...12, using: &random)
    case 1: speed = 0
    // Further than there are rows to spare.
    case 2: page.row += Int.random(in: -300...300, using: &random)
    case 3:
      let index = Int.random(in: 0..<page.cards.count, using: &random)
      page.cards[index] = Page.card(index, page.size, &random)
    case 4: page.header = Color(rgb: UInt32.random(in: 0...0xFFFFFF, using: &random))
    case 5: page.indicator = UInt8.random(in: 0...255, using: &random)
    case 6:
      page.extra = [
        .fill(
          .black, PixelRect(x: 5, y: Int.random(in: 0..<page.size.height, using: &random), width: 20, height: 9),
          radius: 4, opacity: 0.5)
      ]
    case 7: page.extra = []
    case 8: page.extra = [.fill(.black, PixelRect(page.size), opacity: 0.3)]
    case 9: page.background = Color(rgb: UInt32.random(in: 0...0xFFFFFF, using: &random))
    case 10: page.headerHeight = Int.random(in: 0...9, using: &random)
    case 11 where seed % 2 == 1:
      // What is handed over may come to nothing.
      kernel.card.fates = [[.dropped], [.late(2)], [.doubled]].randomElement(using: &random)!
    case 12 where seed % 2 == 1: kernel.card.failures.schedule(.commit, [EBUSY, EBUSY])
    case 13...24: speed += Int.random(in: -2...2, using: &random)
    default: break
    }
    // A page is pulled past its ends, too.
    page.row = min(max(page.row + speed, -30), page.height)
    rig.settle(page.scene)
    guard rig.showsWanted() else {
      Issue.record("frame \(frame), row \(page.row)")
      return
    }
  }
  #expect(kernel.card.tornFrames == 0)
  #expect(rig.display.statistics.scrolled > 20)
  #expect(!rig.lines.mention("any more"))
}

@Test func scrollingDrawsRowsThatCameInAlone() {
  var random = SplitMix64(seed: 3)
  var rig = rigWithPlanes(cardWithPlanes { $0.addOverlay(id: 60) })
  var page = Page(rig.display.mode.viewerSize, cards: 100, &random)
  for _ in 0..<200 {
    page.row += 3
    rig.settle(page.scene)
    expectWanted(rig)
  }
  // The first is composed, and so are the two that show that it moves.
  #expect(rig.display.statistics.scrolled == 197)
  #expect(rig.display.statistics.modesets == 1)
  let last = rig.card.flips[rig.card.flips.count - 1]
  #expect(last.values.keys.contains("plane 31 SRC_Y"))
  #expect(last.values["plane 31 FB_ID"] == rig.card.flips[10].values["plane 31 FB_ID"])
}

/// The kernel looks up each property that is set: an overlay that stays shows another picture, and one that nobody uses is left alone.
@Test func overlaysThatStayAreNotLaidAnew() {
  var random = SplitMix64(seed: 8)
  var rig = rigWithPlanes(cardWithPlanes { $0.addOverlay(id: 60) })
  var page = Page(rig.display.mode.viewerSize, cards: 100, &random)
  page.indicator = 0
  func scroll(_ rig: inout Rig, _ count: Int) {
    for _ in 0..<count {
      page.row += 3
      rig.settle(page.scene)
    }
  }
  let used = rig.card.planes[0].id
  func laid(_ rig: borrowing Rig, _ id: UInt32) -> Set<String> {
    let values = rig.card.flips[rig.card.flips.count - 1].values
    return Set(values.keys.filter { $0.hasPrefix("plane \(id) ") }.map { String($0.split(separator: " ")[2]) })
  }
  func isLaidAnew(_ rig: borrowing Rig, since first: Int) -> Bool {
    rig.card.flips[first...].contains { $0.values.keys.contains("plane \(used) CRTC_W") }
  }
  scroll(&rig, 10)
  #expect(laid(rig, used) == ["FB_ID"] && laid(rig, 60) == [])
  expectWanted(rig)
  // What has moved is, and after a frame that was composed nobody knows what they show.
  for change in 0..<3 {
    let count = rig.card.flips.count
    switch change {
    case 0: page.headerHeight += 2
    // A frame that was refused has laid nothing, whatever the kernel had begun.
    case 1: rig.card.failures.schedule(.commit, [EBUSY])
    default:
      page.extra = [.fill(.black, PixelRect(page.size), opacity: 0.5)]
      scroll(&rig, 1)
      page.extra = []
    }
    scroll(&rig, 1)
    expectWanted(rig)
    scroll(&rig, 5)
    let isAnew = isLaidAnew(rig, since: count)
    #expect(isAnew)
    #expect(laid(rig, used) == ["FB_ID"] && laid(rig, 60) == [])
    expectWanted(rig)
  }
  let whole = rig.card.flips.last { $0.values.keys.contains("plane \(used) CRTC_W") }
  #expect(whole?.values["plane 60 FB_ID"] == 0, "then also those that lie nowhere")
}

/// A frame waits because the kernel is busy, and meanwhile the link to the panel fails.
@Test(arguments: 15..<30) func partsThatWaitAreNoPictureForAModeset(refusals: Int) {
  var random = SplitMix64(seed: 9)
  var rig = rigWithPlanes()
  var page = Page(rig.display.mode.viewerSize, cards: 40, &random)
  page.indicator = 0
  for _ in 0..<10 {
    page.row += 4
    rig.settle(page.scene)
  }
  let (scrolled, modesets) = (rig.display.statistics.scrolled, rig.card.modesets.count)
  rig.card.failures.schedule(.commit, Array(repeating: EBUSY, count: refusals))
  page.row += 4
  rig.show(page.scene)
  rig.card.connector.isLinkBad = true
  rig.kernel.announce()
  // Looked at before the next frame can mend it.
  for _ in 0..<1_000 where rig.card.modesets.count == modesets { rig.wait(milliseconds: 1) }
  #expect(rig.card.modesets.count == modesets + 1)
  expectWanted(rig)
  for _ in 0..<20 {
    page.row += 4
    rig.settle(page.scene)
    expectWanted(rig)
  }
  #expect(rig.display.statistics.scrolled > scrolled)
}

@Test func fadesOverThePageAreComposedAtOnce() {
  var random = SplitMix64(seed: 4)
  var rig = rigWithPlanes()
  var page = Page(rig.display.mode.viewerSize, cards: 40, &random)
  for _ in 0..<10 {
    page.row += 4
    rig.settle(page.scene)
  }
  let scrolled = rig.display.statistics.scrolled
  #expect(scrolled > 0)
  page.extra = [.fill(.black, PixelRect(page.size), opacity: 0.5)]
  page.row += 4
  rig.settle(page.scene)
  expectWanted(rig)
  #expect(rig.display.statistics.scrolled == scrolled)
  // The overlays are taken away in the same commit.
  #expect(rig.card.planes[0].framebuffer == 0)
  #expect(rig.display.statistics.modesets == 1)
}

@Test(arguments: [EINVAL, ENOSPC, ERANGE])
func planesThatAreRefusedInUseAreGivenUp(number: Int32) {
  var random = SplitMix64(seed: 5)
  var rig = rigWithPlanes()
  var page = Page(rig.display.mode.viewerSize, cards: 40, &random)
  for frame in 0..<30 {
    if frame == 12 { rig.card.overlayRefusal = number }
    page.row += 3
    rig.settle(page.scene)
    expectWanted(rig)
  }
  #expect(rig.display.statistics.scrolled > 0)
  #expect(rig.lines.filter { $0.contains("planes cannot scroll pages any more") }.count == 1)
  #expect(rig.display.rowRing == nil)
  #expect(rig.card.tornFrames == 0)
  #expect(rig.card.blankedByRemoval == 0)
}

@Test func planesThatAreRefusedWhenTriedAreNotUsed() {
  var rig = rigWithPlanes(cardWithPlanes { $0.overlayRefusal = EINVAL })
  rig.settle(.sample(1, size: rig.display.mode.viewerSize))
  expectWanted(rig)
  #expect(rig.display.rowRing == nil)
  #expect(rig.lines.filter { $0.contains("planes cannot scroll pages, every frame is composed") }.count == 1)
  // Nothing is kept for them.
  #expect(rig.card.liveBuffers == 3)
}

@Test func withoutMemoryForTheRingEveryFrameIsComposed() {
  let size = 64 * 4 + 52
  var rig = rigWithPlanes(cardWithPlanes { $0.memoryLimit = 3 * (size * 40 + 13) + 500 })
  rig.settle(.sample(1, size: rig.display.mode.viewerSize))
  expectWanted(rig)
  #expect(rig.display.rowRing == nil)
  #expect(rig.lines.mention("planes cannot scroll pages"))
}

@Test func nothingIsTriedWhereItIsNotWantedOrNotThere() {
  for (isOn, blank) in [(false, FakeCard.VerticalBlank.real), (true, .none)] {
    var rig = rigWithPlanes(cardWithPlanes { $0.verticalBlank = blank }, isOn: isOn)
    rig.settle(.sample(1, size: rig.display.mode.viewerSize))
    expectWanted(rig)
    #expect(rig.display.rowRing == nil)
    #expect(!rig.lines.mention("planes"))
  }
}

@Test func theScreenComesBackFromASwitchWithoutThePlanes() {
  var random = SplitMix64(seed: 6)
  var rig = rigWithPlanes()
  var page = Page(rig.display.mode.viewerSize, cards: 40, &random)
  for _ in 0..<8 {
    page.row += 3
    rig.settle(page.scene)
  }
  rig.display.suspend()
  rig.display.resume()
  for _ in 0..<8 {
    page.row += 3
    rig.settle(page.scene)
    expectWanted(rig)
  }
  #expect(rig.card.tornFrames == 0)
}

@Test func theSurveyCountsOverlays() {
  let rig = rigWithPlanes()
  #expect(rig.display.survey.choice?.overlays == 1)
  let none = rigWithPlanes(cardWithPlanes { $0.verticalBlank = .none })
  #expect(none.display.survey.choice?.overlays == 0)
}
