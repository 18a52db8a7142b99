import Board
import Formats
import TestSupport
import Testing

// What real feeds and answers have shown, each in a small document of our own.

private func items(_ text: String) throws -> [Value] {
  try Feed.parse(Array(text.utf8), address: "https://b.example/feed").items
}

private func item(_ fields: String, _ root: String = "") throws -> Value {
  let text =
    "<rss xmlns:media='http://search.yahoo.com/mrss/' xmlns:dc='http://purl.org/dc/elements/1.1/' "
    + "xmlns:dcterms='http://purl.org/dc/terms/' \(root)><channel><item>\(fields)</item></channel></rss>"
  return try #require(items(text).first)
}

/// A label that any bytes are text by says less than the bytes: stray ones mean what they mean in it.
@Test(arguments: ["iso-8859-1", "windows-1252", "us-ascii", "iso-8859-15"])
func aStrayByteDoesNotGarbleTheRest(label: String) throws {
  let text =
    "<?xml version='1.0' encoding='\(label)'?><rss><channel><item><title>Grüße aus Köln – Ж</title>"
    + "<description>ca?f</description></item></channel></rss>"
  var feed = Array(text.utf8)
  let stray = try #require(feed.lastIndex(of: UInt8(ascii: "?")))
  feed[stray] = 0xE9
  let item = try #require(Feed.parse(feed).items.first)
  #expect(item["title"] == .text("Grüße aus Köln – Ж") && item["summary"] == .text("caéf"))
}

private let trueLabels: [(String, [UInt8], String)] = [
  ("windows-1251", [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2, 0x2C, 0x20, 0xD1, 0xB8], "Привет, Сё"),
  ("iso-8859-1", [0x47, 0x72, 0xFC, 0xDF, 0x65, 0x20, 0xC3, 0xA9, 0x20, 0xE4], "Grüße Ã© ä"),
  ("iso-8859-7", [0xC3, 0xE5, 0xE9, 0xDC, 0x20, 0xF3, 0xEF, 0xF5], "Γειά σου"),
  ("iso-8859-11", [0xCA, 0xC7, 0xD1, 0xCA, 0xB4, 0xD5, 0xA4, 0xC3, 0xD1, 0xBA], "สวัสดีครับ"),
]

/// Text that is in the encoding it names stays in it, also where some letters look like UTF-8.
@Test(arguments: trueLabels)
func aTrueLabelIsBelieved(label: String, bytes: [UInt8], text: String) throws {
  let feed =
    Array("<?xml version='1.0' encoding='\(label)'?><rss><channel><item><title>".utf8) + bytes
    + Array("</title></item></channel></rss>".utf8)
  #expect(try Feed.parse(feed).items.first?["title"] == .text(text))
}

@Test func whatAGroupSaysIsTheItems() throws {
  let group =
    "<media:group><media:title>A film</media:title><media:description>About it</media:description></media:group>"
  let inner = "<media:group><media:content url='/v.mp4'><media:title>A film</media:title></media:content></media:group>"
  #expect(try item(group)["title"] == .text("A film") && item(group)["summary"] == .text("About it"))
  #expect(try item(inner)["title"] == .text("A film"))
  #expect(try item("<title>Own</title>" + group)["title"] == .text("Own"))
  #expect(try item("<media:title>Nearer</media:title>" + group)["title"] == .text("Nearer"))
}

@Test func dublinCoreStandsInForTheRest() throws {
  let fields = "<dc:title>T</dc:title><dc:description>D</dc:description><dcterms:issued>2020-01-02</dcterms:issued>"
  let read = try item(fields)
  #expect(read["title"] == .text("T") && read["summary"] == .text("D") && read["date"] == .text("2020-01-02"))
  #expect(try item("<title>Own</title><description>Own</description>" + fields)["title"] == .text("Own"))
  #expect(try item("<title>x</title><dcterms:created>2020</dcterms:created>")["date"] == .text("2020"))
  let atom =
    "<feed xmlns='http://purl.org/atom/ns#'><entry><title>x</title><created>2004-05-06</created></entry></feed>"
  #expect(try items(atom)[0]["date"] == .text("2004-05-06"))
}

@Test func contentInLettersIsRead() throws {
  func entry(_ content: String) throws -> Value {
    try #require(items("<feed xmlns='http://purl.org/atom/ns#'><entry><title>x</title>\(content)</entry></feed>").first)
  }
  // <p>Hi &amp; all</p>
  let html = "PHA+SGkgJmFtcDsg\n YWxsPC9wPg=="
  #expect(try entry("<content type='text/html' mode='base64'>\(html)</content>")["content"] == .text("Hi & all"))
  #expect(try entry("<content mode='base64'>\(html)</content>")["content"] == .text("Hi & all"))
  #expect(
    try entry("<content type='text/plain' mode='base64'>\(html)</content>")["content"] == .text("<p>Hi &amp; all</p>"))
  #expect(try entry("<content type='image/png'>\(html)</content>")["content"] == .null)
  #expect(try entry("<content type='text/html' mode='base64'>no letters!</content>")["content"] == .null)
  #expect(try entry("<title mode='base64'>SGk=</title>")["title"] == .text("x"))
}

@Test func theFirstRSSIsRead() throws {
  let text = """
    <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://my.netscape.com/rdf/simple/0.9/">
    <channel><title>C</title><link>https://c.example/</link></channel>
    <item><title>One</title><link>https://c.example/1</link></item></rdf:RDF>
    """
  let read = try items(text)
  #expect(read.count == 1 && read[0]["title"] == .text("One") && read[0]["source"] == .text("C"))
}

@Test func whatIsEscapedTwiceIsMeantOnce() throws {
  let read = try item("<title>x</title><link>https://c.example/?a=1&amp;amp;b=2</link>")
  #expect(read["link"] == .text("https://c.example/?a=1&b=2"))
}

private let binaries: [([UInt8], String)] = [
  ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0], "a PNG picture"),
  ([0xFF, 0xD8, 0xFF, 0xE0] + Array("JFIF".utf8), "a JPEG picture"), (Array("GIF89a,,,,".utf8), "a GIF picture"),
  (Array("%PDF-1.4\n%äöü".utf8), "a PDF"), ([0x50, 0x4B, 3, 4, 20], "a ZIP archive"),
  ([0x1F, 0x8B, 8, 0], "a packed file (gzip)"), ([0x7F] + Array("ELF".utf8), "a program"),
  (Array("BZh91AY".utf8), "a packed file (bzip2)"), ([0, 0, 1, 0, 1, 0, 16, 16, 7], "bytes that are no text"),
  (Array("words\u{1}\u{2}".utf8), "bytes that are no text"), ([0, 1, 0, 0, 0, 12, 0, 128], "bytes that are no text"),
]

/// What nobody reads is no text: refused by its name, unless the board says that it is text.
@Test(arguments: binaries)
func whatIsNoTextIsRefused(bytes: [UInt8], kind: String) throws {
  let reason =
    "the server sent \(kind), not text; a source is JSON, a feed, a table, a calendar or text, so check the address"
  #expect(problem { try decode(bytes) } == reason)
  #expect(problem { try decode(bytes, contentType: "text/plain") } == reason)
  #expect(problem { try decode(bytes, address: "https://x/y.txt") } == reason)
  #expect(problem { try decode(bytes, as: .text) } == nil)
}

@Test(arguments: ["", " ", "Back at three", "\u{1B}[31mred\u{1B}[0m", "a\tb\r\n\u{C}next page", "héllo 😀", "%PD", "BM"])
func wordsAreText(text: String) throws {
  #expect(try decode(Array(text.utf8))["text"] == .text(text))
}
