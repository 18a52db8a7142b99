/// Ease in and out: 0 before 0, 3t² - 2t³, and 1 after 1; at most 0.02 from the `ease-in-out` of CSS.
///
/// - Parameter share: of the time.
@inlinable package func smoothstep(_ share: Double) -> Double {
  let t = min(max(share, 0), 1)
  return t * t * (3 - 2 * t)
}
