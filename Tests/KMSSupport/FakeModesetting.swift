public import KMS
public import Panel

/// A machine with graphics cards, in virtual time: does what kernels and drivers have been seen to do, when it is told to.
public final class FakeModesetting: KernelModesetting {
  public var hardware: [FakeCard]
  /// Monotonic; moves only in `advance(to:)` and in calls that block.
  public private(set) var now: Nanoseconds = 1_000_000_000
  private var hasNews = false

  public init(_ hardware: [FakeCard] = [FakeCard()]) {
    self.hardware = hardware
    for card in hardware { card.machine = self }
  }

  public var descriptor: Int32 { -1 }

  /// The first card, which most tests have alone.
  public var card: FakeCard { hardware[0] }

  /// Lets time pass; flips that are due happen.
  public func advance(to time: Nanoseconds) {
    while let next = hardware.compactMap(\.nextFlip).min(), next <= time {
      now = max(now, next)
      for card in hardware { card.completeFlips(until: now) }
    }
    now = max(now, time)
  }

  /// When the next flip happens; nil when none is under way.
  public var nextFlip: Nanoseconds? { hardware.compactMap(\.nextFlip).min() }

  /// Whether news of frames waits to be read.
  public var hasEvents: Bool { hardware.contains { $0.shower?.events.isEmpty == false } }

  /// The kernel tells that something was plugged in or out.
  public func announce() { hasNews = true }

  public func cards() -> [CardNode] {
    hardware.filter(\.isPresent).map { CardNode(path: $0.path, stableName: $0.stableName) }
  }

  public func open(_ path: String) throws(ModesettingError) -> FakeHandle {
    guard let card = hardware.first(where: { $0.path == path && $0.isPresent }) else {
      throw ModesettingError("open", on: .card(path), number: 2)
    }
    try card.failures.take(.open, "open", on: .card(path))
    return FakeHandle(card)
  }

  public func takeHotplug() -> Bool {
    defer { hasNews = false }
    return hasNews
  }
}

/// A call that can be made to fail.
public enum FakeCall: Sendable, Hashable, CaseIterable {
  case open, resources, enableUniversalPlanes, enableAtomic, setMaster, dropMaster
  case makeBuffer, map, makeFramebuffer, makeBlob
  /// An atomic commit that only tests.
  case test
  /// One that blocks.
  case modeset
  /// One of the steady state.
  case commit
  case setMode, flip, markDirty, readEvent
}

/// Which calls fail with which errno.
public struct FakeFailures {
  private var scheduled: [FakeCall: [Int32?]] = [:]
  private var permanent: [FakeCall: Int32] = [:]

  public init() {}

  /// The next calls of a kind fail with these, in turn; nil lets one pass.
  public mutating func schedule(_ call: FakeCall, _ numbers: [Int32?]) { scheduled[call, default: []] += numbers }

  /// All calls of a kind fail, until told otherwise.
  public mutating func always(_ call: FakeCall, _ number: Int32?) { permanent[call] = number }

  mutating func take(_ call: FakeCall, _ name: StaticString, on object: ModesettingError.Object)
    throws(ModesettingError)
  {
    if var queue = scheduled[call], !queue.isEmpty {
      let number = queue.removeFirst()
      scheduled[call] = queue
      if let number { throw ModesettingError(name, on: object, number: number) }
    } else if let number = permanent[call] {
      throw ModesettingError(name, on: object, number: number)
    }
  }
}
