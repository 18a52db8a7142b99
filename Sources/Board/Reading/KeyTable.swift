/// The keys a block of the board file may have: what the reader accepts, the schema says and the manual lists.
struct KeyTable: Sendable {
  /// What an error calls the block: `a source`.
  var name: String
  var keys: [Key]
  /// Keys of any other name are kept as they are, for whoever they are meant for.
  var passesOthersOn = false
  /// How keys stand to each other.
  var rules: [KeyRule] = []

  func key(_ name: String) -> Key? { keys.first { $0.name == name } }
}

/// How keys of a block stand to each other: what the reader says of it, and the schema.
enum KeyRule: Sendable {
  /// The first means nothing without the second, for a reason.
  case needs(String, String, why: String)
  /// One of these is there, and not two: what is said otherwise, at the second key or of the block.
  case one(of: [String], both: String, neither: String)
  /// The first says nothing beside the second, for a reason.
  case without(String, String, why: String)
}

/// One key of a block.
struct Key: Sendable {
  var name: String
  var type: KeyType
  var isRequired = false
  /// What leaving it out means, as it would be written; nil when there is no such thing.
  var standard: String?
  /// One sentence for the manual and for editors.
  var summary: String

  init(_ name: String, _ type: KeyType, isRequired: Bool = false, standard: String? = nil, _ summary: String) {
    self.name = name
    self.type = type
    self.isRequired = isRequired
    self.standard = standard
    self.summary = summary
  }
}

/// How what stands at a key is read.
indirect enum KeyType: Sendable {
  /// Text with `{values}`.
  case text(Scope)
  /// A bare expression.
  case expression(Scope)
  /// `field` or `-field`
  case order(Scope)
  /// The name of a source, or an expression that gives a list.
  case each
  /// A text taken as it is.
  case word
  /// A text taken as it is, so many characters long.
  case line(ClosedRange<Int>)
  /// Exactly so many of them, as a list.
  case lines(Int, ClosedRange<Int>)
  case flag
  case integer(ClosedRange<Int>)
  case number(ClosedRange<Double>)
  /// Seconds.
  case duration(ClosedRange<Double>)
  /// Seconds; written as a plain number, or with a unit.
  case seconds(ClosedRange<Double>)
  /// Millimetres; written with a unit.
  case length(ClosedRange<Double>)
  case ratio
  /// `15%`: a share.
  case percent
  case color
  case hours
  case choice([String])
  /// One of these words, or the path of a file.
  case choiceOrFile([String])
  /// The path of a picture, or the name of a built-in one.
  case picture
  case block(KeyTable)
  case kinds(Kinds)
  /// Names of the writer's own choosing.
  case named(KeyType, Naming)
  case list(KeyType)
  /// One, or a list of them, so many at most.
  case oneOrMore(KeyType, most: Int = .max)
  /// A word of the first, or a block of the second.
  case either(KeyType, KeyType)
  /// JSON as it is written, with `{values}` in its texts.
  case json(Scope)
  /// `- kind: {…}`, one of these kinds.
  case card([CardTable])

  /// A block that has further keys according to the word at one of them.
  struct Kinds: Sendable {
    /// The key with the word.
    var selector: String
    /// What leaving the word out means.
    var standard: String
    /// Keys whatever the word is, the selector among them.
    var common: KeyTable
    /// A word and its own keys.
    var kinds: [(word: String, table: KeyTable)]

    /// All keys there are with this word.
    func table(for word: String) -> KeyTable? {
      kinds.first { $0.word == word }.map { KeyTable(name: $0.table.name, keys: common.keys + $0.table.keys) }
    }
  }

  /// What names may be.
  enum Naming: Sendable {
    /// Names an expression can say, other than those given by the board.
    case expressionNames
    /// Anything, such as `X-Api-Key`.
    case any
  }
}

/// A kind of card, and its keys.
struct CardTable: Sendable {
  /// As a board writes it.
  var word: String
  var kind: Card.Kind
  /// Of a program.
  var own: (any CardKind)?
  var table: KeyTable
}

/// What an expression may name.
enum Scope: Sendable {
  /// Sources and `let` values; there is no item.
  case board
  /// The item, when the card has one, and all that `board` has.
  case card
  /// A point of a chart, and all that `board` has.
  case point
  /// An item of the answer, and the sources above.
  case answer
  /// What a source asks with: `$now`, `$board`, and the sources above it.
  case question
  /// `$now` and `$board` only: what is needed before there is data.
  case request
}
