import Board
import Scene
import TestSupport
import Testing

@testable import Typesetting

/// Words are not cut.
@Suite struct WordTests {
  let typesetter = Typesetter(fonts: fonts)

  @Test(arguments: [
    ("Today's", "Today’s"), ("it's o'clock", "it’s o’clock"), ("'tis", "'tis"), ("the boys' room", "the boys' room"),
    ("5' 3\"", "5' 3\""), ("l'été", "l’été"), ("''", "''"), ("a''b", "a''b"), ("a'", "a'"), ("", ""),
  ])
  func apostrophesAreThoseOfPrinters(typed: String, set: String) { #expect(typed.typographic == set) }

  /// A number's sign stands in front of it, whichever way its line is read; between digits and words there is none.
  @Test(arguments: [
    ("-7.4°", "[−7.4°]"), ("בחוץ -7.4°, בפנים 21°", "בחוץ [−7.4°], בפנים 21°"), ("-5%", "[−5%]"), ("-5 %", "[−5] %"),
    ("מינוס -10 דק׳", "מינוס [−10] דק׳"), ("3- עד -9", "3- עד [−9]"), ("(-5)", "([−5])"),
    ("−5 عند", "[−5] عند"),
    ("-1,234.5", "[−1,234.5]"), ("-1.", "[−1]."), ("-5 °C", "−5 °C"), ("down to -5", "down to −5"),
    ("Gate A-5 (-1)", "Gate A-5 (−1)"),
    ("03-555-1234", "03-555-1234"),
    ("10-12", "10-12"), ("ת-5", "ת-5"), ("- 5", "- 5"), ("-", "-"), ("", ""), ("تحت -٥٫٢", "تحت [−٥٫٢]"),
    ("-3 -4 -", "[−3] [−4] -"),
  ])
  func signsStandBeforeTheirNumbers(text: String, set: String) {
    #expect(text.typographic == set.replacing("[", with: "\u{2066}").replacing("]", with: "\u{2069}"))
  }

  /// In every language, on every width of a telephone and more: what a button says is there to its end.
  @Test(arguments: [100, 140, 200, 300, 600])
  func labelsOfActionsEndAsTheyWereWritten(width: Int) {
    for label in [
      "OK", "Book 30 minutes", "Terminvereinbarung bestätigen", "Acknowledge all alarms of this line", "会議室を30分予約する",
      "احجز القاعة لمدة ثلاثين دقيقة",
    ] {
      let words = typesetter.action(label, width: width, height: light.whole(Design.buttonHeight - 4), theme: light)
      #expect(!words.isCut, "\(label) in \(width)")
      #expect(words.height <= light.whole(Design.buttonHeight))
    }
  }

  /// The column of times is as wide as its widest, whatever a language calls the whole day.
  @Test(
    arguments: ["09:30", "9:30 AM", "12:30 PM", "Ganztägig", "All day", "طوال اليوم", "Todo el día"], [360, 640, 1_200])
  func timesOfAnAgendaAreWhole(start: String, width: Int) {
    let cards = numbered([
      card(.agenda, "Stand-up", figure: .agenda(AgendaFigure(start: start, end: "10:00 AM"))),
      card(.agenda, "Review", figure: .agenda(AgendaFigure(start: "14:00"))),
    ])
    let page = typesetter.layout(cards, width: width, theme: light)
    let lane = page.cards[0].arrangement.timeLane
    #expect(page.cards.allSatisfy { $0.arrangement.timeLane == lane })
    let style = start.isTimeOfDay ? TypeStyle.value : .secondary
    #expect(!typesetter.block(Text(start, style, tabular: true), width: lane, theme: light).isCut)
  }

  // MARK: Lines

  /// A line ends between words, within those that have hyphens, and where a script has no spaces at the places its language allows.
  @Test(
    arguments: [
      ("Rising tide", "en", ["Rising", "tide"]), ("Hals-Nasen-Ohren", "de", ["Hals-", "Nasen-", "Ohren"]),
      ("2026-06-18", "en", ["2026-06-18"]), ("국립현대미술관 서울", "ko", ["국립현대미술관", "서울"]), ("会議室。", "ja", ["会", "議", "室。"]),
      ("「光」と影", "ja", ["「光」", "と", "影"]), ("", "en", []), (" ", "en", []),
    ] as [(String, String, [String])])
  func linesEndBetweenTheseParts(text: String, language: String, parts: [String]) {
    #expect(LineBreaks.unbroken(text, language: language) == parts)
  }

  /// A dash between words ends its line.
  @Test func linesDoNotBeginWithADash() {
    #expect(Text.line("Monday – Friday", limit: 100) == "Monday\u{A0}– Friday")
    #expect(Text.line("Tea — hot", limit: 100) == "Tea\u{A0}— hot")
    #expect(Text.line("8–18, – and", limit: 100) == "8–18,\u{A0}– and")
    #expect(Text.line("– Ada", limit: 100) == "– Ada")
  }

  /// No value turns the words after it around.
  @Test func overridesOfReadingAreLeftOut() {
    #expect(Text.line("abc\u{202E}def\u{202C} · costs 12.50 €", limit: 100) == "abcdef · costs 12.50 €")
    #expect(Text.line("\u{2066}-5\u{2069} · שלום", limit: 100) == "\u{2066}-5\u{2069} · שלום")
  }

  /// The words of a hero in scripts without spaces are set as large as those of others: in more lines.
  @Test(arguments: ["静けさの時間——十七世紀オランダ室内画の世界", "安靜的時刻十七世紀荷蘭室內畫的世界展覽", "ช่วงเวลาแห่งความเงียบภาพภายในบ้านของชาวดัตช์"])
  func titlesWithoutSpacesWrap(title: String) throws {
    for width in [300, 360, 420] {
      let hero = card(.hero, title, text: "1650–1680", image: "a")
      let painter = CardPainter(card: hero, arrangement: Arrangement(), theme: light, typesetter: typesetter)
      let words = try #require(painter.heroPlan(width: width).words.first?.block)
      #expect(words.lineCount > 1 && !words.isCut, "\(width)")
      #expect(Double(words.leading) >= TypeStyle.title.leading, "\(width)")
    }
  }

  /// However long a word is, a title is not smaller than the text below it.
  @Test(arguments: ["Donaudampfschifffahrtsgesellschaftskapitänsmütze", "x".repeated(80), "静".repeated(200)])
  func titlesAreNoSmallerThanTheirText(title: String) throws {
    for width in stride(from: 200, through: 1_400, by: 100) {
      for isFilled in [false, true] {
        let hero = card(.hero, title, text: "Some text", tone: isFilled ? .info : nil, isFilled: isFilled)
        let painter = CardPainter(card: hero, arrangement: Arrangement(), theme: light, typesetter: typesetter)
        let words = painter.heroPlan(width: width).words
        // The styles' leading grows with their size.
        #expect(words.count == 2 && words[0].block.leading + 8 >= words[1].block.leading, "\(width)")
      }
    }
  }
}
