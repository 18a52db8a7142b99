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
    /// Letters of one unit: `kWh`, `Std.`, `Mbit`.
    private static let unit = 4
    /// `1 h 20 min 5 s`.
    private static let mostUnits = 3

    private enum Part { case digit, letter, other }

    private struct Run {
      var count = 0
      var isCased = false
      var isBefore: Bool
      /// A digit follows it at once.
      var isAttached = false
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
        if last == .letter { runs[runs.count - 1].isAttached = true }
        (last, hasDigit, isEmpty) = (.digit, true, false)
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber:
        if last != .letter { runs.append(Run(isBefore: !hasDigit)) }
        let run = runs.count - 1
        runs[run].count += 1
        runs[run].isCased = runs[run].isCased || scalar.properties.isCased
        (last, isEmpty) = (.letter, false)
      // What is written over letters, and what only says which way they run.
      case .nonspacingMark, .spacingMark, .enclosingMark, .format: break
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
      return hasCurrency || !runs.contains(where: isName) ? .number : .words
    }

    /// A letter at a number that is no unit of it: `A12`, `U2`.
    private func isName(_ run: Run) -> Bool { run.isBefore && run.isCased && run.isAttached && run.count == 1 }

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
