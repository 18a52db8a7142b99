extension BoardFile {
  /// So many items of a list are looked at before it ends: a long one, of which `CardTemplate.headRows` are shown until all are there.
  public static let glimpsedItems = CardTemplate.longList + 1
  /// So many of them the source has to leave for that: more than a panel shows.
  public static let glimpsedHead = CardTemplate.headRows

  /// Whether the first items of a source look as they do with all those behind them, wherever the board shows any: its rows alone repeat
  /// over them, and nothing counts, sorts, joins or asks with them.
  public func showsItemsAsTheyCome(of name: String) -> Bool {
    guard let source = sources.first(where: { $0.name == name }), source.bringsItemsInOrder else { return false }
    let isReadElsewhere =
      sources.contains { other in
        other.name != name && (other.origin == name || other.inputs.contains(name) || other.expressions.read(name))
      } || lets.contains { [$0.expression].read(name) }
    return !isReadElsewhere && !detail.contains { $0.names(name) }
      && pages.allSatisfy { page in
        !((page.title?.expressions ?? []) + [page.when].compactMap(\.self)).read(name)
          && page.cards.allSatisfy { $0.showsInOrder(name, on: page) }
      }
  }
}

extension Source {
  /// What comes first in its answer is first of its items, whatever follows. Values beside the list in the answer are not known before it ends.
  fileprivate var bringsItemsInOrder: Bool {
    urls.count == 1 && push == nil && origin == nil && columns == nil && order == nil && with.isEmpty
      && expressions.allSatisfy { !$0.readsGlobals } && (items.map(\.isPlainPath) ?? true)
  }

  var expressions: [Expression] {
    [items, columns, condition, order?.expression, key].compactMap(\.self) + with.map(\.expression)
  }
}

extension CardTemplate {
  /// Rows that repeat over it, each of which reads its own item.
  fileprivate func showsInOrder(_ name: String, on page: Page) -> Bool {
    guard case .source(name)? = each else { return !names(name) }
    return kind == .row && every == nil && cards.isEmpty && !page.shape.isPaged && !expressions.read(name)
  }

  fileprivate func names(_ name: String) -> Bool {
    switch each {
    case .source(name)?: true
    case .list(let list)? where [list].read(name): true
    default: expressions.read(name) || cards.contains { $0.names(name) }
    }
  }
}

extension [Expression] {
  /// Whether one of them reads a source, or a `let` value, of this name.
  fileprivate func read(_ name: String) -> Bool {
    contains { expression in
      var isRead = false
      expression.forEachGlobal { global, _ in isRead = isRead || global == name }
      return isRead
    }
  }
}

extension Expression {
  fileprivate var readsGlobals: Bool {
    var isRead = false
    forEachGlobal { _, _ in isRead = true }
    return isRead
  }

  /// A name, or names one in the other.
  fileprivate var isPlainPath: Bool {
    switch self {
    case .field: true
    case .member(let base, .name): base.isPlainPath
    default: false
    }
  }
}
