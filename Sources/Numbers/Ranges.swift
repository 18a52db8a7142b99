extension ClosedRange {
  /// From the one to the other; nil where the second is less, or one of them is no number, for which Swift's own `...` ends the process.
  @inlinable
  public init?(rising low: Bound, _ high: Bound) {
    guard low <= high else { return nil }
    self = low...high
  }
}
