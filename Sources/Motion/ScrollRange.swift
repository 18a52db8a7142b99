/// Where content may rest, and what a finger's travel shows beyond.
///
/// One axis, dp. `offset` is what is displayed: it grows as the content moves towards its beginning's side (up, left).
/// `travel` is the same coordinate as driven by the finger: both agree inside the range, beyond it the rubber band takes part.
public struct ScrollRange: Sendable, Hashable {
  /// 0, or minus the height of a header held open.
  public let lower: Double
  /// Offset of the content's end, dp; never below `lower`.
  public let upper: Double
  /// How far the content gives beyond its ends.
  public let band: RubberBand

  /// - Parameters:
  ///   - header: height of a header held open before the content, at least 0.
  ///   - content: length of the content.
  public init(header: Double = 0, content: Double, viewport: Double) {
    lower = 0 - max(0, header)
    upper = max(lower, content - viewport)
    band = RubberBand(viewport: viewport)
  }

  /// Length of what is seen at once, dp.
  public var viewport: Double { band.viewport }

  /// Whether content can rest in more than one place.
  public var isScrollable: Bool { upper > lower }

  /// The nearest offset inside the range.
  public func clamp(_ offset: Double) -> Double { min(max(offset, lower), upper) }

  /// Whether an offset lies inside the range, ends included.
  public func contains(_ offset: Double) -> Bool { offset >= lower && offset <= upper }

  /// How far an offset lies outside: negative before the lower end, positive past the upper, 0 inside.
  public func overscroll(_ offset: Double) -> Double { offset - clamp(offset) }

  /// What is displayed for a travel.
  public func offset(ofTravel travel: Double) -> Double {
    if travel < lower { return lower - band.extent(ofTravel: lower - travel) }
    if travel > upper { return upper + band.extent(ofTravel: travel - upper) }
    return travel
  }

  /// The travel that displays an offset, for offsets less than 0.98 viewports outside.
  public func travel(ofOffset offset: Double) -> Double {
    if offset < lower { return lower - band.travel(ofExtent: lower - offset) }
    if offset > upper { return upper + band.travel(ofExtent: offset - upper) }
    return offset
  }

  /// Displayed movement per movement of the finger: 1 inside, the rubber band's slope outside.
  public func slope(atTravel travel: Double) -> Double {
    if travel < lower { return band.slope(atTravel: lower - travel) }
    if travel > upper { return band.slope(atTravel: travel - upper) }
    return 1
  }
}
