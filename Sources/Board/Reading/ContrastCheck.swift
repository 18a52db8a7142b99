import Numbers
import Scene

/// Colours that cannot be read, told before anybody stands in front of them.
///
/// Source: WCAG 2.1, 1.4.3 (4.5:1 for text) and 1.4.11 (3:1 for marks and shapes). Text on a tone needs no check: it is drawn
/// in white or black, whichever is legible, and one of the two always is.
extension NodeReader {
  /// Warns of tokens of the board's own that are hard to see on what they are drawn on.
  mutating func checkContrast(of theme: Theme, _ fields: Fields) {
    let modes: [Bool] = theme.mode == .auto && theme.background == nil ? [true, false] : [theme.mode == .dark]
    for token in Self.tokens {
      // The token itself, or the ground it was not made for.
      guard let blamed = [token.name, "surface", "background"].first(where: { fields[$0] != nil }) else { continue }
      let problems = modes.compactMap { isDark in token.problem(in: theme.colors(isDark: isDark), isDark: isDark) }
      // One tone serves both modes of a board that leaves the mode open, and cannot suit both perfectly; but it is to be seen.
      guard let worst = problems.min(by: { $0.ratio < $1.ratio }),
        !token.isTone || problems.count == modes.count || worst.ratio < Self.faintest
      else { continue }
      let isOpen = modes.count > 1
      let advice =
        if isOpen {
          "choose a \"mode\", or leave \"\(blamed)\" out"
        } else if let better = worst.better {
          "try \(token.name): \"\(better.hex)\""
        } else {
          "bring \"surface\" and \"background\" closer to each other"
        }
      report(
        fields.mark(of: blamed),
        """
        "\(token.name)" on "\(worst.ground)" has a contrast of \(NumberFormat.fixed(worst.ratio, digits: 1)):1\
        \(isOpen ? " in \(worst.isDark ? "dark" : "light") mode" : ""); \
        \(token.isTone ? "a tone" : "text") needs \(NumberFormat.plain(token.limit)):1: \(advice)
        """, severity: .warning)
    }
  }

  /// What is hardly there.
  private static var faintest: Double { 1.5 }

  private struct Problem {
    var ratio: Double
    var ground: String
    var isDark: Bool
    /// The nearest shade that can be read; nil when the grounds are so different that none suits both.
    var better: Color?
  }

  private struct Token {
    var name: String
    var isTone: Bool
    var color: KeyPath<Theme.Colors, Color>

    var limit: Double { isTone ? 3 : 4.5 }

    func problem(in colors: Theme.Colors, isDark: Bool) -> Problem? {
      let ink = colors[keyPath: color]
      var grounds = [("surface", colors.surface)]
      if !isTone { grounds.append(("background", colors.background)) }
      let ratios = grounds.map { (ground: $0.0, ratio: ink.contrast(against: $0.1)) }
      guard let worst = ratios.min(by: { $0.ratio < $1.ratio }), worst.ratio < limit else { return nil }
      let papers = grounds.map(\.1)
      let (white, black) = (leastContrast(of: .white, on: papers), leastContrast(of: .black, on: papers))
      let better = ink.legible(on: papers, ratio: limit, towards: white > black ? .white : .black)
      return Problem(
        ratio: worst.ratio, ground: worst.ground, isDark: isDark,
        better: leastContrast(of: better, on: papers) >= limit ? better : nil)
    }

    private func leastContrast(of ink: Color, on papers: [Color]) -> Double {
      papers.map { ink.contrast(against: $0) }.min() ?? 0
    }
  }

  private static var tokens: [Token] {
    [
      Token(name: "text", isTone: false, color: \.text), Token(name: "muted", isTone: false, color: \.muted),
      Token(name: "accent", isTone: true, color: \.accent), Token(name: "good", isTone: true, color: \.good),
      Token(name: "warn", isTone: true, color: \.warn), Token(name: "bad", isTone: true, color: \.bad),
      Token(name: "info", isTone: true, color: \.info),
    ]
  }
}

extension Color {
  /// `#0B6E4F`
  fileprivate var hex: String {
    let digits = String(Int(red) << 16 | Int(green) << 8 | Int(blue), radix: 16, uppercase: true)
    return "#" + padded(digits, to: 6)
  }
}
