/// A list of property values for the kernel to take all at once or not at all.
///
/// Laid out as `struct drm_mode_atomic` wants it, in memory that is kept from one frame to the next.
public struct AtomicRequest: ~Copyable, Sendable {
  /// `DRM_MODE_PAGE_FLIP_EVENT` and `DRM_MODE_ATOMIC_*`.
  public struct Flags: OptionSet, Sendable, Hashable {
    /// As the kernel takes them.
    public var rawValue: UInt32

    /// - Parameter rawValue: bits of `drm_mode.h`.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Tells when the state is on the glass.
    public static let event = Flags(rawValue: 0x1)
    /// Only asks whether the kernel would take it; nothing changes on the glass.
    public static let testOnly = Flags(rawValue: 0x100)
    /// The screen may go dark for a moment.
    public static let allowModeset = Flags(rawValue: 0x400)
  }

  /// Ids of connectors, CRTCs and planes; each stands once for a run of values set one after the other.
  public private(set) var objects: [UInt32] = []
  /// Values that each object has.
  public private(set) var counts: [UInt32] = []
  /// Ids of the properties, object by object: `counts` says how many belong to each.
  public private(set) var properties: [UInt32] = []
  /// What each of `properties` becomes; a signed value by its bits.
  public private(set) var values: [UInt64] = []

  /// Sets nothing yet; has room for a modeset, so that frames take nothing from the heap.
  public init() {
    objects.reserveCapacity(16)
    counts.reserveCapacity(16)
    properties.reserveCapacity(64)
    values.reserveCapacity(64)
  }

  /// Becomes the same list as `other`, in this value's own memory.
  mutating func replace(with other: borrowing AtomicRequest) {
    removeAll()
    objects.append(contentsOf: other.objects)
    counts.append(contentsOf: other.counts)
    properties.append(contentsOf: other.properties)
    values.append(contentsOf: other.values)
  }

  mutating func removeAll() {
    objects.removeAll(keepingCapacity: true)
    counts.removeAll(keepingCapacity: true)
    properties.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
  }

  /// - Parameter property: nil where the object has none of that name: nothing is set.
  mutating func set(_ object: UInt32, _ property: UInt32?, _ value: UInt64) {
    guard let property else { return }
    if objects.last == object {
      counts[counts.count - 1] += 1
    } else {
      objects.append(object)
      counts.append(1)
    }
    properties.append(property)
    values.append(value)
  }
}
