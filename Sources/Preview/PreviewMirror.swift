#if Preview
  import Markup

  /// What is on the panel in words: the page makes elements of it that nobody sees and a screen reader reads.
  public struct PreviewMirror: Sendable, Equatable {
    /// Something that is read.
    public struct Item: Sendable, Equatable {
      /// Tells it from the others of its place: as long as it is the same, so is the element on the page.
      public var key: String
      /// One of ARIA's: `heading`, `button`, `checkbox`.
      public var role: String
      /// Of a heading.
      public var level: Int?
      /// All that is read of it.
      public var text: String
      /// What its parts are called that are pressed by themselves; an empty one is none.
      public var parts: [String]
      /// Pressing it does something.
      public var isPressable: Bool
      /// How it stands, where it is set.
      public var control: Control?
      /// What has come of it lately, to be announced.
      public var outcome: String?

      /// For the parameters see the properties.
      public init(
        key: String, role: String, level: Int? = nil, text: String, parts: [String] = [], isPressable: Bool = false,
        control: Control? = nil, outcome: String? = nil
      ) {
        (self.key, self.role, self.level, self.text) = (key, role, level, text)
        (self.parts, self.isPressable) = (parts, isPressable)
        (self.control, self.outcome) = (control, outcome)
      }
    }

    /// How something stands that is set.
    public enum Control: Sendable, Equatable {
      /// A switch; nil while nobody knows.
      case toggle(isOn: Bool?)
      /// One of its parts; nil while nobody knows.
      case choice(chosen: Int?)
      /// A number from `low` to `high`, `step` by step, and how it is written; nil while nobody knows.
      case slider(low: Double, high: Double, step: Double, value: Double?, words: String)

      fileprivate var json: JSON {
        switch self {
        case .toggle(let isOn): ["isOn": isOn.map { .flag($0) } ?? .null]
        case .choice(let chosen): ["chosen": chosen.map { .number(Double($0)) } ?? .null]
        case .slider(let low, let high, let step, let value, let words):
          [
            "low": .number(low), "high": .number(high), "step": .number(step),
            "value": value.map { .number($0) } ?? .null, "words": .text(words),
          ]
        }
      }
    }

    /// Something that is asked, with two answers.
    public struct Question: Sendable, Equatable {
      /// The question.
      public var text: String
      /// What the answers are called.
      public var yes: String
      /// The one that does nothing.
      public var no: String

      /// For the parameters see the properties.
      public init(text: String, yes: String, no: String) { (self.text, self.yes, self.no) = (text, yes, no) }
    }

    /// Counts what was on show: comes back with `PreviewCommand.press`.
    public var version: Int
    /// What it is written in, by its code.
    public var language: String
    /// Tells the page, or the detail page, from others.
    public var place: String
    /// In the order they are read.
    public var items: [Item]
    /// What is said at the edge.
    public var notice: String?
    /// What is asked.
    public var question: Question?
    /// What has changed, to be announced.
    public var announced: Announcement?

    /// Something that is announced once.
    public struct Announcement: Sendable, Equatable {
      /// Counts them.
      public var number: Int
      /// What is read.
      public var text: String
      /// Whatever is being read ends for it.
      public var isUrgent: Bool

      /// For the parameters see the properties.
      public init(number: Int, text: String, isUrgent: Bool) {
        (self.number, self.text, self.isUrgent) = (number, text, isUrgent)
      }
    }

    /// For the parameters see the properties.
    public init(
      version: Int, language: String, place: String = "", items: [Item], notice: String? = nil,
      question: Question? = nil, announced: Announcement? = nil
    ) {
      (self.version, self.language, self.place, self.items) = (version, language, place, items)
      (self.notice, self.question, self.announced) = (notice, question, announced)
    }

    var json: JSON {
      [
        "version": .number(Double(version)), "language": .text(language), "place": .text(place),
        "notice": notice.map { .text($0) } ?? .null,
        "question": question.map { ["text": .text($0.text), "yes": .text($0.yes), "no": .text($0.no)] } ?? .null,
        "announced": announced.map {
          ["number": .number(Double($0.number)), "text": .text($0.text), "urgent": .flag($0.isUrgent)]
        } ?? .null,
        "items": .list(
          items.map { item -> JSON in
            [
              "key": .text(item.key), "role": .text(item.role),
              "level": item.level.map { .number(Double($0)) } ?? .null,
              "text": .text(item.text), "parts": .list(item.parts.map { .text($0) }), "press": .flag(item.isPressable),
              "control": item.control?.json ?? .null, "outcome": item.outcome.map { .text($0) } ?? .null,
            ]
          }),
      ]
    }
  }
#endif
