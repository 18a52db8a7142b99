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
    ("-7.4°", "[-7.4°]"), ("בחוץ -7.4°, בפנים 21°", "בחוץ [-7.4°], בפנים 21°"), ("-5%", "[-5%]"), ("-5 %", "[-5] %"),
    ("מינוס -10 דק׳", "מינוס [-10] דק׳"), ("3- עד -9", "3- עד [-9]"), ("(-5)", "([-5])"),
    ("−5 عند", "[−5] عند"),
    ("-1,234.5", "[-1,234.5]"), ("-1.", "[-1]."), ("-5 °C", "-5 °C"), ("down to -5", "down to -5"),
    ("03-555-1234", "03-555-1234"),
    ("10-12", "10-12"), ("ת-5", "ת-5"), ("- 5", "- 5"), ("-", "-"), ("", ""), ("تحت -٥٫٢", "تحت [-٥٫٢]"),
    ("-3 -4 -", "[-3] [-4] -"),
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
}
