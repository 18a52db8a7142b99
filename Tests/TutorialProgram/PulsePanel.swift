import Vitrine

/// A panel of 480 x 320 that shows a board with our style.
func pulsePanel(board path: String) throws -> VirtualKiosk {
  let source = BoardSource(path: path)
  let reading = try source.read(parts: .withPulse)
  for problem in reading.diagnostics { print(problem) }
  guard let board = reading.board else { throw UserError(.input, "\(path) has mistakes") }
  let mode = DisplayMode(size: PixelSize(width: 480, height: 320))
  // `LiveKiosk` takes the same, and shows it in real time.
  return VirtualKiosk(
    board: board, source: source, options: PanelOptions(mode: mode, parts: .withPulse), start: 0, log: { print($0) })
}
