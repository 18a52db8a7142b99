import Synchronization

/// What happens behind the frame thread, on its way into a record: that thread takes it along and never waits for it.
public final class RecordNotes: Sendable {
  /// Work that has been done, or how much of something there is.
  public struct Note: Sendable, Hashable {
    /// What it is of.
    public enum Kind: UInt8, Sendable, Hashable, CaseIterable {
      /// An answer was waited for.
      case fetch = 1
      /// Resident bytes of the process, in thousands.
      case memory
      /// A frame was handed to the kernel: how long that was busy with it.
      case commit
      /// What the board shows was worked out.
      case content
      /// Cards were drawn; the number tells which queue did.
      case tiles
    }

    /// What it is of.
    public var kind: Kind
    /// When it began, nanoseconds on the monotonic clock.
    public var from: Int64
    /// When it ended; the same where it is a number.
    public var to: Int64
    /// How much, or by whom; 0 where there is nothing to tell.
    public var value: Int

    /// For the parameters see the properties.
    public init(_ kind: Kind, from: Int64, to: Int64, value: Int = 0) {
      (self.kind, self.from, self.to, self.value) = (kind, from, to, value)
    }
  }

  /// So many wait at most; further ones are lost. A panel at rest takes none for minutes.
  private static let most = 256
  private let waiting: Mutex<[Note]>
  private let isAny = Atomic(false)

  /// None yet.
  public init() {
    var notes: [Note] = []
    notes.reserveCapacity(Self.most)
    waiting = Mutex(notes)
  }

  /// Leaves one; any thread.
  public func add(_ note: Note) {
    waiting.withLock { waiting in
      if waiting.count < Self.most { waiting.append(note) }
      isAny.store(true, ordering: .releasing)
    }
  }

  /// Exchanges those that wait for an empty list; leaves them for the next time where somebody is about to add one.
  public func take(into notes: inout [Note]) {
    guard isAny.load(ordering: .acquiring) else { return }
    let _: Void? = waiting.withLockIfAvailable { waiting in
      isAny.store(false, ordering: .relaxed)
      swap(&waiting, &notes)
    }
  }
}
