/// The names an expression says: each must mean something where it stands.
extension NodeReader {
  func isKnown(_ name: String) -> Bool {
    ["now", "board", "page"].contains(name) || sourceNames.contains(name) || letNames.contains(name)
  }

  /// Reports names that mean nothing where the expression stands.
  mutating func check(_ expression: Expression, _ scope: Scope, in text: String, _ node: Node) {
    var found: [(name: String, offset: Offset)] = []
    expression.forEachGlobal { found.append(($0, $1)) }
    for (name, offset) in found {
      if let problem = problem(with: name, scope) { report(place(offset.value, in: text, node), problem) }
    }
    let isMissingItem: Bool =
      switch scope {
      case .board, .request: true
      case .card: !hasItem
      case .answer: false
      }
    guard isMissingItem, expression.usesItem else { return }
    let name = expression.firstField ?? "it"
    let hint: String =
      if scope == .board, hasItem {
        "; to choose among items use \"where\""
      } else if isKnown(name) {
        " (did you mean \"$\(name)\"?)"
      } else if scope == .card {
        "; add \"each\", or write $source.\(name)"
      } else {
        ""
      }
    report(place(0, in: text, node), "\"\(name)\" is a field, but there is no item here\(hint)")
  }

  private func problem(with name: String, _ scope: Scope) -> String? {
    let lets = letNames.prefix(visibleLets)
    switch scope {
    case .request:
      if ["now", "board"].contains(name) { return nil }
      return "$\(name) is not known here: only $now and $board are"
    case .answer:
      let above = sourceNames.prefix(visibleSources)
      if ["now", "board"].contains(name) || above.contains(name) { return nil }
      if sourceNames.contains(name) { return "$\(name) stands at or below this source; move it above" }
      return "unknown name $\(name)\(suggestion(for: name, in: above + ["now", "board"], prefix: "$"))"
    case .board, .card:
      if ["now", "board", "page"].contains(name) || sourceNames.contains(name) || lets.contains(name) { return nil }
      if letNames.contains(name) { return "$\(name) stands at or below this line; move it above" }
      return
        "unknown name $\(name)\(suggestion(for: name, in: sourceNames + lets + ["now", "board", "page"], prefix: "$"))"
    }
  }
}

extension Expression {
  /// The first bare name.
  fileprivate var firstField: String? {
    if case .field(let name) = self { return name }
    for operand in operands {
      if let name = operand.firstField { return name }
    }
    return nil
  }
}
