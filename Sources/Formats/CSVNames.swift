import Board
import Markup

/// Names for the columns of a table, as expressions can say them, all different.
enum CSVNames {
  /// - Parameter account: a name costs its characters.
  static func names(_ header: [String], account: Account) throws(FormatError) -> [String] {
    var names: [String] = []
    var taken: Set<String> = []
    /// By name: which number to try next where a column has it already.
    var next: [String: Int] = [:]
    for (position, cell) in header.enumerated() {
      try account.charge(steps: 1 + cell.utf8.count, at: 0)
      let written = fieldName(cell)
      var name = written.isEmpty ? "column\(position + 1)" : written
      if taken.contains(name) {
        let base = name
        // Each number is tried once, however many columns have the name.
        var count = next[base] ?? 2
        repeat {
          try account.charge(steps: 1 + base.utf8.count / 16, at: 0)
          name = "\(base)_\(count)"
          count += 1
        } while taken.contains(name)
        next[base] = count
      }
      taken.insert(name)
      names.append(name)
    }
    return names
  }

  /// Letters, digits and `_`, not a digit first; what else there is becomes one `_`. Empty for an empty cell.
  private static func fieldName(_ cell: String) -> String {
    var name = String.UnicodeScalarView()
    // Written once something follows them: none stands at the end.
    var pending = 0
    for scalar in cell.unicodeScalars {
      if scalar == "_" {
        pending += 1
      } else if scalar.isInName || pending == 0 && !name.isEmpty && scalar.goesWithLetter {
        if name.isEmpty, pending == 0, scalar.properties.numericType != nil { pending = 1 }
        name.append(contentsOf: repeatElement("_", count: pending))
        name.append(scalar)
        pending = 0
      } else if pending == 0 {
        pending = 1
      }
    }
    return name.isEmpty && !cell.isEmpty ? "_" : String(name)
  }
}

extension Unicode.Scalar {
  fileprivate var isInName: Bool { properties.isAlphabetic || properties.numericType == .decimal }

  /// It changes the letter before it: an accent of its own, a tone, the sign that takes a vowel away.
  fileprivate var goesWithLetter: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark: true
    default: false
    }
  }
}
