extension BoardReference {
  /// The grammar of expressions, as `ExpressionParser` reads it; loosest binding first.
  static let grammar = """
    expression = or [ "?" expression ":" expression ]
    or         = and { "or" and }
    and        = not { "and" not }
    not        = "not" not | comparison
    comparison = coalesce [ ( "==" | "!=" | "<" | "<=" | ">" | ">=" ) coalesce ]
    coalesce   = sum { "??" sum }
    sum        = product { ( "+" | "-" ) product }
    product    = filtered { ( "*" | "/" ) filtered }
    filtered   = signed { "|" name [ "(" [ expression { "," expression } ] ")" ] }
    signed     = "-" signed | path
    path       = primary { "." ( name | digits | "*" ) | "(" expression ")" }
    primary    = number | text | "true" | "false" | "null" | "it" | name | "$" name | "(" expression ")"
    """

  static func expressions() -> Page {
    let filters = Filter.allCases.map { "| `\($0.usage)` | \($0.summary) |" }
    return Page(
      name: "expressions",
      text: """
        # Expressions

        In a text, what stands in braces is an expression: `"{name} · {at | time}"`. Keys such as `where`, `when` and `due` are \
        expressions as they are, without braces.

        - `name` is a field of the item, `it` the item itself; `a.b.0` goes on from there, `a('key with spaces')` too. `a.*.b` \
        are the `b` of every item of the list `a`, in one list.
        - `$name` is a source or a `let` value; `$source('key')` is the item with that key. `$now`, `$board` and `$page` are given. \
        Where a card repeats, `$index` counts its items from 0; on a detail page `$item` is the item that was tapped.
        - Numbers written as text count as numbers, also as people and spreadsheets write them: `4,50`, `1.234,50`, `5.50 €`; the one \
        comma of `1,234` is what the board's language has it for, and `1 200` is a number where the language divides thousands by a space. \
        Two texts are the same number only where nothing is lost in saying so: `'1.10' == '1.1'`, `'007' == '7'` and `'7E1' == '70'` are \
        false, and of more than 15 digits each one counts. What a `sum` leaves out though it has digits is told.
        - `sort` and `<` have texts in the language's alphabet, `Öl` beside `Ol` in German and behind `Z` in Swedish, and what is counted in \
        them by its value: `9a`, `10a`; `U2`, `U10`.
        - A number is shown with the decimal mark of the board's language, `12,5` in German; a text stays as it is, and so does what \
        goes into an address.
        - Whatever is like a date compares as one: ISO 8601, RFC 822, `4.3.2025`, `Mar 4, 2025`, `20250304`, `10:15` and \
        `10:15 PM` for today, `24:20` for after midnight, seconds since 1970, or milli-, micro- or nanoseconds.
        - A missing value is null, and null vanishes: the line, or its part between two ` · `, is left out. `a ?? b` is b where a is \
        missing, and of values that touch, `{a}{b}`, those that are there stay.
        - No expression can hang a board: the work of each card is counted, what is too much is left out and told, and a text ends at \
        \(Evaluation.maximalText) bytes. What a filter makes of a whole list is worked out once, however many items ask for it.

        ## Grammar

        ```
        \(grammar)
        ```

        A filtered value beside `??`, `+`, `-`, `*` or `/` needs parentheses around one of them.

        ## Filters

        | filter | gives |
        |---|---|
        \(filters.joined(separator: "\n"))

        ## Examples

        \(exampleTables)

        """)
  }
}
