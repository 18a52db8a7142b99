/// Writes each line once, until something has changed: what is looked for every ten seconds is reported once.
final class LogDeduplicator {
  private let log: (String) -> Void
  private var written: Set<String> = []

  init(_ log: @escaping (String) -> Void) { self.log = log }

  func write(_ line: String) {
    if written.insert(line).inserted { log(line) }
  }

  /// Things are otherwise now: lines may be written again.
  func reset() { written.removeAll() }
}
