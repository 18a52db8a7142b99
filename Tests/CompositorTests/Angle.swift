import Glibc

/// Degrees of a direction, clockwise from 3 o'clock on a plane whose y points down.
func angle(_ x: Double, _ y: Double) -> Double { atan2(y, x) * 180 / .pi }
