import Numbers
import Scene
import Testing

/// Doubles at every edge there is, and of every magnitude.
private let nasty: [Double] = {
  var numbers: [Double] = [
    0, -0.0, .nan, -.nan, .signalingNaN, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
    .leastNonzeroMagnitude, .leastNormalMagnitude, .ulpOfOne, .pi,
  ]
  for bits in [7, 8, 15, 16, 31, 32, 52, 53, 62, 63, 64] {
    let edge = Double(sign: .plus, exponent: bits, significand: 1)
    numbers += [edge, edge.nextUp, edge.nextDown, edge - 1, edge + 1, edge - 0.5, edge + 0.5]
  }
  for power in stride(from: -1074, through: 1023, by: 7) {
    numbers.append(Double(sign: .plus, exponent: power, significand: 1.5))
  }
  return numbers + numbers.map { -$0 }
}()

private func isNearest<Whole: FixedWidthInteger>(_ number: Double, _: Whole.Type) -> Bool {
  let whole = Whole(clamping: number)
  if number.isNaN { return whole == 0 }
  if let exact = Whole(exactly: number.rounded(.towardZero)), exact.magnitude <= 1 << 31 { return whole == exact }
  // Too far away: an end of the range, on the number's side of 0.
  return number < 0 ? whole <= 0 : whole >= Whole(clamping: Int64(1) << 31)
}

@Test func anyDoubleBecomesAWholeNumber() {
  for number in nasty {
    #expect(isNearest(number, Int.self), "\(number)")
    #expect(isNearest(number, Int32.self), "\(number)")
    #expect(isNearest(number, Int8.self), "\(number)")
    #expect(isNearest(number, UInt8.self), "\(number)")
    #expect(isNearest(number, UInt64.self), "\(number)")
  }
}

@Test func anyTwoLengthsMakeAnArea() {
  for a in nasty {
    for b in nasty { #expect(!Int(clamping: a).multipliedReportingOverflow(by: Int(clamping: b)).overflow) }
  }
}

@Test func anyOpacityAndShareIsAColour() {
  for number in nasty {
    _ = Color.white.opacity(number)
    _ = Color.white.mixed(with: .black, number)
    let covering = PixelRect(covering: Rect(x: number, y: -number, width: number, height: 1))
    #expect(covering.isEmpty || covering.width > 0)
  }
  #expect(Color.white.opacity(.nan).alpha == 0)
}

@Test func aRangeIsOneOnlyWhereItRises() {
  for low in nasty {
    for high in nasty {
      let range = ClosedRange(rising: low, high)
      #expect((range != nil) == (low <= high))
      if let range { #expect(range.lowerBound == low && range.upperBound == high) }
    }
  }
}
