/// Says each line once, until something has changed: what is looked for every ten seconds is reported once.
final class Voice {
  private let log: (String) -> Void
  private var said: Set<String> = []

  init(_ log: @escaping (String) -> Void) { self.log = log }

  func say(_ line: String) {
    if said.insert(line).inserted { log(line) }
  }

  /// Things are otherwise now.
  func forget() { said.removeAll() }
}
