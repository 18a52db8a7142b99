import Kiosk
import Scene
import Testing

@testable import Vitrine

/// What the frame thread was given is given back elsewhere, and only when it has let go.
@Suite struct DeliveryTests {
  private func page(_ generation: Int) -> KioskPage {
    KioskPage(generation: generation, blocks: [], tiles: [], header: nil, height: 0)
  }

  private func tile() -> Pixmap {
    Pixmap(size: PixelSize(width: 4, height: 4), isOpaque: true) { _, _ in Pixel(.white) }
  }

  private func drain(_ delivery: Delivery) -> [KioskMessage] {
    var messages: [KioskMessage] = []
    delivery.mailbox.drain(into: &messages)
    return messages
  }

  @Test func theFrameThreadIsNeverTheLastToHoldAPage() {
    let delivery = Delivery()
    weak var page: KioskPage?
    var held: [KioskMessage]
    do {
      let made = self.page(1)
      page = made
      delivery.post(.page(made))
      held = drain(delivery)
    }
    delivery.takeBack()
    #expect(page != nil && delivery.lentCount == 1, "it is on show")
    held.removeAll()
    #expect(page != nil, "what lets go gives nothing back")
    delivery.takeBack()
    #expect(page == nil && delivery.lentCount == 0)
  }

  @Test func everythingThatTakesMuchMemoryIsLent() {
    let delivery = Delivery()
    let key = TileKey(high: 1, low: 2)
    let question = Question(pixmap: tile(), yes: .empty, no: .empty, radius: 0)
    let messages: [(KioskMessage, Int)] = [
      (.tile(tile(), key: key), 1), (.page(page(1)), 1), (.detail(page(2), of: CardID(place: 0), isAnimated: false), 1),
      (.notice(tile()), 1), (.staleChip(tile()), 1), (.refreshSprite(tile(), index: 0), 1), (.question(question), 1),
      (.pages([PageOffer(number: 0, page: page(3), icon: tile()), PageOffer(number: 1)]), 2),
      (.notice(nil), 0), (.question(nil), 0), (.stop, 0),
    ]
    var count = 0
    for (message, objects) in messages {
      delivery.post(message)
      count += objects
      #expect(delivery.lentCount == count, "\(message)")
    }
    #expect(drain(delivery).count == messages.count)
  }

  @Test func onlyWhatHasComeBackIsGivenBack() {
    let delivery = Delivery()
    for _ in 0..<6 { delivery.post(.tile(tile(), key: TileKey(high: 0, low: 0))) }
    var held = drain(delivery)
    held.removeSubrange(1..<4)
    delivery.takeBack()
    #expect(delivery.lentCount == 3)
    held.removeAll()
    delivery.takeBack()
    #expect(delivery.lentCount == 0)
  }

  @Test func whatComesBackWhileThePanelMovesDoesNotPileUp() {
    let delivery = Delivery()
    for _ in 0..<1_000 {
      delivery.post(.tile(tile(), key: TileKey(high: 0, low: 0)))
      _ = drain(delivery)
    }
    delivery.finishLooks()
    #expect(delivery.lentCount <= 9)
  }
}
