import Board
import Content
import Dispatch
import Images
import Markup
import Panel
import Preview
import Scene
import Vitrine

/// A card in each state its sources can be in, so that what will be seen one day is seen now.
extension Studio {
  /// Rows of a picture at most.
  private static let tallest = 400

  /// Makes a picture of the card at a share of a panel's picture in every state: as it is, and as each of `Conditions.Figure`.
  func tryStates(_ number: Int, at spot: StudioSpot) {
    guard let panel = panel(number), let board else { return }
    panel.find(spot) { [weak self] found in
      guard let self, let found, let card = found.template else { return }
      // The card alone, with all sources, so that those it uses come.
      var alone = conditions.staged(board, mode: panel.spec.mode)
      guard var page = alone.pages.first else { return }
      page.cards = [card]
      alone.pages = [page]
      let width = min(max(found.hit.frame.width, 240), panel.spec.size.width)
      let states: [Conditions.Figure?] = [nil] + Conditions.Figure.allCases
      server.tell("battery", [.init("state", .text("making")), .init("kind", .text(card.kind.rawValue))])
      works.async { [weak self, alone] in
        guard let self else { return }
        let pictures = states.compactMap { state -> JSON? in
          guard let picture = self.picture(of: alone, in: state, width: width, of: panel) else { return nil }
          let name = self.nextName("card", ending: "png")
          self.server.offer(name, type: "image/png", PNG.encode(picture))
          return [
            "state": .text(state?.rawValue ?? ""), "picture": .text("made/" + name),
            "width": .number(Double(picture.size.width)), "height": .number(Double(picture.size.height)),
          ]
        }
        self.server.tell(
          "battery",
          [
            .init("state", .text("ready")), .init("kind", .text(card.kind.rawValue)), .init("list", .list(pictures)),
          ])
      }
    }
  }

  /// A board's picture while all its sources are in a state, as high as its cards.
  private func picture(of board: BoardFile, in state: Conditions.Figure?, width: Int, of panel: StudioPanel) -> Pixmap?
  {
    let name = -1_000 - panel.number
    let all: [String: Conditions.Figure] = board.sources.reduce(into: [:]) { $0[$1.name] = state }
    let stage = SourceStage(
      conditions: { Conditions(data: all) }, age: { [weak self] in self?.staleAge(of: $0) ?? 3_600 }, changed: {})
    var staging = staging(of: name)
    // The file is read again as it begins.
    staging.board = { _ in board }
    staging.answered = { id, answer, pass in stage.take(answer, from: id, panel: name, pass) }
    var options = panel.options(panel.spec)
    // As large as on the panel, though the glass is another.
    options.scale = panel.scale ?? options.scale
    options.mode = DisplayMode(size: PixelSize(width: width, height: Self.tallest))
    let start = clock.now()
    let kiosk = VirtualKiosk(
      board: board, source: setup.source, options: options, start: start.time, zone: start.zone,
      cacheDirectory: setup.cache, run: nil, sendsPosts: false, leavesMeasuring: true, staging: staging, log: { _ in })
    let end = kiosk.described.compactMap { $0.frame?.y1 }.max() ?? 0
    let rows = min(max(end + 8, 48), Self.tallest)
    return kiosk.screenshot(of: PixelRect(x: 0, y: 0, width: width, height: rows))
  }
}
