/// Cards and what they repeat over.
extension NodeReader {
  mutating func card(_ node: Node, _ kinds: [CardTable]) -> Reading? {
    let names = kinds.map(\.word)
    guard case .mapping(let entries) = node.content, let first = entries.first else {
      var example = "row"
      if case .scalar(let text, _) = node.content, names.contains(text) { example = text }
      report(node.mark, "a card is written \"- \(example): {title: …}\", not \(shown(node))")
      return nil
    }
    guard let card = kinds.first(where: { $0.word == first.key }) else {
      report(first.keyMark, "unknown card \"\(first.key)\"\(Self.card(for: first.key, in: names))")
      return nil
    }
    if entries.count > 1 {
      let second = entries[1]
      report(
        second.keyMark,
        isEmpty(first.value)
          ? "\"\(second.key)\" stands beside \"\(first.key)\", not in it: indent the lines below \"\(first.key):\" by two more spaces"
          : "a card has one kind, but \"\(second.key)\" stands beside \"\(first.key)\": begin each card with its own \"- \""
      )
      return nil
    }
    if case .scalar(let text, _) = first.value.content {
      let key =
        switch card.kind {
        case .text, .button, .qr: "text"
        case .image: "image"
        case .number: "value"
        case .departure: "to"
        case .agenda: "start"
        case .chart: "points"
        case .header, .section, .row, .hero: "title"
        case .table: "cells"
        case .clock: "label"
        case .forecast: "day"
        case .gauge: "value"
        case .range: "low"
        case .month: "title"
        case .toggle, .slider, .stepper, .choice: "value"
        case .keypad, .entry: "label"
        case .group: "cards"
        case .own, .field, .keyboard: card.own?.keys.first?.name ?? "…"
        }
      report(
        isEmpty(first.value) ? first.keyMark : first.value.mark,
        "\"\(first.key)\" must be a block: write {\(key): \(text.isEmpty ? "…" : Self.short(text))}")
      return nil
    }
    let outer = (hasItem, isRepeated)
    if case .mapping(let keys) = first.value.content { isRepeated = keys.contains { $0.key == "each" } }
    hasItem = isInDetail || isInGroup || isRepeated
    if card.kind == .group { openedGroup = isRepeated }
    isControl = card.kind.isControl
    defer { (hasItem, isRepeated, openedGroup, isControl) = (outer.0, outer.1, nil, false) }
    return fields(first.value, card.table).map { .card(card, $0) }
  }

  mutating func each(_ node: Node, key: String) -> Reading? {
    guard case .scalar(let text, _) = node.content else {
      report(node.mark, "\"each\" must be the name of a source, not \(shown(node))")
      return nil
    }
    if sourceNames.contains(text) { return .each(.source(text)) }
    if isName(text), !isInDetail, !isInGroup {
      let hint =
        letNames.contains(text)
        ? " (for the value of \"let\" write $\(text))"
        : sourceNames.isEmpty ? "; this board has no \"sources\"" : suggestion(for: text, in: sourceNames)
      report(node.mark, "\"each\": unknown source \"\(text)\"\(hint)")
      return nil
    }
    // Of the board, or of the tapped item; never of an item of its own.
    return expression(node, isInDetail || isInGroup ? .card : .board, key: key).map { .each(.list($0)) }
  }
}
