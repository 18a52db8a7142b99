/// Expressions and texts with values in them, and the names they may use.
extension NodeReader {
  mutating func expression(_ node: Node, _ scope: Scope, key: String) -> Expression? {
    guard case .scalar(let text, _) = node.content else {
      report(node.mark, "\"\(key)\" is an expression: put quotes around it")
      return nil
    }
    do throws(SyntaxError) {
      let expression = try Expression(text)
      check(expression, scope, in: text, node)
      return expression
    } catch {
      report(place(error.offset, in: text, node), "\"\(key)\": \(error.message)")
      return nil
    }
  }

  mutating func order(_ node: Node, _ scope: Scope, key: String) -> Reading? {
    guard case .scalar(let text, let isPlain) = node.content, text.hasPrefix("-") else {
      return expression(node, scope, key: key).map { .order(Order(expression: $0, isDescending: false)) }
    }
    let field = Node(
      .scalar(String(text.dropFirst()), isPlain: isPlain),
      mark: Mark(line: node.mark.line, column: node.mark.column + 1), places: Array(node.places.dropFirst()))
    return expression(field, scope, key: key).map { .order(Order(expression: $0, isDescending: true)) }
  }

  mutating func template(_ node: Node, _ scope: Scope, key: String) -> Template? {
    let text: String
    var written = node
    switch node.content {
    case .scalar(let scalar, _): text = scalar
    case .mapping(let entries):
      // `title: {name}` is YAML for a map with one key and no value; everybody writes it once.
      guard entries.count == 1, isEmpty(entries[0].value) else {
        report(node.mark, "\"\(key)\": put quotes around it, as in \(key): \"{name}\"")
        return nil
      }
      text = "{\(entries[0].key)}"
      let mark = entries[0].keyMark
      written = Node(.scalar(text, isPlain: true), mark: Mark(line: mark.line, column: mark.column - 1))
    case .sequence:
      report(node.mark, "\"\(key)\" must be a text, not a list: put quotes around it")
      return nil
    }
    do throws(SyntaxError) {
      let template = try Template(text)
      for expression in template.expressions { check(expression, scope, in: text, written) }
      if let constant = template.constant, constant.hasPrefix("$"),
        isKnown(String(constant.dropFirst().prefix { $0 != "." }))
      {
        report(
          written.mark, "\"\(key)\" shows the text \(constant); its value is written \"{\(constant)}\"",
          severity: .warning)
      }
      return resolved(template, scope, in: text, written)
    } catch {
      // A query in another language has braces of its own.
      let hint =
        ["query", "post"].contains(key) && text.contains("{")
        ? "; each brace of the \(key == "query" ? "query" : "text") itself is written \\{ or \\}, in a text without quotes, in ' ' or below |"
        : ""
      report(place(error.offset, in: text, written), "\"\(key)\": \(error.message)\(hint)")
      return nil
    }
  }

  private func isKnown(_ name: String) -> Bool {
    ["now", "board", "page"].contains(name) || sourceNames.contains(name) || letNames.contains(name)
  }

  /// What the program's own settings in the environment begin with; some are passwords, and who writes a board does not steer the panel.
  static let ownPrefix = "VITRINE_"
  private static let waits = "; what needs it waits until it is there"

  /// The template with its settings filled in.
  private mutating func resolved(_ template: Template, _ scope: Scope, in text: String, _ node: Node) -> Template {
    var parts = template.parts
    for i in parts.indices {
      guard case .placeholder(let placeholder, let offset) = parts[i] else { continue }
      if let setting = resolve(placeholder) {
        let secret = Secret(placeholder.isFile ? withoutLastNewline(setting) : setting)
        if !secrets.contains(secret) { secrets.append(secret) }
        if case .file(let path) = placeholder, !settingFiles.contains(path) { settingFiles.append(path) }
        parts[i] = .secret(secret)
        continue
      }
      let message =
        switch placeholder {
        case .variable(let name) where name.hasPrefix(Self.ownPrefix):
          "\(name) is a setting of Vitrine's own, which boards do not get; what needs it is left out"
        case .variable(let name):
          "the environment variable \(name) is not set" + hint(forVariable: name, scope) + Self.waits
        case .file(let path): "the file \(path) cannot be read" + Self.waits
        }
      // A secret may come after the panel: what does not need it goes on without.
      report(place(offset.value, in: text, node), message, severity: .warning)
      if case .file(let path) = placeholder, !awaitedFiles.contains(path) { awaitedFiles.append(path) }
    }
    let address = Template(parts).keepingSecretsInPlace
    for part in address.parts {
      // It is a secret in either form.
      if case .secret(let secret) = part, !secrets.contains(secret) { secrets.append(secret) }
    }
    return address
  }

  /// What was meant by `${name}`, where that is no setting. Settings have names in capitals.
  private func hint(forVariable name: String, _ scope: Scope) -> String {
    if isKnown(name) { return "; a value is written {$\(name)}" }
    let hasFields: Bool =
      switch scope {
      case .card: hasItem
      case .answer, .point: true
      case .board, .question, .request: false
      }
    return hasFields && name == name.lowercased() ? "; a field is written {\(name)}, without the $" : ""
  }

  /// Files end with a newline that no password has.
  private func withoutLastNewline(_ text: String) -> String {
    guard let last = text.last, last.isNewline else { return text }
    return String(text.dropLast())
  }

  /// Reports names that mean nothing where the expression stands.
  private mutating func check(_ expression: Expression, _ scope: Scope, in text: String, _ node: Node) {
    var found: [(name: String, offset: Offset)] = []
    expression.forEachGlobal { found.append(($0, $1)) }
    for (name, offset) in found {
      if let problem = problem(with: name, scope) { report(place(offset.value, in: text, node), problem) }
    }
    expression.forEachDateFormat { pattern in
      if DateFormat.isForeign(pattern) { checkDate(pattern, "date", at: place(0, in: text, node)) }
      for directive in DateFormat.unknownDirectives(in: pattern) {
        report(
          place(0, in: text, node),
          "date('\(Self.short(pattern))'): there is no \(directive), and it is shown as it stands; known: \(DateFormat.directives)",
          severity: .warning)
      }
    }
    let isMissingItem: Bool =
      switch scope {
      case .question, .request: true
      // A detail page has an item throughout, the one that was tapped, and a group's cards have the group's.
      case .board: !isInDetail && !isInGroup
      case .card: !hasItem
      case .answer, .point: false
      }
    guard isMissingItem, expression.readsItem else { return }
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
    let lets = letNames.prefix(max(0, visibleLets))
    // A board's own names come first.
    if !sourceNames.contains(name), !letNames.contains(name) {
      switch (name, scope) {
      case ("index", .answer), ("index", .point): return nil
      case ("index", .card) where isRepeated, ("index", .board) where isInGroup: return nil
      case ("index", _): return "$index counts the items of \"each\", and there is none here"
      case ("value", .card) where isControl: return nil
      case ("item", .card) where isInDetail, ("item", .board) where isInDetail, ("item", .point) where isInDetail:
        return nil
      case ("item", .card) where isInGroup, ("item", .board) where isInGroup, ("item", .point) where isInGroup:
        return nil
      case ("item", _):
        return "$item is the item that was tapped, or a group's: it is known in \"detail\" and in the cards of a group"
      default: break
      }
    }
    switch scope {
    case .request:
      if ["now", "board"].contains(name) { return nil }
      return "$\(name) is not known here: only $now and $board are"
    case .question:
      let above = sourceNames.prefix(max(0, visibleSources))
      if ["now", "board"].contains(name) || above.contains(name) { return nil }
      if sourceNames.contains(name) {
        return "$\(name) stands at or below this source; move it above, for requests in a circle wait for each other"
      }
      return "unknown name $\(name)\(suggestion(for: name, in: above + ["now", "board"], prefix: "$"))"
    case .answer:
      let above = sourceNames.prefix(max(0, visibleSources))
      if ["now", "board"].contains(name) || above.contains(name) { return nil }
      if sourceNames.contains(name) { return "$\(name) stands at or below this source; move it above" }
      return "unknown name $\(name)\(suggestion(for: name, in: above + ["now", "board"], prefix: "$"))"
    case .board, .card, .point:
      if ["now", "board", "page"].contains(name) || sourceNames.contains(name) || lets.contains(name) { return nil }
      if letNames.contains(name) { return "$\(name) stands at or below this line; move it above" }
      return
        "unknown name $\(name)\(suggestion(for: name, in: sourceNames + lets + ["now", "board", "page"], prefix: "$"))"
    }
  }

  /// The place in the file of an offset in a scalar.
  private func place(_ offset: Int, in text: String, _ node: Node) -> Mark { node.place(of: offset) }
}

extension Expression {
  /// Calls `visit` with every format of `date` and `time` that stands in it.
  fileprivate func forEachDateFormat(_ visit: (String) -> Void) {
    if case .filtered(_, .date, let arguments) = self, case .literal(.text(let pattern))? = arguments.first {
      visit(pattern)
    } else if case .filtered(_, .time, let arguments) = self, case .literal(.text(let pattern))? = arguments.first {
      visit(pattern)
    }
    for operand in operands { operand.forEachDateFormat(visit) }
  }

  /// The first bare name.
  fileprivate var firstField: String? {
    if case .field(let name) = self { return name }
    for operand in operands {
      if let name = operand.firstField { return name }
    }
    return nil
  }
}
