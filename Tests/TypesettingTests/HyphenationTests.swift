import Board
import Scene
import TestSupport
import Testing

@testable import Typesetting

/// Words that no line has room for.
@Suite struct HyphenationTests {
  private let typesetter = Typesetter(fonts: fonts)

  @Test(
    arguments: [
      ("Donaudampfschifffahrtsgesellschaft", "Donau-dampf-schiff-fahrts-ge-sell-schaft"),
      ("Kunststoffverarbeitung", "Kunst-stoff-ver-ar-bei-tung"), ("Zentralkrankenhaus", "Zen-tral-kran-ken-haus"),
      ("Rechtsschutzversicherung", "Rechts-schutz-ver-si-che-rung"), ("Bundestag", "Bun-des-tag"),
      ("Pulverbeschichtungsanlage", "Pul-ver-be-schich-tungs-an-la-ge"), ("Zeitungspapier", "Zei-tungs-pa-pier"),
      ("Einheitsöl", "Ein-heits-öl"), ("Gültigkeitsende", "Gül-tig-keits-en-de"),
      ("Mannschaftsausflug", "Mann-schafts-aus-flug"), ("Qualitätsanspruch", "Qua-li-täts-an-spruch"),
      ("Stationsstraße", "Sta-tions-stra-ße"), ("Weihnachtsansprache", "Weih-nachts-an-spra-che"),
      ("Arbeitsamt", "Ar-beits-amt"), ("relationship", "re-la-tion-ship"), ("Nachtschicht", "Nacht-schicht"),
      ("Wäscherei", "Wä-sche-rei"),
      ("ferrocarriles", "fer-ro-car-ri-les"), ("Rhythmus", "Rhyth-mus"),
      ("Kraftfahrzeughaftpflichtversicherung", "Kraft-fahr-zeug-haft-pflicht-ver-si-che-rung"),
      ("Schienenersatzverkehr", "Schie-ne-ner-satz-ver-kehr"), ("Stadtratssitzung", "Stadt-rats-sit-zung"),
      ("Rathausplatz", "Rat-haus-platz"), ("Gasthofstraße", "Gast-hof-stra-ße"), ("Apotheke", "Apo-the-ke"),
      ("Veröffentlichung", "Ver-öf-fent-li-chung"), ("Möglichkeiten", "Mög-lich-kei-ten"),
      ("Verpflichtung", "Ver-pflich-tung"), ("Donnerstag", "Don-ners-tag"), ("Fensterbrett", "Fens-ter-brett"),
      ("Kupferdraht", "Kup-fer-draht"), ("Empfangshalle", "Emp-fangs-hal-le"), ("Sportverein", "Sport-ver-ein"),
      ("Достопримечательности", "Дос-то-при-ме-ча-тель-нос-ти"), ("подъезд", "подъ-езд"), ("районный", "рай-он-ный"),
      ("xyz", "xyz"), ("Strengths", "Strengths"), ("hhhhhhhhhh", "hhhhhhhhhh"),
    ])
  func wordsArePartedBySyllables(word: String, parts: String) {
    let scalars = Array(word.unicodeScalars)
    let places = Hyphenation.syllables(of: scalars[...])
    var shown = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      if places.contains(index) { shown.append("-") }
      shown.append(scalar)
    }
    // Two letters never stand alone.
    let whole = parts.split(separator: "-").map(String.init)
    var expected = whole[0]
    for (index, part) in whole.enumerated().dropFirst() {
      let rest = whole[index...].joined().unicodeScalars.count
      expected += expected.unicodeScalars.filter { $0 != "-" }.count >= 3 && rest >= 3 ? "-" + part : part
    }
    #expect(String(shown) == expected)
  }

  /// Two letters that are one sound in Polish are two where others join words.
  @Test func languagesBeginWordsOtherwise() {
    let word = Array("Nieporzadek".unicodeScalars)
    #expect(Hyphenation.syllables(of: word[...], language: "pl").contains(5))
    #expect(Hyphenation.syllables(of: word[...], language: "de").contains(6))
  }

  /// Whatever is parted: on both sides there is a vowel, and no part begins with a sign that belongs to what it follows.
  @Test(arguments: ["Достопримечательности", "Объединённые", "Семья", "Компьютерный", "Подъёмник", "Фильтрующий"])
  func noPartBeginsWithASign(word: String) {
    let scalars = Array(word.unicodeScalars)
    for place in Hyphenation.syllables(of: scalars[...]) {
      #expect(!"ьъй".unicodeScalars.contains(scalars[place]), "\(word) at \(place)")
    }
  }

  /// A word that has a line for itself, an address and what is no word are left as they are.
  @Test(
    arguments: [
      ("Kraftfahrzeughaftpflichtversicherung", true), ("Die Kraftfahrzeughaftpflichtversicherung gilt", true),
      ("Haftpflicht gilt auch hier", false), ("https://example.org/kraftfahrzeughaftpflichtversicherung", false),
      ("www.kraftfahrzeughaftpflichtversicherung.de", false),
      ("kraftfahrzeughaftpflichtversicherung@example.org", false),
      ("a".repeated(400), false), ("b".repeated(60), false), ("日本語日本語日本語日本語日本語日本語日本語", false), ("", false),
    ])
  func onlyWordsWithoutALineAreParted(string: String, isParted: Bool) {
    let text = Text(string, .label, lines: 3)
    let block = typesetter.block(text, width: 160, theme: light)
    // Its starts are those of the text as it was given.
    let plain = Array(text.words.plain.utf8)
    for start in block.starts { #expect(start <= plain.count && (start == plain.count || plain[start] & 0xC0 != 0x80)) }
    let parted = Hyphenation.text(text, partedAt: block.starts)
    #expect((parted != nil) == isParted)
    #expect(
      parted.map { String($0.words.plain.unicodeScalars.filter { $0 != "\u{AD}" }.map(Character.init)) == string }
        ?? true)
    guard let parted else { return }
    let bytes = Array(parted.words.plain.utf8)
    for place in parted.softHyphens { #expect(bytes[place..<place + 2].elementsEqual("\u{AD}".utf8)) }
  }

  /// However narrow the place: a hyphen ends a line, and begins none.
  @Test(arguments: [
    "Đorđe Featherstonehaugh-Cholmondeley", "Anna-Lena Müller-Lüdenscheidt", "x-y-z-u-v-w", "Ada\u{2010}Lovelace",
  ])
  func noLineBeginsWithAHyphen(string: String) {
    for style in [TypeStyle.label, .secondary, .title] {
      for width in stride(from: 40, through: 400, by: 3) {
        let bytes = Array(string.utf8)
        for start in typesetter.block(Text(string, style, lines: 6), width: width, theme: light).starts where start > 0
        {
          let rest = String(decoding: bytes[start...], as: UTF8.self)
          // Narrower than two letters, there is no other way.
          if width >= 60 { #expect(rest.first != "-" && rest.first != "\u{2010}", "\(rest) at \(width)") }
        }
      }
    }
  }

  /// Korean words are parted by spaces; one that has no line for itself is parted at any syllable.
  @Test(arguments: ["맵기 조절이 가능합니다 직원에게 말씀해 주세요", "서울특별시교육청도서관평생학습관 안내"])
  func koreanWordsStayTogether(string: String) {
    for width in stride(from: 60, through: 500, by: 7) {
      let block = typesetter.block(Text(string, .secondary, lines: 8), width: width, theme: light)
      let bytes = Array(string.utf8)
      for start in block.starts where start > 0 {
        let before = bytes[..<start].split(separator: UInt8(ascii: " ")).last.map { Array($0) } ?? []
        let isWithin = bytes[start - 1] != UInt8(ascii: " ")
        let word = before + (bytes[start...].split(separator: UInt8(ascii: " ")).first ?? [])
        let syllables = String(decoding: word, as: UTF8.self).count
        if isWithin { #expect(syllables * 16 > width, "\(string) at \(width)") }
      }
      #expect(block.width <= width)
    }
  }

  @Test func boldAndLinksStayWhereTheyWere() {
    let markup = Markup(parsing: "ab **cdef** [ghij](x) k")
    let inserted = markup.inserting("\u{AD}", at: [1, 5, 9])
    #expect(inserted.plain == "a\u{AD}b cd\u{AD}ef g\u{AD}hij k")
    let bytes = Array(inserted.plain.utf8)
    #expect(inserted.bold.map { String(decoding: bytes[$0], as: UTF8.self) } == ["cd\u{AD}ef"])
    #expect(inserted.links.map { String(decoding: bytes[$0], as: UTF8.self) } == ["g\u{AD}hij"])
  }

  /// Nothing of a long text is lost or told twice, wherever its parts end.
  @Test(arguments: [120, 200, 333])
  func articlesOfLongWordsAreWhole(width: Int) {
    let word = "Donaudampfschifffahrtsgesellschaftskapitän"
    let string = (0..<60).map { "\(word)\($0 % 3 == 0 ? "," : "")" }.joined(separator: " ")
    let article = Article(string, .body, width: width, typesetter: typesetter, theme: light)
    #expect(article.paragraphs.map(\.words.plain).joined(separator: " ") == string)
    for paragraph in article.paragraphs {
      let block = typesetter.block(Text(paragraph: paragraph.words, .body), width: width, theme: light)
      #expect(block.height == paragraph.height)
    }
  }

  /// However long a word, it costs what can be seen of it.
  @Test func aWordOfAMegabyteIsBounded() {
    let before = typesetter.shapedBytes
    let page = typesetter.layout([card(.row, "Donau".repeated(200_000))], width: 300, theme: light)
    #expect(page.cards.count == 1)
    #expect(typesetter.shapedBytes - before < 60_000)
  }
}
