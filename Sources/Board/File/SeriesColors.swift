package import Scene

/// The colours of a chart's series: the first one's is given, and the others' mean nothing but that they are others.
package enum SeriesColors {
  /// As many colours as there are series, from the first on. Each keeps 3:1 on the ground, and none is taken for another, also by who sees
  /// no green, as long as there are any left: for four series always, unless the ground is neither light nor dark.
  ///
  /// - Parameters:
  ///   - first: of the first series.
  ///   - ground: what they stand on.
  ///   - ink: what is read on it; what shows too little is moved towards it.
  package static func choice(_ count: Int, first: Color, on ground: Color, ink: Color) -> [Color] {
    var chosen = [first]
    guard count > 1 else { return chosen }
    var left = (ground.luminance < 0.18 ? onDark : onLight).map {
      let color = Color(rgb: $0).legible(on: [ground], ratio: 3, towards: ink)
      return (color: color, distance: distance(color, first))
    }
    while chosen.count < count, !left.isEmpty {
      // The next of the order that is no other's like, else the one that is least so.
      guard
        let place = left.firstIndex(where: { $0.distance >= least })
          ?? left.indices.max(by: { left[$0].distance < left[$1].distance })
      else { break }
      // Fits: a place of one that is left.
      let next = left.remove(at: place).color
      chosen.append(next)
      for index in left.indices { left[index].distance = min(left[index].distance, distance(left[index].color, next)) }
    }
    return chosen
  }

  /// Below it two lines look alike where they are thin.
  private static let least = 0.13

  /// Who sees fewer colours sees all of them nearer to each other, so that less has to do.
  private static func distance(_ a: Color, _ b: Color) -> Double {
    min(a.difference(from: b), 1.5 * a.differenceWithoutGreen(from: b))
  }

  /// In the order they are taken; reds come last, for they mean something elsewhere.
  private static let onLight: [UInt32] = [
    0xB45309, 0x0F766E, 0x7C3AED, 0xBE185D, 0x64748B, 0x0B5CAD, 0x1E1B4B, 0xA16207, 0x4D7C0F, 0x0891B2, 0xEA580C,
    0x7F1D1D,
  ]
  private static let onDark: [UInt32] = [
    0xF2B45C, 0x62C9B0, 0xC9A0F0, 0xF29BB2, 0xB8C0CC, 0x6CB6FF, 0x8B7BF0, 0xF4F06C, 0xF4F4F4, 0x4F8BD6, 0xDE5B5B,
  ]
}
