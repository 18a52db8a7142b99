/// What an answer is made of, as far as it decides whether it may take the place of the one before.
public enum AnswerShape: Sendable, Hashable {
  case list
  case record
  /// Plain text, as the record `{text}`.
  case text
  /// A number, a truth value, or a text of its own.
  case single
}

extension Source {
  /// The shape of what a source is about in an answer.
  ///
  /// - Parameters:
  ///   - isText: the answer is plain text, though the board does not ask for text.
  ///   - moment: what `items` may look at.
  /// - Throws: a sentence, when there is nothing the source could be about: what came before is better than that.
  public func shape(of answer: Value, isText: Bool, at moment: Moment) throws(AnswerRefusal) -> AnswerShape {
    if case .null = answer { throw AnswerRefusal("the answer is null") }
    var found = answer
    if let items, !items.usesGlobals {
      var evaluation = Evaluation(moment: moment, globals: [:])
      evaluation.item = answer
      found = evaluation.value(items)
      if case .null = found {
        throw AnswerRefusal(
          "the answer has nothing at \"\(items)\"\(Self.contents(of: answer)); if it looks so now, change \"items\"")
      }
    }
    switch found {
    // Null was refused above.
    case .null, .list: return .list
    case .record: return isText ? .text : .record
    case .text, .number, .bool, .date: return .single
    }
  }

  /// Why an answer cannot take the place of one of another shape; nil when it can.
  ///
  /// Services in trouble answer 200 with an apology. Text that becomes data is an improvement; all else takes away what cards stand on.
  public static func refusal(of shape: AnswerShape, after last: AnswerShape?) -> AnswerRefusal? {
    guard let last, shape != last, last != .text, last != .single else { return nil }
    return AnswerRefusal(
      "the answer is \(shape.words) now, where it was \(last.words) before; if that is right, say so in the source (url, as or items)"
    )
  }

  private static func contents(of answer: Value) -> String {
    guard case .record(let record) = answer else { return "" }
    let names = record.names.prefix(5).joined(separator: ", ")
    return names.isEmpty ? ", it is an empty record" : ", it has \(names)\(record.names.count > 5 ? " …" : "")"
  }
}

/// Why an answer is not taken, in a sentence.
public struct AnswerRefusal: Error, Sendable, Hashable, CustomStringConvertible {
  /// One sentence for people, without a full stop.
  public let description: String

  init(_ description: String) { self.description = description }
}

extension AnswerShape {
  fileprivate var words: String {
    switch self {
    case .list: "a list"
    case .record: "one record"
    case .text: "plain text"
    case .single: "a single value"
    }
  }
}

extension Expression {
  /// Whether the value may depend on more than the item.
  fileprivate var usesGlobals: Bool {
    var uses = false
    forEachGlobal { _, _ in uses = true }
    return uses
  }
}
