extension Expression {
  /// What it comes to for an item, where no source and no name stands around it: for who tries it on an answer.
  package func tried(on item: Value, at moment: Moment) -> Value {
    var evaluation = Evaluation(moment: moment, item: item)
    return evaluation.value(self)
  }
}

extension BoardEvaluator {
  /// What an expression comes to for an item, with all sources and names of the board around it as its cards have them.
  ///
  /// - Parameter page: index in `board.pages`; its title is `$page`.
  package mutating func tried(_ expression: Expression, on item: Value, page: Int = 0, at moment: Moment) -> Value {
    guard board.pages.indices.contains(page) else { return .null }
    var names: Set<String> = []
    expression.forEachGlobal { name, _ in names.insert(name) }
    var evaluation = evaluation(for: Names(reading: names, in: board), page: board.pages[page], at: moment)
    evaluation.item = item
    return evaluation.value(expression)
  }
}

extension Language {
  /// The codes of those that are built in.
  package static var codes: [String] { all.map(\.code) }

  /// The built-in one of a code; nil for none of them.
  package static func builtIn(_ code: String) -> Language? { all.first { $0.code == code }?.language }
}
