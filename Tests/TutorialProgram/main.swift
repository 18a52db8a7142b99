import Glibc
import Vitrine

// First thing in the program: what servers answer is read by a process without rights, which is this program, started a second time.
WorldReader.begin(log: { print($0) })

let counter = Counter()
let parts = BoardParts.office(counter)
let source = BoardSource(path: CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "office.yaml")
do throws(UserError) {
  let reading = try source.read(parts: parts)
  guard let board = reading.board else { throw UserError(reading.diagnostics) }
  // With `screen: .office` it takes the monitor on its side, without it what panel there is.
  let kiosk = PanelKiosk(
    board: board, source: source, options: .office(parts), cacheDirectory: "/var/cache/office", log: { print($0) })
  // From any thread, whenever there is something new.
  kiosk.push(counter.values, to: "counter")
  // Until the service manager ends it, or `kiosk.stop()`.
  try kiosk.run()
} catch {
  print(error)
  exit(error.kind.rawValue)
}
