/// The scale of a chart: what a board says, else from a round number to a round number.
struct ChartScale {
  /// At the lower edge.
  var low: Double
  /// At the upper edge; greater than `low`.
  var high: Double

  /// - Parameters:
  ///   - least: of all values.
  ///   - low: what the board says; nil for a round number.
  ///   - hasGround: zero is in sight.
  init(least: Double, most: Double, low wantedLow: Double?, high wantedHigh: Double?, hasGround: Bool) {
    var (least, most) = (least.isFinite ? least : 0, most.isFinite ? most : 0)
    if hasGround { (least, most) = (min(least, 0), max(most, 0)) }
    let step = Self.step(of: (wantedHigh ?? most) - (wantedLow ?? least))
    low = wantedLow ?? (step > 0 ? (least / step + 1e-9).rounded(.down) * step : least)
    high = wantedHigh ?? (step > 0 ? (most / step - 1e-9).rounded(.up) * step : most)
    if !low.isFinite { low = least }
    if !high.isFinite { high = most }
    // A level line stands in the middle, and what is above and below it is another value.
    if high <= low {
      let room = max(low.magnitude * 1e-3, 1)
      (low, high) = (low - room, low + room)
    }
  }

  /// 1, 2 or 5 of a power of ten, a quarter of the span or somewhat more: the ends are no further off than that.
  private static func step(of span: Double) -> Double {
    guard span > 0, span.isFinite, span < 1e15, span > 1e-9 else { return 0 }
    var power = 1.0
    while power * 10 <= span / 5 { power *= 10 }
    while power > span / 5 { power /= 10 }
    for factor in [1.0, 2, 5] where factor * power >= span / 5 { return factor * power }
    return 10 * power
  }
}
