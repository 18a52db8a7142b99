public import Scene

extension Pixmap {
  /// The same picture stored as a panel wants it, so that drawing it costs a copy: for the thread that rasters, not for frames.
  ///
  /// - Parameters:
  ///   - orientation: how the result is stored turned; that of the panel.
  ///   - format: of the result; a pixmap that is not opaque stays `.argb8888`, for 16 bits have no alpha.
  ///   - dithered: going to 16 bits, with the 8 x 8 ordered dither, anchored at the stored picture's corner.
  /// - Returns: itself when nothing changes.
  public func converted(orientation: Orientation, format: Format = .argb8888, dithered: Bool = false) -> Pixmap {
    let format = isOpaque ? format : .argb8888
    if orientation == self.orientation && format == self.format { return self }
    let wide = self.format == .argb8888 ? self : expanded()
    let turned = orientation == wide.orientation ? wide : wide.turned(to: orientation)
    return format == .argb8888 ? turned : turned.packed(dithered: dithered)
  }

  /// Rows of a 16-bit pixmap as 32 bits.
  private func expanded() -> Pixmap {
    let stored = storedSize
    return unsafe Pixmap(size: size, orientation: orientation, isOpaque: true, border: border) { base, pitch in
      for y in 0..<stored.height {
        unsafe load565Row(
          TargetRow(base + y * pitch, count: stored.width),
          SourceRow565(origin + y * self.pitch, count: stored.width))
      }
    }
  }

  /// Rows of a 32-bit pixmap as 16 bits.
  private func packed(dithered: Bool) -> Pixmap {
    let stored = storedSize
    let table = DitherTable()
    return unsafe Pixmap(size: size, orientation: orientation, format: .rgb565, isOpaque: true, border: border) {
      base, pitch in
      for y in 0..<stored.height {
        let out = unsafe TargetRow565(base + y * pitch, count: stored.width)
        let source = unsafe SourceRow(origin + y * self.pitch, count: stored.width)
        if dithered {
          store565Row(out, source, table.thresholds(x: 0, y: y))
        } else {
          store565Row(out, source)
        }
      }
    }
  }

  /// A 32-bit pixmap stored in another orientation.
  private func turned(to orientation: Orientation) -> Pixmap {
    let turn = self.orientation.turn(to: orientation)
    return unsafe Pixmap(size: size, orientation: orientation, isOpaque: isOpaque, border: border) { base, pitch in
      unsafe turnPixels(storedSize, by: turn, from: origin, pitch: self.pitch, to: base, pitch: pitch)
    }
  }
}

extension Orientation {
  /// The turn that leads from this orientation to another.
  fileprivate func turn(to other: Orientation) -> Orientation {
    Orientation(rawValue: (other.rawValue - rawValue + 360) % 360) ?? .degrees0
  }
}
