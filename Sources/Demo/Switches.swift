#if Preview
  import Markup
  internal import NIOConcurrencyHelpers

  /// The switches of a room that does what it is told, for boards that set something.
  final class Switches: Sendable {
    private let values = NIOLockedValueBox<[(name: String, value: JSON)]>([
      ("lamp", .flag(true)), ("fan", .flag(false)), ("blinds", .number("40")), ("heating", .number("20.5")),
      ("mode", .text("eco")), ("note", .text("Back at 4 pm")),
    ])

    /// What they are set to.
    var record: JSON { values.withLockedValue { .object($0.map { JSON.Member($0.name, $0.value) }) } }

    /// Sets one of them, from a body as `{"lamp": false}`.
    ///
    /// - Returns: false for anything else, which sets nothing.
    func set(_ body: [UInt8]) -> Bool {
      guard body.count <= 300 else { return false }
      let text = String(decoding: body, as: UTF8.self).filter { !"{}\n\t".contains($0) }
      let parts = text.split(separator: ":", maxSplits: 1).map { part in
        String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }
      guard parts.count == 2 else { return false }
      let name = String(parts[0].filter { $0 != "\"" })
      return values.withLockedValue { values in
        guard let place = values.firstIndex(where: { $0.name == name }),
          let value = Self.value(parts[1], like: values[place].value)
        else { return false }
        values[place].value = value
        return true
      }
    }

    /// A value of the same kind as the one before.
    private static func value(_ text: String, like known: JSON) -> JSON? {
      switch (known, text) {
      case (.flag, "true"): return .flag(true)
      case (.flag, "false"): return .flag(false)
      case (.number, _):
        guard let number = Double(text), number.magnitude < 1e6 else { return nil }
        return .number(text)
      case (.text, _):
        guard text.hasPrefix("\""), text.hasSuffix("\""), text.count > 2,
          text.dropFirst().dropLast().allSatisfy({ $0.isLetter || $0.isNumber || " .,:!?-".contains($0) })
        else { return nil }
        return .text(String(text.dropFirst().dropLast()))
      default: return nil
      }
    }
  }
#endif
