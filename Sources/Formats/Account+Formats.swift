import Board

/// What a reader takes of an answer's bounds; over one of them the answer is refused.
extension Account {
  /// Refuses an answer of too many bytes before anything is made of it.
  func begin(_ bytes: [UInt8]) throws(FormatError) {
    size = bytes.count
    if bytes.count > bounds.bytes { throw FormatError(.bytes(found: bytes.count, bound: bounds.bytes)) }
  }

  /// - Parameter position: the byte that has been reached.
  func charge(steps: Int, at position: Int) throws(FormatError) {
    if !spend(steps) { throw FormatError(.steps(position: position, of: max(size, position))) }
  }

  /// - Parameter position: the byte that has been reached.
  func charge(values: Int, at position: Int) throws(FormatError) {
    if !add(values: values) {
      throw FormatError(.values(bound: bounds.values, position: position, of: max(size, position)))
    }
  }

  /// - Parameter text: bytes of one text.
  func charge(text: Int) throws(FormatError) {
    if text > bounds.text { throw FormatError(.text(found: text, bound: bounds.text)) }
  }
}

extension FormatError {
  init(_ exceeded: BoundExceeded, at mark: Mark? = nil) { self.init(exceeded.description, at: mark) }
}
