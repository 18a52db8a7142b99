import Glibc
import Linux
import Motion
import Numbers
import Scene

/// One who watches, or wants to: confined to the server's thread, which tells it the time.
final class Viewer {
  // Many properties: one connection's whole state, none of which means anything to another.
  let number: Int
  /// Where it comes from, for people.
  let peer: String
  private let descriptor: FileDescriptor
  private(set) var conversation: Conversation
  var hand: RemoteHand
  /// It may see.
  private(set) var hasBegun = false
  /// When it is over if nothing happens; seconds of uptime.
  var deadline: Double
  /// It is let go once what was said to it has gone out.
  private(set) var isEnding = false
  private(set) var isOver = false
  /// What it asked for and has not got.
  private(set) var wanted: PixelRect?
  private(set) var updatedAt = -Double.infinity
  private var output: [UInt8] = []
  private var sent = 0
  private var encodings = Conversation.Encodings()
  private var format = ViewerFormat.own
  private var deflater: Deflater?
  /// Of the picture as it knows it.
  private var size: PixelSize
  /// By tiles, the change each was last sent with; nil before the first.
  private var seen: [UInt64]?
  /// The last change of the canvas in which there was nothing for it.
  private var cleanAt: UInt64 = 0
  /// Bytes it may have said by now; fills with time. Who says more is no hand, and let go.
  private var allowance = Viewer.burst
  private var filledAt: Double

  /// Bytes a second for as long as one likes, and at once: a mouse says six of them a thousand times a second.
  private static let rate = 65_536.0
  private static let burst = 131_072.0
  /// Seconds to say who one is, to say a password, and for which what was sent may wait.
  static let patience = 10.0
  static let passwordPatience = 60.0
  static let slowness = 30.0

  init(
    _ number: Int, _ descriptor: consuming FileDescriptor, peer: String, conversation: Conversation, size: PixelSize,
    at now: Double
  ) {
    (self.number, self.peer, self.conversation, self.size) = (number, peer, conversation, size)
    self.descriptor = descriptor
    // Far from those of touch screens and of the preview's pages.
    hand = RemoteHand(contact: 1_000_000 + number)
    deadline = now + Self.patience
    filledAt = now
    say(self.conversation.takeOutput(), at: now)
  }

  var socket: Int32 { descriptor.number }
  /// Something is still to go out.
  var isTalking: Bool { sent < output.count }

  /// Whether it may say anything now.
  var isHeard: Bool { !isEnding && !isOver }

  func end() { isOver = true }

  // MARK: Hearing

  /// Reads what has come.
  ///
  /// - Returns: what it means; nothing once it has spoken as it should not, which ends it.
  func hear(at now: Double) -> [Conversation.Event] {
    allowance = min(allowance + max(now - filledAt, 0) * Self.rate, Self.burst)
    filledAt = now
    var chunk = [UInt8](repeating: 0, count: 8192)
    let count = unsafe read(socket, &chunk, chunk.count)
    guard count > 0 else {
      if count == 0 || !Self.isPassing(errno) { isOver = true }
      return []
    }
    let before = (step: conversation.step, looked: conversation.looked)
    do throws(Conversation.Garbage) {
      let events = try conversation.take(chunk.prefix(max(0, count)))
      allowance -= Double(conversation.looked - before.looked)
      if allowance < 0 { isOver = true }
      if conversation.step != before.step {
        deadline = now + (conversation.step == .response ? Self.passwordPatience : Self.patience)
      }
      for event in events { note(event) }
      say(conversation.takeOutput(), at: now)
      return events
    } catch {
      isOver = true
      return []
    }
  }

  private func note(_ event: Conversation.Event) {
    switch event {
    case .guessed(let isRight): isEnding = isEnding || !isRight
    case .refused: isEnding = true
    case .began:
      hasBegun = true
      deadline = .infinity
    case .format(let format):
      self.format = format
      seen = nil
    case .encodings(let encodings): self.encodings = encodings
    case .wants(let area, let onlyChanges):
      wanted = wanted.map { $0.union(area) } ?? area
      if !onlyChanges { seen = nil }
      cleanAt = 0
    case .pointer, .key: break
    }
  }

  // MARK: Showing

  /// Whether there may be something to be shown to it.
  func isDue(for canvas: borrowing Canvas) -> Bool {
    hasBegun && !isEnding && !isOver && wanted != nil && !isTalking && !canvas.isEmpty && cleanAt != canvas.change
  }

  /// Says what is new to it.
  ///
  /// - Returns: whether there was anything.
  func update(from canvas: borrowing Canvas, at now: Double) -> Bool {
    guard isDue(for: canvas), var area = wanted else { return false }
    if canvas.size != size {
      // Who knows of one size only would see nonsense.
      guard encodings.sizes else {
        isOver = true
        return false
      }
      size = canvas.size
      (seen, wanted) = (nil, nil)
      updatedAt = now
      // Source: RFC 6143, section 7.8.2.
      say([0, 0, 0, 1] + Self.head(PixelRect(size), encoding: 0xFFFF_FF21), at: now)
      return true
    }
    area = area.intersection(PixelRect(size))
    let known = seen ?? Array(repeating: 0, count: canvas.changes.count)
    let news = canvas.news(since: known, in: area)
    guard !news.isEmpty else {
      cleanAt = canvas.change
      return false
    }
    var bytes: [UInt8] = [0, 0] + Self.two(news.count)
    let encoder = TileEncoder(format)
    for part in news {
      if encodings.compressed, let deflater = deflater ?? Deflater() {
        self.deflater = deflater
        let packed = deflater.compress(encoder.tiles(of: part, in: canvas))
        bytes += Self.head(part, encoding: 16) + Self.two(packed.count >> 16) + Self.two(packed.count) + packed
      } else {
        bytes += Self.head(part, encoding: 0) + encoder.raw(part, in: canvas)
      }
    }
    seen = canvas.noting(known, sent: area)
    wanted = nil
    updatedAt = now
    say(bytes, at: now)
    return true
  }

  private static func head(_ area: PixelRect, encoding: UInt32) -> [UInt8] {
    [area.x0, area.y0, area.width, area.height].flatMap(two)
      + two(Int(encoding >> 16)) + two(Int(encoding & 0xFFFF))
  }

  private static func two(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
  }

  // MARK: Saying

  private func say(_ bytes: [UInt8], at now: Double) {
    guard !bytes.isEmpty else { return }
    output += bytes
    if hasBegun { deadline = now + Self.slowness }
    write(at: now)
  }

  /// Sends what goes out at once.
  func write(at now: Double) {
    while isTalking, !isOver {
      let count = unsafe output.withUnsafeBytes { all in
        // Fits: less has been sent than there is.
        let rest = unsafe UnsafeRawBufferPointer(rebasing: all[sent...])
        return unsafe Glibc.send(socket, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else {
        if count < 0, Self.isPassing(errno) { return }
        isOver = true
        return
      }
      sent += count
      if hasBegun { deadline = now + Self.slowness }
    }
    (output, sent) = ([], 0)
    if hasBegun { deadline = .infinity }
    if isEnding { isOver = true }
  }

  private static func isPassing(_ number: Int32) -> Bool {
    number == EAGAIN || number == EWOULDBLOCK || number == EINTR
  }
}
