import Board
import Formats
import Testing

private let json = "{\"a\": 1}"
private let rss = "<rss><channel><item><title>x</title></item></channel></rss>"
private let page = "<!DOCTYPE html>\n<html></html>"

private func shape(_ text: String, as format: SourceFormat? = nil, type: String? = nil, address: String = "") -> String
{
  do {
    switch try decode(Array(text.utf8), as: format, contentType: type, address: address) {
    case .record(let record): return "record " + record.names.joined(separator: " ")
    case .list(let items): return "list \(items.count)"
    default: return "other"
    }
  } catch {
    return "error"
  }
}

@Test(
  arguments: [
    (json, nil, nil, "", "record a"),
    (json, nil, "text/html", "", "record a"),
    (json, nil, "application/xml", "https://x.example/feed.xml", "error"),
    (json, .json, "text/html", "x.xml", "record a"),
    (json, .text, "application/json", "", "record text"),
    (json, nil, "text/plain; charset=utf-8", "/srv/data.txt", "record text"),
    (rss, nil, nil, "", "list 1"),
    (rss, nil, "text/html; charset=UTF-8", "", "list 1"),
    (rss, nil, "application/json", "", "list 1"),
    (rss, .json, "application/rss+xml", "", "error"),
    (page, nil, "text/html", "", "error"),
    (page, nil, "application/json", "", "error"),
    (page, .text, "text/html", "", "error"),
    (page, nil, nil, "/srv/note.txt", "error"),
    ("hello", nil, nil, "", "record text"),
    ("hello", nil, nil, "note.json", "error"),
    ("[1, 2]", nil, nil, "menu.json?v=1.xml", "list 2"),
  ] as [(String, SourceFormat?, String?, String, String)])
func formatIsFound(text: String, format: SourceFormat?, type: String?, address: String, expected: String) {
  #expect(shape(text, as: format, type: type, address: address) == expected)
}

@Test func charsetOfTheServerIsUsed() throws {
  let value = try decode([0xD6, 0xD0], as: .text, contentType: "text/plain; charset=\"GBK\"")
  #expect(value["text"] == .text("中"))
}
