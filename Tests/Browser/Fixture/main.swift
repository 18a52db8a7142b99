#if Preview
  import Glibc
  import Motion
  import NIOConcurrencyHelpers
  import Preview
  import Scene

  // A panel for the browser test: a pattern that scrolls by itself when told to, a mark under every finger, and in the status
  // line whatever arrived last. `PreviewFixture PORT` prints its URL and runs until its standard input ends.

  /// What the page did, as the frame loop sees it.
  struct PanelState {
    var size = PixelSize(width: 800, height: 480)
    var orientation = Orientation.degrees0
    var style = "ring"
    var contacts: [Int: Point] = [:]
    var scroll = 0
    var moves = true
    var log: [String] = []
    var version = 0
    // What a screen reader sets, is asked and hears.
    var isAsking = false
    var isOn = false
    var level = 20.0
    var outcome: String?
    var heard: [String]?

    mutating func note(_ text: String) {
      log.append(text)
      if log.count > 40 { log.removeFirst() }
      version += 1
    }

    mutating func apply(_ event: InputEvent) {
      switch event {
      case .touch(let touch):
        contacts[touch.contact] = touch.phase == .up || touch.phase == .cancel ? nil : touch.position
        let device = touch.device == .pointer ? "mouse" : "finger"
        note("\(touch.phase) \(device) \(Int(touch.position.x)) \(Int(touch.position.y))")
      case .wheel(let lines, let position, _):
        scroll += Int(lines * 20)
        note("wheel \(lines > 0 ? "+" : "-") \(Int(position.x)) \(Int(position.y))")
      case .key(let key, _):
        // It jumps, too: whoever waits for another picture may ask before the pattern has moved once.
        if key == .home { (moves, scroll) = (!moves, scroll + 20) }
        note("key \(key)")
      case .typed(let stroke, _): note("typed \(stroke.letter)")
      case .voice(let key, _):
        heard = key == .mute ? nil : ["Fixture. Pfeiltasten bewegen."]
        note("voice \(key)")
      case .pointer: break
      }
    }

    mutating func apply(_ command: PreviewCommand) {
      switch command {
      case .orientation(let turn): orientation = turn
      case .size(let wanted): size = wanted
      case .style(let name): style = name
      case .press(let item, _, _):
        if item == 2 { isAsking = true }
        if item == 4 { isOn.toggle() }
      case .slide(_, let share, _): level = (share * 100).rounded()
      case .answer(let isYes):
        isAsking = false
        outcome = isYes ? "Karte; Fertig" : nil
      case .follow: return
      }
      note("\(command)")
    }

    var info: PreviewInfo {
      PreviewInfo(
        title: "Fixture", status: log.joined(separator: ", "), size: size, orientation: orientation,
        styles: ["ring", "drop", "train"], style: style, mirror: mirror, heard: heard)
    }

    /// What a screen reader is to read.
    private var mirror: PreviewMirror {
      PreviewMirror(
        version: 7, language: "de",
        items: [
          .init(key: "0", role: "heading", level: 1, text: "Abfahrten"),
          // It says something else with all that is done.
          .init(key: "1", role: "item", text: "Hamburg; 12:30; \(version)"),
          .init(key: "2", role: "button", text: "Karte", isPressable: true, outcome: outcome),
          .init(
            key: "3", role: "radiogroup", text: "Licht", parts: ["aus", "an"], isPressable: true,
            control: .choice(chosen: 0)),
          .init(key: "4", role: "checkbox", text: "Lampe", isPressable: true, control: .toggle(isOn: isOn)),
          .init(
            key: "5", role: "slider", text: "Dimmer", isPressable: true,
            control: .slider(low: 0, high: 100, step: 5, value: level, words: "\(Int(level)) Prozent")),
          .init(key: "6", role: "image", text: "Ein Hafen"),
          // A gap between two keys.
          .init(key: "7", role: "keypad", text: "Tastatur", parts: ["a", "", "b"], isPressable: true),
        ], notice: contacts.isEmpty ? "Noch da?" : nil,
        question: isAsking ? .init(text: "Senden?", yes: "Ja", no: "Nein") : nil,
        announced: .init(number: isOn ? 2 : 1, text: isOn ? "Lampe; ein" : "vorher", isUrgent: isOn))
    }
  }

  /// Fills a rectangle of the picture as the viewer sees it.
  func fill(_ buffer: borrowing PreviewBuffer, _ rect: PixelRect, _ orientation: Orientation, _ color: UInt32) {
    let viewer = orientation.turn(buffer.size)
    let stored = orientation.toPanel(rect.intersection(PixelRect(viewer)), viewer: viewer)
    for y in stored.y0..<max(stored.y0, stored.y1) {
      let row = unsafe (buffer.base + y * buffer.pitch).assumingMemoryBound(to: UInt32.self)
      for x in stored.x0..<stored.x1 { unsafe row[x] = color }
    }
  }

  func draw(_ state: PanelState, into buffer: borrowing PreviewBuffer) {
    let viewer = state.orientation.turn(buffer.size)
    for line in state.scroll / 40...state.scroll / 40 + viewer.height / 40 + 1 {
      let top = line * 40 - state.scroll
      let shade = UInt32(truncatingIfNeeded: line &* 37 & 31)
      fill(buffer, PixelRect(x: 0, y: top, width: viewer.width, height: 40), state.orientation, 0xFFE0_D8C8 &+ shade)
      for word in 0..<6 {
        let width = 20 + (line &* 31 &+ word &* 17) & 63
        let rect = PixelRect(x: 24 + word * 96, y: top + 12, width: width, height: 16)
        fill(buffer, rect, state.orientation, 0xFF20_3040 &+ shade &* 0x04_0200)
      }
    }
    fill(buffer, PixelRect(x: 0, y: 0, width: viewer.width, height: 48), state.orientation, 0xFF0F_6E84)
    fill(buffer, PixelRect(x: 8, y: 8, width: 32, height: 32), state.orientation, 0xFFFF_D080)
    for contact in state.contacts.values {
      let rect = PixelRect(x: Int(contact.x) - 8, y: Int(contact.y) - 8, width: 17, height: 17)
      fill(buffer, rect, state.orientation, 0xFFFF_0000)
    }
  }

  let state = NIOLockedValueBox(PanelState())
  let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 0
  do {
    let server = try PreviewServer(
      options: .init(port: .exactly(port)), info: state.withLockedValue { $0.info },
      onInput: { event in state.withLockedValue { $0.apply(event) } },
      onCommand: { command in state.withLockedValue { $0.apply(command) } })
    let line = server.url + "\n"
    unsafe _ = line.withCString { unsafe write(1, $0, strlen($0)) }
    var version = 0
    var input = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    // One frame every 16 ms until the test closes our standard input.
    while unsafe poll(&input, 1, 16) == 0 {
      let now = state.withLockedValue { state in
        if state.moves { state.scroll += 2 }
        return state
      }
      if now.version != version {
        version = now.version
        server.publish(now.info)
      }
      let buffer = server.buffer(size: now.size)
      draw(now, into: buffer)
      server.publish(buffer, orientation: now.orientation)
    }
    server.stop()
  } catch {
    let line = "\(error)\n"
    unsafe _ = line.withCString { unsafe write(2, $0, strlen($0)) }
    exit(2)
  }
#endif
