import Markup
import TestSupport
import Testing

@Test(arguments: [
  ("Price <b", "Price <b"), ("Price <b 5 EUR", "Price <b 5 EUR"), ("a < b > c", "a < b > c"), ("<", "<"),
  ("a <", "a <"),
  ("x </", "x </"), ("<b", "<b"), ("5 <6 and 7> 6", "5 <6 and 7> 6"), ("&", "&"), ("a &amp b", "a &amp b"),
  ("<p>one <i>two</i></p><p>Price <b", "one two\n\nPrice <b"), ("<!-- never closed", ""),
  ("<a title='never closed>text", "text"),
])
func whatOnlyLooksLikeMarkupStays(html: String, text: String) { #expect(HTMLText(html).text == text) }

@Test(arguments: ["iframe", "object", "video", "audio", "select", "textarea", "svg", "template"])
func textBehindWhatIsNeverClosedStays(name: String) {
  #expect(HTMLText("before <\(name) src='x'>after").text == "before after")
  #expect(HTMLText("before <\(name)>inside</\(name)>after").text == "before after")
  #expect(HTMLText("a<\(name)>b<\(name)>c</\(name) >d").text == "ad", "the first end tag ends it")
  #expect(HTMLText("a<\(name)>b</\(name)s>c").text == "abc", "another name's end tag ends nothing")
}

/// Nobody wants to read a program, whether it ends or not.
@Test(arguments: ["script", "style"])
func programsAreNeverText(name: String) {
  #expect(HTMLText("before <\(name)>x { y: z }").text == "before")
  #expect(HTMLText("before <\(name)>x < y </\(name)>after").text == "before after")
}

@Test func paragraphsStandApartOrOnLines() {
  let html = "<h2>A</h2><p>one<br>two</p><p>three</p><ul><li>x<li>y</ul>"
  #expect(HTMLText(html).text == "A\n\none\ntwo\n\nthree\n\n• x\n• y")
  #expect(HTMLText(html, paragraphs: .onLines).text == "A\none\ntwo\nthree\n• x\n• y")
  #expect(HTMLText("a<br><br>b").text == "a\n\nb")
  #expect(HTMLText("a<br><br>b", paragraphs: .onLines).text == "a\nb")
}

@Test(arguments: [
  ("&eacute;&hearts;&apos;&thetasym;", "é♥'ϑ"), ("&#233;&#xE9;&#x1F600;", "éé😀"), ("&#150;", "–"),
  ("&#0;&#xD800;&#xFFFE;", "\u{FFFD}\u{FFFD}\u{FFFD}"), ("&nosuch;&EACUTE;", "&nosuch;&EACUTE;"),
  ("&#;&#x;&#-1;&#+1;", "&#;&#x;&#-1;&#+1;"), ("a&nbsp;b&#160;c&#x2003;d", "a b c d"),
])
func referencesBecomeCharacters(html: String, text: String) { #expect(HTMLText(html).text == text) }

/// Words are never lost, whatever signs of markup stand between them, as long as no tag could have swallowed them.
@Test func wordsAreKeptBetweenAnySigns() {
  var random = SplitMix64(seed: 31)
  let signs = ["<", "&", "< ", "<1", "<=", "&;", "&#;", "\"", "'", "=", "/", "</ ", "<-", "&amp;", "&lt;"]
  for _ in 0..<5_000 {
    var html = ""
    for word in 0..<12 { html += "w\(word)." + (signs.randomElement(using: &random) ?? "") + " " }
    let text = HTMLText(html).text
    #expect((0..<12).allSatisfy { text.contains("w\($0).") }, "\(html) became \(text)")
  }
}
