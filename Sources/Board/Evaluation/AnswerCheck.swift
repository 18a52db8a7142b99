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
    var found = answer
    if let columns, !columns.usesGlobals {
      var evaluation = Evaluation(moment: moment, globals: [:])
      evaluation.item = answer
      guard case .record = evaluation.value(columns) else {
        throw AnswerRefusal(
          "the answer has no record of lists at \"\(columns)\"\(Self.contents(of: answer)); if it looks so now, change \"zip\""
        )
      }
      return .list
    }
    if let items, !items.usesGlobals {
      var evaluation = Evaluation(moment: moment, globals: [:])
      evaluation.item = answer
      found = evaluation.value(items)
      // A list that is null is an empty one: so some services write it. One whose place is gone is not there.
      if case .null = found, !items.isWritten(in: answer) {
        throw AnswerRefusal(
          "the answer has nothing at \"\(items)\"\(Self.contents(of: answer)); "
            + (items.listInTheWay(of: answer).map { "\($0) is a list, and \($0).* goes through it" }
              ?? "if it looks so now, change \"items\""))
      }
    }
    switch found {
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
  /// Whether a path such as `data.rows` leads to a place that the answer has, be it null. Other expressions make what they make.
  fileprivate func isWritten(in answer: Value) -> Bool {
    switch self {
    case .field(let name): answer.holds(.name(name))
    // What goes through a list need not be in each of its items.
    case .member(let base, .all): base.isWritten(in: answer)
    case .member(let base, _) where base.isSpread: base.isWritten(in: answer)
    case .member(let base, let step):
      base.place(in: answer).map { $0.holds(step) } ?? false
    default: true
    }
  }

  /// The part of a path that leads to a list, where it goes on as if that were a record; nil where nothing of the kind is in its way.
  ///
  /// - Parameter source: whose value it is, where the path begins with its name.
  func listInTheWay(of answer: Value, of source: String? = nil) -> Expression? {
    guard case .member(let base, let step) = self, !isSpread else { return nil }
    if let earlier = base.listInTheWay(of: answer, of: source) { return earlier }
    guard case .name = step, case .list(let items)? = base.place(in: answer, of: source), !items.isEmpty else {
      return nil
    }
    return base
  }

  /// What a path leads to; nil where it ends early, or is none.
  private func place(in answer: Value, of source: String? = nil) -> Value? {
    switch self {
    case .item: source == nil ? answer : nil
    case .global(let name, _): name == source ? answer : nil
    case .field(let name): if source == nil, case .record(let record) = answer { record[name] } else { nil }
    case .member(let base, .name(let name)):
      if case .record(let record)? = base.place(in: answer, of: source) { record[name] } else { nil }
    case .member(let base, .index(let index)):
      if case .list(let items)? = base.place(in: answer, of: source), items.indices.contains(index) {
        items[index]
      } else {
        nil
      }
    default: nil
    }
  }

  /// Whether the value may depend on more than the item.
  fileprivate var usesGlobals: Bool {
    var uses = false
    forEachGlobal { _, _ in uses = true }
    return uses
  }
}

extension Value {
  /// Whether there is something one step further, be it null.
  fileprivate func holds(_ step: Expression.Step) -> Bool {
    switch (self, step) {
    case (.record(let record), .name(let name)): record[name] != nil
    case (.list(let items), .index(let index)): items.indices.contains(index)
    default: false
    }
  }
}
