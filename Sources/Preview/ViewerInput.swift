#if Preview
  internal import Motion
  internal import Scene

  /// One viewer's fingers, mouse and keys as the panel's input events.
  ///
  /// Contacts of different viewers never share a number, times are the server's, and positions are what the viewer of the turned
  /// panel sees.
  struct ViewerInput {
    /// Fingers one viewer may have down.
    static let mostContacts = 16

    /// Which viewer, from 0; contacts are numbered from `viewer * mostContacts`.
    let viewer: Int
    private var clock = ClockOffset()
    private var contacts: [Contact?] = Array(repeating: nil, count: Self.mostContacts)

    private struct Contact {
      var id: Int32
      var device: TouchEvent.Device
      var position: Point
    }

    init(viewer: Int) { self.viewer = viewer }

    /// Takes the times of any message for the estimate of the page's clock; both in seconds.
    mutating func observe(sent: Double, received: Double) { clock.observe(sent: sent, received: received) }

    /// What a page's event means.
    ///
    /// - Parameters:
    ///   - received: seconds on the server's monotonic clock.
    ///   - size: the panel's, in its own pixels.
    /// - Returns: nil for contacts that are not down, as after the server cancelled them.
    /// - Throws: when a contact goes down twice or there are more than `mostContacts`.
    mutating func event(
      _ event: ViewerMessage.Event, received: Double, size: PixelSize, orientation: Orientation
    ) throws(ViewerMessage.Malformed) -> InputEvent? {
      switch event {
      case .key(let key, let time): return .key(key, time: clock.serverTime(of: time, received: received))
      case .voice(let key, let time): return .voice(key, time: clock.serverTime(of: time, received: received))
      case .typed(let stroke, let time):
        return .typed(stroke, time: clock.serverTime(of: time, received: received))
      case .wheel(let lines, let position, let time):
        return .wheel(
          lines: lines, position: Self.seen(position, size, orientation),
          time: clock.serverTime(of: time, received: received))
      case .touch(let phase, let device, let id, let position, let time):
        let seen = Self.seen(position, size, orientation)
        let slot: Int
        if phase == .down {
          guard !contacts.contains(where: { $0?.id == id }), let free = contacts.firstIndex(where: { $0 == nil }) else {
            throw ViewerMessage.Malformed()
          }
          slot = free
        } else {
          guard let known = contacts.firstIndex(where: { $0?.id == id }) else { return nil }
          slot = known
        }
        let contact = Contact(id: id, device: device, position: seen)
        contacts[slot] = phase == .up || phase == .cancel ? nil : contact
        return .touch(
          TouchEvent(
            phase: phase, contact: viewer * Self.mostContacts + slot, position: seen,
            time: clock.serverTime(of: time, received: received), device: device))
      }
    }

    /// Lifts everything that is down without meaning anything by it: the viewer is gone.
    mutating func cancelAll(at time: Double) -> [InputEvent] {
      var events: [InputEvent] = []
      for slot in contacts.indices {
        guard let contact = contacts[slot] else { continue }
        contacts[slot] = nil
        events.append(
          .touch(
            TouchEvent(
              phase: .cancel, contact: viewer * Self.mostContacts + slot, position: contact.position,
              time: clock.serverTime(of: time, received: time), device: contact.device)))
      }
      return events
    }

    /// A glass ends at its edges: what a mouse does outside happens at the edge.
    private static func seen(_ position: Point, _ size: PixelSize, _ orientation: Orientation) -> Point {
      let onPanel = Point(
        x: min(max(position.x, 0), Double(size.width)), y: min(max(position.y, 0), Double(size.height)))
      return orientation.toViewer(onPanel, panel: size)
    }
  }
#endif
