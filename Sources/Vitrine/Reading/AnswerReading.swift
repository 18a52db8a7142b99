import Board
import Formats
import Numbers
import Reader
import Synchronization

/// One answer that is to be read as a value, and all that decides what comes of it.
struct AnswerReading: Sendable {
  /// As they came.
  var bytes: [UInt8]
  /// As the board says; nil leaves it to the content.
  var format: SourceFormat?
  var delimiter: CSV.Delimiter?
  var contentType: String?
  var address: String
  /// What a calendar is written out around; seconds since 1970.
  var time: Double

  /// What came of it.
  struct Outcome: Sendable, Hashable {
    var result: Result<Value, FormatError>
    /// What was read only in part, in sentences.
    var notes: [String]
    /// It is another one at another time.
    var dependsOnTime = false
  }

  /// What came of it, but for the value.
  struct Ending: Sendable, Hashable {
    /// Why there is no value.
    var failure: FormatError?
    var notes: [String]
    var dependsOnTime = false
  }

  /// So many sentences about one answer are told.
  private static let noteLimit = 100

  /// Reads it in this process.
  ///
  /// - Parameter look: takes a long list before it ends.
  func read(look: AnswerGlimpse? = nil) -> Outcome {
    let builder = ValueBuilder(look)
    let ending = read(into: builder)
    return Outcome(builder.value ?? .null, ending)
  }

  /// Reads it in this process, piece by piece.
  ///
  /// - Parameter sink: takes the value; what it has taken is worth nothing when there is a failure.
  func read(into sink: any ValueSink) -> Ending {
    var notes: [String] = []
    let note: (String) -> Void = { sentence in
      if notes.count < Self.noteLimit { notes.append(sentence) }
    }
    do throws(FormatError) {
      try decode(
        bytes, as: format, delimiter: delimiter, contentType: contentType, address: address, at: time, into: sink,
        note: note)
      let isTimed = dependsOnTime(bytes, as: format, contentType: contentType, address: address)
      return Ending(notes: notes, dependsOnTime: isTimed)
    } catch {
      return Ending(failure: error, notes: notes)
    }
  }
}

extension AnswerReading {
  /// All but the bytes and the time.
  var parameters: [UInt8] {
    var wire = WireWriter()
    wire.put(format?.rawValue)
    wire.put(delimiter?.rawValue)
    wire.put(contentType)
    wire.put(address)
    return wire.bytes
  }

  /// As a reader gets it.
  var job: Reader.Job {
    var wire = WireWriter()
    wire.put(time)
    return Reader.Job(kind: JobKind.answer.rawValue, head: wire.bytes + parameters, body: bytes)
  }

  /// As it came to a reader.
  init(head: [UInt8], body: [UInt8]) throws(WireError) {
    var wire = WireTaker(head)
    time = try wire.finite()
    format = try wire.optionalText().flatMap(SourceFormat.init)
    delimiter = try wire.optionalText().flatMap(CSV.Delimiter.init)
    contentType = try wire.optionalText()
    address = try wire.text()
    bytes = body
  }
}

extension AnswerReading.Outcome {
  /// - Parameter value: what counts unless there was a failure.
  init(_ value: Value, _ ending: AnswerReading.Ending) {
    self.init(
      result: ending.failure.map(Result.failure) ?? .success(value), notes: ending.notes,
      dependsOnTime: ending.dependsOnTime)
  }

  /// All but the value.
  var ending: AnswerReading.Ending {
    var failure: FormatError?
    if case .failure(let error) = result { failure = error }
    return AnswerReading.Ending(failure: failure, notes: notes, dependsOnTime: dependsOnTime)
  }
}

extension AnswerReading.Ending {
  /// As a reader sends it, behind the parts of the value.
  var wire: [UInt8] {
    var wire = WireWriter()
    wire.put((dependsOnTime ? 1 : 0) as UInt8)
    wire.put(notes)
    wire.put(failure?.message)
    let mark = failure?.mark
    wire.put((mark == nil ? 0 : 1) as UInt8)
    if let mark {
      wire.put(count: mark.line)
      wire.put(count: mark.column)
    }
    return wire.bytes
  }

  /// As it came from a reader, whatever that may be.
  init(wire bytes: [UInt8]) throws(WireError) {
    var wire = WireTaker(bytes)
    dependsOnTime = try wire.byte() == 1
    notes = try wire.texts()
    let message = try wire.optionalText()
    let hasMark = try wire.byte() == 1
    let mark: Mark? =
      hasMark ? Mark(line: Int(try wire.number32()), column: Int(try wire.number32())) : nil
    failure = message.map { FormatError($0, at: mark) }
    guard wire.left == 0 else { throw WireError() }
  }
}

/// Takes a long list of an answer before it has been read whole, from whichever thread reads it.
typealias AnswerGlimpse = @Sendable (Value) -> Void

extension ValueBuilder {
  /// - Parameter look: nil where nobody wants to see a list before it ends.
  convenience init(_ look: AnswerGlimpse?) {
    if let look { self.init(lookingAt: BoardFile.glimpsedItems, look) } else { self.init() }
  }
}

/// Takes what a reader makes of an answer, on the reader's thread.
final class AnswerTaking: Sendable {
  private struct State: ~Copyable {
    var taker: ValueTaker
    /// The parts, for the next run; nil where nobody wants them.
    var parts: [[UInt8]]?

    init(keeps: Bool, look: AnswerGlimpse?) {
      taker = ValueTaker(into: ValueBuilder(look))
      parts = keeps ? [] : nil
    }
  }

  private let keeps: Bool
  private let look: AnswerGlimpse?
  private let state: Mutex<State>

  /// - Parameters:
  ///   - keeps: the parts as they came.
  ///   - look: takes a long list before it ends.
  init(keeps: Bool = false, look: AnswerGlimpse? = nil) {
    self.keeps = keeps
    self.look = look
    state = Mutex(State(keeps: keeps, look: look))
  }

  /// Takes a part; false for what is none.
  @Sendable func take(_ part: Reader.Part) -> Bool {
    state.withLock { state in
      switch part {
      case .begin: state = State(keeps: keeps, look: look)
      case .bytes(let bytes):
        if (try? state.taker.take(bytes)) == nil { return false }
        state.parts?.append(bytes)
      }
      return true
    }
  }

  /// What came of it all.
  ///
  /// - Parameter ending: what came last.
  func outcome(_ ending: [UInt8]) throws(WireError) -> AnswerReading.Outcome {
    let ending = try AnswerReading.Ending(wire: ending)
    guard ending.failure == nil else { return AnswerReading.Outcome(.null, ending) }
    return AnswerReading.Outcome(try state.withLock { state throws(WireError) in try state.taker.value() }, ending)
  }

  /// The parts as they came, once; nil where they are not kept.
  func takeParts() -> [[UInt8]]? {
    state.withLock { state in
      defer { state.parts = nil }
      return state.parts
    }
  }
}
