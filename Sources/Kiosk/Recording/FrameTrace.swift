import Numbers
package import Panel
package import Recording

/// A record as a Perfetto trace: the frame thread, the one that hands frames to the kernel, the queues behind them, flips, vertical blanks,
/// messages, fingers, and why frames were late.
///
/// Made from what was written down, without playing it: also of a record whose beginning has had to make room.
package struct FrameTrace {
  // Many properties: most are rows, each of its own.
  private var writer = PerfettoWriter(process: "vitrine")
  private let thread, drawing, commits, display, flipped, blanks, messages, input, misses: PerfettoWriter.Track
  /// Of the queues: what the board shows, and those that draw cards.
  private let content: PerfettoWriter.Track
  private let tiles: [PerfettoWriter.Track]
  private let cost, queue, missed, memory: PerfettoWriter.Track
  /// Of fetches, which go on beside each other: rows, and until when each is taken.
  private var lanes: [(track: PerfettoWriter.Track, end: Nanoseconds)] = []
  private var turn: Turn?
  private var lastTurn: Nanoseconds = 0
  private var submitted: Nanoseconds?
  private var lastFlip: Flip?
  private var missedSoFar: Int64 = 0
  /// A frame was late since the last flip, and it is told why.
  private var isExplained = false
  /// Nothing earlier is told.
  private let begin: Nanoseconds

  /// A turn while it is read.
  private struct Turn {
    var began: Nanoseconds
    var latest: Nanoseconds
    /// When a frame was begun that is not handed over yet.
    var drawing: Nanoseconds?
    var messages: Int64 = 0
  }

  /// Why a blank passed without a frame, where none was wanted.
  package static let nothingDue = "nothing was due"

  /// - Parameters:
  ///   - record: what is told of.
  ///   - last: so many nanoseconds at its end; nil for all of it.
  /// - Returns: the bytes of the file.
  package static func bytes(of record: EventRecord, last: Nanoseconds? = nil) -> [UInt8] {
    var trace = FrameTrace(begin: last.map { end(of: record) &- $0 } ?? .min)
    for event in record.events {
      // What is garbled costs itself.
      try? trace.take(event)
    }
    trace.endTurn()
    return trace.writer.bytes
  }

  private static func end(of record: EventRecord) -> Nanoseconds {
    var now: Nanoseconds = 0
    for event in record.events where event.kind == .turn || event.kind == .begin {
      var decoder = RecordDecoder(event.payload)
      now = event.kind == .begin ? 0 : now &+ Nanoseconds((try? decoder.signed()) ?? 0)
    }
    return now
  }

  private init(begin: Nanoseconds) {
    self.begin = begin
    thread = writer.track("frame thread")
    drawing = writer.track("drawing")
    commits = writer.track("commit thread")
    display = writer.track("frames on their way")
    flipped = writer.track("flips")
    blanks = writer.track("vertical blanks")
    misses = writer.track("late and missed frames")
    messages = writer.track("messages")
    input = writer.track("fingers and keys")
    content = writer.track("content queue")
    tiles = [writer.track("tile queue"), writer.track("second tile queue")]
    cost = writer.counter("drawing", unit: "us")
    queue = writer.counter("messages in a turn", unit: "messages")
    missed = writer.counter("missed blanks", unit: "blanks")
    memory = writer.counter("resident memory", unit: "kB")
  }

  private mutating func take(_ event: RecordEvent) throws(RecordDecoder.Garbled) {
    var decoder = RecordDecoder(event.payload)
    switch event.kind {
    case .begin:
      endTurn()
      (lastTurn, submitted, lastFlip) = (0, nil, nil)
    case .turn:
      endTurn()
      lastTurn = lastTurn &+ Nanoseconds(try decoder.signed())
      turn = Turn(began: lastTurn, latest: lastTurn)
    case .clock: readsClock(lastTurn &+ Nanoseconds(try decoder.signed()))
    case .frame:
      let fate = FrameFate(rawValue: try decoder.byte()) ?? .notDrawn
      let latest = turn?.latest
      if fate == .taken { turn?.drawing = latest }
    case .flip:
      let time = lastTurn &+ Nanoseconds(try decoder.signed())
      flips(Flip(time: time, sequence: try decoder.unsigned()))
    case .verdict:
      guard let cause = FrameVerdict.Cause(rawValue: try decoder.byte()) else { return }
      let count = try decoder.signed()
      isExplained = true
      missedSoFar &+= Int64(count)
      guard lastTurn >= begin else { return }
      writer.moment(cause.words, on: misses, at: now, notes: [("blanks", "\(count)")])
      writer.count(missedSoFar, on: missed, at: now)
    case .message:
      if try decoder.flag() { _ = try decoder.signed() }
      _ = try decoder.flag()
      let kind = Int(try decoder.byte())
      turn?.messages += 1
      guard lastTurn >= begin else { return }
      let names = MessageWriter.names
      writer.moment(
        names.indices.contains(kind) ? names[kind] : "message", on: messages, at: now,
        notes: [("bytes", "\(event.payload.count)")])
    case .input:
      let kind = Int(try decoder.byte())
      let names = ["touch", "wheel", "key", "pointer", "voice"]
      if lastTurn >= begin, names.indices.contains(kind) { writer.moment(names[kind], on: input, at: now) }
    case .reset: if lastTurn >= begin { writer.moment("all on the display forgotten", on: display, at: now) }
    case .active:
      let isActive = try decoder.flag()
      if lastTurn >= begin { writer.moment(isActive ? "display there" : "display gone", on: display, at: now) }
    case .waited: if lastTurn >= begin { writer.moment("the thread waited", on: misses, at: now) }
    case .note: try takeNote(&decoder)
    case .board:
      let mark = try decoder.boardMark()
      guard lastTurn >= begin else { return }
      let known = BoardMark.Part.allCases.filter { mark[$0] != 0 }
      writer.moment("board", on: messages, at: now, notes: known.map { ("\($0)", mark.digits(of: $0)) })
    case .change, .part, .rest, .doubt: break
    }
  }

  private mutating func takeNote(_ decoder: inout RecordDecoder) throws(RecordDecoder.Garbled) {
    guard let kind = RecordNotes.Note.Kind(rawValue: try decoder.byte()) else { return }
    let from = lastTurn &+ Nanoseconds(try decoder.signed())
    let to = from &+ Nanoseconds(max(try decoder.signed(), 0))
    let value = try decoder.signed()
    guard to >= begin else { return }
    switch kind {
    case .fetch: writer.slice("fetch", on: lane(from: from, to: to), from: from, to: to)
    case .commit: writer.slice("commit", on: commits, from: from, to: to)
    case .content: writer.slice("content", on: content, from: from, to: to)
    case .tiles:
      guard tiles.indices.contains(value) else { return }
      writer.slice("card", on: tiles[value], from: from, to: to)
    case .memory: writer.count(Int64(value), on: memory, at: from)
    }
  }

  /// A row that is free from then on.
  private mutating func lane(from: Nanoseconds, to: Nanoseconds) -> PerfettoWriter.Track {
    if let place = lanes.firstIndex(where: { $0.end <= from }) {
      lanes[place].end = to
      return lanes[place].track
    }
    let track = writer.track("fetches")
    lanes.append((track, to))
    return track
  }

  private var now: Nanoseconds { turn?.latest ?? lastTurn }

  private mutating func readsClock(_ time: Nanoseconds) {
    if let drawn = turn?.drawing {
      turn?.drawing = nil
      submitted = time
      if lastTurn >= begin {
        writer.slice("draw", on: drawing, from: drawn, to: time)
        writer.count((time &- drawn) / 1000, on: cost, at: time)
      }
    }
    if var turn {
      turn.latest = max(turn.latest, time)
      self.turn = turn
    }
  }

  private mutating func flips(_ flip: Flip) {
    defer { (submitted, lastFlip, isExplained) = (nil, flip, false) }
    guard lastTurn >= begin else { return }
    if let submitted { writer.slice("frame", on: display, from: submitted, to: flip.time) }
    writer.moment("flip", on: flipped, at: flip.time, notes: [("sequence", "\(flip.sequence)")])
    writer.moment("blank", on: blanks, at: flip.time)
    guard let lastFlip, flip.sequence > lastFlip.sequence else { return }
    let (skipped, span) = (flip.sequence - lastFlip.sequence, flip.time.subtractingReportingOverflow(lastFlip.time))
    // A rest of minutes is no row of ticks, and what is garbled none either.
    guard (2...240).contains(skipped), !span.overflow, span.partialValue > 0 else { return }
    let period = span.partialValue / Nanoseconds(skipped)
    for step in 1..<Nanoseconds(skipped) { writer.moment("blank", on: blanks, at: lastFlip.time + step * period) }
    if !isExplained { writer.moment(Self.nothingDue, on: misses, at: lastFlip.time + period) }
  }

  private mutating func endTurn() {
    guard let turn else { return }
    self.turn = nil
    guard turn.began >= begin else { return }
    writer.slice("turn", on: thread, from: turn.began, to: turn.latest)
    if turn.messages > 0 { writer.count(turn.messages, on: queue, at: turn.latest) }
  }
}

extension MessageWriter {
  /// Of messages, by their numbers in records.
  static let names = [
    "pages", "page", "show page", "detail", "tile", "tiles changed", "question", "answer", "press", "colours",
    "refresh control", "refresh sprite", "refresh ended", "begin refresh", "scroll", "refresh enabled", "notice",
    "stale chip", "motion", "ease", "eased", "idle", "ladder", "night", "lamp", "light", "hears", "unfinished",
    "picture", "stop", "board", "refresh pictures",
  ]
}
