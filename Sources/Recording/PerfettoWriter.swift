import Numbers

/// Writes a Perfetto trace: a protobuf `Trace` of `TrackEvent`s, for ui.perfetto.dev.
///
/// Source of the numbers: Perfetto's `trace_packet.proto`, `track_event.proto`, `track_descriptor.proto`, `counter_descriptor.proto`.
public struct PerfettoWriter: Sendable {
  /// The file so far.
  public private(set) var bytes: [UInt8] = []
  private var tracks: UInt64 = 0

  /// A trace of a process of this name.
  public init(process: String) {
    var descriptor = Message()
    descriptor.add(1, Self.process)
    var own = Message()
    own.add(1, 1)
    own.add(6, process)
    descriptor.add(3, own)
    packet { $0.add(60, descriptor) }
  }

  /// A row of the trace.
  public struct Track: Sendable, Hashable {
    let id: UInt64
  }

  /// The process's own row; others lie in it.
  private static let process: UInt64 = 1
  /// Of the one writer of all packets.
  private static let sequence: UInt64 = 1

  /// A row of slices and moments.
  public mutating func track(_ name: String) -> Track {
    tracks += 1
    let track = Track(id: Self.process + tracks)
    var descriptor = Message()
    descriptor.add(1, track.id)
    descriptor.add(2, name)
    descriptor.add(5, Self.process)
    packet { $0.add(60, descriptor) }
    return track
  }

  /// A row of numbers.
  ///
  /// - Parameter unit: as people read it.
  public mutating func counter(_ name: String, unit: String) -> Track {
    tracks += 1
    let track = Track(id: Self.process + tracks)
    var counter = Message()
    counter.add(6, unit)
    var descriptor = Message()
    descriptor.add(1, track.id)
    descriptor.add(2, name)
    descriptor.add(5, Self.process)
    descriptor.add(8, counter)
    packet { $0.add(60, descriptor) }
    return track
  }

  /// Something that took a while; times in nanoseconds. Slices of one row lie in each other, or beside.
  ///
  /// - Parameter notes: what else is known of it.
  public mutating func slice(
    _ name: String, on track: Track, from: Int64, to: Int64, notes: [(name: String, text: String)] = []
  ) {
    event(1, track, at: from, name, notes)
    event(2, track, at: max(from, to), nil, [])
  }

  /// Something that happened at a moment.
  public mutating func moment(
    _ name: String, on track: Track, at time: Int64, notes: [(name: String, text: String)] = []
  ) {
    event(3, track, at: time, name, notes)
  }

  /// What a number was from a moment on.
  public mutating func count(_ value: Int64, on track: Track, at time: Int64) {
    var event = Message()
    event.add(9, 4)
    event.add(11, track.id)
    event.add(30, UInt64(bitPattern: value))
    packet {
      $0.add(8, UInt64(bitPattern: max(time, 0)))
      $0.add(11, event)
    }
  }

  private mutating func event(
    _ type: UInt64, _ track: Track, at time: Int64, _ name: String?, _ notes: [(name: String, text: String)]
  ) {
    var event = Message()
    event.add(9, type)
    event.add(11, track.id)
    if let name { event.add(23, name) }
    for note in notes {
      var annotation = Message()
      annotation.add(10, note.name)
      annotation.add(6, note.text)
      event.add(4, annotation)
    }
    packet {
      $0.add(8, UInt64(bitPattern: max(time, 0)))
      $0.add(11, event)
    }
  }

  private mutating func packet(_ body: (inout Message) -> Void) {
    var packet = Message()
    packet.add(10, Self.sequence)
    body(&packet)
    var trace = Message()
    trace.add(1, packet)
    bytes += trace.bytes
  }
}

/// A protobuf message: fields by their numbers, each a varint or bytes with their length.
private struct Message {
  private var encoder = RecordEncoder()

  var bytes: [UInt8] { encoder.bytes }

  mutating func add(_ field: UInt64, _ number: UInt64) {
    encoder.add(field << 3)
    encoder.add(number)
  }

  mutating func add(_ field: UInt64, _ text: String) { add(field, Array(text.utf8)) }

  mutating func add(_ field: UInt64, _ message: Message) { add(field, message.bytes) }

  private mutating func add(_ field: UInt64, _ list: [UInt8]) {
    encoder.add(field << 3 | 2)
    encoder.add(UInt64(list.count))
    for byte in list { encoder.add(byte: byte) }
  }
}
