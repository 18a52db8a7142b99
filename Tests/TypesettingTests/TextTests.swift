import Board
import Scene
import TestSupport
import Testing

@testable import Typesetting

/// Words on their way to Pango and through it.
@Suite struct TextTests {
  let typesetter = Typesetter(fonts: fonts)

  @Test func markupKeepsItsPlaceInOtherDigits() {
    let markup = Markup(parsing: "**12** of [30](x)").written(in: .arabic)
    #expect(markup.plain == "١٢ of ٣٠")
    #expect(markup.bold == [0..<4] && markup.links == [8..<12])
    #expect(Markup(parsing: "**12**").written(in: .latin) == Markup(parsing: "**12**"))
    #expect(Markup(parsing: "**A1**").written(in: .thai) == Markup(parsing: "**A1**"))
  }

  @Test(arguments: [
    ("plain", "plain", [], []),
    ("a **b** c", "a b c", [2..<3], []),
    ("**Grüße** und **x", "Grüße und **x", [0..<7], []),
    ("see [the plan](http://x.y/z).", "see the plan.", [], [4..<12]),
    ("**[a](b)**", "a", [0..<1], [0..<1]),
    ("[no] (link) [", "[no] (link) [", [], []),
    ("****", "", [], []),
    ("2 * 3 ** 4", "2 * 3 ** 4", [], []),
  ])
  func markup(source: String, plain: String, bold: [Range<Int>], links: [Range<Int>]) {
    let markup = Markup(parsing: source)
    #expect(markup.plain == plain)
    #expect(markup.bold == bold)
    #expect(markup.links == links)
  }

  @Test(arguments: 0..<200)
  func anyMarkupIsReadAndItsRangesLieInTheText(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let source = String(
      (0..<Int.random(in: 0...60, using: &random)).map { _ in "**[]()aü王<&".randomElement(using: &random)! })
    let markup = Markup(parsing: source)
    let count = markup.plain.utf8.count
    var end = 0
    for range in markup.bold {
      #expect(range.lowerBound >= end && range.upperBound <= count && !range.isEmpty)
      end = range.upperBound
    }
    for range in markup.links { #expect(range.upperBound <= count && !range.isEmpty) }
    #expect(typesetter.block(Text(paragraph: markup, .body), width: 100, theme: light).lineCount >= 1)
  }

  @Test func controlsAndLineEndsBecomeSpaces() {
    let text = Text("a\u{0}b\r\n\t c\u{7F}\u{2028}d", .label)
    #expect(text.words.plain == "a b c d")
  }

  @Test func aMegabyteIsCutBeforePangoSeesIt() {
    let long = "word ".repeated(200_000)
    #expect(Text(long, .label).words.plain.utf8.count <= 1_000)
    // One character of a megabyte: scalars count.
    let zalgo = "a" + "\u{301}".repeated(500_000)
    #expect(Text(zalgo, .label).words.plain.unicodeScalars.count <= 1_000)
    let article = typesetter.article(long, .body, width: 600, theme: light)
    #expect(article.paragraphs.reduce(0) { $0 + $1.words.plain.utf8.count } <= 40_003)
    #expect(article.height > 0)
  }

  @Test func textIsCutWithAnEllipsisAtItsLastLine() {
    let long = Text("word ".repeated(50), .body, lines: 2)
    let block = typesetter.block(long, width: 200, theme: light)
    #expect(block.isCut)
    #expect(block.lineCount == 2)
    #expect(block.width <= 200)
    let short = typesetter.block(Text("word", .body, lines: 2), width: 200, theme: light)
    #expect(!short.isCut)
    #expect(short.lineCount == 1)
  }

  /// A line is as high as its style says, whatever fonts take part.
  @Test(arguments: ["Latin", "محمد", "王小明", "👩🏽‍🚀", "ไม้ฐู", "हिन्दी"])
  func everyScriptKeepsTheLeading(word: String) {
    let block = typesetter.block(Text(word, .label), width: 400, theme: light)
    #expect(block.height == 26)
    #expect(typesetter.missingScripts.isEmpty)
  }

  @Test func tabularDigitsAreEquallyWide() {
    let widths = (0...9).map {
      typesetter.block(Text("\($0)".repeated(8), .value, tabular: true), width: 400, theme: light).width
    }
    #expect(Set(widths).count == 1)
  }

  @Test func scriptsWithoutAFontAreNamed() {
    let inter = Typesetter(
      fonts: .pinned(directories: ["/usr/share/fonts/opentype/inter"], cache: "/tmp/vitrine-tests-fontconfig"))
    _ = inter.block(Text("Ada 王 محمد", .label), width: 400, theme: light)
    #expect(inter.missingScripts == ["Hani", "Arab"])
  }

  /// What a product uses: the machine's own fonts, and a file beside the board.
  @Test func systemFontsAndFontFilesWriteText() {
    let file = "/usr/share/fonts/opentype/inter/Inter-Regular.otf"
    for source in [FontSource.system, .system(files: [file])] {
      let typesetter = Typesetter(fonts: source)
      typesetter.warm(light)
      #expect(typesetter.block(Text("Ada", .label), width: 400, theme: light).width > 20)
      #expect(typesetter.missingScripts.isEmpty)
    }
  }

  @Test func emptyLinesPutHalfALineBetweenParagraphs() {
    let one = typesetter.article("a\nb", .body, width: 300, theme: light)
    #expect(one.height == 48)
    let two = typesetter.article("\n\na\n\n \n\nb\n", .body, width: 300, theme: light)
    #expect(two.height == 60)
    #expect(two.paragraphs.map(\.top) == [0, 36])
    #expect(typesetter.article(" \n ", .body, width: 300, theme: light).height == 0)
  }

  @Test func directionIsThatOfTheFirstLetter() {
    #expect("Hello שלום".isRightToLeft == false)
    #expect("12: שלום".isRightToLeft == true)
    #expect("مرحبا".isRightToLeft == true)
    #expect("12:30 – …".isRightToLeft == nil)
  }

  @Test func aFontFileTellsItsFamily() {
    #expect(FontSource.family(ofFile: "/usr/share/fonts/opentype/inter/Inter-Regular.otf") == "Inter")
    #expect(FontSource.family(ofFile: "/etc/passwd") == nil)
  }
}
