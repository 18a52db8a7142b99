public import Board
public import Markup
import Numbers

/// What somebody elsewhere asks of a panel: by the control socket, by a broker.
public enum ControlRequest: Sendable, Hashable {
  /// How it stands.
  case status
  /// The picture that is on the glass.
  case screenshot
  /// Read the board again.
  case reload
  /// Turn to a page, by its number from 1 or its name.
  case page(String)
  /// As if somebody had pulled.
  case refresh
  /// As if somebody had touched it, without pressing anything.
  case wake
  /// Dark until it is touched or woken.
  case off
  /// A share of the most, above 0 up to 1, until it is set anew.
  case brightness(Double)
  /// A sentence at the panel's edge, for so many seconds; an empty one takes back what was said.
  case notice(String, seconds: Double)
  /// Look for a new bundle now, and take it though this panel is none of its canaries; from this address, or where they come from.
  case bundle(String?)
  /// The last lines of the log.
  case log(lines: Int)
  /// What happened in the last minutes, to be played again.
  case record

  /// Why a request is none: a sentence for whoever sent it.
  public struct Mistake: Error, Sendable, Hashable {
    /// What is wrong, and what would be right.
    public var sentence: String

    init(_ sentence: String) { self.sentence = sentence }
  }

  /// What can be asked, in the order people are told.
  public static let verbs = [
    "status", "screenshot", "reload", "page", "refresh", "wake", "off", "brightness", "notice", "bundle", "log",
    "record",
  ]
  /// Characters of a notice.
  public static let longestNotice = 300
  /// Seconds a notice stays when nobody says how long.
  public static let usualNotice = 60.0
  /// Seconds a notice may stay.
  public static let longestStay = 86_400.0
  /// Lines of the log that are kept.
  public static let mostLines = 200

  /// By its name.
  public var verb: String {
    switch self {
    case .status: "status"
    case .screenshot: "screenshot"
    case .reload: "reload"
    case .page: "page"
    case .refresh: "refresh"
    case .wake: "wake"
    case .off: "off"
    case .brightness: "brightness"
    case .notice: "notice"
    case .bundle: "bundle"
    case .log: "log"
    case .record: "record"
    }
  }

  /// What a verb that is none should have been.
  public static func unknown(_ verb: String) -> Mistake {
    let longer = verbs.filter { verb.count > 1 && $0.hasPrefix(verb) }
    let near = longer.count == 1 ? " (did you mean \"\(longer[0])\"?)" : suggestion(for: verb, in: verbs)
    let known = near.contains("known") ? near : near + "; known: " + verbs.joined(separator: ", ")
    return Mistake("there is no \"\(verb)\"\(known)")
  }

  /// A page by what people call it.
  public init(page: String) throws(Mistake) {
    let name = page.trimmed
    guard !name.isEmpty else { throw Mistake("which page: its number from 1, or its name") }
    self = .page(name)
  }

  /// The index of the page that somebody calls so, by its number from 1 or its name.
  public static func place(of name: String, among pages: [(title: String?, isOffered: Bool)]) throws(Mistake) -> Int {
    let wanted = name.lowercased()
    let byName = PanelStatus.Page.labels(pages.map(\.title)).firstIndex { $0.lowercased() == wanted }
    let byNumber = Int(name).flatMap { pages.indices.contains($0 &- 1) ? $0 - 1 : nil }
    guard let place = byName ?? byNumber else {
      let titles = pages.compactMap(\.title)
      let numbers = pages.count == 1 ? "the board has one page" : "pages are 1 to \(pages.count)"
      throw Mistake("there is no page \"\(name)\"\(suggestion(for: name, in: titles)); \(numbers)")
    }
    // Indices: found above.
    guard pages[place].isOffered else {
      throw Mistake("page \(place + 1) is not on offer now: the board gives it hours, or a condition")
    }
    return place
  }

  /// A brightness by its text: `40`, `40 %`.
  public init(brightness text: String) throws(Mistake) {
    let digits = text.hasSuffix("%") ? text.dropLast().trimmed : text.trimmed
    guard let percent = Double(digits), (1...100).contains(percent) else {
      throw Mistake("brightness is 1 to 100 per cent, not \"\(text)\"; `off` makes it dark")
    }
    self = .brightness(percent / 100)
  }

  /// A notice that can be shown, or an empty one.
  public init(notice text: String, seconds: Double) throws(Mistake) {
    let sentence = text.trimmed
    guard sentence.count <= Self.longestNotice else {
      throw Mistake("a notice has at most \(Self.longestNotice) characters, not \(sentence.count)")
    }
    guard (1...Self.longestStay).contains(seconds) else { throw Mistake("a notice stays between 1 s and 24 h") }
    self = .notice(sentence, seconds: seconds)
  }

  /// A bundle from where bundles come from, or from an address.
  public init(bundle address: String?) throws(Mistake) {
    guard let address = address?.trimmed, !address.isEmpty else {
      self = .bundle(nil)
      return
    }
    guard address.hasPrefix("https://") || address.hasPrefix("http://"), address.utf8.count <= 2000,
      address.unicodeScalars.allSatisfy({ $0.value > 32 && $0.value != 127 })
    else {
      throw Mistake(
        "a bundle comes from an address that begins with https:// or http://, not \"\(address.prefix(80))\"")
    }
    self = .bundle(address)
  }

  /// A request as it comes over the socket.
  public init(_ value: Value) throws(Mistake) {
    guard case .record(let record) = value, case .text(let verb)? = record["verb"] else {
      throw Mistake("a request is one line of JSON with a \"verb\": {\"verb\": \"status\"}")
    }
    if let known = Self.members[verb] { try Self.check(record, of: verb, known: known) }
    switch verb {
    case "status": self = .status
    case "screenshot": self = .screenshot
    case "reload": self = .reload
    case "refresh": self = .refresh
    case "wake": self = .wake
    case "off": self = .off
    case "record": self = .record
    case "page":
      switch record["page"] {
      case .text(let name)?: try self.init(page: name)
      case .number(let number)?:
        guard number == number.rounded() else { throw Mistake("pages are numbered from 1: there is no page \(number)") }
        try self.init(page: "\(Int(clamping: number))")
      default: try self.init(page: "")
      }
    case "brightness":
      switch record["percent"] {
      case .number(let number)?: try self.init(brightness: "\(number)")
      case .text(let text)?: try self.init(brightness: text)
      default: throw Mistake("\"brightness\" says how bright: {\"verb\": \"brightness\", \"percent\": 40}")
      }
    case "notice":
      guard case .text(let text)? = record["text"] else {
        throw Mistake("\"notice\" says what: {\"verb\": \"notice\", \"text\": \"Back at 10\", \"seconds\": 60}")
      }
      try self.init(notice: text, seconds: try Self.number("seconds", of: record) ?? Self.usualNotice)
    case "bundle":
      switch record["url"] {
      case .text(let address)?: try self.init(bundle: address)
      case nil: self = .bundle(nil)
      default: throw Mistake("\"bundle\" says from where: {\"verb\": \"bundle\", \"url\": \"https://…/lobby.vitrine\"}")
      }
    case "log":
      let lines = try Self.number("lines", of: record) ?? Double(Self.mostLines)
      self = .log(lines: min(max(Int(clamping: lines), 1), Self.mostLines))
    default: throw Self.unknown(verb)
    }
  }

  /// What may be said with each verb. A word that means nothing may have been meant: "for" of a notice that stays too short.
  private static let members = [
    "page": ["page"], "brightness": ["percent"], "notice": ["text", "seconds"], "bundle": ["url"], "log": ["lines"],
  ]

  private static func check(_ record: Record, of verb: String, known: [String]) throws(Mistake) {
    for name in record.names where name != "verb" && !known.contains(name) {
      let near = suggestion(for: name, in: known)
      let all = near.contains("known") ? near : near + "; known: " + known.joined(separator: ", ")
      throw Mistake("\"\(verb)\" has no \"\(name.prefix(40))\"\(all)")
    }
  }

  private static func number(_ name: String, of record: Record) throws(Mistake) -> Double? {
    switch record[name] {
    case .number(let number)?: return number
    case nil: return nil
    default: throw Mistake("\"\(name)\" is a number, such as 60, without quotes and unit")
    }
  }

  /// As it goes over the socket.
  public var json: JSON {
    switch self {
    case .status, .screenshot, .reload, .refresh, .wake, .off, .record: ["verb": .text(verb)]
    case .page(let page): ["verb": .text(verb), "page": .text(page)]
    case .brightness(let share): ["verb": .text(verb), "percent": .number(share * 100)]
    case .notice(let text, let seconds): ["verb": .text(verb), "text": .text(text), "seconds": .number(seconds)]
    case .bundle(let address?): ["verb": .text(verb), "url": .text(address)]
    case .bundle(nil): ["verb": .text(verb)]
    case .log(let lines): ["verb": .text(verb), "lines": .number(Double(lines))]
    }
  }
}

/// What comes back.
public struct ControlAnswer: Sendable, Hashable {
  /// Members of the line besides `ok`.
  public var members: [JSON.Member]
  /// Whether it was done.
  public var isDone: Bool
  /// What follows the line, such as a picture.
  public var bytes: [UInt8]

  /// Done, with what there is to say.
  public init(_ members: [JSON.Member] = [], bytes: [UInt8] = []) {
    (self.members, self.bytes, isDone) = (members, bytes, true)
  }

  /// Not done, and why: sentences for people, each a line.
  public init(problems: [String]) {
    (members, bytes, isDone) = ([JSON.Member("problems", .list(problems.map { .text($0) }))], [], false)
  }

  /// Why it was not done; none when it was.
  public var problems: [String] {
    guard !isDone, case .list(let items)? = members.first(where: { $0.name == "problems" })?.value else { return [] }
    return items.compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  /// The line, without its end.
  public var line: String {
    let size = bytes.isEmpty ? [] : [JSON.Member("bytes", .number(Double(bytes.count)))]
    return JSON.object([JSON.Member("ok", .flag(isDone))] + members + size).line
  }
}

extension StringProtocol {
  /// Without white space around it.
  var trimmed: String {
    var rest = drop { $0.isWhitespace }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
