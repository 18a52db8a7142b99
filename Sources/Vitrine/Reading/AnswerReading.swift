import Board
import Formats
import Numbers
import Reader

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

  /// So many sentences about one answer are told.
  private static let noteLimit = 100

  /// Reads it in this process.
  func read() -> Outcome {
    var notes: [String] = []
    let note: (String) -> Void = { sentence in
      if notes.count < Self.noteLimit { notes.append(sentence) }
    }
    do throws(FormatError) {
      let value = try decode(
        bytes, as: format, delimiter: delimiter, contentType: contentType, address: address, at: time, note: note)
      let isTimed = dependsOnTime(bytes, as: format, contentType: contentType, address: address)
      return Outcome(result: .success(value), notes: notes, dependsOnTime: isTimed)
    } catch {
      return Outcome(result: .failure(error), notes: notes)
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
  /// As a reader sends it.
  ///
  /// - Parameter size: bytes it will probably have.
  func wire(size: Int = 0) -> [UInt8] {
    var wire = WireWriter(capacity: size)
    wire.put((dependsOnTime ? 1 : 0) as UInt8)
    wire.put(notes)
    switch result {
    case .success(let value):
      wire.put(0 as UInt8)
      wire.put(value)
    case .failure(let error):
      wire.put(1 as UInt8)
      wire.put(error.message)
      wire.put((error.mark == nil ? 0 : 1) as UInt8)
      if let mark = error.mark {
        wire.put(count: mark.line)
        wire.put(count: mark.column)
      }
    }
    return wire.bytes
  }

  /// As it came from a reader, whatever that may be.
  init(wire bytes: [UInt8]) throws(WireError) {
    var wire = WireTaker(bytes)
    dependsOnTime = try wire.byte() == 1
    notes = try wire.texts()
    switch try wire.byte() {
    case 0: result = .success(try wire.value())
    case 1:
      let message = try wire.text()
      let hasMark = try wire.byte() == 1
      let mark: Mark? =
        hasMark ? Mark(line: Int(try wire.number32()), column: Int(try wire.number32())) : nil
      result = .failure(FormatError(message, at: mark))
    default: throw WireError()
    }
    guard wire.left == 0 else { throw WireError() }
  }
}
