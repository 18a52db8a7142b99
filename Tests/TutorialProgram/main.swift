import Glibc
import Vitrine

// First thing in the program: what servers answer is read by a process without rights, which is this program, started a second time.
WorldReader.begin(log: { print($0) })

var parts = BoardParts.builtIn
parts.sources.register("counter", "Who waits at the counter.")

let source = BoardSource(path: CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "office.yaml")
do throws(UserError) {
  let reading = try source.read(parts: parts)
  guard let board = reading.board else { throw UserError(reading.diagnostics) }
  // The panel has a mode of its own; this one counts while none was ever plugged in.
  let mode = DisplayMode(size: PixelSize(width: 1280, height: 800))
  let kiosk = PanelKiosk(
    board: board, source: source, options: PanelOptions(mode: mode, parts: parts), cacheDirectory: "/var/cache/office",
    log: { print($0) })
  // From any thread, whenever there is something new.
  kiosk.push(["count": 3], to: "counter")
  // Until the service manager ends it, or `kiosk.stop()`.
  try kiosk.run()
} catch {
  print(error)
  exit(error.kind.rawValue)
}
