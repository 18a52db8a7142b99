public import Board
import Numbers

/// What a panel shows until somebody has said which board: who it is, in a code that a telephone reads, and what it lacks.
public struct SetupScreen: Sendable, Hashable {
  /// What it is called in its network.
  public var name: String
  /// A short number by which it can be told from a thousand others.
  public var id: String
  /// Where it is reached; nil while it has no way into a network.
  public var address: String?
  /// Somebody has said which board.
  public var hasBoard: Bool
  /// Somebody has said whose boards are shown.
  public var hasKey: Bool
  /// What was wrong with `vitrine.yaml` when it was last read.
  public var problems: [String] = []
  /// What is wrong with what was to be shown.
  public var mistakes: [String] = []

  /// The names of its sources, as the program has them.
  public static let sources = (panel: "panel", lacks: "lacks", problems: "problems", mistakes: "mistakes")

  /// For the parameters see the properties.
  public init(name: String, id: String, address: String?, hasBoard: Bool = false, hasKey: Bool = false) {
    (self.name, self.id, self.address, self.hasBoard, self.hasKey) = (name, id, address, hasBoard, hasKey)
  }

  /// What it lacks, by the words of its code, in the order they are mended in.
  public var lacks: [String] {
    // A board that has mistakes needs no key to be mended.
    let isNew = mistakes.isEmpty
    return [(address == nil, "network"), (!hasBoard && isNew, "board"), (!hasKey && isNew, "key")].filter(\.0).map(\.1)
  }

  /// What a telephone reads: an address of a scheme of ours, so that a program can take it apart.
  public var code: String {
    var code = "vitrine:\(Self.escaped(name))?id=\(Self.escaped(id))"
    if let address { code += "&address=\(Self.escaped(address))" }
    let lacks = lacks
    return lacks.isEmpty ? code : code + "&lacks=" + lacks.joined(separator: ",")
  }

  /// What the board below is fed with, by the name of the source.
  public func value(of source: String, in words: SetupWords) -> Value {
    switch source {
    case Self.sources.panel:
      return .record(
        Record([
          ("name", .text(name)), ("place", .text([id, address].compactMap(\.self).joined(separator: " · "))),
          ("code", .text(code)), ("title", .text(title(in: words))),
          ("advice", .text(lacks.isEmpty || !mistakes.isEmpty ? "" : words.advice)),
        ]))
    case Self.sources.lacks:
      return .list(
        lacks.map { lack in
          let (icon, title, text) =
            switch lack {
            case "network": ("network", words.noNetwork, words.networkAdvice)
            case "board": ("window", words.noBoard, words.boardAdvice)
            default: ("key", words.noKey, words.keyAdvice)
            }
          return .record(
            Record([
              ("id", .text(lack)), ("icon", .text(icon)), ("title", .text(title)), ("text", .text(text)),
            ]))
        })
    default:
      let lines = source == Self.sources.mistakes ? mistakes : problems
      return .list(lines.prefix(20).map { .record(Record([("text", .text($0))])) })
    }
  }

  private func title(in words: SetupWords) -> String {
    mistakes.isEmpty ? lacks.isEmpty ? words.awaited : words.title : words.mistaken
  }

  /// The board.
  ///
  /// - Parameter language: a code a board can name.
  public static func board(language: String) -> String {
    """
    # What a panel shows until it has a board.
    board: Vitrine
    language: \(SetupWords.codes.contains(language) ? language : "en")
    theme: {mode: dark}
    refresh: {style: ring}
    sources:
      panel: {url: "program:panel", every: 2s}
      lacks: {url: "program:lacks", every: 2s, key: id}
      problems: {url: "program:problems", every: 2s}
      mistakes: {url: "program:mistakes", every: 2s}
    cards:
      - section: {title: "{$panel.title}", when: $mistakes.0}
      - text: {each: mistakes, text: "{text}", tone: bad}
      - qr: {text: "{$panel.code}", title: "{$panel.name}", subtitle: "{$panel.place}", alt: "{$panel.code}"}
      - section: {title: "{$panel.title}", when: not $mistakes.0}
      - text: {text: "{$panel.advice}"}
      - row: {each: lacks, icon: "{icon}", title: "{title}", subtitle: "{text}", tone: warn}
      - section: {title: vitrine.yaml, when: $problems.0}
      - text: {each: problems, text: "{text}", tone: bad}
    """
  }

  /// Source: RFC 3986, section 2.3.
  private static func escaped(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF")
    return text.utf8.map { byte -> String in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: ":"):
        return String(UnicodeScalar(byte))
      default:
        // Fits: four bits each.
        return "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }.joined()
  }
}
