import Refresh
import Testing

@testable import Board

/// The languages that are made of CLDR's data.
@Suite struct PluralTests {
  private func language(_ code: String) throws -> Language {
    try #require(Language.all.first { $0.code == code }).language
  }

  @Test(arguments: [
    ("en", "1 day ago|in 2 days"), ("de", "vor 1 Tag|in 2 Tagen"), ("it", "1 giorno fa|tra 2 giorni"),
    ("nl", "1 dag geleden|over 2 dagen"), ("pl", "1 dzień temu|za 2 dni"), ("pt", "há 1 dia|em 2 dias"),
    ("cs", "před 1 dnem|za 2 dny"), ("sv", "för 1 dag sedan|om 2 dagar"), ("ar", "قبل يوم واحد|خلال يومين"),
    ("ja", "1 日前|2 日後"), ("zh-Hans", "1天前|2天后"), ("ko", "1일 전|2일 후"),
  ])
  func daysAreToldAsPeopleDo(code: String, told: String) throws {
    let language = try language(code)
    #expect("\(language.ago(90_000))|\(language.ahead(2 * 86_400))" == told)
  }

  @Test(arguments: [
    ("en", "Platform 2"), ("de", "Gleis 2"), ("fr", "Voie 2"), ("es", "Andén 2"), ("it", "Binario 2"),
    ("nl", "Spoor 2"), ("pl", "Peron 2"), ("sv", "Spår 2"), ("ar", "رصيف 2"), ("he", "רציף 2"), ("ja", "2番線"),
    ("zh-Hans", "2站台"),
    ("ko", "2번 승강장"),
  ])
  func platformsAreToldAsPeopleDo(code: String, told: String) throws {
    let language = try language(code)
    #expect(language.platform("2") == told)
    // What says itself what it is has no second word.
    for name in ["Gate 12", "Bus bay C", "2番線", "Süd"] { #expect(language.platform(name) == name) }
    #expect(language.platform("12 A-D").contains("12 A-D") && language.platform("12 A-D") != "12 A-D")
  }

  /// A board's own word for platforms is said, too.
  @Test func ownWordsForPlatformsAreSaid() {
    var language = Language.english
    language.platformHead = "Stand"
    #expect(language.platform("3a") == "Stand 3a" && language.platform("B") == "Stand B")
  }

  @Test(arguments: [
    ("pl", [1: "dzień", 2: "dni", 5: "dni", 12: "dni", 22: "dni", 25: "dni", 101: "dni"]),
    ("cs", [1: "dnem", 2: "dny", 5: "dny"]), ("ar", [3: "أيام", 11: "يومًا", 100: "يوم", 103: "أيام"]),
  ])
  func formsFollowTheNumber(code: String, forms: [Int: String]) throws {
    let language = try language(code)
    for (count, form) in forms { #expect(language.ago(Double(count) * 86_400).contains(form), "\(count)") }
  }

  /// Each has a form for every number, and everything else a panel writes.
  @Test(arguments: Language.all.map(\.code))
  func everyLanguageIsWhole(code: String) throws {
    let language = try language(code)
    #expect(language.code == code)
    for count in 0...1_000 { #expect((0...5).contains(language.plural.form(of: count))) }
    for forms in [language.dayForms?.lasting, language.dayForms?.past, language.dayForms?.future] where forms != nil {
      #expect(forms?.count == 6)
    }
    #expect(language.weekdays.count == 7 && language.shortWeekdays.count == 7)
    #expect(language.months.count == 12 && language.shortMonths.count == 12)
    #expect((0..<7).contains(language.firstWeekday) && language.weekend.allSatisfy((0..<7).contains))
    for phrase in BoardLanguage.phrases {
      if case .text(let path, let length) = phrase.place {
        #expect(length.contains(language[keyPath: path].count), "\(phrase.key): \(language[keyPath: path])")
      }
    }
    for pattern in [language.past, language.future, language.asOf, language.refresh.age] {
      #expect(pattern.contains("%"))
    }
    for format in [language.dateFormat, language.dateFormatWithYear, language.shortDateFormat, language.timeFormat] {
      #expect(DateFormat.unknownDirectives(in: format) == [], "\(format)")
      let text = DateFormat.text(format, at: tuesday, in: Moment(time: tuesday, zone: .utc, language: language))
      #expect(!text.contains("%") && !text.isEmpty)
    }
  }

  @Test(arguments: [
    ("it", "martedì 4 marzo|4 marzo 2025|13:40"), ("pl", "wtorek, 4 marca|4 marca 2025|13:40"),
    ("pt", "terça-feira, 4 de março|4 de março de 2025|13:40"), ("sv", "tisdag 4 mars|4 mars 2025|13:40"),
    ("ja", "3月4日火曜日|2025年3月4日|13:40"), ("ko", "3월 4일 화요일|2025년 3월 4일|오후 1:40"),
    ("zh-Hans", "3月4日星期二|2025年3月4日|13:40"),
  ])
  func datesStandAsTheyAreRead(code: String, dates: String) throws {
    let moment = Moment(time: tuesday, zone: .utc, language: try language(code))
    let formats = [moment.language.dateFormat, moment.language.dateFormatWithYear, moment.language.timeFormat]
    #expect(formats.map { DateFormat.text($0, at: tuesday, in: moment) }.joined(separator: "|") == dates)
  }

  /// A board's own words are meant, whatever forms its language has.
  @Test func ownWordsComeFirst() throws {
    let file = try board("language: pl\nwords: {days: xx, daysAway: yy}\ncards: []")
    #expect(file.language.ago(5 * 86_400) == "5 yy temu")
    #expect(file.language.days(5) == "5 xx")
  }

  /// Where people of several languages pass by, pages take turns.
  @Test func aPageMayHaveALanguageOfItsOwn() throws {
    let file = try board(
      """
      language: de
      pages:
        - cards: [header: {title: "{$now | date('%A')}"}]
        - language: ja
          cards: [header: {title: "{$now | date('%A')}"}]
      """)
    var evaluator = BoardEvaluator(file)
    let titles = (0..<2).map { evaluator.content(page: $0, at: Moment(time: tuesday)).cards.first?.title }
    #expect(titles == ["Dienstag", "火曜日"])
  }
}
