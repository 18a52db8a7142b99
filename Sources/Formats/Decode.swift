public import Board
import Markup

/// What fetched bytes are read as; the words of a source's `as:`.
public enum SourceFormat: String, Sendable, Hashable, CaseIterable {
  /// Any JSON.
  case json
  /// RSS, Atom or JSON Feed.
  case feed
  /// A table: records named by its first line.
  case csv
  /// A calendar, recurring events written out.
  case ical
  /// One record `{text}`.
  case text
}

/// Turns what a source sent into a value.
///
/// The format is `format` when the board says it; else the Content-Type tells, else the ending of the address, else the first
/// bytes. The first bytes also overrule a Content-Type or ending that is plainly wrong: servers call everything `text/html`.
///
/// - Parameters:
///   - delimiter: of a table; nil finds out.
///   - contentType: the header as sent, such as `application/json; charset=utf-8`.
///   - address: URL or path; its ending is looked at, and relative links in feeds are resolved against it.
///   - time: what a calendar is written out around; seconds since 1970 UTC.
///   - account: what reading it draws from.
///   - note: takes what was read only in part, in a sentence.
public func decode(
  _ bytes: [UInt8], as format: SourceFormat? = nil, delimiter: CSV.Delimiter? = nil, contentType: String? = nil,
  address: String = "", at time: Double = 0, account: Account = Account(), note: (String) -> Void = { _ in }
) throws(FormatError) -> Value {
  let builder = ValueBuilder()
  try decode(
    bytes, as: format, delimiter: delimiter, contentType: contentType, address: address, at: time, account: account,
    into: builder, note: note)
  return builder.value ?? .null
}

/// The same piece by piece: of JSON, nobody ever holds the value whole.
///
/// - Parameter sink: takes the value; what it has taken is worth nothing when this throws.
public func decode(
  _ bytes: [UInt8], as format: SourceFormat?, delimiter: CSV.Delimiter?, contentType: String?, address: String,
  at time: Double, account: Account = Account(), into sink: any ValueSink, note: (String) -> Void
) throws(FormatError) {
  try account.begin(bytes)
  let charset = contentType.flatMap(TextEncoding.charset(ofContentType:))
  let known: SourceFormat
  if let format { known = format } else { known = try guessedFormat(bytes, contentType: contentType, address: address) }
  switch known {
  case .json:
    let text = try JSON.text(of: bytes, charset: charset, account: account)
    guard format == nil, JSONFeed.isPossible(text) else { return try JSON.read(text, account: account, into: sink) }
    let builder = ValueBuilder()
    try JSON.read(text, account: account, into: builder)
    let value = builder.value ?? .null
    sink.put(JSONFeed.isFeed(value) ? try JSONFeed.items(of: value, address: address) : value)
  case .feed: sink.put(try Feed.parse(bytes, charset: charset, address: address, account: account, note: note))
  case .csv:
    sink.put(try CSV.parse(bytes, delimiter: delimiter, charset: charset, account: account, note: note))
  case .ical: sink.put(try Calendar.parse(bytes, charset: charset, at: time, account: account, note: note))
  case .text:
    let text = TextEncoding.utf8(bytes, declared: charset.map { [$0] } ?? [])
    // Nobody wants to read markup: it is the sign-in page of a guest network, or an error in a page's clothes.
    if Sniffer.isWebPage(text) {
      throw FormatError("the server sent a web page, not text; check the address, and whether it asks for a login")
    }
    if format == nil, let kind = Sniffer.binaryKind(bytes, text) {
      throw FormatError(
        "the server sent \(kind), not text; a source is JSON, a feed, a table, a calendar or text, so check the address"
      )
    }
    try account.charge(steps: text.count, at: text.count)
    try account.charge(text: text.count)
    sink.put(.record(Record([("text", .text(String(decoding: text, as: UTF8.self)))])))
  }
}

/// Whether what comes of it depends on the time around which it is read, as a calendar's recurring events do; for the parameters see
/// `decode`.
public func dependsOnTime(
  _ bytes: [UInt8], as format: SourceFormat?, contentType: String?, address: String
) -> Bool {
  (try? format ?? guessedFormat(bytes, contentType: contentType, address: address)) == .ical
}

private func guessedFormat(_ bytes: [UInt8], contentType: String?, address: String) throws(FormatError) -> SourceFormat
{
  let text = TextEncoding.utf8(Array(bytes.prefix(1_024)))
  let declared = format(ofContentType: contentType ?? "") ?? format(ofEnding: address)
  if Sniffer.isJSON(text) { return declared == .text ? .text : declared ?? .json }
  if Sniffer.isXMLFeed(text) { return .feed }
  if Sniffer.isCalendar(text) { return declared == .text ? .text : .ical }
  if let declared { return declared }
  if Sniffer.isWebPage(text) {
    throw FormatError(
      "the server sent a web page; a source is JSON, a feed, a table, a calendar or text, so check the address")
  }
  if text.first(where: { !$0.isASCIISpace }) == UInt8(ascii: "<") { return .feed }
  return .text
}

private func format(ofContentType contentType: String) -> SourceFormat? {
  let type = contentType.prefix { $0 != ";" }.trimmed.lowercased()
  switch type {
  case "application/feed+json", "application/rss+xml", "application/atom+xml", "application/rdf+xml": return .feed
  case "application/json", "text/json", "application/x-json": return .json
  case "application/xml", "text/xml": return .feed
  case "text/csv", "text/tab-separated-values": return .csv
  case "text/calendar", "application/ics": return .ical
  case "text/markdown": return .text
  default: return type.hasSuffix("+json") ? .json : type.hasSuffix("+xml") ? .feed : nil
  }
}

private func format(ofEnding address: String) -> SourceFormat? {
  let path = address.prefix { $0 != "?" && $0 != "#" }
  guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
  switch path[dot...].lowercased() {
  case ".json", ".geojson": return .json
  case ".rss", ".atom", ".rdf", ".xml": return .feed
  case ".csv", ".tsv": return .csv
  case ".ics", ".ical", ".ifb": return .ical
  case ".txt", ".md": return .text
  default: return nil
  }
}
