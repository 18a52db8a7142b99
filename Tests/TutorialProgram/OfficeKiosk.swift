import Vitrine

/// A panel that shows the board at `path`, with parts of ours.
func officeKiosk(board path: String, _ counter: Counter) throws -> VirtualKiosk {
  let source = BoardSource(path: path)
  let parts = BoardParts.office(counter)
  // Every mistake in the file, ours included: an unknown key of `dial`, an action that is not there.
  let reading = try source.read(parts: parts)
  guard let board = reading.board else { throw UserError(reading.diagnostics) }
  let mode = DisplayMode(size: PixelSize(width: 480, height: 800))
  return VirtualKiosk(
    board: board, source: source, options: PanelOptions(mode: mode, parts: parts), start: 0, log: { print($0) })
}

/// Somebody comes in: the kiosk shows it with the next frame.
func arrive(_ counter: Counter, on kiosk: inout VirtualKiosk) {
  kiosk.push(counter.values, to: "counter")
}

/// Whether all is well, for whoever looks after the panel.
func isWell(_ kiosk: borrowing VirtualKiosk) -> Bool {
  kiosk.report().sources.allSatisfy { $0.problems.isEmpty && $0.updated != nil }
}
