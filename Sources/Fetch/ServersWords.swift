import Numbers

/// What a server says for people of something it has not done: the sentence in its answer, if there is one.
enum ServersWords {
  /// Characters a sentence has at most; what is longer ends in an ellipsis.
  static let most = 120
  /// Bytes of an answer that are looked at; a longer one is a page, and no sentence.
  static let mostBytes = 16 << 10
  /// Where a sentence stands, the best first. Source: RFC 9457, section 3.1 (`detail`, `title`), and what frameworks use besides.
  private static let names = ["message", "detail", "error", "error_description", "reason", "msg", "title", "errors"]

  /// - Parameters:
  ///   - body: unpacked.
  ///   - contentType: as the server names it.
  /// - Returns: one line without markup and control characters; nil where there is none.
  static func sentence(in body: [UInt8], contentType: String?) -> String? {
    guard !body.isEmpty, body.count <= mostBytes, let text = String(validating: body, as: UTF8.self) else { return nil }
    let type = (contentType ?? "").prefix { $0 != ";" }.lowercased()
    let bare = type.filter { $0 != " " }
    if bare == "application/json" || bare.hasSuffix("+json") {
      var scan = SentenceScan(text)
      return scan.value().flatMap { found(in: $0) }.flatMap(line)
    }
    // A page of a proxy's is longer, and has a type of its own.
    return bare == "text/plain" && body.count <= 4 * most ? line(text) : nil
  }

  private static func found(in value: SentenceScan.Value) -> String? {
    switch value {
    case .text(let text): return text
    case .list(let items): return items.lazy.compactMap(found).first
    case .record(let members):
      for name in names {
        for member in members where member.name.lowercased() == name {
          if let text = found(in: member.value), line(text) != nil { return text }
        }
      }
      return nil
    case .other: return nil
    }
  }

  /// In one line, as long as it may be; nil for what is markup, or no words at all.
  private static func line(_ text: String) -> String? {
    guard !text.contains("<") || !text.contains(">") else { return nil }
    var words = ""
    var isApart = false
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator: isApart = !words.isEmpty
      // Marks of direction would turn what stands beside it.
      case .format, .privateUse, .surrogate, .unassigned: break
      default:
        if isApart { words += " " }
        isApart = false
        words.unicodeScalars.append(scalar)
      }
    }
    // A code for machines, such as "E_17" or "invalid_grant", says nothing to people.
    guard words.contains(where: \.isLetter), words.contains(" ") || !words.contains("_") else { return nil }
    // Fits: a constant, and more than one.
    return words.count <= most ? words : words.prefix(most - 1) + "…"
  }
}

/// Reads JSON as far as its texts matter: in this process, with bounds, for what stands in a log or on the glass a moment later.
private struct SentenceScan {
  enum Value {
    case text(String)
    case list([Value])
    case record([(name: String, value: Value)])
    case other
  }

  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var depth = 0

  /// Lists and objects within one another.
  private static let deepest = 6

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  /// The value that begins here; nil where none does.
  mutating func value() -> Value? {
    skipSpace()
    switch next {
    case "\"": return text().map(Value.text)
    case "[": return list()
    case "{": return record()
    case nil: return nil
    default:
      let start = index
      while let scalar = next, !",]}".unicodeScalars.contains(scalar), !isSpace(scalar) { index += 1 }
      return index > start ? .other : nil
    }
  }

  private var next: Unicode.Scalar? { scalars.indices.contains(index) ? scalars[index] : nil }

  private func isSpace(_ scalar: Unicode.Scalar) -> Bool { " \t\r\n".unicodeScalars.contains(scalar) }

  private mutating func skipSpace() { while let scalar = next, isSpace(scalar) { index += 1 } }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    skipSpace()
    guard next == scalar else { return false }
    index += 1
    return true
  }

  private mutating func list() -> Value? {
    var items: [Value] = []
    guard opens("[") else { return nil }
    if !take("]") {
      repeat {
        guard let item = value() else { return nil }
        items.append(item)
      } while take(",")
      guard take("]") else { return nil }
    }
    depth -= 1
    return .list(items)
  }

  private mutating func record() -> Value? {
    var members: [(name: String, value: Value)] = []
    guard opens("{") else { return nil }
    if !take("}") {
      repeat {
        skipSpace()
        guard let name = text(), take(":"), let value = value() else { return nil }
        members.append((name, value))
      } while take(",")
      guard take("}") else { return nil }
    }
    depth -= 1
    return .record(members)
  }

  private mutating func opens(_ scalar: Unicode.Scalar) -> Bool {
    depth += 1
    return depth <= Self.deepest && take(scalar)
  }

  private mutating func text() -> String? {
    guard next == "\"" else { return nil }
    index += 1
    var text = String.UnicodeScalarView()
    var lead: UInt32?
    while let scalar = next {
      index += 1
      switch scalar {
      case "\"": return String(text)
      case "\\":
        guard let sign = next else { return nil }
        index += 1
        guard sign == "u" else {
          text.append(Self.escapes[sign] ?? sign)
          continue
        }
        guard let unit = unit() else { return nil }
        // Source: RFC 8259, section 7: beyond the first plane in two halves.
        if 0xD800..<0xDC00 ~= unit {
          lead = unit
        } else if let first = lead, 0xDC00..<0xE000 ~= unit {
          // Both halves are in their ranges.
          if let whole = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (unit - 0xDC00)) { text.append(whole) }
          lead = nil
        } else if let whole = Unicode.Scalar(unit) {
          text.append(whole)
        }
      default: text.append(scalar)
      }
    }
    return nil
  }

  private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
    "n": "\n", "r": "\r", "t": "\t", "b": "\u{8}", "f": "\u{C}",
  ]

  private mutating func unit() -> UInt32? {
    guard scalars.count - index >= 4 else { return nil }
    var digits = String.UnicodeScalarView()
    // Fits: so many follow, as the guard above has it.
    digits.append(contentsOf: scalars[index..<(index + 4)])
    index += 4
    return UInt32(String(digits), radix: 16)
  }
}
