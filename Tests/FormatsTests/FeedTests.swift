import Board
import Formats
import TestSupport
import Testing

private func parse(_ text: String, address: String? = nil) throws(FormatError) -> [Value] {
  try Feed.parse(Array(text.utf8), address: address).items
}

private func rss(_ items: String) -> String {
  "<?xml version=\"1.0\"?><rss version=\"2.0\" xmlns:media=\"http://search.yahoo.com/mrss/\" "
    + "xmlns:content=\"http://purl.org/rss/1.0/modules/content/\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\">"
    + "<channel><title>Blog</title><link>https://blog.example/</link>\(items)</channel></rss>"
}

@Test func rssItemBecomesARecord() throws {
  let items = try parse(
    rss(
      """
      <item><guid isPermaLink="false">7</guid><title>A &amp;amp; B</title><link>/7</link><dc:creator>Ada</dc:creator>
      <pubDate>Tue, 05 Mar 2024 10:00:00 GMT</pubDate><description>&lt;p&gt;Short&lt;/p&gt;</description>
      <content:encoded><![CDATA[<p>One<br>two</p><script>alert(1)</script><p>Three &eacute;</p><img src="/a.jpg">]]></content:encoded></item>
      """))
  #expect(
    items == [
      .record(
        Record([
          ("id", .text("7")), ("title", .text("A & B")), ("link", .text("https://blog.example/7")),
          ("summary", .text("Short")),
          ("content", .text("One\ntwo\n\nThree é")), ("image", .text("https://blog.example/a.jpg")),
          ("author", .text("Ada")),
          ("source", .text("Blog")), ("date", .text("Tue, 05 Mar 2024 10:00:00 GMT")),
        ]))
    ])
}

@Test func atomEntryBecomesARecord() throws {
  let items = try parse(
    """
    <feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://a.example/blog/"><title type="html">My &amp;lt;Blog&amp;gt;</title>
    <author><name>Grace</name></author><link rel="self" href="feed.xml"/><link href="./"/>
    <entry><id>urn:1</id><title type="text">a < b & c</title><link rel="edit" href="edit/1"/><link rel="alternate" href="1"/>
    <published>2024-03-05T10:00:00Z</published><updated>2024-03-06T10:00:00Z</updated>
    <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Hello <b>x &lt; y</b></p><p>Bye<img src="p.png"/></p></div></content></entry>
    <entry><id>urn:2</id><title type="html">&lt;em&gt;Two&lt;/em&gt;</title><author><name>Ada</name></author>
    <link rel="enclosure" type="image/png" href="e.png"/><summary>Only a summary</summary></entry></feed>
    """)
  #expect(items.count == 2)
  #expect(items[0]["title"] == .text("a < b & c"))
  #expect(items[0]["link"] == .text("https://a.example/blog/1"))
  #expect(items[0]["content"] == .text("Hello x < y\n\nBye"))
  #expect(items[0]["summary"] == .text("Hello x < y"))
  #expect(items[0]["image"] == .text("https://a.example/blog/p.png"))
  #expect(items[0]["author"] == .text("Grace"))
  #expect(items[0]["date"] == .text("2024-03-05T10:00:00Z"))
  #expect(items[1]["title"] == .text("Two"))
  #expect(items[1]["author"] == .text("Ada"))
  #expect(items[1]["image"] == .text("https://a.example/blog/e.png"))
  #expect(items[1]["content"] == .text("Only a summary"))
  #expect(items[1]["source"] == .text("My <Blog>"))
}

@Test func rss1KeepsItsItemsBesideTheChannel() throws {
  let items = try parse(
    """
    <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
    <channel rdf:about="https://r.example/"><title>R</title><link>https://r.example/</link></channel>
    <item rdf:about="https://r.example/1"><title>One</title><link>https://r.example/1</link><dc:date>2024-01-01</dc:date></item></rdf:RDF>
    """)
  #expect(items.count == 1)
  #expect(items[0]["id"] == .text("https://r.example/1"))
  #expect(items[0]["source"] == .text("R"))
  #expect(items[0]["date"] == .text("2024-01-01"))
}

@Test func jsonFeedBecomesTheSameRecord() throws {
  let text = """
    {"version": "https://jsonfeed.org/version/1.1", "title": "J", "home_page_url": "https://j.example/", "authors": [{"name": "Ada"}],
     "items": [{"id": 12, "url": "/1", "content_html": "<p>Hi <img src='i.png'></p>", "date_published": "2024-01-01T00:00:00Z"}]}
    """
  let items = try parse(text)
  #expect(
    items == [
      .record(
        Record([
          ("id", .text("12")), ("link", .text("https://j.example/1")), ("summary", .text("Hi")),
          ("content", .text("Hi")),
          ("image", .text("https://j.example/i.png")), ("author", .text("Ada")), ("source", .text("J")),
          ("date", .text("2024-01-01T00:00:00Z")),
        ]))
    ])
  #expect(try decode(Array(text.utf8)).items == items)
  #expect(try decode(Array(text.utf8), as: .json)["title"] == .text("J"))
  #expect(problem { try Feed.parse(Array("{\"items\": []}".utf8)) }?.contains("this JSON is no feed") == true)
}

@Test(arguments: [
  (
    "<media:thumbnail url=\"/s.jpg\" width=\"100\"/><media:content url=\"/l.jpg\" medium=\"image\" width=\"900\"/>",
    "/l.jpg"
  ),
  (
    "<media:group><media:content url=\"/v.mp4\" type=\"video/mp4\"/><media:thumbnail url=\"/t.jpg\"/></media:group>",
    "/t.jpg"
  ),
  ("<enclosure url=\"/a.mp3\" type=\"audio/mpeg\"/><enclosure url=\"/e.png\" type=\"image/png\"/>", "/e.png"),
  ("<media:content url=\"/plain.webp?x=1\"/>", "/plain.webp?x=1"),
  (
    "<description>&lt;img src='/pixel.gif' width='1' height='1'&gt;&lt;img src='/real.jpg'&gt;</description>",
    "/real.jpg"
  ),
  (
    "<description>&lt;img src='data:image/png;base64,xx'&gt;&lt;IMG ALT='a > b' SRC=/real.jpg&gt;</description>",
    "/real.jpg"
  ),
  ("<description>&lt;img src='/a b\"ü.jpg'&gt;</description>", "/a%20b%22%C3%BC.jpg"),
  ("<description>&lt;img src='javascript:x'&gt;</description>", nil),
  ("<media:thumbnail url=\"file:///etc/passwd\"/>", nil),
])
func pictureOfAnItem(item: String, expected: String?) throws {
  let image = try parse(rss("<item><title>x</title>\(item)</item>"))[0]["image"].text
  #expect(image == expected.map { "https://blog.example\($0)" })
}

@Test func itemsWithoutTitleAreKept() throws {
  let items = try parse(rss("<item><description>Just words</description><pubDate>today</pubDate></item><item></item>"))
  #expect(items.count == 1)
  #expect(items[0]["title"] == .null)
  #expect(items[0]["summary"] == .text("Just words"))
  #expect(items[0]["id"] == .text("Just words today"))
}

@Test(arguments: [
  "<item><title>One</title><link>https://x.example/1</link></item><item><title>Two",
  "<item><title>One</title></item><item><title>Two</title><description><![CDATA[never closed",
  "<item><title>One</title></item><item><title>Two</title><description>a <b>open</description></item>",
  "<item><title>One</title></item><!-- never closed <item><title>Two</title></item>",
])
func itemsBeforeTheBreakAreKept(items: String) throws {
  let whole = rss(items)
  let text = items.hasSuffix("</item>") ? whole : String(whole.prefix(whole.count - "</channel></rss>".count))
  let read = try parse(text)
  #expect(read.first?["title"] == .text("One"))
  #expect(read.allSatisfy { $0["title"] == .text("One") || $0["title"] == .text("Two") })
  #expect(read.count <= 2)
}

@Test func brokenMarkupLosesNothing() throws {
  let items = try parse(
    rss(
      """
      <item><title>AT&T & Co &nbsp;caf&eacute; &#146;s &bogus;</title><description>1 < 2 \u{0B}\u{01}&#0;&#xFFFF;x</description></item>
      <item><title>A <b>bold</title><link>https://x.example/2</link></item>
      <item><title>After &amp; before</title></item>
      """))
  #expect(items.map { $0["title"].text } == ["AT&T & Co café ’s &bogus;", "A bold", "After & before"])
  #expect(items[0]["summary"] == .text("1 < 2 \u{FFFD}\u{FFFD}x"))
}

@Test func warningsBeforeTheDeclarationAreSkipped() throws {
  #expect(try parse("Warning: mysql gone\n\n" + rss("<item><title>x</title></item>")).count == 1)
}

@Test func entitiesOfTheDocumentAreNeverExpanded() throws {
  var laughs = "<?xml version=\"1.0\"?>\n<!DOCTYPE lolz [\n<!ENTITY lol \"lol\">\n"
  for level in 1...9 {
    let name = level == 1 ? "lol" : "lol\(level - 1)"
    laughs += "<!ENTITY lol\(level) \"" + String(repeating: "&\(name);", count: 10) + "\">\n"
  }
  laughs += "]>\n<rss><channel><item><title>&lol9;</title></item></channel></rss>"
  #expect(try parse(laughs).map { $0["title"].text } == ["&lol9;"])

  let secret = """
    <!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/hostname"><!ENTITY % y SYSTEM "http://127.0.0.1:1/evil.dtd"> %y;]>
    <rss><channel><item><title>&x;</title></item></channel></rss>
    """
  #expect(try parse(secret).map { $0["title"].text } == ["&x;"])
  let external =
    "<!DOCTYPE rss SYSTEM \"file:///etc/passwd\"><rss><channel><item><title>a</title></item></channel></rss>"
  #expect(try parse(external).count == 1)
}

@Test func deepXMLIsRefusedAndItemsBeforeItAreKept() throws {
  let deep = String(repeating: "<a>", count: 20_000)
  #expect(problem { try Feed.parse(Array("<rss>\(deep)".utf8)) }?.contains("breaks off before its first item") == true)
  let items = try parse("<rss><channel><item><title>One</title></item>\(deep)")
  #expect(items.map { $0["title"].text } == ["One"])
  let html = String(repeating: "&lt;div&gt;", count: 20_000) + "deep" + String(repeating: "&lt;/div&gt;", count: 20_000)
  #expect(try parse(rss("<item><description>\(html)</description></item>"))[0]["summary"] == .text("deep"))
}

@Test func unfinishedTagsTakeLinearTime() throws {
  let tags = String(repeating: "<a href=\"x", count: 200_000)
  let items = try parse(rss("<item><title>x</title><description><![CDATA[\(tags)]]></description></item>"))
  #expect(items.count == 1)
}

@Test func encodingsOfFeeds() throws {
  let text = rss("<item><title>Größe</title></item>")
  for bigEndian in [true, false] {
    for mark in [true, false] {
      let bytes = utf16(
        text.replacing("<?xml version=\"1.0\"?>", with: "<?xml version=\"1.0\" encoding=\"UTF-16\"?>"),
        bigEndian: bigEndian, mark: mark)
      #expect(try Feed.parse(bytes)["0"]["title"] == .text("Größe"))
    }
  }
  let head = Array("<?xml version='1.0' encoding='GB18030'?><rss><channel><item><title>".utf8)
  let tail = Array("</title></item></channel></rss>".utf8)
  let chinese: [UInt8] = [0xD6, 0xD0, 0xCE, 0xC4, 0x81, 0x30, 0x84, 0x36]
  #expect(try Feed.parse(head + chinese + tail)["0"]["title"] == .text("中文¥"))
  let plainHead = Array("<rss><channel><item><title>".utf8)
  #expect(try Feed.parse(plainHead + chinese + tail, charset: "gb18030")["0"]["title"] == .text("中文¥"))
  #expect(try Feed.parse(plainHead + [0x93, 0xE9, 0x94] + tail)["0"]["title"] == .text("“é”"))
  // The server says Latin-1 and means UTF-8; the server says UTF-8 and means Latin-1.
  #expect(try Feed.parse(plainHead + Array("é".utf8) + tail, charset: "ISO-8859-1")["0"]["title"] == .text("é"))
  #expect(try Feed.parse(plainHead + [0xE9] + tail, charset: "utf-8")["0"]["title"] == .text("é"))
  // One damaged byte in UTF-8 does not turn the rest into Latin-1.
  #expect(
    try Feed.parse(plainHead + Array("éü".utf8) + [0xC3] + tail, charset: "utf-8")["0"]["title"] == .text("éü\u{FFFD}"))
  #expect(try Feed.parse(plainHead + [0x41] + tail, charset: "x-no-such/../set")["0"]["title"] == .text("A"))
}

@Test func otherDocumentsAreNamed() {
  #expect(problem { try Feed.parse([]) } == "the answer is empty, not a feed")
  #expect(
    problem { try Feed.parse(Array("<!doctype html><html><p>404</html>".utf8)) }
      == "the server sent a web page, not a feed; look in it for the address of its RSS or Atom feed")
  #expect(
    problem { try Feed.parse(Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8)) }
      == "this XML is no feed: its outermost element is <svg>, not <rss>, <feed> or <rdf:RDF>")
  #expect(problem { try Feed.parse(Array("just words".utf8)) }?.contains("no XML element") == true)
}

@Test func anEmptyFeedIsAnEmptyList() throws { #expect(try parse(rss("")) == []) }

@Test func damagedFeedsNeverCrash() {
  let good = Array(
    rss("<item><title>A &amp; B</title><description><![CDATA[<p>x</p>]]></description><guid>1</guid></item>").utf8)
  var random = SplitMix64(seed: 9)
  var read = 0
  for _ in 0..<1_000 {
    var bytes = good
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes[place] = "<>&;\"'/!?[]=\u{0}".utf8.randomElement(using: &random)!
      case 1: bytes.remove(at: place)
      default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
      }
    }
    if (try? Feed.parse(bytes))?.items.isEmpty == false { read += 1 }
  }
  #expect(read > 500)
}
