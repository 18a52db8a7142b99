import Board
import Synchronization

/// What the running board has looked up on this machine, and what no line for people may hold.
final class Secrets: Sendable {
  private let known: Mutex<[Secret]>

  init(_ secrets: [Secret]) { known = Mutex(secrets) }

  /// Those of another version of the board; lines about the one before may still come.
  func add(_ secrets: [Secret]) {
    known.withLock { known in known += secrets.filter { !known.contains($0) } }
  }

  func hide(in line: String) -> String { known.withLock { $0 }.hidden(in: line) }
}
