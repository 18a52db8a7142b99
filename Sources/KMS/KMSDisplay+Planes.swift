public import Compositor
import Panel

// Pages that scroll on planes.

extension KMSDisplay {
  /// See `Display.rowRing`. None before a mode is set: the first frame sets everything.
  public var rowRing: RowRing? {
    guard case .idle(let output) = phase, !glass.signal.needsModeset else { return nil }
    return output.planes?.ring
  }

  /// See `Display.present(_:_:)`.
  public mutating func present(
    _ frame: PlaneFrame, _ draw: (_ ring: borrowing Surface, _ parts: borrowing Surface, _ age: Int) -> Void
  ) -> Bool {
    guard rowRing != nil, let (output, buffer) = freeBuffer(), let planes = output.planes else { return false }
    draw(planes.buffer.surface(), buffer.surface(), age(of: buffer))
    return present(Phase.Frame(buffer: buffer, drawnAt: clock(), planes: frame), output)
  }

  /// A driver that took planes when they were tried does not take them in use: all is set anew, and composed from then on.
  mutating func refusePlanes(_ output: Output<Kernel.Card>, after error: ModesettingError) {
    output.giveUpPlanes(after: error)
    phase = .idle(output)
    forgetContents()
  }
}
