import Board
import Fetch
import Formats
import Numbers
import Reader

/// Messages of a source that pushes, which are to be read as values: one list of what each of them says.
struct MessagesReading: Sendable {
  var messages: [PushedMessage]
  /// As the board says; nil leaves it to each message.
  var format: SourceFormat?
  var delimiter: CSV.Delimiter?
  var address: String
  /// They are of a broker: each comes to a record of `topic`, `value` and `time`; without a `value` where the topic was cleared, and with
  /// `kept` in the place of `time` where the broker had it before anybody listened: it is when it came, not when it was said.
  var isOfTopics: Bool

  /// So many sentences about one batch are told.
  private static let noteLimit = 10

  /// Reads them in this process. One that cannot be read is left out, and told of.
  func read() -> AnswerReading.Outcome {
    var values: [Value] = []
    var notes: [String] = []
    var failure: FormatError?
    // One account for all: together they are no more than an answer may be.
    let account = Account()
    for message in messages {
      do throws(FormatError) {
        if let topic = message.topic, isOfTopics {
          var fields: [(String, Value)] = [("topic", .text(topic))]
          if !message.bytes.isEmpty { fields.append(("value", try value(ofTopic: message.bytes, account))) }
          fields.append((message.isRetained ? "kept" : "time", .number(message.time)))
          values.append(.record(Record(fields)))
        } else if let value = try value(ofEvent: message.bytes, account) {
          values.append(value)
        }
      } catch {
        let sentence = Self.place(of: message) + error.description
        if notes.count < Self.noteLimit { notes.append(sentence) }
        failure = failure ?? FormatError(sentence)
      }
    }
    // Nothing of it can be read: that is no news, but a source in trouble.
    if values.isEmpty, let failure { return AnswerReading.Outcome(result: .failure(failure), notes: notes) }
    return AnswerReading.Outcome(result: .success(.list(values)), notes: notes)
  }

  /// What sentences about a message begin with: its topic, where it has one.
  static func place(of message: PushedMessage) -> String { message.topic.map { "\(short($0)): " } ?? "" }

  /// A topic in a sentence: it may be as long as a page.
  private static func short(_ topic: String) -> String {
    topic.utf8.count <= 80 ? topic : topic.prefix(79) + "…"
  }

  /// What is no JSON is a sign of life, or a word for somebody else: nil.
  private func value(ofEvent bytes: [UInt8], _ account: Account) throws(FormatError) -> Value? {
    if let format { return try decoded(bytes, as: format, account) }
    guard Self.looksLikeJSON(bytes) else { return nil }
    return try decoded(bytes, as: .json, account)
  }

  /// JSON, a number or a word, as it looks.
  private func value(ofTopic bytes: [UInt8], _ account: Account) throws(FormatError) -> Value {
    if let format, format != .text { return try decoded(bytes, as: format, account) }
    if format == nil, Self.looksLikeJSON(bytes), let value = try? decoded(bytes, as: .json, account) { return value }
    let read = try decoded(bytes, as: .text, account)
    guard case .record(let record) = read, case .text(let text)? = record["text"] else { return read }
    return format == nil ? Self.scalar(text) : .text(text)
  }

  private func decoded(_ bytes: [UInt8], as format: SourceFormat, _ account: Account) throws(FormatError) -> Value {
    try decode(bytes, as: format, delimiter: delimiter, address: address, account: account)
  }

  private static func looksLikeJSON(_ bytes: [UInt8]) -> Bool {
    let first = bytes.first { $0 > 0x20 }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[") || first == UInt8(ascii: "\"")
  }

  /// Numbers, the two truth values and nothing as JSON writes them; all else is text. A number in digits that begin with 0 is a name, and so
  /// is one of more digits than a number holds, and `9E12`: programs write a sign in an exponent, `1.2e-05`.
  private static func scalar(_ text: String) -> Value {
    switch text {
    case "true": return .bool(true)
    case "false": return .bool(false)
    // What sensors write that have no value: JSON, and numbers that are none.
    case "null", "NaN", "nan": return .null
    default: break
    }
    guard text.utf8.count < 32, text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }),
      let number = Double(text), number.isFinite
    else { return .text(text) }
    let digits = text.drop { $0 == "-" }
    guard Self.keepsDigits(text) else { return .text(text) }
    return digits.hasPrefix("0") && digits.count > 1 && !digits.hasPrefix("0.") ? .text(text) : .number(number)
  }

  /// Whether a number says all that its text says: whole numbers that it holds exactly, fractions, and exponents as programs write them.
  private static func keepsDigits(_ text: String) -> Bool {
    if let exponent = text.firstIndex(where: { $0 == "e" || $0 == "E" }) {
      let sign = text[exponent...].dropFirst().first
      return sign == "-" || sign == "+"
    }
    return text.contains(".") || Int64(text).flatMap(Double.init(exactly:)) != nil
  }
}

extension MessagesReading {
  /// As a reader gets it.
  var job: Reader.Job {
    var head = WireWriter()
    head.put(format?.rawValue)
    head.put(delimiter?.rawValue)
    head.put(address)
    head.put((isOfTopics ? 1 : 0) as UInt8)
    var body = WireWriter(capacity: messages.reduce(0) { $0 + $1.bytes.count + 64 })
    body.put(count: messages.count)
    for message in messages {
      body.put(message.time)
      body.put((message.isRetained ? 1 : 0) as UInt8)
      body.put(message.topic)
      body.put(counted: message.bytes)
    }
    return Reader.Job(kind: JobKind.messages.rawValue, head: head.bytes, body: body.bytes)
  }

  /// As it came to a reader.
  init(head: [UInt8], body: [UInt8]) throws(WireError) {
    var wire = WireTaker(head)
    format = try wire.optionalText().flatMap(SourceFormat.init)
    delimiter = try wire.optionalText().flatMap(CSV.Delimiter.init)
    address = try wire.text()
    isOfTopics = try wire.byte() == 1
    var taker = WireTaker(body)
    let count = try taker.count()
    messages = []
    for _ in 0..<max(0, count) {
      let time = try taker.finite()
      let isRetained = try taker.byte() == 1
      let topic = try taker.optionalText()
      messages.append(PushedMessage(topic: topic, bytes: try taker.counted(), time: time, isRetained: isRetained))
    }
  }
}
