import Board

/// The little markup of `text` cards: `**bold**`, and `[links](address)` as their text.
///
/// Offsets count UTF-8 bytes, as Pango does.
struct Markup: Sendable, Hashable {
  private(set) var plain: String
  private(set) var bold: [Range<Int>] = []
  private(set) var links: [Range<Int>] = []

  /// Text without any markup.
  init(plain: String) { self.plain = plain }

  /// Reads markup; what is not well-formed stays as it is written.
  ///
  /// - Parameter source: one paragraph.
  init(parsing source: some StringProtocol) {
    plain = ""
    var output = ""
    var length = 0
    var boldStart: Int?
    let scalars = Array(String(source).typographic.unicodeScalars)
    var stars = Self.pairs(in: scalars)
    var index = 0
    while index < scalars.count {
      if index == stars.first {
        stars.removeFirst()
        index += 2
        if let start = boldStart {
          if start < length { bold.append(start..<length) }
          boldStart = nil
        } else {
          boldStart = length
        }
      } else if scalars[index] == "[", let link = Self.link(at: index, in: scalars) {
        let start = length
        for scalar in scalars[link.text] {
          output.unicodeScalars.append(scalar)
          length += UTF8.width(scalar)
        }
        links.append(start..<length)
        index = link.end
        stars.removeAll { $0 < index }
      } else {
        output.unicodeScalars.append(scalars[index])
        length += UTF8.width(scalars[index])
        index += 1
      }
    }
    // A pair whose end was swallowed by a link's address.
    if let start = boldStart, start < length { bold.append(start..<length) }
    plain = output
  }

  /// A part of it as a text of its own.
  ///
  /// - Parameters:
  ///   - bytes: from one scalar's beginning to another's.
  ///   - mark: stands before it: one that says which way is read.
  func part(_ bytes: Range<Int>, mark: String = "") -> Markup {
    let utf8 = plain.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: bytes.lowerBound)
    var part = Markup(plain: mark + plain[start..<utf8.index(start, offsetBy: bytes.count)])
    let shift = mark.utf8.count - bytes.lowerBound
    func moved(_ ranges: [Range<Int>]) -> [Range<Int>] {
      ranges.lazy.map { $0.clamped(to: bytes) }.filter { !$0.isEmpty }.map {
        $0.lowerBound + shift..<$0.upperBound + shift
      }
    }
    part.bold = moved(bold)
    part.links = moved(links)
    return part
  }

  /// The same with a number's digits as they are shown.
  func written(in digits: Digits) -> Markup {
    guard digits != .latin else { return self }
    let scalars = Array(plain.unicodeScalars)
    let shown = digits.shown(scalars)
    guard shown != scalars else { return self }
    // Where each byte that begins a scalar has gone.
    var places: [Int: Int] = [:]
    var (old, new) = (0, 0)
    var output = String.UnicodeScalarView()
    for (before, after) in zip(scalars, shown) {
      places[old] = new
      old += UTF8.width(before)
      new += UTF8.width(after)
      output.append(after)
    }
    places[old] = new
    func moved(_ ranges: [Range<Int>]) -> [Range<Int>] {
      ranges.compactMap { range in
        guard let start = places[range.lowerBound], let end = places[range.upperBound] else { return nil }
        return start..<end
      }
    }
    var markup = Markup(plain: String(output))
    markup.bold = moved(bold)
    markup.links = moved(links)
    return markup
  }

  /// Whether a line that begins with this byte goes on with a word.
  func isWithinWord(_ offset: Int) -> Bool {
    guard offset > 0, offset < plain.utf8.count else { return false }
    let place = plain.utf8.index(plain.utf8.startIndex, offsetBy: offset)
    let before = plain.unicodeScalars[plain.unicodeScalars.index(before: place)]
    return before.properties.isAlphabetic && plain.unicodeScalars[place].properties.isAlphabetic
  }

  /// The same with something put in at some places.
  ///
  /// - Parameter places: bytes, in order, each the beginning of a scalar.
  func inserting(_ string: String, at places: [Int]) -> Markup {
    guard !places.isEmpty else { return self }
    let length = string.utf8.count
    let utf8 = plain.utf8
    var (text, start) = ("", utf8.startIndex)
    for place in places {
      let end = utf8.index(utf8.startIndex, offsetBy: place)
      text += plain[start..<end]
      text += string
      start = end
    }
    var markup = Markup(plain: text + plain[start...])
    func moved(_ offset: Int) -> Int { offset + length * places.count { $0 < offset } }
    func moved(_ ranges: [Range<Int>]) -> [Range<Int>] { ranges.map { moved($0.lowerBound)..<moved($0.upperBound) } }
    markup.bold = moved(bold)
    markup.links = moved(links)
    return markup
  }

  /// Where the `**` stand that have a partner: all of them, but not a last odd one.
  private static func pairs(in scalars: [Unicode.Scalar]) -> ArraySlice<Int> {
    var found: [Int] = []
    var index = 0
    while index + 1 < scalars.count {
      if scalars[index] == "*", scalars[index + 1] == "*" {
        found.append(index)
        index += 2
      } else {
        index += 1
      }
    }
    return found.prefix(found.count & ~1)
  }

  /// `[text](address)` that begins at `start`; both parts bounded, so that a page of brackets takes linear time.
  private static func link(at start: Int, in scalars: [Unicode.Scalar]) -> (text: Range<Int>, end: Int)? {
    let text = (start + 1)..<min(start + 300, scalars.count)
    guard let close = scalars[text].firstIndex(of: "]"), close > start + 1 else { return nil }
    guard close + 1 < scalars.count, scalars[close + 1] == "(" else { return nil }
    let address = (close + 2)..<max(min(close + 2000, scalars.count), close + 2)
    guard let end = scalars[address].firstIndex(of: ")") else { return nil }
    return ((start + 1)..<close, end + 1)
  }
}
