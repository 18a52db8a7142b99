#if Preview
  /// A JSON text under construction.
  enum JSON {
    case text(String)
    case number(Double)
    case flag(Bool)
    case list([JSON])
    /// Members in the order they are written.
    case object([(String, JSON)])

    var utf8: [UInt8] {
      var out = ""
      write(to: &out)
      return Array(out.utf8)
    }

    private func write(to out: inout String) {
      switch self {
      case .text(let text): JSON.quote(text, to: &out)
      case .number(let value): out += value == value.rounded() ? String(Int(value)) : String(value)
      case .flag(let flag): out += flag ? "true" : "false"
      case .list(let values):
        out += "["
        for (index, value) in values.enumerated() {
          if index > 0 { out += ",\n " }
          value.write(to: &out)
        }
        out += "]\n"
      case .object(let members):
        out += "{"
        for (index, member) in members.enumerated() {
          if index > 0 { out += "," }
          JSON.quote(member.0, to: &out)
          out += ":"
          member.1.write(to: &out)
        }
        out += "}"
      }
    }

    /// Our own texts hold no control characters.
    private static func quote(_ text: String, to out: inout String) {
      out += "\""
      for character in text {
        if character == "\"" || character == "\\" { out += "\\" }
        out.append(character)
      }
      out += "\""
    }
  }

  extension JSON: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    init(stringLiteral value: String) { self = .text(value) }
  }
#endif
