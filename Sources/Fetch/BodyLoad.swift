/// Bytes of the answers that are coming at this moment, together. Confined to the transport's queue.
final class BodyLoad {
  /// One answer may be as large as 32 MB; several that large at once are a third of what a kiosk may have.
  static let limit = 96 << 20

  private(set) var bytes = 0

  /// Another answer's bytes have become more, or it has gone.
  ///
  /// - Returns: false when all together are too much, and it is not the only one.
  func change(from old: Int, to new: Int) -> Bool {
    bytes += new - old
    return bytes <= Self.limit || bytes == new
  }
}
