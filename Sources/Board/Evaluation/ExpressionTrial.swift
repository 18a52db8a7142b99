extension Expression {
  /// What it comes to for an item, where no source and no name stands around it: for who tries it on an answer.
  package func tried(on item: Value, at moment: Moment) -> Value {
    var evaluation = Evaluation(moment: moment, item: item)
    return evaluation.value(self)
  }
}

extension Language {
  /// The codes of those that are built in.
  package static var codes: [String] { all.map(\.code) }

  /// The built-in one of a code; nil for none of them.
  package static func builtIn(_ code: String) -> Language? { all.first { $0.code == code }?.language }
}
