import Scene

/// What a cell of a table holds, by its looks: a column of numbers stands at the right, one below the other.
enum CellContent: Sendable, Hashable {
  /// One number, or several that belong together, with what they are counted in: `CHF 9.80`, `45 %`, `21,5 °C`, `14:05`, `2:1`, `1 h 20 min`.
  case number
  /// A dash where there would be one.
  case missing
  case words

  /// - Parameter cell: as it is written, in the digits of any script.
  init(of cell: String) {
    var looks = Looks()
    var isShort = true
    for (place, scalar) in cell.unicodeScalars.enumerated() {
      isShort = place < Looks.longest
      guard isShort, looks.add(scalar) else {
        self = .words
        return
      }
    }
    self = looks.content
  }

  /// Digits, and the letters around them.
  private struct Looks {
    /// Longer is no number that anybody reads in a column.
    static let longest = 40
    /// Letters of one unit: `kWh`, `Std.`, `Mbit`; longer ones are words.
    private static let unit = 4
    /// `1 h 20 min 5 s`.
    private static let mostUnits = 3

    private enum Part { case digit, letter, other }

    private struct Run {
      var letters = String.UnicodeScalarView()
      var count = 0
      var isCased = false
      var isBefore: Bool

      var word: String { String(letters) }
    }

    private var runs: [Run] = []
    private var last = Part.other
    private var hasDigit = false
    private var hasCurrency = false
    private var beginsWithDash = false
    private var isEmpty = true

    /// - Returns: false when it is in no number.
    mutating func add(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.properties.generalCategory {
      case .decimalNumber, .otherNumber:
        (last, hasDigit, isEmpty) = (.digit, true, false)
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber:
        if last != .letter { runs.append(Run(isBefore: !hasDigit)) }
        let run = runs.count - 1
        runs[run].count += 1
        if runs[run].count <= Self.unit { runs[run].letters.append(scalar) }
        runs[run].isCased = runs[run].isCased || scalar.properties.isCased
        (last, isEmpty) = (.letter, false)
      // What is written over letters belongs to them.
      case .nonspacingMark, .spacingMark, .enclosingMark:
        if last == .letter, let run = runs.indices.last, runs[run].letters.count < Self.longest {
          runs[run].letters.append(scalar)
        }
      // What only says which way they run.
      case .format: break
      case .currencySymbol: (last, hasCurrency, isEmpty) = (.other, true, false)
      case .spaceSeparator, .control: last = .other
      default:
        guard Self.isSign(scalar) else { return false }
        if isEmpty {
          beginsWithDash =
            scalar.properties.generalCategory == .dashPunctuation || "−…?".unicodeScalars.contains(scalar)
        }
        (last, isEmpty) = (.other, false)
      }
      return true
    }

    var content: CellContent {
      guard runs.count <= Self.mostUnits, runs.allSatisfy({ $0.count <= Self.unit }) else { return .words }
      guard hasDigit else { return beginsWithDash ? .missing : .words }
      return runs.allSatisfy { $0.isBefore ? hasCurrency || isPrice($0) : isCounted($0) } ? .number : .words
    }

    /// Letters before a number: money only. Of scripts without capitals one letter, as in `ر.س`.
    private func isPrice(_ run: Run) -> Bool { run.count == 1 && !run.isCased || CellUnit.isMoney(run.word) }

    /// Letters behind a number that say what it counts. In scripts without capitals any few of them do: `3番線`, `14时05分`.
    private func isCounted(_ run: Run) -> Bool {
      run.count == 1 || !run.isCased || CellUnit.isMoney(run.word) || CellUnit.isUnit(run.word)
    }

    private static func isDash(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.generalCategory == .dashPunctuation || "−…?".unicodeScalars.contains(scalar)
    }

    /// Of numbers, times, dates, scores and trends.
    private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      // Arrows, and what points up or down.
      case 0x2190...0x21FF, 0x25A0...0x25FF: true
      default: signs.contains(scalar)
      }
    }

    private static let signs = Set(".,'’‘ʼ:;/|-‐‑‒–—―−+±×÷*%‰٪°℃℉′″\"()[]~≈<>≤≥=·٫٬،#…?_^㎡㎥".unicodeScalars)
  }
}
