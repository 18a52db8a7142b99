import Synchronization

/// Where a board's files lie, looked up only when its file is read: a file server that does not answer then holds up nobody else.
final class BoardPlace: Sendable {
  private let known = Mutex<(path: String?, directory: String)?>(nil)

  /// The directory that paths in the board begin in; as it was when the board was read.
  func directory(of source: BoardSource) -> String {
    if let known = known.withLock({ $0 }), known.path == source.path { return known.directory }
    return look(source)
  }

  /// Looks anew: a link on the way to the board may have been turned.
  @discardableResult
  func look(_ source: BoardSource) -> String {
    let directory = source.directory
    known.withLock { $0 = (source.path, directory) }
    return directory
  }
}
