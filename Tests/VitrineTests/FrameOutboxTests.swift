import Kiosk
import Refresh
import Scene
import Synchronization
import Testing

@testable import Vitrine

/// An outbox whose releases are made when a test says so.
private final class Desk: Sendable {
  private let looks = Mutex<[(moment: FrameOutbox.Delay, look: @Sendable () -> Void)]>([])
  private let made = Mutex<FrameOutbox?>(nil)
  private let now = Mutex<UInt64>(0)

  var outbox: FrameOutbox {
    made.withLock { made in
      if let made { return made }
      let outbox = FrameOutbox(clock: { [weak self] in self?.now.withLock { $0 } ?? 0 }) { [weak self] moment, look in
        self?.looks.withLock { $0.append((moment, look)) }
      }
      made = outbox
      return outbox
    }
  }

  var waiting: [FrameOutbox.Delay] { looks.withLock { $0.map(\.moment) } }

  /// What is posted from now on comes by itself.
  func pass() { now.withLock { $0 += FrameOutbox.burst + 1 } }

  /// Takes the looks asked for so far.
  func look() {
    let due = looks.withLock { looks in
      defer { looks = [] }
      return looks
    }
    for (_, look) in due { look() }
  }

  func drain() -> [KioskMessage] {
    var messages: [KioskMessage] = []
    outbox.mailbox.drain(into: &messages)
    return messages
  }
}

private func page(_ generation: Int) -> KioskPage {
  KioskPage(generation: generation, blocks: [], tiles: [], header: nil, height: 0)
}

private func picture() -> Pixmap {
  Pixmap(size: PixelSize(width: 4, height: 4), isOpaque: true) { _, _ in Pixel(.white) }
}

private let key = TileKey(high: 1, low: 2)

/// What the frame thread was given is given back elsewhere, and only when it has let go.
@Suite struct FrameOutboxTests {
  @Test func theFrameThreadIsNeverTheLastToHoldAPage() {
    let desk = Desk()
    weak var shown: KioskPage?
    var held: [KioskMessage]
    do {
      let made = page(1)
      shown = made
      desk.outbox.post(.page(made))
      held = desk.drain()
    }
    #expect(desk.waiting == [.later])
    desk.look()
    #expect(shown != nil && desk.outbox.retainedCount == 1, "it is on show")
    held.removeAll()
    #expect(shown != nil, "what lets go gives nothing back")
    desk.outbox.expectReleases()
    desk.look()
    #expect(shown == nil && desk.outbox.retainedCount == 0 && desk.waiting.isEmpty)
  }

  /// What a page was laid out from goes with the last who could ask for its tiles.
  @Test func whoKeepsWhatPagesWereMadeFromIsTold() {
    let desk = Desk()
    let told = Mutex<[[Int]]>([])
    desk.outbox.whenPagesAreReleased { generations in told.withLock { $0.append(generations.sorted()) } }
    for generation in 1...3 { desk.outbox.post(.page(page(generation))) }
    desk.outbox.post(.tile(picture(), key: key))
    var held = desk.drain()
    desk.look()
    #expect(told.withLock { $0 }.isEmpty, "all are held")
    held.removeFirst(2)
    desk.outbox.expectReleases()
    desk.look()
    #expect(told.withLock { $0 } == [[1, 2]])
    held.removeLast()
    desk.outbox.expectReleases()
    desk.look()
    #expect(told.withLock { $0 } == [[1, 2]], "a tile is no page")
    held.removeAll()
    desk.outbox.expectReleases()
    desk.look()
    #expect(told.withLock { $0 } == [[1, 2], [3]])
  }

  @Test func everythingThatTakesMuchMemoryIsLent() {
    let desk = Desk()
    let question = Question(pixmap: picture(), yes: .empty, no: .empty, radius: 0)
    let control = RefreshControl(style: CompassStyle(), sprites: SpriteSet([]))
    let messages: [(KioskMessage, Int)] = [
      (.tile(picture(), key: key), 1), (.page(page(1)), 1),
      (.detail(page(2), of: .init(place: 0), isAnimated: false), 1), (.notice(picture()), 1),
      (.staleChip(picture()), 1), (.refreshSprite(picture(), index: 0), 1), (.question(question), 1),
      (.refreshControl(control), 1),
      (.pages([PageOffer(number: 0, page: page(3), icon: picture()), PageOffer(number: 1)]), 2),
      (.notice(nil), 0), (.question(nil), 0), (.stop, 0),
    ]
    var count = 0
    for (message, objects) in messages {
      desk.outbox.post(message)
      count += objects
      #expect(desk.outbox.retainedCount == count, "\(message)")
    }
    #expect(desk.drain().count == messages.count)
  }

  @Test func onlyWhatHasComeBackIsGivenBack() {
    let desk = Desk()
    for index in 0..<6 {
      if index == 5 { desk.pass() }
      desk.outbox.post(.tile(picture(), key: key))
    }
    var held = desk.drain()
    held.removeSubrange(1..<4)
    desk.look()
    #expect(desk.outbox.retainedCount == 3)
    held.removeAll()
    desk.look()
    #expect(desk.outbox.retainedCount == 0)
  }

  @Test func whatIsHandedOverAgainIsGivenBackOnce() {
    let desk = Desk()
    do {
      let icon = picture()
      let offers = [PageOffer(number: 0, icon: icon), PageOffer(number: 1, icon: icon)]
      for _ in 0..<3 { desk.outbox.post(.pages(offers)) }
    }
    #expect(desk.outbox.retainedCount == 1)
    #expect(desk.drain().count == 3)
    desk.look()
    #expect(desk.outbox.retainedCount == 0)
  }

  @Test func aControlIsKeptUntilTheNextOneIsInItsPlace() {
    let desk = Desk()
    let control = RefreshControl(style: CompassStyle(), sprites: SpriteSet([]))
    desk.outbox.post(.refreshControl(control))
    #expect(desk.waiting.isEmpty && desk.outbox.retainedCount == 1)
    desk.outbox.post(.refreshControl(control))
    #expect(desk.waiting == [.later] && desk.outbox.retainedCount == 2)
    desk.look()
    #expect(desk.waiting == [.later] && desk.outbox.retainedCount == 2, "the next one may not have been taken yet")
    desk.look()
    #expect(desk.waiting.isEmpty && desk.outbox.retainedCount == 1)
  }

  @Test func whatComesBackWhileThePanelMovesDoesNotPileUp() {
    let desk = Desk()
    var most = 0
    for _ in 0..<200 {
      desk.outbox.post(.tile(picture(), key: key))
      _ = desk.drain()
      most = max(most, desk.outbox.retainedCount)
      if desk.waiting.contains(.soon) { desk.look() }
    }
    #expect((9...10).contains(most))
  }

  @Test func oneLookIsDueAtATimeAndAnotherAfterWhatHappensMeanwhile() {
    let desk = Desk()
    desk.outbox.post(.notice(picture()))
    desk.pass()
    desk.outbox.post(.notice(nil))
    #expect(desk.waiting == [.later])
    desk.look()
    #expect(desk.waiting == [.later], "the notice has gone since it was asked for")
    #expect(desk.drain().count == 2)
    desk.look()
    #expect(desk.waiting.isEmpty && desk.outbox.retainedCount == 0)
  }

  /// A clock's minute is a page and a tile: what they replace goes at once, and the panel is left in peace until the next one.
  @Test func aPageWithItsTilesIsOneLook() {
    let desk = Desk()
    var held: [KioskMessage] = []
    for minute in 0..<3 {
      desk.pass()
      desk.outbox.post(.page(page(minute)))
      desk.outbox.post(.tile(picture(), key: key))
      held = desk.drain()
      #expect(held.count == 2 && desk.waiting == [.later])
      desk.look()
      #expect(desk.waiting.isEmpty && desk.outbox.retainedCount == 2)
    }
  }
}
