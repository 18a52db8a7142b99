import Linux

/// Notices that the machine has slept: what was on the glass then, and where fingers were, is not known any more.
///
/// Few drivers tell of it in another way: the kernel switches terminals around a sleep only where there is no framebuffer console of DRM.
public final class SleepWatch {
  private let clock = ClockWatch()
  private var asleep: Double

  /// Clocks read in turn differ by what lies in between; the shortest of sleeps is longer. Seconds.
  private static let shortest = 0.1

  /// Begins to watch.
  public init() { asleep = ClockWatch.timeAsleep() }

  /// Readable when `takeSleep` may have something to tell.
  public var descriptor: Int32 { clock.descriptor }

  /// Whether the machine has slept since this was last asked.
  public func takeSleep() -> Bool {
    guard clock.takeJump() else { return false }
    let before = asleep
    asleep = ClockWatch.timeAsleep()
    return asleep - before >= Self.shortest
  }
}
