import TestSupport

extension SplitMix64 {
  mutating func double(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }
}

func isNear(_ a: Double, _ b: Double, within tolerance: Double = 1e-6) -> Bool { abs(a - b) <= tolerance }
