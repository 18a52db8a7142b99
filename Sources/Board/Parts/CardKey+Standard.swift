/// What leaving a key out means.
extension CardKey {
  /// As if the board had written it; nil where the key says nothing of it.
  ///
  /// - Throws: where that is not how the key is written.
  func standardPart() throws(SyntaxError) -> OwnTemplate.Part? {
    guard let standard else { return nil }
    switch kind {
    case .text:
      let template = try Template(standard)
      for case .placeholder(_, let offset) in template.parts {
        throw SyntaxError(offset: offset.value, message: "a setting of the machine is written in a board alone")
      }
      return .text(template)
    case .number: return .number(try Expression(standard))
    case .flag: return .flag(try Expression(standard))
    case .numbers: return .numbers(try Expression(standard))
    case .choice(let words):
      guard words.contains(standard) else {
        throw SyntaxError(offset: 0, message: "it is none of its words, \(words.joined(separator: ", "))")
      }
      return .word(standard)
    }
  }

  /// What is wrong with it; nil when all is well.
  var standardProblem: String? {
    do throws(SyntaxError) {
      _ = try standardPart()
      return nil
    } catch {
      return error.message
    }
  }
}
