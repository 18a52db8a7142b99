import Numbers
import Scene

/// What a scene is made of, as numbers that are equal where everything that is drawn is.
struct SceneHash {
  /// Of all of it.
  private(set) var whole: UInt64 = 0
  /// Of each layer, back to front; of the last one and all in front of it once there are too many.
  private(set) var layers: [UInt8] = []
  /// So many layers have a number of their own.
  static let most = 255

  init() { layers.reserveCapacity(Self.most) }

  mutating func take(_ scene: borrowing Scene, _ numbers: borrowing PixmapNumbers) {
    layers.removeAll(keepingCapacity: true)
    var all = Mixer()
    all.mix(scene.background)
    for layer in scene.layers {
      let hash = Self.hash(of: layer, numbers)
      all.mix(hash)
      let byte = UInt8(truncatingIfNeeded: hash >> 56)
      if layers.count < Self.most { layers.append(byte) } else { layers[Self.most - 1] &+= byte }
    }
    whole = all.value
  }

  private static func hash(of layer: borrowing Layer, _ numbers: borrowing PixmapNumbers) -> UInt64 {
    var mixer = Mixer()
    switch layer.content {
    case .fill(let color, let radius):
      mixer.mix(color)
      mixer.mix(radius)
    case .pixmap(let pixmap, let x, let y), .pattern(let pixmap, let x, let y):
      mixer.mix(numbers[pixmap])
      mixer.mix(x)
      mixer.mix(y)
      if case .pattern = layer.content { mixer.mix(1) }
    case .image(let pixmap, let map):
      mixer.mix(numbers[pixmap])
      mixer.mix(map.a)
      mixer.mix(map.b)
      mixer.mix(map.c)
      mixer.mix(map.d)
      mixer.mix(map.tx)
      mixer.mix(map.ty)
    case .beginGroup: mixer.mix(2)
    case .endGroup: mixer.mix(3)
    }
    mixer.mix(layer.frame.x0)
    mixer.mix(layer.frame.y0)
    mixer.mix(layer.frame.x1)
    mixer.mix(layer.frame.y1)
    mixer.mix(Int(layer.opacity))
    if let sector = layer.sector {
      mixer.mix(sector.center.x)
      mixer.mix(sector.center.y)
      mixer.mix(sector.start)
      mixer.mix(sector.sweep)
    }
    return mixer.value
  }
}

/// Words to one word. Source: Fibonacci hashing (Knuth 6.4) with the high half folded in.
struct Mixer {
  private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

  mutating func mix(_ word: UInt64) {
    value = (value ^ word) &* 0x9E37_79B9_7F4A_7C15
    value ^= value >> 32
  }

  mutating func mix(_ number: Int) { mix(UInt64(bitPattern: Int64(number))) }

  /// To a 65,536th: the last bit of a sine is another one on another processor, and of no pixel.
  mutating func mix(_ number: Double) { mix(Int(clamping: (number * 65_536).rounded())) }

  mutating func mix(_ color: Color) {
    mix(Int(color.red) << 24 | Int(color.green) << 16 | Int(color.blue) << 8 | Int(color.alpha))
  }
}
