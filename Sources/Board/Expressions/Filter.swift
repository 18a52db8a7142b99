/// A filter: what follows a `|`. One given something it cannot use yields null, and null vanishes.
public enum Filter: String, Sendable, Hashable, CaseIterable {
  /// Of numbers.
  case round, fixed, number, percent, bytes, money, duration
  /// Of dates.
  case time, date, ago, minutes, epoch, offset
  /// Of lists.
  case `where`
  case count, first, last, sum, min, max, join
  /// Of texts.
  case upper, lower, truncate, replace, split, slice, starts, contains, plain

  /// What its arguments are called; those in `[]` may be left out.
  public var parameters: [String] { signature.parameters }

  /// One sentence for the manual.
  public var summary: String { signature.summary }

  /// As it is written: `truncate(length)`.
  public var usage: String {
    parameters.isEmpty ? rawValue : "\(rawValue)(\(parameters.joined(separator: ", ")))"
  }

  /// How many arguments it takes.
  public var argumentCount: ClosedRange<Int> {
    // Fits: some of them, and all of them.
    parameters.count { !$0.hasPrefix("[") }...parameters.count
  }

  private var signature: (parameters: [String], summary: String) {
    switch self {
    case .round: (["[digits]"], "The nearest number with at most so many decimals; none by default.")
    case .fixed: (["digits"], "The number with exactly so many decimals.")
    case .number: (["[digits]"], "The number with thousands grouped: 12,345.")
    case .percent: (["[digits]"], "0.42 as 42%.")
    case .bytes: ([], "A number of bytes in words: 1.5 MB; units are powers of 1000.")
    case .money: (["[currency]", "[digits]"], "The number as an amount: €12.50; two decimals by default.")
    case .duration:
      (
        ["[style]"],
        "Seconds, or a length of time such as PT26M, in words: 1 h 20 min; as on a clock, 1:20:05, with 'clock'."
      )
    case .time: (["[format]"], "The time of day: 13:40.")
    case .date:
      (
        ["[format]"],
        "The date: Today, Monday 3 March; date('long') is weekday, day and month as the language writes them; else by strftime's directives: date('%A %-d %B')."
      )
    case .ago: ([], "How long ago, or in how long: 5 min ago, in 1 h 52 min, in 2 days.")
    case .minutes:
      (
        [],
        "Whole minutes from now until then, rounded down; negative for the past. Of a time of day alone it is the nearest one."
      )
    case .epoch: (["[seconds]"], "Seconds since 1970 UTC, plus so many.")
    case .offset:
      (
        ["east"],
        "The moment a time without a zone means on a clock so far east of UTC: hours, minutes, seconds, or +01:00."
      )
    case .where:
      (
        ["field", "value"],
        "The items whose field has that value: $tasks | where('ServiceID', ID) | count. Of a source they are found at once, however many there are."
      )
    case .count: ([], "The number of items; of a text, its characters.")
    case .first: ([], "The first item.")
    case .last: ([], "The last item.")
    case .sum: (["[field]"], "The sum of the items, or of a field of each.")
    case .min: (["[field]"], "The smallest item, or the smallest value of a field.")
    case .max: (["[field]"], "The greatest item, or the greatest value of a field.")
    case .join:
      (["[separator]", "[field]"], "The items, or a field of each, in one text; separated by a comma by default.")
    case .upper: ([], "In capitals.")
    case .lower: ([], "In small letters.")
    case .truncate: (["length"], "At most so many characters, cut between words and ended with an ellipsis.")
    case .replace: (["old", "new"], "Every occurrence of a text replaced.")
    case .split: (["separator"], "The pieces of a text as a list.")
    case .slice:
      (["start", "[count]"], "Part of a text or list, from a position counted from 0; negative counts from the end.")
    case .starts: (["text"], "Whether the text starts so.")
    case .contains: (["what"], "Whether the text, list or record contains it.")
    case .plain: ([], "HTML as plain text.")
    }
  }

  /// Words of other template languages, and what they are here.
  static let translations: [String: String] = [
    "default": "write x ?? other", "d": "write x ?? other", "length": "write count", "size": "write count",
    "upcase": "write upper", "uppercase": "write upper", "capitalize": "write upper", "downcase": "write lower",
    "lowercase": "write lower", "strip_html": "write plain", "striptags": "write plain",
    "strftime": "write date('%H:%M')",
    "date_format": "write date('%H:%M')", "timestamp_custom": "write date('%H:%M')",
    "int": "numbers need no conversion",
    "float": "numbers need no conversion", "string": "texts need no conversion", "floor": "write round",
    "relative_time": "write ago", "as_timestamp": "write epoch", "currency": "write money('€')",
    "map": "write join(', ', 'field')", "selectattr": "write where('field', value)",
    "filter": "write where('field', value)",
    "find": "write where('field', value) | first",
    "startswith": "write starts('…')", "substring": "write slice(0, 5)", "includes": "write contains('…')",
  ]
}
