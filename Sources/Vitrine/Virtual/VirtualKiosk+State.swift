package import Board
package import Kiosk
import Motion
public import Panel
public import Refresh
package import Scene
package import Typesetting

/// What can be seen of a kiosk on a virtual panel without moving its time.
extension VirtualKiosk {
  /// Frames that reached the virtual glass, the latest last.
  public var shown: [VirtualDisplay.Shown] { loop.screen.log }
  /// How many frames have reached the virtual glass.
  public var frameCount: Int { loop.screen.frameCount }
  /// Where the refresh stands.
  public var refreshPhase: RefreshPhase { loop.kiosk.refreshPhase }
  /// Position of the page, in dp: 0 at its top, negative while pulled.
  public var offset: Double { loop.kiosk.offset }
  /// Number of the page that is on show, or comes to be.
  public var page: Int { loop.kiosk.page }
  /// Where among the pages on offer the panel is: 0 on the first, fractional while they are turned.
  public var pagePosition: Double { loop.kiosk.pagePosition }
  /// Whether a question waits for its answer.
  public var showsQuestion: Bool { loop.kiosk.showsQuestion }
  /// Whether a detail page lies over the board.
  public var showsDetail: Bool { loop.kiosk.showsDetail }
  /// Whether the strip at the bottom edge says that something is wrong with the board file.
  public var showsNotice: Bool { loop.kiosk.showsNotice }
  /// Whether the chip says from when stale data is.
  public var showsStaleChip: Bool { loop.kiosk.showsStaleChip }
  /// The picture on the virtual glass as one number.
  package var pixelHash: UInt64 { loop.screen.pixelHash }
  /// What has been counted of its frames.
  package var frameStatistics: FrameStatistics { loop.scheduler.statistics }
  /// Whether every tile on the panel is there.
  public var isComplete: Bool { loop.kiosk.isComplete }

  /// The cards of the page on show, each with its edges below the header, in pixels.
  package var cardFrames: [(card: CardID, frame: PixelRect)] { loop.kiosk.shownPage.blocks.map { ($0.id, $0.frame) } }
  /// The page a finger reaches.
  package var shownPage: KioskPage { loop.kiosk.shownPage }
  /// Of the band above the cards, in pixels; 0 without one.
  package var headerHeight: Int { loop.kiosk.shownPage.headerHeight(width: size.width) }

  /// What lies uppermost, in the order it is read, for somebody who does not see it; and the words for the rest of it.
  package var spoken: (cards: [SpokenCard], words: SpokenWords) { coordinator.spoken }

  /// What is said before the cards, and after them.
  package var spokenFrame: (first: [String], last: String?) { coordinator.spokenFrame }

  /// The same as lines of text, each with where on the page it stands: pixels from the page's upper left corner, also of what has to be
  /// scrolled to.
  package var described: [(line: String, frame: PixelRect?)] {
    let (cards, words) = spoken
    let frames = Dictionary(cardFrames.map { ($0.card, $0.frame) }, uniquingKeysWith: { first, _ in first })
    // A band above the page, or a column beside it.
    let header = shownPage.header?.frame
    return cards.map { card in
      let below = frames[card.card].map { $0.offset(dx: 0, dy: headerHeight) }
      return (card.line(words), below ?? (card.level == 1 ? header : nil))
    }
  }

  /// What of the words of the page on show is seen on the glass, also where one has to scroll to it.
  package var drawnWords: [DrawnCard] { coordinator.tiles.drawnWords(generation: shownPage.generation) }

  /// What the voice has been asked to say since this was last asked, the latest last.
  package func takeSaid() -> [Utterance] { transcript.take() }

  /// What the keys are on, in pixels of the page; nil while no ring is shown.
  package var focusFrame: PixelRect? { loop.kiosk.focusFrame }
  /// The card that the keys are on; nil while they are on none.
  package var focusCard: CardID? { loop.kiosk.focusCard }
  /// Whether the symbol of what makes the panel easier to use stands on it.
  package var hasSymbol: Bool { loop.kiosk.symbolFrame != nil }
  /// Rows of the panel above all that is shown.
  package var rowsAbove: Int { loop.kiosk.rowsAbove }
  /// Row of the page in front that lies at the top of where it scrolls; negative while it is pulled.
  package var frontRow: Int { loop.kiosk.frontRow }
  /// Where the page in front scrolls, in pixels of the panel.
  package var viewport: PixelRect { loop.kiosk.viewport }
  /// Pixels per dp.
  package var scale: Double { loop.kiosk.scale }
  /// Of the panel as the viewer sees it, pixels.
  package var size: PixelSize { loop.screen.mode.viewerSize }

  /// How far a finger must travel from rest at the top, in pixels, to pull the page to a share of the trigger.
  package func travel(toPullRatio ratio: Double) -> Double { loop.kiosk.travel(toPullRatio: ratio) }

  /// Bytes of the tiles kept for the page.
  public var tileBytes: Int { loop.kiosk.tileBytes }
  /// Bytes of the pictures kept for its cards.
  package var pictureBytes: Int { coordinator.pictures.bytes }
  /// How many bytes of them are kept at most.
  package static var pictureBudget: Int { PictureStore.budget }
  /// Counts the layouts of the page that have come to the panel.
  package var layoutGeneration: Int { loop.kiosk.layoutGeneration }
}
