extension BoardReference {
  /// What the examples of the expressions' page are about: JSON, read at 13:40 UTC on Tuesday, 4 March 2025.
  static let exampleItem = """
    {"name": "Ada", "temp": 21.46, "state": "21", "price": 1250, "share": 0.425, "size": 1500000, "sold": false,
     "at": "2025-03-04T14:10:00Z", "since": 1741088400, "html": "<p>Fish &amp; chips</p>", "tags": ["new", "hot"],
     "stops": [{"to": "Pier", "late": 3}, {"to": "Mill", "late": 8}], "a b": {"c": "deep"}}
    """

  /// A rule of the grammar, an expression that needs it, and what it gives for that item; nil is null.
  static let ruleExamples: [(rule: String, expression: String, result: String?)] = [
    ("expression", "sold ? 'sold out' : 'fresh'", "fresh"),
    ("or", "sold or temp > 20", "true"),
    ("and", "not sold and state == 21", "true"),
    ("not", "not sold", "true"),
    ("comparison", "temp >= 21.5", "false"),
    ("comparison", "at > $now", "true"),
    ("comparison", "nosuch == null", "true"),
    ("coalesce", "nosuch ?? name", "Ada"),
    ("sum", "state - 20 + 1.5", "2.5"),
    ("product", "state * 2 / 3", "14"),
    ("filtered", "(temp | round) + 1", "22"),
    ("signed", "-temp", "-21.46"),
    ("path", "stops.1.to", "Mill"),
    ("path", "it('a b').c", "deep"),
    ("path", "stops.*.to | join", "Pier, Mill"),
    ("primary", "(1 + 2) * 3", "9"),
    ("primary", "nosuch.deeper", nil),
  ]

  /// Filters, in the same way.
  static let filterExamples: [(filter: Filter, expression: String, result: String?)] = [
    (.round, "temp | round", "21"), (.round, "temp | round(1)", "21.5"), (.round, "name | round", nil),
    (.fixed, "state | fixed(1)", "21.0"), (.number, "size | number", "1,500,000"),
    (.percent, "share | percent", "43%"), (.percent, "share | percent(1)", "42.5%"), (.bytes, "size | bytes", "1.5 MB"),
    (.money, "price | money('€')", "€1,250.00"), (.duration, "(price * 4) | duration", "1 h 23 min"),
    (.time, "at | time", "14:10"), (.date, "at | date", "Today"), (.date, "at | date('%-d %b %Y')", "4 Mar 2025"),
    (.ago, "since | ago", "2 h ago"), (.ago, "at | ago", "in 30 min"), (.minutes, "at | minutes", "30"),
    (.epoch, "at | epoch(-600)", "1741096800"),
    (.offset, "'2025-03-04T14:10' | offset(3600) | time", "13:10"), (.duration, "'PT26M' | duration", "26 min"),
    (.where, "stops | where('late', 8) | join(', ', 'to')", "Mill"), (.count, "stops | count", "2"),
    (.first, "tags | first", "new"),
    (.last, "tags | last", "hot"), (.sum, "stops | sum('late')", "11"), (.min, "stops | min('late')", "3"),
    (.max, "stops | max('late')", "8"), (.join, "tags | join", "new, hot"),
    (.join, "stops | join(' → ', 'to')", "Pier → Mill"), (.upper, "name | upper", "ADA"),
    (.lower, "name | lower", "ada"), (.truncate, "html | plain | truncate(8)", "Fish &…"),
    (.replace, "name | replace('a', 'o')", "Ado"), (.split, "name | split('d') | last", "a"),
    (.slice, "name | slice(0, 2)", "Ad"), (.starts, "name | starts('A')", "true"),
    (.contains, "tags | contains('hot')", "true"), (.plain, "html | plain", "Fish & chips"),
  ]

  static var exampleTables: String {
    func row(_ first: String, _ expression: String, _ result: String?) -> String {
      "| \(first) | `\(cell(expression))` | \(result.map { cell($0) } ?? "*nothing*") |"
    }
    let rules = ruleExamples.map { row("`\($0.rule)`", $0.expression, $0.result) }
    let filters = filterExamples.map { row("`\($0.filter.rawValue)`", $0.expression, $0.result) }
    return """
      For the item

      ```json
      \(exampleItem)
      ```

      at 13:40 UTC on Tuesday, 4 March 2025:

      | rule | expression | gives |
      |---|---|---|
      \((rules + filters).joined(separator: "\n"))
      """
  }
}
